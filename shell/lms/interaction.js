// What the kinds of answers in exercises are called by SCORM and xAPI alike. Names of channels and
// the like are none of their identifiers, and go as text.
const kInteractions = {number: "numeric", choice: "choice", do: "performance"};

// Without a kind it is a prediction of the queue lab.
export const interaction_of = (kind = "number") => kInteractions[kind] ?? "fill-in";

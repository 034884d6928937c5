// What a page around the lab and the lab say to each other: one table of requests, one of events.
// It drives the check below, messages.schema.json, the tables of the README, and the tests.
//
//     page around ── {lab, v, type, req, …} ──▶ frame        a request; req is the asker's own mark
//     page around ◀── {lab, v, type: "reply" or "error", req, …} ── frame      one for each request
//     page around ◀── {lab, v, type, …} ── frame               events, after "hello"

export const kLab = "cutline";
export const kProtocol = 1;

// Field types, and what JSON Schema calls them.
export const kFieldTypes = {
  flag: {type: "boolean"},
  whole: {type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER},
  number: {type: "number"},
  name: {type: "string", pattern: "^[a-z0-9][a-z0-9-]{0,63}$"},
  exercise: {type: "string", pattern: "^([a-z0-9][a-z0-9-]{0,63})?$"},
  line: {type: "string", minLength: 1, maxLength: 200},
  text: {type: "string", maxLength: 4000},
  picture: {type: "string", pattern: "^data:image/png;base64,"},
  run: {type: "string", minLength: 1, maxLength: 262144},
  progress: {type: "string", minLength: 1, maxLength: 2097152},
  toml: {type: "string", minLength: 1, maxLength: 262144},
  submission: {type: "string", minLength: 1, maxLength: 4194304},
  names: {type: "array", maxItems: 1000, items: {type: "string"}},
};

const kPlace = {
  screen: "name",
  scenario: "name",
  exercise: "exercise",
  title: "text",
  step: "whole",
  length: "whole",
  time: "text",
  playing: "flag",
  verdict: "text",
  summary: "text",
  fingerprint: "text",
};

// Of the exercise that is open: the step from 1, length + 1 behind the last; of how many questions
// and tasks how many have an outcome (asked) and a right one.
const kStanding = {
  at: "whole",
  length: "whole",
  right: "whole",
  asked: "whole",
  of: "whole",
  solved: "flag",
};
const if_any = (fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, `${type}?`]));

// `fields` of the request ("?" behind a type: may be left out); `value` of the reply.
export const kRequests = {
  hello: {
    says: "begins: from here on events are sent, to the sender's origin alone",
    fields: {fit: "flag?"},
    value: {protocol: "whole", outcome: "text", layout: "text", height: "whole"},
  },
  ping: {says: "answers as soon as the frame's script is there", fields: {}, value: {}},
  list: {
    says: "asks for the names of scenarios, screens and exercises",
    fields: {},
    value: {scenarios: "names", screens: "names", exercises: "names"},
  },
  load: {
    says: "opens a scenario, or an exercise: one of the lab's, or one of your own as text",
    fields: {
      scenario: "name?",
      seed: "whole?",
      step: "whole?",
      exercise: "name?",
      toml: "toml?",
    },
    value: kPlace,
  },
  command: {says: "does a line of the command bus", fields: {line: "line"}, value: kPlace},
  play: {says: "plays the run", fields: {}, value: kPlace},
  pause: {says: "stops playing, as a slide that goes does", fields: {}, value: kPlace},
  resume: {says: "plays on if pause has stopped it", fields: {}, value: kPlace},
  step: {says: "one step forward", fields: {}, value: kPlace},
  back: {says: "one step back", fields: {}, value: kPlace},
  seek: {says: "goes to a step", fields: {step: "whole"}, value: kPlace},
  reset: {says: "goes to the start of the scenario", fields: {}, value: kPlace},
  getState: {
    says: "asks where the run is, for the saved run and the progress in exercises",
    fields: {},
    value: {...kPlace, run: "run", progress: "progress", ...if_any(kStanding)},
  },
  setState: {
    says: "opens a saved run, progress, an exercise, or all; refused, nothing changes",
    fields: {run: "run?", progress: "progress?", exercise: "exercise?"},
    value: kPlace,
  },
  getSubmission: {
    says: "asks for the submission of the open exercise, for cutline grade",
    fields: {},
    value: {exercise: "name", submission: "submission"},
  },
  setOption: {
    says: "changes layout, hide, exercises, links, theme, motion, speed, as in the address",
    fields: {name: "line", value: "text"},
    value: {name: "line", value: "text"},
  },
  screenshot: {says: "draws the picture as it is now", fields: {}, value: {png: "picture"}},
  focus: {says: "takes the keyboard's focus, without scrolling", fields: {}, value: {}},
};

export const kEvents = {
  ready: {
    says: "the lab is there; also sent before any hello, to anyone",
    fields: {protocol: "whole", outcome: "text", layout: "text", height: "whole"},
  },
  state: {says: "something has changed; at most ten times a second", fields: kPlace},
  answer: {
    says: "a prediction, an answer or a task of an exercise was judged",
    fields: {
      question: "text",
      given: "text",
      right: "flag",
      sentence: "text",
      exercise: "name?",
      step: "whole?",
      kind: "text?",
      attempts: "whole?",
    },
  },
  score: {
    says: "how many were right, of those judged; in an exercise also of how many there are",
    fields: {right: "whole", asked: "whole", exercise: "name?", of: "whole?", solved: "flag?"},
  },
  progress: {
    says: "an exercise was opened, or is at another step or standing",
    fields: {exercise: "name", title: "text", ...kStanding},
  },
  completed: {
    says: "the exercise is solved, or its last step is behind the learner",
    fields: {exercise: "name", right: "whole", of: "whole", solved: "flag"},
  },
  resize: {says: "the height of what the frame holds, in CSS pixels", fields: {height: "whole"}},
  focusExit: {says: "Escape was pressed where nothing in the lab wants it", fields: {}},
  warning: {says: "a notice that the reader sees as well", fields: {text: "text"}},
  bye: {says: "the frame's page goes away", fields: {}},
};

export const kErrors = {
  "bad-message": "a field is missing or is not what it must be",
  version: "the version asked for is not spoken here",
  "unknown-type": "there is no such request",
  origin: "the address of the frame names another origin as the only one to listen to",
  refused: "the lab refuses it; the text is its own sentence",
  "not-now": "this option cannot be changed once the page is there",
  "no-picture": "there is no picture to take: no WebGL, out of sight, or a layout without it",
  "not-loaded": "the lab could not be loaded",
  busy: "too many messages at once",
};

const kChecks = {
  flag: (value) => typeof value === "boolean",
  whole: (value) => Number.isSafeInteger(value) && value >= 0,
  number: (value) => Number.isFinite(value),
};

function is_text(value, {minLength = 0, maxLength = Infinity, pattern = ""}) {
  if (typeof value !== "string") return false;
  const length = [...value].length;
  return length >= minLength && length <= maxLength && new RegExp(pattern).test(value);
}

export const is_mark = (req) =>
  Number.isSafeInteger(req) || (typeof req === "string" && req !== "" && req.length <= 64);

// Why a message that is addressed to a lab cannot be done: {code, text}, or null.
export function fault_of_request(message) {
  if (message.v !== kProtocol) {
    return {code: "version", text: `Version ${kProtocol} is spoken here.`};
  }
  if (!Object.hasOwn(kRequests, message.type)) {
    return {code: "unknown-type", text: "There is no such request."};
  }
  if (message.req !== undefined && !is_mark(message.req)) {
    return {code: "bad-message", text: "req is a whole number, or a text of 1 to 64 characters."};
  }
  for (const [name, marked] of Object.entries(kRequests[message.type].fields)) {
    const type = marked.replace("?", "");
    const value = message[name];
    if (value === undefined && marked !== type) continue;
    const fits = kChecks[type] ? kChecks[type](value) : is_text(value, kFieldTypes[type]);
    if (!fits) return {code: "bad-message", text: `${message.type}: ${name} is not a ${type}.`};
  }
  return null;
}

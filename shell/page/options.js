// What an address may ask of the page, as one table: it drives the reader below, the notes on
// values that are wrong, the table in shell/embed/README.md, the link builder and the tests. A
// classic script, because boot.js needs it before the first paint.
//
//     ?layout=compact&scenario=ring&step=20#s=…
//      └─ options: this table             └─ state: not read here
(function () {
  "use strict";

  const kQueryMax = 4000; // characters; more is not read
  const kShown = 40; // characters of a wrong value that a note repeats
  const kTimesMax = 100000;

  // type: choice (values), list (any of values, with commas), flag (0 or 1), whole and number
  // (least, most), address (of a file), name (of something in the lab, which has the last word),
  // names (with commas), origin, label (any short text). `initial` is the default; `framed` another
  // one inside another page.
  const kOptions = [
    {
      name: "layout",
      type: "choice",
      values: ["full", "compact", "diagram", "text"],
      initial: "full",
      says: "how much of the page there is",
    },
    {
      name: "theme",
      type: "choice",
      values: ["auto", "light", "dark", "contrast"],
      initial: "",
      says: "colours; without it what the reader chose, else what the system says",
    },
    {name: "screen", type: "name", initial: "", says: "the screen that is shown first"},
    {name: "scenario", type: "name", initial: "", says: "the scenario that is opened"},
    {name: "exercise", type: "name", initial: "", says: "the exercise that is opened"},
    {
      name: "exercises",
      type: "names",
      initial: "",
      says: "the exercises that are offered, in this order; without it all",
    },
    {
      name: "exercise-url",
      type: "address",
      initial: "",
      says: "a file with an exercise of your own that is opened",
    },
    {
      name: "seed",
      type: "whole",
      least: 0,
      most: Number.MAX_SAFE_INTEGER,
      initial: "",
      says: "the dice; without it the scenario's own",
    },
    {
      name: "step",
      type: "whole",
      least: 0,
      most: kTimesMax,
      initial: "12",
      says: "the step the run is at when the page opens",
    },
    {
      name: "speed",
      type: "number",
      least: 0.1,
      most: 20,
      initial: "",
      says: "steps per second while playing",
    },
    {name: "autoplay", type: "flag", initial: "0", says: "1: the run plays when it is first seen"},
    {
      name: "motion",
      type: "choice",
      values: ["auto", "reduce", "full"],
      initial: "auto",
      says: "movement in the picture; auto is what the system says",
    },
    {
      name: "start",
      type: "choice",
      values: ["eager", "visible"],
      initial: "eager",
      framed: "visible",
      says: "when the picture starts; text is there at once",
    },
    {
      name: "hide",
      type: "list",
      values: [
        "screens",
        "tools",
        "actions",
        "ledger",
        "events",
        "snapshots",
        "processes",
        "channels",
        "settings",
        "scenario",
        "summary",
      ],
      initial: "",
      says: "parts that are left out, with commas between them",
    },
    {name: "links", type: "flag", initial: "1", says: "0: no link to the full lab in a frame"},
    {
      name: "storage",
      type: "choice",
      values: ["auto", "none"],
      initial: "auto",
      says: "none: the browser is asked to keep nothing",
    },
    {
      name: "resize",
      type: "choice",
      values: ["post", "lti", "none"],
      initial: "post",
      says: "how a frame tells its height; lti is what Canvas understands",
    },
    {name: "id", type: "label", initial: "", says: "comes back in every message of the frame"},
    {
      name: "origin",
      type: "origin",
      initial: "",
      says: "the only page that may send messages, as https://host",
    },
  ];

  // Names that belong to others (cmi5 puts them into the address); no reason for a remark.
  const kForeign = ["endpoint", "fetch", "actor", "registration", "activityId"];

  const whole = (text) => /^\d{1,16}$/.test(text);
  const number = (text) => /^\d{1,9}(\.\d{1,6})?$/.test(text);
  const within = (text, {least, most}) => Number(text) >= least && Number(text) <= most;

  // What is allowed in words, and whether a value is.
  const kTypes = {
    choice: {
      words: ({values}) => values.join(", "),
      allows: (text, {values}) => values.includes(text),
    },
    list: {
      words: ({values}) => `any of ${values.join(", ")}, with commas between`,
      allows: (text, {values}) => text.split(",").every((part) => values.includes(part)),
    },
    flag: {words: () => "0 or 1", allows: (text) => text === "0" || text === "1"},
    whole: {
      words: ({least, most}) => `a whole number from ${least} to ${most}`,
      allows: (text, option) => whole(text) && within(text, option),
    },
    number: {
      words: ({least, most}) => `a number from ${least} to ${most}`,
      allows: (text, option) => number(text) && within(text, option),
    },
    name: {
      words: () => "a name of small letters, digits and hyphens",
      allows: (text) => /^[a-z0-9][a-z0-9-]{0,63}$/.test(text),
    },
    names: {
      words: () => "names of small letters, digits and hyphens, with commas between",
      allows: (text) => text.split(",").every((part) => kTypes.name.allows(part)),
    },
    address: {
      words: () => "an address over http, such as mine.toml, of at most 1000 characters",
      allows: (text) => {
        try {
          const {protocol} = new URL(text, "https://page");
          return text !== "" && text.length <= 1000 && /^https?:$/.test(protocol);
        } catch {
          return false;
        }
      },
    },
    origin: {
      words: () => "an origin such as https://host",
      allows: (text) => /^https?:\/\/[a-z0-9.:[\]-]{1,100}$/i.test(text),
    },
    label: {
      words: () => "letters, digits, dots, hyphens and underscores, at most 64",
      allows: (text) => /^[\w.-]{1,64}$/.test(text),
    },
  };

  const initial_of = (option, framed) => (framed && option.framed) || option.initial;

  // The sentence for a value that is not allowed, or "".
  function fault_of(option, text, framed) {
    if (kTypes[option.type].allows(text, option)) return "";
    const shown = text.length > kShown ? `${text.slice(0, kShown)}…` : text;
    const instead = initial_of(option, framed);
    return (
      `The address says ${option.name}="${shown}", which is not ` +
      `${kTypes[option.type].words(option)}` +
      (instead ? `; ${instead} is used.` : "; it is left out.")
    );
  }

  // Reads "?a=1&b=2". Returns {values: every option, given: names that count, faults: sentences for
  // the reader, unknown: names that mean nothing here}.
  function read_options(query, {framed = false} = {}) {
    const values = {};
    for (const option of kOptions) values[option.name] = initial_of(option, framed);
    const found = {values, given: [], faults: [], unknown: []};
    if (query.length > kQueryMax) {
      found.faults.push(`The address has over ${kQueryMax} characters; its options are not used.`);
      return found;
    }
    const seen = new Set();
    for (const [name, text] of new URLSearchParams(query)) {
      const option = kOptions.find((one) => one.name === name);
      if (!option) {
        if (!kForeign.includes(name)) found.unknown.push(name);
      } else if (seen.has(name)) {
        found.faults.push(`The address says ${name} more than once; the first one counts.`);
      } else {
        seen.add(name);
        const fault = fault_of(option, text, framed);
        if (fault) found.faults.push(fault);
        else {
          values[name] = text;
          found.given.push(name);
        }
      }
    }
    return found;
  }

  // The query that says `values`, without what is the default anyway; "" where nothing is left.
  function write_options(values, {framed = false} = {}) {
    const query = new URLSearchParams();
    for (const option of kOptions) {
      const text = values[option.name] ?? "";
      if (text !== "" && text !== initial_of(option, framed)) query.set(option.name, text);
    }
    const text = query.toString().replaceAll("%2C", ",");
    return text && `?${text}`;
  }

  const words_of = (option) => kTypes[option.type].words(option);

  globalThis.cutline_options = {kOptions, fault_of, read_options, words_of, write_options};
})();

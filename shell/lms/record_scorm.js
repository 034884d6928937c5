// SCORM 1.2 and 2004: the same record in two dialects. Every value is text; after each answer there
// is a commit, since a page that goes may no longer speak.

import {interaction_of} from "./interaction.js";

const kParentsMax = 10;
const kResponseMax = 250; // characters; 255 in SCORM 1.2, 250 in 2004

// Limits are our own and stricter than some platforms are: 4096 and 64000 by the standards.
const kDialects = {
  scorm12: {
    api: "API",
    calls: {
      open: "LMSInitialize",
      get: "LMSGetValue",
      set: "LMSSetValue",
      commit: "LMSCommit",
      close: "LMSFinish",
      error: "LMSGetLastError",
      words: "LMSGetErrorString",
    },
    most: 4000,
    status: "cmi.core.lesson_status",
    exit: "cmi.core.exit",
    time: "cmi.core.session_time",
    time_of: clock_time,
  },
  scorm2004: {
    api: "API_1484_11",
    calls: {
      open: "Initialize",
      get: "GetValue",
      set: "SetValue",
      commit: "Commit",
      close: "Terminate",
      error: "GetLastError",
      words: "GetErrorString",
    },
    most: 60000,
    status: "cmi.completion_status",
    exit: "cmi.exit",
    time: "cmi.session_time",
    time_of: (seconds) => `PT${seconds}S`,
  },
};

export function clock_time(seconds) {
  const two = (value) => String(Math.floor(value)).padStart(2, "0");
  const hours = String(Math.floor(seconds / 3600)).padStart(4, "0");
  return `${hours}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.00`;
}

// The platform's object: in the windows around, then in the one that opened this one. Windows of
// other origins throw.
function find_api(name) {
  for (const first of [window, window.opener]) {
    let here = first;
    for (let steps = 0; here && steps < kParentsMax; steps += 1) {
      try {
        if (here[name]) return here[name];
      } catch {
        // not ours to look into
      }
      if (here.parent === here) break;
      here = here.parent;
    }
  }
  return null;
}

// null where there is no platform.
export function open_scorm(kind) {
  const dialect = kDialects[kind];
  const api = find_api(dialect.api);
  return api && new ScormRecord(api, dialect, kind === "scorm12");
}

class ScormRecord {
  #api;
  #dialect;
  #old; // SCORM 1.2

  constructor(api, dialect, old) {
    this.#api = api;
    this.#dialect = dialect;
    this.#old = old;
    this.#call("open", "");
    if (/not attempted|unknown/.test(this.#get(dialect.status))) {
      this.#call("set", dialect.status, "incomplete");
    }
    this.state = this.#get("cmi.suspend_data");
  }

  answer(_, {question, given, right, exercise, step, kind}) {
    const place = `cmi.interactions.${Number(this.#get("cmi.interactions._count")) || 0}`;
    const response = this.#old ? "student_response" : "learner_response";
    const id = exercise ? `${exercise}.${step}` : question.replace(/[^A-Za-z0-9.]+/g, "_");
    const type = interaction_of(kind);
    const text = type === "numeric" ? (/^-?\d+(\.\d+)?/.exec(given)?.[0] ?? "") : given;
    this.#call("set", `${place}.id`, id.slice(0, 200));
    this.#call("set", `${place}.type`, type);
    if (text) this.#call("set", `${place}.${response}`, text.slice(0, kResponseMax));
    const wrong = this.#old ? "wrong" : "incorrect";
    this.#call("set", `${place}.result`, right ? "correct" : wrong);
  }

  // Returns whether the run fits; score and completion are kept in any case.
  async save({progress, done, score, passed}, make_state) {
    const state = await make_state();
    const fits = state.length <= this.#dialect.most;
    if (fits) this.#call("set", "cmi.suspend_data", state);
    if (score !== null) this.#save_score(score);
    if (this.#old) {
      const end = passed === null ? "completed" : passed ? "passed" : "failed";
      this.#call("set", "cmi.core.lesson_status", done ? end : "incomplete");
    } else {
      this.#call("set", "cmi.progress_measure", String(progress));
      this.#call("set", "cmi.completion_status", done ? "completed" : "incomplete");
      if (done && passed !== null) {
        this.#call("set", "cmi.success_status", passed ? "passed" : "failed");
      }
    }
    this.#call("commit", "");
    return fits;
  }

  #save_score(score) {
    const place = this.#old ? "cmi.core.score" : "cmi.score";
    this.#call("set", `${place}.min`, "0");
    this.#call("set", `${place}.max`, "100");
    this.#call("set", `${place}.raw`, String(Math.round(score * 100)));
    if (!this.#old) this.#call("set", `${place}.scaled`, String(score));
  }

  finish({done}, seconds) {
    const {exit, time, time_of} = this.#dialect;
    this.#call("set", time, time_of(seconds));
    this.#call("set", exit, !done ? "suspend" : this.#old ? "" : "normal");
    this.#call("commit", "");
    this.#call("close", "");
  }

  #get(name) {
    return String(this.#api[this.#dialect.calls.get](name) ?? "");
  }

  #call(what, ...values) {
    const {calls} = this.#dialect;
    if (String(this.#api[calls[what]](...values)) === "true") return;
    const code = this.#api[calls.error]();
    throw new Error(`${values[0] || calls[what]}: ${this.#api[calls.words](code)} (${code})`);
  }
}

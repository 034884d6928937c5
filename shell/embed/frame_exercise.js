// The open exercise, for a page around: answers, score, progress and completion as events; opening,
// keeping and handing in by request. The core judges; this only tells.

const kTextMax = 4000; // characters of a text in a message

// Where the learner is in it, or null where none is open.
export function read_exercise(bus) {
  return bus.model().exercise ? JSON.parse(bus.ask("course")).exercise : null;
}

export function standing_of({at, length, right, judged, of, solved}) {
  return {at, length, right, asked: judged, of, solved};
}

const cut = (text) => text.slice(0, kTextMax);
const is_done = ({at, length, solved}) => solved || at > length;
const answer_of = (id, step) => ({
  exercise: id,
  step: step.number,
  kind: step.asks ? step.question.kind : step.kind,
  question: cut(step.text),
  given: cut(step.answer),
  right: step.verdict === "right",
  sentence: cut(step.feedback),
  attempts: step.attempts,
});

const outcome_of = ({attempts, verdict}) => `${attempts} ${verdict}`;

// Which outcomes are new. The model has the steps up to the present one: of those behind it the
// first look knows only how many have an outcome.
class Outcomes {
  #known = new Map(); // step → its outcome
  #hidden = 0; // outcomes of steps that have not been seen

  // What is there is known.
  start({steps, judged}) {
    const seen = steps.filter(({attempts}) => attempts > 0);
    this.#known = new Map(seen.map((step) => [step.number, outcome_of(step)]));
    this.#hidden = judged - seen.length;
  }

  // The steps that have another outcome than is known.
  news({steps}) {
    return steps.filter((step) => step.attempts > 0 && this.#is_new(step));
  }

  #is_new(step) {
    const before = this.#known.get(step.number);
    const now = outcome_of(step);
    this.#known.set(step.number, now);
    if (before !== undefined || this.#hidden === 0) return before !== now;
    this.#hidden -= 1;
    return false;
  }
}

// tell(type, fields) as in messages.js. Returns what tells again where the learner is.
export function watch_exercise(bus, tell) {
  const outcomes = new Outcomes();
  let before = null;
  let told = {progress: "", completed: ""};
  const tell_once = (type, fields) => {
    const text = JSON.stringify(fields);
    if (told[type] !== text) tell(type, fields);
    told[type] = text;
  };
  const look = (_, how = {}) => {
    const now = read_exercise(bus);
    if (!now) {
      before = null;
      return;
    }
    const {id: exercise, right, judged: asked, of, solved} = now;
    const starts_over = asked === 0 && before?.judged > 0;
    const goes_on = before?.id === exercise && !how.restored && !starts_over;
    if (!goes_on) {
      outcomes.start(now);
      told = {progress: "", completed: ""};
    } else {
      const news = outcomes.news(now);
      for (const step of news) tell("answer", answer_of(exercise, step));
      if (news.length > 0) tell("score", {exercise, right, asked, of, solved});
    }
    tell_once("progress", {exercise, title: now.title, ...standing_of(now)});
    if (goes_on && is_done(now)) tell_once("completed", {exercise, right, of, solved});
    before = now;
  };
  look();
  bus.on_change(look);
  return () => {
    told.progress = "";
    look();
  };
}

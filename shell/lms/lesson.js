// The page of a package: shows the lab, and keeps score, completion and where the learner is with
// the platform.
//
//     lab ── answer, state ──▶ lesson ── commit after each ──▶ record (SCORM 1.2, 2004, cmi5)
//     record ── what was kept ──▶ lesson ── setState, load ──▶ lab
//
// `cutline_entry`: {id, title, kind, parameters, mastery (0 to 1 or null), exercises ([{id, title,
// of: questions and tasks, toml: of one that does not come with the lab}]), answers (asked for,
// without exercises)}. With neither, whoever has changed the run once has completed it.
import {Kept} from "./lesson_kept.js";
import {open_cmi5} from "./record_cmi5.js";
import {open_scorm} from "./record_scorm.js";
import {pack, unpack} from "./pack.js";

const entry = globalThis.cutline_entry;
const kWork = entry.exercises.length > 0 ? "progress" : "run";
const status = document.getElementById("status");
const began = performance.now();
const kept = new Kept(entry);
let record = null;
let finished = false;
let untold = 0; // answers that the platform has not been told yet
let queue = Promise.resolve(); // one after the other: a later save must not be overtaken

const seconds = () => Math.round((performance.now() - began) / 1000);

// What the platform is told: how far, whether done, whether passed; score from 0 to 1.
function result() {
  const {asked, done, of, right} = kept.counts;
  if (of === 0) return {progress: done ? 1 : 0, done, score: null, passed: null};
  const score = Math.min(1, right / of);
  const mastery = record?.mastery ?? entry.mastery; // the platform may know better
  const passed = mastery === null ? null : score >= mastery;
  return {progress: done ? 1 : Math.min(1, asked / of), done, score, passed};
}

function say(sentence) {
  status.textContent = sentence;
}

function say_where() {
  const {done, score, passed} = result();
  const {of, right} = kept.counts;
  const share = score === null ? "" : ` ${right} of ${of} right.`;
  const word = passed === null ? "" : passed ? " Passed." : " Not passed.";
  say(`${done ? "Done." : "Under way."}${share}${done ? word : ""}`);
}

// More than one exercise: a button for each, with what there is of it.
function make_exercises(lab) {
  const rows = entry.exercises.map(({id, title, of}) => {
    const button = document.createElement("button");
    const standing = document.createElement("span");
    button.type = "button";
    button.textContent = title;
    button.addEventListener("click", () => open_exercise(lab, id));
    const row = document.createElement("li");
    row.append(button, " ", standing);
    return {id, of, button, row, standing};
  });
  const place = document.getElementById("exercises");
  place.hidden = rows.length < 2;
  place.querySelector("ol").append(...rows.map(({row}) => row));
  return () => {
    for (const {id, of, button, standing} of rows) {
      const end = kept.values.done.includes(id) ? ", done" : "";
      standing.textContent = `${kept.right_in(id)} of ${of} right${end}`;
      if (id === kept.values.at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  };
}

function open_exercise(lab, id) {
  const {toml} = entry.exercises.find((one) => one.id === id);
  return lab.open({exercise: id, toml}).catch((error) => say(error.message));
}

function in_turn(work) {
  queue = queue.then(work).catch((error) => {
    say(`The platform did not take it: ${error.message}`);
  });
  return queue;
}

function save() {
  return in_turn(async () => {
    if (finished || !record || untold > 0) return; // there is a save behind each answer
    const fits = await record.save(result(), () => pack({...kept.values, said: record.said}));
    if (fits) say_where();
    else say(`This is too long to be kept here. The score is kept; save the ${kWork} as a file.`);
  });
}

// Once, and at once: a page that goes does not wait.
async function finish() {
  if (finished || !record) return;
  finished = true;
  try {
    await record.finish(result(), seconds());
  } catch (error) {
    say(`The platform did not take the end: ${error.message}`);
  }
}

function follow(lab, show_exercises) {
  // What is kept must not be an answer ahead of the run that it was given in.
  const take = async () => {
    const news = kept.take(await lab.getState());
    show_exercises();
    return news;
  };
  lab.addEventListener("cutline-answer", ({detail}) => {
    if (finished || (kept.has_exercises && !kept.is_ours(detail.exercise))) return;
    const {values} = kept;
    values.asked += 1;
    values.right += detail.right ? 1 : 0;
    values.changed = true;
    const number = values.asked;
    untold += 1;
    in_turn(async () => {
      untold -= 1;
      await take();
      await record?.answer(number, detail);
    });
    save();
  });
  lab.addEventListener("cutline-completed", ({detail: {exercise}}) => {
    const {done} = kept.values;
    if (finished || !kept.is_ours(exercise)) return;
    if (!done.includes(exercise)) done.push(exercise);
    in_turn(take);
    save();
  });
  lab.addEventListener("cutline-state", async () => {
    if (finished || !(await take())) return;
    kept.values.changed = true;
    save();
  });
  document.addEventListener("visibilitychange", () => document.hidden && save());
  window.addEventListener("pagehide", ({persisted}) => !persisted && finish());
  document.getElementById("exit").addEventListener("click", async () => {
    await save();
    await finish();
    say("Saved. You can close this window.");
    document.getElementById("exit").disabled = true;
    record?.leave?.();
  });
}

async function start() {
  document.title = entry.title;
  document.getElementById("title").textContent = entry.title;
  const lab = document.createElement("cutline-lab");
  lab.setAttribute("src", "cutline-lab.html");
  lab.setAttribute("title", entry.title);
  const {exercises, parameters} = entry;
  // The platform keeps it, learner by learner: not the browser, where several may sit in turn.
  const own = {storage: "none", exercises: exercises.map(({id}) => id).join(), screen: "exercises"};
  const attributes = exercises.length > 0 ? {...parameters, ...own} : parameters;
  for (const [name, value] of Object.entries(attributes)) lab.setAttribute(name, value);
  document.getElementById("place").append(lab);
  lab.load();
  let why = "There is no learning platform around this page: nothing is kept.";
  try {
    record = entry.kind === "cmi5" ? await open_cmi5(entry) : open_scorm(entry.kind);
  } catch (error) {
    why = `The platform cannot be reached, nothing is kept: ${error.message}`;
  }
  const before = record && (await unpack(record.state));
  await lab.ready;
  const {values} = kept;
  if (before) {
    const {said = [], ...rest} = before;
    record.said = said;
    Object.assign(values, rest);
  }
  const show_exercises = make_exercises(lab);
  if (values.run) await lab.setState(values.run);
  if (values.progress) await lab.setState({progress: values.progress});
  if (exercises.length > 0) await open_exercise(lab, values.at || exercises[0].id);
  kept.take(await lab.getState());
  show_exercises();
  follow(lab, show_exercises);
  if (record) say_where();
  else say(why);
  document.documentElement.dataset.ready = record ? "record" : "alone";
}

start();

// The page of a package: shows the lab, and keeps score, completion and the run with the platform.
//
//     lab ── answer, state ──▶ lesson ── commit after each ──▶ record (SCORM 1.2, 2004, cmi5)
//     record ── what was kept ──▶ lesson ── setState ──▶ lab
//
// `cutline_entry`: {id, title, kind, parameters, mastery (0 to 1 or null), answers (asked for)}.
// With no answers asked for, whoever has changed the run once has completed it.
import {open_cmi5} from "./record_cmi5.js";
import {open_scorm} from "./record_scorm.js";
import {pack, unpack} from "./pack.js";

const entry = globalThis.cutline_entry;
const status = document.getElementById("status");
const began = performance.now();
const kept = {right: 0, asked: 0, changed: false, run: ""};
let record = null;
let finished = false;
let queue = Promise.resolve(); // one after the other: a later save must not be overtaken

const seconds = () => Math.round((performance.now() - began) / 1000);

// What the platform is told: how far, whether done, whether passed; score from 0 to 1.
function result() {
  const wanted = entry.answers ?? 0;
  const {asked, changed, right} = kept;
  if (wanted === 0) return {progress: changed ? 1 : 0, done: changed, score: null, passed: null};
  const score = Math.min(1, right / wanted);
  const mastery = record?.mastery ?? entry.mastery; // the platform may know better
  const passed = mastery === null ? null : score >= mastery;
  return {progress: Math.min(1, asked / wanted), done: asked >= wanted, score, passed};
}

function say(sentence) {
  status.textContent = sentence;
}

function say_where() {
  const {done, score, passed} = result();
  const share = score === null ? "" : ` ${kept.right} of ${entry.answers} right.`;
  const word = passed === null ? "" : passed ? " Passed." : " Not passed.";
  say(`${done ? "Done." : "Under way."}${share}${done ? word : ""}`);
}

function in_turn(work) {
  queue = queue.then(work).catch((error) => {
    say(`The platform did not take it: ${error.message}`);
  });
  return queue;
}

function save() {
  return in_turn(async () => {
    if (finished || !record) return;
    const fits = await record.save(result(), () => pack({...kept, said: record.said}));
    if (fits) say_where();
    else say("This run is too long to be kept here. The score is kept; save the run as a file.");
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

function follow(lab) {
  lab.addEventListener("cutline-answer", ({detail}) => {
    if (finished) return;
    kept.asked += 1;
    kept.right += detail.right ? 1 : 0;
    kept.changed = true;
    const number = kept.asked;
    // The run with it: what is kept must not be an answer ahead of the run.
    in_turn(async () => {
      kept.run = (await lab.getState()).run;
      await record?.answer(number, detail);
    });
    save();
  });
  lab.addEventListener("cutline-state", async () => {
    if (finished) return;
    const {run} = await lab.getState();
    if (run === kept.run) return;
    kept.changed = true;
    kept.run = run;
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
  for (const [name, value] of Object.entries(entry.parameters)) lab.setAttribute(name, value);
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
  if (before) {
    const {said = [], ...rest} = before;
    record.said = said;
    Object.assign(kept, rest);
    if (kept.run) await lab.setState(kept.run);
  } else kept.run = (await lab.getState()).run;
  follow(lab);
  if (record) say_where();
  else say(why);
  document.documentElement.dataset.ready = record ? "record" : "alone";
}

start();

// What each request does to the lab: by the command bus, like everything else. A function returns
// {value} or {code, text}, or a promise of it.
import {read_exercise, standing_of} from "./frame_exercise.js";

const kChangeable = ["layout", "hide", "exercises", "links", "theme", "motion", "speed"];
const kNoExercises = {code: "not-loaded", text: "The exercises could not be loaded."};

// Where the run is, without what would make a message long.
export function place_of(model) {
  const {show, scenario, title, step, length, time, playing, ledger, diagram, queue} = model;
  const summary =
    show === "queue" ? `Backlog ${queue.backlog_text} at t = ${queue.time_text}.` : diagram.summary;
  return {
    screen: show,
    scenario,
    exercise: model.exercise,
    title,
    step,
    length,
    time,
    playing,
    verdict: ledger.verdict,
    summary: summary.slice(0, 4000),
    fingerprint: model.fingerprint,
  };
}

// One line. Who asked gets the refusal; the reader sees it only if nobody asked for an answer.
function run(line, {bus, message}) {
  const {ok, notice} = bus.run(line);
  if (ok) return {value: place_of(bus.model())};
  if (notice && message.req !== undefined) bus.dismiss(notice);
  return {code: "refused", text: notice?.sentence ?? "The lab refuses it."};
}

// Does what gives back whether it was done; a refusal's notice becomes the answer.
function attempt(act, {bus}) {
  const before = new Set(bus.model().notices.map(({id}) => id));
  const done = act();
  const notice = bus.model().notices.findLast(({id}) => !before.has(id));
  if (done) return {value: place_of(bus.model())};
  if (notice) bus.dismiss(notice);
  return {code: "refused", text: notice?.sentence ?? "The lab refuses it."};
}

// All of the acts in turn, each {value} or {code, text}; where one is refused, all is as before.
function do_all(acts, at, view = null) {
  const {bus} = at;
  const before = {run: bus.saved_run(), progress: bus.ask("progress"), id: bus.model().exercise};
  for (const [index, act] of acts.entries()) {
    const done = act();
    if (!done.code) continue;
    if (index === 0) return done; // nothing has changed
    bus.open_run(before.run);
    if (before.id) open_exercise(before.id, view, at);
    bus.tell("open_progress", [before.progress], {restored: true});
    return done;
  }
  return {value: place_of(bus.model())};
}

// One that does not come with the lab is opened from the text that was kept of it.
function open_exercise(id, view, at) {
  if (view?.own?.id === id) return attempt(() => view.open_own(view.own), at);
  if (names_of_exercises(at).includes(id)) return run(`exercise ${id}`, at);
  return {code: "refused", text: `There is no exercise "${id}".`};
}

const names_of_exercises = ({bus}) => JSON.parse(bus.ask("course")).entries.map(({id}) => id);

function load_scenario({scenario, seed, step}, at, view) {
  const lines = [
    ...(at.bus.model().exercise ? ["exercise leave"] : []),
    `scenario ${scenario}`,
    ...(seed === undefined ? [] : [`seed ${seed}`]),
    ...(step === undefined ? [] : [`seek ${step}`]),
  ];
  const acts = lines.map((line) => () => run(line, at));
  const done = do_all(acts, at, view);
  if (!done.code) at.exercises().put_away();
  return done;
}

async function load({scenario, seed, step, exercise, toml}, at) {
  const needs = exercise ? [scenario, seed, step] : [toml];
  if (!scenario === !exercise || needs.some((one) => one !== undefined))
    return {
      code: "bad-message",
      text: "load: a scenario, perhaps with seed and step; or an exercise, perhaps with toml.",
    };
  if (scenario && !at.bus.model().exercise) return load_scenario({scenario, seed, step}, at);
  const view = await at.exercises().view().catch(() => null);
  if (!view) return kNoExercises;
  if (scenario) return load_scenario({scenario, seed, step}, at, view);
  const done = toml
    ? attempt(() => view.open_own({id: exercise, text: toml, address: ""}), at)
    : open_exercise(exercise, view, at);
  if (!done.code) view.open_if_none();
  return done;
}

async function set_state({run: text, progress, exercise}, at) {
  if (text === undefined && progress === undefined && exercise === undefined)
    return {code: "bad-message", text: "setState: run, progress or exercise is missing."};
  const {bus} = at;
  const same = progress === undefined || progress === bus.ask("progress");
  if (same && !exercise && !bus.model().exercise)
    return attempt(() => text === undefined || bus.open_run(text), at);
  const view = await at.exercises().view().catch(() => null);
  if (!view) return kNoExercises;
  const open_progress = () => bus.tell("open_progress", [progress], {restored: true});
  const acts = [
    text !== undefined && (() => attempt(() => bus.open_run(text), at)),
    progress !== undefined && (() => attempt(open_progress, at)),
    exercise !== undefined && (() => (exercise ? open_exercise(exercise, view, at) : leave(at))),
  ];
  return do_all(acts.filter(Boolean), at, view);
}

function leave(at) {
  const {bus} = at;
  return bus.model().exercise ? run("exercise leave", at) : {value: place_of(bus.model())};
}

function get_submission({bus}) {
  let submission = "";
  const done = attempt(() => {
    submission = bus.ask("submission");
    bus.changed({quiet: true}); // a refusal is a notice
    return submission !== "";
  }, {bus});
  return done.code ? done : {value: {exercise: bus.model().exercise, submission}};
}

function set_option({name, value}, {bus, options, look}) {
  const {fault_of, kOptions} = globalThis.cutline_options;
  const option = kOptions.find((one) => one.name === name);
  if (!option || !kChangeable.includes(name)) {
    return {code: "not-now", text: `These can be changed: ${kChangeable.join(", ")}.`};
  }
  const empty = value === "" && option.initial === "";
  const fault = empty ? "" : fault_of(option, value, true);
  if (fault) return {code: "bad-message", text: fault.replace("The address says ", "")};
  options.values[name] = value;
  if (name === "theme") document.getElementById("theme").value = value || "auto";
  if (name === "speed" && value) bus.run(`speed ${value}`);
  window.cutline_boot.set_layout(options.values);
  look();
  bus.changed({quiet: true});
  return {value: {name, value}};
}

const kDo = {
  list: (_, {bus}) => {
    const screens = [...document.querySelectorAll("#screens [data-show]")];
    return {
      value: {
        scenarios: bus.model().scenarios.map(({name}) => name),
        screens: [...screens.map((one) => one.dataset.show), "exercises"],
        exercises: names_of_exercises({bus}),
      },
    };
  },
  load: (message, at) => load(message, at),
  command: ({line}, at) => run(line, at),
  play: (_, at) => run("play", at),
  pause: (_, at) => {
    const was_playing = at.bus.model().playing || at.was_playing;
    const done = at.bus.model().playing ? run("pause", at) : {value: place_of(at.bus.model())};
    return {...done, value: {...done.value, was_playing}};
  },
  resume: (_, at) => (at.was_playing ? run("play", at) : {value: place_of(at.bus.model())}),
  step: (_, at) => run("step", at),
  back: (_, at) => run("back", at),
  seek: ({step}, at) => run(`seek ${step}`, at),
  reset: (_, at) => run("reset", at),
  getState: (_, {bus}) => {
    const open = read_exercise(bus);
    const state = {run: bus.saved_run(), progress: bus.ask("progress")};
    return {value: {...place_of(bus.model()), ...state, ...(open ? standing_of(open) : {})}};
  },
  setState: (message, at) => set_state(message, at),
  getSubmission: (_, at) => get_submission(at),
  setOption: (message, at) => set_option(message, at),
  screenshot: (_, {picture}) => {
    const png = picture()?.take() ?? "";
    return png ? {value: {png}} : {code: "no-picture", text: "There is no picture now."};
  },
  focus: () => {
    document.getElementById("lab").focus({preventScroll: true});
    return {value: {}};
  },
};

export function do_request(message, {bus, ...more}) {
  return kDo[message.type](message, {...more, bus: bus(), message});
}

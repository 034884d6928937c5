// What each request does to the lab: by the command bus, like everything else. A function returns
// {value} or {code, text}.

const kChangeable = ["layout", "hide", "links", "theme", "motion", "speed"];

// Where the run is, without what would make a message long.
export function place_of(model) {
  const {show, scenario, title, step, length, time, playing, ledger, diagram, queue} = model;
  const summary =
    show === "queue" ? `Backlog ${queue.backlog_text} at t = ${queue.time_text}.` : diagram.summary;
  return {
    screen: show,
    scenario,
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

// A saved run, or nothing.
function open_run(text, {bus}) {
  const before = new Set(bus.model().notices.map(({id}) => id));
  const opened = bus.open_run(text);
  const notice = bus.model().notices.findLast(({id}) => !before.has(id));
  if (opened) return {value: place_of(bus.model())};
  if (notice) bus.dismiss(notice);
  return {code: "refused", text: notice?.sentence ?? "The lab refuses it."};
}

// All of the lines, or none.
function run_all(lines, at) {
  const before = at.bus.saved_run();
  for (const line of lines) {
    const done = run(line, at);
    if (!done.code) continue;
    at.bus.open_run(before);
    return done;
  }
  return {value: place_of(at.bus.model())};
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
  list: (_, {bus}) => ({
    value: {
      scenarios: bus.model().scenarios.map(({name}) => name),
      screens: [...document.querySelectorAll("#screens [data-show]")].map(
        (one) => one.dataset.show,
      ),
    },
  }),
  load: ({scenario, seed, step}, at) =>
    run_all(
      [
        `scenario ${scenario}`,
        ...(seed === undefined ? [] : [`seed ${seed}`]),
        ...(step === undefined ? [] : [`seek ${step}`]),
      ],
      at,
    ),
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
  getState: (_, {bus}) => ({value: {...place_of(bus.model()), run: bus.saved_run()}}),
  setState: ({run: text}, at) => open_run(text, at),
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

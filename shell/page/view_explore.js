// The explorer: every interleaving of the present system, a slice at a time, and what came of each
// claim. The lab goes on only when it is told to; this tells it, by a timer that leaves the page
// free between two slices. Loaded behind the first picture: main.js.
import {
  element,
  fill_rows,
  reconcile_parts,
  set_attribute,
  set_hidden,
  set_text,
} from "./dom.js";
import {Field} from "./field.js";
import {make_claims, make_runs, Refusal} from "./view_explore_claims.js";
import {make_parameter} from "./view_settings.js";

const kSliceTime_ms = 20; // what a slice should take: the page answers between two of them
const kSliceMin = 50; // states
const kSliceMax = 100_000;
const kPassedMax_ms = 3_600_000; // more the lab does not take for one slice

// What channels may do to messages is a setting of the run; whoever explores wants it at hand.
const kFaults = ["loss", "duplication", "reliable"];
const kBounds = {
  states: {label: "At most so many states", hint: "1 to 100000000"},
  memory: {label: "At most so much memory (MB)", hint: "1 to 128"},
  time: {label: "At most so long", hint: "a duration up to 1h, such as 90s"},
};

export function make_explore(bus) {
  const section = document.getElementById("explore");
  const part = (name) => section.querySelector(`[data-part=${name}]`);
  set_hidden(part("all"), false);
  make_setup(bus, part("setup"));
  make_bounds(bus, part("bounds"));
  make_claims(bus, section);
  make_start(bus, section, part("start"));
  make_progress(bus, section);
  make_runs(bus, section);
  new Slices(bus);
  bus.changed({quiet: true});
}

function make_setup(bus, place) {
  bus.on_change(({parameters}) =>
    reconcile_parts(
      place,
      [
        ...parameters.filter(({key}) => key.startsWith("explore-")),
        ...parameters.filter(({key}) => kFaults.includes(key)),
      ],
      {key: ({key}) => key, make: (parameter) => make_parameter(bus, parameter)},
    ),
  );
}

function make_bounds(bus, place) {
  bus.on_change(({explore}) =>
    reconcile_parts(place, explore.bounds, {
      key: ({key}) => key,
      make: ({key}) => {
        const {label, hint} = kBounds[key];
        const field = new Field(bus, {
          label,
          line: (text) => `explore limit ${key} ${text}`,
          numeric: key !== "time",
        });
        return {node: field.node, update: ({value}) => field.update({value, hint})};
      },
    }),
  );
}

// A refusal to start stands beside the button, and goes with the next try.
function make_start(bus, section, place) {
  const button = element("button", {type: "button", class: "main"});
  const refusal = new Refusal(bus);
  place.append(button, refusal.node);
  button.addEventListener("click", () => {
    const done = refusal.run(button.dataset.command);
    set_attribute(button, "aria-describedby", done ? null : refusal.node.id);
  });
  bus.on_change(({explore}) => {
    set_text(button, explore.action.label);
    set_attribute(button, "data-command", explore.action.command);
    set_attribute(section, "data-status", explore.status);
  });
}

const kEarly = "Ended early: ";

function make_progress(bus, section) {
  const part = (name) => section.querySelector(`[data-part=${name}]`);
  const [progress, bar, sentence, ended, advice] = [
    "progress",
    "share",
    "sentence",
    "ended",
    "advice",
  ].map(part);
  const figures = section.querySelector("#explore-figures tbody");
  bus.on_change(({explore}) => {
    set_hidden(progress, explore.status === "none");
    if (explore.status === "none") return;
    bar.value = explore.share;
    set_text(sentence, explore.sentence);
    set_text(ended, explore.advice && `${kEarly}${explore.status}.`);
    set_text(advice, explore.advice);
    set_hidden(advice.parentElement, explore.advice === "");
    fill_rows(
      figures,
      explore.figures.map(({label, value, bound}) => ({
        key: label,
        cells: [label, {text: value, kind: "number"}, {text: bound || "–", kind: "number"}],
      })),
    );
  });
}

// Goes on for as long as the lab says "running", whoever started it. A slice has as many states as
// the last ones took time for.
class Slices {
  #bus;
  #timer = null;
  #states = 1000;
  #last_ms = 0; // the end of the last slice, or the start

  constructor(bus) {
    this.#bus = bus;
    bus.on_change(({explore}) => this.#follow(explore.status === "running"));
  }

  #follow(running) {
    if (!running || this.#timer !== null) return;
    this.#last_ms ||= performance.now();
    this.#timer = setTimeout(() => this.#go_on(), 0);
  }

  // The timer is taken down last: what the slice changes would put up the next one with a time that
  // is not known yet.
  #go_on() {
    const before_ms = performance.now();
    const passed_ms = Math.min(kPassedMax_ms, Math.round(before_ms - this.#last_ms));
    if (this.#is_running()) {
      this.#last_ms = before_ms;
      this.#bus.run(`explore on ${this.#states} ${passed_ms}ms`);
      const share = kSliceTime_ms / Math.max(1, performance.now() - before_ms);
      const wanted = this.#states * Math.min(2, Math.max(0.25, share));
      this.#states = Math.round(Math.min(kSliceMax, Math.max(kSliceMin, wanted)));
    }
    this.#timer = null;
    if (this.#is_running()) this.#follow(true);
    else this.#last_ms = 0;
  }

  #is_running() {
    return this.#bus.model().explore.status === "running";
  }
}

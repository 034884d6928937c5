// The run's controls: back, step, play or pause, reset, and the fields for step, speed, scenario
// and seed.
import {element, set_text} from "./dom.js";
import {make_command_button} from "./buttons.js";
import {Field} from "./field.js";

const kButtons = [
  {command: "back", label: "Back", says: "One step back"},
  {command: "step", label: "Step", says: "One step forward", kind: "main"},
  {command: "play", label: "Play", says: "Play the run"},
  {command: "reset", label: "Reset", says: "Back to the start"},
];

const kWords = {
  transfers: {step: "step", seek: "Go to step", speed: "steps/s"},
  jobs: {step: "event", seek: "Go to event or time", speed: "s per second"},
};

// The lab's own entry for a command says whether it can be done now.
function action_for(model, {command, label}) {
  const known = model.actions.find((action) => action.command === command);
  return {command, label, why_not: known?.why_not ?? ""};
}

// Where there is room the fields are always there; else the picture comes first.
function open_where_wide(details) {
  const wide = window.matchMedia("(min-width: 60rem)");
  const follow = () => {
    details.open = wide.matches;
  };
  wide.addEventListener("change", follow);
  follow();
}

function make_buttons(bus, place, speak) {
  const reasons = element("p", {class: "whys"});
  for (const spec of kButtons) {
    const part = make_command_button(bus, {speak, kind: spec.kind});
    place.append(part.button);
    reasons.append(part.why);
    bus.on_change((model) => {
      const playing = spec.command === "play" && model.playing;
      const now = playing
        ? {...spec, command: "pause", label: "Pause", says: "Pause the run"}
        : spec;
      part.update(action_for(model, now));
      part.button.title = now.says;
    });
  }
  place.append(reasons);
}

export function make_transport(bus, speak) {
  const section = document.getElementById("transport");
  make_buttons(bus, section.querySelector(".buttons"), speak);

  const of_steps = element("span", {class: "unit"});
  const seek = new Field(bus, {
    label: "Go to step",
    line: (text) => `seek ${text}`,
    numeric: true,
    after: of_steps,
  });
  const unit_of_speed = element("span", {class: "unit"});
  const speed = new Field(bus, {
    label: "Speed",
    line: (text) => `speed ${text}`,
    numeric: true,
    after: unit_of_speed,
  });
  const scenario = new Field(bus, {
    label: "Scenario",
    line: (text) => `scenario ${text}`,
    options: [],
  });
  const seed = new Field(bus, {label: "Seed", line: (text) => `seed ${text}`, numeric: true});
  open_where_wide(section.querySelector("details"));
  section.querySelector(".fields").append(seek.node, speed.node, scenario.node, seed.node);
  scenario.node.classList.add("broad");

  bus.on_change((model) => {
    const words = kWords[model.show] ?? kWords.transfers;
    set_text(document.getElementById("now-title"), model.title);
    set_text(
      document.getElementById("now-place"),
      `at ${model.time}, ${words.step} ${model.step} of ${model.length}`,
    );
    set_text(unit_of_speed, words.speed);
    set_text(of_steps, `of ${model.length}`);
    seek.update({value: String(model.step), label: words.seek});
    speed.update({value: String(model.speed)});
    scenario.update({
      value: model.scenario,
      options: model.scenarios.map(({name, title}) => ({value: name, text: title})),
    });
    const parameter = model.parameters.find((one) => one.key === "seed");
    seed.update({value: parameter?.value ?? ""});
  });
}

// The scenario's parameters, each a field with its unit, and the run as text.
import {element, reconcile, reconcile_parts, set_text} from "./dom.js";
import {Field} from "./field.js";

const kInTransport = ["seed", "scenario"];
const kInExplorer = "explore-"; // view_explore.js

export function make_settings(bus) {
  const section = document.getElementById("settings");
  const place = section.querySelector(".fields");
  bus.on_change((model) => {
    reconcile_parts(
      place,
      model.parameters.filter(
        ({key}) => !kInTransport.includes(key) && !key.startsWith(kInExplorer),
      ),
      {
        key: ({key}) => key,
        make: (parameter) => make_parameter(bus, parameter),
      },
    );
  });
  const notes = section.querySelector(".notes");
  bus.on_change(({job}) =>
    reconcile(notes, job?.notes ?? [], {
      key: (note) => note,
      create: () => element("li"),
      update: set_text,
    }),
  );
  make_run_text(bus, section.querySelector("#run-text"));
}

export function make_parameter(bus, {key, label, options}) {
  let initial = "";
  const restore = element("button", {type: "button", class: "quiet"});
  const field = new Field(bus, {
    label,
    line: (text) => `set ${key} ${text}`,
    options: options.length > 0 ? [] : null,
    after: restore,
  });
  restore.addEventListener("click", () => {
    field.control.focus({preventScroll: true});
    bus.run(`set ${key} ${initial}`);
  });
  return {
    node: field.node,
    update(parameter) {
      initial = parameter.initial;
      field.update({
        value: parameter.value,
        hint: parameter.hint,
        label: parameter.label,
        options:
          options.length > 0 ? parameter.options.map((value) => ({value, text: value})) : null,
      });
      set_text(restore, `Back to ${initial}`);
      restore.hidden = parameter.value === initial || initial === "";
    },
  };
}

// Long, and rarely looked at: filled only while it is open.
function make_run_text(bus, details) {
  const update = () => {
    if (details.open) set_text(details.querySelector("pre"), bus.model().run.join("\n"));
  };
  details.addEventListener("toggle", update);
  bus.on_change(update);
}

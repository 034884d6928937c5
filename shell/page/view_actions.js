// What can be done by hand now, as buttons in groups. An action whose command leaves a place open
// ("send A>B …") has a field for it.
import {element, fresh_id, reconcile, set_attribute, set_hidden, set_text} from "./dom.js";
import {fill_buttons, make_command_button} from "./buttons.js";
import {why_no_value} from "./field.js";

const kElsewhere = ["transport", "queue", "compare"];
const kTitles = {
  snapshot: "Snapshot",
  deliver: "Deliver",
  wire: "On the wire",
  send: "Send a transfer",
  fault: "Break a channel",
  moment: "Go on to",
  checkpoint: "Checkpoints",
  failure: "Let a task fail",
  panel: "In the picture",
};
const kOpen = ["snapshot", "deliver", "wire", "moment", "checkpoint", "panel"];
const kOpenPlace = "…";

export function make_actions(bus, speak) {
  const place = document.querySelector("#actions .groups");
  bus.on_change((model) => {
    const actions = model.actions.filter((action) => !kElsewhere.includes(action.group));
    const groups = [...new Set(actions.map((action) => action.group))];
    reconcile(place, groups, {
      key: (group) => group,
      create: (group) =>
        element(
          "details",
          {open: kOpen.includes(group) ? "" : null},
          element("summary", {}, kTitles[group] ?? group),
          element("ul", {class: "actions"}),
        ),
      update: (node, group) =>
        fill_buttons(
          node.querySelector("ul"),
          actions.filter((action) => action.group === group),
          (action) => make_row(bus, speak, action),
        ),
    });
  });
}

function make_row(bus, speak, {command}) {
  return command.includes(kOpenPlace) ? make_form(bus, speak) : make_plain(bus, speak);
}

function make_plain(bus, speak) {
  const {button, why, update} = make_command_button(bus, {speak});
  return {node: element("li", {}, button, why), update};
}

// A refused argument shows its notice below, as a field does; the row is its claimant.
function make_form(bus, speak) {
  const id = fresh_id("argument");
  const input = element("input", {
    id,
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    size: "4",
  });
  const {button, why, update} = make_command_button({run: send}, {speak});
  const error = element("span", {id: `${id}-error`, class: "field-error", hidden: ""});
  const node = element("li", {class: "with-argument"}, input, button, why, error);
  const row = {node};
  let notice = null;

  function send(command) {
    if (notice) bus.dismiss(notice);
    const why = why_no_value(input.getAttribute("aria-label"), input.value);
    const result = why
      ? {ok: false, notice: bus.notice(why, row)}
      : bus.run(command.replace(kOpenPlace, input.value.trim()), row);
    notice = result.notice;
    set_text(error, result.ok ? "" : (notice?.sentence ?? "That was refused."));
    set_hidden(error, result.ok);
    set_attribute(input, "aria-invalid", result.ok ? null : "true");
    set_attribute(input, "aria-describedby", result.ok ? null : error.id);
  }

  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    button.click();
  });
  row.update = (action) => {
    update(action);
    set_attribute(input, "aria-label", `Amount: ${action.label}`);
  };
  return row;
}

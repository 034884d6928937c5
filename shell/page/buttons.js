// Buttons that send one command. One that cannot be used stays in place and in the tab order, says
// aria-disabled, and the reason stands beside it.
import {element, fresh_id, reconcile_parts, set_attribute, set_hidden, set_text} from "./dom.js";

// A button for an action that is found anew in every model. `speak` says the reason when it is
// pressed.
export function make_command_button(bus, {speak, kind = null}) {
  const id = fresh_id("why");
  const label = element("span");
  const button = element("button", {type: "button", class: kind}, label);
  const why = element("span", {id, class: "why", hidden: ""});
  let action = null;
  button.addEventListener("click", () => {
    if (action.why_not) speak(action.why_not);
    else bus.run(action.command);
  });
  return {
    button,
    why,
    update(next) {
      action = next;
      set_text(label, action.label);
      set_attribute(button, "aria-disabled", action.why_not ? "true" : null);
      set_attribute(button, "aria-describedby", action.why_not ? id : null);
      set_attribute(button, "data-command", action.command);
      set_text(why, action.why_not);
      set_hidden(why, !action.why_not);
    },
  };
}

// A list of such buttons, each with its reason behind it.
export function fill_buttons(list, actions, make) {
  reconcile_parts(list, actions, {key: (action) => action.command, make});
}

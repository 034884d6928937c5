// What is around the screens: the choice between them, and the notices.
import {element, reconcile, set_attribute, set_hidden, set_text} from "./dom.js";

export function make_screens(bus) {
  const app = document.getElementById("app");
  const screens = document.getElementById("screens");
  const buttons = [...screens.querySelectorAll("[data-show]")];
  for (const button of buttons) {
    button.addEventListener("click", () => bus.run(`show ${button.dataset.show}`));
  }
  bus.on_change((model) => {
    set_attribute(app, "data-show", model.show);
    for (const button of buttons) {
      set_attribute(button, "aria-pressed", String(button.dataset.show === model.show));
    }
    set_hidden(document.getElementById("transport"), model.show === "queue");
    for (const part of app.querySelectorAll("[data-screen]")) {
      set_hidden(part, !part.dataset.screen.split(" ").includes(model.show));
    }
  });
}

// Notices that no field shows beside itself. They are spoken by the live regions, once, not from
// here.
export function make_notices(bus) {
  const section = document.getElementById("notices");
  const list = section.querySelector("ul");
  bus.on_change((model) => {
    const notices = model.notices.filter((notice) => !bus.claimant(notice)?.node.isConnected);
    set_hidden(section, notices.length === 0);
    reconcile(list, notices, {
      key: (notice) => notice.id,
      create: (notice) => {
        const button = element(
          "button",
          {type: "button", class: "dismiss", "aria-label": "Dismiss"},
          "×",
        );
        button.addEventListener("click", () => bus.dismiss(notice));
        return element("li", {}, element("span"), button);
      },
      update: (node, notice) => set_text(node.firstElementChild, notice.sentence),
    });
  });
}

// The picture's keys, in the about dialog: each action brings its own.
export function make_keys(bus) {
  const list = document.getElementById("keys");
  const known = new Map(); // key → {labels, text}
  bus.on_change((model) => {
    for (const {key, label} of [...model.actions, ...model.queue.actions]) {
      if (!key) continue;
      if (!known.has(key)) {
        const text = element("dd");
        list.append(element("dt", {}, key), text);
        known.set(key, {labels: new Set(), text});
      }
      const {labels, text} = known.get(key);
      labels.add(label);
      set_text(text, [...labels].join(", "));
    }
  });
}

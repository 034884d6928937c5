// Every snapshot: how it was taken, whether it is complete, its ledger and verdict.
import {element, fresh_id, reconcile_parts, set_attribute, set_hidden, set_text} from "./dom.js";
import {make_ledger} from "./view_ledger.js";

export function make_snapshots(bus) {
  const section = document.getElementById("snapshots");
  const list = section.querySelector(".snapshot-list");
  bus.on_change((model) => {
    set_hidden(section.querySelector(".nothing"), model.snapshots.length > 0);
    const items = model.snapshots.map((snapshot) => ({...snapshot, unit: model.system.unit}));
    reconcile_parts(list, items, {
      key: (snapshot) => snapshot.name,
      make: (snapshot) => make_snapshot(bus, snapshot.name),
    });
  });
}

function make_snapshot(bus, name) {
  const id = fresh_id("snapshot");
  const select = element(
    "button",
    {type: "button", "data-command": `select ${name}`},
    "Show ",
    element("span", {class: "unseen"}, name),
    " in the picture",
  );
  select.addEventListener("click", () => bus.run(`select ${name}`));
  const story = element("p", {class: "story"});
  const ledger = make_ledger();
  const node = element(
    "article",
    {"aria-labelledby": id, "data-snapshot": name},
    element("div", {class: "heading"}, element("h3", {id}, `Snapshot ${name}`), select),
    story,
    ledger.node,
  );
  return {
    node,
    update(snapshot) {
      set_text(story, story_of(snapshot));
      set_attribute(select, "aria-pressed", String(snapshot.selected));
      set_attribute(node, "data-selected", snapshot.selected ? "" : null);
      ledger.update(snapshot.ledger, snapshot.unit);
    },
  };
}

function story_of({kind, initiator, started, completed, missing}) {
  const begin = `${kind}, ${initiator ? `started by ${initiator}` : "all at once"} at ${started}`;
  return completed ? `${begin}, complete at ${completed}.` : `${begin}, incomplete: ${missing}.`;
}

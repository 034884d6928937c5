// The comparison in words: which modes, what is different, the figures side by side, and each
// column's checkpoints with what limited them.
import {element, fill_rows, reconcile, reconcile_parts, set_hidden, set_text} from "./dom.js";
import {on_job} from "./view_job.js";

const kBytesMax = 4 * 1024 * 1024; // kClusterBytesMax: a longer file is not even read

const kModes = ["aligned", "unaligned", "aligned-timeout", "at-least-once"];
const kMarked = 2; // of them, at first

function make_box(value, index) {
  const box = element("input", {type: "checkbox", value, checked: index < kMarked ? "" : null});
  return element("label", {}, box, ` ${value}`);
}

// What stands in the section: the choice, and below it what came of it.
function lay_out(section) {
  const part = (tag, name, more = {}, ...children) =>
    element(tag, {"data-part": name, ...more}, ...children);
  const figures = part(
    "table",
    "figures",
    {},
    element("caption", {}, "Figures side by side"),
    element("thead", {}, element("tr")),
    element("tbody"),
  );
  const tall = {class: "tall", tabindex: "0", role: "group", "aria-label": "Figures side by side"};
  section.append(
    element("p", {class: "lead"}, "The same job, seed, settings and hands, on one clock."),
    element(
      "fieldset",
      {class: "choices"},
      element("legend", {}, "Checkpoint modes"),
      ...kModes.map(make_box),
    ),
    element(
      "p",
      {class: "buttons"},
      element("button", {type: "button"}, "Compare"),
      element("button", {type: "button", hidden: ""}, "Compare no longer"),
    ),
    element(
      "p",
      {class: "field"},
      element("label", {for: "job-cluster"}, "A cluster’s own /jobs/…/checkpoints (Flink 2.1)"),
      element("input", {type: "file", id: "job-cluster", accept: ".json,application/json"}),
    ),
    part(
      "div",
      "compared",
      {hidden: ""},
      element("h3", {}, "What is different"),
      part("p", "same", {}, "Nothing so far."),
      part("ul", "differences"),
      element("div", tall, figures),
      part("div", "columns", {class: "charts"}),
    ),
  );
}

export function make_job_compare(bus) {
  const section = document.getElementById("job-compare");
  lay_out(section);
  const part = (name) => section.querySelector(`[data-part="${name}"]`);
  const boxes = [...section.querySelectorAll('input[type="checkbox"]')];
  const [start, stop] = section.querySelectorAll(".buttons button");
  const file = section.querySelector('input[type="file"]');
  start.addEventListener("click", () => {
    const modes = boxes.filter(({checked}) => checked).map(({value}) => value);
    if (modes.length === 0) bus.notice("No mode is chosen: name two to four to compare.");
    else bus.run(`compare ${modes.join(" ")}`);
  });
  stop.addEventListener("click", () => bus.run("compare off"));
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    if (chosen.size > kBytesMax) {
      bus.notice(`The document was not opened: it has more than ${kBytesMax} bytes.`);
    } else {
      bus.tell("open_cluster", [chosen.name, await chosen.text()]);
    }
    file.value = ""; // so that the same file can be chosen again
  });

  let compared = ""; // the modes that are compared, wherever that was asked for
  on_job(bus, ({compare: {columns, rows, differences}}) => {
    const modes = columns.map(({name}) => name).filter((name) => kModes.includes(name));
    if (modes.length > 0 && compared !== modes.join())
      for (const box of boxes) box.checked = modes.includes(box.value);
    compared = modes.join();
    set_hidden(stop, columns.length === 0);
    set_hidden(part("compared"), columns.length === 0);
    reconcile(part("differences"), differences, {
      key: (sentence) => sentence.split(":")[0],
      create: () => element("li"),
      update: set_text,
    });
    set_hidden(part("same"), differences.length > 0);
    fill_table(part("figures"), columns, rows);
    reconcile_parts(part("columns"), columns, {key: ({name}) => name, make: make_column});
  });
}

function fill_table(table, columns, rows) {
  const heads = ["Figure", ...columns.map(({name}) => name), "Difference"];
  reconcile(table.tHead.rows[0], heads, {
    key: (name) => name,
    create: () => element("th", {scope: "col"}),
    update: set_text,
  });
  fill_rows(
    table.tBodies[0],
    rows.map(({name, values, difference}) => ({
      key: `${columns.length} ${name}`,
      cells: [name, ...values, difference],
    })),
  );
}

function make_column() {
  const summary = element("summary");
  const notes = element("ul", {class: "notes"});
  const caption = element("caption");
  const head = element("tr");
  for (const name of ["Checkpoint", "Triggered", "State", "Took", "Alignment", "In flight"])
    head.append(element("th", {scope: "col"}, name));
  head.append(element("th", {scope: "col"}, "Limited by"));
  const body = element("tbody");
  const table = element("table", {}, caption, element("thead", {}, head), body);
  const tall = element("div", {class: "tall", tabindex: "0", role: "group"}, table);
  const node = element("details", {}, summary, notes, tall);
  const update = ({name, title, why_not, notes: words, checkpoints, checkpoints_before}) => {
    set_text(summary, `${name}: ${title}`);
    tall.setAttribute("aria-label", `Checkpoints of ${name}`);
    const older = checkpoints_before > 0 ? `; ${checkpoints_before} older left out` : "";
    set_text(caption, `Checkpoints of ${name}${older}`);
    const lines = why_not ? [`Refused: ${why_not}.`] : words;
    set_hidden(notes, lines.length === 0);
    reconcile(notes, lines, {key: (line) => line, create: () => element("li"), update: set_text});
    set_hidden(tall, checkpoints.length === 0);
    fill_rows(
      body,
      checkpoints.map((each) => ({
        key: each.name,
        cells: [
          each.name,
          each.triggered,
          each.status,
          each.duration || "–",
          each.alignment || "–",
          each.in_flight,
          each.limit ? `${each.limit}: ${each.limited_by}` : each.limited_by || "–",
        ],
      })),
    );
  };
  return {node, update};
}

// A job's checkpoints: a line for each, and the parts of the one that is shown in detail.
import {element, fill_rows, reconcile, set_hidden, set_text} from "./dom.js";
import {on_job} from "./view_job.js";

const kKinds = {completed: "good", failed: "bad", "in progress": "open"};
const number = (text) => ({text: text || "–", kind: "number"});

export function make_job_checkpoints(bus) {
  const section = document.getElementById("job-checkpoints");
  const [list, parts] = section.querySelectorAll("table");
  const shown_part = section.querySelector('[data-part="shown"]');
  const select = section.querySelector("select");
  select.addEventListener("change", () => bus.run(`select ${select.value}`));

  on_job(bus, ({checkpoints, checkpoints_before}) => {
    set_hidden(section.querySelector(".nothing"), checkpoints.length > 0);
    set_hidden(list.parentElement, checkpoints.length === 0);
    set_text(
      list.caption,
      "The newest first" + (checkpoints_before > 0 ? `; ${checkpoints_before} older left out` : ""),
    );
    fill_rows(list.tBodies[0], checkpoints.map(row_of));
    const shown = checkpoints.find(({selected}) => selected);
    set_hidden(shown_part, !shown);
    if (shown) fill_shown(section, parts, select, checkpoints, shown);
  });
}

function row_of(checkpoint) {
  const {name, kind, status, triggered, duration, bytes, in_flight, limit, verdict, selected} =
    checkpoint;
  return {
    key: name,
    kind: selected ? "here" : null,
    cells: [
      kind === "savepoint" ? `${name} (savepoint)` : name,
      number(triggered),
      {text: status, kind: kKinds[status]},
      number(duration),
      number(bytes),
      number(in_flight),
      limit || "–",
      verdict || "–",
    ],
  };
}

function fill_shown(section, table, select, checkpoints, shown) {
  reconcile(select, checkpoints, {
    key: ({name}) => name,
    create: ({name}) => element("option", {value: name}),
    update: (node, {name, status}) => set_text(node, `${name}, ${status}`),
  });
  if (select.value !== shown.name) select.value = shown.name;
  const words = [
    shown.missing && `${shown.name} ${shown.status === "failed" ? "" : "waits: "}${shown.missing}`,
    shown.limited_by && `What limits it (${shown.limit}): ${shown.limited_by}`,
  ];
  set_text(
    section.querySelector('[data-part="missing"]'),
    words.filter(Boolean).map((sentence) => `${sentence}.`).join(" "),
  );
  set_text(table.caption, `Parts of ${shown.name}, by task`);
  fill_rows(
    table.tBodies[0],
    shown.parts.map((part) => ({
      key: part.subtask,
      cells: [
        part.subtask,
        number(part.start_delay),
        number(part.alignment),
        number(part.sync),
        number(part.async),
        number(part.stored_at),
        number(part.in_flight),
        part.missing || "nothing",
      ],
    })),
  );
}

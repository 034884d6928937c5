// A job's charts in words: what each is now and was at most, and a table of moments, each of which
// leads there.
import {element, reconcile, reconcile_parts, set_attribute, set_hidden, set_text} from "./dom.js";
import {on_job} from "./view_job.js";

export function make_job_charts(bus) {
  const section = document.getElementById("job-charts");
  const marks = section.querySelector(".marks");
  const place = section.querySelector(".charts");
  on_job(bus, (job) => {
    set_hidden(marks, job.marks.length === 0);
    reconcile(marks, job.marks, {
      key: (words) => words,
      create: () => element("li"),
      update: set_text,
    });
    reconcile_parts(place, job.charts, {key: ({name}) => name, make: () => make_chart(bus)});
  });
}

function make_chart(bus) {
  const title = element("strong");
  const state = element("span");
  const head = element("tr");
  const caption = element("caption");
  const body = element("tbody");
  const table = element("table", {}, caption, element("thead", {}, head), body);
  const tall = element("div", {class: "tall", tabindex: "0", role: "group"}, table);
  const nothing = element("p", {}, "Nothing to show yet.");
  const node = element("details", {}, element("summary", {}, title, " ", state), nothing, tall);
  let chart = null;

  // Rows of a closed table are not worth their bytes of document.
  const fill = () => {
    if (chart && node.open) fill_rows_of(bus, body, chart);
  };
  node.addEventListener("toggle", fill);
  const update = (model) => {
    chart = model;
    const {title: words, now, highest, lines, per_checkpoint, rows} = model;
    set_attribute(node, "data-chart", model.name);
    set_text(title, words);
    const words_of = [now && `${now} now`, highest && `at most ${highest}`];
    set_text(state, words_of.filter(Boolean).join(", "));
    set_hidden(nothing, rows.length > 0);
    set_hidden(tall, rows.length === 0);
    set_attribute(tall, "aria-label", `Chart: ${words}`);
    set_text(caption, `${words} ${per_checkpoint ? "by when they were triggered" : "over time"}`);
    const columns = [per_checkpoint ? "Checkpoint" : "Moment", ...lines];
    reconcile(head, columns, {
      key: (name) => name,
      create: () => element("th", {scope: "col"}),
      update: (cell, name) => {
        set_attribute(cell, "class", name === columns[0] ? null : "number");
        set_text(cell, name);
      },
    });
    fill();
  };
  return {node, update};
}

function fill_rows_of(bus, body, {rows, lines}) {
  reconcile(body, rows, {
    key: ({command}) => command,
    create: ({command}) => {
      const button = element("button", {type: "button", class: "quiet", "data-command": command});
      button.addEventListener("click", () => bus.run(command));
      return element(
        "tr",
        {},
        element("th", {scope: "row"}, button),
        ...lines.map(() => element("td", {class: "number"})),
      );
    },
    update: (node, {name, time, cells, ahead}) => {
      set_attribute(node, "class", ahead ? "ahead" : null);
      const button = node.querySelector("button");
      const words = name ? `${name}, ${time}` : time;
      set_text(button, ahead ? `${words} (ahead)` : words);
      cells.forEach((text, index) => set_text(node.children[index + 1], text));
    },
  });
}

// The queue lab: rates, prediction, steps, the points so far, and M/M/1 apart. Rates are text
// fields, so that whatever is typed reaches the lab's parser and is refused with its own sentence.
import {element, fill_rows, reconcile, set_attribute, set_hidden, set_text} from "./dom.js";
import {fill_buttons, make_command_button} from "./buttons.js";
import {Field} from "./field.js";

const kPointsShown = 400; // the latest; the model may hold many more

// Three decimals are enough for the eye.
const rounded = (value) => String(Math.round(value * 1000) / 1000);

export function make_queue(bus, speak) {
  make_rates(bus);
  make_prediction(bus, speak);
  make_points(bus);
  make_steady(bus);
}

function make_rates(bus) {
  const per_second = () => element("span", {class: "unit"}, "1/s");
  const lambda = new Field(bus, {
    label: "Arrivals λ",
    line: (text) => `queue lambda ${text}`,
    numeric: true,
    after: per_second(),
  });
  const mu = new Field(bus, {
    label: "Service μ",
    line: (text) => `queue mu ${text}`,
    numeric: true,
    after: per_second(),
  });
  document.querySelector("#queue-rates .fields").append(lambda.node, mu.node);

  const figures = document.getElementById("queue-now");
  bus.on_change(({queue}) => {
    lambda.update({value: queue.lambda_text});
    mu.update({value: queue.mu_text});
    fill_figures(figures, [
      ["Time", queue.time_text],
      ["Backlog", queue.backlog_text],
    ]);
    set_text(document.getElementById("queue-empties"), queue.empties);
  });
}

function fill_figures(list, pairs) {
  reconcile(list, pairs, {
    key: ([name]) => name,
    create: ([name]) => element("div", {}, element("dt", {}, name), element("dd")),
    update: (node, [, value]) => set_text(node.lastElementChild, value),
  });
}

function make_prediction(bus, speak) {
  const section = document.getElementById("queue-guess");
  const field = new Field(bus, {
    label: "Backlog",
    line: (text) => `queue predict ${text}`,
    numeric: true,
  });
  section.querySelector(".fields").append(field.node);
  const buttons = section.querySelector(".buttons");
  const judgement = document.getElementById("queue-judgement");
  bus.on_change(({queue}) => {
    field.update({
      value: queue.prediction_text,
      label: `Backlog at t = ${queue.next_time_text}`,
      hint: "Optional: the next step judges it.",
    });
    fill_buttons(
      buttons,
      queue.actions.filter(({command}) => !command.includes("…")),
      (action) => {
        const part = make_command_button(bus, {
          speak,
          kind: action.command === "queue step" ? "main" : null,
        });
        return {
          node: element("span", {class: "action"}, part.button, part.why),
          update: part.update,
        };
      },
    );
    set_text(judgement, queue.judgement);
    set_hidden(judgement, queue.judgement === "");
    set_attribute(judgement, "data-kind", queue.judged_right ? "good" : "bad");
  });
}

function make_points(bus) {
  const table = document.querySelector("#queue-points table");
  bus.on_change(({queue}) => {
    const left_out = Math.max(0, queue.points.length - kPointsShown);
    set_text(
      table.caption,
      `At λ = ${queue.lambda_text}/s and μ = ${queue.mu_text}/s, from 4 at t = 0` +
        (left_out > 0 ? `; ${left_out} earlier left out` : ""),
    );
    fill_rows(
      table.tBodies[0],
      queue.points.slice(left_out).map(({time, backlog}) => ({
        key: String(time),
        cells: [
          {text: rounded(time), kind: "number"},
          {text: rounded(backlog), kind: "number"},
        ],
      })),
    );
  });
}

function make_steady(bus) {
  const section = document.getElementById("queue-steady");
  const table = section.querySelector("table");
  bus.on_change(({queue}) => {
    set_text(document.getElementById("queue-steady-sentence"), queue.steady_sentence);
    set_text(document.getElementById("queue-apart"), queue.apart_sentence);
    set_hidden(table, !queue.steady);
    const rows = [
      ["Utilisation ρ", queue.rho],
      ["In the system L", queue.l],
      ["Waiting Lq", queue.lq],
      ["Time in the system W", queue.w],
      ["Waiting time Wq", queue.wq],
    ];
    fill_rows(
      table.tBodies[0],
      rows.map(([name, value]) => ({key: name, cells: [name, {text: value, kind: "number"}]})),
    );
  });
}

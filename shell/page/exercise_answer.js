// The fields of an answer. Each kind gives {node, inputs, value(), show(answer)}: value() is the
// answer as text, or throws a sentence that says what is missing. They hold what is being answered
// and nothing else.
//
//     number  a text field       choice  radio buttons        choose  check boxes
//     cut     a number for each process                       order   a list whose items move
import {element, fresh_id, set_attribute, set_text} from "./dom.js";
import {inline} from "./exercise_markdown.js";

export class NoAnswer extends Error {}

export function make_answer(question, speak) {
  return kKinds[question.kind](question, speak);
}

const kKinds = {
  number: make_number,
  choice: (question) => make_boxes(question, "radio"),
  choose: (question) => make_boxes(question, "checkbox"),
  cut: make_cut,
  order: make_order,
};

function text_field(label, type = "text", more = {}) {
  const id = fresh_id("answer");
  const input = element("input", {id, type, autocomplete: "off", spellcheck: "false", ...more});
  const node = element("p", {class: "field"}, element("label", {for: id}, label), input);
  return {input, node};
}

function make_number({unit}) {
  const label = unit ? `Your answer (${unit})` : "Your answer";
  const {input, node} = text_field(label, "text", {inputmode: "decimal"});
  return {
    node,
    inputs: [input],
    value() {
      const text = input.value.trim();
      if (!text) throw new NoAnswer("A number is missing.");
      return text;
    },
    show(answer) {
      input.value = answer;
    },
  };
}

// Radio buttons and check boxes; none of the boxes is an answer, too.
function make_boxes({form, parts}, type) {
  const name = fresh_id("option");
  const boxes = parts.map(({value}) => element("input", {type, name, value}));
  const node = element(
    "fieldset",
    {class: "options"},
    element("legend", {}, `Your answer: ${form}`),
    ...parts.map(({text}, index) =>
      element("label", {}, boxes[index], element("span", {}, ...inline(text))),
    ),
  );
  return {
    node,
    inputs: boxes,
    value() {
      const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
      if (chosen.length > 0) return chosen.join(",");
      if (type === "checkbox") return "none";
      throw new NoAnswer("Choose one of the options.");
    },
    show(answer) {
      const chosen = answer.split(/[, ]+/);
      for (const box of boxes) box.checked = chosen.includes(box.value);
    },
  };
}

function make_cut({processes, events}) {
  const fields = processes.map((process, index) =>
    text_field(`Events of ${process} inside (0 to ${events[index]})`, "number", {
      min: "0",
      max: String(events[index]),
    }),
  );
  const inputs = fields.map(({input}) => input);
  return {
    node: element("div", {class: "fields"}, ...fields.map(({node}) => node)),
    inputs,
    value() {
      const counts = inputs.map(({value}) => value.trim());
      const empty = counts.indexOf("");
      if (empty >= 0) throw new NoAnswer(`A number for ${processes[empty]} is missing.`);
      return counts.join(",");
    },
    show(answer) {
      answer.split(",").forEach((count, index) => {
        if (inputs[index]) inputs[index].value = count;
      });
    },
  };
}

// Each item has two buttons; they stay with their item, and so does the focus.
function make_order({form, parts}, speak) {
  const list = element("ol", {class: "order", "aria-label": `Your answer: ${form}`});
  const rows = new Map(parts.map((part) => [part.value, make_item(part)]));
  let order = parts.map(({value}) => value);

  function make_item({value, text}) {
    const up = element("button", {type: "button", "aria-label": `Move ${text} up`}, "↑");
    const down = element("button", {type: "button", "aria-label": `Move ${text} down`}, "↓");
    up.addEventListener("click", () => move(value, -1));
    down.addEventListener("click", () => move(value, 1));
    return {text, up, down, node: element("li", {}, element("span", {}, text), up, down)};
  }

  function move(value, by) {
    const from = order.indexOf(value);
    const to = from + by;
    if (to < 0 || to >= order.length) return;
    const focused = document.activeElement;
    order.splice(to, 0, ...order.splice(from, 1));
    fill();
    focused.focus({preventScroll: true});
    speak(`${rows.get(value).text}: place ${to + 1} of ${order.length}.`);
  }

  function fill() {
    order.forEach((value, index) => {
      const {node, up, down} = rows.get(value);
      if (list.children[index] !== node) list.insertBefore(node, list.children[index] ?? null);
      set_attribute(up, "aria-disabled", index === 0 ? "true" : null);
      set_attribute(down, "aria-disabled", index === order.length - 1 ? "true" : null);
    });
  }

  fill();
  const words = element("p", {class: "hint"});
  set_text(words, `Your answer: ${form}`);
  return {
    node: element("div", {}, words, list),
    inputs: [],
    value: () => order.join(","),
    show(answer) {
      const given = answer.split(/[, ]+/);
      if (given.length !== order.length) return;
      order = given;
      fill();
    },
  };
}

// The learner's cut in words: a number for each process, the verdict with its witnesses, the ledger
// at the cut, whether its state ever existed, the straightening swap by swap, the vector clocks.
import {fill_buttons, make_command_button} from "./buttons.js";
import {element, fill_rows, reconcile, reconcile_parts, set_attribute, set_hidden, set_text}
  from "./dom.js";
import {Field} from "./field.js";
import {make_ledger} from "./view_ledger.js";

const kLay = ["cut", "load", "example"];
const kMessages = [
  {key: "orphans", sign: "◁", word: "Orphan", kind: "bad"},
  {key: "in_flight", sign: "◇", word: "In flight", kind: "open"},
  {key: "lost", sign: "×", word: "Lost", kind: "bad"},
];

export function make_cut(bus, speak) {
  const section = document.getElementById("cut");
  const part = (name) => section.querySelector(`[data-part="${name}"]`);
  const make_button = () => make_row(bus, speak);
  const actions_of = (model, groups) =>
    model.cut.actions.filter(({group}) => groups.includes(group));
  const ledger = make_ledger();
  part("ledger").append(ledger.node);

  bus.on_change((model) => {
    const {cut} = model;
    fill_buttons(part("lay"), actions_of(model, kLay), make_button);
    set_hidden(part("on"), !cut.on);
    if (!cut.on) return;
    reconcile_parts(part("places"), cut.places, {
      key: ({process}) => process,
      make: ({process}) => make_place(bus, process),
    });
    ledger.update(cut.ledger, model.system.unit);
    fill_messages(part("messages"), cut);
    set_text(
      part("occurrence"),
      cut.occurrence || "A cut that is not consistent has no state that could exist.",
    );
    fill_buttons(part("straighten"), actions_of(model, ["straighten"]), make_button);
    fill_order(section, cut.straightening);
  });
}

function make_row(bus, speak) {
  const {button, why, update} = make_command_button(bus, {speak});
  return {node: element("li", {}, button, why), update};
}

function make_place(bus, process) {
  const of = element("span", {class: "unit"});
  const field = new Field(bus, {
    label: `Events of ${process} inside`,
    line: (text) => `cut ${process} ${text}`,
    number: true,
    after: of,
  });
  return {
    node: field.node,
    update({inside, events, last}) {
      set_attribute(field.control, "max", events);
      set_text(of, `of ${events}`);
      field.update({value: String(inside), hint: last ? `The last: ${last}` : "None inside"});
    },
  };
}

function fill_messages(list, cut) {
  const items = kMessages.flatMap(({key, ...how}) =>
    cut[key].map((message, index) => ({...how, ...message, id: `${key} ${index}`})),
  );
  const none = {id: "none", sign: "", word: "", kind: "", sentence: "No message crosses the cut."};
  reconcile(list, items.length > 0 ? items : [none], {
    key: ({id, word}) => id + word,
    create: ({sign, word}) =>
      word
        ? element(
            "li",
            {},
            element("span", {class: "sign", "aria-hidden": "true"}, sign),
            element("strong", {}, `${word}: `),
            element("span"),
          )
        : element("li", {}, element("span")),
    update: (node, {kind, sentence}) => {
      set_attribute(node, "data-kind", kind || null);
      set_text(node.lastElementChild, sentence);
    },
  });
}

// The order of the events after the swaps done, and the swaps with their reasons.
function fill_order(section, straightening) {
  const box = section.querySelector('[data-part="order"]');
  set_hidden(box, !straightening.open);
  if (!straightening.open) return;
  const {swaps, changing, events, done, line, sentence} = straightening;
  set_text(box.querySelector('[data-part="place"]'), sentence);
  const numbered = swaps.map((swap, index) => ({...swap, index}));
  reconcile(box.querySelector("ol"), numbered, {
    key: ({index}) => index,
    create: () => element("li", {}, element("span"), element("span", {class: "done"})),
    update: (node, swap) => {
      set_text(node.firstElementChild, swap.sentence);
      set_text(node.lastElementChild, swap.done ? " Done." : "");
      set_attribute(node, "class", swap.done ? null : "ahead");
      set_attribute(node, "aria-current", swap.index === done - 1 ? "step" : null);
    },
  });
  fill_order_table(box.querySelector("table"), {changing, events, line, swaps, done});
}

function fill_order_table(table, {changing, events, line, swaps, done}) {
  set_text(
    table.caption,
    `Places ${changing[0].place} to ${changing.at(-1).place} of ${events}: ` +
      "only there the order changes",
  );
  const left = done > 0 ? swaps[done - 1].place : 0; // the last swap is of this place and the next
  const straight = done === swaps.length;
  fill_rows(
    table.tBodies[0],
    changing.map(({place, step, text, inside}) => {
      const here = done > 0 && (place === left || place === left + 1) ? "here" : "";
      return {
        key: `${place}`,
        kind: straight && place === line + 1 ? `${here} line`.trim() : here,
        cells: [
          {text: String(place), kind: "number"},
          {text: String(step), kind: "number"},
          text,
          inside ? "inside" : "outside",
        ],
      };
    }),
  );
}

export function make_clocks(bus, speak) {
  const section = document.getElementById("clocks");
  const table = section.querySelector("table");
  bus.on_change(({cut, step}) => {
    fill_buttons(
      section.querySelector(".actions"),
      cut.actions.filter(({group}) => group === "clocks"),
      () => make_row(bus, speak),
    );
    set_hidden(table.parentElement, !cut.clocks);
    if (!cut.clocks) return;
    const left_out = cut.clock_lines_before;
    set_text(
      table.caption,
      "For each event: how many events of each process it can know of, itself included" +
        (left_out > 0 ? `; ${left_out} earlier left out` : ""),
    );
    fill_rows(
      table.tBodies[0],
      cut.clock_lines.map((line) => ({
        key: `${line.step} ${line.process}`,
        kind: line.step > step ? "ahead" : line.step === step ? "here" : "",
        cells: [
          {text: `${line.process} ${line.number}`},
          {text: String(line.step), kind: "number"},
          line.text,
          line.clock,
        ],
      })),
    );
  });
}

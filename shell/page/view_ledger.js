// A ledger: where every part of the quantity is, the sum, and the verdict. The same form serves the
// present and each snapshot.
import {element, fill_rows, set_attribute, set_text} from "./dom.js";

const kSigns = {
  balanced: "=",
  "not balanced": "≠",
  consistent: "=",
  "not consistent": "≠",
  incomplete: "…",
  loses: "−",
  repeats: "+",
  "loses and repeats": "±",
};
const kKinds = {balanced: "good", consistent: "good", incomplete: "open"};

export function make_ledger() {
  const sign = element("span", {class: "sign", "aria-hidden": "true"});
  const word = element("strong");
  const sentence = element("span");
  const verdict = element("p", {class: "verdict"}, sign, word, " ", sentence);
  const caption = element("caption");
  const body = element("tbody");
  const sums = element("tfoot");
  const table = element(
    "table",
    {class: "ledger"},
    caption,
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        ...["Where", "What", "Amount"].map((title) =>
          element("th", {scope: "col", class: title === "Amount" ? "number" : null}, title),
        ),
      ),
    ),
    body,
    sums,
  );
  const node = element("div", {}, verdict, table);

  return {
    node,
    update(ledger, unit) {
      set_text(sign, kSigns[ledger.verdict] ?? "?");
      set_text(word, ledger.verdict);
      set_text(sentence, ledger.sentence);
      set_attribute(verdict, "data-kind", kKinds[ledger.verdict] ?? "bad");
      set_text(caption, `${ledger.title}, in ${unit}`);
      fill_rows(
        body,
        ledger.lines.map((line) => ({
          key: line.where,
          cells: [
            line.where,
            {text: line.note ? `${line.what} (${line.note})` : line.what},
            number(line.amount),
          ],
        })),
      );
      fill_rows(sums, [
        {key: "processes", cells: ["At processes", "", number(ledger.at_processes)]},
        {key: "channels", cells: ["In channels", "", number(ledger.in_channels)]},
        {
          key: "total",
          kind: "total",
          cells: ["Together", `of ${ledger.expected}`, number(ledger.total)],
        },
      ]);
    },
  };
}

function number(text) {
  return {text, kind: "number"};
}

export function make_ledger_now(bus) {
  const ledger = make_ledger();
  document.querySelector("#ledger .ledger-now").append(ledger.node);
  bus.on_change((model) => ledger.update(model.ledger, model.system.unit));
}

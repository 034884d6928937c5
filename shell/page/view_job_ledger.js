// Where every record of a job is: now, and in the checkpoint that is shown.
import {element, fill_rows, reconcile, reconcile_parts, set_attribute, set_text} from "./dom.js";
import {on_job} from "./view_job.js";

const kSigns = {balanced: "=", loses: "−", repeats: "+", "loses and repeats": "±", mixed: "≠"};
const kTitles = ["Channel", "Sent", "In flight", "Received", "Each record"];

const number = (value) => ({text: String(value), kind: "number"});

function make_ledger() {
  const sign = element("span", {class: "sign", "aria-hidden": "true"});
  const word = element("strong");
  const sentence = element("span");
  const verdict = element("p", {class: "verdict"}, sign, word, " ", sentence);
  const caption = element("caption");
  const body = element("tbody");
  const places = element("ul");
  const heads = kTitles.map((title, at) =>
    element("th", {scope: "col", class: at >= 1 && at <= 3 ? "number" : null}, title),
  );
  const table = element(
    "table",
    {class: "ledger"},
    caption,
    element("thead", {}, element("tr", {}, ...heads)),
    body,
  );
  const tall = element("div", {class: "tall", tabindex: "0", role: "group"}, table);
  return {
    node: element("div", {}, verdict, tall, places),
    update(ledger) {
      set_text(sign, kSigns[ledger.verdict] ?? "?");
      set_text(word, ledger.verdict);
      set_text(sentence, ledger.sentence);
      set_attribute(verdict, "data-kind", ledger.verdict === "balanced" ? "good" : "bad");
      set_attribute(tall, "aria-label", `Ledger: ${ledger.title}`);
      set_text(caption, ledger.title);
      fill_rows(
        body,
        ledger.lines.map(({where, sent, in_flight, received, note}) => ({
          key: where,
          cells: [where, number(sent), number(in_flight), number(received), note],
        })),
      );
      reconcile(places, ledger.places, {
        key: (place) => place.split(" ")[0],
        create: () => element("li"),
        update: set_text,
      });
    },
  };
}

export function make_job_ledger(bus) {
  const pair = document.querySelector("#job-ledger .pair");
  on_job(bus, ({ledgers}) =>
    reconcile_parts(pair, ledgers.map((ledger, place) => ({...ledger, place})), {
      key: ({place}) => place,
      make: make_ledger,
    }),
  );
}

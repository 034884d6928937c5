// What the explorer looks for: claims to add and to take back, the verdict on each, and the steps
// of the shortest runs that refute some.
import {
  element,
  fresh_id,
  reconcile,
  reconcile_parts,
  set_attribute,
  set_hidden,
  set_text,
} from "./dom.js";

const kRoles = {
  always: "Always",
  reachable: "Reachable",
  never: "Do not enter",
};
const kRoleHints = {
  always: "In every state",
  reachable: "In some state",
  never: "Not gone on from a state in which",
};
const kSigns = {good: "=", bad: "≠", open: "…"};
const key_of = ({role, name}) => `${role} ${name}`;

// Where what the lab refused stands: beside what asked for it, until the next try.
export class Refusal {
  #bus;
  #notice = null;

  constructor(bus) {
    this.#bus = bus;
    this.node = element("p", {class: "field-error", id: fresh_id("refusal"), hidden: ""});
  }

  // Returns whether the line was done.
  run(line) {
    this.drop();
    const {ok, notice} = this.#bus.run(line, this);
    this.#notice = notice;
    set_text(this.node, notice?.sentence ?? "");
    set_hidden(this.node, ok);
    return ok;
  }

  drop() {
    const notice = this.#notice;
    this.#notice = null;
    set_hidden(this.node, true);
    if (this.#bus.model().notices.some(({id}) => id === notice?.id)) this.#bus.dismiss(notice);
  }
}

export function make_claims(bus, section) {
  const part = (name) => section.querySelector(`[data-part=${name}]`);
  const wanted = part("wanted");
  const usual = part("usual");
  usual.addEventListener("click", () => bus.run("claim usual"));
  make_form(bus, part("claim"));
  bus.on_change(({explore}) => {
    set_hidden(part("none"), explore.wanted.length > 0);
    set_hidden(wanted.closest("table"), explore.wanted.length === 0);
    reconcile_parts(wanted, explore.wanted, {
      key: key_of,
      make: (claim) => make_wanted(bus, claim),
    });
  });
  make_verdicts(bus, section);
}

// "Always  consistent: every complete snapshot …   Remove"
function make_wanted(bus, {role, name, sentence}) {
  const remove = element(
    "button",
    {type: "button", class: "quiet", "data-command": `unclaim ${role} ${name}`},
    "Remove",
    element("span", {class: "unseen"}, ` ${role} ${name}`),
  );
  remove.addEventListener("click", () => bus.run(`unclaim ${role} ${name}`));
  const node = element(
    "tr",
    {"data-wanted": `${role} ${name}`},
    element("th", {scope: "row"}, kRoles[role]),
    element("td", {}, element("strong", {}, name), `: ${sentence}`),
    element("td", {}, remove),
  );
  return {node, update() {}};
}

// Role, predicate, and a button; what the lab refuses stands beside them.
function make_form(bus, place) {
  const refusal = new Refusal(bus);
  const hint = element("span", {class: "hint", id: fresh_id("claim-hint")});
  const role = make_select("Role", kRoles);
  const name = make_select("Predicate", {});
  const add = element("button", {type: "button"}, "Claim it");
  let sentences = {};

  function describe() {
    const sentence = sentences[name.select.value] ?? "";
    const colon = role.select.value === "never" ? "" : ":";
    set_text(hint, `${kRoleHints[role.select.value]}${colon} ${sentence}.`);
  }
  function mark(refused) {
    for (const {select} of [role, name]) {
      set_attribute(select, "aria-invalid", refused ? "true" : null);
      const ids = refused ? `${hint.id} ${refusal.node.id}` : hint.id;
      set_attribute(select, "aria-describedby", ids);
    }
  }
  for (const {select} of [role, name]) {
    select.addEventListener("change", () => {
      refusal.drop();
      mark(false);
      describe();
    });
  }
  add.addEventListener("click", () =>
    mark(!refusal.run(`claim ${role.select.value} ${name.select.value}`)),
  );
  place.append(role.node, name.node, element("p", {}, add), hint, refusal.node);
  bus.on_change(({explore}) => {
    sentences = Object.fromEntries(explore.predicates.map((each) => [each.name, each.sentence]));
    fill_options(name.select, Object.keys(sentences));
    describe();
  });
  mark(false);
}

function make_select(label, options) {
  const id = fresh_id("claim");
  const select = element("select", {id});
  for (const [value, text] of Object.entries(options))
    select.append(element("option", {value}, text));
  return {select, node: element("p", {class: "field"}, element("label", {for: id}, label), select)};
}

function fill_options(select, names) {
  reconcile(select, names, {
    key: (name) => name,
    create: (name) => element("option", {value: name}, name),
    update() {},
  });
}

function make_verdicts(bus, section) {
  const body = section.querySelector("[data-part=verdicts]");
  const group = body.closest(".tall");
  bus.on_change(({explore}) => {
    const claims = explore.claims ?? [];
    set_hidden(group, claims.length === 0);
    reconcile_parts(body, claims, {key: key_of, make: (claim) => make_verdict(bus, claim)});
  });
}

function make_verdict(bus, {role, name, sentence}) {
  const sign = element("span", {class: "sign", "aria-hidden": "true"});
  const word = element("strong");
  const verdict = element("td", {class: "verdict"}, sign, " ", word);
  const why = element("p");
  const no_return = element("p");
  const open = element("button", {type: "button"});
  open.addEventListener("click", () => bus.run(open.dataset.command));
  const node = element(
    "tr",
    {"data-claim": name, "data-role": role},
    element("th", {scope: "row"}, `${kRoles[role]}: ${name}`, element("span", {}, sentence)),
    verdict,
    element("td", {}, why, no_return, open),
  );
  return {
    node,
    update(claim) {
      set_text(sign, kSigns[claim.kind]);
      set_text(word, claim.verdict);
      set_attribute(verdict, "data-kind", claim.kind);
      set_text(why, reason_of(claim));
      set_text(no_return, claim.no_return_text);
      set_hidden(no_return, claim.no_return_text === "");
      set_text(open, `Open the shortest run (${count(claim.steps, "step")})`);
      set_attribute(open, "data-command", claim.open || null);
      set_hidden(open, claim.open === "");
    },
  };
}

function reason_of({verdict, why, steps, states}) {
  switch (verdict) {
    case "fails":
      return `${why} So in ${count(states, "state")}.`;
    case "reached":
      return `In ${count(steps, "step")} at the least.`;
    case "met":
      return `In ${count(states, "state")}, first after ${count(steps, "step")}; not gone on from.`;
    case "open":
      return "Not decided by what was looked at so far.";
    case "holds":
      return "In every state.";
    default:
      return "In no state.";
  }
}

function count(number, thing) {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

// The steps of each run by which a claim fails. The step after which that was certain says so.
export function make_runs(bus, section) {
  const place = section.querySelector("[data-part=runs]");
  bus.on_change(({explore}) =>
    reconcile_parts(
      place,
      (explore.claims ?? []).filter(({verdict, steps}) => verdict === "fails" && steps > 0),
      {key: key_of, make: make_run},
    ),
  );
}

function make_run({role, name}) {
  const id = fresh_id("run");
  const list = element("ol", {class: "swaps"});
  const title = `Shortest run to where “${role} ${name}” fails`;
  const heading = element("h3", {id}, title);
  const node = element("article", {"aria-labelledby": id, "data-run": name}, heading, list);
  return {node, update: (claim) => fill_story(list, claim)};
}

function fill_story(list, {story, no_return}) {
  reconcile(
    list,
    story.map((sentence, index) => ({sentence, index})),
    {
      key: ({index}) => index,
      create: () => element("li", {}, element("span"), " ", element("strong")),
      update: (node, {sentence, index}) => {
        const turn = index + 1 === no_return;
        set_attribute(node, "class", turn ? "turn" : index >= no_return ? "certain" : null);
        set_text(node.firstElementChild, sentence);
        set_text(node.lastElementChild, turn ? "Point of no return." : "");
      },
    },
  );
}

// The explorer: every interleaving of the present system, a slice at a time, and what came of each
// claim. The lab goes on only when it is told to; this tells it, by a timer that leaves the page
// free between two slices.
import {
  element,
  fresh_id,
  reconcile,
  reconcile_parts,
  set_attribute,
  set_hidden,
  set_text,
} from "./dom.js";

const kSlice = 8000; // states: some hundredths of a second
const kKinds = {holds: "good", reached: "good", "not met": "good", open: "open", met: "open"};
const kSigns = {holds: "=", reached: "=", "not met": "=", open: "…", met: "…"};

export function make_explore(bus) {
  const section = document.getElementById("explore");
  const button = section.querySelector("button");
  const progress = section.querySelector("[data-part=progress]");
  const advice = section.querySelector("[data-part=advice]");
  const claims = section.querySelector("[data-part=claims]");
  button.addEventListener("click", () => bus.run(button.dataset.command));
  keep_going(bus);
  bus.on_change(({explore}) => {
    const running = explore.status === "running";
    set_text(button, running ? "Stop exploring" : "Explore every interleaving");
    set_attribute(button, "data-command", running ? "explore stop" : "explore");
    set_attribute(section, "data-status", explore.status);
    set_text(progress, explore.sentence);
    set_hidden(progress, explore.sentence === "");
    set_text(advice, explore.advice);
    set_hidden(advice, explore.advice === "");
    reconcile_parts(claims, explore.claims, {
      key: ({role, name}) => `${role} ${name}`,
      make: ({name}) => make_claim(bus, name),
    });
  });
}

function keep_going(bus) {
  let timer = null;
  bus.on_change(({explore}) => {
    if (explore.status !== "running" || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      if (bus.model().explore.status === "running") bus.run(`explore on ${kSlice}`);
    }, 0);
  });
}

const kRoles = {always: "Always", reachable: "Reachable", never: "Not gone on from"};

function make_claim(bus, name) {
  const id = fresh_id("claim");
  const heading = element("h3", {id});
  const sign = element("span", {class: "sign", "aria-hidden": "true"});
  const word = element("strong");
  const rest = element("span");
  const verdict = element("p", {class: "verdict"}, sign, " ", word, rest);
  const no_return = element("p");
  const story = element("ol", {class: "swaps"});
  const open = element("button", {type: "button", "data-command": `explore open ${name}`});
  open.addEventListener("click", () => bus.run(`explore open ${name}`));
  const node = element(
    "article",
    {"aria-labelledby": id, "data-claim": name},
    heading,
    verdict,
    story,
    no_return,
    open,
  );
  return {
    node,
    update(claim) {
      const failed = claim.verdict === "fails";
      set_text(heading, `${kRoles[claim.role]}: ${claim.sentence}`);
      set_text(sign, kSigns[claim.verdict] ?? "≠");
      set_text(word, claim.verdict);
      set_text(rest, failed ? ` ${claim.why}` : steps_of(claim));
      set_attribute(verdict, "data-kind", kKinds[claim.verdict] ?? "bad");
      fill_story(story, failed ? claim : {story: [], no_return: 0});
      set_text(no_return, claim.no_return_text);
      set_hidden(no_return, claim.no_return_text === "");
      set_text(open, `Open the shortest run (${count(claim.steps)})`);
      set_hidden(open, claim.run.length === 0);
    },
  };
}

function steps_of({verdict, steps}) {
  return verdict === "reached" ? ` In ${count(steps)} at the least.` : "";
}

function count(steps) {
  return steps === 1 ? "1 step" : `${steps} steps`;
}

// The step after which failing was certain says so.
function fill_story(list, {story, no_return}) {
  set_hidden(list, story.length === 0);
  reconcile(
    list,
    story.map((sentence, index) => ({sentence, last: index + 1 === no_return, index})),
    {
      key: ({index}) => index,
      create: () => element("li", {}, element("span"), " ", element("strong")),
      update: (node, {sentence, last}) => {
        set_text(node.firstElementChild, sentence);
        set_text(node.lastElementChild, last ? "Point of no return." : "");
      },
    },
  );
}

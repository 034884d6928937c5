// One step of an exercise: its text, the fields of its answer, what came of it, its hints.
import {element, fresh_id, reconcile, set_attribute, set_hidden, set_text} from "./dom.js";
import {make_answer, NoAnswer} from "./exercise_answer.js";
import {inline, set_markdown} from "./exercise_markdown.js";

const kTitles = {say: "Read", predict: "Predict", do: "Do", observe: "See"};
const kVerdicts = {right: "Right.", wrong: "Not so.", open: "Not done yet."};
const kDone = {right: "Done.", wrong: "Done, but not in fewest steps.", open: "Not done yet."};
const kSigns = {right: "=", wrong: "≠", open: "…"};

// `step` is the step as it is first met; update(step, exercise) brings it up to date.
export function make_step(bus, speak, step) {
  const heading = element("h3", {tabindex: "-1"});
  const text = element("div", {class: "prose"});
  const answer = step.asks ? make_question(bus, speak, step) : null;
  const act = step.kind === "do" ? make_act(bus) : null;
  const verdict = make_verdict(bus, step.kind === "do" ? kDone : kVerdicts);
  const hints = element("ol", {class: "hints", "aria-label": "Hints"});
  const node = element("div", {class: "step", "data-kind": step.kind}, heading, text);
  for (const part of [answer, act, verdict]) if (part) node.append(part.node);
  node.append(hints);
  return {
    node,
    heading,
    update(now, {length, allowed}) {
      set_text(heading, `Step ${now.number} of ${length}: ${kTitles[now.kind]}`);
      set_markdown(text, now.text);
      answer?.update(now);
      act?.update(allowed);
      verdict.update(now);
      set_hidden(hints, now.hints.length === 0);
      reconcile(
        hints,
        now.hints.map((hint, index) => ({hint, index})),
        {
          key: ({index}) => index,
          create: () => element("li"),
          update: (item, {hint}) => set_markdown(item, hint, inline),
        },
      );
    },
  };
}

// A refused answer stays where it is, with the sentence that says why below it.
function make_question(bus, speak, {number, question}) {
  const answer = make_answer(question, speak);
  const id = fresh_id("refusal");
  const button = element("button", {type: "button", class: "main"}, "Answer");
  const error = element("p", {id, class: "field-error", hidden: ""});
  const about = element("p", {class: "hint"});
  set_markdown(
    about,
    question.about ? `Asked of the exercise's start, and then: \`${question.about}\`` : "",
    inline,
  );
  set_hidden(about, !question.about);
  const part = {
    node: element("div", {class: "answer"}, about, answer.node, button, error),
  };
  let given = "";

  function refuse(sentence) {
    set_text(error, sentence);
    set_hidden(error, !sentence);
    for (const input of answer.inputs) {
      set_attribute(input, "aria-invalid", sentence ? "true" : null);
      set_attribute(input, "aria-describedby", sentence ? id : null);
    }
  }
  function submit() {
    let text = "";
    try {
      text = answer.value();
    } catch (missing) {
      if (!(missing instanceof NoAnswer)) throw missing;
      refuse(missing.message);
      speak(missing.message);
      return;
    }
    const {ok, notice} = bus.run(`answer ${number} ${text}`, part);
    refuse(ok ? "" : (notice?.sentence ?? "That was refused."));
    if (!ok && notice) bus.dismiss(notice);
  }
  button.addEventListener("click", submit);
  answer.node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !answer.inputs.includes(event.target)) return;
    event.preventDefault();
    submit();
  });
  part.update = (now) => {
    if (now.answer !== given) answer.show(now.answer);
    given = now.answer;
    set_text(button, now.attempts > 0 ? "Answer again" : "Answer");
  };
  return part;
}

// What may be done, and a field for those who would rather type it.
function make_act(bus) {
  const id = fresh_id("command");
  const words = element("p", {class: "hint", id: `${id}-hint`});
  const input = element("input", {
    id,
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-describedby": `${id}-hint ${id}-error`,
  });
  const button = element("button", {type: "button"}, "Do it");
  const error = element("p", {class: "field-error", id: `${id}-error`, hidden: ""});
  const node = element(
    "div",
    {class: "field"},
    element("label", {for: id}, "Do it below, or type a command"),
    element("span", {class: "control"}, input, button),
    words,
    error,
  );
  const part = {node};
  function submit() {
    const line = input.value.trim();
    if (!line) return;
    const {ok, notice} = bus.run(line, part);
    set_text(error, ok ? "" : (notice?.sentence ?? "That was refused."));
    set_hidden(error, ok);
    set_attribute(input, "aria-invalid", ok ? null : "true");
    if (ok) input.value = "";
    else if (notice) bus.dismiss(notice);
  }
  button.addEventListener("click", submit);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    submit();
  });
  part.update = (allowed) =>
    set_markdown(words, `Allowed: ${allowed.map((line) => `\`${line}\``).join(", ")}`, inline);
  return part;
}

// Right or wrong, where prediction and run part, and the way to see it.
function make_verdict(bus, words) {
  const sign = element("span", {class: "sign", "aria-hidden": "true"});
  const word = element("strong");
  const feedback = element("span");
  const sentence = element("p", {}, sign, " ", word, " ", feedback);
  const run = element("button", {type: "button"}, "Show the run that says so");
  run.addEventListener("click", () => bus.run(run.dataset.command));
  const node = element("div", {class: "outcome"}, sentence, run);
  return {
    node,
    update({verdict, feedback: text, kind, run: command}) {
      set_hidden(node, !verdict);
      if (!verdict) return;
      set_attribute(sentence, "data-kind", {right: "good", wrong: "bad", open: "open"}[verdict]);
      set_text(sign, kSigns[verdict]);
      set_text(word, words[verdict]);
      set_markdown(feedback, kind === "do" && verdict !== "wrong" ? "" : text, inline);
      set_hidden(run, !command);
      set_attribute(run, "data-command", command);
    },
  };
}

// The link builder: a form made from the table of options, what comes of it to copy, and the lab as
// it will be. Nothing is sent or kept.
import {element, set_attribute, set_hidden, set_text} from "../page/dom.js";

const {fault_of, kOptions, words_of, write_options} = globalThis.cutline_options;
const kLab = new URL("../../index.html", import.meta.url).href;
const kScript = new URL("cutline-lab.js", import.meta.url).href;
const kTitle = "Cutline, a lab for distributed snapshots";
const kFirst = {layout: "compact"};
const kSettle_ms = 400; // after the last change the preview follows

const values = {...kFirst};
const form = document.getElementById("options");
let timer = null;

document.documentElement.dataset.palette = window.matchMedia("(prefers-color-scheme: dark)").matches
  ? "dark"
  : "light";

// --- the form ---

function make_field(option) {
  const id = `option-${option.name}`;
  if (option.type === "list") return make_choices(option);
  const error = element("span", {class: "field-error", id: `${id}-error`, hidden: ""});
  const control =
    option.type === "choice" || option.type === "flag"
      ? element("select", {id}, ...make_values(option))
      : element("input", {id, type: "text", list: `${id}-names`, spellcheck: "false"});
  const hint = element("span", {class: "hint", id: `${id}-hint`}, option.says);
  set_attribute(control, "aria-describedby", `${id}-hint ${id}-error`);
  control.value = values[option.name] ?? "";
  control.addEventListener("input", () => {
    const text = control.value.trim();
    const fault = text === "" ? "" : fault_of(option, text, true);
    set_text(error, fault && `This is not ${words_of(option)}.`);
    set_hidden(error, !fault);
    set_attribute(control, "aria-invalid", fault ? "true" : null);
    if (!fault) choose(option.name, text);
  });
  return element(
    "div",
    {class: "field"},
    element("label", {for: id}, option.name),
    control,
    element("datalist", {id: `${id}-names`}),
    hint,
    error,
  );
}

function make_values({type, values: words}) {
  const all = type === "flag" ? ["0", "1"] : words;
  return ["", ...all].map((value) => element("option", {value}, value || "as it is"));
}

function make_choices({name, says, values: parts}) {
  const boxes = parts.map((part) => element("input", {type: "checkbox", value: part}));
  for (const box of boxes) {
    box.addEventListener("change", () => {
      choose(
        name,
        boxes
          .filter((one) => one.checked)
          .map((one) => one.value)
          .join(","),
      );
    });
  }
  return element(
    "fieldset",
    {},
    element("legend", {}, `${name}: ${says}`),
    element("div", {class: "choices"}, ...boxes.map((box) => element("label", {}, box, box.value))),
  );
}

function choose(name, text) {
  values[name] = text;
  show_results();
  clearTimeout(timer);
  timer = setTimeout(show_preview, kSettle_ms);
}

// --- what comes of it ---

const quoted = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
const chosen = () => Object.entries(values).filter(([, text]) => text !== "");

const kResults = {
  "A link": () => kLab + write_options(values),
  "A frame": () =>
    `<iframe src="${quoted(kLab + write_options(values, {framed: true}))}"\n` +
    `  title="${kTitle}" width="100%" height="760" style="border: 0" loading="lazy"\n` +
    '  allow="fullscreen; clipboard-write"></iframe>',
  "An element": () =>
    `<script src="${quoted(kScript)}" defer></script>\n<cutline-lab ` +
    chosen()
      .map(([name, text]) => `${name}="${quoted(text)}" `)
      .join("") +
    `title="${kTitle}"></cutline-lab>`,
};

function make_result(name) {
  const id = `result-${name.replace(" ", "-").toLowerCase()}`;
  const text = element("textarea", {id, readonly: "", rows: name === "A link" ? "2" : "4"});
  const copy = element("button", {type: "button"}, `Copy ${name.toLowerCase()}`);
  copy.addEventListener("click", async () => {
    text.focus({preventScroll: true});
    text.select();
    let how = "is copied";
    try {
      await navigator.clipboard.writeText(text.value);
    } catch {
      how = "is selected: copy it with the browser's own command";
    }
    set_text(document.getElementById("copied"), `${name} ${how}.`);
  });
  return element("div", {class: "result"}, element("label", {for: id}, name), text, copy);
}

function show_results() {
  for (const [name, make] of Object.entries(kResults)) {
    document.getElementById(`result-${name.replace(" ", "-").toLowerCase()}`).value = make();
  }
}

// --- how it looks ---

function show_preview() {
  const lab = element("cutline-lab", {src: kLab, title: "Preview of the lab", id: "lab"});
  for (const [name, text] of chosen()) {
    if (name !== "origin") lab.setAttribute(name, text); // the preview is not on that page
  }
  document.getElementById("preview").replaceChildren(lab);
  lab.load(); // seen or not
  lab.ready.then(() => lab.ask("list")).then(show_names, () => {});
}

// Names that the lab knows, for the fields that take one.
function show_names({scenarios, screens, exercises}) {
  const lists = {scenario: scenarios, screen: screens, exercise: exercises};
  for (const [name, names] of Object.entries(lists)) {
    const list = document.getElementById(`option-${name}-names`);
    list.replaceChildren(...names.map((value) => element("option", {value})));
  }
}

form.addEventListener("submit", (event) => event.preventDefault());
form.append(...kOptions.map(make_field));
document.getElementById("results").append(...Object.keys(kResults).map(make_result));
show_results();
show_preview();

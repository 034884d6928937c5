// A labelled control whose text is the argument of a command. It applies on change and on Enter; a
// refused text stays where it is, with the sentence that says why beside it, and Escape puts the
// old one back.
//
//     Seed                        label
//     [ seven ]                   text, or a select where only some values are allowed
//     a whole number from 0       hint
//     "seven" is not a number  ×  the notice, until the next try or until it is dismissed
import {element, fresh_id, set_attribute, set_text, set_hidden, reconcile} from "./dom.js";

// While a button of the mouse, or a finger, is down nothing may move: what was pressed would no
// longer be under it when it is let go, and the click would be lost.
let pressed = false;
const waiting = new Set(); // what to do once it is up
for (const type of ["pointerdown", "pointerup", "pointercancel"])
  document.addEventListener(type, () => {
    pressed = type === "pointerdown";
    if (pressed) return;
    setTimeout(() => { // behind the click that belongs to it
      for (const act of waiting) act();
      waiting.clear();
    });
  }, true);

// A field that is empty, or holds several words, makes no command that could say what is wrong with
// it in the field's own words.
export function why_no_value(label, text) {
  const words = text.trim();
  if (words === "") return `${label}: a value is missing.`;
  if (/\s/.test(words)) return `${label}: one value is wanted, without blanks in it.`;
  return "";
}

export class Field {
  #bus;
  #line;
  #value = ""; // what the model says
  #tried = null; // the text that was refused last
  #notice = null;

  // spec: {label, line(text) → command line, options, numeric, number, after}
  // `options`: [{value, text}] makes a select. `number`: a native number field, from 0. `after`: a
  // node beside the control.
  constructor(bus, spec) {
    this.#bus = bus;
    this.#line = spec.line;
    const id = fresh_id("field");
    this.label = element("label", {for: id}, spec.label);
    this.control = spec.options
      ? element("select", {id})
      : element("input", {
          id,
          type: spec.number ? "number" : "text",
          min: spec.number ? "0" : null,
          autocomplete: "off",
          autocapitalize: "off",
          spellcheck: "false",
          inputmode: spec.numeric ? "decimal" : null,
        });
    this.hint = element("span", {id: `${id}-hint`, class: "hint"});
    this.error_text = element("span", {id: `${id}-error`});
    this.error = element(
      "span",
      {class: "field-error", hidden: ""},
      this.error_text,
      element("button", {type: "button", class: "dismiss", "aria-label": "Dismiss"}, "×"),
    );
    this.node = element(
      "div",
      {class: "field"},
      this.label,
      element("span", {class: "control"}, this.control, ...(spec.after ? [spec.after] : [])),
      this.hint,
      this.error,
    );
    this.#listen();
    bus.on_change((model) => this.#follow_notice(model));
  }

  update({value, hint = "", label = null, options = null}) {
    if (label !== null) set_text(this.label, label);
    if (options) this.#fill_options(options);
    set_text(this.hint, hint);
    set_hidden(this.hint, hint === "");
    this.#describe();
    const being_typed =
      this.control instanceof HTMLInputElement &&
      this.control.value !== this.#value &&
      document.activeElement === this.control;
    this.#value = value;
    if (!this.#notice && !being_typed && this.control.value !== value) this.control.value = value;
  }

  #listen() {
    this.control.addEventListener("change", () => this.#apply(false));
    this.control.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && this.control instanceof HTMLInputElement) {
        event.preventDefault();
        this.#apply(true);
      } else if (event.key === "Escape" && this.#notice) {
        this.#put_back();
      }
    });
    this.error.querySelector("button").addEventListener("click", () => this.#put_back());
  }

  // Enter tries the same text again; leaving the field does not.
  #apply(again) {
    const text = this.control.value;
    if (text === this.#value && !this.#notice) return;
    if (text === this.#tried && !again) return;
    this.#drop_notice();
    if (text === this.#value) return;
    const why = why_no_value(this.label.textContent, text);
    const {ok, notice} = why
      ? {ok: false, notice: this.#bus.notice(why, this)}
      : this.#bus.run(this.#line(text), this);
    this.#tried = ok ? null : text;
    if (ok) this.control.value = this.#value;
    else this.#show(notice);
  }

  #show(notice) {
    this.#notice = notice;
    set_text(this.error_text, notice?.sentence ?? "That was refused.");
    set_hidden(this.error, false);
    this.error.style.visibility = "";
    set_attribute(this.control, "aria-invalid", "true");
    this.#describe();
  }

  #hide() {
    this.#notice = null;
    this.#tried = null;
    this.error.style.visibility = "hidden";
    if (pressed) waiting.add(() => set_hidden(this.error, !this.#notice));
    else set_hidden(this.error, true);
    set_attribute(this.control, "aria-invalid", null);
    this.#describe();
  }

  #put_back() {
    this.#drop_notice();
    this.control.value = this.#value;
    this.control.focus({preventScroll: true});
  }

  #drop_notice() {
    const notice = this.#notice;
    this.#hide();
    if (notice) this.#bus.dismiss(notice);
  }

  // Somebody else dismissed it.
  #follow_notice(model) {
    if (this.#notice && !model.notices.some((notice) => notice.id === this.#notice.id))
      this.#hide();
  }

  #describe() {
    const parts = [];
    if (this.hint.textContent) parts.push(this.hint.id);
    if (this.#notice) parts.push(this.error_text.id);
    set_attribute(this.control, "aria-describedby", parts.join(" ") || null);
  }

  #fill_options(options) {
    reconcile(this.control, options, {
      key: (option) => option.value,
      create: (option) => element("option", {value: option.value}),
      update: (node, option) => set_text(node, option.text),
    });
  }
}

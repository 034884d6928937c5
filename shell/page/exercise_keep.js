// Progress: kept in this browser where that is allowed, saved as a file and opened from one, given
// away as a link. Its text is the core's (core/lesson/exercise_kept.h).
import {element, fresh_id, set_hidden, set_text} from "./dom.js";
import {save_file} from "./files.js";
import {describe_link} from "./link.js";
import {load, save} from "./storage.js";

const kKey = "cutline-exercises";
const kBytesMax = 2 * 1024 * 1024; // kProgressBytesMax of the core

const kKept = "Your progress is kept in this browser.";
const kNotKept =
  "This browser keeps nothing for this page: your progress is gone when you close it. " +
  "Save it as a file, or keep a link to it, to go on later.";

// What was kept is taken up at once.
export function make_keep(bus, speak) {
  const remark = element("p", {class: "hint"});
  const save_button = element("button", {type: "button"}, "Save progress");
  const link = make_link(bus, speak);
  const picker = element("input", {type: "file", id: "open-progress", accept: ".txt,text/plain"});
  const node = element(
    "div",
    {class: "keep"},
    remark,
    element("p", {class: "buttons"}, save_button, link.button),
    link.node,
    element(
      "p",
      {class: "field"},
      element("label", {for: "open-progress"}, "Open progress that was saved as a file"),
      picker,
    ),
  );
  let written = null;

  const keep = () => {
    const text = bus.ask("progress");
    if (text === written) return;
    written = text;
    set_text(remark, save(kKey, text) ? kKept : kNotKept);
    link.put_away(); // it holds what there was before
  };
  const take = (text) => bus.tell("open_progress", [text], {restored: true});
  save_button.addEventListener("click", () => {
    save_file("cutline-progress.txt", "text/plain", bus.ask("progress"));
    speak("Your progress is saved as a file.");
  });
  picker.addEventListener("change", async () => {
    const [file] = picker.files;
    if (file) await open_file(bus, file, take);
    picker.value = "";
  });
  const kept = load(kKey);
  if (kept) take(kept);
  keep();
  return {node, keep};
}

// Where the clipboard is denied, as in many frames, the link is there to be copied by hand.
function make_link(bus, speak) {
  const id = fresh_id("progress-link");
  const button = element("button", {type: "button"}, "Copy link to progress");
  const field = element("input", {id, type: "text", readonly: ""});
  const part = element("p", {class: "field"}, element("label", {for: id}, "Link"), field);
  const words = element("p", {class: "hint"});
  const node = element("div", {hidden: ""}, part, words);
  button.addEventListener("click", async () => {
    const {link, sentence} = await describe_link(bus.ask("progress"), "p", "progress");
    field.value = link;
    set_hidden(part, !link);
    set_hidden(node, false);
    let told = sentence;
    if (link) {
      field.select();
      try {
        await navigator.clipboard.writeText(link);
        told = `The link is copied. ${sentence}`;
      } catch {
        told = `The link is selected: copy it yourself. ${sentence}`;
      }
    }
    set_text(words, told);
    speak(told);
  });
  return {button, node, put_away: () => set_hidden(node, true)};
}

async function open_file(bus, file, take) {
  if (file.size > kBytesMax) {
    bus.notice(`The progress was not opened: ${file.name} has more than ${kBytesMax} bytes.`);
    return;
  }
  try {
    take(await file.text());
  } catch {
    bus.notice(`The progress was not opened: ${file.name} could not be read.`);
  }
}

export function save_submission(bus, speak, id) {
  const text = bus.ask("submission");
  if (!text) return;
  save_file(`${id}.submission.json`, "application/json", text);
  speak("The submission is saved as a file.");
}

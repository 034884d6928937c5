// Progress: kept in this browser where that is allowed, saved as a file, opened from one. Its text
// is the core's (core/lesson/exercise_kept.h).
import {element, set_text} from "./dom.js";
import {save_file} from "./files.js";
import {load, save} from "./storage.js";

const kKey = "cutline-exercises";
const kBytesMax = 2 * 1024 * 1024; // kProgressBytesMax of the core

const kKept = "Your progress is kept in this browser.";
const kNotKept =
  "This browser keeps nothing for this page: your progress is gone when you close it. " +
  "Save it as a file to go on later.";

// What was kept is taken up at once.
export function make_keep(bus, speak) {
  const remark = element("p", {class: "hint"});
  const save_button = element("button", {type: "button"}, "Save progress");
  const picker = element("input", {type: "file", id: "open-progress", accept: ".txt,text/plain"});
  const node = element(
    "div",
    {class: "keep"},
    remark,
    element("p", {class: "buttons"}, save_button),
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
  };
  const take = (text) => bus.tell("open_progress", text);
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

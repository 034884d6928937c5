// The dialog in which a run leaves the page and comes back: as a link, as a file.
import {make_dialog, open_dialog, set_hidden, set_text} from "./dom.js";
import {name_of, save_file} from "./files.js";
import {describe_link} from "./link.js";
import {show_exports} from "./view_exports.js";

const kFileBytesMax = 4 * 1024 * 1024; // kRunBytesMax of the core

export function make_keep(bus, speak) {
  const dialog = document.getElementById("keep");
  make_dialog(dialog);
  // What is around an open dialog is not read out: its own region speaks too.
  const say = (sentence) => {
    set_text(document.getElementById("keep-words"), sentence);
    speak(sentence);
  };
  document.getElementById("keep-open").addEventListener("click", () => {
    open_dialog(dialog);
    show_link(bus);
    show_exports(bus, say);
  });
  make_copy(say);
  document.getElementById("save-run").addEventListener("click", () => {
    save_file(`${name_of(bus.model())}.run.txt`, "text/plain", bus.saved_run());
    say("The run is saved as a file.");
  });
  const open = (file) => {
    dialog.close();
    open_file(bus, file);
  };
  const picker = document.getElementById("open-run");
  picker.addEventListener("change", () => {
    if (picker.files.length === 1) open(picker.files[0]);
    picker.value = ""; // the same file can be chosen again
  });
  make_drop(bus, open);
}

// The whole link to the present state. Made when it is asked for: the page's own address stays.
async function show_link(bus) {
  const {link, sentence} = await describe_link(bus.saved_run(), "s", "run");
  document.getElementById("link").value = link;
  set_hidden(document.getElementById("link-part"), !link);
  set_text(document.getElementById("link-words"), sentence);
}

// Where the clipboard is denied, as in many frames, the link is there to be copied by hand.
function make_copy(speak) {
  const field = document.getElementById("link");
  const words = document.getElementById("link-words");
  document.getElementById("copy-link").addEventListener("click", async () => {
    field.select();
    let sentence = "The link is copied.";
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      sentence = "This page may not use the clipboard. The link is selected: copy it yourself.";
    }
    set_text(words, sentence);
    speak(sentence);
  });
}

async function open_file(bus, file) {
  if (file.size > kFileBytesMax) {
    bus.notice(
      `The run was not opened: ${file.name} has ${file.size} bytes, and a saved run at most ` +
        `${kFileBytesMax}.`,
    );
    return;
  }
  try {
    bus.open_run(await file.text());
  } catch {
    bus.notice(`The run was not opened: ${file.name} could not be read.`); // moved, or a folder
  }
}

// A file may be dropped anywhere.
function make_drop(bus, open) {
  const has_file = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  const mark = (on) => document.body.classList.toggle("dropping", on);
  window.addEventListener("dragover", (event) => {
    if (!has_file(event)) return;
    event.preventDefault();
    mark(true);
  });
  window.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  window.addEventListener("drop", (event) => {
    if (!has_file(event)) return;
    event.preventDefault();
    mark(false);
    const files = [...event.dataTransfer.files];
    if (files.length === 1) open(files[0]);
    else bus.notice("The run was not opened: one file at a time can be dropped here.");
  });
}

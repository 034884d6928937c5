// The about dialog: the licence, and the notices of software and fonts by others, fetched when
// opened.
import {make_dialog, open_dialog} from "./dom.js";
import {fetch_bytes} from "./fetch.js";

const kNoticesFile = "notices.txt";

export function start_about() {
  const dialog = document.getElementById("about");
  const text = document.getElementById("third-party-text");
  let wanted = true;
  make_dialog(dialog);
  document.getElementById("about-open").addEventListener("click", async () => {
    open_dialog(dialog);
    if (!wanted) return;
    text.textContent = "Loading";
    try {
      text.textContent = new TextDecoder().decode((await fetch_bytes(kNoticesFile)).bytes);
      wanted = false;
    } catch (error) {
      text.textContent = error.message;
    }
  });
}

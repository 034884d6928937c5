// The about dialog: the licence, and the notices of software and fonts by others, fetched when
// opened.
import {fetch_bytes} from "./loader.js";

const kNoticesFile = "notices.txt";

export function start_about() {
  const dialog = document.getElementById("about");
  const text = document.getElementById("third-party-text");
  let wanted = true;
  // Not left to the form: a sandbox without allow-forms would keep the dialog open.
  dialog.querySelector("form button").addEventListener("click", (event) => {
    event.preventDefault();
    dialog.close();
  });
  document.getElementById("about-open").addEventListener("click", async () => {
    dialog.showModal();
    document.getElementById("about-title").focus(); // autofocus is not for frames
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

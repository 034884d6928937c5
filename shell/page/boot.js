// The first script that does anything, and a classic one: it also runs where the page is opened as
// a file.
//
//     theme and layout, before anything is painted
//     cutline.js ── loaded ──▶ main.js goes on          (over http)
//          │           └─────▶ "wants a web server"     (as a file)
//          └── missing ──────▶ "not built yet"
//
// The words are in index.html; this script only uncovers them.
(function () {
  "use strict";

  const kPrograms = "cutline.js";

  const framed = window.parent !== window;
  const {kOptions, read_options} = globalThis.cutline_options;
  const options = read_options(window.location.search, {framed});
  const themes = kOptions.find(({name}) => name === "theme").values;

  // What the address says goes before what the reader chose some time.
  function first_theme() {
    if (options.values.theme) return options.values.theme;
    if (options.values.storage === "none") return "auto";
    try {
      const theme = window.localStorage.getItem("cutline-theme");
      return themes.includes(theme) ? theme : "auto";
    } catch {
      return "auto"; // storage may throw in an embed
    }
  }

  // The style sheets do the rest: layout.css.
  function set_layout({layout, hide, links}) {
    const {dataset} = document.documentElement;
    dataset.layout = layout;
    dataset.hide = hide.replaceAll(",", " ");
    dataset.links = links;
  }

  function palette_of(theme) {
    if (theme !== "auto") return theme;
    const wants = (query) => window.matchMedia(query).matches;
    if (wants("(forced-colors: active)") || wants("(prefers-contrast: more)")) return "contrast";
    return wants("(prefers-color-scheme: dark)") ? "dark" : "light";
  }

  // Shows one of the "words-…" blocks and hides the others.
  function show_words(name, reason) {
    for (const block of document.querySelectorAll("#boot > div")) {
      block.hidden = block.id !== "words-" + name;
    }
    document.getElementById("boot").hidden = name === "none";
    if (reason) document.getElementById("words-failed-reason").textContent = reason;
    document.documentElement.dataset.state = name;
  }

  document.documentElement.dataset.palette = palette_of(first_theme());
  document.documentElement.toggleAttribute("data-framed", framed);
  set_layout(options.values);

  const as_file = window.location.protocol === "file:";
  const parsed = new Promise((resolve) => {
    document.addEventListener("DOMContentLoaded", resolve, {once: true});
  });

  // True when the program's script has run and may be started.
  const program = new Promise((resolve) => {
    if (window.CutlineModule) {
      parsed.then(() => resolve(true)); // the single file brings it along
      return;
    }
    const script = document.createElement("script");
    script.src = kPrograms;
    script.addEventListener("load", () =>
      parsed.then(() => {
        if (as_file) show_words("file");
        resolve(!as_file);
      }),
    );
    script.addEventListener("error", () =>
      parsed.then(() => {
        show_words("unbuilt");
        resolve(false);
      }),
    );
    document.head.append(script);
  });

  parsed.then(() => {
    if (!document.documentElement.dataset.state) show_words("loading");
    document.getElementById("try-again").addEventListener("click", () => window.location.reload());
  });

  // A page script that is missing or broken.
  window.addEventListener(
    "error",
    (event) => {
      const script = event.target;
      if (as_file || !(script instanceof HTMLScriptElement) || script.src.endsWith(kPrograms))
        return;
      parsed.then(() =>
        show_words("failed", "A script of this page could not be loaded: " + script.src + "."),
      );
    },
    true,
  );

  window.cutline_boot = {
    first_theme,
    framed,
    options,
    palette_of,
    program,
    set_layout,
    show_words,
  };
})();

// Theme and motion: what the reader chose, else what the system says. The page's colours follow the
// attribute data-palette; the canvas is told the same by a number.
import {save} from "./storage.js";

const kKey = "cutline-theme";
const kPaletteNumber = {light: 0, dark: 1, contrast: 2};
const kWatched = [
  "(prefers-color-scheme: dark)",
  "(prefers-contrast: more)",
  "(forced-colors: active)",
];
const kStill = "(prefers-reduced-motion: reduce)";

// `tell` is called with {palette, still} now and whenever one of them changes. Returns a function
// that calls it once more, for someone who came later.
export function start_theme({select, remark, tell}) {
  const {first_theme, options, palette_of} = window.cutline_boot;
  select.value = first_theme();

  const refresh = () => {
    const palette = palette_of(select.value);
    document.documentElement.dataset.palette = palette;
    const {motion} = options.values;
    const still = motion === "auto" ? window.matchMedia(kStill).matches : motion === "reduce";
    tell({palette: kPaletteNumber[palette], still});
  };

  select.addEventListener("change", () => {
    const kept = save(kKey, select.value);
    remark.textContent = kept
      ? ""
      : "This browser keeps no settings here: the theme lasts until the page is closed.";
    refresh();
  });
  for (const query of [...kWatched, kStill]) {
    window.matchMedia(query).addEventListener("change", refresh);
  }
  refresh();
  return refresh;
}

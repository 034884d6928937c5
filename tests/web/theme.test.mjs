// The picture and the page around it are one sheet: the same colours, in every theme.
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {kRoot} from "./support.mjs";

// Page's name → picture's name.
const kSame = {
  sheet: "paper",
  ink: "ink",
  accent: "transfer",
  good: "recorded",
  bad: "lost",
  open: "held",
};
const kPalettes = {light: "kLight", dark: "kDark", contrast: "kContrast"};

async function colours_of_page(palette) {
  const text = await readFile(join(kRoot, "shell/page/theme.css"), "utf8");
  const start = palette === "light" ? ":root {" : `[data-palette="${palette}"] {`;
  const block = text.slice(text.indexOf(start)).split("}")[0];
  return Object.fromEntries(
    [...block.matchAll(/--([a-z-]+): #([0-9a-f]{6})/g)].map(([, name, colour]) => [name, colour]),
  );
}

async function colours_of_picture(palette) {
  const text = await readFile(join(kRoot, "web/theme.cc"), "utf8");
  const block = text.slice(text.indexOf(`Palette ${kPalettes[palette]}{`)).split("};")[0];
  return Object.fromEntries(
    [...block.matchAll(/\.([a-z_]+) = hex\(0x([0-9a-f]{6})\)/g)].map(([, name, colour]) => [
      name,
      colour,
    ]),
  );
}

for (const palette of Object.keys(kPalettes)) {
  test(`the ${palette} picture has the page's colours`, async () => {
    const page = await colours_of_page(palette);
    const picture = await colours_of_picture(palette);
    for (const [of_page, of_picture] of Object.entries(kSame)) {
      assert.match(page[of_page] ?? "none", /^[0-9a-f]{6}$/, of_page);
      assert.equal(page[of_page], picture[of_picture], `${of_page} and ${of_picture}`);
    }
  });
}

// Options in the address: each type's right and wrong values, what the reader is told, and what
// each one does to the page.
import assert from "node:assert/strict";
import {test} from "node:test";
import {axe_finds_nothing, fits_sideways} from "./axe.mjs";
import {field, with_lab} from "./support.mjs";
import "../../shell/page/options.js";

const {kOptions, fault_of, read_options, write_options} = globalThis.cutline_options;
const named = (name) => kOptions.find((option) => option.name === name);

// [option, allowed, refused]
const kCases = [
  ["layout", ["full", "compact", "diagram", "text"], ["", "Full", "none", "full,text"]],
  ["scenario", ["ring", "two-banks", "a", "0"], ["", "A", "-a", "a b", "a>b", "ä", "x".repeat(65)]],
  [
    "seed",
    ["0", "7", "9007199254740991"],
    ["", "-1", "1.5", "9007199254740992", "1e3", "0x1", " 1"],
  ],
  ["step", ["0", "100000"], ["100001", "NaN", "١"]],
  ["speed", ["0.1", "2", "20"], ["0", "0.09", "21", "1,5", "Infinity", ".5"]],
  ["autoplay", ["0", "1"], ["true", "2", "01"]],
  ["hide", ["events", "events,ledger"], ["", "events,", "nothing", "events;ledger"]],
  ["exercise", ["draw-a-cut"], ["", "Draw a cut", "draw_a_cut"]],
  ["exercises", ["draw-a-cut", "queue-falls,draw-a-cut"], ["", "a,", "a;b", "a, b", "A"]],
  [
    "exercise-url",
    ["mine.toml", "../a b.toml?x=1", "https://a.example/mine.toml"],
    ["", "data:text/plain,x", "file:///a.toml", "javascript:1", "blob:x", "x".repeat(1001)],
  ],
  ["origin", ["https://a.example", "http://localhost:8000"], ["a.example", "https://a/b", "null"]],
  ["id", ["a", "Unit_1.2-b", "x".repeat(64)], ["", "a b", "<b>", "x".repeat(65)]],
];

for (const [name, allowed, refused] of kCases) {
  test(`${name}: right and wrong values`, () => {
    for (const text of allowed) assert.equal(fault_of(named(name), text, false), "", text);
    for (const text of refused) {
      const {values, given, faults} = read_options(`?${name}=${encodeURIComponent(text)}`);
      assert.equal(values[name], named(name).initial, text);
      assert.deepEqual(given, []);
      assert.equal(faults.length, 1, text);
      assert.match(faults[0], new RegExp(`^The address says ${name}=".*", which is not .+\\.$`));
    }
  });
}

test("every option's own default and values are allowed, and its words are there", () => {
  for (const option of kOptions) {
    for (const text of [option.initial, option.framed, ...(option.values ?? [])]) {
      if (text) assert.equal(fault_of(option, text, false), "", `${option.name}=${text}`);
    }
    assert.match(option.says, /^\S.{10,90}$/, option.name);
  }
  assert.equal(new Set(kOptions.map(({name}) => name)).size, kOptions.length);
});

test("no name is one that cmi5 puts into the address", () => {
  const foreign = ["endpoint", "fetch", "actor", "registration", "activityId"];
  for (const name of foreign) assert.equal(named(name), undefined);
  const query = foreign.map((name) => `${name}=https%3A%2F%2Flrs.example`).join("&");
  assert.deepEqual(read_options(`?${query}&colour=red`).unknown, ["colour"]);
});

test("a name given twice counts once; a long wrong value is cut; too much is not read", () => {
  const twice = read_options("?step=3&step=4");
  assert.equal(twice.values.step, "3");
  assert.match(twice.faults[0], /more than once; the first one counts/);
  const long = read_options(`?layout=${"x".repeat(500)}`).faults[0];
  assert.ok(long.length < 200, `${long.length} characters`);
  const much = read_options(`?layout=text&id=${"x".repeat(5000)}`);
  assert.equal(much.values.layout, "full");
  assert.match(much.faults[0], /over 4000 characters/);
});

test("what is written is read back; defaults are left out", () => {
  const values = {layout: "compact", hide: "events,ledger", step: "12", seed: "7", start: "eager"};
  assert.equal(write_options(values), "?layout=compact&seed=7&hide=events,ledger");
  assert.equal(
    write_options(values, {framed: true}),
    "?layout=compact&seed=7&start=eager&hide=events,ledger",
  );
  const {values: read, faults} = read_options(write_options(values, {framed: true}), {
    framed: true,
  });
  assert.deepEqual(faults, []);
  for (const [name, text] of Object.entries(values)) assert.equal(read[name], text, name);
  assert.equal(write_options({}), "");
});

test("random addresses are read without a fault of ours, and only allowed values come out", () => {
  const seed = Number(process.env.CUTLINE_SEED ?? Date.now() % 1e6);
  console.log(`CUTLINE_SEED=${seed}`);
  let state = seed;
  const below = (limit) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * limit);
  };
  const bits = ["=", "&", "%", "%00", "+", "#", "1", "-1", "text", "é", "\u202e", "<", "ring", ","];
  for (let round = 0; round < 2000; round += 1) {
    let query = "?";
    for (let part = below(8); part >= 0; part -= 1) {
      query += kOptions[below(kOptions.length)].name + "=";
      for (let bit = below(4); bit >= 0; bit -= 1) query += bits[below(bits.length)];
      query += "&";
    }
    const {values} = read_options(query);
    for (const option of kOptions) {
      const text = values[option.name];
      if (text !== option.initial) assert.equal(fault_of(option, text, false), "", query);
    }
  }
});

// --- on the page ---

const at = (query, body, options = {}) => with_lab({path: `index.html${query}`, ...options}, body);
const ready = (page) => page.evaluate(() => window.cutline.ready);

test(
  "the address opens scenario, seed, step, screen and speed",
  at("?scenario=ring&seed=7&step=5&speed=4&screen=queue", async (lab) => {
    assert.equal(await ready(lab.page), "canvas");
    const model = await lab.model();
    assert.deepEqual(
      [model.scenario, model.step, model.speed, model.show],
      ["ring", 5, 4, "queue"],
    );
    assert.equal(model.parameters.find(({key}) => key === "seed").value, "7");
    assert.equal(await lab.page.locator("#notices").isVisible(), false);
  }),
);

test(
  "wrong values give defaults and notes that can be dismissed, the lab's own among them",
  at("?layout=tiny&scenario=nowhere&step=-3&whatever=1", async (lab) => {
    const {page} = lab;
    assert.equal(await ready(page), "canvas");
    assert.equal((await lab.model()).scenario, "transfers");
    assert.equal((await lab.model()).step, 12);
    const notes = page.locator("#notices li");
    assert.deepEqual(
      (await notes.allInnerTexts()).map((text) => text.split("\n")[0].slice(0, 32)),
      [
        'there is no scenario "nowhere"; ',
        'The address says layout="tiny", ',
        'The address says step="-3", whic',
      ],
    );
    while ((await notes.count()) > 0) await notes.first().getByRole("button").click();
    assert.equal(await page.locator("#notices").isVisible(), false);
  }),
);

test(
  "a note on the address is spoken",
  at("?theme=pink", async (lab) => {
    await lab.until(() =>
      [...document.querySelectorAll("[data-live]")].some((one) =>
        /theme="pink"/.test(one.textContent),
      ),
    );
  }),
);

const kParts = {
  full: [
    "#screens",
    ".page-tools",
    "#canvas",
    "#summary",
    "#actions",
    "#ledger",
    "#log",
    "#settings",
  ],
  compact: ["#canvas", "#summary", "#actions", "#ledger"],
  diagram: ["#canvas", "#summary"],
  text: ["#screens", ".page-tools", "#summary", "#actions", "#ledger", "#log", "#settings"],
};

for (const [layout, shown] of Object.entries(kParts)) {
  test(
    `layout ${layout} shows what it says`,
    at(`?layout=${layout}`, async ({page, frames}) => {
      assert.equal(await ready(page), layout === "text" ? "text" : "canvas");
      const parts = kParts.full;
      const there = [];
      for (const part of parts) {
        if (await page.locator(part).isVisible()) there.push(part);
      }
      assert.deepEqual(there, shown);
      assert.equal(await page.getByRole("button", {name: "Step", exact: true}).isVisible(), true);
      assert.equal(await page.getByRole("heading", {level: 1}).count(), 1);
      if (layout === "text") assert.equal(await frames(), 0, "no picture is drawn");
      await fits_sideways(page);
      await axe_finds_nothing(page);
    }),
  );
}

test(
  "hide leaves parts out; the others stay",
  at("?hide=events,ledger,tools,scenario", async ({page}) => {
    assert.equal(await ready(page), "canvas");
    for (const part of ["#log", "#ledger", ".page-tools", "#run-options"])
      assert.equal(await page.locator(part).isVisible(), false, part);
    for (const part of ["#actions", "#processes", "#settings", "#screens"])
      assert.equal(await page.locator(part).isVisible(), true, part);
  }),
);

test(
  "the theme of the address goes before the reader's, and is not kept",
  at(
    "?theme=dark",
    async ({page}) => {
      const palette = () => page.locator("html").getAttribute("data-palette");
      assert.equal(await palette(), "dark");
      await page.goto(page.url().replace("?theme=dark", ""));
      assert.equal(await palette(), "light");
    },
    {view: {colorScheme: "light"}},
  ),
);

test(
  "storage=none keeps nothing, and says so",
  at("?storage=none", async ({page}) => {
    assert.equal(await ready(page), "canvas");
    await page.getByLabel("Theme").selectOption("dark");
    assert.match(await page.locator("#kept").innerText(), /keeps no settings/);
    assert.equal(await page.evaluate(() => window.localStorage.length), 0);
  }),
);

test(
  "autoplay plays, and the pause button stops it",
  at("?autoplay=1&speed=20&step=0", async (lab) => {
    await ready(lab.page);
    await lab.until(() => window.cutline.model().step > 1);
    await lab.page.getByRole("button", {name: "Pause", exact: true}).click();
    assert.equal((await lab.model()).playing, false);
  }),
);

test(
  "a field still shows its own refusal beside it",
  at("?layout=nothing", async ({page}) => {
    assert.equal(await ready(page), "canvas");
    const seed = field(page, "transport", "Seed");
    await seed.fill("many");
    await seed.press("Enter");
    assert.equal(await page.locator("#notices li").count(), 1, "the address's alone");
    assert.equal(await page.locator(".field-error:visible").count(), 1);
  }),
);

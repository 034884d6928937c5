// How the page starts, and what it says where it cannot: every failure has words, and the text view
// needs neither WebGL nor storage.
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {pathToFileURL} from "node:url";
import {kPolicy, kRoot, kSite, with_lab, wrapped_program} from "./support.mjs";

const kWasm = "/cutline.wasm";
const kLater = "/cutline-later.wasm";
const kLaterAsked = () =>
  performance.getEntriesByName(`${location.href}cutline-later.wasm`).length > 0;
const kMissing = {status: 404, type: "text/plain", body: "not found"};

const words = (page) => page.locator("#boot").innerText();
const asked = (lab, path) => lab.server.requests.filter((one) => one === path).length;

// The page after a failure to load.
function fails(title, site, pattern) {
  test(
    title,
    with_lab({site, expect: "failed", faults_allowed: true}, async ({page}) => {
      assert.match(await words(page), pattern);
      assert.equal(await page.locator("#app").isVisible(), false);
      assert.equal(await page.getByRole("button", {name: "Try again"}).isVisible(), true);
    }),
  );
}

test(
  "the page loads with a picture, asking for each file once",
  with_lab({expect: "canvas"}, async (lab) => {
    for (const path of new Set(lab.server.requests)) assert.equal(asked(lab, path), 1, path);
    assert.equal(await lab.page.locator("#boot").isVisible(), false);
    assert.equal(await lab.page.evaluate(() => document.fonts.check('16px "Cutline"')), true);
    assert.equal(await lab.page.getByRole("heading", {level: 1}).count(), 1);
  }),
);

fails("a missing program says so", {replace: {[kWasm]: kMissing}}, /cutline\.wasm.*answered 404/s);

fails(
  "a page of words in the program's place is told from a program",
  {replace: {[kWasm]: {type: "text/html", body: "<p>Moved</p>"}}},
  /cutline\.wasm is no WebAssembly: the server sent text\/html/,
);

fails(
  "a policy that forbids WebAssembly says so",
  {policy: kPolicy.replace(" 'wasm-unsafe-eval'", "")},
  /could not start the program: .*(Content Security Policy|unsafe-eval)/s,
);

test("half a program is told from a whole one", async () => {
  const body = (await readFile(join(kSite, kWasm))).subarray(0, 5000);
  await with_lab(
    {site: {replace: {[kWasm]: {body}}}, expect: "failed", faults_allowed: true},
    async ({page}) => assert.match(await words(page), /could not start the program: .+/s),
  )();
});

test("a wrongly labelled program is taken all the same, with one request", async () => {
  const body = await readFile(join(kSite, kWasm));
  const site = {replace: {[kWasm]: {type: "application/octet-stream", body}}};
  await with_lab({site, expect: "canvas"}, async (lab) => {
    assert.equal(asked(lab, kWasm), 1);
    assert.equal(await lab.command("step"), 0);
  })();
});

// What the first picture needs is in the first part; where the second should be is nothing here.
test(
  "without the second part of the program the first screen does all it can",
  with_lab(
    {site: {replace: {[kLater]: kMissing}}, expect: "canvas", faults_allowed: true},
    async (lab) => {
      for (const line of ["step", "back", "seek 5", "play", "pause", "seek 0", "snapshot A"]) {
        assert.equal(await lab.command(line), 0, line);
      }
      assert.equal((await lab.model()).snapshots.length, 1);
      await lab.until(kLaterAsked);
      assert.equal(asked(lab, kLater), 1); // behind the first picture, and not again
      assert.deepEqual(
        lab.faults.filter((words) => !/404/.test(words)),
        [],
      );
    },
  ),
);

test(
  "what needs the second part before it is there gets it at once",
  with_lab(
    {site: {replace: {[kLater]: kMissing}}, expect: "canvas", faults_allowed: true},
    async (lab) => {
      await lab.until(kLaterAsked);
      delete lab.server.replace[kLater];
      assert.equal(await lab.command("show jobs"), 0);
      assert.equal(asked(lab, kLater), 2);
      assert.equal((await lab.model()).job.now_s, 0);
      assert.equal(await lab.command("show queue"), 0);
      assert.equal(asked(lab, kLater), 2);
    },
  ),
);

test(
  "without the program's script the page says how to build it",
  with_lab(
    {site: {replace: {"/cutline.js": kMissing}}, expect: "failed", faults_allowed: true},
    async ({page}) => assert.match(await words(page), /bash shell\/serve/),
  ),
);

test(
  "a page script that is missing is named",
  with_lab(
    {
      site: {replace: {"/shell/page/main.js": kMissing}},
      path: "index.html",
      faults_allowed: true,
    },
    async ({page}) => {
      await page.locator("#words-failed").waitFor();
      assert.match(await words(page), /shell\/page\/main\.js/);
    },
  ),
);

for (const [title, folder, pattern] of [
  ["as a file, the built page asks for a web server", kSite, /web server/],
  ["as a file, the source says how to build", kRoot, /bash shell\/serve/],
]) {
  test(
    title,
    with_lab({path: "shell/page/icon.svg", faults_allowed: true}, async ({page}) => {
      await page.goto(pathToFileURL(join(folder, "index.html")).href);
      await page.locator("#boot h2").filter({visible: true}).waitFor();
      assert.match(await words(page), pattern);
      assert.doesNotMatch(await words(page), /Loading the lab/);
    }),
  );
}

test(
  "without JavaScript the page says that it needs it",
  with_lab({view: {javaScriptEnabled: false}, path: "index.html"}, async ({page}) => {
    assert.match(await page.locator("noscript").innerText(), /needs JavaScript/);
  }),
);

test(
  "without the fonts the system's are used",
  with_lab(
    {
      site: {
        replace: {"/cutline-font.ttf": kMissing, "/cutline-font-semibold.ttf": kMissing},
      },
      faults_allowed: true,
    },
    async (lab) => {
      assert.equal(lab.outcome, "canvas");
      assert.equal(await lab.command("step"), 0);
    },
  ),
);

test(
  "without WebGL there are words in the picture's place, and the text view works",
  with_lab(
    {
      before: () => {
        HTMLCanvasElement.prototype.getContext = () => null;
      },
      expect: "text",
      faults_allowed: true,
    },
    async (lab) => {
      const {page, faults} = lab;
      assert.match(await page.locator("#no-picture").innerText(), /no WebGL 2/);
      assert.equal(await page.locator("#canvas").isVisible(), false);
      const {step} = await lab.model();
      await page.getByRole("button", {name: "Step", exact: true}).click();
      assert.equal((await lab.model()).step, step + 1);
      await page.getByRole("button", {name: "Start a snapshot at A"}).click();
      assert.equal(await page.locator("[data-snapshot]").count(), 1);
      assert.equal(await lab.frames(), 0);
      assert.deepEqual(
        faults.filter((fault) => !/webgl|context/i.test(fault)),
        [],
      );
    },
  ),
);

test("a fault of the program itself is told, and what it last said stays readable", async () => {
  const replace = await wrapped_program((module, swap) => {
    swap("_cutline_command", (command) => (line) => {
      if (module.UTF8ToString(line) === "step") throw new WebAssembly.RuntimeError("unreachable");
      return command(line);
    });
  });
  await with_lab({site: {replace}, faults_allowed: true}, async (lab) => {
    const {page} = lab;
    await page.getByRole("button", {name: "Step", exact: true}).click();
    assert.match(await words(page), /mistake of its own.*unreachable/s);
    assert.equal(await page.locator("#app").evaluate((app) => app.inert), true);
    assert.equal(await page.locator("#processes tbody tr").count(), 3);
    assert.equal(await lab.command("back"), 1, "nothing more is asked of it");
  })();
});

test(
  "where storage throws, the page works and says that the theme is not kept",
  with_lab(
    {
      before: () => {
        Object.defineProperty(window, "localStorage", {
          get() {
            throw new DOMException("denied", "SecurityError");
          },
        });
      },
      expect: "canvas",
    },
    async ({page}) => {
      await page.getByLabel("Theme").selectOption("dark");
      assert.equal(await page.locator("html").getAttribute("data-palette"), "dark");
      assert.match(await page.locator("#kept").innerText(), /keeps no settings/);
    },
  ),
);

test(
  "a chosen theme is kept; automatic follows the system",
  with_lab({view: {colorScheme: "dark"}}, async ({page, until}) => {
    const shows = (palette) =>
      until((wanted) => document.documentElement.dataset.palette === wanted, palette);
    await shows("dark");
    await page.emulateMedia({colorScheme: "light"});
    await shows("light");
    await page.emulateMedia({forcedColors: "active"});
    await shows("contrast");
    await page.getByLabel("Theme").selectOption("light");
    await shows("light");
    await page.reload();
    await page.evaluate(() => window.cutline.ready);
    await shows("light");
  }),
);

test(
  "the about dialog shows the licence and the notices of others, and closes by Escape",
  with_lab({}, async ({page}) => {
    const dialog = page.getByRole("dialog", {name: "About Cutline"});
    await page.getByRole("button", {name: "About"}).click();
    assert.match(await dialog.innerText(), /MIT License/);
    await page.waitForFunction(() =>
      document.getElementById("third-party-text").textContent.includes("Dear ImGui"),
    );
    await page.keyboard.press("Escape");
    assert.equal(await dialog.isVisible(), false);
    assert.equal(await page.evaluate(() => document.activeElement.id), "about-open");
  }),
);

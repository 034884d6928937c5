// The site without a network: after the first visit, all of one version or not at all.
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {kSite, with_lab} from "./support.mjs";

const worker = await readFile(join(kSite, "service_worker.js"), "utf8");
const view = {serviceWorkers: "allow"};
const installed = (page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).active.state);

test("the list holds what a visit loads, and not the single file", () => {
  for (const name of [
    "index.html",
    "cutline.wasm",
    "cutline-later.wasm",
    "cutline.js",
    "shell/page/main.js",
    "shell/page/exercise_view.js",
    "notices.txt",
  ])
    assert.ok(worker.includes(`"${name}": "`), name);
  assert.ok(!worker.includes("cutline-lab.html"));
  assert.doesNotMatch(worker, /= "unbuilt"|skipWaiting\(/);
});

test(
  "after the first visit it opens without a network, with any options",
  with_lab({view, faults_allowed: true}, async ({page, context, server}) => {
    await installed(page);
    await context.setOffline(true);
    server.requests.length = 0;
    for (const path of ["", "index.html?scenario=ring&layout=compact"]) {
      await page.goto(server.address + path);
      assert.equal(await page.evaluate(() => window.cutline.ready), "canvas");
    }
    assert.equal(await page.evaluate(() => window.cutline.model().scenario), "ring");
    await page.goto(`${server.address}?exercise=queue-falls`);
    await page.getByRole("heading", {name: "Step 1 of 5: Read"}).waitFor();
    assert.deepEqual(server.requests, []);
  }),
);

test(
  "a file that is not of this version is not kept: the site is asked for as before",
  with_lab(
    {
      view,
      site: {replace: {"/shell/page/dom.js": {body: "changed"}}},
      faults_allowed: true,
      path: "shell/page/icon.svg",
    },
    async ({page, server}) => {
      const failed = await page.evaluate(async (address) => {
        const registration = await navigator.serviceWorker.register(`${address}service_worker.js`);
        const installing = registration.installing ?? registration.waiting;
        return new Promise((resolve) => {
          const look = () => installing.state !== "installing" && resolve(installing.state);
          installing.addEventListener("statechange", look);
          look();
        });
      }, server.address);
      assert.equal(failed, "redundant");
      assert.deepEqual(await page.evaluate(() => caches.keys()), []);
    },
  ),
);

test(
  "a new version waits until the old pages are closed, then takes the old one's place",
  with_lab({view, site: {replace: {"/service_worker.js": {}}}}, async ({page, server}) => {
    await installed(page);
    const before = await page.evaluate(() => caches.keys());
    server.replace["/service_worker.js"] = {
      body: worker.replace(/kVersion = "\w+"/, 'kVersion = "next"'),
      type: "text/javascript",
    };
    const states = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      const next = registration.installing ?? registration.waiting;
      await new Promise((resolve) => {
        const look = () => next.state === "installed" && resolve();
        next.addEventListener("statechange", look);
        look();
      });
      return [registration.active.state, next.state];
    });
    assert.deepEqual(states, ["activated", "installed"]);
    await page.goto("about:blank");
    await page.goto(server.address);
    await page.waitForFunction(async () => {
      const names = await caches.keys();
      return names.length === 1 && names[0].endsWith(" next");
    });
    assert.ok(before[0] && !before[0].endsWith("next"));
  }),
);

test(
  "with storage=none nothing is kept",
  with_lab({view, path: "index.html?storage=none"}, async ({page}) => {
    assert.equal(await page.evaluate(() => window.cutline.ready), "canvas");
    assert.equal(
      await page.evaluate(() =>
        navigator.serviceWorker.getRegistrations().then((all) => all.length),
      ),
      0,
    );
  }),
);

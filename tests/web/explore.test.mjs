// Every interleaving on the page: by buttons and by keyboard, stopped, and a counterexample opened.
import assert from "node:assert/strict";
import {test} from "node:test";
import {AxeBuilder} from "@axe-core/playwright";
import {with_lab} from "./support.mjs";

const section = (page) => page.locator("#explore");
const claim = (page, name) => section(page).locator(`[data-claim="${name}"]`);
const verdict = (page, name) => claim(page, name).locator(".verdict strong").textContent();
const status_is = (lab, status) =>
  lab.until((wanted) => window.cutline.model().explore.status === wanted, status);

async function opened_on(lab, ...lines) {
  for (const line of lines) assert.equal(await lab.command(line), 0, line);
}

test(
  "a mesh of three is explored whole: as many states as others counted, and every claim holds",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await opened_on(lab, "scenario mesh-3");
    await page.getByRole("button", {name: "Explore every interleaving"}).click();
    await status_is(lab, "finished");
    assert.equal(
      await section(page).locator("[data-part=progress]").textContent(),
      "20963 states, 72078 transitions: every interleaving was looked at.",
    );
    assert.equal(await verdict(page, "consistent"), "holds");
    assert.equal(await verdict(page, "not-stuck"), "holds");
    assert.equal(await verdict(page, "complete"), "reached");
    assert.equal(await claim(page, "consistent").getByRole("button").count(), 0);
  }),
);

test(
  "a wrong rule gives a shortest run with its point of no return, by the keyboard alone",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await opened_on(lab, "scenario mesh-2", "set record off");
    const button = section(page).getByRole("button").first();
    await button.focus();
    await page.keyboard.press("Enter");
    await status_is(lab, "finished");
    assert.equal(await verdict(page, "consistent"), "fails");
    const failing = claim(page, "consistent");
    assert.match(await failing.locator(".verdict").textContent(), /T1 \(1\) is lost/);
    const steps = await failing.locator("li").allTextContents();
    assert.equal(steps.length, 5);
    assert.match(steps[1], /B sends T1 \(1\) to A\. Point of no return\./);

    // The button kept the focus; the next stop is the first claim's run.
    await page.keyboard.press("Tab");
    assert.equal(
      await page.evaluate(() => document.activeElement.dataset.command),
      "explore open consistent",
    );
    await page.keyboard.press("Enter");
    const model = await lab.model();
    assert.equal(model.step, 5);
    assert.equal(model.snapshots[0].ledger.verdict, "loses");
    assert.deepEqual(model.run, model.explore.claims[0].run);
    assert.equal(await verdict(page, "consistent"), "fails"); // and is still there to be read
    assert.deepEqual((await new AxeBuilder({page}).analyze()).violations, []);
  }),
);

test(
  "a long exploration leaves the page free, shows how far it is, and can be stopped",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await opened_on(lab, "scenario mesh-3", "set explore-transfers 4", "set balances 4");
    await page.getByRole("button", {name: "Explore every interleaving"}).click();
    await lab.until(() => window.cutline.model().explore.states > 50000);
    assert.match(await section(page).locator("[data-part=progress]").textContent(), /so far/);
    // Between two slices the page does what it is asked to.
    await page.getByRole("button", {name: "Step", exact: true}).click();
    assert.equal((await lab.model()).explore.status, "running");
    await page.getByRole("button", {name: "Stop exploring"}).click();
    assert.equal((await lab.model()).explore.status, "stopped");
    assert.equal(await verdict(page, "consistent"), "open");
    const advice = await section(page).locator("[data-part=advice]").textContent();
    assert.match(advice, /fewer transfers/);
    const {states} = (await lab.model()).explore;
    assert.equal(await lab.command("explore on"), 1);
    assert.equal((await lab.model()).explore.states, states);
  }),
);

// Every interleaving on the page: claims, faults and bounds by the keyboard, stopped in the middle,
// a counterexample opened; and the same in the picture by the mouse.
import assert from "node:assert/strict";
import {test} from "node:test";
import {axe_finds_nothing} from "./axe.mjs";
import {until_idle, with_lab} from "./support.mjs";

const section = (page) => page.locator("#explore");
const claim = (page, name, role = "") =>
  section(page).locator(`[data-claim="${name}"]${role && `[data-role="${role}"]`}`);
const verdict = (page, name) => claim(page, name).locator(".verdict strong").textContent();
const part = (page, name) => section(page).locator(`[data-part=${name}]`);
const status_is = (lab, status) =>
  lab.until((wanted) => window.cutline.model().explore.status === wanted, status);
const start = (page) => page.getByRole("button", {name: "Explore every interleaving"});

async function opened_on(lab, ...lines) {
  for (const line of lines) assert.equal(await lab.command(line), 0, line);
}

// Types into the field with this label and presses Enter.
async function enter(page, label, text) {
  const field = section(page).getByLabel(label, {exact: true});
  await field.focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  return field;
}

test(
  "a mesh of three is explored whole: as many states as others counted, and every claim holds",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await opened_on(lab, "scenario mesh-3");
    await start(page).click();
    await status_is(lab, "finished");
    assert.equal(
      await part(page, "sentence").textContent(),
      "20963 states, 72078 transitions: every interleaving was looked at.",
    );
    assert.equal(await verdict(page, "consistent"), "holds");
    assert.equal(await verdict(page, "not-stuck"), "holds");
    assert.equal(await verdict(page, "complete"), "reached");
    assert.equal(await claim(page, "consistent").getByRole("button").count(), 0);
    const figures = await page.locator("#explore-figures tbody tr").allTextContents();
    assert.equal(figures[0], "States20,9632,500,000");
    assert.equal(figures[1], "Not gone on from yet0–");
  }),
);

test(
  "a wrong rule gives a shortest run with its point of no return, by the keyboard alone",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await opened_on(lab, "scenario mesh-2", "set record off");
    await start(page).focus();
    await page.keyboard.press("Enter");
    await status_is(lab, "finished");
    assert.equal(await verdict(page, "consistent"), "fails");
    const failing = claim(page, "consistent");
    assert.match(await failing.textContent(), /T1 \(1\) is lost/);
    assert.match(await failing.textContent(), /After step 2 it was certain/);
    const steps = await section(page).locator('[data-run="consistent"] li').allTextContents();
    assert.equal(steps.length, 5);
    assert.match(steps[1], /B sends T1 \(1\) to A\. Point of no return\./);

    // The button kept the focus; the next stops are the list of verdicts and the first run.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    assert.equal(
      await page.evaluate(() => document.activeElement.dataset.command),
      "explore open consistent always",
    );
    await page.keyboard.press("Enter");
    const model = await lab.model();
    assert.equal(model.step, 5);
    assert.equal(model.snapshots[0].ledger.verdict, "loses");
    assert.deepEqual(model.run, model.explore.claims[0].run);
    assert.equal(await verdict(page, "consistent"), "fails"); // and is still there to be read
    const log = await page.locator("#log tbody tr").allTextContents();
    assert.match(log[1], /Point of no return: whatever happens from here on, "always consistent"/);
    assert.match(log[4], /Here "always consistent" fails\./);
    assert.equal(await page.locator("#log tbody tr.turn").count(), 2);
    await axe_finds_nothing(page);
  }),
);

test(
  "claims are added and taken back in each role, and what is refused stands beside the form",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await opened_on(lab, "scenario mesh-2");
    const wanted = () =>
      section(page)
        .locator("[data-wanted]")
        .evaluateAll((rows) => rows.map((row) => row.dataset.wanted));
    await start(page).waitFor();
    assert.deepEqual(await wanted(), [
      "always consistent",
      "always not-stuck",
      "reachable complete",
    ]);
    // By the keyboard: the role, the predicate, the button.
    const role = part(page, "claim").getByLabel("Role");
    await role.focus();
    await page.keyboard.press("D"); // Do not enter
    await page.keyboard.press("Tab");
    await page.keyboard.type("overlap");
    assert.match(
      await part(page, "claim").locator(".hint").textContent(),
      /^Not gone on from a state in which two snapshots are under way at once\.$/,
    );
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.deepEqual((await wanted()).at(-1), "never overlap");
    await page.keyboard.press("Enter"); // once more
    const error = part(page, "claim").locator(".field-error");
    assert.equal(await error.textContent(), '"never overlap" is claimed already');
    assert.equal(await page.locator("#notices li").count(), 0, "said beside the form alone");
    await role.selectOption("reachable");
    assert.equal(await error.isVisible(), false);

    await section(page).getByRole("button", {name: "Remove always consistent"}).press("Enter");
    assert.deepEqual(await wanted(), ["always not-stuck", "reachable complete", "never overlap"]);
    await opened_on(lab, "set explore-snapshots 2");
    await start(page).press("Enter");
    await status_is(lab, "finished");
    assert.equal(await section(page).locator("[data-claim]").count(), 3);
    assert.equal(await verdict(page, "overlap"), "met");
    assert.match(await claim(page, "overlap").textContent(), /In \d+ states, first after 2 steps/);
    await claim(page, "overlap").getByRole("button").press("Enter");
    assert.equal((await lab.model()).snapshots.length, 2);
    await part(page, "usual").press("Enter");
    assert.equal((await wanted()).length, 3);
    await axe_finds_nothing(page);
  }),
);

test(
  "what is lost, and what a bound refuses, is set beside the claims",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await opened_on(lab, "scenario lossy");
    await start(page).press("Enter");
    await status_is(lab, "finished");
    assert.equal(await verdict(page, "consistent"), "fails");
    await enter(page, "Exploring: messages lost or doubled in a run", "0");
    assert.equal((await lab.model()).explore.status, "none");
    await start(page).press("Enter");
    await status_is(lab, "finished");
    assert.equal(await verdict(page, "consistent"), "holds");

    const memory = await enter(page, "At most so much memory (MB)", "1000");
    assert.equal(await memory.getAttribute("aria-invalid"), "true");
    assert.match(
      await part(page, "bounds").textContent(),
      /the memory in MB must be from 1 to 128, not "1000"/,
    );
    await page.keyboard.press("Escape");
    assert.equal(await memory.inputValue(), "128");
    await enter(page, "Exploring: messages lost or doubled in a run", "2");
    await enter(page, "At most so many states", "100");
    await start(page).press("Enter");
    await status_is(lab, "too many states");
    assert.equal(await part(page, "ended").textContent(), "Ended early: too many states.");
    assert.match(
      await part(page, "advice").textContent(),
      /^It ended at its bound of 100 states\. .*fewer losses and doublings \(explore-faults\)/,
    );
    assert.equal(await part(page, "share").evaluate((bar) => bar.value), 1);
    await axe_finds_nothing(page);
  }),
);

test(
  "claims that cannot be explored are refused beside the button",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await opened_on(lab, "scenario mesh-2", "set record-twice on", "claim reachable loses");
    await start(page).press("Enter");
    const error = part(page, "start").locator(".field-error");
    assert.match(await error.textContent(), /"loses" cannot be explored with record-twice/);
    assert.equal((await lab.model()).explore.status, "none");
    await opened_on(lab, "unclaim reachable loses");
    await start(page).press("Enter");
    await status_is(lab, "finished");
    assert.equal(await error.isVisible(), false);
    assert.equal((await lab.model()).notices.length, 0);
  }),
);

test(
  "a long exploration leaves the page free, shows how far it is, and can be stopped",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await opened_on(lab, "scenario mesh-3", "set explore-transfers 4", "set balances 4");
    const spoken = await page.evaluateHandle(() => {
      const said = [];
      for (const region of document.querySelectorAll("[data-live]"))
        new MutationObserver(() => region.textContent && said.push(region.textContent)).observe(
          region,
          {childList: true},
        );
      return said;
    });
    await start(page).click();
    await lab.until(() => window.cutline.model().explore.states > 50000);
    assert.match(await part(page, "sentence").textContent(), /so far/);
    const share = await part(page, "share").evaluate((bar) => bar.value);
    assert.ok(share > 0 && share < 1, `${share}`);
    // Between two slices the page does what it is asked to.
    await page.getByRole("button", {name: "Step", exact: true}).click();
    assert.equal((await lab.model()).step, 1);
    assert.equal((await lab.model()).explore.status, "running");
    const stop = page.getByRole("button", {name: "Stop exploring"});
    await stop.focus();
    await page.keyboard.press("Enter");
    assert.equal((await lab.model()).explore.status, "stopped");
    assert.equal(await verdict(page, "consistent"), "open");
    assert.match(await part(page, "advice").textContent(), /It was stopped\. .*fewer transfers/);
    assert.equal(await start(page).evaluate((node) => node === document.activeElement), true);
    const {states} = (await lab.model()).explore;
    assert.equal(await lab.command("explore on"), 1);
    assert.equal((await lab.model()).explore.states, states);
    // Spoken: that it began, the step, that it was stopped; and nothing of the slices.
    const said = await spoken.jsonValue();
    assert.equal(said[0], "Exploring every interleaving.");
    assert.match(said[1], /^[A-C] /);
    assert.match(said[2], /^Stopped\. /);
  }),
);

// A dozen processes with a dozen transfers each: no machine gets to the end of it.
test(
  "memory ends an exploration before the page has none left",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await opened_on(lab, "scenario mesh-3", "set explore-transfers 100", "set balances 1000");
    await opened_on(lab, "set explore-snapshots 8", "set loss 1", "set explore-faults 100");
    await opened_on(lab, "explore limit states 100000000", "explore limit memory 20");
    await start(page).click();
    await status_is(lab, "too much memory");
    const {explore} = await lab.model();
    assert.ok(explore.bytes <= 20_000_000, `${explore.bytes}`);
    assert.match(explore.advice, /^It ended at its bound of 20 MB of memory\./);
    assert.equal(await lab.command("step"), 0, "and the page goes on");
  }),
);

// Places in CSS pixels from the picture's corner, as web/layout.cc puts them on a wide canvas.
async function press_in_picture(lab, x, y) {
  const canvas = lab.page.locator("#canvas");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  await lab.page.mouse.click(box.x + (x < 0 ? box.width + x : x), box.y + y);
  await until_idle(lab);
}

test(
  "in the picture: the explorer's tab, start, stop, and a run opened, by the mouse",
  with_lab({expect: "canvas"}, async (lab) => {
    await opened_on(lab, "scenario mesh-3", "set explore-transfers 4", "set balances 4");
    await start(lab.page).waitFor(); // what goes on with it is there
    const width = (await lab.page.locator("#canvas").boundingBox()).width;
    const side = Math.floor(Math.max(280, Math.min(500, (width - 40) * 0.38)));
    const left = width - 20 - side;
    const top = 16 + 44 + 16; // below margin, controls and gap: the tabs
    await press_in_picture(lab, left + side * 0.75, top + 18);
    const first = {x: left + 60, y: top + 36 + 8 + 18};
    const box = await lab.page.locator("#canvas").boundingBox();
    await lab.page.mouse.click(box.x + first.x, box.y + first.y);
    await lab.until(() => window.cutline.model().explore.states > 20000);
    await lab.page.mouse.click(box.x + first.x, box.y + first.y);
    await status_is(lab, "stopped");

    await opened_on(lab, "scenario mesh-2", "set record off", "unclaim always not-stuck");
    await opened_on(lab, "unclaim always consistent", "unclaim reachable complete");
    await opened_on(lab, "claim always consistent");
    await until_idle(lab);
    await press_in_picture(lab, first.x, first.y);
    await status_is(lab, "finished");
    await until_idle(lab);
    // The button lies below the verdict and the sentence of the claim.
    for (let y = first.y + 80; y < first.y + 160 && (await lab.model()).step === 0; y += 10)
      await press_in_picture(lab, left + 40, y);
    const model = await lab.model();
    assert.equal(model.step, 5);
    assert.equal(model.snapshots[0].ledger.verdict, "loses");
  }),
);

// Transfers and snapshots in the text view: what the buttons and tables of the page can do and
// show.
import assert from "node:assert/strict";
import {test} from "node:test";
import {field, state_of, with_lab} from "./support.mjs";

const kStepsMax = 60; // enough for any snapshot of the first scenario to complete

const button = (page, name) => page.getByRole("button", {name, exact: true});
const snapshot = (page, name) => page.locator(`[data-snapshot="${name}"]`);
const verdict = (page, name) => snapshot(page, name).locator(".verdict strong").textContent();

async function step_until(lab, is_reached) {
  for (let step = 0; step < kStepsMax; ++step) {
    if (is_reached(await lab.model())) return;
    await button(lab.page, "Step").click();
  }
  assert.fail(`not reached within ${kStepsMax} steps`);
}

// A run in which nothing happens but what a hand does.
async function without_traffic(lab) {
  for (const line of ["set send-interval-min 0s", "set send-interval-max 0s"]) {
    assert.equal(await lab.command(line), 0, line);
  }
}

test(
  "a Chandy–Lamport snapshot goes from its start to the verdict consistent",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await step_until(lab, ({step}) => step >= 12);
    await button(page, "Start a snapshot at A").click();
    await snapshot(page, "S1").waitFor();
    assert.equal(await verdict(page, "S1"), "incomplete");
    assert.match(await snapshot(page, "S1").locator(".story").textContent(), /waits for/);

    await step_until(lab, ({snapshots}) => snapshots[0].completed !== "");
    assert.equal(await verdict(page, "S1"), "consistent");
    const ledger = snapshot(page, "S1").locator("table");
    assert.equal(
      await ledger
        .getByRole("row", {name: /^Together/})
        .locator("td")
        .last()
        .textContent(),
      "200",
    );
    const {system} = await lab.model();
    const wheres = [...system.processes, ...system.channels].map(({name}) => name);
    assert.deepEqual(await ledger.locator("tbody th").allTextContents(), wheres);
  }),
);

test(
  "recording only the endpoints loses the transfers on their way, by name",
  with_lab({}, async (lab) => {
    const {page} = lab;
    const is_on_its_way = (item) => !item.marker;
    await step_until(lab, ({system}) =>
      system.channels.some(({queue}) => queue.some(is_on_its_way)),
    );
    const {system} = await lab.model();
    const under_way = system.channels.flatMap(({queue}) => queue).filter(is_on_its_way);
    await button(page, "Record only the endpoints, all at once").click();
    assert.equal(await verdict(page, "S1"), "loses");
    const sentence = await snapshot(page, "S1").locator(".verdict").textContent();
    for (const {name} of under_way) assert.match(sentence, new RegExp(`\\b${name}\\b`));
    const notes = await snapshot(page, "S1").locator("tbody").textContent();
    for (const {name} of under_way) assert.match(notes, new RegExp(`lost.*\\b${name}\\b`));
  }),
);

test(
  "recording the endpoints one by one can count a transfer twice, by name",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await without_traffic(lab);
    await button(page, "Record only the endpoints, one by one from A").click();
    await page.locator("summary", {hasText: "Send a transfer"}).click();
    await page.getByLabel("Amount: Send from A to B").fill("10");
    await button(page, "Send from A to B").click();
    await page.locator('[data-command="deliver A>B"]').click();
    await step_until(lab, ({snapshots}) => snapshots[0].completed !== "");
    assert.equal(await verdict(page, "S1"), "repeats");
    const name = (await lab.model()).snapshots[0].repeated[0];
    const row = snapshot(page, "S1").getByRole("row", {name: "A>B"});
    assert.match(await row.textContent(), new RegExp(`counted twice.*\\b${name}\\b`));
  }),
);

test(
  "a step back restores the state exactly, and the way forward again too",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await step_until(lab, ({step}) => step >= 10);
    await button(page, "Start a snapshot at B").click();
    await step_until(lab, ({step}) => step >= 18);
    const {length} = await lab.model();
    await lab.command("seek 8");
    const states = [state_of(await lab.model())];
    while (states.at(-1).step < length) {
      await button(page, "Step").click();
      states.push(state_of(await lab.model()));
    }
    assert.equal(states.length, length - 8 + 1);
    for (const state of states.slice(0, -1).reverse()) {
      await button(page, "Back").click();
      assert.deepEqual(state_of(await lab.model()), state);
    }
    await field(page, "transport", "Go to step").fill(String(length));
    await field(page, "transport", "Go to step").press("Enter");
    assert.deepEqual(state_of(await lab.model()), states.at(-1));
  }),
);

test(
  "tables show the model: balances, what waits in channels, events",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await step_until(lab, ({step}) => step >= 9);
    const {system, ledger, log} = await lab.model();
    const rows = (id) =>
      page
        .locator(`#${id} tbody tr`)
        .evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
    assert.deepEqual(
      (await rows("processes")).map((cells) => cells.slice(0, 2)),
      system.processes.map(({name, balance}) => [name, balance]),
    );
    const waiting = await rows("channels");
    system.channels.forEach(({name, queue}, index) => {
      assert.equal(waiting[index][0], name);
      for (const item of queue) assert.ok(waiting[index][1].includes(item.name), item.name);
      if (queue.length === 0) assert.match(waiting[index][1], /^empty/);
    });
    assert.equal((await rows("log")).length, log.length);
    assert.equal((await rows("ledger")).at(0)[2], ledger.lines[0].amount);

    await page.getByLabel("Show only lines with").fill("receives");
    const expected = log.filter(({sentence}) => sentence.includes("receives")).length;
    assert.equal((await rows("log")).length, expected);
    assert.ok(expected > 0 && expected < log.length);
  }),
);

test(
  "playing steps by a timer at the chosen speed, and pause stops it",
  with_lab({}, async (lab) => {
    const {page} = lab;
    const {step} = await lab.model();
    await field(page, "transport", "Speed").fill("50");
    await field(page, "transport", "Speed").press("Enter");
    await button(page, "Play").click();
    await lab.until((start) => window.cutline.model().step >= start + 3, step);
    await button(page, "Pause").click();
    const stopped = await lab.model();
    assert.equal(stopped.playing, false);
    // Ten timers of the playing kind later nothing has moved.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          let left = 10;
          const tick = () => (left-- > 0 ? setTimeout(tick, 20) : resolve());
          tick();
        }),
    );
    assert.deepEqual(await lab.model(), stopped);
  }),
);

test(
  "playing stops by itself where nothing can happen any more",
  with_lab({}, async (lab) => {
    await without_traffic(lab);
    await lab.command("send A>B 10");
    assert.equal(await lab.command("speed 50"), 0);
    assert.equal(await lab.command("play"), 0);
    await lab.until(() => !window.cutline.model().playing);
    assert.equal(await button(lab.page, "Play").count(), 1);
  }),
);

test(
  "a send without a number is refused beside its field; with one it is done",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await lab.command("reset");
    await page.locator("summary", {hasText: "Send a transfer"}).click();
    const amount = page.getByLabel("Amount: Send from A to B");
    const before = state_of(await lab.model());
    await amount.fill("many");
    await button(page, "Send from A to B").click();
    const row = page.locator("li", {has: amount});
    assert.match(await row.locator(".field-error").textContent(), /amount.*many/);
    const refused = state_of(await lab.model());
    assert.deepEqual({...refused, notices: []}, {...before, notices: []});

    await amount.fill("5");
    await amount.press("Enter");
    assert.equal(await row.locator(".field-error").isVisible(), false);
    assert.match((await lab.model()).log.at(-1).sentence, /A sends .*\(5\) to B/);
  }),
);

test(
  "settings restart the run; a bad one is refused beside its field; one button puts it back",
  with_lab({}, async (lab) => {
    const {page} = lab;
    const longest = field(page, "settings", "Message delay, longest");
    const initial = await longest.inputValue();
    await longest.fill("soon");
    await longest.blur();
    assert.equal(await longest.getAttribute("aria-invalid"), "true");
    await longest.fill("3s");
    await longest.press("Enter");
    assert.equal(await longest.getAttribute("aria-invalid"), null);
    assert.equal((await lab.model()).parameters.find(({key}) => key === "delay-max").value, "3s");
    assert.deepEqual((await lab.model()).notices, [], "the notice went with the mistake");
    await button(page, `Back to ${initial}`).click();
    assert.equal(await longest.inputValue(), initial);

    await page
      .locator("#settings")
      .getByLabel("Channels keep the order (FIFO)")
      .selectOption("off");
    assert.equal((await lab.model()).parameters.find(({key}) => key === "fifo").value, "off");
  }),
);

test(
  "another scenario and another seed start another run",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await field(page, "transport", "Scenario").selectOption({label: "Two banks"});
    assert.equal((await lab.model()).scenario, "two-banks");
    assert.deepEqual(await page.locator("#processes tbody th").allTextContents(), ["A", "B"]);
    const seed = field(page, "transport", "Seed");
    await seed.fill("99");
    await seed.press("Enter");
    assert.equal((await lab.model()).parameters.find(({key}) => key === "seed").value, "99");
    assert.equal((await lab.model()).step, 0);
  }),
);

test(
  "an empty field, or one with two words, is refused in its own words",
  with_lab({}, async (lab) => {
    const {page} = lab;
    const said = async (control, text) => {
      await control.fill(text);
      await control.press("Enter");
      return control
        .locator("xpath=ancestor::*[self::li or contains(@class, 'field')][1]")
        .locator(".field-error")
        .textContent();
    };
    const seed = field(page, "transport", "Seed");
    assert.match(await said(seed, ""), /^Seed: a value is missing\./);
    assert.match(await said(seed, "3 4"), /^Seed: one value is wanted, without blanks in it\./);
    await seed.press("Escape");
    assert.deepEqual((await lab.model()).notices, []);
    await page.locator("summary", {hasText: "Send a transfer"}).click();
    const amount = page.getByLabel("Amount: Send from A to B");
    assert.match(await said(amount, ""), /^Amount: Send from A to B: a value is missing\./);
    await lab.command("show queue");
    const lambda = page.getByLabel("Arrivals λ");
    assert.match(await said(lambda, " "), /^Arrivals λ: a value is missing\./);
    assert.equal((await lab.model()).queue.lambda_text, "1");
  }),
);

test(
  "the about dialog lists each key of the picture once, with all that it does",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await lab.command("play");
    await lab.command("pause");
    await page.getByRole("button", {name: "About"}).click();
    const keys = await page.locator("#keys dt").allTextContents();
    assert.deepEqual([...keys].sort(), [...new Set(keys)].sort());
    const does = (key) =>
      page.locator("#keys dt", {hasText: new RegExp(`^${key}$`)}).locator("+ dd").textContent();
    assert.equal(await does("Space"), "Play, Pause");
    assert.match(await does("Right"), /Step, Step half a second/);
  }),
);

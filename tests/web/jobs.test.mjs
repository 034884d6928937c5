// Streaming jobs in the text view: reached, moved, broken and read with the keyboard alone.
import assert from "node:assert/strict";
import {test} from "node:test";
import {axe_finds_nothing, fits_sideways, open_groups} from "./axe.mjs";
import {field, state_of, until_idle, with_lab} from "./support.mjs";

const kTabsMax = 200;

async function tab_to(page, selector) {
  for (let count = 0; count < kTabsMax; ++count) {
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${selector}`);
}

async function press(page, selector, key = "Enter") {
  await page.evaluate(() => document.activeElement.blur());
  await tab_to(page, selector);
  await page.keyboard.press(key);
}

async function rows(page, table) {
  const all = page.locator(table).first().locator("tbody tr");
  await all.first().waitFor();
  return all.evaluateAll((nodes) =>
    nodes.map((row) => [...row.cells].map((cell) => cell.textContent)),
  );
}

const spoken = (page) =>
  page.locator("[data-live]").evaluateAll((all) => all.map((node) => node.textContent).join(""));

test(
  "a checkpoint is followed from its trigger to its end with the keyboard alone",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await press(page, '[data-show="jobs"]');
    assert.equal((await lab.model()).show, "jobs");
    assert.equal(await page.locator("#processes").isVisible(), false);
    assert.equal(await page.locator("#job-tasks").isVisible(), true);
    assert.match(await page.locator("#job-checkpoints .nothing").textContent(), /No checkpoint/);

    await press(page, '[data-command="next triggered"]');
    assert.match(await spoken(page), /chk-1 is triggered/);
    assert.match(await page.locator("#now-place").textContent(), /event 4298 of 4298/);
    assert.deepEqual((await rows(page, "#job-checkpoints table"))[0].slice(0, 3), [
      "chk-1",
      "4.457 s",
      "in progress",
    ]);
    assert.match(
      await page.locator('#job-checkpoints [data-part="missing"]').textContent(),
      /count-0 has no barrier yet: it waits behind queued data/,
    );
    const channels = await rows(page, "#job-channels table");
    assert.equal(channels.length, 4);
    await press(page, '[data-command="next barrier"]');
    assert.match(await spoken(page), /count-1 takes chk-1's barrier from source-0/);
    assert.match((await rows(page, "#job-channels table"))[1][3], /chk-1 taken/);
    await press(page, '[data-command="next completed"]');
    const [line] = await rows(page, "#job-checkpoints table");
    assert.deepEqual([line[2], line[6], line[7]], ["completed", "queue", "balanced"]);
    const ledgers = await page.locator("#job-ledger .verdict strong").allTextContents();
    assert.deepEqual(ledgers, ["balanced", "balanced"]);
  }),
);

test(
  "a task is let fail by the keyboard; going back takes it back, and the log tells it",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await lab.command("scenario t2-unaligned");
    const place = field(page, "transport", "Go to event or time");
    await place.fill("12.0005s");
    await place.press("Enter");
    assert.match(await page.locator("#now-place").textContent(), /at 12 s/);
    const before = state_of(await lab.model());
    await page.locator("#actions summary", {hasText: "Let a task fail"}).press("Enter");
    await press(page, '[data-command="fail count-1"]');
    assert.match(await spoken(page), /count-1 fails: 4 tasks restart/);
    const log = await rows(page, "#log table");
    assert.match(log.at(-1)[2], /count-1 fails: 4 tasks restart.*\(by hand\)/);
    assert.ok((await rows(page, "#job-tasks table")).every((cells) => cells[1] === "CANCELED"));
    await press(page, '#transport [data-command="back"]');
    const after = state_of(await lab.model());
    assert.deepEqual(after.job.subtasks, before.job.subtasks);
    assert.deepEqual(after.job.channels, before.job.channels);
  }),
);

test(
  "options are the engine's, refused with the reason beside the field, and can be put back",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await lab.command("show jobs");
    const interval = field(page, "settings", "execution.checkpointing.interval");
    await interval.fill("5ms");
    await interval.press("Enter");
    await page.locator("#settings .field-error:visible", {hasText: "at least 10ms"}).waitFor();
    await interval.fill("2s");
    await interval.press("Enter");
    const value = async () =>
      (await lab.model()).parameters.find(({key}) => key === "execution.checkpointing.interval")
        .value;
    assert.equal(await value(), "2s");
    await page.getByRole("button", {name: "Back to 5s"}).press("Enter");
    assert.equal(await value(), "5s");
  }),
);

test(
  "a job plays in simulated time and is paused",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await lab.command("show jobs");
    await press(page, '#transport [data-command="play"]');
    await lab.until(() => window.cutline.model().job.now_s > 0.25);
    await press(page, '#transport [data-command="pause"]');
    assert.equal((await lab.model()).playing, false);
  }),
);

for (const theme of ["light", "dark", "contrast"]) {
  for (const viewport of [{width: 1280, height: 800}, {width: 360, height: 740}]) {
    test(
      `axe finds nothing on a job in ${theme} at ${viewport.width} px`,
      with_lab({view: {viewport}}, async (lab) => {
        const {page} = lab;
        await page.getByLabel("Theme").selectOption(theme);
        for (const line of ["scenario t2-unaligned", "seek 12s", "fail count-0", "next restored"]) {
          await lab.command(line);
        }
        await open_groups(page);
        await until_idle(lab);
        await axe_finds_nothing(page);
        await fits_sideways(page);
      }),
    );
  }
}

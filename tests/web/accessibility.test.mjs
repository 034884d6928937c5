// Everyone can use the page: axe on every screen, theme and width, the keyboard alone, one spoken
// sentence a step, narrow windows, large text, less motion.
import assert from "node:assert/strict";
import {test} from "node:test";
import {axe_finds_nothing, fits_sideways} from "./axe.mjs";
import {pass_frames, until_idle, with_lab} from "./support.mjs";

const kThemes = ["light", "dark", "contrast"];
const kViewports = [
  {width: 1280, height: 800},
  {width: 360, height: 740},
];
const kTabsMax = 150;

// A run that shows everything: snapshots of both kinds, held notices, a refused field, open groups.
async function fill(lab) {
  for (const line of ["seek 12", "snapshot A", "step 4", "read-all", "step", "no such verb"]) {
    await lab.command(line);
  }
  for (const group of await lab.page.locator("details:visible").all()) {
    if (!(await group.evaluate((node) => node.open))) await group.locator("summary").click();
  }
  const seed = lab.page.locator("#transport").getByLabel("Seed");
  await seed.fill("many");
  await seed.press("Enter");
}

for (const theme of kThemes) {
  for (const viewport of kViewports) {
    test(
      `axe finds nothing in ${theme} at ${viewport.width} px`,
      with_lab({view: {viewport}}, async (lab) => {
        const {page} = lab;
        await page.getByLabel("Theme").selectOption(theme);
        await axe_finds_nothing(page, {where: "at the start"});
        await fill(lab);
        await axe_finds_nothing(page, {where: "transfers"});
        await lab.command("show queue");
        await lab.command("queue step");
        const lambda = page.getByLabel("Arrivals λ");
        await lambda.fill("abc");
        await lambda.press("Enter");
        await axe_finds_nothing(page, {where: "queue"});
        await page.getByRole("button", {name: "About"}).click();
        await axe_finds_nothing(page, {where: "about"});
        await page.keyboard.press("Escape");
        await page.getByRole("button", {name: "Save and share"}).click();
        await page.locator("#exports li").first().waitFor();
        await axe_finds_nothing(page, {where: "keep"});
      }),
    );
  }
}

test(
  "one main heading, and no level is skipped",
  with_lab({}, async (lab) => {
    await fill(lab);
    const levels = await lab.page
      .locator(":is(h1, h2, h3, h4):visible")
      .evaluateAll((all) => all.map((heading) => Number(heading.tagName[1])));
    assert.equal(levels.filter((level) => level === 1).length, 1);
    levels.reduce((before, level) => {
      assert.ok(level <= before + 1, levels.join(" "));
      return level;
    });
    for (const table of await lab.page.locator("table:visible").all()) {
      assert.match(await table.locator("caption").textContent(), /\w/);
      assert.ok((await table.locator("thead th").count()) > 0);
    }
  }),
);

test(
  "the picture has a name and a description, which follows the run",
  with_lab({}, async (lab) => {
    const {page} = lab;
    const described = () =>
      page.locator("#canvas").evaluate((canvas) =>
        canvas
          .getAttribute("aria-describedby")
          .split(" ")
          .map((id) => document.getElementById(id).textContent)
          .join(" "),
      );
    await lab.command("reset");
    const before = await described();
    await lab.command("step");
    assert.notEqual(await described(), before);
    assert.match(await page.locator("#canvas").getAttribute("aria-label"), /Three banks/);
    assert.equal(await page.locator("#canvas").getAttribute("role"), "img");
    await lab.command("show queue");
    assert.match(await described(), /backlog/);
  }),
);

// Presses Tab until the focus is on what the selector names.
async function tab_to(page, selector) {
  for (let count = 0; count < kTabsMax; ++count) {
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${selector}`);
}

test(
  "a snapshot can be started, followed and judged with the keyboard alone",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await tab_to(page, '#transport [data-command="step"]');
    for (let step = 0; step < 12; ++step) await page.keyboard.press("Enter");
    await tab_to(page, '[data-command="snapshot A"]');
    await page.keyboard.press("Space");
    assert.equal((await lab.model()).snapshots.length, 1);
    await page.evaluate(() => document.activeElement.blur());
    await tab_to(page, '#transport [data-command="step"]');
    for (let step = 0; step < 60 && !(await lab.model()).snapshots[0].completed; ++step) {
      await page.keyboard.press("Enter");
    }
    assert.equal((await lab.model()).snapshots[0].ledger.verdict, "consistent");
    assert.match(await page.locator("[data-snapshot] .verdict").innerText(), /consistent/i);
  }),
);

test(
  "a message is delivered by keyboard, and the focus goes on to what took its place",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await lab.command("seek 15");
    await tab_to(page, '[data-command^="deliver"]');
    for (let left = 8; left > 0; --left) {
      const {step, actions} = await lab.model();
      if (!actions.some(({group, why_not}) => group === "deliver" && !why_not)) break;
      await page.keyboard.press("Enter");
      assert.equal((await lab.model()).step, step + 1);
      const focus = await page.evaluate(() => document.activeElement.closest("section")?.id);
      assert.equal(focus, "actions");
    }
  }),
);

test(
  "what cannot be done keeps its place in the tab order, with its reason beside it",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await lab.command("reset");
    await tab_to(page, '#transport [data-command="back"]');
    const back = page.locator('#transport [data-command="back"]');
    assert.equal(await back.getAttribute("aria-disabled"), "true");
    const reason = page.locator(`#${await back.getAttribute("aria-describedby")}`);
    assert.match(await reason.innerText(), /start of the run/);
    const before = await lab.model();
    await page.keyboard.press("Enter");
    assert.deepEqual(await lab.model(), before);
    await lab.until(() =>
      [...document.querySelectorAll("[data-live]")].some((region) =>
        region.textContent.includes("start of the run"),
      ),
    );
  }),
);

// Collects what the live regions say from now on.
function listen(page) {
  return page.evaluate(() => {
    window.heard = [];
    for (const region of document.querySelectorAll("[data-live]")) {
      new MutationObserver(() => {
        if (region.textContent) window.heard.push(region.textContent);
      }).observe(region, {childList: true, characterData: true, subtree: true});
    }
  });
}

const heard = (page) => page.evaluate(() => window.heard);

test(
  "every step is spoken by exactly one sentence",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await listen(page);
    const step = page.getByRole("button", {name: "Step", exact: true});
    for (let count = 1; count <= 5; ++count) {
      await step.click();
      assert.equal((await heard(page)).length, count);
      assert.equal((await heard(page)).at(-1), (await lab.model()).log.at(-1).sentence);
    }
    await lab.command("send A>B 100000");
    assert.equal((await heard(page)).length, 6);
    assert.equal((await heard(page)).at(-1), (await lab.model()).notices.at(-1).sentence);
    await page.getByRole("button", {name: "Dismiss"}).click();
    await pass_frames(page, 5);
    assert.equal((await heard(page)).length, 6, "a dismissal says nothing");
  }),
);

test(
  "while playing there is at most one sentence every four seconds, and one when it stops",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await page.clock.install();
    await listen(page);
    await lab.command("speed 10");
    await page.getByRole("button", {name: "Play"}).click();
    const {length} = await heard(page);
    const {step} = await lab.model();
    await page.clock.runFor(12500);
    assert.ok((await lab.model()).step > step + 50, "it plays");
    const said = (await heard(page)).length - length;
    assert.ok(said >= 2 && said <= 4, `${said} sentences in 12.5 s`);
    await page.getByRole("button", {name: "Pause"}).click();
    assert.equal((await heard(page)).length, length + said + 1);
  }),
);

test(
  "typing is not disturbed by what happens meanwhile",
  with_lab({}, async (lab) => {
    const {page} = lab;
    const filter = page.getByLabel("Show only lines with");
    await filter.fill("sends");
    await filter.evaluate((input) => input.setSelectionRange(1, 3));
    const seek = page.locator("#transport").getByLabel("Go to step");
    for (let step = 0; step < 3; ++step) await lab.command("step");
    assert.deepEqual(
      await filter.evaluate((input) => [
        document.activeElement === input,
        input.value,
        input.selectionStart,
        input.selectionEnd,
      ]),
      [true, "sends", 1, 3],
    );
    await seek.fill("7");
    await lab.command("step");
    assert.equal(await seek.inputValue(), "7", "not yet applied, and not overwritten");
    await page.locator("#actions summary").first().click();
    await lab.command("step");
    assert.equal(await page.locator("#actions details").first().getAttribute("open"), null);
  }),
);

for (const width of [320, 360, 768]) {
  test(
    `nothing needs sideways scrolling at ${width} px`,
    with_lab({view: {viewport: {width, height: 700}}}, async (lab) => {
      await fill(lab);
      await fits_sideways(lab.page, "transfers");
      await lab.command("show queue");
      await fits_sideways(lab.page, "queue");
    }),
  );
}

test(
  "text at twice its size, and with the widest spacing asked for, still fits",
  with_lab({}, async (lab) => {
    await fill(lab);
    await lab.page.evaluate(() => {
      const {style} = document.documentElement;
      style.fontSize = "200%";
      style.letterSpacing = "0.12em";
      style.wordSpacing = "0.16em";
    });
    await fits_sideways(lab.page);
  }),
);

test(
  "every control is at least 24 px high and wide",
  with_lab({view: {viewport: kViewports[1]}}, async (lab) => {
    await fill(lab);
    const small = await lab.page
      .locator(":is(button, input, select, summary):visible")
      .evaluateAll((all) =>
        all
          .map((node) => [node, node.getBoundingClientRect()])
          .filter(([, box]) => box.width < 24 || box.height < 24)
          .map(([node]) => node.outerHTML),
      );
    assert.deepEqual(small, []);
  }),
);

test(
  "with less motion wanted, a step comes to rest within a few frames",
  with_lab({view: {reducedMotion: "reduce"}}, async (lab) => {
    await until_idle(lab);
    const before = await lab.frames();
    await lab.command("step");
    await until_idle(lab);
    const drawn = (await lab.frames()) - before;
    assert.ok(drawn >= 1 && drawn <= 12, `${drawn} frames`);
  }),
);

test(
  "forced colours keep every control's edge",
  with_lab({view: {forcedColors: "active"}}, async (lab) => {
    await fill(lab);
    const bare = await lab.page
      .locator("button:visible:not(.dismiss):not(.quiet)")
      .evaluateAll(
        (all) => all.filter((node) => parseFloat(getComputedStyle(node).borderTopWidth) < 1).length,
      );
    assert.equal(bare, 0);
  }),
);

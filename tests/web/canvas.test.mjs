// Direct manipulation: what is pressed, dragged and keyed in the picture reaches the lab as the
// same commands that the page sends, and the picture comes to rest again.
import assert from "node:assert/strict";
import {test} from "node:test";
import {even_frames, until_idle, with_lab} from "./support.mjs";

// Places in CSS pixels from the picture's corner, as web/layout.cc puts them on a wide canvas.
const kStep = {x: 164, y: 38};
const kBack = {x: 80, y: 38};
const kSnapshotA = {x: 370, y: 38};
const axis_y = (box) => box.height - 16 - 18;

const canvas_box = async (lab) => {
  const canvas = lab.page.locator("#canvas");
  await canvas.scrollIntoViewIfNeeded();
  return canvas.boundingBox();
};

async function press(lab, place) {
  const box = await canvas_box(lab);
  await lab.page.mouse.click(box.x + place.x, box.y + place.y);
  await until_idle(lab);
}

// Presses along a line of places until the lab is in the state asked for.
async function press_along(lab, places, state) {
  for (const place of places) {
    await press(lab, place);
    if (state(await lab.model())) return place;
  }
  assert.fail("none of the places did it");
}

// Of the panel with the graph, as web/layout.cc has it.
function graph_height(box) {
  const rest = box.height - 2 * 16 - 44 - 16;
  return rest - Math.floor(Math.max(186, Math.min(420, rest * 0.39))) - 16;
}

const line = (from, to, count) =>
  Array.from({length: count}, (_, i) => ({
    x: from.x + ((to.x - from.x) * i) / (count - 1),
    y: from.y + ((to.y - from.y) * i) / (count - 1),
  }));

test(
  "the buttons in the picture send the page's commands",
  with_lab({expect: "canvas"}, async (lab) => {
    await lab.command("seek 5");
    await press(lab, kStep);
    assert.equal((await lab.model()).step, 6);
    await lab.until(() => document.getElementById("now-place").textContent.includes("step 6 "));
    await press(lab, kBack);
    assert.equal((await lab.model()).step, 5);
    await press(lab, kSnapshotA);
    const model = await lab.model();
    assert.deepEqual(
      model.snapshots.map((each) => [each.name, each.initiator]),
      [["S1", "A"]],
    );
  }),
);

test(
  "a press on a process selects it, another one lets it go",
  with_lab({}, async (lab) => {
    await lab.command("seek 12");
    const middle = ((await canvas_box(lab)).width - 40 - 304) / 2 + 20;
    const found = await press_along(
      lab,
      line({x: middle, y: 110}, {x: middle, y: 190}, 6),
      (model) => model.selected === "A",
    );
    await press(lab, found);
    assert.equal((await lab.model()).selected, "");
  }),
);

test(
  "a press in the graph selects the transfer that waits there, and its button delivers it",
  with_lab({}, async (lab) => {
    await lab.command("scenario two-banks");
    await lab.command("seek 6");
    const {system} = await lab.model();
    const channel = system.channels.find((each) => each.queue.some((item) => !item.marker));
    assert.ok(channel, "something is under way in step 6");
    const waiting = channel.queue.map((item) => item.name);
    // Two lanes lie in the middle of the graph; the oldest item waits at the receiver.
    const box = await canvas_box(lab);
    const right = box.width - 20 - 280 - 24;
    const panel = graph_height(box);
    const middle = 76 + (panel + (panel < 300 ? 30 : 24 - 38)) / 2;
    const places =
      channel.name === "A>B"
        ? line({x: right - 60, y: middle + 13}, {x: right - 170, y: middle + 13}, 10)
        : line({x: 80, y: middle - 13}, {x: 190, y: middle - 13}, 10);
    await press_along(lab, places, (model) => waiting.includes(model.selected));
    const before = await lab.model();
    await press_along(
      lab,
      line({x: right - 160, y: 91}, {x: right - 30, y: 91}, 6),
      (model) => model.step > before.step,
    );
    const after = await lab.model();
    const still = after.system.channels.flatMap((each) => each.queue.map((item) => item.name));
    assert.ok(!still.includes(before.selected), `${before.selected} is delivered or lost`);
  }),
);

test(
  "the first exercise is finished by the mouse: its task in the picture, its answers in the page",
  with_lab({path: "index.html?exercise=where-is-the-money"}, async (lab) => {
    const {page} = lab;
    assert.equal(await page.evaluate(() => window.cutline.ready), "canvas");
    const exercise = page.locator("#exercises");
    const at = (words) => exercise.locator(".step:visible h3", {hasText: words}).waitFor();
    const go_on = (name) => exercise.getByRole("button", {name, exact: true}).click();
    await at("Step 1 of 6");
    await go_on("Next step");
    for (const amount of ["10", "190"]) {
      await exercise.getByRole("textbox").click();
      await page.keyboard.type(amount); // a number has to be typed
      await go_on("Answer");
      await go_on("Next step");
    }
    await exercise.getByLabel("T1", {exact: true}).click();
    await go_on("Answer");
    await go_on("Next step");
    await at("Step 5 of 6: Do");
    // The transfer waits at B: it is pressed, then its button, then "At once".
    const box = await canvas_box(lab);
    const right = box.width - 20 - 280 - 24;
    const panel = graph_height(box);
    const lane = 76 + (panel + (panel < 300 ? 30 : 24 - 38)) / 2 + 13;
    await press_along(
      lab,
      line({x: right - 105, y: lane}, {x: right - 135, y: lane}, 4),
      (model) => model.selected === "T1",
    );
    await press_along(
      lab,
      line({x: right - 90, y: 91}, {x: right - 30, y: 91}, 3),
      (model) => model.step === 2,
    );
    const controls = line({x: 420, y: 38}, {x: 500, y: 38}, 3);
    await press_along(lab, controls, (model) => model.snapshots.length === 1);
    await exercise.getByText("Done.").waitFor();
    await go_on("Next step");
    await go_on("Finish");
    await exercise.locator("[data-kind=good]", {hasText: "Solved: 4 of 4 are right"}).waitFor();
  }),
);

test(
  "dragging on the diagram's axis takes the cursor along, also when it is let go outside",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await lab.command("seek 12");
    await until_idle(lab);
    const box = await canvas_box(lab);
    const y = box.y + axis_y(box);
    await page.mouse.move(box.x + 400, y);
    await page.mouse.down();
    await lab.until(() => window.cutline.model().step < 12);
    await page.mouse.move(box.x + 300, y, {steps: 4});
    const first = (await lab.model()).step;
    await page.mouse.move(box.x + 200, y + 300, {steps: 4});
    await page.mouse.up();
    await until_idle(lab);
    const model = await lab.model();
    assert.ok(model.step < first, `${model.step} lies before ${first}`);
    assert.equal(model.length, 12, "the future is kept");
    await page.mouse.move(box.x + 400, y, {steps: 3});
    await until_idle(lab);
    assert.equal((await lab.model()).step, model.step, "nothing is held any more");
  }),
);

test(
  "keys are the picture's while it is active, and nothing before or after",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await lab.command("seek 8");
    await page.locator("#canvas").focus();
    await page.keyboard.press("ArrowRight");
    await until_idle(lab);
    assert.equal((await lab.model()).step, 8, "passive: not a shortcut");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowRight");
    await lab.until(() => window.cutline.model().step === 9);
    await page.keyboard.press("Space");
    await lab.until(() => window.cutline.model().playing);
    await page.keyboard.press("Space");
    await lab.until(() => !window.cutline.model().playing);
    const step = (await lab.model()).step;
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowRight");
    await until_idle(lab);
    assert.equal((await lab.model()).step, step, "passive again");
  }),
);

for (const still of [false, true]) {
  test(
    still ? "with reduced motion a step is there at once" : "a step glides, and then is at rest",
    with_lab(even_frames(still), async (lab) => {
      await lab.command("seek 12");
      await until_idle(lab);
      const before = await lab.frames();
      await lab.command("step");
      await until_idle(lab);
      const frames = (await lab.frames()) - before;
      if (still) assert.ok(frames <= 8, `${frames} frames`);
      else assert.ok(frames >= 10 && frames <= 16, `it glided for ${frames} frames of 25 ms`);
    }),
  );
}

test(
  "the steppers of the queue lab change the rates by a half",
  with_lab({}, async (lab) => {
    await lab.command("show queue");
    await until_idle(lab);
    const {width} = await canvas_box(lab);
    const column = Math.max(300, Math.min(420, Math.floor((width - 40) * 0.34)));
    const right = width - 20 - Math.max(0, column - 340);
    const rows = {lambda: 16 + 48 + 6 + 18, mu: 16 + 48 + 6 + 36 + 8 + 18};
    await press(lab, {x: right - 18, y: rows.lambda});
    await press(lab, {x: right - 118, y: rows.mu});
    const {queue} = await lab.model();
    assert.deepEqual([queue.lambda, queue.mu], [1.5, 1.5]);
  }),
);

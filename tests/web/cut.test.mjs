// The learner's cut: by keyboard in the text view, by mouse, touch and keys in the picture.
import assert from "node:assert/strict";
import {test} from "node:test";
import {axe_finds_nothing, fits_sideways} from "./axe.mjs";
import {even_frames, field, until_idle, with_lab} from "./support.mjs";

const button = (page, name) => page.locator("#cut").getByRole("button", {name, exact: true});
const inside = async (lab) => (await lab.model()).cut.places.map((place) => place.inside);
const count_of = (page, process) => field(page, "cut", `Events of ${process} inside`);
const verdict = (page) => page.locator("#cut .verdict strong").textContent();

async function press_by_key(page, name) {
  await button(page, name).focus();
  await page.keyboard.press("Enter");
}

test(
  "by keyboard: the cut is laid, moved by number, judged with its witness, and snapped",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await lab.command("scenario never-existed");
    for (const line of ["send p>q 4", "send q>p 3", "deliver q>p", "deliver p>q"])
      assert.equal(await lab.command(line), 0, line);
    await press_by_key(page, "Cut now");
    assert.deepEqual(await inside(lab), [2, 2]);
    assert.equal(await verdict(page), "consistent");

    const of_q = count_of(page, "q");
    assert.equal(await of_q.getAttribute("type"), "number");
    assert.equal(await of_q.getAttribute("max"), "2");
    await of_q.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    assert.deepEqual(await inside(lab), [2, 0]);
    assert.equal(await verdict(page), "not consistent");
    const messages = await page.locator("#cut .messages li").allTextContents();
    assert.deepEqual(messages, [
      "◁Orphan: T2 (3) is received at p inside the cut but sent at q outside it.",
      "◇In flight: T1 (4) is sent at p inside the cut and received at q outside it.",
    ]);
    assert.match(await page.locator("#summary").textContent(), /T2 \(3\) is received at p inside/);

    await press_by_key(page, "Greatest consistent cut inside");
    assert.deepEqual(await inside(lab), [1, 0]);
    const snap = button(page, "Greatest consistent cut inside");
    assert.equal(await snap.getAttribute("aria-disabled"), "true");
    await lab.command("cut-set 2,0");
    await press_by_key(page, "Smallest consistent cut around");
    assert.deepEqual(await inside(lab), [2, 1]);
    await press_by_key(page, "Remove the cut");
    assert.equal((await lab.model()).cut.on, false);
  }),
);

test(
  "a number out of range is refused beside its field, and nothing moves",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await lab.command("cut now");
    const before = await inside(lab);
    await count_of(page, "A").fill("900");
    await count_of(page, "A").press("Enter");
    assert.deepEqual(await inside(lab), before);
    const error = page.locator("#cut .field-error:not([hidden])");
    assert.match(await error.textContent(), /the number of events of A must be from 0 to \d+/);
    await count_of(page, "A").press("Escape");
    assert.equal(await count_of(page, "A").inputValue(), String(before[0]));
  }),
);

test(
  "by keyboard: the example's state never existed, and two swaps with their reasons lead to it",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await press_by_key(page, "Example: A state that never existed (Chandy & Lamport 1985)");
    assert.equal((await lab.model()).scenario, "never-existed");
    assert.match(
      await page.locator('#cut [data-part="occurrence"]').textContent(),
      /^The run was never in this state/,
    );
    const order = () =>
      page
        .locator("#cut [data-part=order] tbody tr")
        .evaluateAll((rows) => rows.map((row) => row.cells[1].textContent));
    await press_by_key(page, "Straighten the cut");
    assert.deepEqual(await order(), ["2", "3", "4"]);
    const reason = "are at different processes and neither causes the other.";
    assert.deepEqual(await page.locator("#cut .swaps li").allTextContents(), [
      `T1's sending at p and T2's sending at q ${reason}`,
      `T1's sending at p and the receipt of S1's marker from p at q ${reason}`,
    ]);
    await press_by_key(page, "Next swap");
    assert.deepEqual(await order(), ["3", "2", "4"]);
    await page.keyboard.press("Enter"); // the focus has stayed
    assert.deepEqual(await order(), ["3", "4", "2"]);
    assert.match(await page.locator('#cut [data-part="place"]').textContent(), /straight line/);
    assert.equal(await button(page, "Next swap").getAttribute("aria-disabled"), "true");
    await press_by_key(page, "Swap back");
    assert.deepEqual(await order(), ["3", "2", "4"]);
    await press_by_key(page, "All swaps");
    assert.deepEqual(await order(), ["3", "4", "2"]);
    await press_by_key(page, "Close");
    assert.equal(await page.locator('#cut [data-part="order"]').isVisible(), false);
  }),
);

test(
  "vector clocks are a table while they are on",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await lab.command("open never-existed");
    const clocks = page.locator("#clocks");
    assert.equal(await clocks.locator("table").isVisible(), false);
    await clocks.getByRole("button", {name: "Show vector clocks"}).click();
    const rows = await clocks
      .locator("tbody tr")
      .evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
    assert.equal(rows.length, 6);
    assert.deepEqual(rows[3], ["q 2", "4", "the receipt of S1's marker from p at q", "p 1, q 2"]);
  }),
);

// Places of the diagram on a wide canvas, as web/layout.cc and web/diagram_plan.cc put them.
async function diagram(lab) {
  const canvas = lab.page.locator("#canvas");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  const rest = box.height - 2 * 16 - 44 - 16;
  const high = Math.floor(Math.max(186, Math.min(420, rest * 0.39)));
  const top = box.height - 16 - high + 24;
  const bottom = box.height - 16 - 36;
  const row = Math.max(34, Math.min(76, bottom - top - 30 - 22));
  const needed = 30 + row + 22;
  const first = top + 30 + Math.max(0, (bottom - top - needed) / 2);
  // Names are one letter wide, or hardly more.
  const x = (step) => box.x + 20 + 24 + 14 + step * 40;
  return {x, y: (index) => box.y + first + index * row, box};
}

async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, to.y, {steps: 4});
  await page.mouse.move(to.x, to.y, {steps: 4});
  await page.mouse.up();
}

test(
  "by mouse: a handle is dragged along its process, and the verdict follows",
  with_lab({expect: "canvas"}, async (lab) => {
    await lab.command("open never-existed");
    await lab.command("cut-set 1,2");
    await until_idle(lab);
    const {x, y} = await diagram(lab);
    // At p the line lies between steps 1 and 2, at q behind step 4.
    await drag(lab.page, {x: x(1.5), y: y(0)}, {x: x(5.6), y: y(0)});
    await until_idle(lab);
    assert.deepEqual(await inside(lab), [3, 2]);
    await drag(lab.page, {x: x(5.5), y: y(1)}, {x: x(1), y: y(1)});
    await until_idle(lab);
    assert.deepEqual(await inside(lab), [3, 0]);
    assert.equal((await lab.model()).cut.ledger.verdict, "not consistent");
  }),
);

test(
  "by touch: the same",
  with_lab({view: {hasTouch: true}}, async (lab) => {
    await lab.command("open never-existed");
    await until_idle(lab);
    const {x, y, box} = await diagram(lab);
    await lab.page.touchscreen.tap(box.x + 60, box.y + 130); // takes the picture
    await until_idle(lab);
    const session = await lab.context.newCDPSession(lab.page);
    const touch = (type, points) =>
      session.send("Input.dispatchTouchEvent", {type, touchPoints: points});
    await touch("touchStart", [{x: x(1.5), y: y(0)}]);
    for (const step of [2, 3, 4, 5, 5.6]) await touch("touchMove", [{x: x(step), y: y(0)}]);
    await until_idle(lab);
    await touch("touchEnd", []);
    await until_idle(lab);
    assert.deepEqual(await inside(lab), [3, 2]);
  }),
);

test(
  "by keys in the picture: cut, choose a process, move, straighten, swap",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await lab.command("open never-existed");
    await lab.command("cut off");
    await page.locator("#canvas").focus();
    await page.keyboard.press("Enter");
    const key = async (name, state) => {
      await page.keyboard.press(name);
      await lab.until(state);
    };
    await key("c", () => window.cutline.model().cut.on);
    await key("ArrowUp", () => window.cutline.model().selected === "p");
    await key("ArrowDown", () => window.cutline.model().selected === "q");
    await key("Shift+ArrowLeft", () => window.cutline.model().cut.places[1].inside === 1);
    await key("Shift+ArrowRight", () => window.cutline.model().cut.places[1].inside === 2);
    assert.equal((await lab.model()).step, 6, "with Shift the run does not step");
    await lab.command("cut-set 1,2");
    await key("l", () => window.cutline.model().cut.straightening.open);
    await key("n", () => window.cutline.model().cut.straightening.done === 1);
    await key("b", () => window.cutline.model().cut.straightening.done === 0);
    await key("l", () => !window.cutline.model().cut.straightening.open);
    await key("v", () => window.cutline.model().cut.clocks);
    await key("c", () => !window.cutline.model().cut.on);
  }),
);

for (const still of [false, true]) {
  test(
    still ? "with reduced motion a swap is there at once" : "a swap glides, and then is at rest",
    with_lab(even_frames(still), async (lab) => {
      await lab.command("open never-existed");
      await lab.command("straighten");
      await until_idle(lab);
      const before = await lab.frames();
      await lab.command("swap");
      await until_idle(lab);
      const frames = (await lab.frames()) - before;
      if (still) assert.ok(frames <= 8, `${frames} frames`);
      else assert.ok(frames >= 10 && frames <= 16, `it glided for ${frames} frames of 25 ms`);
    }),
  );
}

for (const theme of ["light", "dark", "contrast"]) {
  for (const width of [1280, 360]) {
    test(
      `axe finds nothing about a cut in ${theme} at ${width} px`,
      with_lab({view: {viewport: {width, height: 800}}}, async (lab) => {
        const {page} = lab;
        await page.getByLabel("Theme").selectOption(theme);
        await lab.command("open never-existed");
        await lab.command("clocks on");
        await lab.command("cut-set 4,0");
        await axe_finds_nothing(page, {where: "a bad cut"});
        await lab.command("cut-set 1,2");
        await lab.command("straighten 1");
        await axe_finds_nothing(page, {where: "an order"});
        await fits_sideways(page);
      }),
    );
  }
}

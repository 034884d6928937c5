// The queue lab in the text view: the fluid backlog from 4 in half seconds, a prediction to
// compare, and every bad rate refused in words with nothing changed.
import assert from "node:assert/strict";
import {test} from "node:test";
import {field, state_of, with_lab} from "./support.mjs";

const kBadRates = ["-1", "inf", "abc", "1e999", "nan", "0x10", "1,5", "2 3", ""];

const step_button = (page) => page.getByRole("button", {name: "Step half a second"});
const figure = (page, name) => page.locator(`#queue-now dt:text-is("${name}") + dd`);

async function open_queue(lab) {
  await lab.page.getByRole("button", {name: "Queue lab"}).click();
  await lab.page.getByRole("heading", {name: "Fluid backlog"}).waitFor();
}

async function enter(page, section, label, text) {
  const control = field(page, section, label);
  await control.fill(text);
  await control.press("Enter");
}

async function figures(page) {
  return [await figure(page, "Time").textContent(), await figure(page, "Backlog").textContent()];
}

const points = (page) =>
  page
    .locator("#queue-points tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.cells].map((cell) => Number(cell.textContent))),
    );

test(
  "three in, two out: four steps lead to six at 2 s; reset; two in, three out lead to two",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await open_queue(lab);
    assert.deepEqual(await figures(page), ["0 s", "4"]);
    assert.equal(await field(page, "queue-rates", "Arrivals λ").inputValue(), "1");
    assert.equal(await field(page, "queue-rates", "Service μ").inputValue(), "2");

    await enter(page, "queue-rates", "Arrivals λ", "3");
    await enter(page, "queue-rates", "Service μ", "2");
    for (let step = 0; step < 4; ++step) await step_button(page).click();
    assert.deepEqual(await figures(page), ["2 s", "6"]);
    assert.deepEqual(await points(page), [
      [0, 4],
      [0.5, 4.5],
      [1, 5],
      [1.5, 5.5],
      [2, 6],
    ]);

    await page.getByRole("button", {name: "Reset the queue"}).click();
    assert.deepEqual(await figures(page), ["0 s", "4"]);
    assert.equal(await field(page, "queue-rates", "Arrivals λ").inputValue(), "1");

    await enter(page, "queue-rates", "Arrivals λ", "2");
    await enter(page, "queue-rates", "Service μ", "3");
    for (let step = 0; step < 4; ++step) await step_button(page).click();
    assert.deepEqual(await figures(page), ["2 s", "2"]);
  }),
);

test(
  "a prediction is asked for the next half second and compared with what comes",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await open_queue(lab);
    await enter(page, "queue-guess", "Backlog at t = 0.5 s", "3.5");
    await step_button(page).click();
    const judgement = page.locator("#queue-judgement");
    assert.match(await judgement.textContent(), /predicted 3\.5.*is 3\.5.*right/);
    assert.equal(await judgement.getAttribute("data-kind"), "good");

    await enter(page, "queue-guess", "Backlog at t = 1 s", "9");
    await step_button(page).click();
    assert.match(await judgement.textContent(), /predicted 9.*is 3\b/);
    assert.equal(await judgement.getAttribute("data-kind"), "bad");
    assert.equal(await field(page, "queue-guess", "Backlog at t = 1.5 s").inputValue(), "");
  }),
);

test(
  "editing a rate keeps the time and starts from four again",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await open_queue(lab);
    for (let step = 0; step < 2; ++step) await step_button(page).click();
    assert.deepEqual(await figures(page), ["1 s", "3"]);
    await enter(page, "queue-rates", "Arrivals λ", "5");
    assert.deepEqual(await figures(page), ["1 s", "7"]);
    assert.deepEqual(await points(page), [
      [0, 4],
      [0.5, 5.5],
      [1, 7],
    ]);
  }),
);

for (const rate of ["Arrivals λ", "Service μ"]) {
  test(
    `a bad ${rate} is refused by a sentence beside the field, and nothing changes`,
    with_lab({}, async (lab) => {
      const {page} = lab;
      await open_queue(lab);
      await step_button(page).click();
      const before = state_of(await lab.model());
      const control = field(page, "queue-rates", rate);
      for (const text of kBadRates) {
        await enter(page, "queue-rates", rate, text);
        assert.equal(await control.getAttribute("aria-invalid"), "true", text);
        const ids = (await control.getAttribute("aria-describedby")).split(" ");
        const sentence = await page.locator(`#${ids.at(-1)}`).textContent();
        assert.match(sentence, /\w+ .*\w/, text);
        assert.equal(await control.inputValue(), text, "what was typed stays, to be mended");
        const after = state_of(await lab.model());
        assert.equal(after.notices.at(-1).sentence, sentence);
        assert.deepEqual({...after, notices: []}, {...before, notices: []}, text);
        assert.equal(await page.locator("#notices li").count(), 0, "shown once, at the field");
      }
      await control.press("Escape");
      assert.equal(await control.getAttribute("aria-invalid"), null);
      assert.deepEqual(state_of(await lab.model()), before);
    }),
  );
}

test(
  "a click that ends a refused field is not lost: nothing moves under the mouse",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await open_queue(lab);
    const control = field(page, "queue-guess", "Backlog at t = 0.5 s");
    await enter(page, "queue-guess", "Backlog at t = 0.5 s", "abc");
    assert.equal(await control.getAttribute("aria-invalid"), "true");
    await control.fill("3.5");
    const box = await step_button(page).boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    assert.deepEqual(await step_button(page).boundingBox(), box, "pressed, and still there");
    await page.mouse.up();
    await page.locator('#queue-judgement:has-text("right")').waitFor();
    assert.deepEqual(await figures(page), ["0.5 s", "3.5"]);
    assert.equal(await page.locator("#queue-guess .field-error:visible").count(), 0);
  }),
);

test(
  "zero is a rate",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await open_queue(lab);
    await enter(page, "queue-rates", "Arrivals λ", "0");
    await step_button(page).click();
    assert.deepEqual(await figures(page), ["0.5 s", "3"]);
    await enter(page, "queue-rates", "Service μ", "0");
    assert.deepEqual(await figures(page), ["0.5 s", "4"]);
    assert.equal(await page.locator("[aria-invalid]").count(), 0);
  }),
);

test(
  "M/M/1 stands apart: undefined from λ = μ on, and never called an alignment time",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await open_queue(lab);
    const section = page.locator("#queue-steady");
    assert.match(await section.textContent(), /not an alignment time/);
    assert.match(await section.textContent(), /not a channel snapshot/);
    assert.equal(
      await section.getByRole("row", {name: "Utilisation ρ"}).textContent(),
      "Utilisation ρ0.5",
    );
    for (const lambda of ["2", "3"]) {
      await enter(page, "queue-rates", "Arrivals λ", lambda);
      assert.match(await section.textContent(), /no steady state: λ ≥ μ/);
      assert.equal(await section.locator("table").isVisible(), false);
    }
    await enter(page, "queue-rates", "Arrivals λ", "1.9");
    assert.equal(await section.locator("table").isVisible(), true);
  }),
);

test(
  "back undoes a step, and cannot go before the start",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await open_queue(lab);
    const back = page.getByRole("button", {name: "Back half a second"});
    assert.equal(await back.getAttribute("aria-disabled"), "true");
    await step_button(page).click();
    assert.equal(await back.getAttribute("aria-disabled"), null);
    await back.click();
    assert.deepEqual(await figures(page), ["0 s", "4"]);
    const before = state_of(await lab.model());
    await back.click({force: true});
    assert.deepEqual(state_of(await lab.model()), before, "a disabled button sends nothing");
  }),
);

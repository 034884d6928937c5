// The link builder: every option has a control, what is built is what the page reads, and the
// preview follows.
import assert from "node:assert/strict";
import {test} from "node:test";
import {axe_finds_nothing, fits_sideways} from "./axe.mjs";
import {kOwn} from "./own_exercise.mjs";
import {with_lab} from "./support.mjs";
import "../../shell/page/options.js";

const {kOptions, read_options} = globalThis.cutline_options;
const path = "shell/embed/builder.html";
const result = (page, name) => page.getByLabel(name, {exact: true}).inputValue();

test(
  "what is chosen is in the link, the frame and the element, and in the preview",
  with_lab({path, site: {replace: {"/own/mine.toml": {body: kOwn}}}}, async ({page, server}) => {
    for (const {name, type} of kOptions) {
      const control = type === "list" ? page.locator("fieldset") : page.locator(`#option-${name}`);
      assert.equal(await control.count(), 1, name);
    }
    await page.evaluate(() => document.querySelector("cutline-lab").ready);
    await page.waitForFunction(
      () => document.querySelectorAll("#option-scenario-names option").length > 1,
    );
    await page.locator("#option-layout").selectOption("diagram");
    await page.locator("#option-scenario").fill("ring");
    await page.getByLabel("summary").check();
    await page.locator("#option-seed").fill("many");
    assert.match(await page.locator("#option-seed-error").innerText(), /not a whole number from 0/);
    await page.locator("#option-seed").fill("7");
    assert.equal(await page.locator("#option-seed-error").isVisible(), false);
    const link = await result(page, "A link");
    assert.equal(
      link,
      `${server.address}index.html?layout=diagram&scenario=ring&seed=7&hide=summary`,
    );
    const {values, faults} = read_options(new URL(link).search);
    assert.deepEqual(faults, []);
    assert.deepEqual([values.layout, values.seed], ["diagram", "7"]);
    assert.match(await result(page, "A frame"), /^<iframe src="http.*&amp;hide=summary"/);
    assert.match(await result(page, "An element"), /<cutline-lab layout="diagram" scenario="ring"/);
    await page.waitForFunction(() => document.querySelector("cutline-lab").getAttribute("seed"));
    await page.evaluate(() => document.querySelector("cutline-lab").ready);
    const state = await page.evaluate(() => document.querySelector("cutline-lab").getState());
    assert.match(state.run, /scenario ring\nseed 7/);
    const names = page.locator("#option-exercise-names option");
    assert.ok((await names.count()) >= 12, "exercises can be chosen");
    await page.locator("#option-layout").selectOption("text");
    await page.locator("#option-exercise-url").fill("data:text/plain,x");
    assert.match(await page.locator("#option-exercise-url-error").innerText(), /not an address/);
    await page.locator("#option-exercise-url").fill("");
    await page.locator("#option-exercise").fill("draw-a-cut");
    assert.match(await result(page, "A link"), /&exercise=draw-a-cut&/);
    await page
      .frameLocator("cutline-lab iframe")
      .getByRole("heading", {name: "Draw a cut"})
      .waitFor();
    await page.locator("#option-exercise").fill("");
    await page.locator("#option-exercise-url").fill("own/mine.toml");
    await page.frameLocator("cutline-lab iframe").getByRole("heading", {name: "Mine"}).waitFor();
    assert.match(await result(page, "An element"), / exercise-url="own\/mine\.toml" /);
    await page.getByRole("button", {name: "Copy a link"}).click();
    await page.waitForFunction(() =>
      /A link is (copied|selected)/.test(document.getElementById("copied").textContent),
    );
  }),
);

for (const viewport of [
  {width: 1280, height: 800},
  {width: 360, height: 740},
]) {
  test(
    `axe finds nothing at ${viewport.width} px`,
    with_lab({path, view: {viewport}}, async ({page}) => {
      await page.evaluate(() => document.querySelector("cutline-lab").ready);
      await axe_finds_nothing(page, {exclude: "cutline-lab"});
      await fits_sideways(page);
    }),
  );
}

// What every view must pass in every theme and width: no finding of axe, no sideways scrolling.
import assert from "node:assert/strict";
import {AxeBuilder} from "@axe-core/playwright";

// `where` is told if it fails; what `exclude` selects is a page of its own.
export async function axe_finds_nothing(page, {where = "the page", exclude = null} = {}) {
  const axe = new AxeBuilder({page});
  if (exclude) axe.exclude(exclude);
  const {violations} = await axe.analyze();
  const told = violations.map(
    ({id, nodes}) =>
      `${id}: ${nodes.map(({html, failureSummary}) => `${html}\n  ${failureSummary}`).join("\n")}`,
  );
  assert.deepEqual(told, [], where);
}

export async function fits_sideways(page, where = "the page") {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.ok(over <= 0, `${where} is ${over} px wider than the window`);
}

// Opens everything that can be opened.
export async function open_groups(page) {
  for (const group of await page.locator("details:visible").all()) {
    if (!(await group.evaluate((node) => node.open))) await group.locator("summary").click();
  }
}

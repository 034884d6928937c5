// A job's charts and its comparison: in words, by keys, and in the picture.
import assert from "node:assert/strict";
import {test} from "node:test";
import {axe_finds_nothing, fits_sideways, open_groups} from "./axe.mjs";
import {until_idle, with_lab} from "./support.mjs";

const kModes = "compare aligned unaligned aligned-timeout at-least-once";

async function do_lines(lab, lines) {
  for (const line of lines) assert.equal(await lab.command(line), 0, line);
}

const cells = (table) =>
  table.locator("tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.cells].map((cell) => cell.textContent)),
  );

// How many colours the picture has: one of nothing has hardly any.
async function colours(lab) {
  await until_idle(lab);
  const shot = await lab.page.locator("#canvas").screenshot();
  return lab.page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], {type: "image/png"}));
    const paper = new OffscreenCanvas(image.width, image.height).getContext("2d");
    paper.drawImage(image, 0, 0);
    const {data} = paper.getImageData(0, 0, image.width, image.height);
    const seen = new Map();
    for (let at = 0; at < data.length; at += 4) {
      const colour = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
      seen.set(colour, (seen.get(colour) ?? 0) + 1);
    }
    const counts = [...seen.values()].sort((a, b) => b - a);
    return {kinds: seen.size, drawn: data.length / 4 - counts[0]};
  }, shot.toString("base64"));
}

test(
  "each chart has a table whose moments lead there, by keys alone",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await do_lines(lab, ["scenario t1-aligned", "seek 30s"]);
    const backlog = page.locator('#job-charts [data-chart="backlog"]');
    assert.match(await backlog.locator("summary").textContent(), /\d+ records now, at most \d+/);
    assert.equal(await page.locator("#job-charts details").count(), 8);
    await backlog.locator("summary").press("Enter");
    const rows = await cells(backlog.locator("table"));
    assert.equal(rows.length, 12);
    assert.match(rows[5][1], /^\d+ records$/);
    const moment = backlog.locator("tbody button").nth(5);
    const there = await moment.textContent();
    await moment.press("Enter");
    assert.equal((await lab.model()).time, there);
    assert.equal(await backlog.locator("tbody tr.ahead").count(), 6);
    const durations = page.locator('#job-charts [data-chart="durations"]');
    await do_lines(lab, ["seek 30s"]);
    await durations.locator("summary").press("Enter");
    await durations.locator("tbody button").first().press("Enter");
    assert.equal((await lab.model()).selected, "chk-1");
  }),
);

test(
  "failures and restores stand above the charts",
  with_lab({}, async (lab) => {
    await do_lines(lab, ["scenario t1-aligned", "seek 12s", "fail count-0", "next restored"]);
    const marks = await lab.page.locator("#job-charts .marks li").allTextContents();
    assert.equal(marks[0], "failure at 12 s");
    assert.match(marks[1], /^chk-\d restored at /);
  }),
);

test(
  "the picture draws the charts, and a press in one goes to its moment",
  with_lab({expect: "canvas"}, async (lab) => {
    const {page} = lab;
    await do_lines(lab, ["scenario t1-aligned", "seek 30s"]);
    const graph = await colours(lab);
    await page.getByRole("button", {name: "Charts", exact: true}).press("Enter");
    assert.equal((await lab.model()).job.panel, "charts");
    const charts = await colours(lab);
    assert.ok(charts.kinds > 20 && charts.drawn > 5000, JSON.stringify({graph, charts}));
    const canvas = page.locator("#canvas");
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    await page.mouse.click(box.x + box.width / 4, box.y + 180);
    await until_idle(lab);
    const {job} = await lab.model();
    assert.notEqual(job.now_s, 30);
    assert.ok(job.now_s > 0 && job.now_s < 60, `${job.now_s}`);
  }),
);

test(
  "V goes from one part of the picture to the next while it has the keys",
  with_lab({expect: "canvas"}, async (lab) => {
    await do_lines(lab, ["show jobs"]);
    await lab.page.locator("#canvas").focus();
    await lab.page.keyboard.press("Enter");
    for (const panel of ["charts", "compare", "graph"]) {
      await lab.page.keyboard.press("v");
      await lab.page.waitForFunction((name) => window.cutline.model().job.panel === name, panel);
    }
  }),
);

test(
  "modes are chosen by keys and compared in words",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await do_lines(lab, ["scenario t1-aligned", "seek 30s"]);
    const section = page.locator("#job-compare");
    const differences = section.locator('[data-part="differences"] li');
    assert.equal(await section.locator('[data-part="compared"]').isVisible(), false);
    await section.getByLabel("at-least-once").press("Space");
    await section.getByRole("button", {name: "Compare", exact: true}).press("Enter");
    const heads = section.locator('[data-part="figures"] th[scope="col"]');
    const names = ["Figure", "aligned", "unaligned", "at-least-once", "Difference"];
    assert.deepEqual(await heads.allTextContents(), names);
    const words = (await differences.allTextContents()).join("\n");
    assert.match(words, /Mean duration: unaligned [\d.]+ s, [\d.]+ s less than aligned/);
    assert.match(words, /Mean channel state: unaligned .* more than aligned/);
    const aligned = section.locator('[data-part="columns"] details').first();
    await aligned.locator("summary").press("Enter");
    const [line] = await cells(aligned.locator("table"));
    assert.equal(line[0], "chk-1");
    assert.match(line[6], /^queue: /);
    await lab.command("compare aligned aligned-timeout");
    const marked = await section.locator("input:checked").evaluateAll((all) =>
      all.map(({value}) => value),
    );
    assert.deepEqual(marked, ["aligned", "aligned-timeout"], "whoever asked for it");
    await section.getByRole("button", {name: "Compare no longer"}).press("Enter");
    assert.equal((await lab.model()).job.compare.columns.length, 0);
  }),
);

const kCluster = {
  counts: {restored: 0, total: 31, in_progress: 0, completed: 30, failed: 1},
  history: [
    {
      id: 31,
      status: "COMPLETED",
      is_savepoint: false,
      trigger_timestamp: 1760000130000,
      end_to_end_duration: 420,
      checkpointed_size: 30200,
      persisted_data: 16392,
      num_subtasks: 9,
      num_acknowledged_subtasks: 9,
      checkpoint_type: "CHECKPOINT",
    },
  ],
};
const json_file = (name, text) => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(text),
});

test(
  "a cluster's document lies beside the job; what is none is refused at its place",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await do_lines(lab, ["scenario t1-aligned", "seek 30s", "compare aligned unaligned"]);
    const file = page.locator("#job-cluster");
    await file.setInputFiles(json_file("prod.json", JSON.stringify(kCluster)));
    await lab.until(() => window.cutline.model().job.compare.columns.length === 3);
    const words = await page.locator('[data-part="differences"] li').allTextContents();
    const mean = /Mean duration: .*the cluster 0.42 s, [\d.]+ s less than aligned/;
    assert.match(words.join("\n"), mean);
    await file.setInputFiles(json_file("other.json", '{\n "counts": 3}'));
    await page.locator("#notices li", {hasText: 'other.json:2:12: "counts" must be'}).waitFor();
    assert.equal((await lab.model()).job.compare.columns.length, 3);
  }),
);

test(
  "the picture draws the comparison, and offers it where there is none",
  with_lab({expect: "canvas"}, async (lab) => {
    await do_lines(lab, ["scenario t1-aligned", "seek 30s", "panel compare"]);
    assert.ok((await colours(lab)).drawn > 3000);
    await do_lines(lab, [kModes]);
    const drawn = await colours(lab);
    assert.ok(drawn.kinds > 20 && drawn.drawn > 5000, JSON.stringify(drawn));
  }),
);

for (const theme of ["light", "dark", "contrast"]) {
  for (const viewport of [{width: 1280, height: 800}, {width: 360, height: 740}]) {
    test(
      `axe finds nothing on charts and comparison in ${theme} at ${viewport.width} px`,
      with_lab({view: {viewport}}, async (lab) => {
        const {page} = lab;
        await page.getByLabel("Theme").selectOption(theme);
        await do_lines(lab, ["scenario t2-unaligned", "seek 12s", "fail count-0", "next restored"]);
        await do_lines(lab, [kModes, "panel charts"]);
        await open_groups(page);
        await until_idle(lab);
        await axe_finds_nothing(page);
        await fits_sideways(page);
      }),
    );
  }
}

// 20,000 commands by dice, as fast as the page takes them while it draws: the run that is there in
// the end is, letter by letter, the one that the terminal reaches by the same lines. CUTLINE_SEED
// gives other dice, CUTLINE_CLI another program than build/native/cutline.
import assert from "node:assert/strict";
import {execFile} from "node:child_process";
import {mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import test from "node:test";
import {promisify} from "node:util";
import {random_lines} from "./random_commands.mjs";
import {kRoot, open_lab} from "./support.mjs";

const kProgram = process.env.CUTLINE_CLI ?? join(kRoot, "build/native/cutline");
const kSeed = Number(process.env.CUTLINE_SEED ?? 20261201);
const kCommandsPerFrame = 50;
const kJourneys = {
  transfers: {begin: ["scenario transfers"], count: 12000},
  jobs: {begin: ["scenario t1-aligned"], count: 5000},
  queue: {begin: ["scenario transfers", "show queue"], count: 3000},
};

// Does the lines, so many between two animation frames; how many were refused.
function do_all({lines, per_frame}) {
  return new Promise((resolve) => {
    let refused = 0;
    let next = 0;
    const some = () => {
      refused += window.cutline.commands(lines.slice(next, next + per_frame));
      next += per_frame;
      if (next < lines.length) requestAnimationFrame(some);
      else resolve(refused);
    };
    some();
  });
}

// What the terminal comes to: {saved, refused}.
async function replay(scenario, lines) {
  const folder = await mkdtemp(join(tmpdir(), "cutline-"));
  try {
    await writeFile(join(folder, "lines"), lines.join("\n"));
    const told = await promisify(execFile)(
      kProgram,
      ["run", scenario, "--commands", "lines", "--pass-refused", "--save", "run", "--out", "out"],
      {cwd: folder},
    ).catch((failed) => failed); // 1: the run has lost something, as runs by dice do
    assert.ok((told.code ?? 0) <= 1, told.stderr);
    const [, refused] = /cutline: (\d+) lines were refused/.exec(told.stderr);
    return {saved: await readFile(join(folder, "run"), "utf8"), refused: Number(refused)};
  } finally {
    await rm(folder, {recursive: true});
  }
}

for (const [kind, {begin, count}] of Object.entries(kJourneys)) {
  test(`${count} commands by dice end where the terminal ends: ${kind}`, async () => {
    console.log(`# CUTLINE_SEED=${kSeed}`);
    const lines = [...begin, ...random_lines(kind, kSeed, count)];
    const lab = await open_lab();
    const refused = await lab.page.evaluate(do_all, {lines, per_frame: kCommandsPerFrame});
    const saved = await lab.page.evaluate(() => window.cutline.saved_run());
    await lab.close();
    const native = await replay(kind === "jobs" ? "t1-aligned" : "transfers", lines);
    assert.ok(refused > count / 100 && refused < count / 2, `${refused} of ${count} refused`);
    assert.equal(native.refused, refused);
    assert.equal(native.saved, saved);
  });
}

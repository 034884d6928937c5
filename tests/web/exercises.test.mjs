// The exercises in the text view, by keyboard: each is solved from what the page says, a wrong
// answer of each kind gets its run, progress survives, and what was done leaves as a submission.
import assert from "node:assert/strict";
import {execFile} from "node:child_process";
import {existsSync} from "node:fs";
import {mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {test} from "node:test";
import {promisify} from "node:util";
import {axe_finds_nothing, fits_sideways} from "./axe.mjs";
import {kSolutions} from "./exercise_solutions.mjs";
import {kOwn} from "./own_exercise.mjs";
import {pack} from "../../shell/lms/pack.js";
import {kRoot, serve, with_lab} from "./support.mjs";

const kTerminal = join(kRoot, "build/native/cutline");

// The text view without a picture, ready to be used.
const with_text = (body, options = {}) =>
  with_lab({path: "index.html?layout=text", ...options}, async (lab) => {
    await lab.page.evaluate(() => window.cutline.ready);
    await body(lab);
  });

const section = (page) => page.locator("#exercises");
const title = (page) => section(page).locator("h2");
const heading = (page) => section(page).locator(".step:visible h3");
const outcome = (page) => section(page).locator(".step:visible .outcome p");
const button = (page, name) => section(page).getByRole("button", {name, exact: true});
const text_of = async (locator) => (await locator.textContent()).replaceAll(/\s+/g, " ").trim();

// A control by the keyboard alone: it is gone to, and a key is pressed there.
async function press(locator, key = "Enter") {
  await locator.focus();
  await locator.press(key);
}

async function type_into(locator, text) {
  await locator.focus();
  await locator.page().keyboard.press("ControlOrMeta+a");
  await locator.press("Delete");
  await locator.page().keyboard.type(text);
}

async function open_exercise(page, id) {
  await press(page.getByRole("button", {name: "Exercises", exact: true}));
  await press(page.locator(`[data-exercise="${id}"]:visible`));
  await heading(page).waitFor();
}

const kAnswerBy = {
  number: async (page, text) => type_into(section(page).getByRole("textbox"), text),
  choice: async (page, place) =>
    press(section(page).getByRole("radio").nth(place - 1), "Space"),
  async choose(page, names) {
    for (const box of await section(page).getByRole("checkbox").all()) {
      const name = await box.getAttribute("value");
      if ((await box.isChecked()) !== names.includes(name)) await press(box, "Space");
    }
  },
  async cut(page, counts) {
    for (const [index, count] of counts.entries())
      await type_into(section(page).getByRole("spinbutton").nth(index), String(count));
  },
  // The events are in the order of their places at first; each goes up to where it belongs.
  async order(page, places) {
    const items = section(page).locator(".order li");
    const names = await items.locator("span").allTextContents();
    for (const [index, place] of places.entries()) {
      const name = names[place - 1];
      const up = button(page, `Move ${name} up`);
      while ((await items.nth(index).locator("span").textContent()) !== name) await press(up);
    }
  },
};

async function answer(page, kind, given) {
  await kAnswerBy[kind](page, given);
  await press(section(page).getByRole("button", {name: /^Answer( again)?$/}));
}

// One step; on its heading the focus is when it begins.
async function do_step(page, [kind, ...rest]) {
  if (kind === "do") {
    for (const line of rest) {
      const field = section(page).getByLabel("Do it below, or type a command");
      await type_into(field, line);
      await field.press("Enter");
      assert.equal(await field.inputValue(), "", `${line} was done`);
    }
    assert.match(await text_of(outcome(page)), /^= Done\./);
  } else if (kind !== "read") {
    await answer(page, kind, rest[0]);
    assert.match(await text_of(outcome(page)), /^= Right\./, `${kind} ${rest[0]}`);
  }
}

for (const [id, steps] of Object.entries(kSolutions)) {
  test(
    `${id} is solved by keyboard from the text view alone`,
    with_text(async ({page}) => {
      await open_exercise(page, id);
      for (const [index, step] of steps.entries()) {
        await page.waitForFunction(
          (wanted) => document.activeElement.textContent.startsWith(wanted),
          `Step ${index + 1} of ${steps.length}: `,
        );
        await do_step(page, step);
        await press(section(page).getByRole("button", {name: /^(Next step|Finish)$/}));
      }
      await page.waitForFunction(() => document.activeElement.textContent === "What it proves");
      assert.match(await text_of(section(page)), /Solved: (\d+) of \1 are right, and the goal/);
    }),
  );
}

test(
  "an exercise can be done with the buttons of the text view and the Tab key",
  with_text(async (lab) => {
    const {page} = lab;
    const tab_to = async (name) => {
      for (let tabs = 0; tabs < 200; ++tabs) {
        const here = await page.evaluate(() => {
          const {activeElement: node} = document;
          return node.labels?.[0]?.textContent ?? node.textContent;
        });
        if (here === name) return;
        await page.keyboard.press("Tab");
      }
      assert.fail(`no way to ${name}`);
    };
    await tab_to("Exercises");
    await page.keyboard.press("Enter");
    await tab_to("Where is the money?");
    await page.keyboard.press("Enter");
    const go_on = async () => {
      await tab_to("Next step");
      await page.keyboard.press("Enter");
    };
    await go_on();
    for (const number of ["10", "190"]) {
      await tab_to("Your answer (EUR)");
      await page.keyboard.type(number);
      await page.keyboard.press("Enter");
      await go_on();
    }
    await tab_to("T1");
    await page.keyboard.press("Space");
    await tab_to("Answer");
    await page.keyboard.press("Enter");
    await go_on();
    for (const name of ["Deliver T1 (10) to B", "Record only the endpoints, all at once"]) {
      await tab_to(name);
      await page.keyboard.press("Enter");
    }
    await lab.until(() => window.cutline.model().announcement.endsWith("Step 5: Done."));
    assert.match(await text_of(outcome(page)), /^= Done\./);
  }),
);

test(
  "an exercise with a job is met on its screen, with the options, moments and times it allows",
  with_text(async (lab) => {
    const {page} = lab;
    await open_exercise(page, "switch-after-a-time-out");
    assert.equal((await lab.model()).show, "jobs");
    for (const id of ["job-checkpoints", "job-tasks", "job-channels", "job-ledger"])
      assert.equal(await page.locator(`#${id}`).isVisible(), true, id);
    const options = page.locator("#settings .fields .field");
    assert.equal(await options.count(), 1);
    const timeout = page.getByLabel("execution.checkpointing.aligned-checkpoint-timeout");
    await type_into(timeout, "5s");
    await timeout.press("Enter");
    const actions = page.locator("#actions");
    assert.equal(await actions.getByRole("button", {name: "Let J fail now"}).count(), 0);
    const steps = ["Run until t = 5.05 s", "Take a checkpoint now", "Next checkpoint complete"];
    for (const name of steps)
      await press(actions.getByRole("button", {name, exact: true}));
    await lab.until(() => window.cutline.model().job.checkpoints[0]?.status === "completed");
    assert.match((await lab.model()).announcement, /Step 5: Done\.$/);
    await press(page.getByRole("button", {name: "Streaming jobs", exact: true}));
    assert.equal(await section(page).isVisible(), false);
    assert.notEqual((await lab.model()).scenario, "switch-after-a-time-out", "one's own job");
  }),
);

// [exercise, step, kind, wrong answer, what is said, how far the run goes that says so]
const kWrong = [
  ["where-is-the-money", 2, "number", "0", /It was 0 EUR before\. Command 1, "send A>B 10"/, 1],
  ["lost-marker", 2, "choice", 1, /^≠ Not so\. A still waits for the marker on B>A/, 4],
  ["where-is-the-money", 4, "choose", [], /T1 belongs\. Command 2, "read-all"/, 2],
  ["draw-a-cut", 6, "cut", [0, 1], /an effect without its cause/, 6],
  ["draw-a-cut", 2, "order", [1, 2, 3, 4], /"T2 received" stands before .* among its causes/, 6],
  ["which-input-waits", 2, "choose", ["B>J"], /A>J belongs\. Event 2423, t = 5\.9 s/, 2423],
  ["overtake", 5, "choice", 1, /^≠ Not so\. The sources go on from their positions/, 4520],
  ["uploaded-is-not-completed", 4, "order", [1, 2, 3, 4, 5], /"sink commits" stands before/, 132],
];

for (const [id, number, kind, wrong, words, steps] of kWrong) {
  test(
    `a wrong ${kind} in ${id} is answered with the run, and one's own run waits`,
    with_text(async (lab) => {
      const {page} = lab;
      await open_exercise(page, id);
      for (const step of kSolutions[id].slice(0, number - 1)) {
        await do_step(page, step);
        await press(button(page, "Next step"));
      }
      const before = await lab.model();
      await answer(page, kind, wrong);
      assert.match(await text_of(outcome(page)), words);
      assert.match(await text_of(outcome(page)), /^≠ Not so\./);
      await press(button(page, "Show the run that says so"));
      await section(page).getByText("You see the run that answers step").waitFor();
      assert.equal((await lab.model()).step, steps);
      if (kind === "cut") assert.equal((await lab.model()).cut.consistent, false);
      await press(button(page, "Back to your own run"));
      const after = await lab.model();
      assert.equal(after.fingerprint, before.fingerprint);
      assert.equal(after.step, before.step);
      await answer(page, kind, kSolutions[id][number - 1][1]);
      assert.match(await text_of(outcome(page)), /^= Right\./);
      assert.equal(await button(page, "Show the run that says so").isVisible(), false);
    }),
  );
}

test(
  "an answer is spoken once; one that is none is refused beside its field",
  with_text(async (lab) => {
    const {page} = lab;
    await page.evaluate(() => {
      window.spoken = [];
      const watch = new MutationObserver((changes) => {
        for (const {target} of changes)
          if (target.textContent) window.spoken.push(target.textContent);
      });
      for (const region of document.querySelectorAll("main > [data-live]"))
        watch.observe(region, {childList: true});
    });
    const spoken = () => page.evaluate(() => window.spoken.splice(0));
    await open_exercise(page, "where-is-the-money");
    await press(button(page, "Next step"));
    await spoken();
    await answer(page, "number", "10");
    assert.deepEqual(await spoken(), ["Right. The run says 10 EUR, too."]);
    await answer(page, "number", "ten");
    assert.match((await spoken()).join("|"), /^the answer must be [^|]*"ten"[^|]*$/);
    const field = section(page).getByRole("textbox");
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    assert.equal(await field.inputValue(), "ten");
    await answer(page, "number", "");
    assert.deepEqual(await spoken(), ["A number is missing."]);
    await press(button(page, "Hint 1"));
    assert.deepEqual(await spoken(), ["Hint 1 of 2: A had 100 before it sent."]);
    assert.deepEqual(await section(page).locator(".hints li").allTextContents(), [
      "A had 100 before it sent.",
    ]);
    assert.deepEqual((await lab.model()).notices, []);
  }),
);

test(
  "what is to come is not in the page, and a step is left only with an answer",
  with_text(async ({page}) => {
    await open_exercise(page, "where-is-the-money");
    await press(button(page, "Next step"));
    const next = button(page, "Next step");
    assert.equal(await next.getAttribute("aria-disabled"), "true");
    await press(next);
    assert.match(await text_of(heading(page)), /^Step 2 of 6: Predict/);
    const html = await page.content();
    for (const untold of ["A had 100 before it sent", "do they add up to", "alone loses"])
      assert.ok(!html.includes(untold), untold);
    assert.match(await text_of(section(page)), /answer first: a prediction is made before/);
  }),
);

const kept = (page) => page.evaluate(() => localStorage.getItem("cutline-exercises"));

test(
  "progress survives a reload, and another screen",
  with_text(async (lab) => {
    const {page} = lab;
    await lab.command("seek 7");
    await open_exercise(page, "where-is-the-money");
    await press(button(page, "Next step"));
    await answer(page, "number", "10");
    await press(page.getByRole("button", {name: "Transfers", exact: true}));
    assert.equal((await lab.model()).step, 7, "one's own run is where it was");
    assert.equal(await section(page).isVisible(), false);
    assert.match(await kept(page), /^cutline progress 1\nwork where-is-the-money [0-9a-f]{16} beg/);

    await page.reload();
    await page.evaluate(() => window.cutline.ready);
    await press(page.getByRole("button", {name: "Exercises", exact: true}));
    const entry = page.locator('li:has([data-exercise="where-is-the-money"])');
    assert.equal(await text_of(entry), "Where is the money?begun, 1 of 4 right");
    assert.match(await text_of(section(page)), /Your progress is kept in this browser\./);
    await press(page.locator('[data-exercise="where-is-the-money"]:visible'));
    assert.match(await text_of(heading(page)), /^Step 2 of 6/);
    assert.match(await text_of(outcome(page)), /^= Right\./);
    assert.equal(await section(page).getByRole("textbox").inputValue(), "10");
    await press(button(page, "Start over"));
    assert.match(await text_of(heading(page)), /^Step 1 of 6/);
    assert.doesNotMatch(await kept(page), /answer/);
  }),
);

test(
  "a run that is opened puts the exercise away, and it is there again",
  with_text(async (lab) => {
    const {page} = lab;
    await lab.command("seek 9");
    await page.getByRole("button", {name: "Save and share"}).click();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", {name: "Save run"}).click();
    const path = await (await saving).path();
    await page.keyboard.press("Escape");
    await lab.command("reset");
    await open_exercise(page, "queue-rises");
    await press(button(page, "Next step"));
    assert.equal(await page.locator("#keep-open").isVisible(), false);
    await page.locator("#open-run").setInputFiles(path);
    await lab.until(() => window.cutline.model().step === 9);
    assert.equal(await section(page).isVisible(), false);
    assert.equal(await page.locator("#keep-open").isVisible(), true);
    await open_exercise(page, "queue-rises");
    assert.match(await text_of(heading(page)), /^Step 2 of 5/);
  }),
);

test(
  "where nothing can be kept the page says so, and saves and opens a file",
  with_text(
    async ({page}) => {
      await open_exercise(page, "queue-rises");
      await press(button(page, "Next step"));
      await answer(page, "number", "4.5");
      await press(button(page, "Leave the exercise"));
      await section(page).getByText("This browser keeps nothing for this page").waitFor();
      const saving = page.waitForEvent("download");
      await press(button(page, "Save progress"));
      const text = await readFile(await (await saving).path(), "utf8");
      assert.match(text, /\nwork queue-rises [0-9a-f]{16} begun 1 3\nexercise next\nanswer 2 4\.5/);

      await press(button(page, "Copy link to progress"));
      await section(page).getByText(/^The link is (copied|selected)/).waitFor();
      const link = await section(page).getByLabel("Link", {exact: true}).inputValue();
      assert.ok(link.length < 400, link);
      await page.goto("about:blank");
      await page.goto(link); // nothing was kept
      await page
        .locator('li:has([data-exercise="queue-rises"])')
        .getByText("begun, 1 of 3 right")
        .waitFor();
      await page.evaluate((hash) => {
        window.location.hash = hash;
      }, new URL(link).hash.slice(0, -2));
      await page.getByText("This link was cut or changed on its way").first().waitFor();

      const picker = section(page).getByLabel("Open progress that was saved as a file");
      const entry = page.locator('li:has([data-exercise="queue-falls"])');
      const open = (content) =>
        picker.setInputFiles({name: "p.txt", mimeType: "text/plain", buffer: Buffer.from(content)});
      await open(text.replaceAll("queue-rises", "queue-falls"));
      await entry.getByText("begun, 1 of 3 right").waitFor();
      await open("cutline progress 1\nhint\n");
      await page
        .getByText("The progress was not opened: 2:1: a line stands before the first exercise")
        .first()
        .waitFor();
      assert.match(await text_of(entry), /begun, 1 of 3 right/);
    },
    {
      before: () => {
        Object.defineProperty(window, "localStorage", {
          get() {
            throw new DOMException("denied", "SecurityError");
          },
        });
      },
    },
  ),
);

async function graded(submission) {
  const folder = await mkdtemp(join(tmpdir(), "cutline-"));
  const file = join(folder, "submission.json");
  await writeFile(file, submission);
  try {
    return (await promisify(execFile)(kTerminal, ["grade", file])).stdout;
  } finally {
    await rm(folder, {recursive: true});
  }
}

test(
  "a solved exercise leaves as a submission that the terminal grades the same",
  with_text(async ({page}) => {
    await open_exercise(page, "lost-marker");
    for (const step of kSolutions["lost-marker"]) {
      await do_step(page, step);
      await press(section(page).getByRole("button", {name: /^(Next step|Finish)$/}));
    }
    const saving = page.waitForEvent("download");
    await press(button(page, "Save submission"));
    const download = await saving;
    assert.equal(download.suggestedFilename(), "lost-marker.submission.json");
    const text = await readFile(await download.path(), "utf8");
    const submission = JSON.parse(text);
    assert.deepEqual(Object.keys(submission), [
      ...["cutline-submission", "exercise", "text", "actions", "answers", "right", "of"],
      ...["solved", "seal"],
    ]);
    assert.deepEqual(submission.actions, ["snapshot A", "drop A>B", "deliver B>A"]);
    assert.deepEqual(submission.answers, [
      {step: 2, answer: "2"},
      {step: 3, answer: "T1"},
    ]);
    assert.equal(submission.solved, true);
    if (existsSync(kTerminal))
      assert.match(await graded(text), /^lost-marker: 3 of 3 right, goal reached\n/);
  }),
);

const kStrange = kOwn
  .replace('"a"', '"<b>a</b>"')
  .replace("way?", "way? <img src=x onerror=alert(1)> **now**");
const own = (body) => ({replace: {"/own/mine.toml": {body, type: "text/plain"}}});
const with_own = (site, options = {}) => ({
  path: "index.html?exercise-url=own/mine.toml",
  site,
  ...options,
});

test(
  "?exercise= opens one, and a name that is none is said",
  with_lab({path: "index.html?exercise=draw-a-cut"}, async ({page, server}) => {
    await heading(page).waitFor();
    assert.equal(await title(page).textContent(), "Draw a cut");
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "BODY");
    await page.goto(`${server.address}index.html?exercise=nothing`);
    await page.getByText('there is no exercise "nothing"; there are').first().waitFor();
    assert.equal(await title(page).textContent(), "Exercises");
    const some = "queue-falls,nothing,draw-a-cut";
    await page.goto(`${server.address}index.html?screen=exercises&exercises=${some}`);
    const words = "The address offers exercises that there are not: nothing.";
    await page.locator("#notices").getByText(words).waitFor();
    assert.deepEqual(
      await page.locator("[data-exercise]:visible").evaluateAll((all) =>
        all.map(({dataset}) => dataset.exercise),
      ),
      ["queue-falls", "draw-a-cut"],
    );
    assert.match(await text_of(section(page)), /0 of 2 exercises solved\./);
  }),
);

test(
  "?exercise-url= opens one's own, as text and nothing else",
  with_lab(with_own(own(kStrange)), async ({page}) => {
    await heading(page).waitFor();
    assert.equal(await title(page).textContent(), "Mine");
    const words = "How much is on its way? <img src=x onerror=alert(1)> now";
    assert.equal(await text_of(section(page).locator(".step:visible .prose")), words);
    assert.equal(await section(page).locator("img, b").count(), 0);
    await answer(page, "number", "0");
    assert.match(await text_of(outcome(page)), /^= Right\./);
  }),
);

test(
  "progress in all exercises fits in a link, and twice into a SCORM 1.2 package",
  with_text(async ({page}) => {
    await press(page.getByRole("button", {name: "Exercises", exact: true}));
    await section(page).getByText(/\b0 of \d+ exercises solved\./).waitFor();
    await page.evaluate((solutions) => {
      const run = (line) => {
        if (window.cutline.command(line) !== 0) throw new Error(line);
      };
      for (const [id, steps] of Object.entries(solutions)) {
        run(`exercise ${id}`);
        steps.forEach(([kind, ...rest], index) => {
          if (kind === "do") rest.forEach(run);
          const given = [rest[0]].flat().join(",") || "none";
          if (kind !== "do" && kind !== "read") run(`answer ${index + 1} ${given}`);
          run("exercise next");
        });
        run("exercise leave");
      }
    }, kSolutions);
    await section(page).getByText(/\b(\d+) of \1 exercises solved\./).waitFor();
    await press(button(page, "Copy link to progress"));
    await section(page).getByText(/^The link is (copied|selected)/).waitFor();
    const link = await section(page).getByLabel("Link", {exact: true}).inputValue();
    assert.ok(link.length <= 2000, `${link.length} characters`);
    const {progress} = await page.evaluate(() => ({progress: localStorage["cutline-exercises"]}));
    const packed = await pack({progress, done: Object.keys(kSolutions), judged: {}});
    assert.ok(2 * packed.length <= 4000, `${packed.length} characters`);
    console.log(`all exercises: ${link.length} characters as a link, ${packed.length} packed`);

    // More than a link can hold.
    let seed = 1;
    const noise = () => ((seed = (seed * 48271) % 2147483647) / 2147483647).toString(36).slice(2);
    const works = Array.from({length: 150}, () =>
      `work x${noise()} ${"0123456789abcdef".slice(seed % 9)}${"0".repeat(seed % 9)} begun 0 1\n`,
    );
    await section(page)
      .getByLabel("Open progress that was saved as a file")
      .setInputFiles({
        name: "p.txt",
        mimeType: "text/plain",
        buffer: Buffer.from(`cutline progress 1\n${works.join("")}`),
      });
    await section(page).getByText(/\b0 of \d+ exercises solved\./).waitFor();
    await press(button(page, "Copy link to progress"));
    await section(page)
      .getByText(/^This progress is too long for a link: it would have \d,\d+ characters/)
      .waitFor();
    assert.equal(await section(page).getByLabel("Link", {exact: true}).isVisible(), false);
  }),
);

// A page's policy says from where an exercise may come.
const kStrict = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
for (const [policy, opens] of [
  [kStrict, false],
  [`${kStrict}; connect-src 'self' http://127.0.0.1:*`, true],
]) {
  test(
    `an exercise from another host is ${opens ? "opened with" : "refused without"} connect-src`,
    async () => {
      const other = await serve({
        replace: {"/mine.toml": {body: kOwn, type: "text/plain"}},
        headers: {"access-control-allow-origin": "*"},
      });
      const path = `index.html?layout=text&exercise-url=${other.address}mine.toml`;
      await with_lab({path, site: {policy}, faults_allowed: true}, async ({page}) => {
        if (opens) await section(page).getByRole("heading", {name: "Mine"}).waitFor();
        else await page.getByText(/mine\.toml could not be reached\./).first().waitFor();
      })();
      await other.close();
    },
  );
}

// [what is wrong, the server's answer, what is said]
const kBad = [
  ["a broken expression", own(kOwn.replace("\"in-flight\"", "\"in-fligt\"")),
    "The exercise was not opened: mine:12:10: number: "],
  ["a start that cannot be", own(kOwn.replace("allowed", 'start = ["deliver A>B"]\nallowed')),
    'The exercise was not opened: mine: "deliver A>B": '],
  ["no TOML", own("<html>"), "The exercise was not opened: mine:1:"],
  ["too many bytes", own(`# ${"x".repeat(256 * 1024)}`), "has more than 262144 bytes"],
  ["no file", {}, "own/mine.toml could not be loaded: the server answered 404"],
];
for (const [what, site, words] of kBad) {
  test(
    `an exercise-url with ${what} is refused in words`,
    with_lab(with_own(site, {faults_allowed: true}), async ({page}) => {
      await page.getByText(words).first().waitFor();
      assert.equal(await title(page).textContent(), "Exercises");
      assert.equal(await page.evaluate(() => window.cutline.model().exercise), "");
    }),
  );
}

for (const theme of ["light", "dark", "contrast"]) {
  for (const width of [1280, 360]) {
    test(
      `axe finds nothing in the exercises in ${theme} at ${width} px`,
      with_lab({view: {viewport: {width, height: 800}}}, async ({page}) => {
        const check = async (where) => {
          await axe_finds_nothing(page, {where});
          await fits_sideways(page, where);
        };
        await page.getByLabel("Theme").selectOption(theme);
        await press(page.getByRole("button", {name: "Exercises", exact: true}));
        await page.locator("[data-exercise]").first().waitFor();
        await check("course");
        for (const [id, number] of [["draw-a-cut", 2], ["lost-marker", 2], ["draw-a-cut", 6]]) {
          await open_exercise(page, id);
          while (!(await text_of(heading(page))).startsWith(`Step ${number} `)) {
            const at = Number((await text_of(heading(page))).match(/\d+/)[0]);
            await do_step(page, kSolutions[id][at - 1]);
            await press(button(page, "Next step"));
          }
          await check(`${id} ${number}`);
          if (id === "lost-marker") await answer(page, "choice", 1);
          await check(`${id} ${number} answered`);
        }
      }),
    );
  }
}

// Exercises in a frame: what a page around hears of them, and what it may ask.
import assert from "node:assert/strict";
import {test} from "node:test";
import {check_heard, frame_of, value_of, welcome, with_host} from "./host.mjs";
import {kOwn} from "./own_exercise.mjs";

const kSolved = [
  ...["exercise next", "answer 2 9", "answer 2 10", "exercise next", "answer 3 190 EUR"],
  ...["exercise next", "answer 4 T1", "exercise next", "deliver A>B", "read-all"],
];
const with_exercise = (body) =>
  with_host(frame_of("?exercise=where-is-the-money&layout=text&storage=none"), {}, async (host) => {
    await host.until_heard("ready");
    await welcome(host);
    await host.until_heard("progress");
    const command = async (line) => value_of(await host.ask({type: "command", line}));
    const state = async () => value_of(await host.ask({type: "getState"}));
    await body({...host, command, state});
    await check_heard(host);
  });

test(
  "answers, score, progress and completion of an exercise are told; the submission on request",
  with_exercise(async (host) => {
    const {command, heard} = host;
    const [opened] = await heard("progress");
    assert.deepEqual(
      [opened.exercise, opened.title, opened.at, opened.length, opened.right, opened.asked],
      ["where-is-the-money", "Where is the money?", 1, 6, 0, 0],
    );
    for (const line of kSolved) await command(line);
    await host.until_heard("completed");
    const told = (await heard("answer")).map((one) => [
      ...[one.exercise, one.step, one.kind, one.given, one.right, one.attempts],
    ]);
    assert.deepEqual(told, [
      ["where-is-the-money", 2, "number", "9", false, 1],
      ["where-is-the-money", 2, "number", "10", true, 2],
      ["where-is-the-money", 3, "number", "190 EUR", true, 1],
      ["where-is-the-money", 4, "choose", "T1", true, 1],
      ["where-is-the-money", 5, "do", "", true, 1],
    ]);
    const [wrong, right] = await heard("answer");
    assert.match(wrong.sentence, /^It is at no moment 9 EUR\./);
    assert.match(wrong.question, /channel|way|money/i);
    assert.equal(right.sentence, "The run says 10 EUR, too.");
    assert.deepEqual(
      (await heard("score")).map(({right: count, asked, of, solved}) => [count, asked, of, solved]),
      [
        [0, 1, 4, false],
        [1, 1, 4, false],
        [2, 2, 4, false],
        [3, 3, 4, false],
        [4, 4, 4, true],
      ],
    );
    const [{solved, of}] = await heard("completed");
    assert.deepEqual([solved, of], [true, 4]);
    const {exercise, submission} = value_of(await host.ask({type: "getSubmission"}));
    assert.equal(exercise, "where-is-the-money");
    const read = JSON.parse(submission);
    assert.deepEqual([read.right, read.of, read.solved], [4, 4, true]);
    for (const line of ["exercise next", "exercise next", "exercise back"]) await command(line);
    assert.equal((await heard("completed")).length, 1, "once");
    const {at, length} = (await heard("progress")).at(-1);
    assert.deepEqual([at, length], [6, 6]);
    assert.equal((await heard("answer")).length, 5, "what was seen before is no answer of now");
    await command("exercise again");
    await command("exercise next");
    await command("answer 2 9");
    assert.equal((await heard("answer")).at(-1).attempts, 1);
  }),
);

test(
  "an exercise is a part of the state: it is given, taken, refused and opened from text",
  with_exercise(async (host) => {
    const {command, heard, state} = host;
    for (const line of kSolved.slice(0, 6)) await command(line);
    const before = await state();
    assert.deepEqual(
      [before.exercise, before.title, before.at, before.right, before.asked, before.of],
      ["where-is-the-money", "Where is the money?", 4, 2, 2, 4],
    );
    assert.match(before.progress, /\nanswer 3 190 EUR\nexercise next\n$/);
    assert.match(before.run, /^cutline run 2\nscenario transfers\n/, "one's own run waits");
    const ask = (fields) => host.ask(fields);
    const set = ({run, progress, exercise}) => ask({type: "setState", run, progress, exercise});
    assert.equal(value_of(await ask({type: "load", scenario: "ring", step: 6})).exercise, "");
    assert.equal((await ask({type: "getSubmission"})).code, "refused");
    const answers = (await heard("answer")).length;
    value_of(await set(before));
    assert.deepEqual(await state(), before);
    await command("exercise again");
    value_of(await set({progress: before.progress}));
    assert.deepEqual(await state(), before, "an exercise that is open goes on");
    assert.equal((await heard("answer")).length, answers, "nothing was answered");
    for (const wrong of [
      {type: "load", scenario: "nowhere"},
      {type: "load", exercise: "mine", toml: kOwn.replace('"in-flight"', '"in-fligt"')},
      {type: "setState", run: before.run, progress: "cutline progress 9"},
      {type: "setState", progress: before.progress, exercise: "nothing"},
    ]) {
      assert.equal((await ask(wrong)).code, "refused", JSON.stringify(wrong));
      assert.deepEqual(await state(), before, JSON.stringify(wrong));
    }
    value_of(await ask({type: "load", exercise: "mine", toml: kOwn}));
    await command("answer 1 0");
    const mine = await state();
    assert.deepEqual([mine.exercise, mine.right, mine.of], ["mine", 1, 1]);
    value_of(await set(before));
    assert.deepEqual(await state(), before);
    value_of(await set(mine));
    assert.deepEqual(await state(), mine, "the text is still known");
    const frame = await host.frame();
    assert.equal(await frame.locator("#notices").isVisible(), false, "who asked was answered");
    assert.match(frame.url(), /\?exercise=where-is-the-money&layout=text&storage=none$/);
    assert.deepEqual(
      await host.page.evaluate(() => [document.activeElement.tagName, window.scrollY]),
      ["BODY", 0],
      "no focus is taken, nothing is scrolled",
    );
    await frame.waitForFunction(() =>
      document.querySelector("#full-lab a").href.endsWith("?screen=exercises"),
    );
  }),
);

test(
  "the link to the full lab opens the exercise where it is",
  with_exercise(async (host) => {
    for (const line of kSolved.slice(0, 4)) await host.command(line);
    const before = await host.state();
    const frame = await host.frame();
    await frame.waitForFunction(
      async (progress) => {
        const {decode_link} = await import("./shell/page/link.js");
        const {search, hash} = new URL(document.querySelector("#full-lab a").href);
        const named = search === "?exercise=where-is-the-money" && hash.startsWith("#p=");
        return named && (await decode_link(hash)) === progress;
      },
      before.progress,
    );
    const opened = host.context.waitForEvent("page");
    await frame.getByRole("link", {name: "Open the full lab"}).click();
    const page = await opened;
    await page.getByRole("heading", {name: "Step 3 of 6: Predict"}).waitFor();
    assert.equal(await page.evaluate(() => window.cutline.model().exercise), before.exercise);
    assert.match(await page.locator("#exercises").innerText(), /1 of 4 are right/);
    await page.close();
  }),
);

test(
  "progress that was changed on its way is refused with words, or is progress",
  with_exercise(async (host) => {
    for (const line of kSolved) await host.command(line);
    const {progress} = await host.state();
    const good = `${progress}work draw-a-cut 0123456789abcdef begun 0 7\nhint\n`;
    const found = await host.page.evaluate(async (text) => {
      let state = 1;
      const below = (limit) => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return Math.floor((state / 2147483648) * limit);
      };
      const ask = async (fields) => {
        for (;;) {
          const answer = await window.ask(fields);
          if (answer.code !== "busy") return answer;
        }
      };
      const kept = async () => (await ask({type: "getState"})).value.progress;
      const bits = ["\n", " ", "work ", "answer 2 ", "0", "\u0000", "é", "9".repeat(30), "#", "@"];
      const wrong = [];
      let taken = 0;
      for (let round = 0; round < 80; round += 1) {
        let changed = text;
        for (let change = below(2); change >= 0; change -= 1) {
          const at = below(changed.length);
          changed = changed.slice(0, at) + bits[below(bits.length)] + changed.slice(at + below(6));
        }
        const before = await kept();
        const answer = await ask({type: "setState", progress: changed});
        const after = await kept();
        if (answer.type === "error") {
          const told = /^The progress was not opened: .+/.test(answer.text);
          if (!told || after !== before) wrong.push([changed, answer.text]);
        } else {
          taken += 1;
          await ask({type: "setState", progress: after});
          if ((await kept()) !== after) wrong.push([changed, "is another one the second time"]);
        }
      }
      return {taken, wrong};
    }, good);
    assert.deepEqual(found.wrong, []);
    assert.ok(found.taken > 5 && found.taken < 75, `${found.taken} of 80 were taken`);
  }),
);

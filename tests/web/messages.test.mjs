// Messages between the lab and a page around it: handshake, an answer to each request, whose
// messages count, malformed ones, and frames that nobody sees.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {test} from "node:test";
import Ajv from "ajv/dist/2020.js";
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {kRoot} from "./support.mjs";
import {value_of, with_host} from "./host.mjs";

const schema = JSON.parse(await readFile(join(kRoot, "shell/embed/messages.schema.json"), "utf8"));
const is_message = new Ajv({strict: true, allowUnionTypes: true}).compile(schema);
test("the schema and the tables of the README are up to date", () => {
  const done = spawnSync("node", [join(kRoot, "shell/embed/generate.mjs")], {encoding: "utf8"});
  assert.equal(done.status, 0, done.stdout + done.stderr);
});

const frame_of =
  (query = "", more = "") =>
  ({lab}) =>
    `<button id="before">Before</button>
   <iframe title="Lab" width="800" height="600" ${more} src="${lab}index.html${query}"></iframe>`;

// Every message that came from the lab is as the schema says.
async function check_heard(host) {
  const heard = await host.page.evaluate(() => window.heard.filter((one) => one.lab));
  assert.ok(heard.length > 0);
  for (const {from, ...message} of heard) {
    assert.ok(
      is_message(message),
      `${JSON.stringify(message)}: ${JSON.stringify(is_message.errors)}`,
    );
  }
  return heard;
}

const welcome = (host) => host.ask({type: "hello"});

test(
  "every request is answered, and does what it says",
  with_host(frame_of("?layout=compact&id=unit-1&start=eager"), {}, async (host) => {
    await host.until_heard("ready");
    const greeting = value_of(await welcome(host));
    assert.equal(greeting.protocol, 1);
    assert.equal(greeting.outcome, "canvas");
    assert.equal(greeting.layout, "compact");
    assert.deepEqual(value_of(await host.ask({type: "ping"})), {});
    const {scenarios, screens} = value_of(await host.ask({type: "list"}));
    assert.ok(scenarios.includes("ring") && screens.includes("queue"));
    assert.equal(value_of(await host.ask({type: "seek", step: 3})).step, 3);
    assert.equal(value_of(await host.ask({type: "step"})).step, 4);
    assert.equal(value_of(await host.ask({type: "back"})).step, 3);
    const loaded = value_of(await host.ask({type: "load", scenario: "ring", seed: 8, step: 6}));
    assert.deepEqual([loaded.scenario, loaded.step, loaded.screen], ["ring", 6, "transfers"]);
    assert.equal(value_of(await host.ask({type: "command", line: "snapshot A"})).step, 7);
    const state = value_of(await host.ask({type: "getState"}));
    assert.match(state.run, /^cutline run 2\nscenario ring\nseed 8/);
    assert.equal(value_of(await host.ask({type: "reset"})).step, 0);
    const back = value_of(await host.ask({type: "setState", run: state.run}));
    assert.equal(back.fingerprint, state.fingerprint);
    assert.equal(value_of(await host.ask({type: "play"})).playing, true);
    assert.equal(value_of(await host.ask({type: "pause"})).playing, false);
    assert.equal(value_of(await host.ask({type: "resume"})).playing, true);
    assert.equal(value_of(await host.ask({type: "pause"})).playing, false);
    value_of(await host.ask({type: "setOption", name: "theme", value: "dark"}));
    const frame = await host.frame();
    assert.equal(await frame.locator("html").getAttribute("data-palette"), "dark");
    value_of(await host.ask({type: "setOption", name: "layout", value: "full"}));
    assert.equal(await frame.locator("#log").isVisible(), true);
    const {png} = value_of(await host.ask({type: "screenshot"}));
    assert.ok(png.length > 5000, `${png.length} characters`);
    assert.equal(await host.page.evaluate(() => document.activeElement.id), "", "nothing focused");
    value_of(await host.ask({type: "focus"}));
    assert.equal(await host.page.evaluate(() => document.activeElement.tagName), "IFRAME");
    const heard = await check_heard(host);
    assert.ok(heard.every(({id}) => id === "unit-1"));
    assert.equal(frame.url(), `${host.lab.address}index.html?layout=compact&id=unit-1&start=eager`);
  }),
);

const kRefused = [
  [{type: "nonsense"}, "unknown-type"],
  [{type: "toString"}, "unknown-type"],
  [{type: "__proto__"}, "unknown-type"],
  [{type: 7}, "unknown-type"],
  [{type: "seek"}, "bad-message"],
  [{type: "seek", step: "3"}, "bad-message"],
  [{type: "seek", step: -1}, "bad-message"],
  [{type: "seek", step: 1e300}, "bad-message"],
  [{type: "seek", step: 9e9}, "refused"],
  [{type: "command", line: ""}, "bad-message"],
  [{type: "command", line: "x".repeat(201)}, "bad-message"],
  [{type: "command", line: "no such verb"}, "refused"],
  [{type: "command", line: ["step"]}, "bad-message"],
  [{type: "load", scenario: "Ring"}, "bad-message"],
  [{type: "load", scenario: "nowhere"}, "refused"],
  [{type: "load", scenario: "ring", seed: 1.5}, "bad-message"],
  [{type: "setState", run: "step"}, "refused"],
  [{type: "setState", run: ["step", 3]}, "bad-message"],
  [{type: "setState", run: "cutline run 2\nscenario ring\nfly"}, "refused"],
  [{type: "setOption", name: "theme", value: "pink"}, "bad-message"],
  [{type: "setOption", name: "origin", value: "https://a.example"}, "not-now"],
  [{type: "load"}, "bad-message"],
  [{type: "load", exercise: "draw-a-cut", scenario: "ring"}, "bad-message"],
  [{type: "load", scenario: "ring", toml: "title = 1"}, "bad-message"],
  [{type: "load", exercise: "nothing"}, "refused"],
  [{type: "load", exercise: "leave"}, "refused"],
  [{type: "load", exercise: "mine", toml: "title = 1"}, "refused"],
  [{type: "setState"}, "bad-message"],
  [{type: "setState", exercise: "again\nstep"}, "bad-message"],
  [{type: "setState", exercise: "again"}, "refused"],
  [{type: "setState", progress: "cutline progress 1\nhint"}, "refused"],
  [{type: "setState", run: "cutline run 2\nscenario ring\n", progress: "x"}, "refused"],
  [{type: "getSubmission"}, "refused"],
  [{type: "screenshot", v: 2}, "version"],
  [{type: "step", v: "1"}, "version"],
];

test(
  "what cannot be done is answered with a code and words, and changes nothing",
  with_host(frame_of("?step=4&start=eager"), {}, async (host) => {
    await host.until_heard("ready");
    await welcome(host);
    const before = value_of(await host.ask({type: "getState"}));
    for (const [request, code] of kRefused) {
      const answer = await host.ask(request);
      assert.equal(answer.type, "error", JSON.stringify(request));
      assert.equal(answer.code, code, `${JSON.stringify(request)}: ${answer.text}`);
      assert.match(answer.text, /\w.+\w/);
    }
    assert.deepEqual(value_of(await host.ask({type: "getState"})), before);
    const frame = await host.frame();
    assert.equal(await frame.locator("#notices").isVisible(), false, "who asked was answered");
    await check_heard(host);
  }),
);

test(
  "what is no message of ours is passed over, whatever it is",
  with_host(frame_of("?step=4"), {}, async (host) => {
    await host.until_heard("ready");
    await welcome(host);
    // Events, such as the size, may come at any time: answers are counted.
    const answers = async () => [...(await host.heard("reply")), ...(await host.heard("error"))];
    const before = (await answers()).length;
    await host.page.evaluate(() => {
      const {contentWindow} = document.querySelector("iframe");
      const loop = {lab: "other"};
      loop.self = loop;
      const strange = [
        null,
        0,
        "step",
        [],
        new Map(),
        new ArrayBuffer(8),
        loop,
        {},
        {lab: "Cutline", v: 1, type: "step", req: 1},
        {type: "step"},
        "x".repeat(1e6),
      ];
      for (const data of strange) contentWindow.postMessage(data, "*");
    });
    assert.deepEqual(value_of(await host.ask({type: "ping"})), {});
    assert.equal((await answers()).length, before + 1);
    for (const req of [{}, [], 1.5, "", "x".repeat(65), null]) {
      await host.page.evaluate((mark) => {
        const {contentWindow} = document.querySelector("iframe");
        contentWindow.postMessage({lab: "cutline", v: 1, type: "step", req: mark}, "*");
      }, req);
    }
    await host.until_heard("error", 6);
    assert.ok(
      (await host.heard("error")).every(
        ({code, req}) => code === "bad-message" && req === undefined,
      ),
    );
    assert.equal(value_of(await host.ask({type: "getState"})).step, 4);
  }),
);

test(
  "a flood is refused as busy, and the lab goes on",
  with_host(frame_of("?step=4"), {}, async (host) => {
    await host.until_heard("ready");
    const answers = await host.page.evaluate(() =>
      Promise.all(Array.from({length: 1000}, () => window.ask({type: "ping"}))),
    );
    const count = (type) => answers.filter((one) => one.type === type).length;
    assert.equal(count("reply") + count("error"), 1000, "each is answered");
    assert.ok(count("error") >= 500, `${count("error")} refused`);
    assert.ok(answers.every(({type, code}) => type === "reply" || code === "busy"));
    await host.page.waitForFunction(() =>
      window.ask({type: "ping"}).then((a) => a.type === "reply"),
    );
  }),
);

test(
  "only the page around is heard: neither its other frames nor pages that opened it",
  with_host(
    ({lab}) => `${frame_of("?step=4")({lab})}<iframe title="Other" src="other.html"></iframe>`,
    {
      files: () => ({
        "/other.html": {
          body: `<script>
            addEventListener("message", ({data}) => {
              const lab = parent.frames[0];
              for (let i = 0; i < 5; i += 1)
                lab.postMessage({lab: "cutline", v: 1, type: "step", req: i}, "*");
              parent.postMessage("sent", "*");
            });</script>`,
        },
      }),
    },
    async (host) => {
      await host.until_heard("ready");
      await host.page.evaluate(() => window.frames[1].postMessage("go", "*"));
      await host.page.waitForFunction(() => window.heard.some((one) => one[0] === "s"));
      assert.equal(value_of(await host.ask({type: "getState"})).step, 4);
      const frame = await host.frame();
      await frame.evaluate(() => window.postMessage({lab: "cutline", v: 1, type: "step"}, "*"));
      assert.equal(value_of(await host.ask({type: "getState"})).step, 4, "not from itself");
    },
  ),
);

test(
  "with origin= any other page is refused, and hears of nothing",
  with_host(
    frame_of("?step=4&origin=https://school.example"),
    {faults_allowed: true},
    async (host) => {
      const frame = await host.frame();
      await frame.waitForFunction(() => window.cutline?.ready);
      await frame.evaluate(() => window.cutline.ready);
      for (const type of ["hello", "step", "getState"]) {
        assert.equal((await host.ask({type})).code, "origin");
      }
      await frame.evaluate(() => window.cutline.command("step"));
      assert.equal((await host.ask({type: "ping"})).code, "origin");
      assert.deepEqual(await host.heard("ready"), []);
      assert.deepEqual(await host.heard("state"), []);
    },
  ),
);

test(
  "events come after a hello: state, answer, score, warning, resize, focusExit",
  with_host(frame_of("?screen=queue&layout=compact"), {}, async (host) => {
    await host.until_heard("ready");
    const frame = await host.frame();
    await frame.evaluate(() => window.cutline.command("queue reset"));
    value_of(await host.ask({type: "ping"}));
    assert.deepEqual(await host.heard("state"), [], "none before");
    await welcome(host);
    await host.until_heard("resize");
    for (const guess of ["3.5", "9"]) {
      await frame.getByLabel(/^Backlog at t/).fill(guess);
      await frame.getByLabel(/^Backlog at t/).press("Enter");
      await frame.locator('#queue-guess [data-command="queue step"]').click();
    }
    await host.until_heard("score", 2);
    const answers = await host.heard("answer");
    assert.deepEqual(
      answers.map(({given, right}) => [given, right]),
      [
        ["3.5", true],
        ["9", false],
      ],
    );
    assert.equal(answers[0].question, "queue λ=1 μ=2 t=0.5 s");
    const {right, asked} = (await host.heard("score")).at(-1);
    assert.deepEqual([right, asked], [1, 2]);
    await frame.evaluate(() => window.cutline.command("no such verb"));
    await host.until_heard("warning");
    assert.match((await host.heard("warning"))[0].text, /no such verb|there is no/);
    await frame.locator("#queue-guess input").press("Escape");
    await host.until_heard("focusExit");
    await host.until_heard("state");
    await check_heard(host);
  }),
);

test(
  "requests sent before the lab is there are answered when it is",
  with_host(frame_of("?step=4"), {}, async (host) => {
    const frame = await host.frame();
    await frame.waitForFunction(() => window.cutline_boot);
    const answers = await host.page.evaluate(async () => {
      let all = [];
      while (!all.some((one) => one)) {
        // the listener comes with the frame's script
        all = await Promise.race([
          Promise.all([window.ask({type: "hello"}), window.ask({type: "seek", step: 9})]),
          new Promise((resolve) => setTimeout(() => resolve([]), 200)),
        ]);
      }
      return all;
    });
    assert.equal(value_of(answers[0]).protocol, 1);
    assert.equal(value_of(answers[1]).step, 9);
  }),
);

test(
  "a lab that cannot be loaded says so to whoever asks",
  with_host(
    frame_of(),
    {site: {replace: {"/cutline.wasm": {status: 500, body: "no"}}}, faults_allowed: true},
    async (host) => {
      await host.until_heard("ready");
      assert.equal((await host.heard("ready"))[0].outcome, "failed");
      const answer = await host.ask({type: "step"});
      assert.equal(answer.code, "not-loaded");
      assert.match(answer.text, /answered 500/);
    },
  ),
);

test(
  "a frame far out of sight starts, answers and plays; it never takes focus or scrolls",
  with_host(
    ({lab}) =>
      `<input id="here" autofocus><div style="height: 4000px"></div>${frame_of(
        "?step=0&autoplay=0&speed=20",
      )({lab})}`,
    {},
    async (host) => {
      await host.until_heard("ready");
      await welcome(host);
      value_of(await host.ask({type: "play"}));
      await host.page.waitForFunction(
        async () => (await window.ask({type: "getState"})).value.step >= 3,
      );
      value_of(await host.ask({type: "pause"}));
      const frame = await host.frame();
      assert.equal(await frame.evaluate(() => window.cutline.frames()), 0, "no picture yet");
      assert.deepEqual(
        await host.page.evaluate(() => [document.activeElement.id, window.scrollY]),
        ["here", 0],
      );
      assert.equal((await host.ask({type: "screenshot"})).code, "no-picture");
      await host.page.locator("iframe").scrollIntoViewIfNeeded();
      await frame.waitForFunction(() => window.cutline.frames() > 0);
    },
  ),
);

test(
  "the link to the full lab opens the run as it is now, in a page of its own",
  with_host(frame_of("?layout=diagram&scenario=ring&theme=dark"), {}, async (host) => {
    await host.until_heard("ready");
    await welcome(host);
    const frame = await host.frame();
    const first = await frame.waitForFunction(
      () => document.querySelector("#full-lab a").href.match(/#s=1.*/)?.[0],
    );
    const {fingerprint} = value_of(await host.ask({type: "command", line: "snapshot C"}));
    await frame.waitForFunction(
      (before) => !document.querySelector("#full-lab a").href.endsWith(before),
      await first.jsonValue(),
    );
    const link = frame.getByRole("link", {name: "Open the full lab"});
    const opened = host.context.waitForEvent("page");
    await link.click();
    const page = await opened;
    await page.waitForLoadState();
    assert.equal(await page.evaluate(() => window.cutline.ready), "canvas");
    assert.equal(await page.evaluate(() => window.cutline.model().fingerprint), fingerprint);
    assert.equal(await page.locator("html").getAttribute("data-layout"), "full");
    assert.equal(await page.locator("html").getAttribute("data-palette"), "dark");
  }),
);

test(
  "exercises that cannot be loaded are told to whoever asks, and are there at the next try",
  with_host(
    frame_of("?layout=text"),
    {site: {replace: {"/shell/page/exercise_view.js": {status: 503}}}, faults_allowed: true},
    async (host) => {
      await host.until_heard("ready");
      await welcome(host);
      const load = () => host.ask({type: "load", exercise: "draw-a-cut"});
      assert.equal((await load()).code, "not-loaded");
      assert.equal(value_of(await host.ask({type: "step"})).step, 13, "the lab goes on");
      delete host.lab.replace["/shell/page/exercise_view.js"];
      assert.equal(value_of(await load()).exercise, "draw-a-cut");
    },
  ),
);

// --- exercises ---

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

const kMine = `title = "Mine"
chapter = "own"
proves = "p"
assumes = "a"
source = "s"
scenario = "two-banks"
allowed = ["step"]
goal = "in-flight > 0"
goal-text = "g"
[[step]]
predict = "How much is on its way?"
number = "in-flight"
`;

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
      {type: "load", exercise: "mine", toml: kMine.replace('"in-flight"', '"in-fligt"')},
      {type: "setState", run: before.run, progress: "cutline progress 9"},
      {type: "setState", progress: before.progress, exercise: "nothing"},
    ]) {
      assert.equal((await ask(wrong)).code, "refused", JSON.stringify(wrong));
      assert.deepEqual(await state(), before, JSON.stringify(wrong));
    }
    value_of(await ask({type: "load", exercise: "mine", toml: kMine}));
    await command("answer 1 0");
    const mine = await state();
    assert.deepEqual([mine.exercise, mine.right, mine.of], ["mine", 1, 1]);
    value_of(await set(before));
    assert.deepEqual(await state(), before);
    value_of(await set(mine));
    assert.deepEqual(await state(), mine, "the text is still known");
    const frame = await host.frame();
    assert.equal(await frame.locator("#notices").isVisible(), false, "who asked was answered");
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

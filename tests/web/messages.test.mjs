// Messages between the lab and a page around it: handshake, an answer to each request, whose
// messages count, malformed ones, and frames that nobody sees.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {test} from "node:test";
import {join} from "node:path";
import {kRoot} from "./support.mjs";
import {check_heard, frame_of, value_of, welcome, with_host} from "./host.mjs";

test("the schema and the tables of the README are up to date", () => {
  const done = spawnSync("node", [join(kRoot, "shell/embed/generate.mjs")], {encoding: "utf8"});
  assert.equal(done.status, 0, done.stdout + done.stderr);
});

test(
  "every request is answered, and does what it says",
  with_host(frame_of("?layout=compact&id=unit-1&start=eager"), {}, async (host) => {
    await host.until_heard("ready");
    const greeting = value_of(await welcome(host));
    assert.equal(greeting.protocol, 1);
    assert.equal(greeting.outcome, "canvas");
    assert.equal(greeting.layout, "compact");
    assert.deepEqual(value_of(await host.ask({type: "ping"})), {});
    const {scenarios, screens, exercises} = value_of(await host.ask({type: "list"}));
    assert.ok(scenarios.includes("ring") && screens.includes("queue"));
    assert.ok(screens.includes("exercises") && exercises.includes("draw-a-cut"));
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

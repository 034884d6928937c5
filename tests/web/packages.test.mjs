// Packages for learning platforms: built from a list, opened in a real run time (scorm-again) or
// against a small record store, with score, completion, resume, and a tab that is closed.
import assert from "node:assert/strict";
import {createServer} from "node:http";
import {execFileSync, spawnSync} from "node:child_process";
import {mkdtempSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {test} from "node:test";
import validation from "@learninglocker/xapi-validation";
import {axe_finds_nothing} from "./axe.mjs";
import {kOwn} from "./own_exercise.mjs";
import {kRoot, kSite, open_lab} from "./support.mjs";

const kScript = join(kRoot, "shell/lms/package.py");
const kPython = "/usr/bin/python3";
const out = mkdtempSync(join(tmpdir(), "cutline-packages-"));
const build = (list, ...more) =>
  spawnSync(
    kPython,
    [kScript, list, "--lab", join(kSite, "cutline-lab.html"), "--out", out, ...more],
    {encoding: "utf8"},
  );
const built = build(join(kRoot, "shell/lms/example.json"));
const unzip = "import sys,zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])";

function files_of(name) {
  const folder = join(out, name);
  execFileSync(kPython, ["-c", unzip, `${folder}.zip`, folder]);
  return Object.fromEntries(
    readdirSync(folder).map((file) => [file, readFileSync(join(folder, file))]),
  );
}

test("one command builds every entry in every kind, and its manifest lists its files", () => {
  assert.equal(built.status, 0, built.stderr);
  const scored = ["queue", "queue-predictions"];
  for (const entry of ["where-is-the-money", ...scored, "first-snapshot"]) {
    for (const kind of ["scorm12", "scorm2004", "cmi5"]) {
      const files = files_of(`${entry}-${kind}`);
      const name = kind === "cmi5" ? "cmi5.xml" : "imsmanifest.xml";
      const text = files[name].toString();
      assert.ok(files["lesson.html"]);
      if (kind === "cmi5") {
        assert.match(text, /<url>lesson\.html<\/url>/);
        continue;
      }
      const listed = [...text.matchAll(/<file href="([^"]+)"/g)].map(([, one]) => one);
      assert.deepEqual(
        listed.sort(),
        Object.keys(files)
          .filter((one) => one !== name)
          .sort(),
      );
      assert.ok(
        text.includes(kind === "scorm12" ? 'adlcp:scormtype="sco"' : 'adlcp:scormType="sco"'),
      );
      assert.equal(/masteryscore|minNormalizedMeasure/.test(text), scored.includes(entry));
    }
  }
  assert.equal(build(join(kRoot, "shell/lms/example.json")).status, 0);
});

const kWrong = [
  ["{", /:1:2: /],
  ['{"entries": []}', /no list of 1 to 500/],
  ['{"entries": [{"id": "A", "title": "x"}]}', /entry 1: id is a letter/],
  ['{"entries": [{"id": "a", "title": ""}]}', /entry 1: title/],
  ['{"entries": [{"id": "a", "title": "x", "colour": 1}]}', /does not know colour/],
  ['{"entries": [{"id": "a", "title": "x", "parameters": {"layout": "tiny"}}]}', /layout="tiny"/],
  ['{"entries": [{"id": "a", "title": "x", "parameters": {"tint": "1"}}]}', /no option "tint"/],
  ['{"entries": [{"id": "a", "title": "x", "mastery": 0.5}]}', /mastery needs answers/],
  ['{"entries": [{"id": "a", "title": "x", "answers": 1, "mastery": 80}]}', /from 0 to 1/],
  ['{"entries": [{"id": "a", "title": "x"}, {"id": "a", "title": "y"}]}', /entry 2: .*twice/],
  ['{"entries": ["nothing"]}', /entry 1: there is no exercise "nothing"; there are .*draw-a-cut, /],
  ['{"entries": ["../run"]}', /entry 1: there is no exercise|is no name/],
  ['{"entries": [{"id": "a", "exercises": ["queue-falls", "queue-falls"]}]}', /is there twice/],
  ['{"entries": [{"id": "a", "title": "x", "exercises": "queue-falls"}]}', /a list of at most 50/],
  ['{"entries": [{"id": "a", "exercises": ["queue-falls", "queue-rises"]}]}', /entry 1: title/],
  ['{"entries": [{"id": "a", "exercises": ["queue-falls"], "answers": 2}]}', /answers are those/],
  [
    '{"entries": [{"id": "a", "exercises": ["queue-falls"], "parameters": {"screen": "queue"}}]}',
    /screen is said by the list/,
  ],
  ['{"entries": [{"id": "a", "exercises": ["missing.toml"]}]}', /missing\.toml: .*No such file/],
  ['{"entries": [{"id": "a", "exercises": ["list.toml"]}]}', /list\.toml is no exercise/],
  ['{"entries": [{"id": "a", "exercises": ["said.toml"]}]}', /said\.toml asks nothing/],
];
test("a list that is wrong is refused with its place, and builds nothing", () => {
  const list = join(out, "list.json");
  writeFileSync(join(out, "list.toml"), "title = 'x'\n");
  writeFileSync(join(out, "said.toml"), "title = 'x'\n[[step]]\nsay = 'y'\n");
  for (const [text, pattern] of kWrong) {
    writeFileSync(list, text);
    const {status, stderr} = build(list);
    assert.equal(status, 2, text);
    assert.match(stderr, pattern, text);
  }
});

// --- in a platform ---

const kRunTime = readFileSync(
  new URL("node_modules/scorm-again/dist/scorm-again.min.js", import.meta.url),
);
const platform = (kind, kept) => `<!doctype html><title>Platform</title>
  <link rel="icon" href="data:,">
  <script src="scorm-again.js"></script>
  <script>
    const kind = ${JSON.stringify(kind)};
    const make = {scorm12: window.Scorm12API, scorm2004: window.Scorm2004API}[kind];
    const api = new make({autocommit: false, logLevel: 5});
    window.calls = [];
    const names = ["Initialize", "Commit", "Finish", "Terminate"];
    for (const name of names) for (const full of [name, "LMS" + name]) {
      if (!api[full]) continue;
      const real = api[full].bind(api);
      api[full] = (...values) => { window.calls.push(name); return real(...values); };
    }
    window.${kind === "scorm12" ? "API" : "API_1484_11"} = api;
    const kept = ${JSON.stringify(kept)};
    if (kept) api.loadFromJSON(kept, "cmi");
    window.state = () => JSON.parse(JSON.stringify(api.cmi));
  </script>
  <iframe title="Lesson" src="lesson.html" width="1100" height="760"></iframe>`;

async function open_platform(
  kind,
  {kept = null, query = "", more = {}, entry = "queue-predictions"} = {},
) {
  const replace = Object.fromEntries(
    Object.entries(files_of(`${entry}-${kind}`)).map(([name, body]) => [
      `/${name}`,
      {body},
    ]),
  );
  replace["/scorm-again.js"] = {body: kRunTime};
  replace["/platform.html"] = {body: platform(kind, kept)};
  const path = kind === "cmi5" ? `lesson.html?${query}` : "platform.html";
  const host = await open_lab({path, site: {policy: null, replace: {...replace, ...more}}});
  const lesson = () => host.page.frames().find((one) => /lesson\.html/.test(one.url()));
  await host.page.waitForFunction((framed) => {
    const page = framed ? document.querySelector("iframe").contentDocument : document;
    return page?.documentElement.dataset.ready;
  }, kind !== "cmi5");
  const lab = () => host.page.frames().find((one) => /cutline-lab\.html/.test(one.url()));
  return {
    ...host,
    lab,
    lesson,
    until_status: (pattern) =>
      lesson().waitForFunction(
        (text) => document.getElementById("status").textContent.match(text),
        pattern,
      ),
  };
}

async function predict(host, guesses, asked) {
  for (const guess of guesses) {
    await host
      .lab()
      .getByLabel(/^Backlog at t/)
      .fill(guess);
    await host
      .lab()
      .getByLabel(/^Backlog at t/)
      .press("Enter");
    await host.lab().locator('#queue-guess [data-command="queue step"]').click();
  }
  await host.until_status(asked);
}

for (const kind of ["scorm12", "scorm2004"]) {
  test(`${kind}: commits each answer, survives a closed tab, resumes, and passes`, async () => {
    const first = await open_platform(kind);
    await predict(first, ["3.5", "9"], "Under way. 1 of 4 right");
    const read = (host) => host.page.evaluate(() => [window.state(), window.calls]);
    await first.page.waitForFunction(() => window.state().suspend_data.length > 50);
    const [state, calls] = await read(first);
    const core = (one) => (kind === "scorm12" ? one.core : one);
    assert.equal(core(state).score.raw, "25");
    assert.equal(
      kind === "scorm12" ? state.core.lesson_status : state.completion_status,
      "incomplete",
    );
    assert.equal(calls.filter((one) => one === "Initialize").length, 1);
    assert.ok(calls.filter((one) => one === "Commit").length >= 2);
    assert.equal(
      state.interactions.childArray?.length ?? Object.keys(state.interactions).length,
      2,
    );
    await first.close(); // without a word: the tab is closed

    const kept = {
      suspend_data: state.suspend_data,
      ...(kind === "scorm12"
        ? {core: {lesson_status: "incomplete"}}
        : {completion_status: "incomplete"}),
    };
    const second = await open_platform(kind, {kept});
    await second.until_status("Under way. 1 of 4 right");
    const {queue} = await second.lab().evaluate(() => window.cutline.model());
    assert.equal(queue.steps, 2, "the run is where it was");
    await predict(second, ["2.5", "2"], "Done. 3 of 4 right. Passed");
    await second.lesson().getByRole("button", {name: "Save and exit"}).click();
    await second.until_status("Saved");
    await second.lesson().evaluate(() => window.dispatchEvent(new PageTransitionEvent("pagehide")));
    const [end, last] = await read(second);
    assert.equal(core(end).score.raw, "75");
    if (kind === "scorm12") assert.equal(end.core.lesson_status, "passed");
    else assert.deepEqual([end.completion_status, end.success_status], ["completed", "passed"]);
    assert.equal(last.filter((one) => one === "Finish" || one === "Terminate").length, 1, "once");
    await second.close();
  });
}

test("without a platform the lesson works, and says that nothing is kept", async () => {
  const host = await open_platform("cmi5", {entry: "queue"});
  await host.until_status("nothing is kept");
  await step_heading(host, "Step 1 of 5");
  await do_lines(host, ["exercise next", "answer 2 4.5"]);
  await host.page.getByText("1 of 3 right").waitFor();
  await axe_finds_nothing(host.page, {exclude: "cutline-lab"});
  await host.close();
});

// --- exercises ---

const step_heading = (host, words) =>
  host.lab().locator("#exercises .step:visible h3", {hasText: words}).waitFor();

async function do_lines(host, lines) {
  for (const line of lines) {
    assert.equal(await host.lab().evaluate((one) => window.cutline.command(one), line), 0, line);
  }
}

for (const kind of ["scorm12", "scorm2004"]) {
  test(`${kind}: two exercises, with a closed tab between, are scored and passed`, async () => {
    const old = kind === "scorm12";
    const first = await open_platform(kind, {entry: "queue"});
    await step_heading(first, "Step 1 of 5");
    const lab = first.lab();
    assert.match(lab.url(), /storage=none/);
    await lab.getByRole("button", {name: "Next step"}).click();
    for (const guess of ["9", "4.5"]) {
      await lab.locator("#exercises").getByRole("textbox").fill(guess);
      await lab.getByRole("button", {name: /^Answer/}).click();
    }
    await first.until_status("Under way. 1 of 7 right");
    const committed = () => window.calls.filter((one) => one === "Commit").length >= 2;
    await first.page.waitForFunction(committed);
    const state = await first.page.evaluate(() => window.state());
    const core = (one) => (old ? one.core : one);
    assert.equal(core(state).score.raw, "14");
    const told = (state.interactions.childArray ?? Object.values(state.interactions)).map(
      ({id, type, result, student_response, learner_response}) =>
        [id, type, student_response ?? learner_response, result],
    );
    assert.deepEqual(told, [
      ["queue-rises.2", "numeric", "9", old ? "wrong" : "incorrect"],
      ["queue-rises.2", "numeric", "4.5", "correct"],
    ]);
    await first.close(); // without a word: the tab is closed

    const standing = {completion_status: "incomplete"};
    const kept = {
      suspend_data: state.suspend_data,
      ...(old ? {core: {lesson_status: "incomplete"}} : standing),
    };
    const second = await open_platform(kind, {kept, entry: "queue"});
    await second.until_status("Under way. 1 of 7 right");
    await step_heading(second, "Step 2 of 5");
    const there = second.lab().locator("#exercises");
    assert.equal(await there.getByRole("textbox").inputValue(), "4.5");
    assert.match(await there.locator(".outcome").innerText(), /Right\./);
    const move = Array(4).fill("queue step");
    await do_lines(second, ["exercise next", "answer 3 6", "exercise next", ...move]);
    await do_lines(second, ["exercise next", "exercise next"]);
    await second.until_status("Under way. 3 of 7 right");
    const nav = second.lesson().locator("#exercises");
    await nav.getByText("3 of 3 right, done").waitFor();
    assert.equal(await nav.locator("[aria-current]").count(), 1);
    await nav.getByRole("button").nth(1).click();
    await step_heading(second, "Step 1 of 5");
    await do_lines(second, ["exercise next", "answer 2 2", "exercise next", "answer 3 4"]);
    await do_lines(second, ["exercise next", "answer 4 1", "exercise next", ...move, ...move]);
    await second.until_status("Under way. 6 of 7 right");
    await do_lines(second, ["exercise next"]);
    await second.until_status("Done. 6 of 7 right. Passed");
    await do_lines(second, ["exercise back", "exercise back", "answer 4 0"]);
    await second.until_status("Done. 7 of 7 right. Passed");
    await second.lesson().getByRole("button", {name: "Save and exit"}).click();
    await second.until_status("Saved");
    const end = await second.page.evaluate(() => window.state());
    assert.equal(core(end).score.raw, "100");
    if (old) assert.equal(end.core.lesson_status, "passed");
    else {
      assert.deepEqual([end.completion_status, end.success_status], ["completed", "passed"]);
      assert.equal(Number(end.score.scaled), 1);
    }
    const calls = await second.page.evaluate(() => window.calls);
    assert.equal(calls.filter((one) => one === "Finish" || one === "Terminate").length, 1, "once");
    await second.close();
  });
}

test("an exercise of one's own comes along, without its solution", async () => {
  const list = join(out, "own.json");
  const solution = 'solution = ["step"]\ngoal-text';
  const claim = '[[claim]]\nreachable = "in-flight > 0"\n';
  writeFileSync(join(out, "mine.toml"), kOwn.replace("goal-text", solution) + claim);
  writeFileSync(list, '{"entries": [{"id": "own", "exercises": ["mine.toml"]}]}');
  assert.equal(build(list, "--kind", "scorm12").status, 0);
  const script = files_of("own-scorm12")["entry.js"].toString();
  assert.match(script, /How much is on its way/);
  assert.doesNotMatch(script, /solution|claim/);
  const host = await open_platform("scorm12", {entry: "own"});
  await step_heading(host, "Step 1 of 1");
  assert.equal(await host.lesson().locator("#exercises").isVisible(), false, "there is one alone");
  await do_lines(host, ["answer 1 0", "exercise next"]);
  await host.until_status("Done. 1 of 1 right");
  assert.equal((await host.page.evaluate(() => window.state())).core.lesson_status, "completed");
  await host.close();
});

// A record store that keeps what it is told.
async function start_store() {
  const store = {statements: [], documents: new Map(), tokens: 0};
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const url = new URL(request.url, "http://store");
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*, authorization");
    response.setHeader("access-control-allow-methods", "GET, PUT, POST");
    const id = url.searchParams.get("stateId");
    if (request.method === "OPTIONS") response.end();
    else if (url.pathname === "/token") {
      store.tokens += 1;
      response.end(JSON.stringify({"auth-token": "c2VjcmV0"}));
    } else if (request.headers.authorization !== "Basic c2VjcmV0") response.writeHead(401).end();
    else if (url.pathname === "/xapi/statements") {
      store.statements.push(JSON.parse(body));
      response.end("[]");
    } else if (id && request.method === "PUT") {
      store.documents.set(id, body);
      response.writeHead(204).end();
    } else if (store.documents.has(id)) response.end(store.documents.get(id));
    else response.writeHead(404).end();
  });
  server.unref();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {...store, store, server, address: `http://127.0.0.1:${server.address().port}`};
}

const kActivity = "https://cutline.invalid/lesson/queue-predictions";
const launch_at = (address) =>
  new URLSearchParams({
    endpoint: `${address}/xapi/`,
    fetch: `${address}/token`,
    actor: JSON.stringify({
      objectType: "Agent",
      account: {homePage: "https://s.example", name: "7"},
    }),
    registration: "4c8a1f4e-5b1d-4c7a-9b43-0a5f7f0f6c11",
    activityId: kActivity,
  }).toString();

test("cmi5: statements are valid and in order; two visits say nothing twice", async () => {
  const {store, server, address} = await start_store();
  store.documents.set(
    "LMS.LaunchData",
    JSON.stringify({
      launchMode: "Normal",
      masteryScore: 0.5,
      contextTemplate: {
        extensions: {"https://w3id.org/xapi/cmi5/context/extensions/sessionid": "s1"},
      },
    }),
  );
  const query = launch_at(address);
  const first = await open_platform("cmi5", {query});
  await predict(first, ["3.5", "3", "1", "1"], "Done. 2 of 4 right. Passed");
  await first.lesson().getByRole("button", {name: "Save and exit"}).click();
  await first.until_status("Saved");
  await first.close({faults_allowed: true}); // the browser reports documents that are not there yet
  const verbs = () => store.statements.map(({verb}) => verb.id.split("/").at(-1));
  const answers = ["answered", "answered", "answered", "answered"];
  assert.deepEqual(verbs(), ["initialized", ...answers, "completed", "passed", "terminated"]);
  for (const statement of store.statements) {
    assert.deepEqual(validation.default(statement), [], JSON.stringify(statement));
  }
  const [completed, passed] = store.statements.slice(5, 7);
  assert.equal(completed.result.score, undefined);
  assert.equal(passed.result.score.scaled, 0.5);
  assert.match(store.statements.at(-1).result.duration, /^PT\d+S$/);
  assert.equal(store.tokens, 1);
  store.statements.length = 0;
  const second = await open_platform("cmi5", {query});
  await second.until_status("Done. 2 of 4 right");
  assert.equal((await second.lab().evaluate(() => window.cutline.model())).queue.steps, 4);
  await second.lab().evaluate(() => window.cutline.command("queue reset"));
  await second.lesson().getByRole("button", {name: "Save and exit"}).click();
  await second.until_status("Saved");
  assert.deepEqual(verbs(), ["initialized", "terminated"]);
  await second.close({faults_allowed: true});
  server.close();
  server.closeAllConnections();
});

test("cmi5: an exercise is answered, completed, and there again where it was left", async () => {
  const {store, server, address} = await start_store();
  store.documents.set("LMS.LaunchData", '{"launchMode": "Normal"}');
  const at = {query: launch_at(address), entry: "where-is-the-money"};
  const first = await open_platform("cmi5", at);
  await step_heading(first, "Step 1 of 6");
  await do_lines(first, ["exercise next", "answer 2 9", "answer 2 10 EUR", "exercise next"]);
  await do_lines(first, ["answer 3 190", "exercise next", "answer 4 T1"]);
  await first.until_status("Under way. 3 of 4 right");
  await first.close({faults_allowed: true});

  const second = await open_platform("cmi5", at);
  await second.until_status("Under way. 3 of 4 right");
  await step_heading(second, "Step 4 of 6");
  await do_lines(second, ["exercise next", "deliver A>B", "read-all"]);
  await second.until_status("Done. 4 of 4 right");
  await second.lesson().getByRole("button", {name: "Save and exit"}).click();
  await second.until_status("Saved");
  await second.close({faults_allowed: true});
  for (const statement of store.statements) {
    assert.deepEqual(validation.default(statement), [], JSON.stringify(statement));
  }
  const told = store.statements.map(({verb, object: {id, definition}, result = {}}) => [
    verb.id.split("/").at(-1),
    id.replace(kActivity, ""),
    ...(definition ? [definition.interactionType, result.response, result.success] : []),
  ]);
  // A tab that is closed may be heard once more at some time, or not.
  const in_order = told.filter(([verb]) => verb !== "terminated");
  assert.ok([1, 2].includes(told.length - in_order.length));
  assert.deepEqual(in_order, [
    ["initialized", ""],
    ["answered", "#where-is-the-money-2", "numeric", "9", false],
    ["answered", "#where-is-the-money-2", "numeric", "10 EUR", true],
    ["answered", "#where-is-the-money-3", "numeric", "190", true],
    ["answered", "#where-is-the-money-4", "fill-in", "T1", true],
    ["initialized", ""],
    ["answered", "#where-is-the-money-5", "performance", undefined, true],
    ["completed", ""],
  ]);
  server.close();
  server.closeAllConnections();
});

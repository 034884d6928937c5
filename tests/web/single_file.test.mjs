// The lab as one file: from a disk, under a sandbox that allows scripts and nothing else, without a
// network; and the site in separate files in sandboxes and where storage is blocked.
import assert from "node:assert/strict";
import {stat} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {pathToFileURL} from "node:url";
import {kSite, with_lab} from "./support.mjs";
import {value_of, with_host} from "./host.mjs";

const kFile = "cutline-lab.html";
const {mtimeMs: made} = await stat(join(kSite, kFile));

// The first question of the first exercise, by its controls: no form is sent.
async function answer_first(page) {
  await page.getByRole("button", {name: "Next step"}).click();
  await page.locator("#exercises").getByRole("textbox").fill("10");
  await page.getByRole("button", {name: "Answer", exact: true}).click();
  await page.locator("#exercises .outcome", {hasText: "Right."}).waitFor();
}

test("the single file is as new as the program in it", async () => {
  const program = await stat(join(kSite, "cutline.wasm"));
  assert.ok(made >= program.mtimeMs);
});

test(
  "opened from a disk it is the whole lab, and asks for nothing",
  with_lab({path: "shell/page/icon.svg", faults_allowed: true}, async ({page, until, server}) => {
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    const asked_for = () => server.requests.filter((path) => !/favicon/.test(path));
    const before = asked_for().length;
    await page.goto(`${pathToFileURL(join(kSite, kFile)).href}?scenario=ring&layout=compact`);
    assert.equal(await page.evaluate(() => window.cutline.ready), "canvas");
    await until(() => window.cutline.frames() > 0);
    const model = await page.evaluate(() => window.cutline.model());
    assert.deepEqual([model.scenario, model.step], ["ring", 12]);
    await page.getByRole("button", {name: "Step", exact: true}).click();
    assert.equal(await page.evaluate(() => window.cutline.model().step), 13);
    await page.evaluate(() => window.cutline.command("exercise where-is-the-money"));
    await answer_first(page);
    assert.equal(await page.evaluate(() => document.fonts.check('16px "Cutline"')), true);
    assert.equal(asked_for().length, before);
    assert.deepEqual(
      asked.filter((url) => !/^(file|data|blob):/.test(url)),
      [],
    );
  }),
);

test(
  "its notices are in it",
  with_lab({path: kFile, site: {policy: null}}, async ({page, server}) => {
    assert.equal(await page.evaluate(() => window.cutline.ready), "canvas");
    await page.getByRole("button", {name: "About"}).click();
    await page.waitForFunction(() =>
      /Dear ImGui/.test(document.getElementById("third-party-text").textContent),
    );
    assert.deepEqual(
      server.requests.filter((path) => !/favicon/.test(path)),
      [`/${kFile}`],
    );
  }),
);

// [what, file, the frame's sandbox, headers]: storage throws in all but the last.
const kFrames = [
  ["the single file under allow-scripts", kFile, "allow-scripts", {}],
  [
    "the site under allow-scripts, from a host that allows any origin",
    "index.html",
    "allow-scripts",
    {"access-control-allow-origin": "*"},
  ],
  [
    "the site under allow-scripts allow-same-origin",
    "index.html",
    "allow-scripts allow-same-origin",
    {},
  ],
];
for (const [what, file, sandbox, headers] of kFrames) {
  test(
    what,
    with_host(
      ({lab}) => `<iframe title="Lab" sandbox="${sandbox}" width="900" height="700"
        src="${lab}${file}?layout=full"></iframe>`,
      {site: {headers, policy: file === kFile ? null : undefined}, faults_allowed: true},
      async (host) => {
        await host.until_heard("ready");
        value_of(await host.ask({type: "hello"}));
        const frame = await host.frame();
        await frame.waitForFunction(() => window.cutline.frames() > 0);
        assert.equal(value_of(await host.ask({type: "seek", step: 3})).step, 3);
        const opaque = !sandbox.includes("same-origin");
        assert.equal(
          await frame.evaluate(() => {
            try {
              return window.localStorage !== null;
            } catch {
              return false;
            }
          }),
          !opaque,
        );
        await frame.getByLabel("Theme").selectOption("dark");
        assert.equal(await frame.locator("html").getAttribute("data-palette"), "dark");
        assert.equal(/keeps no settings/.test(await frame.locator("#kept").innerText()), opaque);
        const theme = await frame.locator("#kept").innerText();
        await frame.getByRole("button", {name: "Exercises", exact: true}).click();
        const keep = frame.locator("#exercises .keep");
        assert.equal(/keeps nothing for this page/.test(await keep.innerText()), opaque, theme);
        await keep.getByRole("button", {name: "Copy link to progress"}).click();
        await keep.getByText(/^The link is (copied|selected)/).waitFor();
        assert.match(await keep.getByLabel("Link").inputValue(), /#p=1\./);
        await frame.getByRole("button", {name: "Where is the money?"}).click();
        await answer_first(frame);
        await host.until_heard("answer");
        assert.equal((await host.heard("answer"))[0].right, true);
        await frame.getByRole("button", {name: "Transfers", exact: true}).click();
        for (const name of ["About", /Save|Share|Keep/]) {
          await frame.locator(".page-tools").getByRole("button", {name}).click();
          const dialog = frame.locator("dialog[open]");
          assert.equal(await dialog.count(), 1);
          await dialog.getByRole("button", {name: "Close"}).click();
          assert.equal(await dialog.count(), 0, "closes without allow-forms");
        }
        const faults = host.faults.filter((one) => !one.includes("Clipboard API"));
        assert.deepEqual(faults, [], "only the browser's own word on the clipboard");
      },
    ),
  );
}

test(
  "third-party storage that is blocked is no fault: the theme lasts for the page",
  with_host(
    ({lab}) =>
      `<iframe title="Lab" width="900" height="700" src="${lab.replace(
        "127.0.0.1",
        "localhost",
      )}index.html"></iframe>`,
    {
      before: () => {
        if (window.parent === window) return;
        for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException("denied", "SecurityError");
            },
          });
        }
      },
    },
    async (host) => {
      await host.until_heard("ready");
      const frame = await host.frame();
      await frame.getByLabel("Theme").selectOption("dark");
      assert.match(await frame.locator("#kept").innerText(), /keeps no settings/);
      assert.equal(value_of(await host.ask({type: "step"})).step, 13);
    },
  ),
);

test(
  "a sandbox that the site cannot live in says so instead of staying empty",
  with_host(
    ({lab}) => `<iframe title="Lab" sandbox="allow-scripts" src="${lab}index.html"></iframe>`,
    {faults_allowed: true},
    async (host) => {
      const frame = await host.frame();
      await frame.locator("#words-failed h2").waitFor();
      assert.match(await frame.locator("#words-failed-reason").innerText(), /main\.js/);
    },
  ),
);

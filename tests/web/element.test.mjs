// The custom element and the snippets of shell/embed/README.md, in pages of other people: with
// tabs, accordions, keys of their own, twenty labs, networks that are slow or fail.
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {kRoot} from "./support.mjs";
import {with_host} from "./host.mjs";

const kStand = "https://example.org/cutline/";
const readme = await readFile(join(kRoot, "shell/embed/README.md"), "utf8");
const snippets = new Map(
  [...readme.matchAll(/<!-- snippet: (\w+) -->\n```html\n([^]*?)```/g)].map(([, name, text]) => [
    name,
    text,
  ]),
);
const script = (lab) => `<script src="${lab}shell/embed/cutline-lab.js"></script>`;
const element =
  (attributes = "") =>
  ({lab}) =>
    `${script(lab)}<cutline-lab ${attributes} title="Lab"></cutline-lab>`;
const lab_ready = (page, index = 0) =>
  page.evaluate((at) => document.querySelectorAll("cutline-lab")[at].ready, index);
const shown_words = (page) =>
  page.evaluate(
    () => document.querySelector("cutline-lab").shadowRoot.querySelector("p").textContent,
  );

const kReveal = `<script>
  window.Reveal = {on: (_, act) => { window.change = act; }};
</script>`;

test("every snippet is known here", () => {
  const names = ["frame", "element", "exercise", "book", "slides", "canvas"];
  assert.deepEqual([...snippets.keys()], names);
});

for (const [name, text] of snippets) {
  test(
    `the snippet "${name}" works in a page`,
    with_host(
      ({lab}) => text.replaceAll(kStand, lab),
      {head: () => kReveal},
      async (host) => {
        const {page} = host;
        if (name === "slides") {
          assert.equal(await page.locator("iframe").count(), 0, "waits for a click");
          await page.getByRole("button", {name: "Load the lab"}).click();
        }
        const framed = name === "frame" || name === "canvas";
        if (framed) await host.until_heard("ready");
        else await lab_ready(page);
        const frame = page.frames().find((one) => one !== page.mainFrame());
        await frame.waitForFunction(() => window.cutline.frames() > 0);
        assert.ok((await page.locator("iframe").first().getAttribute("title")).includes("Cutline"));
        if (name === "canvas") {
          await host.ask({type: "hello"});
          await page.waitForFunction(() =>
            window.heard.some(({subject, height}) => subject === "lti.frameResize" && height > 300),
          );
        }
        if (name === "exercise") {
          await frame.getByRole("button", {name: "Next step"}).click();
          await frame.locator("#exercises").getByRole("textbox").fill("10");
          await frame.getByRole("button", {name: "Answer", exact: true}).click();
          await page.getByText("1 of 4 right").waitFor();
        }
        if (name === "slides") {
          await page.evaluate(() => document.querySelector("cutline-lab").play());
          const playing = () => frame.evaluate(() => window.cutline.model().playing);
          const change = (from, to) =>
            page.evaluate(
              ([a, b]) => {
                const slide = document.querySelector("section");
                const other = document.createElement("section");
                window.change({previousSlide: a ? slide : other, currentSlide: b ? slide : other});
                return document.querySelector("cutline-lab").ask("ping");
              },
              [from, to],
            );
          await change(true, false);
          assert.equal(await playing(), false);
          await change(false, true);
          assert.equal(await playing(), true);
        }
      },
    ),
  );
}

test(
  "the element has promises and events, follows the height, and leaves focus and scroll alone",
  with_host(element('layout="compact" scenario="ring" step="3"'), {policy: null}, async (host) => {
    const {page} = host;
    const greeting = await lab_ready(page);
    assert.equal(greeting.layout, "compact");
    const told = await page.evaluate(async () => {
      const lab = document.querySelector("cutline-lab");
      const heard = new Promise((resolve) => lab.addEventListener("cutline-state", resolve));
      const {step} = await lab.step();
      const state = (await heard).detail;
      const refused = await lab.command("fly").catch((error) => error);
      return {step, event: state.step, code: refused.code, words: refused.message};
    });
    assert.deepEqual([told.step, told.event, told.code], [4, 4, "refused"]);
    assert.match(told.words, /fly/);
    const fits = () =>
      page.evaluate(() => {
        const {shadowRoot} = document.querySelector("cutline-lab");
        return Number(shadowRoot.querySelector("iframe").height);
      });
    const frame = page.frames().find((one) => one !== page.mainFrame());
    const content = () =>
      frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
    await page.waitForFunction(
      () => document.querySelector("cutline-lab").shadowRoot.querySelector("iframe").height > 700,
    );
    assert.ok(
      Math.abs((await fits()) - (await content())) <= 2,
      `${await fits()} ${await content()}`,
    );
    const before = await fits();
    await page.evaluate(() => document.querySelector("cutline-lab").setOption("layout", "diagram"));
    await page.waitForFunction((height) => {
      const {shadowRoot} = document.querySelector("cutline-lab");
      return Number(shadowRoot.querySelector("iframe").height) < height;
    }, before);
    assert.deepEqual(
      await page.evaluate(() => [document.activeElement === document.body, window.scrollY]),
      [true, 0],
    );
  }),
);

test(
  "moved to another place it has the run it had",
  with_host(
    ({lab}) => `${element('step="3"')({lab})}<div id="other"></div>`,
    {},
    async ({page}) => {
      await lab_ready(page);
      const {run} = await page.evaluate(async () => {
        const lab = document.querySelector("cutline-lab");
        const heard = new Promise((resolve) => lab.addEventListener("cutline-state", resolve));
        await lab.command("snapshot A");
        await heard;
        return lab.getState();
      });
      await page.evaluate(() =>
        document.getElementById("other").append(document.querySelector("cutline-lab")),
      );
      await lab_ready(page);
      const again = await page.evaluate(() => document.querySelector("cutline-lab").getState());
      assert.equal(again.run, run);
      const told = await page.evaluate(async () => {
        const lab = document.querySelector("cutline-lab");
        const heard = [];
        const types = ["progress", "answer", "score"];
        for (const type of types)
          lab.addEventListener(`cutline-${type}`, ({detail}) => heard.push(detail));
        await lab.open({exercise: "lost-marker"});
        await lab.command("exercise next");
        const kept = new Promise((resolve) => lab.addEventListener("cutline-state", resolve));
        await lab.command("answer 2 2");
        await kept;
        const submission = JSON.parse(await lab.getSubmission());
        const state = await lab.getState(); // behind the element's own
        return {types: heard.map(({type, at}) => [type, at]), submission, state};
      });
      assert.deepEqual(told.types, [
        ["progress", 1],
        ["progress", 2],
        ["answer", undefined],
        ["score", undefined],
        ["progress", 2],
      ]);
      assert.deepEqual([told.submission.right, told.submission.of], [1, 3]);
      await page.evaluate(() => document.body.prepend(document.querySelector("cutline-lab")));
      await lab_ready(page);
      const moved = await page.evaluate(() => document.querySelector("cutline-lab").getState());
      assert.deepEqual(moved, told.state);
    },
  ),
);

const kTwenty = 20;
test(
  "twenty labs on a page: each starts when it is seen, and no graphics context is lost",
  with_host(
    ({lab}) =>
      script(lab) +
      Array.from(
        {length: kTwenty},
        (_, index) =>
          `<h2>Lab ${index}</h2><cutline-lab layout="diagram" height="600" title="Lab ${index}"
         poster="${lab}shell/page/icon.svg"></cutline-lab>`,
      ).join(""),
    {
      before: () => {
        window.unwanted = 0;
        addEventListener(
          "webglcontextlost",
          () => {
            if (!document.hidden)
              window.unwanted += document.getElementById("no-picture")?.hidden ? 0 : 1;
          },
          true,
        );
      },
    },
    async ({page, faults}) => {
      await lab_ready(page);
      assert.ok(page.frames().length <= 4, `${page.frames().length - 1} loaded at the start`);
      // From the lab with this index on, each has its poster, or none has.
      const until_posters = (from, wanted) =>
        page.waitForFunction(
          ([first, shown]) =>
            [...document.querySelectorAll("cutline-lab")].slice(first).every(({shadowRoot}) => {
              const {naturalWidth, offsetWidth} = shadowRoot.querySelector("img");
              return (naturalWidth > 0 && offsetWidth > 0) === shown;
            }),
          [from, wanted],
        );
      await until_posters(5, true);
      for (let index = 0; index < kTwenty; index += 1) {
        await page.locator("cutline-lab").nth(index).scrollIntoViewIfNeeded();
        await lab_ready(page, index);
      }
      assert.equal(page.frames().length, kTwenty + 1);
      await until_posters(0, false);
      for (const index of [0, 10, 19]) {
        await page.locator("cutline-lab").nth(index).scrollIntoViewIfNeeded();
        const frame = await page
          .locator("cutline-lab")
          .nth(index)
          .locator("iframe")
          .elementHandle()
          .then((one) => one.contentFrame());
        const drawn = await frame.evaluate(() => window.cutline.frames());
        await frame.evaluate(() => window.cutline.command("step"));
        await frame.waitForFunction((count) => window.cutline.frames() > count, drawn);
        assert.equal(await frame.locator("#no-picture").isVisible(), false);
      }
      assert.deepEqual(
        faults.filter((one) => /context|webgl/i.test(one)),
        [],
      );
    },
  ),
);

test(
  "in a closed tab or accordion it waits; keys of the page around stay its own",
  with_host(
    ({lab}) =>
      `<input id="note"><details><summary>More</summary>${element('layout="diagram" height="500"')({
        lab,
      })}</details>`,
    {
      before: () => {
        window.keys = [];
        addEventListener("keydown", (event) => {
          window.keys.push(event.key);
          if (event.key === "ArrowRight") event.preventDefault();
        });
      },
    },
    async (host) => {
      const {page} = host;
      assert.equal(await page.locator("iframe").count(), 0, "closed");
      await page.locator("summary").click();
      await lab_ready(page);
      const frame = page.frames()[1];
      await frame.waitForFunction(() => window.cutline.frames() > 0);
      await page.locator("#note").fill("");
      await page.locator("#note").pressSequentially("a b");
      await page.keyboard.press("ArrowRight");
      assert.equal(await page.locator("#note").inputValue(), "a b");
      const step = await frame.evaluate(() => window.cutline.model().step);
      assert.equal(step, 12, "the lab takes no key of the page");
      assert.deepEqual((await page.evaluate(() => window.keys)).slice(-4), [
        "a",
        " ",
        "b",
        "ArrowRight",
      ]);
      await page.locator("summary").click();
      await page.evaluate(() => document.querySelector("cutline-lab").step());
      await page.locator("summary").click();
      assert.equal(await frame.evaluate(() => window.cutline.model().step), 13);
      await frame.locator("#canvas").click();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => window.scrollX), 0);
    },
  ),
);

test(
  "a lab that does not answer is told in words after its time, and can be tried again",
  with_host(
    element('timeout="1"'),
    {site: {hold: ["/cutline.wasm"]}, faults_allowed: true},
    async (host) => {
      const {page, lab} = host;
      await page.waitForFunction(() =>
        /does not answer/.test(
          document.querySelector("cutline-lab").shadowRoot.querySelector("p").textContent,
        ),
      );
      lab.release();
      await page.evaluate(() =>
        document.querySelector("cutline-lab").setAttribute("timeout", "30"),
      );
      await page.getByRole("button", {name: "Try again"}).click();
      await lab_ready(page);
      assert.equal(await page.getByRole("button", {name: "Try again"}).isVisible(), false);
    },
  ),
);

test(
  "a lab that fails to load, or an address that is none, is told at once",
  with_host(
    element(),
    {site: {replace: {"/cutline.wasm": {status: 404, body: "no"}}}, faults_allowed: true},
    async ({page}) => {
      await page.waitForFunction(() =>
        /could not be loaded/.test(
          document.querySelector("cutline-lab").shadowRoot.querySelector("p").textContent,
        ),
      );
      assert.equal(await page.getByRole("link", {name: "Open the lab"}).isVisible(), true);
      await page.evaluate(() => {
        const bad = document.createElement("cutline-lab");
        bad.setAttribute("src", "javascript:alert(1)");
        document.querySelector("cutline-lab").replaceWith(bad);
      });
      await page.waitForFunction(() =>
        /no address/.test(
          document.querySelector("cutline-lab").shadowRoot.querySelector("p").textContent,
        ),
      );
      assert.match(await shown_words(page), /give it a src/);
    },
  ),
);

// The picture costs nothing while nothing happens, follows its container and the pixel ratio, and
// comes back after its graphics context was lost.
import assert from "node:assert/strict";
import {test} from "node:test";
import {pass_frames, until_idle, with_lab} from "./support.mjs";

const sizes = (page) =>
  page.evaluate(() => {
    const box = document.getElementById("canvas-box");
    const canvas = document.getElementById("canvas");
    return {
      box: [box.clientWidth, box.clientHeight],
      css: [canvas.clientWidth, canvas.clientHeight],
      pixels: [canvas.width, canvas.height],
      ratio: window.devicePixelRatio,
    };
  });

const look = (page) => page.locator("#canvas").screenshot();

test(
  "an idle page draws no frame; input, commands and the theme do",
  with_lab({expect: "canvas"}, async (lab) => {
    const {page} = lab;
    await until_idle(lab);
    const idle = await lab.frames();
    await pass_frames(page, 60);
    assert.equal(await lab.frames(), idle);
    const draws = async (what, act) => {
      await until_idle(lab);
      const before = await lab.frames();
      await act();
      await lab.until((count) => window.cutline.frames() > count, before);
      await until_idle(lab);
      assert.ok((await lab.frames()) > before, what);
    };
    await draws("a command", () => lab.command("step"));
    await draws("the theme", () => page.getByLabel("Theme").selectOption("dark"));
    const box = await page.locator("#canvas").boundingBox();
    await draws("the mouse", () => page.mouse.move(box.x + 40, box.y + 40));
    await draws("the window", () => page.setViewportSize({width: 1100, height: 800}));
  }),
);

test(
  "playing draws, and is idle again after pause",
  with_lab({}, async (lab) => {
    await lab.command("speed 20");
    await lab.command("play");
    const before = await lab.frames();
    await lab.until((count) => window.cutline.frames() > count + 3, before);
    await lab.command("pause");
    await until_idle(lab);
    const idle = await lab.frames();
    await pass_frames(lab.page, 40);
    assert.equal(await lab.frames(), idle);
  }),
);

for (const ratio of [1, 1.5, 2]) {
  test(
    `at ${ratio} device pixels per CSS pixel the picture has as many as it shows`,
    with_lab({view: {deviceScaleFactor: ratio}}, async (lab) => {
      const {box, css, pixels} = await sizes(lab.page);
      assert.deepEqual(css, box);
      assert.deepEqual(
        pixels,
        box.map((length) => Math.floor(length * ratio)),
      );
    }),
  );
}

test(
  "the picture follows its container, not only the window",
  with_lab({}, async (lab) => {
    const {page} = lab;
    const before = await sizes(page);
    await page.evaluate(() => {
      document.querySelector(".stage").style.width = "700.5px";
    });
    await lab.until((width) => document.getElementById("canvas").width < width, before.pixels[0]);
    const {box, css, pixels} = await sizes(page);
    assert.deepEqual(css, box);
    assert.deepEqual(pixels, box);
    await until_idle(lab);
    const narrow = await look(page);
    await page.evaluate(() => {
      document.querySelector(".stage").style.width = "";
    });
    await lab.until((width) => document.getElementById("canvas").width === width, before.pixels[0]);
    await until_idle(lab);
    assert.notDeepEqual(await look(page), narrow);
  }),
);

test(
  "a pixel ratio that changes, as by zoom or another screen, is followed",
  with_lab(
    {
      // Chromium's emulation changes the ratio without telling the page: the telling is played
      // here.
      before: () => {
        const real = window.matchMedia.bind(window);
        window.resolutions = [];
        window.matchMedia = (query) => {
          const list = real(query);
          if (query.includes("resolution")) window.resolutions.push(list);
          return list;
        };
      },
    },
    async (lab) => {
      for (const ratio of [2, 1.25]) {
        await lab.page.evaluate((now) => {
          Object.defineProperty(window, "devicePixelRatio", {value: now, configurable: true});
          window.resolutions.at(-1).dispatchEvent(new Event("change"));
        }, ratio);
        const {box, css, pixels} = await sizes(lab.page);
        assert.deepEqual(css, box);
        assert.deepEqual(
          pixels,
          box.map((length) => Math.floor(length * ratio)),
        );
      }
      await until_idle(lab);
    },
  ),
);

test(
  "a graphics context that is lost and comes back shows the same picture",
  with_lab({faults_allowed: true}, async (lab) => {
    const {page} = lab;
    await lab.command("seek 12");
    await lab.command("snapshot A");
    await lab.command("show transfers"); // what was announced last is in the picture
    await until_idle(lab);
    const before = await look(page);
    await page.evaluate(() => {
      const canvas = document.getElementById("canvas");
      window.loser = canvas.getContext("webgl2").getExtension("WEBGL_lose_context");
      canvas.addEventListener("webglcontextlost", (event) => {
        window.lost = event.defaultPrevented;
      });
      window.loser.loseContext();
    });
    await lab.until(() => window.lost === true);
    const note = page.locator("#no-picture");
    assert.match(await note.innerText(), /taken back/);
    const frames = await lab.frames();
    assert.equal(await lab.command("show queue"), 0, "the lab goes on");
    assert.equal(await lab.command("show transfers"), 0);
    await pass_frames(page, 20);
    assert.equal(await lab.frames(), frames, "nothing is drawn into nothing");
    await page.evaluate(() => window.loser.restoreContext());
    await lab.until((count) => window.cutline.frames() > count, frames);
    await until_idle(lab);
    assert.equal(await note.isVisible(), false);
    assert.deepEqual(await look(page), before);
  }),
);

test(
  "a context that the browser took is asked for again when the picture is next seen",
  with_lab({path: "?start=visible", faults_allowed: true}, async (lab) => {
    const {page} = lab;
    await page.evaluate(() => window.cutline.ready);
    await lab.until(() => window.cutline.frames() > 0);
    await until_idle(lab);
    await page.evaluate(() => {
      const canvas = document.getElementById("canvas");
      canvas.addEventListener("webglcontextlost", () => (window.lost = true));
      canvas.getContext("webgl2").getExtension("WEBGL_lose_context").loseContext();
    });
    await lab.until(() => window.lost === true);
    assert.equal(await page.locator("#no-picture").isVisible(), true);
    const frames = await lab.frames();
    await page.evaluate(() => {
      const box = document.getElementById("canvas-box");
      box.style.transform = "translateX(-200vw)";
      new IntersectionObserver((entries, observer) => {
        if (entries.at(-1).isIntersecting) return;
        observer.disconnect();
        box.style.transform = "";
      }).observe(box);
    });
    await lab.until((count) => window.cutline.frames() > count, frames);
    assert.equal(await page.locator("#no-picture").isVisible(), false);
  }),
);

test(
  "the picture and the text tell the same state after a click in the picture",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await lab.command("seek 8");
    await page.locator("#canvas").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowLeft");
    await lab.until(() => document.getElementById("now-place").textContent.includes("step 7 "));
    assert.equal((await lab.model()).step, 7);
  }),
);

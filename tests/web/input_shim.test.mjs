// Whose input is it? Passive, the page keeps wheel, touch and keys; active, the picture has them,
// but never the browser's own keys; and there is always a way out.
import assert from "node:assert/strict";
import {test} from "node:test";
import {pass_frames, until_idle, with_lab, wrapped_program} from "./support.mjs";

const kTabsMax = 150;
const kBrowsersKeys = [
  "Tab",
  "F5",
  "F11",
  "F12",
  "Control+r",
  "Control+f",
  "Control+p",
  "Control+=",
  "Alt+ArrowLeft",
  "Alt+d",
  "Control+Shift+i",
];

const focus_id = (page) => page.evaluate(() => document.activeElement.id);
const is_active = (page) =>
  page.locator("#canvas-box").evaluate((box) => box.classList.contains("active"));

async function middle(page) {
  await page.locator("#canvas").scrollIntoViewIfNeeded();
  const box = await page.locator("#canvas").boundingBox();
  return {x: box.x + box.width / 2, y: box.y + box.height / 2};
}

// An empty corner: a click there means nothing to the picture.
async function activate(lab) {
  const {page} = lab;
  await page.locator("#canvas").click({position: {x: 3, y: 3}});
  assert.equal(await is_active(page), true);
  await until_idle(lab);
}

// Remembers events of these types; prevented(page) tells whether each was cancelled in the end.
function watch(page, types) {
  return page.evaluate((wanted) => {
    window.watched = [];
    for (const type of wanted) {
      window.addEventListener(type, (event) => window.watched.push(event), {
        capture: true,
        passive: true,
      });
    }
  }, types);
}

const prevented = (page) =>
  page.evaluate(() => {
    const all = window.watched.map((event) => event.defaultPrevented);
    window.watched = [];
    return all;
  });

const kHostPage = `<!doctype html><title>Host</title>
<link rel="icon" href="/shell/page/icon.svg">
<input id="own" aria-label="Own" autofocus>
<iframe title="Lab" src="/" width="800" height="600"></iframe>`;

test(
  "loading takes neither focus nor scroll, not even from a page around it",
  with_lab({site: {replace: {"/host.html": {type: "text/html", body: kHostPage}}}}, async (lab) => {
    const {page} = lab;
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
    assert.equal(await page.evaluate(() => window.scrollY), 0);
    await page.goto(`${lab.server.address}host.html`);
    await page.locator("#own").focus();
    const frame = page.frames().find((one) => one !== page.mainFrame());
    await frame.waitForFunction(() => window.cutline);
    assert.equal(await frame.evaluate(() => window.cutline.ready), "waiting");
    await frame.waitForFunction(() => window.cutline.frames() > 0);
    assert.equal(await focus_id(page), "own");
    assert.equal(await page.evaluate(() => window.scrollY), 0);
    await page.keyboard.type("mine");
    assert.equal(await page.locator("#own").inputValue(), "mine");
  }),
);

for (const key of ["Tab", "Shift+Tab"]) {
  test(
    `${key} goes through the whole page, picture included, and leaves it`,
    with_lab({}, async (lab) => {
      const {page} = lab;
      const seen = [];
      for (let count = 0; count < kTabsMax; ++count) {
        await page.keyboard.press(key);
        const id = await page.evaluate(() =>
          document.activeElement === document.body
            ? "out"
            : document.activeElement.id || document.activeElement.textContent,
        );
        if (id === "out") break;
        seen.push(id);
      }
      assert.ok(seen.includes("canvas"), seen.join(", "));
      assert.ok(seen.length < kTabsMax, "the way ends");
      assert.equal(seen.filter((id) => id === "canvas").length, 1);
    }),
  );

  test(
    `${key} leaves the active picture`,
    with_lab({}, async (lab) => {
      const {page} = lab;
      await activate(lab);
      await page.keyboard.press(key);
      assert.notEqual(await focus_id(page), "canvas");
      assert.equal(await is_active(page), false);
    }),
  );
}

test(
  "a click activates: role, ring and hint; Escape and focus elsewhere leave",
  with_lab({}, async (lab) => {
    const {page} = lab;
    const canvas = page.locator("#canvas");
    const ring = () =>
      page.locator("#canvas-box").evaluate((box) => getComputedStyle(box).outlineStyle);
    const hint = page.locator("#canvas-hint");
    assert.equal(await ring(), "none");
    assert.equal(await hint.isVisible(), false);
    await activate(lab);
    assert.equal(await focus_id(page), "canvas");
    assert.equal(await canvas.getAttribute("role"), "application");
    assert.equal(await ring(), "solid");
    assert.match(await hint.innerText(), /Esc or Tab leaves/);

    await page.keyboard.press("Escape");
    assert.equal(await is_active(page), false);
    assert.equal(await canvas.getAttribute("role"), "img");
    assert.equal(await focus_id(page), "canvas", "the place in the page is kept");
    await page.keyboard.press("Enter");
    assert.equal(await is_active(page), true);
    await page.getByLabel("Show only lines with").click();
    assert.equal(await is_active(page), false);
    assert.equal(await ring(), "none");
  }),
);

test(
  "typing into the page's fields works before and after the picture was active",
  with_lab({}, async (lab) => {
    const {page} = lab;
    const filter = page.getByLabel("Show only lines with");
    await filter.click();
    await page.keyboard.type("a b1 ");
    assert.equal(await filter.inputValue(), "a b1 ");
    await activate(lab);
    await filter.click();
    await page.keyboard.type("cd");
    await page.keyboard.press("Backspace");
    assert.equal(await filter.inputValue(), "a b1 c");
    assert.equal((await lab.model()).playing, false, "a blank in a field is no shortcut");
  }),
);

test(
  "the browser keeps its own keys while the picture is active",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await watch(page, ["keydown"]);
    for (const key of kBrowsersKeys) {
      await activate(lab);
      await prevented(page);
      await page.keyboard.press(key);
      // The modifier's own press may be the picture's; the key with it is not.
      assert.equal((await prevented(page)).at(-1), false, key);
    }
  }),
);

test(
  "the picture's shortcuts work only while it is active",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await lab.command("seek 5");
    await watch(page, ["keydown"]);
    await page.locator("#canvas").focus();
    await page.keyboard.press("ArrowRight");
    await pass_frames(page, 10);
    assert.equal((await lab.model()).step, 5);
    assert.deepEqual(await prevented(page), [false]);
    await page.keyboard.press("Enter");
    await until_idle(lab);
    await prevented(page);
    await page.keyboard.press("ArrowRight");
    await lab.until(() => window.cutline.model().step === 6);
    assert.deepEqual(await prevented(page), [true], "the page does not scroll as well");
    await lab.until(() => document.getElementById("now-place").textContent.includes("step 6 "));
  }),
);

test(
  "a key that is held while the focus leaves does not go on",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await lab.command("seek 5");
    await activate(lab);
    await page.keyboard.down("ArrowRight");
    await lab.until(() => window.cutline.model().step > 5);
    await page.locator("#log-filter").evaluate((input) => input.focus());
    const {step} = await lab.model();
    await until_idle(lab);
    await page.mouse.move(...Object.values(await middle(page)));
    await until_idle(lab);
    assert.equal((await lab.model()).step, step);
    await page.keyboard.up("ArrowRight");
  }),
);

test("keys are let go on blur, when the page is hidden, and when Cmd comes up", async () => {
  const replace = await wrapped_program((module, swap) => {
    window.released = 0;
    swap("_cutline_release_keys", (release) => () => {
      window.released += 1;
      release();
    });
  });
  await with_lab({site: {replace}}, async (lab) => {
    const {page} = lab;
    const released = () => page.evaluate(() => window.released);
    await activate(lab);
    const before = await released();
    await page.keyboard.down("Meta");
    await page.keyboard.down("k");
    await page.keyboard.up("Meta"); // on a Mac the "k" never comes up
    assert.equal(await released(), before + 1);
    assert.equal(await is_active(page), true);
    await page.evaluate(() => {
      Object.defineProperty(document, "hidden", {value: true});
      document.dispatchEvent(new Event("visibilitychange"));
    });
    assert.equal(await released(), before + 2);
    await page.locator("#canvas").evaluate((canvas) => canvas.blur());
    assert.ok((await released()) > before + 2);
    assert.equal(await is_active(page), false);
  })();
});

test(
  "the wheel scrolls the page while passive, and not while active",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await watch(page, ["wheel"]);
    await page.mouse.move(...Object.values(await middle(page)));
    const start = await page.evaluate(() => window.scrollY);
    await page.mouse.wheel(0, 100);
    await lab.until((before) => window.scrollY > before, start);
    assert.deepEqual(await prevented(page), [false]);

    await activate(lab);
    const place = await page.evaluate(() => window.scrollY);
    await page.mouse.move(...Object.values(await middle(page)));
    await prevented(page);
    const there = await page.evaluate(() => window.scrollY);
    assert.ok(Math.abs(there - place) < 2000);
    await page.mouse.wheel(0, 100);
    await lab.until(() => window.watched.length > 0);
    await pass_frames(page, 10);
    assert.deepEqual(await prevented(page), [true]);
    assert.equal(await page.evaluate(() => window.scrollY), there);

    await page.keyboard.down("Control");
    await page.mouse.wheel(0, 100);
    await lab.until(() => window.watched.length > 0);
    assert.deepEqual(await prevented(page), [false], "Ctrl and wheel is the browser's zoom");
    await page.keyboard.up("Control");
  }),
);

// Waits until the page has stopped scrolling and says where.
async function scroll_at_rest(page) {
  for (let before = -1; ;) {
    const now = await page.evaluate(() => window.scrollY);
    if (now === before) return now;
    before = now;
    await pass_frames(page, 15);
  }
}

test(
  "a finger pans the page until a tap activates the picture",
  with_lab({view: {viewport: {width: 360, height: 740}, hasTouch: true}}, async (lab) => {
    const {page} = lab;
    const action = () =>
      page.locator("#canvas").evaluate((node) => getComputedStyle(node).touchAction);
    const at = await middle(page);
    await watch(page, ["touchstart"]);
    assert.equal(await action(), "pan-y pinch-zoom");
    const cdp = await lab.context.newCDPSession(page);
    const touch = (type, points) =>
      cdp.send("Input.dispatchTouchEvent", {type, touchPoints: points});
    const pan = async (from) => {
      await touch("touchStart", [from]);
      await touch("touchMove", [{x: from.x, y: from.y - 120}]);
      await touch("touchEnd", []);
      return scroll_at_rest(page);
    };
    const start = await page.evaluate(() => window.scrollY);
    assert.ok((await pan(at)) > start + 60, "the page scrolls");
    assert.equal(await is_active(page), false, "a pan does not activate");
    assert.deepEqual(await prevented(page), [false]);

    await page.evaluate((place) => window.scrollTo(0, place), start);
    await scroll_at_rest(page);
    const box = await page.locator("#canvas").boundingBox();
    const corner = {x: box.x + 3, y: Math.max(box.y, 0) + 3};
    await page.touchscreen.tap(corner.x, corner.y);
    await lab.until(() => document.querySelector("#canvas-box").classList.contains("active"));
    assert.equal(await action(), "none");
    await prevented(page);
    const place = await scroll_at_rest(page);
    assert.equal(await pan(at), place, "now the picture has the finger");
    assert.deepEqual(await prevented(page), [true]);
    await page.locator("h1").click();
    assert.equal(await is_active(page), false);
  }),
);

test(
  "a press is captured, so that a release outside is heard",
  with_lab({}, async (lab) => {
    const {page} = lab;
    const box = await page.locator("#canvas").boundingBox();
    await page.evaluate(() => {
      document.getElementById("canvas").addEventListener("pointerup", () => {
        window.released = true;
      });
    });
    await page.mouse.move(box.x + 3, box.y + 3);
    await page.mouse.down();
    await page.mouse.move(box.x + 3, 5);
    await page.mouse.up();
    assert.equal(await page.evaluate(() => window.released), true);
  }),
);

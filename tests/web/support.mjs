// What every browser test stands on: the built site on a free port, a browser, a page that is
// ready.
//
//     test("steps", with_lab({}, async (lab) => {
//       await lab.command("step");                            // one bus line
//       await lab.until(() => window.cutline.model().step);   // waits for a state, not for a time
//     }));
//
// CUTLINE_SITE names another site folder than build/web/site, CUTLINE_CHROMIUM another browser.
import assert from "node:assert/strict";
import {createServer} from "node:http";
import {after} from "node:test";
import {readFile} from "node:fs/promises";
import {extname, join, normalize} from "node:path";
import {fileURLToPath} from "node:url";
import {chromium} from "playwright-core";

export const kRoot = fileURLToPath(new URL("../..", import.meta.url));
export const kSite = process.env.CUTLINE_SITE ?? join(kRoot, "build/web/site");
const kBrowser = process.env.CUTLINE_CHROMIUM ?? "/usr/bin/chromium";
const kWait_ms = 30000;
const kSwitches = [
  "--no-sandbox",
  "--enable-unsafe-swiftshader",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const kTypes = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".ttf": "font/ttf",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};
// Everything is tested under the policy that the page promises to live with.
export const kPolicy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
  "img-src 'self' blob:";

// `replace`: {"/cutline.wasm": {status, type, body}} answers otherwise than from the folder, or
// where the folder has nothing. `headers` are sent with everything. What is asked for on `hold` is
// answered after release(). `requests` are the paths asked for, in order.
export async function serve({replace = {}, policy = kPolicy, headers = {}, hold = []} = {}) {
  const requests = [];
  let release;
  const released = new Promise((resolve) => {
    release = resolve;
  });
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://site").pathname);
    requests.push(path);
    if (hold.includes(path)) await released;
    const instead = replace[path] ?? {};
    const file = path.endsWith("/") ? `${path}index.html` : path;
    let body = instead.body;
    try {
      body ??= await readFile(join(kSite, file));
    } catch {
      response.writeHead(404, {"content-type": "text/plain"}).end("not found");
      return;
    }
    response
      .writeHead(instead.status ?? 200, {
        "content-type": instead.type ?? kTypes[extname(file)] ?? "application/octet-stream",
        "content-length": Buffer.byteLength(body),
        ...(policy ? {"content-security-policy": policy} : {}),
        ...headers,
      })
      .end(body);
  });
  server.unref(); // a test that fails before it closes its server still ends
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    requests,
    replace, // may be changed on the way
    release,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

function launch(more_switches) {
  return chromium.launch({executablePath: kBrowser, args: [...kSwitches, ...more_switches]});
}

let shared = null; // most tests of a file use one browser, each with a context of its own
after(async () => (await shared)?.close());

// Opens the page and waits until it is ready, which `expect` may name. `view`: options of a browser
// context. `site`: options of serve(). `switches`: more of the browser's. `before`: a function run
// in the page before its scripts. `path`: another page of the site, which need not become ready.
// close() demands that the page reported no error.
export async function open_lab({
  view = {},
  site = {},
  switches = null,
  before = null,
  path = "",
  expect = null,
} = {}) {
  const server = await serve(site);
  const browser = await (switches ? launch(switches) : (shared ??= launch([])));
  const context = await browser.newContext({
    viewport: {width: 1280, height: 800},
    serviceWorkers: "block", // they would ask for every file again
    ...view,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(kWait_ms);
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  if (before) await page.addInitScript(before);
  await page.goto(server.address + path);
  const outcome = path ? null : await page.evaluate(() => window.cutline.ready);
  if (expect) assert.equal(outcome, expect);
  return {
    page,
    context,
    server,
    faults,
    outcome,
    command: (line) => page.evaluate((text) => window.cutline.command(text), line),
    model: () => page.evaluate(() => window.cutline.model()),
    frames: () => page.evaluate(() => window.cutline.frames()),
    until: (state, argument) => page.waitForFunction(state, argument),
    async close({faults_allowed = false} = {}) {
      try {
        await context.close();
        if (switches) await browser.close();
      } finally {
        await server.close();
      }
      if (!faults_allowed) assert.deepEqual(faults, []);
    },
  };
}

// A test with a page of its own, closed at its end: with_lab({...}, async (lab) => {...}).
export function with_lab(options, body) {
  return async () => {
    const lab = await open_lab(options);
    let passed = false;
    try {
      await body(lab);
      passed = true;
    } finally {
      await lab.close({faults_allowed: !passed || options.faults_allowed});
    }
  };
}

// The program's script with something of ours around the program it makes, for serve()'s `replace`.
// `wrap(module, swap)` runs in the page; swap(name, make) puts make(real) in a function's place.
export async function wrapped_program(wrap) {
  const script = await readFile(join(kSite, "cutline.js"), "utf8");
  const body = `${script}\n{
    const make = CutlineModule;
    CutlineModule = async (options) => {
      const module = await make(options);
      // Emscripten's own function puts another in its place when it is first called: not past us.
      const swap = (name, make_function) => {
        const ours = make_function(module[name]);
        Object.defineProperty(module, name, {get: () => ours, set() {}});
      };
      (${wrap})(module, swap);
      return module;
    };
  }`;
  return {"/cutline.js": {body}};
}

// Lets that many animation frames of the page go by; a time is never waited for.
export function pass_frames(page, count) {
  return page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        let left = wanted;
        const tick = () => (left-- > 0 ? requestAnimationFrame(tick) : resolve());
        tick();
      }),
    count,
  );
}

// Options of open_lab under which the page's clock goes 25 ms from one animation frame to the next,
// however long this machine takes for one: motion is counted in frames. `still`: reduced motion.
export function even_frames(still) {
  return {view: {reducedMotion: still ? "reduce" : "no-preference"}, before: even_out};
}

function even_out() {
  const request = window.requestAnimationFrame.bind(window);
  let told_ms = 0;
  let last_ms = -1;
  window.requestAnimationFrame = (draw) =>
    request((now_ms) => {
      if (now_ms !== last_ms) told_ms += 25;
      last_ms = now_ms;
      draw(told_ms);
    });
}

// Draws until two looks at the frame counter, many animation frames apart, are the same.
export async function until_idle(lab) {
  for (let before = -1, now = await lab.frames(); before !== now; now = await lab.frames()) {
    before = now;
    await pass_frames(lab.page, 20);
  }
}

// The model without what counts changes, for comparing states of the lab.
export function state_of(model) {
  const {revision, announcement, announcement_id, ...state} = model;
  return state;
}

// The control with this label, inside the section with this id.
export function field(page, section, label) {
  return page.locator(`#${section}`).getByLabel(label, {exact: true});
}

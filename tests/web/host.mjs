// Other people's pages around the lab: each is served from an origin of its own.
//
//     test("…", with_host(({lab}) => `<iframe src="${lab}"></iframe>`, {}, async (host) => {
//       await host.ready();                       // the frame has said so
//       await host.ask({type: "seek", step: 3});  // the frame's reply, or its error
//     }));
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import Ajv from "ajv/dist/2020.js";
import {kRoot, open_lab, serve} from "./support.mjs";

const schema = JSON.parse(await readFile(join(kRoot, "shell/embed/messages.schema.json"), "utf8"));
const is_message = new Ajv({strict: true, allowUnionTypes: true}).compile(schema);

// Runs in the host page: keeps every message, asks and waits for the answer.
const kHostScript = `
  window.heard = [];
  window.waiting = new Map();
  addEventListener("message", (event) => {
    window.heard.push({...event.data, from: event.origin});
    const settle = window.waiting.get(event.data?.req);
    if (settle) settle(event.data);
  });
  let asked = 0;
  window.ask = (fields, frame = 0) => new Promise((resolve) => {
    const req = ++asked;
    window.waiting.set(req, resolve);
    const target = document.querySelectorAll("iframe")[frame].contentWindow;
    target.postMessage({lab: "cutline", v: 1, req, ...fields}, "*");
  });
  window.heard_of = (type) => window.heard.filter((one) => one.type === type);
`;

export const host_page = (body, head = "") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Course</title>
  <link rel="icon" href="data:,">${head}
  <script>${kHostScript}</script></head><body>${body}</body></html>`;

// `make({lab})` gives the body, with the lab's address. `options`: {view, site, files: more of the
// host's files as serve()'s replace, policy: the host's, switches, before}.
export async function open_host(make, options = {}) {
  const server = await serve(options.site);
  const body = host_page(make({lab: server.address}), options.head?.({lab: server.address}));
  const host = await open_lab({
    // A frame asks for no service worker; to block them Playwright touches what sandboxes forbid.
    view: {serviceWorkers: "allow", ...options.view},
    switches: options.switches,
    before: options.before,
    path: "host.html",
    site: {
      policy: options.policy ?? null,
      replace: {"/host.html": {body}, ...options.files?.({lab: server.address})},
    },
  });
  const {page} = host;
  return {
    ...host,
    lab: server,
    heard: (type) => page.evaluate((name) => window.heard_of(name), type),
    until_heard: (type, count = 1) =>
      page.waitForFunction(
        ([name, wanted]) => window.heard_of(name).length >= wanted,
        [type, count],
      ),
    ask: (fields, frame = 0) => page.evaluate(([one, at]) => window.ask(one, at), [fields, frame]),
    frame: (index = 0) =>
      page
        .locator("iframe")
        .nth(index)
        .elementHandle()
        .then((one) => one.contentFrame()),
    async close(how) {
      try {
        await host.close(how);
      } finally {
        await server.close();
      }
    },
  };
}

export function with_host(make, options, body) {
  return async () => {
    const host = await open_host(make, options);
    let passed = false;
    try {
      await body(host);
      passed = true;
    } finally {
      await host.close({faults_allowed: !passed || options.faults_allowed});
    }
  };
}

// A reply's value; an error fails the test.
export function value_of(reply) {
  assert.equal(reply.type, "reply", JSON.stringify(reply));
  return reply.value;
}

// A lab in a frame between other things.
export const frame_of =
  (query = "", more = "") =>
  ({lab}) =>
    `<button id="before">Before</button>
   <iframe title="Lab" width="800" height="600" ${more} src="${lab}index.html${query}"></iframe>`;

// Every message that came from the lab is as the schema says.
export async function check_heard(host) {
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

export const welcome = (host) => host.ask({type: "hello"});

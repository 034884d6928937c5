// A run leaves the page and comes back: by link, by file, by dropping a file; and what is refused
// changes nothing.
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {test} from "node:test";
import {open_lab, state_of, with_lab} from "./support.mjs";

const kLines = ["seed 11", "step 9", "snapshot A", "step 6", "queue lambda 3", "seek 12"];

const button = (page, name) => page.getByRole("button", {name, exact: true});

async function do_lines(lab, lines) {
  for (const line of lines) assert.equal(await lab.command(line), 0, line);
}

async function link_of(lab) {
  await button(lab.page, "Save and share").click();
  await lab.until(() => document.getElementById("link").value !== "");
  const link = await lab.page.getByLabel("Link to the present state").inputValue();
  await lab.page.keyboard.press("Escape");
  return link;
}

const notices = async (lab) => (await lab.model()).notices.map(({sentence}) => sentence);

// What the page shows in its list of notices.
const shown_notices = (page) => page.locator("#notices li span").allTextContents();

test(
  "a link opens the same state, and no address is rewritten",
  with_lab({}, async (lab) => {
    await do_lines(lab, kLines);
    const before = lab.page.url();
    const link = await link_of(lab);
    assert.equal(lab.page.url(), before);
    assert.ok(link.startsWith(`${before}#s=1.`) && link.length < 300, link);
    const hash = link.slice(link.indexOf("#"));

    const other = await open_lab({path: hash});
    await other.until(() => window.cutline?.ready.then(() => true));
    assert.deepEqual(state_of(await other.model()), state_of(await lab.model()));
    assert.ok(other.page.url().endsWith(hash));
    await other.command("step");
    await button(other.page, "Reset").click();
    assert.deepEqual(
      {...state_of(await other.model()), selected: "", snapshots: []},
      {...state_of(await lab.model()), selected: "", snapshots: []},
      "reset goes back to the linked state",
    );
    assert.ok(other.page.url().endsWith(hash));
    await other.close();
  }),
);

test(
  "a link with one character changed is said to be damaged, and the run stays",
  with_lab({}, async (lab) => {
    await do_lines(lab, kLines);
    const link = await link_of(lab);
    const middle = Math.floor((link.indexOf(".") + link.length) / 2);
    const changed =
      link.slice(link.indexOf("#"), middle) + (link[middle] === "A" ? "B" : "A") +
      link.slice(middle + 1);

    const other = await open_lab({path: changed});
    await other.until(() => window.cutline?.ready.then(() => true));
    const [sentence, ...more] = await shown_notices(other.page);
    assert.match(sentence, /^This link was cut or changed on its way: .*Ask for it again\.$/);
    assert.deepEqual(more, []);
    assert.equal((await other.model()).step, 12, "the first screen shows a living run");
    await other.close();

    // The same in a page that is open: the present run stays.
    const state = state_of(await lab.model());
    await lab.page.evaluate((hash) => (window.location.hash = hash), changed);
    await lab.until(() => window.cutline.model().notices.length > 0);
    assert.deepEqual({...state_of(await lab.model()), notices: []}, {...state, notices: []});
  }),
);

test(
  "a link whose run ends elsewhere than when it was made is refused with its line",
  with_lab({}, async (lab) => {
    await do_lines(lab, kLines);
    const state = state_of(await lab.model());
    const text = await lab.page.evaluate(async () => {
      const {encode_link} = await import("./shell/page/link.js");
      const run = "cutline run 2\nscenario ring\nstep 3\nfingerprint 0123456789abcdef\n";
      window.location.hash = await encode_link(run);
      return run;
    });
    assert.ok(text);
    await lab.until(() => window.cutline.model().notices.length > 0);
    assert.deepEqual({...state_of(await lab.model()), notices: []}, {...state, notices: []});
    const [sentence] = await shown_notices(lab.page);
    assert.match(sentence, /line 4: this run ends elsewhere than when it was saved/);
    assert.match(sentence, /saved with 0123456789abcdef/);
  }),
);

test(
  "a run that is too long for a link is offered as a file",
  with_lab({}, async (lab) => {
    await do_lines(lab, ["seek 0"]);
    const {system} = await lab.model();
    const has = Object.fromEntries(system.processes.map(({name, balance}) => [name, +balance]));
    const lines = ["cutline run 2", "scenario transfers"];
    for (let state = 7; lines.length < 8000; ) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const {name} = system.channels[(state >>> 12) % system.channels.length];
      const [from, to] = name.split(">");
      const amount = 1 + ((state >>> 18) % 9);
      if (has[from] < amount) continue;
      has[from] -= amount;
      has[to] += amount;
      lines.push(`send ${name} ${amount}`, `deliver ${name}`);
    }
    // Refused with the fingerprint that it should have.
    await pick_file(lab, "long.txt", `${lines.join("\n")}\nfingerprint 0123456789abcdef`);
    await lab.until(() => window.cutline.model().notices.length > 0);
    const [sentence] = await shown_notices(lab.page);
    const [, fingerprint] = /\(fingerprint ([0-9a-f]{16}),/.exec(sentence);
    await pick_file(lab, "long.txt", `${lines.join("\n")}\nfingerprint ${fingerprint}`);
    await lab.until((steps) => window.cutline.model().length === steps, lines.length - 2);
    await button(lab.page, "Save and share").click();
    await lab.page.getByText("This run is too long for a link").waitFor();
    assert.equal(await button(lab.page, "Copy link").count(), 0);
    assert.equal(await button(lab.page, "Save run").isVisible(), true);
  }),
);

test(
  "the link is copied; where the clipboard is denied it is there to be copied by hand",
  with_lab({view: {permissions: ["clipboard-read", "clipboard-write"]}}, async (lab) => {
    const {page} = lab;
    const link = await link_of(lab);
    await button(page, "Save and share").click();
    await button(page, "Copy link").click();
    await page.locator("#link-words", {hasText: "The link is copied."}).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException("no"));
    });
    await button(page, "Copy link").click();
    await page.locator("#link-words", {hasText: "may not use the clipboard"}).waitFor();
    assert.equal(
      await page.evaluate(() => {
        const field = document.getElementById("link");
        return field.value.slice(field.selectionStart, field.selectionEnd);
      }),
      link,
    );
  }),
);

async function saved_file(lab) {
  const waiting = lab.page.waitForEvent("download");
  await button(lab.page, "Save and share").click();
  await button(lab.page, "Save run").click();
  const download = await waiting;
  await lab.page.keyboard.press("Escape");
  return {name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8")};
}

async function pick_file(lab, name, text) {
  await button(lab.page, "Save and share").click();
  await lab.page
    .getByLabel(/^Open run/)
    .setInputFiles({name, mimeType: "text/plain", buffer: Buffer.from(text)});
}

test(
  "a saved run is a file that opens again, in this page or another",
  with_lab({}, async (lab) => {
    await do_lines(lab, kLines);
    const {name, text} = await saved_file(lab);
    assert.equal(name, "transfers-step-12.run.txt");
    assert.match(text, /^cutline run 2\nscenario transfers\nseed 11\n/);
    const state = state_of(await lab.model());
    await do_lines(lab, ["scenario ring", "queue reset"]);
    await pick_file(lab, name, text);
    await lab.until(() => window.cutline.model().scenario === "transfers");
    assert.deepEqual(state_of(await lab.model()), state);
    assert.equal(await lab.page.locator("#keep").isVisible(), false);
    await lab.page.getByText(/^Opened a saved run: /).waitFor({state: "attached"});
  }),
);

test(
  "an edited or foreign file is refused with its line, and the run stays",
  with_lab({}, async (lab) => {
    await do_lines(lab, kLines);
    const {text} = await saved_file(lab);
    const state = state_of(await lab.model());
    const edited = text.replace("snapshot A", "snapshot Q");
    await pick_file(lab, "edited.txt", edited);
    await lab.until(() => window.cutline.model().notices.length === 1);
    assert.deepEqual(await shown_notices(lab.page), [
      'The run was not opened: line 5: there is no process "Q"; there are A, B and C',
    ]);
    await pick_file(lab, "photo.jpg", "\xff\xd8\xff\xe0");
    await lab.until(() => window.cutline.model().notices.length === 2);
    assert.match((await notices(lab))[1], /not opened: line 1: this is not a saved run/);
    await pick_file(lab, "large.txt", "#".repeat(4 * 1024 * 1024 + 1));
    await lab.until(() => window.cutline.model().notices.length === 3);
    assert.match((await notices(lab))[2], /large\.txt has 4194305 bytes/);
    assert.deepEqual({...state_of(await lab.model()), notices: []}, {...state, notices: []});
  }),
);

async function drop(lab, files) {
  await lab.page.evaluate((all) => {
    const data = new DataTransfer();
    for (const {name, text} of all) data.items.add(new File([text], name));
    const event = (type) =>
      new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true});
    const target = document.getElementById("log");
    if (target.dispatchEvent(event("dragover"))) throw new Error("the browser would open the file");
    target.dispatchEvent(event("drop"));
  }, files);
}

test(
  "a file can be dropped on the page; two cannot",
  with_lab({}, async (lab) => {
    await do_lines(lab, kLines);
    const {text} = await saved_file(lab);
    const state = state_of(await lab.model());
    await do_lines(lab, ["scenario ring", "queue reset"]);
    await drop(lab, [{name: "a.txt", text}]);
    await lab.until(() => window.cutline.model().scenario === "transfers");
    assert.deepEqual(state_of(await lab.model()), state);
    await drop(lab, [{name: "a.txt", text}, {name: "b.txt", text}]);
    await lab.until(() => window.cutline.model().notices.length === 1);
    assert.match((await notices(lab))[0], /one file at a time/);
  }),
);

async function exported(lab, label) {
  const waiting = lab.page.waitForEvent("download");
  await button(lab.page, "Save and share").click();
  await lab.page.locator("#exports").getByRole("button", {name: label, exact: true}).click();
  const download = await waiting;
  await lab.page.keyboard.press("Escape");
  return {name: download.suggestedFilename(), bytes: await readFile(await download.path())};
}

test(
  "each form for other tools is saved as a file with what the terminal would write",
  with_lab({}, async (lab) => {
    await do_lines(lab, kLines);
    const run = await exported(lab, "Run");
    assert.equal(run.name, "transfers-step-12.json");
    const {form, step, commands, fingerprint} = JSON.parse(run.bytes);
    const model = await lab.model();
    assert.deepEqual(
      {form, step, commands, fingerprint},
      {form: "cutline-run", step: 12, commands: model.run, fingerprint: model.fingerprint},
    );
    const log = await exported(lab, "Vector clocks");
    assert.match(log.bytes.toString(), /^[ABC] \{"[ABC]":1\}\n/);
    const trace = await exported(lab, "Timeline");
    assert.ok(JSON.parse(trace.bytes).traceEvents.length > 30);
    const events = await exported(lab, "Events");
    assert.match(events.bytes.toString(), /^step,time_ns,process,event,clock_A,clock_B,clock_C\r/);
    const picture = await exported(lab, "Diagram");
    assert.equal(picture.name, "transfers-step-12.svg");
    assert.match(picture.bytes.toString(), /^<svg [^]*<title[^]*<\/svg>\n$/);
    const png = await exported(lab, "Diagram as PNG");
    assert.equal(png.name, "transfers-step-12.png");
    assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
    const width = Number(/ width="([0-9.]+)"/.exec(picture.bytes)[1]);
    assert.equal(png.bytes.readUInt32BE(16), Math.floor(2 * Math.round(width)));
    assert.ok(png.bytes.length > 10000, `${png.bytes.length} bytes`);
  }),
);

test(
  "a streaming job is saved in each of its forms",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await do_lines(lab, ["show jobs", "scenario t2-unaligned", "until 12s"]);
    const {step} = await lab.model();
    const name = `t2-unaligned-step-${step}`;
    const checkpoints = await exported(lab, "Table of checkpoints");
    assert.equal(checkpoints.name, `${name}.checkpoints.csv`);
    const [header, ...rows] = checkpoints.bytes.toString().trimEnd().split("\r\n");
    assert.match(
      header,
      /^checkpoint,kind,status,failure,unaligned,subtasks,acknowledged_subtasks,triggered_ns,/,
    );
    assert.deepEqual(
      rows.map((row) => row.split(",").slice(0, 5).join()),
      ["1,checkpoint,completed,,true", "2,checkpoint,completed,,true"],
    );
    const trace = await exported(lab, "Timeline");
    assert.equal(trace.name, `${name}.trace.json`);
    assert.ok(JSON.parse(trace.bytes).traceEvents.length > 100);
    const picture = await exported(lab, "Checkpoints");
    assert.equal(picture.name, `${name}.svg`);
    assert.match(picture.bytes.toString(), /^<svg [^]*<title[^]*chk-2[^]*<\/svg>\n$/);
    const png = await exported(lab, "Checkpoints as PNG");
    assert.equal(png.name, `${name}.png`);
    assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
    assert.ok(png.bytes.length > 10000, `${png.bytes.length} bytes`);

    await button(page, "Save and share").click();
    const list = page.locator("#exports");
    const clocks = list.getByRole("button", {name: "Vector clocks", exact: true});
    assert.equal(await clocks.getAttribute("aria-disabled"), "true");
    assert.match(
      await list
        .locator("li", {has: page.getByRole("button", {name: "Vector clocks", exact: true})})
        .textContent(),
      /a vector clock needs records with names/,
    );
    for (const label of ["Parts of checkpoints", "Figures over time", "Queues over time"]) {
      const form = list.getByRole("button", {name: label, exact: true});
      assert.notEqual(await form.getAttribute("aria-disabled"), "true", label);
    }
  }),
);

test(
  "what cannot be exported now says why, and the queue lab has its own form",
  with_lab({}, async (lab) => {
    const {page} = lab;
    await do_lines(lab, ["reset"]);
    await button(page, "Save and share").click();
    const list = page.locator("#exports");
    const diagram = list.getByRole("button", {name: "Diagram", exact: true});
    assert.equal(await diagram.getAttribute("aria-disabled"), "true");
    const reasons = await list.getByText("nothing has happened yet").count();
    assert.equal(reasons, await list.getByRole("button").count());
    await diagram.click({force: true}); // it stays where it is and says why
    await page.locator("[data-live]", {hasText: "nothing has happened yet"}).waitFor();
    await page.keyboard.press("Escape");
    await do_lines(lab, ["show queue", "queue lambda 3", "queue step 4"]);
    const curve = await exported(lab, "Backlog");
    assert.equal(curve.name, "queue.csv");
    assert.equal(
      curve.bytes.toString(),
      "time_s,backlog\r\n0,4\r\n0.5,4.5\r\n1,5\r\n1.5,5.5\r\n2,6\r\n",
    );
  }),
);

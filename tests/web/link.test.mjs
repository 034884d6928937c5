// The form of a link (shell/page/link.js) without a browser: round trips, damage, bounds.
import assert from "node:assert/strict";
import {deflateRawSync} from "node:zlib";
import {test} from "node:test";
import {
  decode_link,
  encode_link,
  kind_of_link,
  kLinkMax,
  LinkError,
} from "../../shell/page/link.js";

const kRun = "cutline run 2\nscenario transfers\nstep 12\nsnapshot A\nstep 4\nseek 10\n" +
  "fingerprint 3f9c0a6b51d2e874\n";

// A small generator of our own, so that a failure comes again.
function dice(seed) {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

async function refusal(hash) {
  try {
    await decode_link(hash);
  } catch (error) {
    assert.ok(error instanceof LinkError, `${hash}: ${error.stack}`);
    return error.message;
  }
  return null;
}

const check_of = async (text) => (await encode_link(text)).split(".")[2];
const payload_of = (bytes) => deflateRawSync(bytes).toString("base64url");

test("a run comes back from its link letter by letter", async () => {
  const link = await encode_link(kRun);
  assert.match(link, /^#s=1\.[0-9A-Za-z_-]+\.[0-9a-f]{8}$/);
  assert.ok(kind_of_link(link) === "s" && link.length < 160, link);
  assert.equal(await decode_link(link), kRun);
  for (const text of ["", "é∞\n", "\u0000"]) {
    assert.equal(await decode_link(await encode_link(text)), text);
  }
  for (let seed = 1; seed <= 50; ++seed) {
    const next = dice(seed);
    const letter = () => String.fromCharCode(32 + next(900));
    const text = Array.from({length: next(400)}, letter).join("");
    assert.equal(await decode_link(await encode_link(text)), text, `seed ${seed}`);
  }
});

// The last bits of a deflated stream mean nothing; changing them changes no run.
const is_harmless = async (hash) => (await decode_link(hash).catch(() => null)) === kRun;

test("a link with any one character changed, taken out or put in is refused", async () => {
  const link = await encode_link(kRun);
  const letters = "0Az_-.~%";
  let refused = 0;
  for (let at = "#s=".length; at < link.length; ++at) {
    const letter = letters[at % letters.length];
    const rest = link.slice(at + 1);
    for (const put of [letter, "", link[at] + letter]) {
      const changed = link.slice(0, at) + put + rest;
      if (changed === link) continue;
      if (await is_harmless(changed)) continue;
      assert.match(await refusal(changed), /^This link .*\.$/, changed);
      refused += 1;
    }
  }
  assert.ok(refused > 3 * (link.length - 5), `${refused} of ${3 * (link.length - 3)}`);
});

test("random links are refused with a sentence, whatever they hold", async () => {
  const good = await encode_link(kRun);
  for (let seed = 1; seed <= 2000; ++seed) {
    const next = dice(seed);
    let hash = good;
    for (let change = 0; change <= next(4); ++change) {
      const at = 3 + next(hash.length - 3);
      const piece = String.fromCharCode(33 + next(90)).repeat(next(3));
      hash = hash.slice(0, at) + piece + hash.slice(at + next(9));
    }
    if (await is_harmless(hash)) continue;
    assert.match((await refusal(hash)) ?? "", /^This link .*\.$/, `seed ${seed}: ${hash}`);
  }
});

test("progress comes back from its link, which says that it is progress", async () => {
  const work = "work queue-rises 0123456789abcdef begun 1 3\nanswer 2 4.5\n";
  const progress = `cutline progress 1\n${work}`;
  const link = await encode_link(progress, "p");
  assert.match(link, /^#p=1\.[0-9A-Za-z_-]+\.[0-9a-f]{8}$/);
  assert.equal(await decode_link(link), progress);
  const none = {"": "", "#": "", "#p": "", "#q=1": ""};
  const kinds = {[link]: "p", [await encode_link(kRun)]: "s", ...none};
  for (const [hash, kind] of Object.entries(kinds)) assert.equal(kind_of_link(hash), kind, hash);
  for (const place of [0, 9, 30, link.length - 4]) {
    const cut = `#p=${link.slice(3, 3 + place)}`;
    assert.match(await refusal(cut), /^This link was cut or changed on its way: /, cut);
  }
});

test("each refusal has its own sentence", async () => {
  const check = await check_of(kRun);
  const cut = deflateRawSync(Buffer.from(kRun)).subarray(0, -9).toString("base64url");
  const damaged = "This link was cut or changed on its way";
  const expected = {
    "#s=": `${damaged}: it has no version`,
    "#s=x.AA.00000000": `${damaged}: it has no version`,
    "#s=2.AA.00000000": "This link was made by a newer Cutline (form 2); this one reads form 1.",
    "#s=1.AA": `${damaged}: a part of it is missing`,
    "#s=1..00000000": `${damaged}: a part of it is missing`,
    "#s=1.AA.0000000g": `${damaged}: a part of it is missing`,
    "#s=1.AA.00000000.x": `${damaged}: a part of it is missing`,
    "#s=1.A*.00000000": `${damaged}: it has a character that does not belong there`,
    "#s=1.____.00000000": `${damaged}: it cannot be unpacked`,
    [`#s=1.${payload_of(Buffer.from(kRun))}.00000000`]: `${damaged}: its check does not fit`,
    [`#s=1.${cut}.${check}`]: `${damaged}: it cannot be unpacked`,
  };
  for (const [hash, sentence] of Object.entries(expected)) {
    assert.ok((await refusal(hash)).startsWith(sentence), `${hash}: ${await refusal(hash)}`);
  }
});

test("a link that is too long, or unpacks to too much, is refused before it is read", async () => {
  const long = `#s=1.${"A".repeat(kLinkMax)}.00000000`;
  assert.match(await refusal(long), /^This link is too long: it has 2014 characters/);
  const bomb = `#s=1.${payload_of(Buffer.alloc(1_000_000))}.00000000`;
  assert.ok(bomb.length < kLinkMax, `${bomb.length}`);
  assert.match(await refusal(bomb), /^This link unpacks to more than 262144 bytes/);
});

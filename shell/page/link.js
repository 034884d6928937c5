// A run, or progress in the exercises, as the end of a link, and back:
//
//     #s=1.q1YqLUotVrJSKi1OLVKq5QIA.0f3a91c2
//      │ │ │                       └ check: of the text, so that a link that was cut or changed on
//      │ │ │                         its way is known as such
//      │ │ └ payload: the text of a saved run or of progress, deflated, in base64url
//      │ └ version of this form
//      └ s: a run; p: progress
//
// Links come from strangers: what is read is bounded before and after it is inflated.

const kVersion = 1;
export const kLinkMax = 2000; // characters of the whole link
const kTextMax = 256 * 1024; // bytes of a text that comes in a link, inflated

// What is wrong with a link, as a sentence for people.
export class LinkError extends Error {}

// "s", "p", or "" for what is no link of these.
export const kind_of_link = (hash) => /^#([sp])=/.exec(hash)?.[1] ?? "";

// The end of a link, or null where the browser cannot make one.
export async function encode_link(text, kind = "s") {
  if (!can_deflate()) return null;
  const bytes = new TextEncoder().encode(text);
  const deflated = await run_through(new CompressionStream("deflate-raw"), bytes, Infinity);
  return `#${kind}=${kVersion}.${to_base64url(deflated)}.${check_of(bytes)}`;
}

// The whole address with `text` in it, "" where that cannot be, and a sentence about it. `what` is
// what the text is.
export async function describe_link(text, kind, what) {
  const end = await encode_link(text, kind);
  const no_means = `This browser cannot make links. Save the ${what} as a file instead.`;
  if (end === null) return {link: "", sentence: no_means};
  const link = window.location.href.replace(/#.*$/, "") + end;
  const count = link.length.toLocaleString("en");
  if (link.length <= kLinkMax) {
    const sentence =
      `${count} characters. The ${what} is in the link itself; nothing is sent anywhere.`;
    return {link, sentence};
  }
  const sentence =
    `This ${what} is too long for a link: it would have ${count} characters, and ` +
    `${kLinkMax.toLocaleString("en")} go safely through mail and chat. Save it as a file instead.`;
  return {link: "", sentence};
}

// The text in it. Throws LinkError.
export async function decode_link(hash) {
  if (hash.length > kLinkMax)
    throw new LinkError(
      `This link is too long: it has ${hash.length} characters, and at most ${kLinkMax} are read.`,
    );
  const [version, payload, check, ...more] = hash.slice("#s=".length).split(".");
  if (!/^[1-9][0-9]{0,5}$/.test(version)) throw damaged("it has no version");
  if (Number(version) > kVersion)
    throw new LinkError(
      `This link was made by a newer Cutline (form ${version}); this one reads form ${kVersion}.`,
    );
  if (!payload || !/^[0-9a-f]{8}$/.test(check ?? "") || more.length > 0)
    throw damaged("a part of it is missing");
  if (!can_deflate()) throw new LinkError("This browser cannot read links; open a file instead.");
  const bytes = await inflate(from_base64url(payload));
  if (check_of(bytes) !== check) throw damaged("its check does not fit");
  try {
    return new TextDecoder("utf-8", {fatal: true}).decode(bytes);
  } catch {
    throw damaged("it holds no text");
  }
}

function damaged(why) {
  return new LinkError(`This link was cut or changed on its way: ${why}. Ask for it again.`);
}

function can_deflate() {
  try {
    new CompressionStream("deflate-raw");
    return true;
  } catch {
    return false;
  }
}

async function inflate(bytes) {
  try {
    return await run_through(new DecompressionStream("deflate-raw"), bytes, kTextMax);
  } catch (error) {
    throw error instanceof LinkError ? error : damaged("it cannot be unpacked");
  }
}

// All that comes out of the stream; stops it when that is more than `most` bytes.
async function run_through(stream, bytes, most) {
  const writer = stream.writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  written.catch(() => {}); // the reader hears of the same fault
  const reader = stream.readable.getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const {done, value} = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => {});
      throw new LinkError(`This link unpacks to more than ${most} bytes: none made here does.`);
    }
    parts.push(value);
  }
  await written;
  const out = new Uint8Array(size);
  parts.reduce((at, part) => (out.set(part, at), at + part.length), 0);
  return out;
}

function to_base64url(bytes) {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function from_base64url(text) {
  if (!/^[0-9A-Za-z_-]+$/.test(text) || text.length % 4 === 1)
    throw damaged("it has a character that does not belong there");
  const plain = text.replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0));
  if (to_base64url(bytes) !== text) throw damaged("its last character is none that is written");
  return bytes;
}

// FNV-1a, 32 bits, as eight hexadecimal digits.
function check_of(bytes) {
  let state = 0x811c9dc5;
  for (const byte of bytes) state = Math.imul(state ^ byte, 0x01000193) >>> 0;
  return state.toString(16).padStart(8, "0");
}

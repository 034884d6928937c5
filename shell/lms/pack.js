// What is kept between two visits, as short text: deflated, in base64url, with a version before it.

const kVersion = "1.";

async function through(stream, bytes) {
  const out = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(out).arrayBuffer());
}

export async function pack(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const packed = await through(new CompressionStream("deflate-raw"), bytes);
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return kVersion + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// null for what was not packed here: a visit then begins anew.
export async function unpack(text) {
  try {
    if (!text.startsWith(kVersion)) return null;
    const plain = text.slice(kVersion.length).replaceAll("-", "+").replaceAll("_", "/");
    const packed = Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0));
    const bytes = await through(new DecompressionStream("deflate-raw"), packed);
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

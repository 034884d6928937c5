// Fetches a file of the site, or takes it from the single file. Whatever goes wrong becomes an
// Error whose message is a sentence for the reader.

// The single file has its files in itself: gzip in base64 in a script that nobody runs.
async function unpack(inside) {
  const packed = Uint8Array.from(atob(inside.textContent), (letter) => letter.charCodeAt(0));
  inside.remove(); // half a megabyte of text
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return {
    bytes: new Uint8Array(await new Response(stream).arrayBuffer()),
    type: inside.dataset.type,
  };
}

export const is_single_file = () => document.querySelector("script[data-file]") !== null;

// The whole body as bytes; on_progress(part) hears parts of 1 where the size is known.
export async function fetch_bytes(file, on_progress = () => {}) {
  const inside = document.querySelector(`script[data-file="${file}"]`);
  if (inside) return unpack(inside);
  let response;
  try {
    response = await fetch(file);
  } catch {
    throw new Error(
      `${file} could not be reached. Is the network there, and the web server still running?`,
    );
  }
  if (!response.ok) {
    throw new Error(`${file} could not be loaded: the server answered ${response.status}.`);
  }
  const packed = response.headers.has("content-encoding");
  const expected = packed ? 0 : Number(response.headers.get("content-length"));
  const chunks = [];
  let received = 0;
  for (const reader = response.body.getReader(); ;) {
    const {done, value} = await reader.read();
    if (done) break;
    chunks.push(value);
    received += value.length;
    if (expected > 0) on_progress(Math.min(1, received / expected));
  }
  const bytes = new Uint8Array(received);
  let place = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, place);
    place += chunk.length;
  }
  return {bytes, type: (response.headers.get("content-type") ?? "").split(";")[0]};
}

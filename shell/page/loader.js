// Fetches the program and the font, each once, and starts the program. Whatever goes wrong becomes
// an Error whose message is a sentence for the reader.

const kWasmFile = "cutline.wasm";
const kWasmStart = [0x00, 0x61, 0x73, 0x6d]; // "\0asm"
const kFonts = [
  {file: "cutline-font.ttf", weight: "400", which: 0},
  {file: "cutline-font-semibold.ttf", weight: "600", which: 1},
];
const kFamily = "Cutline";

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

// The bytes are what counts: a server that labels the file wrongly still gets its lab, from the
// same single request; one that sends a page of words in its place does not.
async function fetch_wasm(on_progress) {
  const {bytes, type} = await fetch_bytes(kWasmFile, on_progress);
  if (!kWasmStart.every((byte, index) => bytes[index] === byte)) {
    throw new Error(
      `${kWasmFile} is no WebAssembly: the server sent ${type || "something"} in its place.`,
    );
  }
  if (type !== "application/wasm") {
    console.info(
      `${kWasmFile} is labelled ${type || "not at all"}; application/wasm is the right type.`,
    );
  }
  return bytes;
}

// The fonts that are there. A missing one is no reason to stop: text falls back to the system's.
async function fetch_fonts() {
  const found = await Promise.all(
    kFonts.map(async (font) => {
      try {
        return {...font, bytes: (await fetch_bytes(font.file)).bytes.buffer};
      } catch (error) {
        console.info(error.message);
        return null;
      }
    }),
  );
  return found.filter(Boolean);
}

async function show_font({bytes, weight}) {
  try {
    const face = await new FontFace(kFamily, bytes, {weight}).load();
    document.fonts.add(face);
  } catch (error) {
    console.info(`The font could not be used: ${error.message}`);
  }
}

// Returns {module, fonts}. `options` go to the program as they are.
export async function load_program(options, on_progress) {
  const [wasmBinary, fonts] = await Promise.all([fetch_wasm(on_progress), fetch_fonts()]);
  await Promise.all(fonts.map(show_font));
  try {
    return {module: await window.CutlineModule({...options, wasmBinary}), fonts};
  } catch (error) {
    throw new Error(`The browser could not start the program: ${error?.message ?? error}`);
  }
}

// Fetches the program and the font, each once, and starts the program. Whatever goes wrong becomes
// an Error whose message is a sentence for the reader.

import {fetch_bytes, is_single_file} from "./fetch.js";
import {ProgramParts} from "./program_parts.js";

const kWasmFile = "cutline.wasm";
const kWasmStart = [0x00, 0x61, 0x73, 0x6d]; // "\0asm"
const kFonts = [
  {file: "cutline-font.ttf", weight: "400", which: 0},
  {file: "cutline-font-semibold.ttf", weight: "600", which: 1},
];
const kFamily = "Cutline";

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

// Returns {module, fonts, parts}. `options` go to the program as they are.
export async function load_program(options, on_progress) {
  const [bytes, fonts] = await Promise.all([fetch_wasm(on_progress), fetch_fonts()]);
  await Promise.all(fonts.map(show_font));
  const parts = new ProgramParts();
  try {
    const module = await start_program(options, parts, bytes);
    if (is_at_hand()) await parts.complete();
    return {module, fonts, parts};
  } catch (error) {
    throw new Error(`The browser could not start the program: ${error?.message ?? error}`);
  }
}

// The second part costs no time: it is in the file, or kept from an earlier visit. A request that
// the page waits for is not answered from what is kept.
function is_at_hand() {
  try {
    return is_single_file() || Boolean(navigator.serviceWorker?.controller);
  } catch {
    return false; // a sandbox forbids the question
  }
}

function start_program(options, parts, bytes) {
  return new Promise((resolve, reject) => {
    const instantiateWasm = (imports, received) => {
      parts.start(bytes, imports).then(received, reject);
      return {}; // the exports come later
    };
    window.CutlineModule({...options, instantiateWasm}).then(resolve, reject);
  });
}

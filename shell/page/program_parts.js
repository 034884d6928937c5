// The program comes in two parts that share memory and table (shell/toolchain/split_program.py).
// The first is enough for the first picture. The second is fetched behind it; should something of
// it be called before it is there, it is fetched at once, while the page waits.
import {fetch_bytes} from "./fetch.js";

const kLaterFile = "cutline-later.wasm";
const kSplitPrefix = "%"; // as in split_program.py

export class ProgramParts {
  #exports = null; // of the first part
  #there = false;

  // Resolves to the instance of the first part. `imports` are what the program's own script gives.
  async start(bytes, imports) {
    const placeholder = new Proxy({}, {get: (_, index) => this.#stand_in(Number(index))});
    const {instance} = await WebAssembly.instantiate(bytes, {...imports, placeholder});
    this.#exports = instance.exports;
    return instance;
  }

  // Resolves when the second part is there; fails with words when it cannot be had.
  async complete() {
    const {bytes} = await fetch_bytes(kLaterFile);
    const module = await WebAssembly.compile(bytes);
    if (this.#there) return;
    await WebAssembly.instantiate(module, this.#for_later());
    this.#there = true;
  }

  get there() {
    return this.#there;
  }

  #for_later() {
    return {primary: this.#exports};
  }

  // What is called in place of the function that has this place in the table.
  #stand_in(index) {
    return (...values) => {
      if (!this.#there) {
        const module = new WebAssembly.Module(fetch_bytes_now(kLaterFile));
        new WebAssembly.Instance(module, this.#for_later());
        this.#there = true;
      }
      return this.#table().get(index)(...values);
    };
  }

  // Of the tables, that of the split: its name begins as those of all that the split exports.
  #table() {
    const tables = Object.entries(this.#exports).filter(
      ([, one]) => one instanceof WebAssembly.Table,
    );
    return (tables.find(([name]) => name.startsWith(kSplitPrefix)) ?? tables[0])[1];
  }
}

// The page stands still meanwhile. Bytes come as text of as many letters: a request that waits may
// not ask for them otherwise.
function fetch_bytes_now(file) {
  const request = new XMLHttpRequest();
  request.open("GET", file, false);
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status !== 200) {
    throw new Error(`${file} could not be loaded: the server answered ${request.status}.`);
  }
  return Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0) & 0xff);
}

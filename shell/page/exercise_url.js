// An exercise from an address: its text, bounded before it is read, and a name for it. What is in
// it is for the core to judge; there is no code in it.

const kBytesMax = 256 * 1024; // kExerciseBytesMax of the core
const kName = /([^/]{1,64}?)(\.toml)?$/;

// Returns {id, text} or {fault: a sentence}.
export async function fetch_exercise(address) {
  const not_opened = (why) => ({fault: `The exercise was not opened: ${address} ${why}`});
  let response;
  try {
    response = await fetch(new URL(address, document.baseURI), {credentials: "omit"});
  } catch {
    return not_opened(
      "could not be reached. Its server must be there, and allow this page to read it (CORS).",
    );
  }
  if (!response.ok)
    return not_opened(`could not be loaded: the server answered ${response.status}.`);
  const text = await read_text(response);
  if (text === null)
    return not_opened(`has more than ${kBytesMax} bytes, or is no text: it is no exercise.`);
  const {pathname} = new URL(address, document.baseURI);
  return {id: name_of(pathname), text};
}

function name_of(pathname) {
  const [, stem] = kName.exec(pathname.toLowerCase()) ?? [];
  return (stem ?? "").replace(/[^a-z0-9-]+/g, "-").replace(/^-+|-+$/g, "") || "exercise";
}

async function read_text(response) {
  const bytes = new Uint8Array(kBytesMax);
  let size = 0;
  for (const reader = response.body.getReader(); ;) {
    const {done, value} = await reader.read();
    if (done) break;
    if (size + value.length > kBytesMax) {
      reader.cancel().catch(() => {});
      return null;
    }
    bytes.set(value, size);
    size += value.length;
  }
  try {
    return new TextDecoder("utf-8", {fatal: true}).decode(bytes.subarray(0, size));
  } catch {
    return null;
  }
}

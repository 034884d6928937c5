// Keeps small settings of the page. Storage may be missing or throw at the first touch (third-party
// frames, sandboxes): then the values live as long as the page, and kept() is false.
const memory = new Map();

function local() {
  if (window.cutline_boot.options.values.storage === "none") return null;
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

export function load(key) {
  try {
    const value = local()?.getItem(key);
    if (value !== null && value !== undefined) return value;
  } catch {
    // falls through to what this page remembers
  }
  return memory.get(key) ?? null;
}

// Returns whether the value will still be there next time.
export function save(key, value) {
  memory.set(key, value);
  try {
    const storage = local();
    if (!storage) return false;
    storage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

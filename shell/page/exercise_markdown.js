// The Markdown of exercises as nodes: paragraphs, lists, **strong**, *emphasis*, `code`. Everything
// else is the text that it is; nothing becomes HTML by being written.
import {element} from "./dom.js";

const kInline = /(`[^`]+`)|(\*\*[^*]+\*\*)|(\*[^*\s][^*]*\*)/;
const kItem = /^(?:[-*]|(\d+)[.)]) +/;

// The nodes of one line.
export function inline(text) {
  const out = [];
  let rest = text;
  for (let found = kInline.exec(rest); found; found = kInline.exec(rest)) {
    const [whole, code, strong] = found;
    if (found.index > 0) out.push(rest.slice(0, found.index));
    if (code) out.push(element("code", {}, whole.slice(1, -1)));
    else if (strong) out.push(element("strong", {}, ...inline(whole.slice(2, -2))));
    else out.push(element("em", {}, ...inline(whole.slice(1, -1))));
    rest = rest.slice(found.index + whole.length);
  }
  if (rest) out.push(rest);
  return out;
}

// The nodes of a text: a block is what stands between empty lines.
export function markdown(text) {
  const blocks = text
    .trim()
    .split(/\n[ \t]*\n/)
    .map((block) => block.split("\n").map((line) => line.trim()))
    .filter((lines) => lines.some(Boolean));
  return blocks.map((lines) => {
    const first = kItem.exec(lines[0]);
    if (!first) return element("p", {}, ...inline(lines.join(" ")));
    return element(first[1] ? "ol" : "ul", {class: "prose"}, ...items_of(lines));
  });
}

// A line that begins no item belongs to the one above.
function items_of(lines) {
  const items = [];
  for (const line of lines) {
    if (kItem.test(line)) items.push(line.replace(kItem, ""));
    else items.push(`${items.pop()} ${line}`);
  }
  return items.map((item) => element("li", {}, ...inline(item)));
}

const shown = new WeakMap(); // node → its text

// Makes the children of `node` those of the text, if it is another one.
export function set_markdown(node, text, make = markdown) {
  if (shown.get(node) === text) return;
  shown.set(node, text);
  node.replaceChildren(...make(text));
}

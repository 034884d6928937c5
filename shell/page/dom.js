// Small changes to the document in place. Nothing here rebuilds a node that is still wanted, so
// focus, selection and open details survive every update.

// element("button", {type: "button", class: "key"}, "Step")
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set_attribute(node, name, value);
  node.append(...children);
  return node;
}

export function set_text(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// null and false take the attribute away.
export function set_attribute(node, name, value) {
  if (value === null || value === undefined || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else if (node.getAttribute(name) !== String(value)) {
    node.setAttribute(name, value);
  }
}

export function set_hidden(node, hidden) {
  if (node.hidden !== hidden) node.hidden = hidden;
}

// Opens a dialog at its heading. Not by autofocus, which a browser refuses in a frame.
export function open_dialog(dialog) {
  dialog.showModal();
  dialog.querySelector("h2").focus();
}

// Its close button is not left to the form: a sandbox without allow-forms would keep the dialog
// open.
export function make_dialog(dialog) {
  dialog.querySelector("form[method=dialog] button").addEventListener("click", (event) => {
    event.preventDefault();
    dialog.close();
  });
}

let last_id = 0;
export function fresh_id(prefix) {
  last_id += 1;
  return `${prefix}-${last_id}`;
}

const keys = new WeakMap(); // child node → its item's key
const kFocusable = "button, input, select, textarea, summary, a[href], [tabindex='0']";

// Makes the children of `parent` those of `items`, in order: children are kept by key, made with
// create(item) and brought up to date with update(node, item).
export function reconcile(parent, items, {key, create, update}) {
  const focused = document.activeElement;
  const old = new Map([...parent.children].map((child) => [keys.get(child), child]));
  const wanted = items.map((item) => {
    const name = key(item);
    const node = old.get(name) ?? create(item);
    old.delete(name);
    keys.set(node, name);
    update(node, item);
    return node;
  });

  let lost_at = -1;
  for (const child of old.values()) {
    if (child.contains(focused)) lost_at = [...parent.children].indexOf(child);
  }
  for (const child of old.values()) child.remove();
  wanted.forEach((node, index) => {
    if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] ?? null);
  });

  if (lost_at >= 0) focus_near(parent, lost_at);
  else if (parent.contains(focused) && document.activeElement !== focused) {
    focused.focus({preventScroll: true});
  }
}

const parts = new WeakMap(); // child node → the part it belongs to

// The same for children that know how to show their item: make(item) gives {node, update(item)}.
export function reconcile_parts(parent, items, {key, make}) {
  reconcile(parent, items, {
    key,
    create: (item) => {
      const part = make(item);
      parts.set(part.node, part);
      return part.node;
    },
    update: (node, item) => parts.get(node).update(item),
  });
}

// The focused control is gone: the one that took its place, else the section's heading.
function focus_near(parent, index) {
  const child = parent.children[Math.min(index, parent.children.length - 1)];
  const target = child?.matches(kFocusable) ? child : child?.querySelector(kFocusable);
  const heading = parent.closest("section")?.querySelector("h2[tabindex]");
  (target ?? heading ?? document.getElementById("lab")).focus({preventScroll: true});
}

// Rows of a table: {key, cells: [text or {text, kind}], kind}. The first cell is the row's header.
export function fill_rows(body, rows) {
  reconcile(body, rows, {
    key: (row) => row.key,
    create: (row) =>
      element(
        "tr",
        {},
        ...row.cells.map((_, index) =>
          index === 0 ? element("th", {scope: "row"}) : element("td"),
        ),
      ),
    update: (node, row) => {
      set_attribute(node, "class", row.kind || null);
      row.cells.forEach((cell, index) => fill_cell(node.children[index], cell));
    },
  });
}

function fill_cell(node, cell) {
  const {text, kind} = typeof cell === "string" ? {text: cell, kind: null} : cell;
  set_text(node, text);
  set_attribute(node, "class", kind || null);
}

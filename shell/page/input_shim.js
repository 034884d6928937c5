// Decides which input is the picture's and which stays the page's. SDL listens on the canvas and
// cancels whatever it hears; this shim stands in front of it, on the box around the canvas, in the
// capture phase.
//
//     passive ── click, tap, Enter ──▶ active
//        ▲                               │
//        └── Esc, Tab, focus elsewhere ──┘
//
//     passive   the page owns wheel, touch and keys; only the mouse's moves and clicks go through
//     active    the picture owns them, with a ring and a hint, but for the keys below
//
// Nothing here cancels a browser's own key; it only keeps SDL from hearing of it.

const kEditingKeys = ["a", "c", "v", "x", "y", "z"]; // with Ctrl or Cmd these are the picture's
const kTouchEvents = ["touchstart", "touchmove", "touchend", "touchcancel"];
const kKeyEvents = ["keydown", "keypress", "keyup"];
const kPointerEvents = ["pointermove", "pointerup", "pointercancel", "pointerleave"];
const kHintPassive = "Enter or a click: keys and wheel go to the picture.";
const kHintActive = "Esc or Tab leaves.";

// Keys that stay the browser's even while the picture is active.
export function is_browsers_key({key, altKey, ctrlKey, metaKey}) {
  if (key === "Tab" || /^F\d+$/.test(key) || altKey) return true;
  return (ctrlKey || metaKey) && key.length === 1 && !kEditingKeys.includes(key.toLowerCase());
}

// `host`: set_active(flag), release_keys(), input() after anything that the picture may have to
// show. Returns {is_active}.
export function start_input_shim({box, canvas, hint, host}) {
  let active = false;

  const set_active = (wanted) => {
    if (active === wanted) return;
    active = wanted;
    box.classList.toggle("active", active);
    canvas.setAttribute("role", active ? "application" : "img");
    hint.textContent = active ? kHintActive : kHintPassive;
    host.set_active(active);
    if (!active) host.release_keys();
    host.input();
  };
  const activate = () => {
    canvas.focus({preventScroll: true});
    set_active(true);
  };

  listen_keys({box, host, is_active: () => active, activate, leave: () => set_active(false)});
  listen_pointer({box, canvas, host, is_active: () => active, activate});
  listen_scrolling({box, host, is_active: () => active});

  canvas.addEventListener("focus", () => host.input());
  canvas.addEventListener("blur", () => {
    set_active(false);
    host.release_keys();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) host.release_keys();
  });
  hint.textContent = kHintPassive;
  return {is_active: () => active};
}

function listen_keys({box, host, is_active, activate, leave}) {
  const take = (event) => {
    if (event.type === "keyup" && event.key === "Meta") host.release_keys();
    if (event.type === "keydown" && !is_active() && event.key === "Enter") {
      event.preventDefault();
      activate();
    } else if (event.type === "keydown" && is_active() && event.key === "Escape") {
      leave();
    } else if (is_active() && !is_browsers_key(event)) {
      host.input();
      return; // SDL's
    }
    event.stopPropagation();
  };
  for (const type of kKeyEvents) box.addEventListener(type, take, {capture: true});
}

// A mouse activates on press. A finger activates on the click that a tap makes, since its press may
// be the start of a pan.
function listen_pointer({box, canvas, host, is_active, activate}) {
  box.addEventListener(
    "pointerdown",
    (event) => {
      if (event.pointerType === "mouse" || is_active()) {
        activate();
        try {
          canvas.setPointerCapture(event.pointerId); // a release outside is heard as well
        } catch {
          // the pointer is gone already
        }
      }
      host.input();
    },
    {capture: true},
  );
  box.addEventListener("click", activate, {capture: true});
  for (const type of kPointerEvents)
    box.addEventListener(type, () => host.input(), {capture: true});
}

function listen_scrolling({box, host, is_active}) {
  const take = (event) => {
    if (is_active() && !event.ctrlKey) host.input();
    else event.stopPropagation(); // Ctrl and wheel is the browser's zoom
  };
  box.addEventListener("wheel", take, {capture: true, passive: true});
  for (const type of kTouchEvents) box.addEventListener(type, take, {capture: true, passive: true});
}

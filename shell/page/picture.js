// The canvas: starts it, feeds it, and says so in words where there is no WebGL. Everything else on
// the page works without it. Among many frames of one page it starts when it is first seen and
// gives its graphics context back while it is out of sight: a browser has sixteen of them, or
// fewer.
import {Frames} from "./frames.js";
import {start_input_shim} from "./input_shim.js";
import {watch_context, watch_size} from "./canvas_watch.js";

const kNames = {transfers: "Space-time diagram", queue: "Chart of the backlog"};

export class Picture {
  #bus;
  #canvas = document.getElementById("canvas");
  #box = document.getElementById("canvas-box");
  #note = document.getElementById("no-picture");
  #frames;
  #started = false;
  #resting = false; // out of sight
  #given_back = false; // the context, by us
  #lost = false;
  #holder = null; // gives and takes the context; a lost one no longer hands it out

  constructor(bus) {
    this.#bus = bus;
    this.#frames = new Frames((time_ms) => bus.call("frame", time_ms) === 1);
  }

  // Starts when the canvas is first seen, and rests while it is not. tell(there is a picture) once.
  start_when_seen(tell = () => {}) {
    new IntersectionObserver((entries) => {
      if (!entries.at(-1).isIntersecting) this.#rest();
      else if (this.#started) this.#wake();
      else tell(this.start());
    }).observe(this.#box);
  }

  // Returns whether there is a picture.
  start() {
    this.#started = true;
    const {width, height, ratio} = this.#measure();
    if (this.#bus.call("canvas_start", width, height, ratio) !== 0 || this.#bus.broken()) {
      this.#box.hidden = true;
      this.#say_why_not("This browser gives the page no WebGL 2.");
      return false;
    }
    this.#holder = this.#canvas.getContext("webgl2")?.getExtension("WEBGL_lose_context");
    watch_size(this.#box, this.#canvas, (...size) => {
      this.#bus.call("resize", ...size);
      this.#frames.request_input();
    });
    watch_context(this.#canvas, {lost: () => this.#lose(), restored: () => this.#restore()});
    start_input_shim({
      box: this.#box,
      canvas: this.#canvas,
      hint: document.getElementById("canvas-hint"),
      host: {
        set_active: (active) => this.#bus.call("set_active", active ? 1 : 0),
        release_keys: () => this.#bus.call("release_keys"),
        input: () => this.#frames.request_input(),
      },
    });
    this.#bus.on_change((model) => this.#describe(model));
    return true;
  }

  set_look({palette, still}) {
    this.#bus.call("set_theme", palette);
    this.#bus.call("set_reduced_motion", still ? 1 : 0);
    this.#frames.request_input();
  }

  stop() {
    this.#frames.stop();
  }

  #measure() {
    return {
      width: this.#box.clientWidth,
      height: this.#box.clientHeight,
      ratio: window.devicePixelRatio,
    };
  }

  #describe(model) {
    this.#canvas.setAttribute(
      "aria-label",
      model.show === "queue" ? kNames.queue : `${kNames.transfers}: ${model.title}`,
    );
    this.#frames.request_input();
  }

  // Draws now and returns the picture as a data URL, or "" where there is none.
  take() {
    if (!this.#started || this.#lost || this.#box.hidden) return "";
    this.#bus.call("frame", performance.now());
    return this.#canvas.toDataURL("image/png");
  }

  #rest() {
    if (!this.#started || this.#resting || this.#lost || this.#box.hidden) return;
    if (!this.#holder) return;
    this.#resting = true;
    this.#given_back = true;
    this.#frames.stop();
    this.#holder.loseContext();
  }

  // Asks also for a context that the browser took: out of sight it had others to serve.
  #wake() {
    this.#resting = false;
    if (this.#lost) this.#holder?.restoreContext();
  }

  #lose() {
    this.#lost = true;
    this.#frames.stop();
    this.#bus.call("context_lost");
    if (this.#given_back) {
      // Seen again before it was gone: not from inside this event, which has to end first.
      if (!this.#resting) setTimeout(() => this.#holder.restoreContext());
      return;
    }
    this.#say_why_not("The browser has taken back the picture's memory; it may give it again.");
  }

  #restore() {
    this.#lost = false;
    this.#given_back = false;
    if (this.#bus.call("context_restored") !== 0) return;
    this.#note.hidden = true;
    this.#frames.resume();
  }

  #say_why_not(reason) {
    document.getElementById("no-picture-reason").textContent = reason;
    this.#note.hidden = false;
  }
}

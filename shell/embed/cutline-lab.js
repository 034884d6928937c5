// <cutline-lab>: the lab in a page of your own. One classic script without dependencies:
//
//     <script src="https://example.org/cutline/shell/embed/cutline-lab.js" defer></script>
//     <cutline-lab layout="compact" scenario="ring" title="A ring of banks">Words</cutline-lab>
//
//     waiting ── seen, or pressed ──▶ loading ── "ready" ──▶ ready
//                                        └── time is up, or "failed" ──▶ failed: words, link, retry
//
// Attributes are the options of the address, and: src (the lab's folder, or its single file),
// title, poster (a picture), start="click", timeout (seconds), height (pixels, else that of the
// content), sandbox. Events: cutline-ready, cutline-state, cutline-answer, …, each with the message
// as detail.
(function () {
  "use strict";

  const kOwn = [
    "src",
    "title",
    "poster",
    "start",
    "timeout",
    "height",
    "sandbox",
    "class",
    "style",
  ];
  const kHeights = {least: 120, most: 6000, first: 640}; // CSS pixels
  const kTimeout_s = 30;
  const kAhead = "300px"; // loaded that far before it is seen
  const kSandbox =
    "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-downloads";
  const kStyle = `
    :host { display: block; min-height: 8rem; }
    :host([hidden]) { display: none; }
    iframe { display: block; width: 100%; border: 0; }
    .words { display: grid; gap: 0.75rem; justify-items: start; padding: 1rem;
      align-content: center; border: 1px solid currentColor; font: inherit;
      box-sizing: border-box; }
    .words img { max-width: 100%; height: auto; }
    button { font: inherit; padding: 0.5rem 1rem; min-height: 2.75rem; cursor: pointer; }
    [hidden] { display: none !important; }`;
  const home = document.currentScript?.src
    ? new URL("../../index.html", document.currentScript.src).href
    : null;

  const node = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };

  class CutlineLab extends HTMLElement {
    #frame = null;
    #parts;
    #timer = null;
    #watch = null;
    #asked = 0;
    #waiting = new Map(); // req → {resolve, reject}
    #ready = null; // {promise, resolve, reject}
    #kept = null; // the state, for when the element is moved and its frame begins again

    constructor() {
      super();
      const root = this.attachShadow({mode: "open"});
      const sheet = new CSSStyleSheet(); // no style element: the page's policy may forbid them
      sheet.replaceSync(kStyle);
      root.adoptedStyleSheets = [sheet];
      const picture = node("img", {alt: "", hidden: ""});
      const words = node("p", {role: "status"});
      const button = node("button", {type: "button"});
      const link = node("a", {target: "_blank", rel: "noopener"}, "Open the lab in a new tab");
      const block = node("div", {class: "words"}, picture, words, button, link, node("slot"));
      const place = node("div", {class: "place"});
      root.append(block, place);
      this.#parts = {block, button, link, picture, place, words};
      button.addEventListener("click", () => this.load());
      this.#renew();
    }

    // A promise of the lab's greeting; and the same for requests: {type, …} → the reply's value.
    get ready() {
      return this.#ready.promise;
    }

    async ask(type, fields = {}) {
      this.load();
      await this.#ready.promise;
      return this.#post(type, fields);
    }

    command(line) {
      return this.ask("command", {line});
    }
    play() {
      return this.ask("play");
    }
    pause() {
      return this.ask("pause");
    }
    resume() {
      return this.ask("resume");
    }
    step() {
      return this.ask("step");
    }
    back() {
      return this.ask("back");
    }
    reset() {
      return this.ask("reset");
    }
    seek(step) {
      return this.ask("seek", {step});
    }
    getState() {
      return this.ask("getState");
    }
    // A saved run, or what getState() gave.
    setState(state) {
      const {run, progress, exercise} = typeof state === "string" ? {run: state} : state;
      return this.ask("setState", {run, progress, exercise});
    }
    // {scenario, seed, step} or {exercise, toml}
    open(what) {
      return this.ask("load", what);
    }
    getSubmission() {
      return this.ask("getSubmission").then(({submission}) => submission);
    }
    setOption(name, value) {
      return this.ask("setOption", {name, value});
    }
    screenshot() {
      return this.ask("screenshot").then(({png}) => png);
    }

    // The address of the lab with this element's options.
    get address() {
      const given = this.getAttribute("src") ?? home;
      if (!given) return "";
      const address = new URL(given, document.baseURI);
      if (!/^(https?|file):$/.test(address.protocol)) return "";
      for (const {name, value} of this.attributes) {
        if (kOwn.includes(name) || /^(on|data-|aria-)/.test(name)) continue;
        address.searchParams.set(name, value);
      }
      return address.href;
    }

    connectedCallback() {
      const {block, button, link, picture, words} = this.#parts;
      block.style.minHeight = `${this.#first_height()}px`; // nothing jumps when the frame comes
      addEventListener("message", this.#hear);
      link.href = this.address || "about:blank";
      const poster = this.getAttribute("poster");
      if (poster) picture.src = poster;
      picture.hidden = !poster;
      words.textContent = this.getAttribute("title") ?? "Cutline, a lab for distributed snapshots";
      button.textContent = "Load the lab";
      if (this.getAttribute("start") === "click") return;
      this.#watch = new IntersectionObserver(
        (entries) => entries.some((one) => one.isIntersecting) && this.load(),
        {rootMargin: kAhead},
      );
      this.#watch.observe(this);
    }

    disconnectedCallback() {
      removeEventListener("message", this.#hear);
      this.#watch?.disconnect();
      clearTimeout(this.#timer);
      this.#frame?.remove();
      this.#frame = null;
      this.#give_up("The lab was taken off the page.");
      this.#parts.block.hidden = false;
    }

    // Puts the frame in, once; after a failure again.
    load() {
      if (this.#frame || !this.isConnected) return;
      this.#watch?.disconnect();
      const {address} = this;
      if (!address) return this.#fail("The element has no address of a lab: give it a src.");
      this.#parts.words.textContent = "Loading the lab …";
      this.#parts.button.hidden = true;
      this.#frame = node("iframe", {
        title: this.getAttribute("title") ?? "Cutline, a lab for distributed snapshots",
        allow: "fullscreen; clipboard-write",
        sandbox: this.getAttribute("sandbox") ?? kSandbox,
        height: this.#first_height(),
        src: address,
      });
      this.#frame.style.position = "absolute"; // out of the way until it is ready
      this.#frame.style.visibility = "hidden";
      this.#parts.place.append(this.#frame);
      const wait_s = Number(this.getAttribute("timeout")) || kTimeout_s;
      this.#timer = setTimeout(() => this.#fail("The lab does not answer."), wait_s * 1000);
    }

    #first_height() {
      return Number(this.getAttribute("height")) || kHeights.first;
    }

    #post(type, fields) {
      return new Promise((resolve, reject) => {
        const req = ++this.#asked;
        this.#waiting.set(req, {resolve, reject});
        this.#frame.contentWindow.postMessage({...fields, lab: "cutline", v: 1, type, req}, "*");
      });
    }

    #hear = ({source, data}) => {
      if (!this.#frame || source !== this.#frame.contentWindow) return;
      if (data === null || typeof data !== "object" || data.lab !== "cutline" || data.v !== 1)
        return;
      const asker = this.#waiting.get(data.req);
      if (asker) {
        this.#waiting.delete(data.req);
        if (data.type === "reply") asker.resolve(data.value);
        else asker.reject(Object.assign(new Error(data.text), {code: data.code}));
        return;
      }
      if (data.type === "ready") this.#greet(data);
      if (data.type === "resize") this.#fit(data.height);
      if (typeof data.type !== "string" || !/^[a-zA-Z]{1,20}$/.test(data.type)) return;
      const event = {detail: data, bubbles: true};
      this.dispatchEvent(new CustomEvent(`cutline-${data.type.toLowerCase()}`, event));
    };

    async #greet({outcome}) {
      clearTimeout(this.#timer);
      if (outcome === "failed") return this.#fail("The lab could not be loaded.");
      const fit = !this.hasAttribute("height");
      const greeting = await this.#post("hello", fit ? {fit} : {});
      if (this.#kept) await this.#post("setState", this.#kept).catch(() => {});
      this.#parts.block.hidden = true;
      this.#frame.style.position = "";
      this.#frame.style.visibility = "";
      this.addEventListener("cutline-state", this.#keep);
      this.#ready.resolve(greeting);
    }

    // A frame that is moved begins again: the state is asked for when it has changed.
    #keep = async () => {
      const state = await this.#post("getState", {}).catch(() => null);
      if (!state) return;
      const {run, progress, exercise} = state;
      this.#kept = {run, progress, exercise};
    };

    #fit(height) {
      if (this.hasAttribute("height") || !Number.isFinite(height)) return;
      const bounded = Math.min(kHeights.most, Math.max(kHeights.least, Math.ceil(height)));
      this.#frame.height = bounded;
    }

    #fail(sentence) {
      clearTimeout(this.#timer);
      this.#frame?.remove();
      this.#frame = null;
      const {block, button, words} = this.#parts;
      block.hidden = false;
      words.textContent = sentence;
      button.hidden = false;
      button.textContent = "Try again";
      this.#give_up(sentence);
      this.dispatchEvent(new CustomEvent("cutline-failed", {detail: sentence, bubbles: true}));
    }

    #give_up(sentence) {
      this.#ready.reject(new Error(sentence));
      for (const {reject} of this.#waiting.values()) reject(new Error(sentence));
      this.#waiting.clear();
      this.#renew();
    }

    #renew() {
      this.#ready = {};
      this.#ready.promise = new Promise((resolve, reject) => {
        Object.assign(this.#ready, {resolve, reject});
      });
      this.#ready.promise.catch(() => {}); // nobody has to listen
    }
  }

  if (!customElements.get("cutline-lab")) customElements.define("cutline-lab", CutlineLab);
})();

// The lab's side of the messages, when it is inside another page. Nothing here waits for an
// animation frame, which a frame out of sight does not get; nothing focuses or scrolls unasked, and
// the address stays as it is.
import {fault_of_request, is_mark, kLab, kProtocol} from "./messages.js";
import {do_request, place_of} from "./frame_requests.js";
import {show_link_to_full_lab} from "./full_lab.js";
import {watch_answers} from "./frame_answers.js";
import {watch_exercise} from "./frame_exercise.js";
import {height_of_page, watch_height} from "./frame_height.js";

const kWaitingMax = 100; // requests that came before the lab was there
const kPerSecondMax = 200;
const kStateGap_ms = 100;

// `parts`: {bus(), exercises(), picture(), look(), options, ready}.
export function start_frame(parts) {
  new Frame(parts).start();
}

class Frame {
  #parts;
  #values; // of the options
  #host = null; // where events go: {origin}; null before a hello
  #outcome = null; // what `ready` said
  #waiting = [];
  #second = {from: 0, count: 0};
  #was_playing = false; // before a "pause" message
  #state_timer = null;
  #tell_exercise = () => {};
  #turn = Promise.resolve(); // one request after the other: an exercise may have to be fetched

  constructor(parts) {
    this.#parts = parts;
    this.#values = parts.options.values;
  }

  async start() {
    window.addEventListener("message", (event) => this.#hear(event));
    window.addEventListener("pagehide", () => this.#tell("bye"));
    this.#outcome = await this.#parts.ready;
    if (this.#outcome !== "failed") this.#watch();
    this.#send({type: "ready", ...this.#welcome()}, this.#values.origin || "*");
    for (const act of this.#waiting.splice(0)) this.#in_turn(act);
  }

  #watch() {
    const bus = this.#parts.bus();
    show_link_to_full_lab(bus, this.#parts.exercises(), this.#values);
    watch_answers(bus, (type, fields) => this.#tell(type, fields));
    this.#tell_exercise = watch_exercise(bus, (type, fields) => this.#tell(type, fields));
    watch_height(bus, (height) => this.#tell_height(height));
    let warned = new Set(bus.model().notices.map(({id}) => id));
    bus.on_change(({notices}) => {
      for (const {id, sentence} of notices) {
        if (!warned.has(id)) this.#tell("warning", {text: sentence});
      }
      warned = new Set(notices.map(({id}) => id));
      this.#state_timer ??= setTimeout(() => {
        this.#state_timer = null;
        this.#tell("state", place_of(bus.model()));
      }, kStateGap_ms);
    });
    window.addEventListener(
      "keydown",
      (event) => {
        const busy = document.querySelector("#canvas-box.active, dialog[open]");
        if (event.key === "Escape" && !busy && !event.defaultPrevented) this.#tell("focusExit");
      },
      true,
    );
  }

  #welcome() {
    const {layout} = this.#values;
    const outcome = this.#outcome;
    return {protocol: kProtocol, outcome, layout, height: height_of_page()};
  }

  #hear({source, origin, data}) {
    if (source !== window.parent || data === null || typeof data !== "object") return;
    if (data.lab !== kLab) return; // a message for somebody else
    const reply = (fields) => {
      const req = is_mark(data.req) ? {req: data.req} : {};
      this.#send({...fields, ...req}, origin === "null" ? "*" : origin);
    };
    const refuse = ({code, text}) => reply({type: "error", code, text});
    if (this.#values.origin && origin !== this.#values.origin) {
      refuse({code: "origin", text: "This lab listens to another origin alone."});
      return;
    }
    if (this.#is_too_much()) {
      refuse({code: "busy", text: `At most ${kPerSecondMax} messages a second.`});
      return;
    }
    const fault = fault_of_request(data);
    if (fault) refuse(fault);
    else if (data.type === "ping") reply({type: "reply", to: "ping", value: {}});
    else {
      const act = () => this.#answer(data, origin, reply, refuse);
      if (this.#outcome !== null) this.#in_turn(act);
      else if (this.#waiting.length < kWaitingMax) this.#waiting.push(act);
      else refuse({code: "busy", text: "The lab is still being loaded."});
    }
  }

  #in_turn(act) {
    this.#turn = this.#turn.then(act);
  }

  #is_too_much() {
    const now = performance.now();
    if (now - this.#second.from > 1000) this.#second = {from: now, count: 0};
    this.#second.count += 1;
    return this.#second.count > kPerSecondMax;
  }

  async #answer(data, origin, reply, refuse) {
    if (this.#outcome === "failed") {
      const reason = document.getElementById("words-failed-reason").textContent;
      refuse({code: "not-loaded", text: reason || "The lab could not be loaded."});
      return;
    }
    if (data.type === "hello") {
      this.#host = {origin: origin === "null" ? "*" : origin};
      if (data.fit) document.documentElement.dataset.fit = "content";
      reply({type: "reply", to: "hello", value: this.#welcome()});
      this.#tell_height(height_of_page());
      this.#tell_exercise();
      return;
    }
    const {code, text, value} = await do_request(data, {
      ...this.#parts,
      was_playing: this.#was_playing,
    });
    if (data.type === "pause") this.#was_playing = value.was_playing;
    if (data.type === "resume") this.#was_playing = false;
    if (code) refuse({code, text});
    else {
      const {was_playing, ...told} = value;
      reply({type: "reply", to: data.type, value: told});
    }
  }

  #tell_height(height) {
    if (this.#values.resize === "none") return;
    this.#tell("resize", {height});
    if (this.#values.resize === "lti") {
      window.parent.postMessage({subject: "lti.frameResize", height}, this.#values.origin || "*");
    }
  }

  #tell(type, fields = {}) {
    if (this.#host) this.#send({type, ...fields}, this.#host.origin);
  }

  #send(fields, target) {
    const id = this.#values.id ? {id: this.#values.id} : {};
    window.parent.postMessage({lab: kLab, v: kProtocol, ...id, ...fields}, target);
  }
}

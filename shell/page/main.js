// Starts the page: loads the program, connects the views to the bus, starts the picture.
//
//     loader ──▶ bus ──▶ views (HTML)
//                 ├────▶ live (spoken sentences), player (timer)
//                 └────▶ picture (canvas)
import {start_about} from "./about.js";
import {begin_as_asked, play_when_seen, say_what_is_wrong} from "./begin.js";
import {Bus} from "./bus.js";
import {set_text} from "./dom.js";
import {make_exercises} from "./exercises.js";
import {decode_link, kind_of_link, LinkError} from "./link.js";
import {Live} from "./live.js";
import {load_program} from "./loader.js";
import {keep_for_offline} from "./offline.js";
import {Picture} from "./picture.js";
import {Player} from "./player.js";
import {start_theme} from "./theme.js";
import {make_actions} from "./view_actions.js";
import {make_clocks, make_cut} from "./view_cut.js";
import {make_keep} from "./view_keep.js";
import {make_ledger_now} from "./view_ledger.js";
import {make_queue} from "./view_queue.js";
import {make_job_channels, make_job_tasks} from "./view_job.js";
import {make_job_charts} from "./view_job_charts.js";
import {make_job_checkpoints} from "./view_job_checkpoints.js";
import {make_job_compare} from "./view_job_compare.js";
import {make_job_ledger} from "./view_job_ledger.js";
import {make_keys, make_notices, make_screens} from "./view_screens.js";
import {make_settings} from "./view_settings.js";
import {make_snapshots} from "./view_snapshots.js";
import {make_channels, make_log, make_processes} from "./view_tables.js";
import {make_transport} from "./view_transport.js";

const {framed, options, program, show_words} = window.cutline_boot;
let bus = null;
let exercises = null;

// What tests and a host page may use. `ready` tells how it went: "canvas", "text" (no picture
// here), "waiting" (for the picture to be seen) or "failed".
window.cutline = {
  ready: start(),
  command: (line) => (bus.run(line).ok ? 0 : 1),
  commands: (lines) => bus.run_all(lines),
  model: () => bus.model(),
  saved_run: () => bus.saved_run(),
  frames: () => bus.call("frames"),
};

async function start() {
  start_about();
  let picture = null;
  if (framed)
    start_frame({
      bus: () => bus,
      exercises: () => exercises,
      picture: () => picture,
      look: () => tell_look(),
    });
  const tell_look = start_theme({
    select: document.getElementById("theme"),
    remark: document.getElementById("kept"),
    tell: (look) => picture?.set_look(look),
  });
  if (!(await program)) return "failed";

  let loaded;
  try {
    const progress = document.getElementById("progress");
    loaded = await load_program(
      {
        canvas: document.getElementById("canvas"),
        // Called from inside a frame: the views follow when the frame is over.
        cutlineChanged: () => queueMicrotask(() => bus.changed()),
      },
      (part) => {
        progress.value = part;
      },
    );
  } catch (error) {
    show_words("failed", error.message);
    return "failed";
  }

  bus = new Bus(loaded.module, (error) => {
    picture?.stop();
    stop_with_words(error);
  });
  const linked = await read_link();
  if (!(linked.kind === "s" && bus.open_run(linked.text))) begin_as_asked(bus, options.values);
  exercises = make_views();
  for (const {bytes, which} of loaded.fonts) bus.give_font(bytes, which);
  show_words("none");
  document.getElementById("app").hidden = false;
  document.getElementById("screens").hidden = false;
  document.getElementById("keep-open").hidden = false;
  bus.changed({quiet: true});

  picture = new Picture(bus);
  tell_look();
  const seen = start_picture(picture);
  say_what_is_wrong(bus, options);
  exercises.begin(options.values, linked.kind === "p" ? linked.text : "");
  keep_for_offline();
  fetch_the_rest(loaded.parts);
  if (options.values.autoplay === "1") play_when_seen(bus);
  bus.changed({quiet: true});
  return seen;
}

// The rest of the program and of the page, once there is time. If the program does not come, it is
// asked for again when it is needed.
function fetch_the_rest(parts) {
  const soon = window.requestIdleCallback ?? ((call) => setTimeout(call, 200));
  soon(() => {
    if (!parts.there) parts.complete().catch((error) => console.info(error.message));
    add_explorer();
  });
}

async function add_explorer() {
  try {
    const {make_explore} = await import("./view_explore.js");
    make_explore(bus);
  } catch (error) {
    console.info(error.message);
    bus.notice("The explorer could not be loaded: reload the page to have it.");
  }
}

// Inside another page: messages, height, the way out. A visit to the lab itself does not load it.
async function start_frame(parts) {
  try {
    const frame = await import("../embed/frame.js");
    frame.start_frame({...parts, options, ready: window.cutline.ready});
  } catch (error) {
    console.info(`Messages to and from the page around cannot be had: ${error.message}`);
  }
}

// Returns what `ready` says. A frame that nobody sees yet waits, without holding up the rest.
function start_picture(picture) {
  const {layout, start} = options.values;
  if (start === "eager" && layout !== "text") return picture.start() ? "canvas" : "text";
  picture.start_when_seen();
  return layout === "text" ? "text" : "waiting";
}

// The text behind "#s=" or "#p=" of the address, if it can be read, and which of them it is. The
// address is never changed from here; who changes it by hand opens another one.
async function read_link() {
  const {hash} = window.location;
  const kind = kind_of_link(hash);
  try {
    if (kind) return {kind, text: await decode_link(hash)};
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    bus.notice(error.message);
  }
  return {kind: "", text: ""};
}

async function follow_link() {
  const {kind, text} = await read_link();
  if (kind === "s") bus.open_run(text);
  if (kind === "p") exercises.add(text);
}

// Returns the door to the exercises.
function make_views() {
  const live = new Live(document.querySelectorAll("[data-live]"));
  const speak = (sentence) => live.say(sentence, bus.model().playing);
  make_screens(bus);
  make_notices(bus);
  make_keys(bus);
  make_transport(bus, speak);
  make_actions(bus, speak);
  make_ledger_now(bus);
  make_snapshots(bus);
  make_cut(bus, speak);
  make_clocks(bus, speak);
  make_processes(bus);
  make_channels(bus);
  make_log(bus);
  make_settings(bus);
  make_queue(bus, speak);
  make_job_checkpoints(bus);
  make_job_tasks(bus);
  make_job_channels(bus);
  make_job_ledger(bus);
  make_job_charts(bus);
  make_job_compare(bus);
  make_keep(bus, speak);
  bus.on_change((model) => set_text(document.getElementById("summary"), summary_of(model)));
  make_spoken(live);
  window.addEventListener("hashchange", follow_link);
  new Player(bus);
  return make_exercises(bus, speak);
}

function summary_of({show, diagram, cut, queue, job}) {
  if (show === "jobs") return job.summary;
  if (show !== "queue")
    return diagram.summary + (cut.on ? ` ${cut.ledger.sentence}` : "");
  return `The backlog is ${queue.backlog_text} at t = ${queue.time_text}; it ${queue.empties}.`;
}

// One sentence for each change: what the lab announces, else a notice that is new.
function make_spoken(live) {
  let announcement_seen = bus.model().announcement_id;
  let notice_seen = 0;
  bus.on_change((model, {quiet}) => {
    const notice = model.notices.findLast(({id}) => id > notice_seen);
    const news =
      model.announcement_id !== announcement_seen ? model.announcement : notice?.sentence;
    announcement_seen = model.announcement_id;
    notice_seen = Math.max(notice_seen, ...model.notices.map(({id}) => id));
    live.say(quiet ? "" : news, model.playing);
  });
}

// A fault of ours: the program has stopped, what it last said stays readable.
function stop_with_words(error) {
  console.error(error);
  show_words(
    "failed",
    `Cutline has stopped because of a mistake of its own (${error?.message ?? error}). ` +
      "What you see below is its last state.",
  );
  document.getElementById("app").inert = true;
}

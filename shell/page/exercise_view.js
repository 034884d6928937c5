// The screen of exercises: the course by chapter, and the exercise that is open, step by step,
// above the run that it is about.
import {fill_buttons, make_command_button} from "./buttons.js";
import {element, reconcile, reconcile_parts, set_attribute, set_hidden, set_text} from "./dom.js";
import {make_keep, save_submission} from "./exercise_keep.js";
import {inline, set_markdown} from "./exercise_markdown.js";
import {make_step} from "./exercise_step.js";
import {fetch_exercise} from "./exercise_url.js";

const kChapters = {
  cuts: "Cuts and snapshots",
  queue: "The queue",
  barriers: "Barriers and checkpoints",
  recovery: "Failure and recovery",
};
const kMove = ["exercise back", "hint", "exercise run", "exercise next"]; // in this order

export function make_view(bus, speak) {
  const view = new View(bus, speak);
  bus.on_change((_, how) => view.follow(how));
  bus.on_opened(() => view.close());
  // Another screen is another run: the exercise is left as it is.
  document.getElementById("screens").addEventListener(
    "click",
    (event) => {
      if (event.target.closest("[data-show]")) view.close();
    },
    true,
  );
  return view;
}

class View {
  #bus;
  #section = document.getElementById("exercises");
  #title = this.#section.querySelector("h2");
  #door = document.getElementById("exercises-open");
  #list;
  #exercise;
  #keep;
  #on = false; // the screen is shown
  #shown = ""; // the lab's own screen behind this one
  #was_open = false; // an exercise
  #seen = ""; // the exercise and step that were shown last
  own = null; // the last exercise that does not come with the lab: {id, text, address}

  constructor(bus, speak) {
    this.#bus = bus;
    this.#keep = make_keep(bus, speak);
    this.#list = make_list(bus);
    this.#exercise = make_exercise(bus, speak);
    this.#section.append(this.#list.node, this.#exercise.node, this.#keep.node);
    this.#say_what_is_unknown();
  }

  // The course; an exercise that is open is left as it is.
  open() {
    this.#leave();
    this.open_if_none();
  }

  enter(id) {
    this.#bus.run(`exercise ${id}`);
    this.open_if_none();
  }

  async fetch(address) {
    const found = await fetch_exercise(address);
    if (found.fault) this.#bus.notice(found.fault);
    else this.open_own({...found, address: new URL(address, document.baseURI).href});
    this.open_if_none();
  }

  // One that does not come with the lab; `address`: where it is, or "". Returns whether it opened.
  open_own({id, text, address}) {
    const opened = this.#bus.tell("open_exercise", [id, text]);
    if (opened) this.own = {id, text, address};
    return opened;
  }

  // Progress that came in a link, beside what is here.
  add(text) {
    this.#bus.tell("add_progress", [text], {restored: true});
    this.open_if_none();
  }

  // What could not be opened leaves the reader at the course.
  open_if_none() {
    this.#on = true;
    this.#shown = this.#bus.model().show;
    this.follow();
  }

  close() {
    if (!this.#on) return;
    this.#leave();
    this.#on = false;
    this.#show(null);
  }

  follow(how = {}) {
    const {exercise, show} = this.#bus.model();
    if (!this.#on && !exercise) return;
    // A command that asks for another screen, not the end of an exercise.
    const elsewhere = show !== this.#shown && !exercise && !this.#was_open;
    this.#shown = show;
    this.#was_open = exercise !== "";
    if (elsewhere) {
      this.close();
      return;
    }
    const here = document.activeElement;
    const was_here = this.#section.contains(here) || this.#door === here;
    this.#on = true;
    const course = offered(JSON.parse(this.#bus.ask("course")));
    const open = course.exercise;
    this.#show(open ? "open" : "list", open?.allowed);
    set_text(this.#title, open ? open.title : "Exercises");
    this.#list.update(course);
    this.#exercise.update(course);
    set_hidden(this.#keep.node, Boolean(open) && open.at <= open.length);
    this.#keep.keep();
    const now = open ? `${open.id} ${open.at}` : "list";
    if (now !== this.#seen && was_here && !how.quiet) {
      (this.#exercise.heading() ?? this.#title).focus();
    }
    this.#seen = now;
  }

  #say_what_is_unknown() {
    const known = JSON.parse(this.#bus.ask("course")).entries.map(({id}) => id);
    const names = window.cutline_boot.options.values.exercises.split(",").filter(Boolean);
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0)
      this.#bus.notice(`The address offers exercises that there are not: ${unknown.join(", ")}.`);
  }

  #leave() {
    if (this.#bus.model().exercise) this.#bus.run("exercise leave");
  }

  // "list", "open", or null: another screen is shown. Parts of the lab that an exercise has no use
  // for are left out by the style sheet.
  #show(what, allowed = []) {
    const app = document.getElementById("app");
    set_attribute(app, "data-course", what);
    set_attribute(app, "data-allows", allowed.map((line) => line.split(/[ -]/)[0]).join(" "));
    set_hidden(this.#section, !what);
    set_hidden(document.getElementById("keep-open"), Boolean(what)); // it is for the lab's own run
    if (what) press_only(this.#door);
    else set_attribute(this.#door, "aria-pressed", "false");
  }
}

// The course, without what the address does not offer.
function offered(course) {
  const names = window.cutline_boot.options.values.exercises.split(",");
  const entries = names
    .map((name) => course.entries.find(({id}) => id === name))
    .filter((entry) => entry);
  if (entries.length === 0) return course;
  const solved = entries.filter(({state}) => state === "solved").length;
  return {...course, entries, sentence: `${solved} of ${entries.length} exercises solved.`};
}

function press_only(door) {
  for (const button of document.querySelectorAll("#screens button"))
    set_attribute(button, "aria-pressed", String(button === door));
}

function make_list(bus) {
  const sentence = element("p", {class: "lead"});
  const chapters = element("div", {class: "chapters"});
  const node = element("div", {}, sentence, chapters);
  return {
    node,
    update({entries, sentence: words, exercise}) {
      set_hidden(node, Boolean(exercise));
      set_text(
        sentence,
        `Predict, do, see: what is right is computed from the run, and a wrong answer is shown ` +
          `the run that says so. ${words}`,
      );
      const names = [...new Set(entries.map(({chapter}) => chapter))];
      reconcile_parts(
        chapters,
        names.map((chapter) => ({
          chapter,
          entries: entries.filter((entry) => entry.chapter === chapter),
        })),
        {key: ({chapter}) => chapter, make: ({chapter}) => make_chapter(bus, chapter)},
      );
    },
  };
}

function make_chapter(bus, chapter) {
  const list = element("ol", {class: "course"});
  return {
    node: element("section", {}, element("h3", {}, kChapters[chapter] ?? chapter), list),
    update({entries}) {
      reconcile(list, entries, {
        key: ({id}) => id,
        create: ({id}) => {
          const button = element("button", {type: "button", "data-exercise": id});
          button.addEventListener("click", () => bus.run(`exercise ${id}`));
          return element("li", {}, button, element("span"));
        },
        update: (item, {title, state, right, of}) => {
          set_text(item.firstElementChild, title);
          set_attribute(item, "data-state", state || null);
          set_text(item.lastElementChild, state ? `${state}, ${right} of ${of} right` : "");
        },
      });
    },
  };
}

// The exercise: what it is about, the present step, how to go on, the end.
function make_exercise(bus, speak) {
  const goal = element("p");
  const about = make_about();
  const place = element("div", {class: "step-place"});
  const end = make_end(bus, speak);
  const showing = element("p", {class: "showing", hidden: ""});
  const move = element("ul", {class: "actions"});
  const rest = element("ul", {class: "actions rest"});
  const standing = element("p", {class: "hint"});
  const node = element(
    "div",
    {class: "exercise"},
    goal,
    place,
    end.node,
    showing,
    move,
    standing,
    about.node,
    rest,
  );
  const make_row = () => {
    const {button, why, update} = make_command_button(bus, {speak});
    return {node: element("li", {}, button, why), update};
  };
  let step = null;
  let key = "";

  function update_step({exercise}) {
    const now = exercise.at <= exercise.length ? exercise.steps.at(-1) : null;
    const wanted = now ? `${exercise.id} ${now.number}` : "";
    if (wanted !== key) {
      key = wanted;
      step = now ? make_step(bus, speak, now) : null;
      place.replaceChildren(...(step ? [step.node] : []));
    }
    step?.update(now, exercise);
  }

  return {
    node,
    heading: () => (node.hidden ? null : (step?.heading ?? end.heading)),
    update(course) {
      const {exercise} = course;
      set_hidden(node, !exercise);
      if (!exercise) {
        key = "";
        step = null;
        place.replaceChildren();
        return;
      }
      set_markdown(goal, `**Goal:** ${exercise.goal}`, inline);
      about.update(exercise);
      update_step(course);
      end.update(course);
      set_text(showing, exercise.showing);
      set_hidden(showing, !exercise.showing);
      set_text(standing, exercise.sentence);
      set_hidden(standing, exercise.at > exercise.length);
      const {actions} = exercise;
      const moves = kMove.map((line) => actions.find(({command}) => command === line));
      fill_buttons(move, moves.filter(Boolean), make_row);
      fill_buttons(rest, actions.filter(({command}) => !kMove.includes(command)), make_row);
    },
  };
}

function make_about() {
  const assumes = element("dd");
  const source = element("dd");
  const node = element(
    "details",
    {},
    element("summary", {}, "What it assumes"),
    element(
      "dl",
      {class: "about"},
      element("dt", {}, "Assumes"),
      assumes,
      element("dt", {}, "After"),
      source,
    ),
  );
  return {
    node,
    update(exercise) {
      set_markdown(assumes, exercise.assumes, inline);
      set_text(source, exercise.source);
    },
  };
}

// Behind the last step: what it proves, how it went, the submission, the next exercise.
function make_end(bus, speak) {
  const heading = element("h3", {tabindex: "-1"}, "What it proves");
  const proves = element("div", {class: "prose"});
  const sentence = element("p");
  const hand_in = element("button", {type: "button"}, "Save submission");
  const next = element("button", {type: "button", class: "main"});
  let id = "";
  hand_in.addEventListener("click", () => save_submission(bus, speak, id));
  next.addEventListener("click", () => bus.run(`exercise ${next.dataset.exercise}`));
  const node = element(
    "div",
    {class: "step", "data-kind": "end"},
    heading,
    proves,
    sentence,
    element("p", {class: "buttons"}, next, hand_in),
  );
  return {
    node,
    heading,
    update({entries, exercise}) {
      set_hidden(node, exercise.at <= exercise.length);
      id = exercise.id;
      set_markdown(proves, exercise.proves);
      set_text(sentence, exercise.sentence);
      set_attribute(sentence, "data-kind", exercise.solved ? "good" : "open");
      const at = entries.findIndex((entry) => entry.id === exercise.id);
      const after = entries[at + 1];
      set_hidden(next, at < 0 || !after);
      if (!after) return;
      set_text(next, `Next exercise: ${after.title}`);
      set_attribute(next, "data-exercise", after.id);
    },
  };
}

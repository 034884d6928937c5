// The way from a frame to the whole page, with the run or the exercise as it is now. The address of
// the frame never changes: a new one is made for the link whenever something has changed.
import {element} from "../page/dom.js";
import {encode_link, kLinkMax} from "../page/link.js";

const kGap_ms = 150;

export function show_link_to_full_lab(bus, exercises, values) {
  const words = "Open the full lab in a new tab";
  const link = element("a", {href: "", target: "_blank", rel: "noopener"}, words);
  let timer = null;
  let asked = 0;
  const follow = () => {
    timer ??= setTimeout(async () => {
      timer = null;
      const mine = ++asked;
      const href = bus.model().exercise
        ? await address_of_exercise(bus, exercises, values)
        : await address_of_full_lab(bus, values);
      if (mine === asked) link.href = href;
    }, kGap_ms);
  };
  link.href = address_at(bus.model(), values).href;
  bus.on_change(follow);
  follow();
  document.querySelector(".foot").append(element("p", {id: "full-lab"}, link));
}

// A run that is too long for a link begins at its scenario, seed and step.
async function address_of_full_lab(bus, values) {
  const short = address_at(bus.model(), values);
  const {theme} = values;
  const whole = new URL(short);
  whole.search = globalThis.cutline_options.write_options({theme});
  whole.hash = (await encode_link(bus.saved_run())) ?? "";
  return whole.hash && whole.href.length <= kLinkMax ? whole.href : short.href;
}

// Of the learner's progress only this exercise goes along. One that came as text by a message has
// no address to be had from.
async function address_of_exercise(bus, exercises, {theme}) {
  const id = bus.model().exercise;
  const view = await exercises.view().catch(() => null);
  const own = view?.own?.id === id ? view.own : null;
  const asks = own ? {"exercise-url": own.address} : {exercise: id};
  const address = new URL(window.location.href);
  const {write_options} = globalThis.cutline_options;
  address.hash = "";
  address.search = write_options({...asks, theme});
  if (own?.address === "") {
    address.search = write_options({screen: "exercises", theme});
    return address.href;
  }
  address.hash = (await encode_link(progress_of(bus.ask("progress"), id), "p")) ?? "";
  if (address.href.length > kLinkMax) address.hash = "";
  return address.href;
}

// What a text of progress (core/lesson/exercise_kept.h) says of one exercise.
export function progress_of(text, id) {
  const [first, ...works] = text.split(/^(?=work )/m);
  return first + works.filter((work) => work.startsWith(`work ${id} `)).join("");
}

function address_at({show, scenario, step, parameters}, {theme}) {
  const seed = parameters.find(({key}) => key === "seed")?.value;
  const address = new URL(window.location.href);
  address.search = globalThis.cutline_options.write_options({
    screen: show,
    scenario,
    seed,
    step: String(step),
    theme,
  });
  address.hash = "";
  return address;
}

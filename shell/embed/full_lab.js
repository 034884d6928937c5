// The way from a frame to the whole page, with the run as it is now. The address of the frame never
// changes: a new one is made for the link whenever the run has changed.
import {element} from "../page/dom.js";
import {encode_link, kLinkMax} from "../page/link.js";

const kGap_ms = 150;

export function show_link_to_full_lab(bus, values) {
  const words = "Open the full lab in a new tab";
  const link = element("a", {href: "", target: "_blank", rel: "noopener"}, words);
  let timer = null;
  const follow = () => {
    timer ??= setTimeout(async () => {
      timer = null;
      link.href = await address_of_full_lab(bus, values);
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

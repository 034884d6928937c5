// What the address asks for, done by the lab's own commands: what it refuses is a notice like any
// other.

const kRemarksMax = 5;

export function begin_as_asked(bus, {screen, scenario, seed, speed, step}) {
  if (scenario) bus.run(`scenario ${scenario}`);
  if (seed) bus.run(`seed ${seed}`);
  if (speed) bus.run(`speed ${speed}`);
  bus.run(`seek ${step}`);
  if (screen && screen !== "exercises") bus.run(`show ${screen}`); // exercises.js opens those
}

export function play_when_seen(bus) {
  const watch = new IntersectionObserver((entries) => {
    if (!entries.at(-1).isIntersecting) return;
    watch.disconnect();
    bus.run("play");
  });
  watch.observe(document.getElementById("lab"));
}

// A value that is wrong is told to the reader; a name that means nothing only to whoever looks.
export function say_what_is_wrong(bus, {faults, unknown}) {
  for (const sentence of faults.slice(0, kRemarksMax)) bus.notice(sentence);
  const more = faults.length - kRemarksMax;
  if (more > 0) bus.notice(`The address has ${more} more options that cannot be used.`);
  if (unknown.length > 0) console.info(`The address has options unknown here: ${unknown}.`);
}

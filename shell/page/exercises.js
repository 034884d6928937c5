// The door to the exercises. Their own scripts (exercise_*.js) come when somebody wants one.

export function make_exercises(bus, speak) {
  let view = null; // a promise
  let begun = Promise.resolve();
  const load = () => {
    view ??= import("./exercise_view.js").then(({make_view}) => make_view(bus, speak));
    view.catch(() => {
      view = null; // the next try asks again
    });
    return view;
  };
  const tell = (error) =>
    bus.notice(`The exercises could not be loaded: ${error?.message ?? error}`);
  const open = (use) => load().then(use).catch(tell);
  document
    .getElementById("exercises-open")
    .addEventListener("click", () => open((there) => there.open()));
  // The canvas, a link or a message may open one too.
  bus.on_change((model) => {
    if (model.exercise) open((there) => there.follow());
  });
  return {
    // What the address asks for. `progress`: the text that came in its link, or "".
    begin({screen, exercise, "exercise-url": address}, progress) {
      if (progress) open((there) => there.add(progress));
      if (exercise) begun = open((there) => there.enter(exercise));
      else if (address) begun = open((there) => there.fetch(address));
      else if (screen === "exercises") open((there) => there.open_if_none());
    },
    put_away: () => view?.then((there) => there.close()),
    add: (progress) => open((there) => there.add(progress)),
    // The view, when what was kept is there and the address has been followed.
    async view() {
      await begun;
      return load();
    },
  };
}

// The door to the exercises. Their own scripts (exercise_*.js) come when somebody wants one.

export function make_exercises(bus, speak) {
  let view = null; // a promise
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
  return ({exercise, "exercise-url": address}) => {
    if (exercise) open((there) => there.enter(exercise));
    else if (address) open((there) => there.fetch(address));
  };
}

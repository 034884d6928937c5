// Plays the run: one "step" after the other, by a timer and not by animation frames, which a frame
// out of sight does not get. Stops on "pause", and by itself when a step is refused.

export class Player {
  #bus;
  #timer = null;

  constructor(bus) {
    this.#bus = bus;
    bus.on_change((model) => this.#follow(model));
  }

  #follow(model) {
    if (!model.playing) {
      clearTimeout(this.#timer);
      this.#timer = null;
    } else if (this.#timer === null) {
      this.#timer = setTimeout(() => this.#step(), 1000 / model.speed);
    }
  }

  // The timer is taken down first: what "step" changes puts up the next one.
  #step() {
    this.#timer = null;
    if (!this.#bus.run("step").ok) this.#bus.run("pause");
  }
}

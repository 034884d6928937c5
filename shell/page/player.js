// Plays the run: one "step" after the other, or a job's time in small pieces; by a timer and not by
// animation frames, which a frame out of sight does not get. Stops on "pause", and by itself when a
// step is refused.

const kPiece_ms = 100;

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
      this.#timer = setTimeout(() => this.#step(), model.job ? kPiece_ms : 1000 / model.speed);
    }
  }

  // The timer is taken down first: what "step" changes puts up the next one.
  #step() {
    this.#timer = null;
    if (!this.#bus.run(this.#line(this.#bus.model())).ok) this.#bus.run("pause");
  }

  #line({job, speed}) {
    if (!job) return "step";
    const time_s = Math.min(job.until_s, job.now_s + (speed * kPiece_ms) / 1000);
    return `until ${time_s.toFixed(6)}s`;
  }
}

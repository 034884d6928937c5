// The page owns requestAnimationFrame. A frame is drawn only when somebody asks for one, and for as
// long as the program wants another; an idle page draws nothing.

const kSettleFrames = 3; // Dear ImGui spreads one input over a few frames

export class Frames {
  #draw;
  #pending = 0;
  #scheduled = false;
  #stopped = false;

  // draw(time_ms) draws one frame and says whether another one is wanted.
  constructor(draw) {
    this.#draw = draw;
  }

  // After input: the frame that takes it in, and those it needs to settle.
  request_input() {
    this.request(1 + kSettleFrames);
  }

  request(count = 1) {
    this.#pending = Math.max(this.#pending, count);
    this.#schedule();
  }

  stop() {
    this.#stopped = true;
  }

  resume() {
    this.#stopped = false;
    this.request_input();
  }

  #schedule() {
    if (this.#scheduled || this.#stopped || this.#pending === 0) return;
    this.#scheduled = true;
    requestAnimationFrame((time_ms) => {
      this.#scheduled = false;
      if (this.#stopped) return;
      const wants_more = this.#draw(time_ms);
      this.#pending = Math.max(this.#pending - 1, wants_more ? 1 : 0);
      this.#schedule();
    });
  }
}

// Speaks: one polite sentence per user step. Two regions take turns, because a region whose text is
// replaced while it is being read is cut off or skipped by some readers. While the run plays by
// itself, at most one sentence every four seconds: the latest.

const kPlayingGap_ms = 4000;
const kStays_ms = 20000; // then the text goes, so that nobody finds a stale one

export class Live {
  #regions;
  #turn = 0;
  #waiting = null; // the sentence to say when the gap is over
  #gap = null; // timer

  constructor(regions) {
    this.#regions = [...regions];
  }

  // What a change has to say, if anything. The sentence with which playing starts is said at once,
  // and so is the one with which it ends; what waited until then is out of date.
  say(sentence, playing) {
    if (!playing) this.#close_gap();
    if (sentence) {
      if (this.#gap) this.#waiting = sentence;
      else this.#speak(sentence);
    }
    if (playing && !this.#gap) this.#open_gap();
  }

  #close_gap() {
    clearTimeout(this.#gap);
    this.#gap = null;
    this.#waiting = null;
  }

  #open_gap() {
    this.#gap = setTimeout(() => {
      this.#gap = null;
      const sentence = this.#waiting;
      this.#waiting = null;
      if (!sentence) return;
      this.#speak(sentence);
      this.#open_gap();
    }, kPlayingGap_ms);
  }

  #speak(sentence) {
    const region = this.#regions[this.#turn];
    this.#turn = (this.#turn + 1) % this.#regions.length;
    for (const other of this.#regions) if (other !== region) other.textContent = "";
    region.textContent = sentence;
    setTimeout(() => {
      if (region.textContent === sentence) region.textContent = "";
    }, kStays_ms);
  }
}

// What is kept of a lesson and what it comes to: of the lab alone a run and predictions, of
// exercises the learner's progress in them.

const kWork = /^work (\S+) \S+ \S+ (\d+) /; // core/lesson/exercise_kept.h: name, …, right answers

// `entry` as in lesson.js. `asked`, `changed`, `right`, `run` are of the lab alone.
export class Kept {
  #entry;
  values = {
    asked: 0,
    at: "", // the exercise that was open last
    changed: false,
    done: [], // exercises whose end was reached
    judged: {}, // exercise → how many of its questions have an outcome
    progress: "",
    right: 0,
    run: "",
  };

  constructor(entry) {
    this.#entry = entry;
  }

  get has_exercises() {
    return this.#entry.exercises.length > 0;
  }

  is_ours(exercise) {
    return this.#entry.exercises.some(({id}) => id === exercise);
  }

  // Takes what the lab's getState() gave; whether that is news.
  take({run, progress, exercise, asked}) {
    const {values} = this;
    if (!this.has_exercises) {
      const news = run !== values.run;
      values.run = run;
      return news;
    }
    const before = JSON.stringify([values.progress, values.at]);
    values.progress = this.#ours(progress);
    if (this.is_ours(exercise)) {
      values.at = exercise;
      values.judged[exercise] = asked;
    }
    return before !== JSON.stringify([values.progress, values.at]);
  }

  // The text of progress without other exercises.
  #ours(text) {
    const [first, ...works] = text.split(/^(?=work )/m);
    return first + works.filter((work) => this.is_ours(kWork.exec(work)?.[1])).join("");
  }

  // Right answers in an exercise.
  right_in(id) {
    const works = this.values.progress.split("\n").map((line) => kWork.exec(line));
    return Number(works.find((work) => work?.[1] === id)?.[2] ?? 0);
  }

  // How many were asked and right, of how many; and whether it is done.
  get counts() {
    const {asked, changed, done, judged, right} = this.values;
    const {answers, exercises} = this.#entry;
    if (!this.has_exercises)
      return {asked, right, of: answers, done: answers === 0 ? changed : asked >= answers};
    const sum = (count) => exercises.reduce((all, one) => all + count(one), 0);
    return {
      asked: sum(({id}) => judged[id] ?? 0),
      right: sum(({id}) => this.right_in(id)),
      of: sum(({of}) => of),
      done: exercises.every(({id}) => done.includes(id)),
    };
  }
}

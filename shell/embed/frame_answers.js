// Predictions that the queue lab has judged, as answers and a score, for a page that keeps them.

// tell(type, fields) as in messages.js.
export function watch_answers(bus, tell) {
  let before = bus.model().queue;
  const score = {right: 0, asked: 0};
  let was_open = bus.model().exercise !== "";
  bus.on_change(({queue, exercise}) => {
    const own = !was_open && exercise === ""; // an exercise has answers of its own
    was_open = exercise !== "";
    const judged = own && queue.steps > before.steps && before.prediction_text && queue.judgement;
    if (judged) {
      const right = queue.judged_right;
      score.asked += 1;
      score.right += right ? 1 : 0;
      tell("answer", {
        question: `queue λ=${queue.lambda_text} μ=${queue.mu_text} t=${queue.time_text}`,
        given: before.prediction_text,
        right,
        sentence: queue.judgement,
      });
      tell("score", {...score});
    }
    before = queue;
  });
}

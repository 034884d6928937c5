#include "core/lesson/job_compare.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/lesson/job_modes.h"
#include "core/lesson/words.h"

namespace cutline {
namespace {

void begin(JobComparison& comparison, const Job& job) {
  comparison.job = job;
  comparison.hands.clear();
  for (ComparedRun& run : comparison.runs) {
    run.history.reset();
    run.why_not.clear();
    run.notes.clear();
    Result<Job> with_mode = with_job_mode(job, run.mode);
    Result<JobSetup> setup =
        with_mode ? set_up(std::move(*with_mode)) : Result<JobSetup>(with_mode.error());
    if (setup) run.history = JobHistory(std::move(*setup), kComparedKeyframeBytes);
    else run.why_not = setup.error().sentence;
  }
}

std::string act_words(const JobHand& hand) {
  if (hand.act == JobAct::fail) return "the failure of " + hand.task;
  return hand.act == JobAct::checkpoint ? "the checkpoint by hand" : "the savepoint by hand";
}

// The same act at the same time, whatever event that is here.
Result<Done> do_again(JobHistory& history, const JobHand& hand) {
  if (auto there = history.seek_time(hand.at); !there) return there;
  SubtaskId subtask;
  if (hand.act == JobAct::fail) {
    const auto found = find_subtask(current_setup(history.setup(), history.world()), hand.task);
    if (!found) return fault("there is no task " + hand.task + " then");
    subtask = *found;
  }
  return history.act(hand.act, subtask);
}

void note(ComparedRun& run, std::string words) {
  if (std::find(run.notes.begin(), run.notes.end(), words) == run.notes.end())
    run.notes.push_back(std::move(words));
}

void go_along(ComparedRun& run, const std::vector<JobHand>& hands, Tick now) {
  for (const JobHand& hand : hands)
    if (auto done = do_again(*run.history, hand); !done)
      note(run, act_words(hand) + " at " + time_text(hand.at) +
                    " did not happen here: " + done.error().sentence);
  if (auto done = run.history->seek_time(now); !done)
    note(run, "this run does not go on: " + done.error().sentence);
}

}  // namespace

Result<JobComparison> compare_modes(const std::vector<std::string>& modes) {
  if (modes.empty() || modes.size() > kComparedModesMax)
    return fault("one to four modes are compared, not " + std::to_string(modes.size()));
  JobComparison out;
  for (const std::string& mode : modes) {
    if (auto known = with_job_mode(Job{}, mode); !known) return known.error();
    for (const ComparedRun& each : out.runs)
      if (each.mode == mode) return fault("the mode " + mode + " is named twice");
    out.runs.push_back({mode, "", std::nullopt, {}});
  }
  return out;
}

void follow(JobComparison& comparison, const JobHistory& history) {
  std::vector<JobHand> wanted;
  for (const JobHand& hand : history.hands())
    if (hand.after < history.cursor()) wanted.push_back(hand);
  // Hands that lie ahead of the cursor stay done as long as they are still in its future.
  const std::vector<JobHand>& known = history.hands();
  const bool same_hands = comparison.hands.size() <= known.size() &&
                          std::equal(comparison.hands.begin(), comparison.hands.end(),
                                     known.begin());
  if (!same_hands || !comparison.job || *comparison.job != history.setup().job)
    begin(comparison, history.setup().job);
  const std::vector<JobHand> ahead(
      wanted.begin() + static_cast<std::ptrdiff_t>(std::min(comparison.hands.size(),
                                                            wanted.size())),
      wanted.end());
  for (ComparedRun& run : comparison.runs)
    if (run.history) go_along(run, ahead, history.world().now);
  comparison.hands.insert(comparison.hands.end(), ahead.begin(), ahead.end());
}

}  // namespace cutline

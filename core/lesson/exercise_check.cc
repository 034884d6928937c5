#include "core/lesson/exercise_check.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/lesson/exercise_answer.h"
#include "core/lesson/exercise_claim.h"
#include "core/lesson/exercise_progress.h"
#include "core/lesson/exercise_run.h"
#include "core/lesson/exercise_search.h"
#include "core/lesson/exploration.h"
#include "core/lesson/settings.h"

namespace cutline {
namespace {

constexpr uint64_t kClaimStatesMax = 1'000'000;
constexpr uint64_t kClaimBytesMax = uint64_t{512} << 20;
constexpr uint64_t kSlice = 100'000;

class Checker {
 public:
  explicit Checker(const Exercise& exercise) : exercise_(exercise) {}

  std::vector<CheckLine> check() {
    const Result<Lab> start = start_lab(exercise_);
    if (!start) {
      say(false, "start: " + start.error().sentence);
      return std::move(lines_);
    }
    say(true, "start: " + count_of(static_cast<int64_t>(exercise_.start.size()), "command") +
                  " can be done");
    if (holds(*start, exercise_.goal)) say(false, "goal: it holds at the start already");
    else say(true, "goal: it does not hold at the start");
    check_way(*start);
    for (size_t at = 0; at < exercise_.steps.size(); ++at) {
      if (exercise_.steps[at].question) check_question(at, *exercise_.steps[at].question);
      if (exercise_.steps[at].shortest) check_shortest(at, *start);
    }
    for (const ExerciseClaim& claim : exercise_.claims) check_claim(*start, claim);
    return std::move(lines_);
  }

 private:
  void say(bool good, std::string sentence) { lines_.push_back({good, std::move(sentence)}); }

  static std::string step_text(size_t at) { return "step " + std::to_string(at + 1) + ": "; }

  void check_way(const Lab& start) {
    std::vector<std::string> commands = exercise_.solution;
    if (commands.empty() && exercise_.job) {
      say(false, "solution: an exercise with a job needs one; no ways are searched there");
      return;
    }
    if (commands.empty()) {
      const GoalSearch search = search_goal(exercise_, start, exercise_.goal);
      if (!search.reached) {
        say(false, std::string("goal: ") +
                       (search.whole ? "no run by the allowed actions reaches it"
                                     : "not reached by the allowed actions") +
                       " (" + count_of(static_cast<int64_t>(search.states), "state") +
                       " looked at" + (search.whole ? ")" : "); give a solution"));
        return;
      }
      commands = search.commands;
    }
    ExerciseProgress progress(exercise_, start);
    for (const std::string& command : commands)
      if (const auto done = progress.apply(command); !done) {
        say(false, "solution: " + in_quotes(command) + ": " + done.error().sentence);
        return;
      }
    say(progress.goal_reached(),
        progress.goal_reached()
            ? "goal: reached in " + count_of(static_cast<int64_t>(commands.size()), "action") +
                  ": " + commands_text(commands)
            : "solution: it does not reach the goal");
    for (size_t at = 0; at < exercise_.steps.size(); ++at) {
      if (exercise_.steps[at].kind != StepKind::act) continue;
      const std::optional<size_t>& done = progress.done()[at];
      say(done.has_value(), step_text(at) + (done ? "done on the way to the goal"
                                                  : "not done on the way to the goal; give a "
                                                    "solution that does it"));
    }
  }

  void check_shortest(size_t at, const Lab& start) {
    for (const std::string& allowed : exercise_.allowed)
      if (exercise_.job && !is_whole_command(allowed))
        return say(false, step_text(at) + "shortest goes with whole commands, and something can "
                                          "be added to " + in_quotes(allowed));
    const GoalSearch search = search_goal(exercise_, start, *exercise_.steps[at].until);
    const bool good = search.reached && !search.commands.empty();
    say(good, step_text(at) +
                  (good ? "the shortest way has " +
                              count_of(static_cast<int64_t>(search.commands.size()), "action") +
                              ": " + commands_text(search.commands)
                        : "no shortest way was found"));
  }

  void check_question(size_t at, const Question& question) {
    const auto right = right_answer(exercise_, question);
    if (!right) return say(false, step_text(at) + right.error().sentence);
    const auto judged = judge(exercise_, question, *right);
    if (!judged || !judged->right)
      return say(false,
                 step_text(at) + "the answer " + in_quotes(*right) + " is not taken as right");
    say(true, step_text(at) + "the right answer is " + *right);
    check_mistakes(at, question);
  }

  // A mistake whose value is the right one would be pointed at nobody.
  void check_mistakes(size_t at, const Question& question) {
    if (question.kind != AnswerKind::number && question.kind != AnswerKind::choose) return;
    Result<Lab> lab = start_lab(exercise_);
    if (!lab || !do_commands(*lab, question.after)) return;
    const auto right = evaluate(*lab, question.is);
    for (size_t mistake = 0; mistake < question.mistakes.size(); ++mistake) {
      const auto value = evaluate(*lab, question.mistakes[mistake].is);
      const std::string which = step_text(at) + "mistake " + std::to_string(mistake + 1);
      if (!value) say(false, which + ": " + value.error().sentence);
      else if (right && same_value(*value, *right)) say(false, which + " is the right answer");
    }
  }

  void check_claim(const Lab& start, const ExerciseClaim& claim) {
    if (exercise_.job) return lines_.push_back(check_job_claim(*exercise_.job, claim));
    Scenario scenario = start.history().scenario();
    const std::string name = "claim: " + std::string(role_name(claim.claim.role)) + " " +
                             std::string(claim.claim.predicate.name) +
                             (claim.settings.empty() ? "" : " with " +
                                                                commands_text(claim.settings));
    for (const std::string& setting : claim.settings) {
      const auto command = parse_command("set " + setting);
      auto changed = with_setting(scenario, command->arguments[0], command->arguments[1]);
      if (!changed) return say(false, name + ": " + changed.error().sentence);
      scenario = std::move(*changed);
    }
    const auto why = why_unexplorable(scenario, std::span(&claim.claim, 1));
    if (why) return say(false, name + ": " + *why);
    Exploration exploration(exercise_.scenario, scenario, {claim.claim},
                            {{kClaimStatesMax, kClaimBytesMax, 0x10000}});
    while (exploration.running()) exploration.run(kSlice);
    const ClaimModel& model = exploration.model().claims[0];
    const bool good = model.verdict == "holds" || model.verdict == "reached";
    say(good, name + ": " + model.verdict + " (" +
                  count_of(static_cast<int64_t>(exploration.model().states), "state") + ")" +
                  (good || model.why.empty() ? "" : ". " + model.why));
  }

  const Exercise& exercise_;
  std::vector<CheckLine> lines_;
};

}  // namespace

std::string commands_text(const std::vector<std::string>& commands) {
  std::string out;
  for (const std::string& command : commands) out += (out.empty() ? "" : "; ") + command;
  return out;
}

std::vector<CheckLine> check_exercise(const Exercise& exercise) {
  return Checker(exercise).check();
}

bool all_good(const std::vector<CheckLine>& lines) {
  return std::all_of(lines.begin(), lines.end(), [](const CheckLine& line) { return line.good; });
}

}  // namespace cutline

#include "core/lesson/submission.h"

#include <nlohmann/json.hpp>

#include "core/base/fingerprint.h"
#include "core/base/json.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/exercise_answer.h"
#include "core/lesson/exercise_progress.h"
#include "core/lesson/exercise_run.h"
#include "core/lesson/exercise_search.h"
#include "core/lesson/json_fields.h"

namespace cutline {
namespace {

constexpr int kSubmissionVersion = 1;
constexpr size_t kSubmissionBytesMax = 4 * 1024 * 1024;
constexpr std::string_view kMembers =
    "cutline-submission exercise text actions answers right of solved seal";
constexpr std::string_view kSubmission = "a submission";
constexpr int kActionColumn = 1;
constexpr int kAnswerColumn = 2;

Result<JsonValue> parse_submission(std::string_view text) {
  if (text.size() > kSubmissionBytesMax)
    return fault("a submission has at most " + std::to_string(kSubmissionBytesMax) + " bytes");
  Result<JsonValue> root = parse_json(text);
  if (!root) return root;
  if (!root->is(JsonKind::object) || !root->find("cutline-submission"))
    return root->wrong("this is no submission of Cutline: it has no \"cutline-submission\"");
  const JsonValue& version = *root->find("cutline-submission");
  if (const auto known = whole_number(version, "cutline-submission", 1, kSubmissionVersion);
      !known)
    return version.wrong("this Cutline reads submissions of version 1 only");
  if (const auto good = only_members(*root, kSubmission, kMembers); !good) return good.error();
  return root;
}

Result<std::vector<std::string>> read_actions(const JsonValue& array) {
  std::vector<std::string> out;
  if (array.items.size() > kRunLinesMax)
    return array.wrong("there are at most " + std::to_string(kRunLinesMax) + " actions");
  for (const JsonValue& each : array.items) {
    if (const auto good = of_kind(each, "an action", JsonKind::text); !good) return good.error();
    out.push_back(each.text);
  }
  return out;
}

Result<std::vector<GivenAnswer>> read_answers(const JsonValue& array) {
  std::vector<GivenAnswer> out;
  if (array.items.size() > kAnswersMax)
    return array.wrong("there are at most " + std::to_string(kAnswersMax) + " answers");
  for (const JsonValue& each : array.items) {
    if (const auto good = of_kind(each, "an answer", JsonKind::object); !good)
      return good.error();
    if (const auto good = only_members(each, "an answer", "step answer"); !good)
      return good.error();
    const auto step = member(each, "an answer", "step");
    if (!step) return step.error();
    const auto number = whole_number(**step, "step", 1, 1000);
    if (!number) return number.error();
    const auto answer = member(each, "an answer", "answer", JsonKind::text);
    if (!answer) return answer.error();
    out.push_back({static_cast<size_t>(*number), (*answer)->text});
  }
  return out;
}

uint64_t seal_of(const Exercise& exercise, const LearnerWork& work, const Lab& lab) {
  Fingerprint out;
  out.add(exercise.fingerprint);
  out.add(lab.fingerprint());
  out.add(work.actions.size());
  for (const std::string& action : work.actions) out.add(action);
  for (const GivenAnswer& answer : work.answers) {
    out.add(answer.step);
    out.add(answer.answer);
  }
  return out.value();
}

// The grade of one question by all answers that were given to it.
Result<StepGrade> grade_question(const Exercise& exercise, size_t step, const LearnerWork& work) {
  StepGrade out;
  out.step = step;
  for (size_t at = 0; at < work.answers.size(); ++at) {
    const GivenAnswer& given = work.answers[at];
    if (given.step != step) continue;
    const auto judged = judge(exercise, *exercise.steps[step - 1].question, given.answer);
    if (!judged)
      return fault_at(static_cast<int>(at + 1), kAnswerColumn, judged.error().sentence);
    count_answer(out, *judged);
  }
  if (out.attempts == 0) out.sentence = "Not answered.";
  return out;
}

// "right": 4 where the replay says 3.
Result<Done> agrees(const JsonValue& root, std::string_view name, const JsonValue& replayed) {
  const auto said = member(root, kSubmission, name);
  if (!said) return said.error();
  if (print_json(**said) == print_json(replayed)) return Done{};
  return (*said)->wrong("the submission says " + print_json(**said) + " for " +
                        in_quotes(name) + ", the replay says " + print_json(replayed));
}

JsonValue json_of(int64_t number) {
  JsonValue out;
  out.kind = JsonKind::integer;
  out.integer = number;
  out.real = static_cast<double>(number);
  return out;
}

JsonValue json_of(bool truth) {
  JsonValue out;
  out.kind = JsonKind::boolean;
  out.boolean = truth;
  return out;
}

JsonValue json_of(std::string text) {
  JsonValue out;
  out.kind = JsonKind::text;
  out.text = std::move(text);
  return out;
}

// The place in the submission of what grade_work() could not replay.
Fault at_place(const JsonValue& actions, const JsonValue& answers, const Fault& problem) {
  const JsonValue& list = problem.column == kActionColumn ? actions : answers;
  const size_t index = static_cast<size_t>(problem.line) - 1;
  if (problem.line < 1 || index >= list.items.size()) return problem;
  return list.items[index].wrong(problem.sentence);
}

}  // namespace

void count_answer(StepGrade& grade, const Judgement& judged) {
  ++grade.attempts;
  grade.right = judged.right;
  grade.right_at_once = grade.attempts == 1 ? judged.right : grade.right_at_once;
  grade.sentence = judged.feedback;
  grade.shows = judged.right ? grade.shows : judged.shows;
}

StepGrade grade_act(const Exercise& exercise, size_t step, const ExerciseProgress& progress,
                    const Lab& start) {
  StepGrade out;
  out.step = step;
  const std::optional<size_t>& done = progress.done()[step - 1];
  out.right = done.has_value();
  out.attempts = done ? 1 : 0;
  out.sentence = done ? "Done." : "Not done.";
  const ExerciseStep& act = exercise.steps[step - 1];
  if (done && act.shortest) {
    const GoalSearch search = search_goal(exercise, start, *act.until);
    out.right = search.reached && *done <= search.commands.size();
    const std::string unit = exercise.job ? "action" : "step";
    out.sentence = "Done in " + count_of(static_cast<int64_t>(*done), unit) +
                   (out.right ? ", and no way is shorter."
                              : "; there is a way of " +
                                    count_of(static_cast<int64_t>(search.commands.size()),
                                             unit) + ".");
  }
  out.right_at_once = out.right;
  return out;
}

Result<Grade> grade_work(const Exercise& exercise, const LearnerWork& work) {
  const Result<Lab> start = start_lab(exercise);
  if (!start) return start.error();
  ExerciseProgress progress(exercise, *start);
  for (size_t at = 0; at < work.actions.size(); ++at)
    if (const auto done = progress.apply(work.actions[at]); !done)
      return fault_at(static_cast<int>(at + 1), kActionColumn,
                      in_quotes(work.actions[at]) + ": " + done.error().sentence);
  for (size_t at = 0; at < work.answers.size(); ++at) {
    const size_t step = work.answers[at].step;
    if (step < 1 || step > exercise.steps.size() || !exercise.steps[step - 1].question)
      return fault_at(static_cast<int>(at + 1), kAnswerColumn,
                      "step " + std::to_string(step) + " of the exercise asks nothing");
  }
  Grade out;
  out.goal_reached = progress.goal_reached();
  for (size_t at = 0; at < exercise.steps.size(); ++at) {
    if (exercise.steps[at].kind == StepKind::act)
      out.steps.push_back(grade_act(exercise, at + 1, progress, *start));
    if (!exercise.steps[at].question) continue;
    const auto grade = grade_question(exercise, at + 1, work);
    if (!grade) return grade.error();
    out.steps.push_back(*grade);
  }
  for (const StepGrade& step : out.steps) out.right += step.right ? 1 : 0;
  out.solved = out.goal_reached && out.right == out.steps.size();
  out.seal = seal_of(exercise, work, progress.lab());
  return out;
}

Result<std::string> submission_exercise(std::string_view json_text) {
  const auto root = parse_submission(json_text);
  if (!root) return root.error();
  const auto name = member(*root, kSubmission, "exercise", JsonKind::text);
  if (!name) return name.error();
  return (*name)->text;
}

Result<Grade> grade_submission(const Exercise& exercise, std::string_view json_text) {
  const auto root = parse_submission(json_text);
  if (!root) return root.error();
  const auto name = member(*root, kSubmission, "exercise", JsonKind::text);
  if (!name) return name.error();
  if ((*name)->text != exercise.id)
    return (*name)->wrong("this submission is for the exercise " + in_quotes((*name)->text) +
                          ", not for " + in_quotes(exercise.id));
  const auto text = member(*root, kSubmission, "text", JsonKind::text);
  if (!text) return text.error();
  if ((*text)->text != print_fingerprint(exercise.fingerprint))
    return (*text)->wrong("this submission is for another text of the exercise " +
                          in_quotes(exercise.id) + ": this one has the fingerprint " +
                          print_fingerprint(exercise.fingerprint));
  const auto actions = member(*root, kSubmission, "actions", JsonKind::array);
  if (!actions) return actions.error();
  const auto answers = member(*root, kSubmission, "answers", JsonKind::array);
  if (!answers) return answers.error();
  LearnerWork work;
  auto read_action_list = read_actions(**actions);
  if (!read_action_list) return read_action_list.error();
  auto read_answer_list = read_answers(**answers);
  if (!read_answer_list) return read_answer_list.error();
  work.actions = std::move(*read_action_list);
  work.answers = std::move(*read_answer_list);
  const auto grade = grade_work(exercise, work);
  if (!grade) return at_place(**actions, **answers, grade.error());
  const std::pair<std::string_view, JsonValue> claims[] = {
      {"right", json_of(static_cast<int64_t>(grade->right))},
      {"of", json_of(static_cast<int64_t>(grade->steps.size()))},
      {"solved", json_of(grade->solved)},
      {"seal", json_of(print_fingerprint(grade->seal))},
  };
  for (const auto& [claim, replayed] : claims)
    if (const auto same = agrees(*root, claim, replayed); !same) return same.error();
  return grade;
}

std::string print_submission(const Exercise& exercise, const LearnerWork& work,
                             const Grade& grade) {
  nlohmann::ordered_json out;
  out["cutline-submission"] = kSubmissionVersion;
  out["exercise"] = exercise.id;
  out["text"] = print_fingerprint(exercise.fingerprint);
  out["actions"] = work.actions;
  out["answers"] = nlohmann::ordered_json::array();
  for (const GivenAnswer& answer : work.answers) {
    nlohmann::ordered_json each;
    each["step"] = answer.step;
    each["answer"] = answer.answer;
    out["answers"].push_back(std::move(each));
  }
  out["right"] = grade.right;
  out["of"] = grade.steps.size();
  out["solved"] = grade.solved;
  out["seal"] = print_fingerprint(grade.seal);
  return out.dump(2) + "\n";
}

}  // namespace cutline

#include "core/lesson/page_json_exercise.h"

#include "core/lesson/model_exercise.h"
#include "core/lesson/page_json_parts.h"

namespace cutline {
namespace {

Json print(const QuestionModel& question) {
  const auto part = [](const AnswerPartModel& each) -> Json {
    return {{"value", each.value}, {"text", each.text}};
  };
  return {{"kind", question.kind},           {"form", question.form},
          {"unit", question.unit},           {"about", question.about},
          {"parts", list(question.parts, part)},
          {"processes", question.processes}, {"events", question.events}};
}

Json print(const ExerciseStepModel& step) {
  Json out = {{"number", step.number},     {"kind", step.kind},
              {"text", step.text},         {"asks", step.asks},
              {"hints", step.hints},       {"hints_left", step.hints_left},
              {"answer", step.answer},     {"attempts", step.attempts},
              {"verdict", step.verdict},   {"feedback", step.feedback},
              {"run", step.run}};
  if (step.asks) out["question"] = print(step.question);
  return out;
}

Json print(const ExerciseModel& model) {
  if (model.id.empty()) return nullptr;
  return {{"id", model.id},
          {"title", model.title},
          {"chapter", model.chapter},
          {"assumes", model.assumes},
          {"source", model.source},
          {"goal", model.goal},
          {"proves", model.proves},
          {"allowed", model.allowed},
          {"at", model.at},
          {"length", model.length},
          {"steps", list(model.steps, [](const ExerciseStepModel& each) { return print(each); })},
          {"showing", model.showing},
          {"right", model.right},
          {"of", model.of},
          {"judged", model.judged},
          {"goal_reached", model.goal_reached},
          {"solved", model.solved},
          {"sentence", model.sentence},
          {"actions", list(model.actions, [](const ActionModel& each) { return print(each); })}};
}

}  // namespace

std::string course_json(const Course& course) {
  const CourseModel model = build_course(course);
  const auto entry = [](const CourseEntryModel& each) -> Json {
    return {{"id", each.id},       {"title", each.title}, {"chapter", each.chapter},
            {"state", each.state}, {"right", each.right}, {"of", each.of}};
  };
  const Json out = {{"entries", list(model.entries, entry)},
                    {"sentence", model.sentence},
                    {"exercise", print(model.exercise)}};
  return out.dump();
}

}  // namespace cutline

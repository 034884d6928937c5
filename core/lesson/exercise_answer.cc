#include "core/lesson/exercise_answer.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/lesson/exercise_events.h"
#include "core/lesson/exercise_run.h"
#include "core/lesson/words.h"
#include "core/run/job_names.h"
#include "core/run/job_tags.h"

namespace cutline {
namespace {

constexpr size_t kRecordsToChooseMax = 60;

// The commands of the first `count` moments behind the start.
std::vector<std::string> commands_to(const std::vector<Moment>& all, size_t count) {
  std::vector<std::string> out;
  for (size_t at = 1; at <= count; ++at) out.push_back(all[at].command);
  return out;
}

std::string unit_text(const Question& question) {
  return question.unit.empty() ? "" : " " + question.unit;
}

std::vector<std::string> split_names(std::string_view answer) {
  std::string text(answer);
  std::replace(text.begin(), text.end(), ',', ' ');
  std::vector<std::string> names;
  for (const Word& word : split_words(text)) names.emplace_back(word.text);
  if (names.size() == 1 && names[0] == "none") names.clear();
  return names;
}

Result<Lab> lab_after(const Exercise& exercise, const Question& question) {
  Result<Lab> lab = start_lab(exercise);
  if (!lab) return lab;
  if (const auto done = do_commands(*lab, question.after); !done) return done.error();
  return lab;
}

// A run seen from an answer: it was right up to a moment, or never.
//
//     moments    0   1   2   3   4   5
//     agrees     .   x   x   .   .   .      parts with 3; "x" up to 2
struct Parting {
  size_t moment = 0;  // whose command ended it
  bool agreed = false;  // was it ever so?
};

template <class Agrees>
Parting parting(const std::vector<Moment>& all, Agrees agrees) {
  for (size_t at = all.size(); at-- > 0;)
    if (all[at].value && agrees(*all[at].value))
      return {std::min(at + 1, all.size() - 1), true};
  // It never was: the moment at which the run came to what it is in the end.
  const std::optional<FigureValue>& last = all.back().value;
  for (size_t at = all.size() - 1; at-- > 0;)
    if (!all[at].value || !last || !same_value(*all[at].value, *last)) return {at + 1, false};
  return {0, false};
}

std::string place_text(const std::vector<Moment>& all, size_t moment) {
  if (moment == 0) return "It is so from the start.";
  const std::string where = all[moment].place.empty()
                                ? "Command " + std::to_string(moment) + ", " +
                                      in_quotes(all[moment].command)
                                : all[moment].place;
  return where + ": " + all[moment].sentence;
}

// The mistake that the answer shows, if its author foresaw it.
template <class Fits>
void add_mistake(const Question& question, Fits fits, Judgement& out) {
  for (const Mistake& mistake : question.mistakes) {
    if (!fits(mistake.is)) continue;
    out.shows = mistake.shows;
    out.feedback = mistake.because + " " + out.feedback;
    return;
  }
}

Result<Judgement> judge_number(const Exercise& exercise, const Question& question,
                               std::string_view answer) {
  const std::vector<Word> words = split_words(answer);
  if (words.empty() || words.size() > 2 ||
      (words.size() == 2 && words[1].text != question.unit))
    return fault("the answer is a number" +
                 (question.unit.empty() ? "" : " of " + question.unit) + ", not " +
                 in_quotes(answer));
  const auto number = parse_decimal(words[0].text, -1e15, 1e15, "the answer");
  if (!number) return number.error();
  const auto all = moments(exercise, question.after, question.is);
  if (!all) return all.error();
  const auto is = [&](double value) {
    return [&question, value](const FigureValue& other) {
      return std::fabs(value - other.number) <= question.tolerance ||
             same_value(number_value(value), other);
    };
  };
  const std::optional<FigureValue>& last = all->back().value;
  if (!last) return fault("the run has no answer to " + in_quotes(question.is.text));
  Judgement out;
  out.right = is(*number)(*last);
  out.solution = figure_text(*last) + unit_text(question);
  if (out.right) {
    out.feedback = "The run says " + out.solution + ", too.";
    return out;
  }
  const Parting part = parting(*all, is(*number));
  const std::string said = print_decimal(*number) + unit_text(question);
  out.feedback = (part.agreed ? "It was " + said + " before. " : "It is at no moment " + said +
                                                                     ". ") +
                 place_text(*all, part.moment) + " In the end it is " + out.solution + ".";
  out.run = commands_to(*all, part.moment);
  const auto lab = lab_after(exercise, question);
  if (!lab) return lab.error();
  add_mistake(question, [&](const Expression& mistake) {
    const auto value = evaluate(*lab, mistake);
    return value && is(*number)(*value);
  }, out);
  return out;
}

Result<Judgement> judge_choice(const Exercise& exercise, const Question& question,
                               std::string_view answer) {
  const auto number =
      parse_integer(answer, 1, static_cast<int64_t>(question.options.size()), "the option");
  if (!number) return number.error();
  const auto lab = lab_after(exercise, question);
  if (!lab) return lab.error();
  const AnswerOption& chosen = question.options[static_cast<size_t>(*number - 1)];
  Judgement out;
  for (const AnswerOption& option : question.options) {
    if (!holds(*lab, option.mistake.is)) continue;
    out.solution = option.text;
    out.right = &option == &chosen;
  }
  if (out.right) {
    out.feedback = chosen.mistake.because.empty() ? "So it is." : chosen.mistake.because;
    return out;
  }
  out.shows = chosen.mistake.shows;
  const auto all = moments(exercise, question.after, chosen.mistake.is);
  if (!all) return all.error();
  const Parting part = parting(*all, [](const FigureValue& value) { return value.truth; });
  out.feedback = chosen.mistake.because + (chosen.mistake.because.empty() ? "" : " ") +
                 (part.agreed ? "It was so before. " + place_text(*all, part.moment)
                              : "At no moment of this run is it so.");
  out.run = commands_to(*all, part.agreed ? part.moment : all->size() - 1);
  return out;
}

// Where one name came into the list for good, or left it.
std::string name_text(const std::vector<Moment>& all, const std::string& name, bool belongs,
                      size_t& moment) {
  const auto has = [&](const FigureValue& value) {
    return (std::find(value.names.begin(), value.names.end(), name) != value.names.end()) !=
           belongs;
  };
  const Parting part = parting(all, has);
  if (!belongs && !part.agreed) {
    moment = all.size() - 1;
    return name + " does not belong: at no moment of this run did it.";
  }
  moment = part.moment;
  return name + (belongs ? " belongs. " : " did belong, and does no more. ") +
         place_text(all, part.moment);
}

Result<Judgement> judge_choose(const Exercise& exercise, const Question& question,
                               std::string_view answer) {
  const std::vector<std::string> given = split_names(answer);
  const auto known = names_to_choose(exercise, question);
  if (!known) return known.error();
  for (size_t at = 0; at < given.size(); ++at) {
    if (std::find(known->begin(), known->end(), given[at]) == known->end())
      return fault("there is no " + in_quotes(given[at]) + " to choose; there are " +
                   list_text(*known));
    if (std::find(given.begin(), given.begin() + static_cast<ptrdiff_t>(at), given[at]) !=
        given.begin() + static_cast<ptrdiff_t>(at))
      return fault(in_quotes(given[at]) + " is chosen twice");
  }
  const auto all = moments(exercise, question.after, question.is);
  if (!all) return all.error();
  const std::optional<FigureValue>& last = all->back().value;
  if (!last) return fault("the run has no answer to " + in_quotes(question.is.text));
  const FigureValue said{FigureType::names, 0, false, given};
  Judgement out;
  out.right = same_value(said, *last);
  out.solution = figure_text(*last);
  if (out.right) {
    out.feedback = "The run says the same.";
    return out;
  }
  for (const std::string& name : *known) {
    const auto in = [&](const std::vector<std::string>& names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (in(given) == in(last->names)) continue;
    size_t moment = 0;
    out.feedback += (out.feedback.empty() ? "" : " ") +
                    name_text(*all, name, in(last->names), moment);
    if (out.run.empty()) out.run = commands_to(*all, moment);
  }
  const auto lab = lab_after(exercise, question);
  if (!lab) return lab.error();
  add_mistake(question, [&](const Expression& mistake) {
    const auto value = evaluate(*lab, mistake);
    return value && same_value(said, *value);
  }, out);
  return out;
}

Result<Judgement> judge_cut(const Exercise& exercise, const Question& question,
                            std::string_view answer) {
  Result<Lab> lab = lab_after(exercise, question);
  if (!lab) return lab.error();
  const std::vector<Word> words = split_words(answer);
  if (words.size() != 1)
    return fault("a cut is a number of events for each process, such as 3,4; not " +
                 in_quotes(answer));
  const std::string command = "cut-set " + std::string(words[0].text);
  if (const auto done = lab->apply_line(command); !done) return done.error();
  Judgement out;
  out.right = holds(*lab, question.is);
  const auto solution = right_answer(exercise, question);
  out.solution = solution ? "such as " + *solution : "";
  out.feedback = lab->announcement();
  if (out.right) return out;
  out.run = exercise.start;
  out.run.insert(out.run.end(), question.after.begin(), question.after.end());
  out.run.push_back(command);
  add_mistake(question, [&](const Expression& mistake) { return holds(*lab, mistake); }, out);
  return out;
}

Result<Judgement> judge_order(const Exercise& exercise, const Question& question,
                              std::string_view answer) {
  std::vector<size_t> order;
  for (const std::string& word : split_names(answer)) {
    const auto place =
        parse_integer(word, 1, static_cast<int64_t>(question.events.size()), "the place");
    if (!place) return place.error();
    const auto index = static_cast<size_t>(*place - 1);
    if (std::find(order.begin(), order.end(), index) != order.end())
      return fault("event " + word + " is there twice");
    order.push_back(index);
  }
  if (order.size() != question.events.size())
    return fault("the answer names all " + std::to_string(question.events.size()) + " events");
  const auto lab = lab_after(exercise, question);
  if (!lab) return lab.error();
  const auto events = find_events(*lab, question.events);
  if (!events) return events.error();
  Judgement out;
  out.right = true;
  const auto solution = right_answer(exercise, question);
  out.solution = solution ? "such as " + *solution : "";
  for (size_t later = 0; later < order.size() && out.right; ++later)
    for (size_t earlier = 0; earlier < later && out.right; ++earlier) {
      const OrderedEvent& first = (*events)[order[later]];
      const OrderedEvent& second = (*events)[order[earlier]];
      if (!comes_first(first, second)) continue;
      out.right = false;
      out.feedback = in_quotes(question.events[order[earlier]]) + " stands before " +
                     in_quotes(question.events[order[later]]) + ", but that ";
      const std::string later_step = std::to_string(second.step);
      if (first.clocked)
        out.feedback += "is among its causes: it happens in step " + std::to_string(first.step) +
                        ", the other in step " + later_step +
                        ", and a chain of events and messages leads from one to the other.";
      else
        out.feedback += "comes first: it happens in event " + std::to_string(first.step) +
                        " of the run, the other in event " + later_step + ".";
    }
  if (out.right) {
    out.feedback = exercise.job ? "So they happened."
                                : "No event stands before one of its causes.";
    return out;
  }
  out.run = exercise.start;
  out.run.insert(out.run.end(), question.after.begin(), question.after.end());
  return out;
}

// "records": those that the sources have read so far, oldest first.
Result<std::vector<std::string>> names_of_job(const JobHistory& history, const std::string& from) {
  const JobWorld& world = history.world();
  const JobSetup& setup = current_setup(history.setup(), world);
  std::vector<std::string> names;
  for (uint32_t index = 0; from == "tasks" && index < world.tasks.size(); ++index)
    names.push_back(subtask_name(setup, {index}));
  for (uint32_t index = 0; from == "channels" && index < world.links.size(); ++index)
    names.push_back(link_name(setup, {index}));
  for (const VertexSetup& vertex : setup.job.vertices)
    if (from == "sinks" && vertex.kind == VertexKind::sink) names.push_back(vertex.name);
  if (from != "records") return names;
  for (const Task& task : world.tasks)
    for (const SplitState& split : task.operators.splits)
      for (uint64_t position = 0; position < split.position; ++position) {
        if (names.size() >= kRecordsToChooseMax)
          return fault("more than " + std::to_string(kRecordsToChooseMax) +
                       " records were read: too many to choose from");
        names.push_back(tag_name(setup, origin_tag(split.split, position)));
      }
  return names;
}

Result<std::string> right_option(const Lab& lab, const Question& question) {
  std::string found;
  for (size_t at = 0; at < question.options.size(); ++at) {
    if (!holds(lab, question.options[at].mistake.is)) continue;
    if (!found.empty())
      return fault("options " + found + " and " + std::to_string(at + 1) + " are both right");
    found = std::to_string(at + 1);
  }
  if (found.empty()) return fault("no option is right");
  return found;
}

}  // namespace

Result<Judgement> judge(const Exercise& exercise, const Question& question,
                        std::string_view answer) {
  switch (question.kind) {
    case AnswerKind::number: return judge_number(exercise, question, answer);
    case AnswerKind::choice: return judge_choice(exercise, question, answer);
    case AnswerKind::choose: return judge_choose(exercise, question, answer);
    case AnswerKind::cut: return judge_cut(exercise, question, answer);
    case AnswerKind::order: return judge_order(exercise, question, answer);
  }
  return fault("there is no such kind of answer");
}

Result<std::string> right_answer(const Exercise& exercise, const Question& question) {
  const auto lab = lab_after(exercise, question);
  if (!lab) return lab.error();
  switch (question.kind) {
    case AnswerKind::choice: return right_option(*lab, question);
    case AnswerKind::cut: return right_cut(*lab, question.is);
    case AnswerKind::order: return right_order(*lab, question.events);
    case AnswerKind::number: case AnswerKind::choose: break;
  }
  const auto value = evaluate(*lab, question.is);
  if (!value) return fault(in_quotes(question.is.text) + ": " + value.error().sentence);
  if (question.kind == AnswerKind::number) return print_decimal(value->number);
  std::string out;
  for (const std::string& name : value->names) out += (out.empty() ? "" : ",") + name;
  return out.empty() ? std::string("none") : out;
}

Result<std::vector<std::string>> names_to_choose(const Exercise& exercise,
                                                 const Question& question) {
  const auto lab = lab_after(exercise, question);
  if (!lab) return lab.error();
  if (lab->job()) return names_of_job(lab->job()->history, question.from);
  const Scenario& scenario = lab->history().scenario();
  std::vector<std::string> names;
  if (question.from == "processes")
    for (const ProcessSetup& process : scenario.processes) names.push_back(process.name);
  if (question.from == "channels")
    for (uint32_t index = 0; index < scenario.channels.size(); ++index)
      names.push_back(scenario.channel_name({index}));
  if (question.from == "transfers")
    for (uint32_t index = 0; index < lab->history().world().records.size(); ++index)
      names.push_back(record_name({index}));
  return names;
}

}  // namespace cutline

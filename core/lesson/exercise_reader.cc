#include "core/lesson/exercise_reader.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/lesson/exercise_events.h"
#include "core/lesson/exercise_file.h"
#include "core/lesson/job_settings.h"
#include "core/run/job_names.h"
#include "core/run/job_watch.h"

namespace cutline {
namespace {

constexpr size_t kHintsMax = 5;
constexpr size_t kOptionsMax = 8;
constexpr size_t kEventsMax = 12;

constexpr std::string_view kStepKeys[] = {"say", "predict", "do", "observe"};
constexpr std::string_view kQuestionKeys[] = {"number", "choice", "choose", "cut", "order"};

std::string joined(std::span<const std::string_view> words) {
  std::string out;
  for (size_t at = 0; at < words.size(); ++at)
    out += (at == 0 ? "" : at + 1 == words.size() ? " and " : ", ") + std::string(words[at]);
  return out;
}

// The one key of the table that is among these; nothing where none is, or two are.
std::optional<size_t> only_one(const toml::table& table, std::span<const std::string_view> keys) {
  std::optional<size_t> found;
  for (size_t at = 0; at < keys.size(); ++at) {
    if (!table.contains(keys[at])) continue;
    if (found) return std::nullopt;
    found = at;
  }
  return found;
}

bool is_of_jobs(Verb verb) {
  return verb == Verb::fail || verb == Verb::checkpoint || verb == Verb::savepoint ||
         verb == Verb::next;
}

bool is_possible_in_jobs(Verb verb) {
  return is_of_jobs(verb) || is_looking(verb) || verb == Verb::set || verb == Verb::seed ||
         verb == Verb::step || verb == Verb::until;
}

// Why a command, or how one begins, has no place in an exercise about that subject, if so.
std::optional<std::string> why_not_there(const FigureSubject& subject, Verb verb,
                                         const std::vector<std::string>& arguments) {
  if (!subject.job && is_of_jobs(verb)) return "is for streaming jobs, and here are processes";
  if (!subject.job) return std::nullopt;
  if (!is_possible_in_jobs(verb)) return "is not for a streaming job, and this exercise has one";
  if (arguments.empty()) return std::nullopt;
  const std::string& word = arguments[0];
  if (verb == Verb::fail && !find_subtask(*subject.job, word))
    return "names no task: there is none called " + in_quotes(word);
  if (verb == Verb::next && !find_moment(word))
    return "names no moment: there is none called " + in_quotes(word);
  if (verb == Verb::set && std::none_of(job_settings().begin(), job_settings().end(),
                                        [&](const auto& each) { return each.key == word; }))
    return "names no option: there is none called " + in_quotes(word);
  return std::nullopt;
}

const VerbInfo* verb_at_the_beginning(const std::string& line) {
  for (const VerbInfo& verb : verbs())
    if (line == verb.words || line.starts_with(std::string(verb.words) + " ")) return &verb;
  return nullptr;
}

}  // namespace

bool ExerciseReader::said(const toml::table& table, std::string_view where, std::string_view key,
                          size_t max, std::string& out) {
  if (!needs(table, where, key) || !text(table, key, out)) return false;
  if (out.empty() || out.size() > max)
    return refuse(*table.get(key), std::string(key) + " must have from 1 to " +
                                       std::to_string(max) + " bytes");
  if (max == kLineBytesMax) return line(table, key, out);
  for (std::string_view each : split_lines(out))  // a text may have several
    if (!line(table, key, each)) return false;
  return true;
}

bool ExerciseReader::texts(const toml::table& table, std::string_view key,
                           std::vector<std::string>& out) {
  const toml::node* node = table.get(key);
  if (!node) return true;
  const std::string form = std::string(key) + " must be a list of texts in quotes";
  const toml::array* array = node->as_array();
  if (!array) return refuse(*node, form);
  for (const toml::node& each : *array) {
    const auto* value = each.as_string();
    if (!value) return refuse(each, form);
    if (value->get().empty() || value->get().size() > kLineBytesMax)
      return refuse(each, std::string(key) + ": a text there has from 1 to " +
                              std::to_string(kLineBytesMax) + " bytes");
    if (const auto why = why_no_line(value->get()))
      return refuse(each, std::string(key) + ": a text there " + *why);
    if (out.size() >= kCommandsMax)
      return refuse(each, std::string(key) + " has at most " + std::to_string(kCommandsMax) +
                              " entries");
    out.push_back(value->get());
  }
  return true;
}

bool ExerciseReader::commands(const FigureSubject& subject, const toml::table& table,
                              std::string_view key, std::vector<std::string>& out) {
  if (!texts(table, key, out)) return false;
  for (size_t at = 0; at < out.size(); ++at) {
    const Result<Command> command = parse_command(out[at]);
    const toml::node& place = *table.get(key)->as_array()->get(at);
    if (!command) return refuse(place, std::string(key) + ": " + command.error().sentence);
    switch (command->verb) {
      case Verb::scenario: case Verb::open: case Verb::reset: case Verb::play: case Verb::pause:
      case Verb::speed: case Verb::explore: case Verb::explore_on: case Verb::explore_open:
      case Verb::explore_stop: case Verb::claim: case Verb::unclaim:
      case Verb::explore_limit: case Verb::exercise_next: case Verb::exercise_back:
      case Verb::exercise_run: case Verb::exercise_again: case Verb::exercise_leave:
      case Verb::exercise: case Verb::answer: case Verb::hint:
        return refuse(place, std::string(key) + ": " + in_quotes(out[at]) +
                                 " has no place in an exercise");
      default: break;
    }
    if (const auto why = why_not_there(subject, command->verb, command->arguments))
      return refuse(place, std::string(key) + ": " + in_quotes(out[at]) + " " + *why);
  }
  return true;
}

bool ExerciseReader::prefixes(const FigureSubject& subject, const toml::table& table,
                              std::string_view key, std::vector<std::string>& out) {
  if (!texts(table, key, out)) return false;
  for (size_t at = 0; at < out.size(); ++at) {
    const VerbInfo* verb = verb_at_the_beginning(out[at]);
    const toml::node& place = *table.get(key)->as_array()->get(at);
    if (!verb)
      return refuse(place, std::string(key) + ": " + in_quotes(out[at]) +
                               " begins with no command of the lab");
    std::vector<std::string> arguments;
    for (const Word& word : split_words(std::string_view(out[at]).substr(verb->words.size())))
      arguments.emplace_back(word.text);
    if (const auto why = why_not_there(subject, verb->verb, arguments))
      return refuse(place, std::string(key) + ": " + in_quotes(out[at]) + " " + *why);
  }
  return true;
}

bool ExerciseReader::expression(const FigureSubject& subject, const toml::table& table,
                                std::string_view key, FigureType type, Expression& out) {
  std::string words;
  if (!text(table, key, words)) return false;
  Result<Expression> parsed = parse_expression(subject, words);
  const toml::node& place = *table.get(key);
  if (!parsed) return refuse(place, std::string(key) + ": " + parsed.error().sentence);
  if (parsed->type != type)
    return refuse(place, std::string(key) + ": " + in_quotes(words) + " is " +
                             std::string(figure_type_name(parsed->type)) + ", and must be " +
                             std::string(figure_type_name(type)));
  out = std::move(*parsed);
  return true;
}

bool ExerciseReader::read_step(const FigureSubject& subject, const toml::table& table,
                               ExerciseStep& out) {
  const auto kind = only_one(table, kStepKeys);
  if (!kind) return refuse(table, "[[step]] takes one of " + joined(kStepKeys));
  out.kind = static_cast<StepKind>(*kind);
  const std::string where = "[[step]] with " + std::string(kStepKeys[*kind]);
  const bool keys = out.kind == StepKind::predict
                        ? only(table, where,
                               {"predict", "hints", "after", "number", "choice", "choose", "cut",
                                "order", "unit", "tolerance", "from", "mistake"})
                    : out.kind == StepKind::act
                        ? only(table, where, {"do", "hints", "until", "shortest"})
                        : only(table, where, {kStepKeys[*kind]});
  if (!keys || !said(table, where, kStepKeys[*kind], kTextBytesMax, out.text) ||
      !texts(table, "hints", out.hints))
    return false;
  if (out.hints.size() > kHintsMax)
    return refuse(*table.get("hints"),
                  "hints has at most " + std::to_string(kHintsMax) + " entries");
  if (out.kind == StepKind::act) {
    out.until.emplace();
    return needs(table, where, "until") &&
           expression(subject, table, "until", FigureType::truth, *out.until) &&
           flag(table, "shortest", out.shortest);
  }
  if (out.kind != StepKind::predict) return true;
  out.question.emplace();
  return read_question(subject, table, *out.question);
}

bool ExerciseReader::read_question(const FigureSubject& subject, const toml::table& table,
                                   Question& out) {
  const auto kind = only_one(table, kQuestionKeys);
  if (!kind) return refuse(table, "[[step]] with predict takes one of " + joined(kQuestionKeys));
  out.kind = static_cast<AnswerKind>(*kind);
  if (!commands(subject, table, "after", out.after)) return false;
  for (std::string_view key : {"unit", "tolerance"})
    if (table.contains(key) && out.kind != AnswerKind::number)
      return refuse(*table.get(key), std::string(key) + " goes with number");
  if (table.contains("from") && out.kind != AnswerKind::choose)
    return refuse(*table.get("from"), "from goes with choose");
  if (table.contains("mistake") &&
      (out.kind == AnswerKind::choice || out.kind == AnswerKind::order))
    return refuse(*table.get("mistake"), "mistake goes with number, choose and cut");
  if (subject.job && out.kind == AnswerKind::cut)
    return refuse(*table.get("cut"),
                  "cut goes with processes: a job's cuts are its checkpoints");
  switch (out.kind) {
    case AnswerKind::number: return read_number(subject, table, out);
    case AnswerKind::choice: return read_options(subject, table, out);
    case AnswerKind::choose: return read_choose(subject, table, out);
    case AnswerKind::cut:
      return expression(subject, table, "cut", FigureType::truth, out.is) &&
             read_mistakes(subject, table, out);
    case AnswerKind::order: return read_order(subject, table, out);
  }
  return false;
}

bool ExerciseReader::read_number(const FigureSubject& subject, const toml::table& table,
                                 Question& out) {
  if (!expression(subject, table, "number", FigureType::number, out.is) ||
      !text(table, "unit", out.unit))
    return false;
  if (const toml::node* node = table.get("tolerance")) {
    const auto tolerance = node->value<double>();
    if (!tolerance || !std::isfinite(*tolerance) || *tolerance < 0)
      return refuse(*node, "tolerance must be a number from 0");
    out.tolerance = *tolerance;
  }
  return read_mistakes(subject, table, out);
}

bool ExerciseReader::read_choose(const FigureSubject& subject, const toml::table& table,
                                 Question& out) {
  if (!needs(table, "[[step]] with choose", "from") || !text(table, "from", out.from) ||
      !expression(subject, table, "choose", FigureType::names, out.is))
    return false;
  const bool known = subject.job ? out.from == "tasks" || out.from == "channels" ||
                                       out.from == "records" || out.from == "sinks"
                                 : out.from == "processes" || out.from == "channels" ||
                                       out.from == "transfers";
  if (!known)
    return refuse(*table.get("from"),
                  std::string("from must be ") +
                      (subject.job ? "tasks, channels, records or sinks, not "
                                   : "processes, channels or transfers, not ") +
                      in_quotes(out.from));
  return read_mistakes(subject, table, out);
}

bool ExerciseReader::read_order(const FigureSubject& subject, const toml::table& table,
                                Question& out) {
  if (!texts(table, "order", out.events)) return false;
  const toml::node& node = *table.get("order");
  if (out.events.size() < 2 || out.events.size() > kEventsMax)
    return refuse(node, "order has from 2 to " + std::to_string(kEventsMax) + " events");
  for (size_t at = 0; at < out.events.size(); ++at) {
    const toml::node& place = *node.as_array()->get(at);
    if (const auto event = check_event(subject, out.events[at]); !event)
      return refuse(place, event.error().sentence);
    if (std::find(out.events.begin(), out.events.begin() + static_cast<ptrdiff_t>(at),
                  out.events[at]) != out.events.begin() + static_cast<ptrdiff_t>(at))
      return refuse(place, "order: " + in_quotes(out.events[at]) + " is there twice");
  }
  return true;
}

bool ExerciseReader::read_options(const FigureSubject& subject, const toml::table& table,
                                  Question& out) {
  const bool read = tables(table, "choice", kOptionsMax, [&](const toml::table& each) {
    AnswerOption option;
    if (!only(each, "[[step.choice]]", {"text", "is", "shows", "because"}) ||
        !said(each, "[[step.choice]]", "text", kLineBytesMax, option.text) ||
        !read_mistake(subject, each, FigureType::truth, option.mistake))
      return false;
    out.options.push_back(std::move(option));
    return true;
  });
  if (read && out.options.size() < 2)
    return refuse(*table.get("choice"), "choice has at least 2 options");
  return read;
}

bool ExerciseReader::read_mistakes(const FigureSubject& subject, const toml::table& table,
                                   Question& out) {
  const FigureType type = out.kind == AnswerKind::number   ? FigureType::number
                          : out.kind == AnswerKind::choose ? FigureType::names
                                                           : FigureType::truth;
  return tables(table, "mistake", kOptionsMax, [&](const toml::table& each) {
    Mistake mistake;
    if (!only(each, "[[step.mistake]]", {"is", "shows", "because"}) ||
        !needs(each, "[[step.mistake]]", "because") ||
        !read_mistake(subject, each, type, mistake))
      return false;
    out.mistakes.push_back(std::move(mistake));
    return true;
  });
}

bool ExerciseReader::read_mistake(const FigureSubject& subject, const toml::table& table,
                                  FigureType type, Mistake& out) {
  if (!needs(table, "a choice or mistake", "is") ||
      !expression(subject, table, "is", type, out.is) ||
      !whole(table, "shows", {1, kMisconceptions}, out.shows))
    return false;
  return !table.contains("because") ||
         said(table, "a mistake", "because", kTextBytesMax, out.because);
}

}  // namespace cutline

// TOML is parsed by toml++; this reads its tree into an Exercise, and says of everything it cannot
// use where it stands and what is allowed there.
#include "core/lesson/exercise_file.h"

#include <algorithm>

#include "core/base/fingerprint.h"
#include "core/base/text.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/exercise_reader.h"
#include "core/lesson/scenario_file.h"
#include "core/lesson/scenario_table.h"

namespace cutline {
namespace {

constexpr size_t kExerciseBytesMax = 256 * 1024;
constexpr size_t kStepsOfExerciseMax = 40;
constexpr size_t kClaimsMax = 10;

class Reader : public ExerciseReader {
 public:
  Reader(std::string_view id, const toml::table& root) : root_(root) { out_.id = id; }
  Result<Exercise> read();

 private:
  bool read_about();
  bool read_system();
  bool read_named_scenario(const std::string& name);
  bool read_start();
  bool read_goal();
  bool read_misconceptions();
  bool read_claim(const toml::table& table);

  const toml::table& root_;
  Exercise out_;
};

Result<Exercise> Reader::read() {
  const bool done =
      only(root_, "an exercise",
           {"title", "chapter", "proves", "assumes", "source", "misconceptions", "scenario",
            "system", "start", "allowed", "goal", "goal-text", "solution", "step", "claim"}) &&
      read_about() && read_misconceptions() && read_system() && read_start() && read_goal() &&
      needs(root_, "an exercise", "step") &&
      tables(root_, "step", kStepsOfExerciseMax,
             [&](const toml::table& each) {
               ExerciseStep step;
               if (!read_step(out_.scenario, each, step)) return false;
               out_.steps.push_back(std::move(step));
               return true;
             }) &&
      tables(root_, "claim", kClaimsMax,
             [&](const toml::table& each) { return read_claim(each); });
  if (!done) return problem_;
  return std::move(out_);
}

bool Reader::read_about() {
  return said(root_, "an exercise", "title", kLineBytesMax, out_.title) &&
         said(root_, "an exercise", "chapter", kLineBytesMax, out_.chapter) &&
         said(root_, "an exercise", "proves", kTextBytesMax, out_.proves) &&
         said(root_, "an exercise", "assumes", kTextBytesMax, out_.assumes) &&
         said(root_, "an exercise", "source", kLineBytesMax, out_.source);
}

bool Reader::read_misconceptions() {
  const toml::node* node = root_.get("misconceptions");
  if (!node) return true;
  const toml::array* array = node->as_array();
  const std::string form =
      "misconceptions must be a list of numbers from 1 to " + std::to_string(kMisconceptions);
  if (!array || array->size() > static_cast<size_t>(kMisconceptions)) return refuse(*node, form);
  for (const toml::node& each : *array) {
    const auto* number = each.as_integer();
    if (!number || number->get() < 1 || number->get() > kMisconceptions)
      return refuse(each, form);
    if (std::find(out_.misconceptions.begin(), out_.misconceptions.end(), number->get()) !=
        out_.misconceptions.end())
      return refuse(each, "misconceptions: " + std::to_string(number->get()) + " is there twice");
    out_.misconceptions.push_back(number->get());
  }
  return true;
}

bool Reader::read_system() {
  const toml::table* system = nullptr;
  if (!table(root_, "system", system)) return false;
  std::string name;
  if (!text(root_, "scenario", name)) return false;
  if (system && root_.contains("scenario"))
    return refuse(*root_.get("scenario"),
                  "an exercise takes a scenario or a [system], not both");
  if (!system) return needs(root_, "an exercise without a [system]", "scenario") &&
                      read_named_scenario(name);
  Result<Scenario> scenario = read_scenario(out_.id, *system);
  if (!scenario) {
    problem_ = scenario.error();
    if (problem_.line > 0) return false;
    return refuse(*system, "system: " + problem_.sentence);
  }
  out_.scenario = std::move(*scenario);
  return true;
}

bool Reader::read_named_scenario(const std::string& name) {
  std::string known;
  for (const EmbeddedText& each : embedded_scenarios()) {
    known += (known.empty() ? "" : ", ") + std::string(each.name);
    if (each.name != name) continue;
    Result<Scenario> scenario = read_scenario(each.name, each.text);
    CUTLINE_CHECK(scenario, "an embedded scenario can be read");
    out_.scenario = std::move(*scenario);
    return true;
  }
  return refuse(*root_.get("scenario"), "there is no scenario " + in_quotes(name) +
                                            "; there are " + known + "; or write a [system]");
}

bool Reader::read_start() {
  return commands(root_, "start", out_.start) && prefixes(root_, "allowed", out_.allowed) &&
         commands(root_, "solution", out_.solution);
}

bool Reader::read_goal() {
  return needs(root_, "an exercise", "allowed") && needs(root_, "an exercise", "goal") &&
         expression(out_.scenario, root_, "goal", FigureType::truth, out_.goal) &&
         said(root_, "an exercise", "goal-text", kTextBytesMax, out_.goal_text);
}

bool Reader::read_claim(const toml::table& table) {
  ExerciseClaim claim;
  if (!only(table, "[[claim]]", {"always", "reachable", "set"})) return false;
  if (table.contains("always") == table.contains("reachable"))
    return refuse(table, "[[claim]] takes one of always and reachable");
  const std::string_view key = table.contains("always") ? "always" : "reachable";
  std::string name;
  if (!text(table, key, name)) return false;
  const auto found = find_claim(key == "always" ? Role::always : Role::reachable, name);
  if (!found) return refuse(*table.get(key), std::string(key) + ": " + found.error().sentence);
  claim.claim = *found;
  if (!texts(table, "set", claim.settings)) return false;
  for (size_t at = 0; at < claim.settings.size(); ++at)
    if (const auto command = parse_command("set " + claim.settings[at]); !command)
      return refuse(*table.get("set")->as_array()->get(at),
                    "set: a setting is written KEY VALUE, not " +
                        in_quotes(claim.settings[at]));
  out_.claims.push_back(std::move(claim));
  return true;
}

void add_node(const toml::node& node, Fingerprint& out) {
  out.add(static_cast<uint64_t>(node.type()));
  if (const auto* text = node.as_string()) out.add(text->get());
  if (const auto* whole = node.as_integer()) out.add(static_cast<uint64_t>(whole->get()));
  if (const auto* number = node.as_floating_point()) out.add(print_decimal(number->get()));
  if (const auto* flag = node.as_boolean()) out.add(uint64_t{flag->get()});
  if (const toml::array* array = node.as_array()) {
    out.add(array->size());
    for (const toml::node& each : *array) add_node(each, out);
  }
  if (const toml::table* table = node.as_table()) {
    out.add(table->size());
    for (const auto& [key, value] : *table) {
      out.add(key.str());
      add_node(value, out);
    }
  }
}

uint64_t fingerprint_of(const toml::table& root) {
  Fingerprint out;
  for (const auto& [key, value] : root) {  // in the order of their names
    if (key == "solution" || key == "claim") continue;
    out.add(key.str());
    add_node(value, out);
  }
  return out.value();
}

}  // namespace

Result<Exercise> read_exercise(std::string_view id, std::string_view toml_text) {
  if (toml_text.size() > kExerciseBytesMax)
    return fault("an exercise has at most " + std::to_string(kExerciseBytesMax) + " bytes");
  const Result<toml::table> parsed = parse_toml(toml_text);
  if (!parsed) return parsed.error();
  Result<Exercise> exercise = Reader(id, *parsed).read();
  if (!exercise) return exercise;
  exercise->fingerprint = fingerprint_of(*parsed);
  return exercise;
}

bool is_looking(Verb verb) {
  return verb == Verb::back || verb == Verb::seek || verb == Verb::select ||
         verb == Verb::clocks || verb == Verb::show || verb == Verb::dismiss;
}

bool is_allowed(const Exercise& exercise, const Command& command) {
  if (is_looking(command.verb)) return true;
  const std::string line = print_command(command);
  for (const std::string& allowed : exercise.allowed)
    if (line == allowed || line.starts_with(allowed + " ")) return true;
  return false;
}

}  // namespace cutline

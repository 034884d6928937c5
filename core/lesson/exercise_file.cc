// TOML is parsed by toml++; this reads its tree into an Exercise, and says of everything it cannot
// use where it stands and what is allowed there.
#include "core/lesson/exercise_file.h"

#include <algorithm>

#include "core/base/fingerprint.h"
#include "core/base/text.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/exercise_reader.h"
#include "core/lesson/job_lab.h"
#include "core/lesson/job_reader.h"
#include "core/lesson/scenario_file.h"
#include "core/lesson/scenario_table.h"
#include "core/run/job_names.h"

namespace cutline {
namespace {

constexpr size_t kExerciseBytesMax = 256 * 1024;
constexpr size_t kStepsOfExerciseMax = 40;
constexpr size_t kClaimsMax = 10;
constexpr size_t kClaimListMax = 50;  // seeds, tasks or times of a claim

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
  bool take_job(const toml::node& place, Result<Job> job);
  bool read_solution();
  bool read_claim(const toml::table& table);
  bool read_job_claim(const toml::table& table, std::string_view key, ExerciseClaim& claim);
  bool read_moments(const toml::table& table, ExerciseClaim& claim);

  const toml::table& root_;
  Exercise out_;
};

Result<Exercise> Reader::read() {
  const bool done =
      only(root_, "an exercise",
           {"title", "chapter", "proves", "assumes", "source", "misconceptions", "scenario",
            "system", "job", "start", "allowed", "goal", "goal-text", "solution", "step",
            "claim"}) &&
      read_about() && read_misconceptions() && read_system() && read_start() && read_goal() &&
      needs(root_, "an exercise", "step") &&
      tables(root_, "step", kStepsOfExerciseMax,
             [&](const toml::table& each) {
               ExerciseStep step;
               if (!read_step(out_.subject(), each, step)) return false;
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
  const toml::table* job = nullptr;
  if (!table(root_, "system", system) || !table(root_, "job", job)) return false;
  std::string name;
  if (!text(root_, "scenario", name)) return false;
  const int given = (system ? 1 : 0) + (job ? 1 : 0) + (root_.contains("scenario") ? 1 : 0);
  if (given > 1) {
    const std::string both = system && root_.contains("scenario") ? "a scenario or a [system]"
                                                                  : "a scenario, a [system] or a "
                                                                    "[job]";
    return refuse(root_.contains("scenario") ? *root_.get("scenario") : *job,
                  "an exercise takes " + both + ", not both");
  }
  if (job) return take_job(*job, JobReader(out_.id, *job).read());
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

bool Reader::take_job(const toml::node& place, Result<Job> job) {
  if (!job) {
    problem_ = job.error();
    return problem_.line > 0 ? false : refuse(place, "job: " + problem_.sentence);
  }
  Result<JobSetup> setup = set_up(std::move(*job));
  if (!setup) return refuse(place, "job: " + setup.error().sentence);
  out_.job = std::move(*setup);
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
  for (const EmbeddedText& each : embedded_jobs()) {
    known += ", " + std::string(each.name);
    if (each.name == name) return take_job(*root_.get("scenario"), embedded_job(name));
  }
  return refuse(*root_.get("scenario"), "there is no scenario " + in_quotes(name) +
                                            "; there are " + known +
                                            "; or write a [system] or a [job]");
}

bool Reader::read_start() {
  const FigureSubject subject = out_.subject();
  return commands(subject, root_, "start", out_.start) &&
         prefixes(subject, root_, "allowed", out_.allowed) &&
         commands(subject, root_, "solution", out_.solution) && read_solution();
}

// No ways are searched in a job: what its solution does must be allowed as it stands there.
bool Reader::read_solution() {
  for (size_t at = 0; out_.job && at < out_.solution.size(); ++at)
    if (const auto command = parse_command(out_.solution[at]); !is_allowed(out_, *command))
      return refuse(*root_.get("solution")->as_array()->get(at),
                    "solution: " + in_quotes(out_.solution[at]) + " is not among the allowed");
  return true;
}

bool Reader::read_goal() {
  return needs(root_, "an exercise", "allowed") && needs(root_, "an exercise", "goal") &&
         expression(out_.subject(), root_, "goal", FigureType::truth, out_.goal) &&
         said(root_, "an exercise", "goal-text", kTextBytesMax, out_.goal_text);
}

bool Reader::read_claim(const toml::table& table) {
  ExerciseClaim claim;
  const bool keys = out_.job ? only(table, "[[claim]] on a job",
                                    {"always", "reachable", "set", "seeds", "fail", "at", "until"})
                             : only(table, "[[claim]]", {"always", "reachable", "set"});
  if (!keys) return false;
  if (table.contains("always") == table.contains("reachable"))
    return refuse(table, "[[claim]] takes one of always and reachable");
  const std::string_view key = table.contains("always") ? "always" : "reachable";
  claim.role = key == "always" ? Role::always : Role::reachable;
  if (out_.job && !read_job_claim(table, key, claim)) return false;
  if (!out_.job) {
    std::string name;
    if (!text(table, key, name)) return false;
    const auto found = find_claim(claim.role, name);
    if (!found) return refuse(*table.get(key), std::string(key) + ": " + found.error().sentence);
    claim.claim = *found;
  }
  if (!texts(table, "set", claim.settings)) return false;
  for (size_t at = 0; at < claim.settings.size(); ++at)
    if (const auto command = parse_command("set " + claim.settings[at]); !command)
      return refuse(*table.get("set")->as_array()->get(at),
                    "set: a setting is written KEY VALUE, not " +
                        in_quotes(claim.settings[at]));
  out_.claims.push_back(std::move(claim));
  return true;
}

// The list of runs that the claim is about.
bool Reader::read_job_claim(const toml::table& table, std::string_view key, ExerciseClaim& claim) {
  if (!expression(out_.subject(), table, key, FigureType::truth, claim.holds) ||
      !texts(table, "fail", claim.fails) || !read_moments(table, claim) ||
      !duration(table, "until", kSimulatedTimeMax, claim.until))
    return false;
  for (size_t at = 0; at < claim.fails.size(); ++at)
    if (!find_subtask(*out_.job, claim.fails[at]))
      return refuse(*table.get("fail")->as_array()->get(at),
                    "fail: there is no task " + in_quotes(claim.fails[at]));
  if (claim.fails.empty() != claim.at.empty())
    return refuse(table, "[[claim]] takes fail and at together: which tasks fail, and when");
  const toml::node* seeds = table.get("seeds");
  if (!seeds) return true;
  const toml::array* array = seeds->as_array();
  const std::string form = "seeds must be a list of at most " + std::to_string(kClaimListMax) +
                           " whole numbers from 0";
  if (!array || array->size() > kClaimListMax) return refuse(*seeds, form);
  for (const toml::node& each : *array) {
    const auto* number = each.as_integer();
    if (!number || number->get() < 0) return refuse(each, form);
    claim.seeds.push_back(static_cast<uint64_t>(number->get()));
  }
  return true;
}

bool Reader::read_moments(const toml::table& table, ExerciseClaim& claim) {
  std::vector<std::string> words;
  if (!texts(table, "at", words)) return false;
  for (size_t at = 0; at < words.size(); ++at) {
    const toml::node& place = *table.get("at")->as_array()->get(at);
    const auto time = parse_duration(words[at]);
    if (!time) return refuse(place, "at: " + time.error().sentence);
    if (at >= kClaimListMax)
      return refuse(place, "at has at most " + std::to_string(kClaimListMax) + " entries");
    claim.at.push_back(*time);
  }
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

// cutline run SCENARIO: drives a lab by bus commands alone, and says what came of it.
#include <algorithm>
#include <cstdio>
#include <string>

#include "core/base/fingerprint.h"
#include "core/base/text.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/job_file.h"
#include "core/lesson/lab.h"
#include "core/lesson/scenario_file.h"
#include "core/report/checkpoints_json.h"
#include "core/system/ledger.h"
#include "shell/cli/arguments.h"
#include "shell/cli/commands.h"
#include "shell/cli/files.h"
#include "shell/cli/run_job.h"
#include "shell/cli/run_text.h"

namespace cutline {
namespace {

constexpr std::string_view kDefaultUntil = "10s";
constexpr std::string_view kModes[] = {"chandy-lamport", "lai-yang", "mattern"};
constexpr std::string_view kJobModes[] = {
    "aligned", "unaligned", "aligned-timeout", "at-least-once",
};

const ArgumentForm& form() {
  static const ArgumentForm kForm{
      "run SCENARIO [--mode M] [--seed N] [--set KEY=VALUE]... [--until T] [--commands FILE] "
      "[--json]",
      {"--mode", "--seed", "--set", "--until", "--commands"},
      {"--json"},
      {"--set"},
      1};
  return kForm;
}

// The file's name without its folder and ending.
std::string_view stem(std::string_view path) {
  const size_t slash = path.find_last_of('/');
  if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  return path.substr(0, path.rfind('.'));
}

// The job of that name or in that file; nothing where the word means a system of processes.
Result<std::optional<Job>> job_of(std::string_view word) {
  const auto found = [](Result<Job> job, std::string_view file) -> Result<std::optional<Job>> {
    if (job) return std::optional<Job>(std::move(*job));
    Fault problem = job.error();
    problem.file = file;
    return problem;
  };
  for (const EmbeddedText& each : embedded_jobs())
    if (each.name == word) return found(read_job(each.name, each.text), word);
  const auto text = read_file(word);
  if (!text || !is_job_text(*text)) return std::optional<Job>();
  return found(read_job(stem(word), *text), word);
}

Result<Scenario> scenario_of(std::string_view word) {
  std::string known;
  for (const EmbeddedText& each : embedded_scenarios()) {
    if (each.name == word) return read_scenario(each.name, each.text);
    known += (known.empty() ? "" : ", ") + std::string(each.name);
  }
  for (const EmbeddedText& each : embedded_jobs()) known += ", " + std::string(each.name);
  const auto text = read_file(word);
  const bool is_path = word.find_first_of("/.") != std::string_view::npos;
  if (!text && !is_path)
    return fault("there is no scenario " + quoted(word) + " and no such file; there are " + known);
  if (!text) return text.error();
  auto scenario = read_scenario(stem(word), *text);
  if (scenario) return scenario;
  Fault problem = scenario.error();
  problem.file = word;
  return problem;
}

bool contains(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// A mode is a snapshot algorithm. Without one the scenario's own marker rule holds, which need not
// be Chandy and Lamport's.
Result<Done> check_mode(std::string_view mode) {
  if (contains(kModes, mode)) return Done{};
  const std::string there_are = "; there are chandy-lamport, lai-yang and mattern";
  if (contains(kJobModes, mode))
    return fault("--mode " + std::string(mode) + " is for streaming jobs; this is a system of "
                 "processes" + there_are);
  return fault("--mode: there is no mode " + quoted(mode) + there_are);
}

// "KEY=VALUE" of --set.
Result<Command> set_command(std::string_view setting) {
  const size_t equals = setting.find('=');
  if (equals == std::string_view::npos)
    return fault("--set needs KEY=VALUE, not " + quoted(setting));
  return Command{Verb::set,
                 {std::string(setting.substr(0, equals)), std::string(setting.substr(equals + 1))}};
}

Result<Done> apply_settings(const Arguments& arguments, Lab& lab) {
  if (const auto mode = arguments.value("--mode"))
    if (auto done = lab.apply({Verb::set, {"algorithm", std::string(*mode)}}); !done) return done;
  if (const auto seed = arguments.value("--seed"))
    if (auto done = lab.apply({Verb::seed, {std::string(*seed)}}); !done) return done;
  for (const Option& option : arguments.options) {
    if (option.name != "--set") continue;
    const auto command = set_command(option.value);
    if (!command) return command.error();
    if (auto done = lab.apply(*command); !done) return done;
  }
  return Done{};
}

// A command on each line; a line that starts with "#" is a comment.
Result<Done> apply_file(std::string_view path, Lab& lab) {
  const auto text = read_file(path);
  if (!text) return text.error();
  int number = 0;
  for (std::string_view line : split_lines(*text)) {
    ++number;
    const std::vector<Word> words = split_words(line);
    if (words.empty() || words[0].text.starts_with('#')) continue;
    const auto done = lab.apply_line(line);
    if (done) continue;
    Fault problem = done.error();
    problem.file = path;
    problem.line = number;
    if (problem.column == 0) problem.column = words[0].column;
    return problem;
  }
  return Done{};
}

// One snapshot at the first process, at a quarter of the time.
Result<Done> apply_default(std::string_view until, Lab& lab) {
  const auto end = parse_duration(until);
  if (!end) return fault("--until: " + end.error().sentence);
  const std::string& first = lab.history().scenario().processes[0].name;
  const Command commands[] = {{Verb::until, {print_duration(*end / 4)}},
                              {Verb::snapshot, {first}},
                              {Verb::until, {std::string(until)}}};
  for (const Command& command : commands)
    if (auto done = lab.apply(command); !done) return done;
  return Done{};
}

Result<Done> apply_run(const Arguments& arguments, Lab& lab) {
  const auto until = arguments.value("--until");
  const auto file = arguments.value("--commands");
  if (!file) return apply_default(until.value_or(kDefaultUntil), lab);
  if (auto done = apply_file(*file, lab); !done) return done;
  if (until) return lab.apply({Verb::until, {std::string(*until)}});
  return Done{};
}

// Nothing is missing now, and no snapshot that is complete loses or repeats a record.
bool accounts_for_everything(const History& history) {
  const World& world = history.world();
  if (!living_ledger(history.scenario(), world).balanced) return false;
  for (uint32_t index = 0; index < world.snapshots.size(); ++index) {
    const Verdict verdict = snapshot_ledger(history.scenario(), world, {index}).verdict;
    if (verdict != Verdict::consistent && verdict != Verdict::incomplete) return false;
  }
  return true;
}

}  // namespace

int run_command(std::span<const std::string_view> words) {
  const auto arguments = read_arguments(form(), words);
  if (!arguments) return refuse(arguments.error());
  auto job = job_of(arguments->positional[0]);
  if (!job) return refuse(job.error());
  if (*job) return run_job(std::move(**job), *arguments);
  auto scenario = scenario_of(arguments->positional[0]);
  if (!scenario) return refuse(scenario.error());
  if (const auto mode = arguments->value("--mode")) {
    if (auto done = check_mode(*mode); !done) return refuse(done.error());
    scenario->rule = kMarkerRules[0].rule;
  }

  Lab lab(*scenario);
  if (auto done = apply_settings(*arguments, lab); !done) return refuse(done.error());
  if (auto done = apply_run(*arguments, lab); !done) return refuse(done.error());
  const std::string text = arguments->has("--json")
                               ? checkpoints_json(lab.history(), lab.fingerprint())
                               : run_text(lab);
  std::fputs(text.c_str(), stdout);
  return accounts_for_everything(lab.history()) ? 0 : 1;
}

}  // namespace cutline

// cutline run SCENARIO: drives a lab by bus commands alone, and says what came of it.
#include <algorithm>
#include <cstdio>
#include <string>

#include "core/base/fingerprint.h"
#include "core/base/text.h"
#include "core/lesson/export.h"
#include "core/lesson/job_modes.h"
#include "core/lesson/lab.h"
#include "core/report/checkpoints_json.h"
#include "core/system/ledger.h"
#include "shell/cli/arguments.h"
#include "shell/cli/commands.h"
#include "shell/cli/run_commands.h"
#include "shell/cli/run_job.h"
#include "shell/cli/run_output.h"
#include "shell/cli/run_subject.h"
#include "shell/cli/run_text.h"

namespace cutline {
namespace {

constexpr std::string_view kDefaultUntil = "10s";
constexpr std::string_view kAnyScenario = "transfers";  // a saved run brings its own
constexpr std::string_view kModes[] = {"chandy-lamport", "lai-yang", "mattern"};

const ArgumentForm& form() {
  static const ArgumentForm kForm{
      "run SCENARIO [--mode M] [--seed N] [--set KEY=VALUE]... [--until T] "
      "[--commands FILE [--pass-refused]] [--save FILE] [--json] [--export FORMAT] [--out FILE]",
      {"--mode", "--seed", "--set", "--until", "--commands", "--save", "--export", "--out"},
      {"--json", "--pass-refused"},
      {"--set"},
      1};
  return kForm;
}

bool contains(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// A mode is a snapshot algorithm. Without one the scenario's own marker rule holds, which need not
// be Chandy and Lamport's.
Result<Done> check_mode(std::string_view mode) {
  if (contains(kModes, mode)) return Done{};
  const std::string there_are = "; there are chandy-lamport, lai-yang and mattern";
  if (contains(job_modes(), mode))
    return fault("--mode " + std::string(mode) + " is for streaming jobs; this is a system of "
                 "processes" + there_are);
  return fault("--mode: there is no mode " + in_quotes(mode) + there_are +
               did_you_mean(mode, kModes));
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
  if (const auto path = arguments.value("--commands")) {
    if (auto done = apply_commands(*path, arguments, lab); !done) return done;
    return apply_until(arguments, lab);
  }
  if (auto done = apply_settings(arguments, lab); !done) return done;
  return apply_default(arguments.value("--until").value_or(kDefaultUntil), lab);
}

// The lab after the run; nothing has been printed.
Result<Lab> lab_of(const RunSubject& subject, const Arguments& arguments) {
  if (const SavedRun* saved = std::get_if<SavedRun>(&subject)) {
    Lab lab(kAnyScenario);
    if (arguments.has("--commands"))
      return fault("--commands: " + saved->path + " is a saved run, with commands of its own");
    if (auto done = open_saved(*saved, arguments, lab); !done) return done.error();
    if (auto done = apply_until(arguments, lab); !done) return done.error();
    return lab;
  }
  Scenario scenario = std::get<Scenario>(subject);
  if (const auto mode = arguments.value("--mode")) {
    if (auto done = check_mode(*mode); !done) return done.error();
    scenario.rule = kMarkerRules[0].rule;
  }
  Lab lab(std::move(scenario));
  if (auto done = apply_run(arguments, lab); !done) return done.error();
  return lab;
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

// What the options ask for.
Result<std::string> text_of(const Lab& lab, const Arguments& arguments) {
  if (const auto format = arguments.value("--export")) return export_run(lab, *format);
  if (arguments.has("--json"))
    return checkpoints_json(lab.history(), lab.fingerprint(), lab.cut_desk().cut);
  return run_text(lab);
}

}  // namespace

int run_command(std::span<const std::string_view> words) {
  const auto arguments = read_arguments(form(), words);
  if (!arguments) return refuse(arguments.error());
  if (auto right = check_output(*arguments); !right) return refuse(right.error());
  auto subject = read_run_subject(arguments->positional[0]);
  if (!subject) return refuse(subject.error());
  if (Job* job = std::get_if<Job>(&*subject)) return run_job(std::move(*job), *arguments);
  const auto lab = lab_of(*subject, *arguments);
  if (!lab) return refuse(lab.error());
  if (lab->screen() == Screen::jobs) return report_job(*lab, *arguments);
  const Result<std::string> text = text_of(*lab, *arguments);
  if (!text) return refuse(text.error());
  if (auto done = save_run(*lab, *arguments); !done) return refuse(done.error());
  if (auto done = put_out(*text, *arguments); !done) return refuse(done.error());
  for (const Notice& notice : lab->notices())
    std::fprintf(stderr, "cutline: %s\n", notice.sentence.c_str());
  return lab->notices().empty() && accounts_for_everything(lab->history()) ? 0 : 1;
}

}  // namespace cutline

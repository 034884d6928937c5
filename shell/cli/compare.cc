// cutline compare SCENARIO: a streaming job in several modes on one clock, what is different, and a
// cluster's own document beside it.
#include <cstdio>
#include <string>
#include <variant>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/job_modes.h"
#include "core/lesson/lab.h"
#include "core/lesson/page_json_job.h"
#include "core/system/job_work.h"
#include "shell/cli/arguments.h"
#include "shell/cli/commands.h"
#include "shell/cli/files.h"
#include "shell/cli/run_commands.h"
#include "shell/cli/run_subject.h"

namespace cutline {
namespace {

const ArgumentForm& form() {
  static const ArgumentForm kForm{
      "compare SCENARIO [--modes M,M] [--checkpoints FILE] [--set KEY=VALUE]... "
      "[--commands FILE] [--until T] [--json]",
      {"--modes", "--checkpoints", "--set", "--commands", "--until"},
      {"--json"},
      {"--set"},
      1};
  return kForm;
}

// "aligned,unaligned"; with a cluster's document one is enough.
std::vector<std::string> modes_of(const Arguments& arguments) {
  std::string text(arguments.value("--modes").value_or("aligned,unaligned"));
  std::vector<std::string> out(1);
  for (char c : text) {
    if (c == ',') out.emplace_back();
    else out.back() += c;
  }
  return out;
}

Result<Done> add_cluster(const Arguments& arguments, Lab& lab) {
  const auto path = arguments.value("--checkpoints");
  if (!path) return Done{};
  const Result<std::string> text = read_file(*path);
  if (!text) return text.error();
  return lab.open_cluster(*path, *text);
}

// In each mode the job has to be one that can be run to its end.
Result<Done> check_work(const Lab& lab, const std::vector<std::string>& modes) {
  for (const std::string& mode : modes) {
    Result<Job> job = with_job_mode(lab.job()->history.setup().job, mode);
    if (!job) return fault("--modes: " + job.error().sentence);
    const Result<JobSetup> setup = set_up(std::move(*job));
    if (!setup) continue;  // its column says so
    if (auto why = why_too_much_work(*setup)) return fault(mode + ": " + *why);
  }
  return Done{};
}

Result<Lab> compared(Job job, const Arguments& arguments) {
  Result<OpenJob> open = open_job(std::move(job));
  if (!open) return open.error();
  Lab lab(std::move(*open));
  if (auto done = apply_settings(arguments, lab); !done) return done.error();
  if (auto done = add_cluster(arguments, lab); !done) return done.error();
  const std::vector<std::string> modes = modes_of(arguments);
  if (auto done = check_work(lab, modes); !done) return done.error();
  if (auto done = lab.apply({Verb::compare, modes}); !done)
    return fault("--modes: " + done.error().sentence);
  if (const auto path = arguments.value("--commands")) {
    if (auto done = apply_commands(*path, arguments, lab); !done) return done.error();
    if (lab.screen() != Screen::jobs)
      return fault("--commands: " + std::string(*path) + " leads away from the job");
    if (!lab.job()->comparison)
      return fault("--commands: " + std::string(*path) + " ends the comparison");
  }
  const std::string end = arguments.has("--commands")
                              ? std::string(arguments.value("--until").value_or(""))
                              : std::string(arguments.value("--until").value_or(
                                    print_duration(lab.job()->history.setup().job.until)));
  if (!end.empty())
    if (auto done = lab.apply({Verb::until, {end}}); !done)
      return fault("--until: " + done.error().sentence);
  return lab;
}

void print_checkpoint(const ComparedCheckpointModel& each) {
  std::string out = "  " + each.name + "  triggered at " + each.triggered + "  " + each.status;
  if (!each.duration.empty()) out += ", " + each.duration;
  if (!each.alignment.empty()) out += ", alignment " + each.alignment;
  out += ", " + each.bytes + " new, " + each.in_flight + " of it in flight";
  if (!each.limit.empty()) out += "; " + each.limit + ": " + each.limited_by;
  else if (!each.limited_by.empty()) out += "; " + each.limited_by;
  std::puts(out.c_str());
}

void print_text(const LabModel& model) {
  const CompareModel& compare = model.job.compare;
  std::printf("%s, at %s\n", model.title.c_str(), model.time.c_str());
  for (const CompareColumnModel& column : compare.columns) {
    std::printf("%s: %s\n", column.name.c_str(), column.title.c_str());
    if (!column.why_not.empty()) std::printf("  refused: %s\n", column.why_not.c_str());
    for (const std::string& note : column.notes) std::printf("  note: %s\n", note.c_str());
    if (column.checkpoints_before > 0)
      std::printf("  %s not shown\n", count_of(column.checkpoints_before, "older one").c_str());
    for (const ComparedCheckpointModel& each : column.checkpoints) print_checkpoint(each);
  }
  std::puts("side by side");
  for (const CompareRowModel& row : compare.rows) {
    std::string values;
    for (const std::string& each : row.values) values += (values.empty() ? "" : " | ") + each;
    std::printf("  %s: %s\n", row.name.c_str(), values.c_str());
  }
  std::puts(compare.differences.empty() ? "no difference" : "differences");
  for (const std::string& each : compare.differences) std::printf("  %s\n", each.c_str());
}

}  // namespace

int compare_command(std::span<const std::string_view> words) {
  const auto arguments = read_arguments(form(), words);
  if (!arguments) return refuse(arguments.error());
  const std::string_view name = arguments->positional[0];
  Result<RunSubject> subject = read_run_subject(name);
  if (!subject) return refuse(subject.error());
  Job* job = std::get_if<Job>(&*subject);
  if (!job) return refuse(fault("compare is for streaming jobs; " + in_quotes(name) + " is none"));
  const Result<Lab> lab = compared(std::move(*job), *arguments);
  if (!lab) return refuse(lab.error());
  if (arguments->has("--json"))
    std::puts(compare_json(lab->model().job.compare).dump(2).c_str());
  else
    print_text(lab->model());
  for (const CompareColumnModel& column : lab->model().job.compare.columns)
    if (!column.why_not.empty()) return 1;
  return 0;
}

}  // namespace cutline

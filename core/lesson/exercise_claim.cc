#include "core/lesson/exercise_claim.h"

#include "core/base/text.h"
#include "core/lesson/job_settings.h"
#include "core/lesson/lab.h"
#include "core/lesson/words.h"

namespace cutline {
namespace {

// One run of the list.
struct ListedRun {
  uint64_t seed = 0;
  std::string fails;  // empty: nothing does
  Tick at = 0;
};

std::vector<ListedRun> runs_of(const Job& job, const ExerciseClaim& claim) {
  std::vector<ListedRun> out;
  std::vector<uint64_t> seeds = claim.seeds;
  if (seeds.empty()) seeds = {job.seed};
  for (uint64_t seed : seeds) {
    out.push_back({seed, "", 0});
    for (const std::string& task : claim.fails)
      for (Tick at : claim.at) out.push_back({seed, task, at});
  }
  return out;
}

std::string run_text(const ListedRun& run) {
  return "seed " + std::to_string(run.seed) +
         (run.fails.empty() ? ", without a failure"
                            : ", " + run.fails + " fails at " + print_duration(run.at));
}

Result<Job> job_with(const Job& job, const ExerciseClaim& claim) {
  Job out = job;
  for (const std::string& setting : claim.settings) {
    const auto command = parse_command("set " + setting);
    Result<Job> changed =
        with_job_setting(std::move(out), command->arguments[0], command->arguments[1]);
    if (!changed) return changed;
    out = std::move(*changed);
  }
  if (claim.until > 0) out.until = claim.until;
  return out;
}

Result<bool> holds_in(Job job, const ListedRun& run, const Expression& expression) {
  job.seed = run.seed;
  const Tick end = job.until;
  Result<OpenJob> open = open_job(std::move(job));
  if (!open) return open.error();
  Lab lab(std::move(*open));
  std::vector<std::string> commands;
  if (!run.fails.empty())
    commands = {"until " + print_duration(run.at), "fail " + run.fails};
  commands.push_back("until " + print_duration(end));
  for (const std::string& command : commands) {
    const JobWorld& world = lab.job()->history.world();
    if (world.finished || world.failed) break;  // nothing comes any more
    if (const auto done = lab.apply_line(command); !done)
      return fault(in_quotes(command) + ": " + done.error().sentence);
  }
  return holds(lab, expression);
}

}  // namespace

CheckLine check_job_claim(const JobSetup& setup, const ExerciseClaim& claim) {
  const bool always = claim.role == Role::always;
  const std::string name = std::string("claim: ") + (always ? "always " : "reachable ") +
                           claim.holds.text +
                           (claim.settings.empty() ? ""
                                                   : " with " + commands_text(claim.settings));
  const Result<Job> job = job_with(setup.job, claim);
  if (!job) return {false, name + ": " + job.error().sentence};
  const std::vector<ListedRun> runs = runs_of(*job, claim);
  size_t good = 0;
  std::string where;  // always: the first that does not; reachable: the first that does
  for (const ListedRun& run : runs) {
    const Result<bool> holds = holds_in(*job, run, claim.holds);
    if (!holds) return {false, name + ": " + run_text(run) + ": " + holds.error().sentence};
    if (*holds) ++good;
    if (*holds != always && where.empty()) where = run_text(run);
  }
  const std::string counted = std::to_string(good) + " of " +
                              count_of(static_cast<int64_t>(runs.size()), "run");
  return {always ? good == runs.size() : good > 0,
          name + ": at the end of " + counted + (where.empty() ? "" : " (" + where + ")")};
}

}  // namespace cutline

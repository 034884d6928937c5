// Opening a saved run: on a lab of its own, so that one that is refused half way changes nothing.
#include "core/base/fingerprint.h"
#include "core/lesson/command_budget.h"
#include "core/lesson/lab.h"
#include "core/lesson/run_file.h"
#include "core/lesson/words.h"

namespace cutline {
namespace {

std::string line_text(const Fault& problem) {
  return problem.line == 0 ? problem.sentence
                           : "line " + std::to_string(problem.line) + ": " + problem.sentence;
}

std::string opened_text(const History& history) {
  return "Opened a saved run: " + history.scenario().title + ", step " +
         std::to_string(history.cursor()) + " of " + std::to_string(history.length()) +
         ", t = " + time_text(history.world().now) + ".";
}

std::string opened_text(const OpenJob& job) {
  return "Opened a saved run: " + job.history.setup().job.title + ", event " +
         std::to_string(job.history.cursor()) + " of " + std::to_string(job.history.length()) +
         ", t = " + time_text(job.history.world().now) + ".";
}

}  // namespace

// Does the lines of a saved run; a fault has the line that could not be done, or the last one where
// they lead elsewhere than it says.
Result<Done> Lab::replay(const RunFile& run) {
  CommandBudget budget;
  for (const RunFileLine& each : run.lines) {
    Result<Done> done = apply(each.command);
    if (done) done = budget.spend(*this);
    if (!done) return fault_at(each.line, each.column, done.error().sentence);
  }
  if (run_fingerprint(*this) == run.fingerprint) return Done{};
  return fault_at(run.fingerprint_line, run.fingerprint_column,
                  "this run ends elsewhere than when it was saved (fingerprint " +
                      print_fingerprint(run_fingerprint(*this)) + ", saved with " +
                      print_fingerprint(run.fingerprint) +
                      "): it was edited, or saved by a Cutline with other rules or another "
                      "scenario");
}

Result<Done> Lab::open_run(std::string_view text) {
  const Result<RunFile> run = read_run_file(text);
  Lab opened(authored_);
  if (job_) {
    Result<OpenJob> same = open_job(job_->authored);  // it may come from a file
    if (same) same->panel = job_->panel;
    if (same) opened.job_ = std::move(*same);
  }
  const Result<Done> done = run ? opened.replay(*run) : Result<Done>(run.error());
  if (!done) {
    add_notice("The run was not opened: " + line_text(done.error()));
    return done.error();
  }
  if (opened.screen_ == Screen::jobs) {
    if (job_) opened.job_->comparison = std::move(job_->comparison);
    job_ = std::move(opened.job_);
    if (job_->comparison) follow(*job_->comparison, job_->history);
    job_->opened = record(job_->history);
  } else {
    authored_ = std::move(opened.authored_);
    history_ = std::move(opened.history_);
    if (exploration_ && exploration_->scenario() != history_.scenario()) exploration_.reset();
    opened_ = history_;
    cut_desk_ = std::move(opened.cut_desk_);
    opened_cut_ = cut_desk_;
  }
  queue_ = std::move(opened.queue_);
  screen_ = opened.screen_;
  selected_ = std::move(opened.selected_);
  playing_ = false;
  ++revision_;
  announcement_ = screen_ == Screen::jobs ? opened_text(*job_) : opened_text(history_);
  ++announcement_id_;
  return Done{};
}

}  // namespace cutline

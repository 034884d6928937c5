// The verbs of the screen of streaming jobs.
#include "core/base/check.h"
#include "core/base/text.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/job_verbs.h"
#include "core/lesson/lab.h"
#include "core/lesson/lab_verbs.h"

namespace cutline {
namespace {

using Sentence = Result<std::string>;

constexpr std::string_view kFirstJob = "t1-aligned";

Result<OpenJob> open_embedded(std::string_view name) {
  Result<Job> job = embedded_job(name);
  if (!job) return job.error();
  return open_job(std::move(*job));
}

bool is_embedded_job(std::string_view name) {
  for (const EmbeddedText& each : embedded_jobs())
    if (each.name == name) return true;
  return false;
}

bool is_hand_of_jobs(Verb verb) {
  return verb == Verb::fail || verb == Verb::checkpoint || verb == Verb::savepoint ||
         verb == Verb::next || verb == Verb::panel ||
         verb == Verb::compare;
}

// Why a job has no such verb: of transfers, and what there is instead; nothing for all others.
std::optional<std::string_view> why_not_of_jobs(Verb verb) {
  switch (verb) {
    case Verb::drop: case Verb::duplicate: case Verb::arrive: case Verb::retransmit:
      return "a job's channels neither lose nor double a buffer, so nothing is sent again; a "
             "connection that breaks fails its tasks, as \"fail TASK\" does";
    case Verb::snapshot: case Verb::join: case Verb::record_only: case Verb::markers:
      return "a job's snapshots are the coordinator's checkpoints; \"checkpoint\" asks for one";
    case Verb::cut: case Verb::cut_set: case Verb::cut_shrink: case Verb::cut_grow:
    case Verb::cut_load: case Verb::straighten: case Verb::swap: case Verb::unswap:
      return "a job's cuts are its checkpoints, and its ledger judges them";
    case Verb::clocks:
      return "a job with named records has its vector clocks in its export for ShiViz";
    case Verb::explore: case Verb::explore_on: case Verb::explore_stop: case Verb::explore_open:
      return "a job has too many interleavings to go through";
    case Verb::send: case Verb::deliver: case Verb::read: case Verb::read_all:
    case Verb::read_each:
      return "a job's records move by its own clock";
    default: return std::nullopt;
  }
}

Sentence apply_select(const OpenJob& job, const std::string& name, std::string& selected) {
  if (name != "none" && !is_selectable(job.history, name))
    return fault("there is nothing named " + in_quotes(name) + " here");
  selected = name == "none" ? "" : name;
  return name == "none" ? std::string("Nothing is selected.") : name + " is selected.";
}

std::string first_word(const Command& command) {
  return in_quotes(split_words(print_command(command))[0].text);
}

void follow_run(OpenJob& job) {
  if (job.comparison) follow(*job.comparison, job.history);
}

}  // namespace

Result<Done> Lab::open_cluster(std::string_view name, std::string_view text) {
  Result<ClusterFile> file = read_cluster_file(text);
  std::optional<Fault> problem;
  if (!file) problem = file.error();
  else if (!job_) problem = fault("there is no streaming job to lay it beside: show jobs first");
  if (problem) {
    problem->file = name;
    add_notice("The document was not opened: " + print_fault(*problem));
    return *problem;
  }
  if (!job_->comparison) job_->comparison.emplace();
  job_->comparison->cluster = ComparedCluster{std::string(name), std::move(*file)};
  follow_run(*job_);
  ++revision_;
  announcement_ = std::string(name) + " lies beside the job: " +
                  count_of(std::ssize(job_->comparison->cluster->file.history), "checkpoint") +
                  " of a cluster.";
  ++announcement_id_;
  return Done{};
}

std::optional<Sentence> LabVerbs::apply_job(Lab& lab, const Command& command) {
  const bool shows = command.verb == Verb::show && command.arguments[0] == "jobs";
  const bool own =
      lab.job_ && command.verb == Verb::scenario && command.arguments[0] == lab.job_->authored.name;
  const bool opens =
      command.verb == Verb::scenario && (own || is_embedded_job(command.arguments[0]));
  if (opens || (shows && !lab.job_)) {
    Result<OpenJob> job = own ? open_job(lab.job_->authored)
                              : open_embedded(opens ? command.arguments[0] : kFirstJob);
    if (!job) return job.error();
    if (lab.job_) {
      job->panel = lab.job_->panel;
      job->comparison = std::move(lab.job_->comparison);
    }
    lab.job_ = std::move(*job);
    follow_run(*lab.job_);
  }
  if (opens || shows) {
    if (opens || lab.screen_ != Screen::jobs) lab.selected_.clear();
    lab.screen_ = Screen::jobs;
    lab.playing_ = false;
    return "Streaming job: " + lab.job_->authored.title + ".";
  }
  if (lab.screen_ != Screen::jobs) {
    if (!is_hand_of_jobs(command.verb)) return std::nullopt;
    return fault(first_word(command) + " is for streaming jobs: show jobs first");
  }
  if (const auto why = why_not_of_jobs(command.verb))
    return fault(first_word(command) + " is for transfers: " + std::string(*why));
  OpenJob& job = *lab.job_;
  switch (command.verb) {
    case Verb::play:
      if (auto why = job.history.why_not_forward()) return fault(*why);
      lab.playing_ = true;
      return std::string("Playing.");
    case Verb::pause:
      lab.playing_ = false;
      return "Paused. " + JobVerbs::where(job);
    case Verb::select:
      return apply_select(job, command.arguments[0], lab.selected_);
    case Verb::show:
    case Verb::scenario:
    case Verb::open:
    case Verb::dismiss:
      return std::nullopt;
    case Verb::queue_lambda:
    case Verb::queue_mu:
    case Verb::queue_predict:
    case Verb::queue_step:
    case Verb::queue_back:
    case Verb::queue_reset:
      return std::nullopt;
    default:
      break;
  }
  Sentence done = JobVerbs::apply(job, command);
  if (done) follow_run(job);
  const bool restarts =
      command.verb == Verb::seed || command.verb == Verb::set || command.verb == Verb::reset;
  if (restarts && done) lab.selected_.clear();
  const bool stops = restarts || command.verb == Verb::back || command.verb == Verb::seek;
  const bool ended = !done || job.history.why_not_forward();
  if ((stops && done) || ended) lab.playing_ = false;
  return done;
}

}  // namespace cutline

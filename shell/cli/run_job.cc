#include "shell/cli/run_job.h"

#include <cstdio>
#include <string>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/export.h"
#include "core/lesson/job_model.h"
#include "core/lesson/job_modes.h"
#include "core/report/job_json.h"
#include "core/system/job_ledger.h"
#include "core/system/job_run.h"
#include "core/system/job_work.h"
#include "core/system/sink_ledger.h"
#include "shell/cli/run_commands.h"
#include "shell/cli/run_output.h"
#include "shell/cli/run_subject.h"

namespace cutline {
namespace {

Result<Done> apply_arguments(Job& job, const Arguments& arguments) {
  if (const auto mode = arguments.value("--mode")) {
    Result<Job> with_mode = with_job_mode(std::move(job), *mode);
    if (!with_mode) return fault("--mode: " + with_mode.error().sentence);
    job = std::move(*with_mode);
  }
  if (const auto seed = arguments.value("--seed")) {
    const auto number = parse_integer(*seed, 0, INT64_MAX, "the seed");
    if (!number) return number.error();
    job.seed = static_cast<uint64_t>(*number);
  }
  for (const Option& option : arguments.options) {
    if (option.name != "--set") continue;
    const size_t equals = option.value.find('=');
    if (equals == std::string_view::npos)
      return fault("--set needs KEY=VALUE, not " + in_quotes(option.value));
    job.options.emplace_back(std::string(option.value.substr(0, equals)),
                             std::string(option.value.substr(equals + 1)));
  }
  return Done{};
}

Result<Done> apply_until_of_job(Job& job, const Arguments& arguments) {
  const auto until = arguments.value("--until");
  if (!until) return Done{};
  const auto time = parse_duration(*until);
  if (!time) return fault("--until: " + time.error().sentence);
  if (*time < 1 || *time > kSimulatedTimeMax)
    return fault("--until must be above 0 and at most 24h");
  job.until = *time;
  return Done{};
}

std::string milliseconds(Tick time) { return std::to_string(time / kMillisecond) + " ms"; }

// What is wrong with how long the run is: the option's fault where it is there, else the file's.
Fault about_end(const Arguments& arguments, const std::string& sentence) {
  if (arguments.has("--until")) return fault("--until: " + sentence);
  return at_key(arguments.positional[0], "until", sentence);
}

std::string checkpoint_line(const CheckpointRecord& record) {
  const char* kind = record.kind == CheckpointKind::checkpoint  ? "checkpoint "
                     : record.kind == CheckpointKind::savepoint ? "savepoint "
                     : record.kind == CheckpointKind::drain_savepoint
                         ? "stop-with-savepoint (drain) "
                         : "stop-with-savepoint ";
  std::string out = kind + std::to_string(record.id.number) + "  triggered at " +
                    milliseconds(record.triggered_at) + "  ";
  if (record.status == CheckpointStatus::failed)
    return out + "failed: " + std::string(facts_of(record.failure).name);
  if (record.status == CheckpointStatus::in_progress) return out + "in progress";
  return out + "completed, end to end " + milliseconds(end_to_end(record).value_or(0)) + ", " +
         std::to_string(record.sums.checkpointed_bytes) + " B new, " +
         std::to_string(record.sums.persisted_bytes) + " B of it in flight";
}

std::string recovery_line(const JobSetup& setup, const RecoveryRecord& recovery) {
  std::string out = (recovery.planned ? "restart at " : "failure at ") +
                    milliseconds(recovery.failed_at) + ": " + count_of(recovery.tasks, "task") +
                    " restarted after " + milliseconds(recovery.delay);
  if (!recovery.planned && recovery.failure.cause != FailureCause::task)
    out += ", because " + failure_sentence(recovery.failure);
  if (recovery.checkpoint == kNoCheckpoint) out += ", from the start";
  else
    out += (recovery.savepoint ? ", from savepoint " : ", from checkpoint ") +
           std::to_string(recovery.checkpoint.number);
  for (uint32_t index = 0; index < recovery.parallelism.size(); ++index)
    out += (index == 0 ? ", with " : ", ") + setup.job.vertices[index].name + " ×" +
           std::to_string(recovery.parallelism[index]);
  return out;
}

std::string job_text(const JobSetup& setup, const JobWorld& world) {
  std::string out = setup.job.title + "\n";
  for (const OptionNote& note : setup.notes)
    out += "note: " + note.sentence +
           (note.section.empty() ? "" : " (" + note.section + ")") + "\n";
  for (const CheckpointRecord& record : world.statistics.history)
    out += checkpoint_line(record) + "\n";
  if (const int64_t older = world.restarts - std::ssize(world.recoveries); older > 0)
    out += count_of(older, "older restart") + " not shown\n";
  for (const RecoveryRecord& each : world.recoveries) out += recovery_line(setup, each) + "\n";
  for (const RefusedRestart& each : world.refused_restarts)
    out += "restart at " + milliseconds(each.at) + " refused: " + each.why + "\n";
  const JobLedger ledger = job_ledger(setup, world);
  out += "ledger at " + milliseconds(world.now) + ": " + std::to_string(ledger.lost) + " lost, " +
         std::to_string(ledger.repeated) + " repeated in state\n";
  for (uint32_t index = 0; index < setup.job.vertices.size(); ++index) {
    const VertexSetup& vertex = setup.job.vertices[index];
    out += "  " + vertex.name + ": " +
           count_of(applied(setup, world, {index}).count, "record") + " in its state";
    if (vertex.kind == VertexKind::sink) {
      const SinkLedger sink = sink_ledger(setup, world, {index});
      out += ", " + std::to_string(sink.visible) + " visible behind it, " +
             sink_effects_text(setup, sink);
    }
    out += "\n";
  }
  return out;
}

std::string report_text(const JobSetup& setup, const JobWorld& world, const Arguments& arguments) {
  return arguments.has("--json") ? job_json(setup, world) : job_text(setup, world);
}

// 1 where records are lost, or repeated where that is promised not to be.
int status_of(const JobSetup& setup, const JobWorld& world) {
  const JobLedger ledger = job_ledger(setup, world);
  const bool exactly_once = setup.options().mode == CheckpointingMode::exactly_once;
  if (ledger.lost > 0 || (exactly_once && !ledger.balanced())) return 1;
  return broken_sink_promise(setup, world) ? 1 : 0;
}

// The job after its commands, or at the end of its time; nothing has been printed.
Result<Lab> lab_of(Job job, const Arguments& arguments) {
  Result<OpenJob> open = open_job(job);
  if (!open) return open.error();
  if (auto done = apply_arguments(job, arguments); !done) return done.error();
  const auto path = arguments.value("--commands");
  if (!path)
    if (auto done = apply_until_of_job(job, arguments); !done) return done.error();
  Result<JobSetup> setup = set_up(std::move(job));
  if (!setup) return setup.error();
  if (!path)
    if (auto why = why_too_much_work(*setup)) return about_end(arguments, *why);
  open->history = JobHistory(std::move(*setup));
  if (!path)
    if (auto done = open->history.run_until(open->history.setup().job.until); !done)
      return done.error();
  Lab lab(std::move(*open));
  if (!path) return lab;
  if (auto done = apply_commands(*path, arguments, lab); !done) return done.error();
  if (lab.screen() != Screen::jobs)
    return fault("--commands: " + std::string(*path) + " leads away from the job");
  if (auto done = apply_until(arguments, lab); !done) return done.error();
  return lab;
}

}  // namespace

int report_job(const Lab& lab, const Arguments& arguments) {
  const JobHistory& history = lab.job()->history;
  Result<std::string> text = std::string();
  if (const auto format = arguments.value("--export"))
    text = export_run(lab, *format);
  else
    text = report_text(history.setup(), history.world(), arguments);
  if (!text) return refuse(text.error());
  if (auto done = save_run(lab, arguments); !done) return refuse(done.error());
  if (auto done = put_out(*text, arguments); !done) return refuse(done.error());
  const int status = status_of(history.setup(), history.world());
  for (const Notice& notice : lab.notices())
    std::fprintf(stderr, "cutline: %s\n", notice.sentence.c_str());
  return lab.notices().empty() ? status : 1;
}

int run_job(Job job, const Arguments& arguments) {
  if (arguments.has("--save") && !arguments.has("--commands"))
    return refuse(fault("--save needs --commands: without them a job's file and its options are "
                        "its run"));
  if (arguments.has("--commands") || arguments.has("--export")) {
    const Result<Lab> lab = lab_of(std::move(job), arguments);
    if (!lab) return refuse(lab.error());
    return report_job(*lab, arguments);
  }
  if (auto done = apply_arguments(job, arguments); !done) return refuse(done.error());
  if (auto done = apply_until_of_job(job, arguments); !done) return refuse(done.error());
  const Result<JobSetup> setup = set_up(std::move(job));
  if (!setup) return refuse(setup.error());
  if (auto why = why_too_much_work(*setup)) return refuse(about_end(arguments, *why));
  JobWorld world = start_job(*setup);
  run_job_events(*setup, world, static_cast<uint64_t>(kRunEventsMax), setup->job.until);
  const std::optional<Tick> next = next_event_time(world);
  if (next && *next <= setup->job.until)
    return refuse(about_end(arguments, "the run takes more than the " +
                                           std::to_string(kRunEventsMax) +
                                           " events that it may, and got to " +
                                           milliseconds(world.now) + ": an earlier end is nearer"));
  if (!world.finished && !world.failed) world.now = std::max(world.now, setup->job.until);
  if (auto done = put_out(report_text(*setup, world, arguments), arguments); !done)
    return refuse(done.error());
  return status_of(*setup, world);
}

}  // namespace cutline

#include "core/system/job_run.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/fingerprint.h"
#include "core/system/job_stepping.h"

namespace cutline {
namespace {

void add(Fingerprint& out, const Tally& tally) {
  out.add(static_cast<uint64_t>(tally.count));
  out.add(tally.digest);
}

void add(Fingerprint& out, const ReportedSums& sums) {
  out.add(sums.acknowledged);
  out.add(static_cast<uint64_t>(sums.latest_acknowledgement.value_or(-1)));
  out.add(static_cast<uint64_t>(sums.checkpointed_bytes));
  out.add(static_cast<uint64_t>(sums.full_bytes));
  out.add(static_cast<uint64_t>(sums.processed_bytes));
  out.add(static_cast<uint64_t>(sums.persisted_bytes));
}

void add(Fingerprint& out, const CheckpointRecord& record) {
  out.add(static_cast<uint64_t>(record.id.number));
  out.add(static_cast<uint64_t>(record.status));
  out.add(static_cast<uint64_t>(record.triggered_at));
  out.add(static_cast<uint64_t>(record.ended_at));
  add(out, record.sums);
  for (const VertexStatistics& vertex : record.vertices)
    for (const SubtaskStatistics& subtask : vertex.subtasks) {
      out.add(static_cast<uint64_t>(subtask.at));
      out.add(static_cast<uint64_t>(subtask.metrics.start_delay));
      out.add(static_cast<uint64_t>(subtask.metrics.alignment));
      out.add(static_cast<uint64_t>(subtask.metrics.sync));
      out.add(static_cast<uint64_t>(subtask.metrics.async));
    }
}

}  // namespace

JobWorld start_job(const JobSetup& setup) {
  JobWorld world;
  JobStepping(setup, world).start();
  return world;
}

std::optional<Tick> next_event_time(const JobWorld& world) {
  if (world.agenda.empty() || world.failed || world.finished) return std::nullopt;
  return world.agenda.next().key.when;
}

void step_job(const JobSetup& setup, JobWorld& world) {
  CUTLINE_CHECK(next_event_time(world).has_value(), "a job that is over has no next event");
  const auto event = world.agenda.pop();
  CUTLINE_CHECK(event.key.when >= world.now, "time does not go back");
  world.now = event.key.when;
  JobStepping(setup, world).handle(event.payload);
}

void do_by_hand(const JobSetup& setup, JobWorld& world, Tick time, const JobEvent& event) {
  CUTLINE_CHECK(event.kind == JobEventKind::failure_by_hand ||
                    event.kind == JobEventKind::request_by_hand,
                "a hand fails a task or asks for a checkpoint");
  const std::optional<Tick> next = next_event_time(world);
  CUTLINE_CHECK(next && time >= world.now && time <= *next,
                "a hand acts between two events of a job that is not over");
  world.now = time;
  JobStepping(setup, world).handle(event);
}

void run_job_events(const JobSetup& setup, JobWorld& world, uint64_t events, Tick time) {
  JobStepping stepping(setup, world);
  while (world.events < events) {
    const std::optional<Tick> next = next_event_time(world);
    if (!next || *next > time) break;
    const auto event = world.agenda.pop();
    world.now = event.key.when;
    stepping.handle(event.payload);
  }
}

void run_job_until(const JobSetup& setup, JobWorld& world, Tick time) {
  run_job_events(setup, world, UINT64_MAX, time);
  if (!world.finished && !world.failed) world.now = std::max(world.now, time);
}

uint64_t fingerprint(const JobWorld& world) {
  Fingerprint out;
  out.add(static_cast<uint64_t>(world.now));
  out.add(world.events);
  out.add(world.dice.state());
  out.add(world.agenda.size());
  for (const Task& task : world.tasks) {
    out.add(static_cast<uint64_t>(task.state));
    out.add(records_read(task.operators));
    add(out, task.operators.applied);
    out.add(static_cast<uint64_t>(task.records_done));
  }
  for (const Link& link : world.links) {
    add(out, link.sent);
    add(out, link.received);
  }
  for (const CheckpointRecord& record : world.statistics.history) add(out, record);
  for (const External& external : world.external) {
    add(out, external.visible);
    out.add(static_cast<uint64_t>(external.transactions.visible().records));
    out.add(external.transactions.visible().digest);
  }
  out.add(static_cast<uint64_t>(world.restarts));
  return out.value();
}

}  // namespace cutline

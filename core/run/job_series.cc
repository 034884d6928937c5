#include "core/run/job_series.h"

#include <algorithm>

namespace cutline {
namespace {

int64_t worked_off(const JobSetup& setup, const JobWorld& world) {
  int64_t sum = 0;
  for (uint32_t index = 0; index < world.tasks.size(); ++index)
    if (setup.vertex({index}).kind != VertexKind::source) sum += world.tasks[index].records_done;
  return sum;
}

// A link has one consumer: what waits in front of all vertices is all that is under way.
void add_queues(const JobSetup& setup, const JobWorld& world, JobSample& sample) {
  sample.vertex_bytes.assign(setup.job.vertices.size(), 0);
  for (uint32_t index = 0; index < world.tasks.size(); ++index)
    for (LinkId input : setup.plan.subtasks[index].inputs) {
      const int64_t bytes = waiting_bytes(world.links[input.index]);
      sample.vertex_bytes[setup.plan.subtasks[index].vertex.index] += bytes;
      sample.queued_bytes += bytes;
    }
}

int64_t stored_bytes(const JobWorld& world) {
  int64_t sum = 0;
  for (const CheckpointImage& image : world.images) {
    if (image.mapped) continue;  // the same checkpoint, for other tasks
    for (size_t index = 0; index < image.subtasks.size(); ++index)
      if (image.present[index])
        sum += image.subtasks[index].full_bytes + image.subtasks[index].channel_bytes;
  }
  return sum;
}

}  // namespace

int64_t waiting_bytes(const Link& link) {
  int64_t sum = link.out.queued_bytes() + link.in.queued_bytes();
  for (size_t at = 0; at < link.wire.size(); ++at) sum += bytes_of(link.wire.at(at).item);
  return sum;
}

int64_t source_backlog(const JobSetup& setup, const JobWorld& world, SubtaskId source) {
  const SourceSetup& from = current_setup(setup, world).vertex(source).source;
  if (from.rate_limited) return 0;  // a generator keeps nothing
  Tick grows = world.now;
  if (from.burst_period > 0)
    grows = world.now / from.burst_period * from.burst_on +
            std::min(world.now % from.burst_period, from.burst_on);
  int64_t appended =
      grows / kSecond * from.rate_per_second + grows % kSecond * from.rate_per_second / kSecond;
  if (from.record_limit > 0) appended = std::min(appended, from.record_limit);
  int64_t backlog = 0;
  for (const SplitState& each : world.tasks[source.index].operators.splits)
    backlog += std::max<int64_t>(0, appended - static_cast<int64_t>(each.position));
  return backlog;
}

JobSeries::JobSeries(const JobSetup& setup)
    : interval_((setup.job.until + static_cast<Tick>(kJobSamples) - 1) /
                static_cast<Tick>(kJobSamples)) {}

void JobSeries::take(const JobSetup& first, const JobWorld& world) {
  const JobSetup& setup = current_setup(first, world);
  JobSample sample;
  sample.at = next_at();
  for (uint32_t index = 0; index < world.tasks.size(); ++index) {
    if (setup.vertex({index}).kind == VertexKind::source)
      sample.backlog += source_backlog(setup, world, {index});
    sample.pressed += world.tasks[index].backpressured ? 1 : 0;
  }
  // A restart sets the tasks' own counts to 0.
  records_.push_back(worked_off(setup, world));
  if (records_.size() > 1)
    sample.records = std::max<int64_t>(0, records_.back() - records_[records_.size() - 2]);
  add_queues(setup, world, sample);
  sample.stored_bytes = stored_bytes(world);
  sample.transfers = static_cast<int64_t>(world.uploads.under_way() + world.downloads.under_way());
  samples_.push_back(sample);
}

void JobSeries::cut(Tick now) {
  while (!samples_.empty() && samples_.back().at > now) {
    samples_.pop_back();
    records_.pop_back();
  }
}

}  // namespace cutline

// The checkpoint inspector: what each took, what it waits for, and what limited it.
#include <algorithm>

#include "core/base/text.h"
#include "core/lesson/explain_job.h"
#include "core/lesson/job_model.h"
#include "core/lesson/words.h"
#include "core/run/job_names.h"

namespace cutline {
namespace {

// Where the time of a checkpoint went, along the subtask that was stored last.
enum class Limit : uint8_t { queue, alignment, sync, storage, coordinator };
constexpr std::string_view kLimits[] = {"queue", "alignment", "sync", "storage", "coordinator"};

class Inspector {
 public:
  Inspector(const JobSetup& setup, const JobWorld& world) : setup_(setup), world_(world) {}

  JobCheckpointModel summary(const CheckpointRecord& record) const;
  std::vector<JobPartModel> parts(const CheckpointRecord& record) const;

 private:
  SubtaskId id_of(const VertexStatistics& vertex, size_t index) const {
    return SubtaskId{vertex.first_subtask + static_cast<uint32_t>(index)};
  }
  std::string missing(const CheckpointRecord& record) const;
  void add_limit(const CheckpointRecord& record, JobCheckpointModel& out) const;
  void add_limit_so_far(const CheckpointRecord& record, JobCheckpointModel& out) const;
  JobPartModel part(const CheckpointRecord& record, const VertexStatistics& vertex,
                    size_t index) const;

  const JobSetup& setup_;
  const JobWorld& world_;
};

std::string Inspector::missing(const CheckpointRecord& record) const {
  if (record.status == CheckpointStatus::failed)
    return "failed: " + std::string(facts_of(record.failure).message);
  if (record.status == CheckpointStatus::completed) return "";
  std::vector<std::string> reasons;
  for (const VertexStatistics& vertex : record.vertices)
    for (size_t index = 0; index < vertex.subtasks.size(); ++index) {
      const SubtaskId id = id_of(vertex, index);
      const std::string why = explain_missing_part(setup_, world_, record, id);
      if (!why.empty()) reasons.push_back(part_name(setup_.job, vertex, index) + " " + why);
    }
  if (reasons.empty()) return "every task has stored its part; the coordinator completes it";
  constexpr size_t kShown = 3;
  std::string out;
  for (size_t at = 0; at < std::min(reasons.size(), kShown); ++at)
    out += (out.empty() ? "" : "; ") + reasons[at];
  if (reasons.size() > kShown) out += "; and " + std::to_string(reasons.size() - kShown) + " more";
  return out;
}

std::string limit_sentence(Limit limit, const std::string& subtask, Tick time) {
  const std::string took = time_text(time);
  switch (limit) {
    case Limit::queue:
      return subtask + "'s first barrier waited " + took + " behind queued data and messages";
    case Limit::alignment:
      return subtask + " waited " + took + " from its first barrier to its last";
    case Limit::sync:
      return subtask + "'s synchronous part took " + took;
    case Limit::storage:
      return subtask + "'s upload took " + took;
    case Limit::coordinator:
      return "the coordinator needed " + took + " after the last part was stored";
  }
  return "";
}

void Inspector::add_limit(const CheckpointRecord& record, JobCheckpointModel& out) const {
  const SubtaskStatistics* last = nullptr;
  std::string last_name;
  for (const VertexStatistics& vertex : record.vertices)
    for (size_t index = 0; index < vertex.subtasks.size(); ++index) {
      const SubtaskStatistics& each = vertex.subtasks[index];
      if (!each.reported || (last && each.at <= last->at)) continue;
      last = &each;
      last_name = part_name(setup_.job, vertex, index);
    }
  if (!last) return;
  const Tick times[] = {last->metrics.start_delay, std::max<Tick>(0, last->metrics.alignment),
                        last->metrics.sync, last->metrics.async, record.ended_at - last->at};
  const auto longest = std::max_element(std::begin(times), std::end(times));
  if (*longest <= 0) return;
  const auto limit = static_cast<Limit>(longest - std::begin(times));
  out.limit = kLimits[longest - std::begin(times)];
  out.limited_by = limit_sentence(limit, last_name, *longest);
}

// While it is under way: what the subtask that is farthest behind is waiting for.
void Inspector::add_limit_so_far(const CheckpointRecord& record, JobCheckpointModel& out) const {
  std::optional<Limit> farthest;
  std::string sentence;
  for (const VertexStatistics& vertex : record.vertices)
    for (size_t index = 0; index < vertex.subtasks.size(); ++index) {
      const SubtaskId id = id_of(vertex, index);
      const std::string why = explain_missing_part(setup_, world_, record, id);
      if (why.empty()) continue;
      Limit limit = Limit::storage;
      const size_t missing = missing_barriers(setup_, world_, id, record.id).size();
      const size_t inputs = setup_.plan.subtasks[id.index].inputs.size();
      if (why == "takes its snapshot")
        limit = Limit::sync;
      else if (inputs > 0 && missing == inputs)
        limit = Limit::queue;
      else if (missing > 0)
        limit = Limit::alignment;
      else if (why == "has not heard of it yet")
        limit = Limit::coordinator;
      if (farthest && *farthest <= limit) continue;
      farthest = limit;
      sentence = part_name(setup_.job, vertex, index) + " " + why;
    }
  out.limit = kLimits[static_cast<size_t>(farthest.value_or(Limit::coordinator))];
  out.limited_by = farthest ? sentence : "the coordinator completes it";
}

std::string verdict_of(const JobWorld& world, CheckpointId id) {
  for (const CutVerdict& cut : world.cuts) {
    if (cut.id != id) continue;
    if (cut.balanced()) return "balanced";
    if (cut.mixed) return "holds other records than were sent";
    std::string out;
    if (cut.lost > 0) out = "loses " + std::to_string(cut.lost);
    if (cut.repeated > 0)
      out += (out.empty() ? "repeats " : ", repeats ") + std::to_string(cut.repeated);
    return out;
  }
  return "";
}

JobCheckpointModel Inspector::summary(const CheckpointRecord& record) const {
  JobCheckpointModel out;
  out.name = checkpoint_name(record.id);
  out.kind = is_savepoint(record.kind) ? "savepoint" : "checkpoint";
  out.status = record.status == CheckpointStatus::completed ? "completed"
               : record.status == CheckpointStatus::failed  ? "failed"
                                                            : "in progress";
  out.triggered = time_text(record.triggered_at);
  out.triggered_s = in_seconds(record.triggered_at);
  const bool ended = record.status != CheckpointStatus::in_progress;
  if (ended) {
    out.ended_s = in_seconds(record.ended_at);
    out.duration = time_text(end_to_end(record).value_or(0));
  }
  out.bytes = bytes_text(record.sums.checkpointed_bytes);
  out.in_flight = bytes_text(record.sums.persisted_bytes);
  out.missing = missing(record);
  if (record.status == CheckpointStatus::completed) add_limit(record, out);
  if (!ended) add_limit_so_far(record, out);
  out.verdict = verdict_of(world_, record.id);
  return out;
}

JobPartModel Inspector::part(const CheckpointRecord& record, const VertexStatistics& vertex,
                             size_t index) const {
  const SubtaskStatistics& statistics = vertex.subtasks[index];
  JobPartModel out;
  out.subtask = part_name(setup_.job, vertex, index);
  // Only what is in progress is a matter of the tasks that there are now.
  if (record.status == CheckpointStatus::in_progress)
    out.missing = explain_missing_part(setup_, world_, record, id_of(vertex, index));
  if (!statistics.reported) return out;
  const SubtaskMetrics& metrics = statistics.metrics;
  out.start_delay = time_text(metrics.start_delay);
  if (metrics.alignment >= 0) out.alignment = time_text(metrics.alignment);
  out.sync = time_text(metrics.sync);
  out.async = time_text(metrics.async);
  out.stored_at = time_text(statistics.at);
  out.bytes = bytes_text(metrics.checkpointed_bytes);
  out.in_flight = bytes_text(metrics.persisted_bytes);
  // The parts follow each other, but for an unaligned one, whose upload begins before its alignment
  // is over.
  const Tick begins = record.triggered_at + metrics.start_delay;
  const Tick aligned = begins + std::max<Tick>(0, metrics.alignment);
  out.begins = in_seconds(begins);
  out.aligned = in_seconds(std::min(aligned, statistics.at));
  out.snapshotted = in_seconds(std::max(std::min(aligned, statistics.at),
                                     statistics.at - setup_.job.rpc.latency - metrics.async));
  out.stored = in_seconds(statistics.at);
  return out;
}

std::vector<JobPartModel> Inspector::parts(const CheckpointRecord& record) const {
  std::vector<JobPartModel> out;
  for (const VertexStatistics& vertex : record.vertices)
    for (size_t index = 0; index < vertex.subtasks.size(); ++index)
      out.push_back(part(record, vertex, index));
  return out;
}

}  // namespace

std::vector<JobCheckpointModel> build_job_checkpoints(const JobSetup& setup, const JobWorld& world,
                                                      CheckpointId shown) {
  const Inspector inspector(current_setup(setup, world), world);
  const std::vector<CheckpointRecord>& records = world.statistics.history;
  std::vector<JobCheckpointModel> out;
  for (size_t back = 1; back <= records.size(); ++back) {
    const CheckpointRecord& record = records[records.size() - back];
    const bool is_shown = record.id == shown;
    if (out.size() >= kJobCheckpointsShown && !is_shown) continue;
    out.push_back(inspector.summary(record));
    out.back().selected = is_shown;
    if (is_shown) out.back().parts = inspector.parts(record);
  }
  return out;
}

}  // namespace cutline

// Figures of a job's checkpoints: when, how long and why, who has stored what, and what their cuts
// hold. Times are in milliseconds, sizes in bytes.
#include "core/lesson/figure_job.h"
#include "core/lesson/job_model.h"
#include "core/run/job_names.h"

namespace cutline {
namespace {

using Question = FigureQuestion;
using Value_ = Result<FigureValue>;

Fault not_yet(const Question& question, std::string_view what) {
  return fault(checkpoint_name(question.checkpoint) + " " + std::string(what));
}

const CheckpointRecord* record_of(const Question& question) {
  return find_record(question.job->statistics, question.checkpoint);
}

// --- the checkpoint as a whole ---

template <CheckpointStatus kStatus>
Value_ has_status(const Question& question) {
  const CheckpointRecord* record = record_of(question);
  return truth_value(record && record->status == kStatus);
}

Value_ fully_acknowledged(const Question& question) {
  const CheckpointRecord* record = record_of(question);
  return truth_value(record && record->sums.acknowledged == subtask_count(*record));
}

template <class Read>
Value_ of_record(const Question& question, Read read) {
  const CheckpointRecord* record = record_of(question);
  if (!record) return not_yet(question, "has not been triggered yet");
  return read(*record);
}

Value_ triggered_at(const Question& question) {
  return of_record(question, [](const CheckpointRecord& record) -> Value_ {
    return milliseconds_value(record.triggered_at);
  });
}

Value_ ended_at(const Question& question) {
  return of_record(question, [&](const CheckpointRecord& record) -> Value_ {
    if (record.status == CheckpointStatus::in_progress) return not_yet(question, "is under way");
    return milliseconds_value(record.ended_at);
  });
}

Value_ acknowledged_at(const Question& question) {
  return of_record(question, [&](const CheckpointRecord& record) -> Value_ {
    if (record.sums.acknowledged < subtask_count(record))
      return not_yet(question, "is not stored by all tasks yet");
    return milliseconds_value(*record.sums.latest_acknowledgement);
  });
}

Value_ duration(const Question& question) {
  return of_record(question, [&](const CheckpointRecord& record) -> Value_ {
    const auto time = end_to_end(record);
    if (!time || record.status == CheckpointStatus::in_progress)
      return not_yet(question, "is under way");
    return milliseconds_value(*time);
  });
}

template <int64_t ReportedSums::* kBytes>
Value_ bytes(const Question& question) {
  return of_record(question, [](const CheckpointRecord& record) -> Value_ {
    return count_value(record.sums.*kBytes);
  });
}

Value_ state_bytes(const Question& question) {
  return of_record(question, [](const CheckpointRecord& record) -> Value_ {
    return count_value(record.sums.checkpointed_bytes - record.sums.persisted_bytes);
  });
}

Value_ limited_by(const Question& question) {
  return of_record(question, [&](const CheckpointRecord& record) -> Value_ {
    for (const JobCheckpointModel& each :
         build_job_checkpoints(*question.setup, *question.job, record.id))
      if (each.name == checkpoint_name(record.id))
        return truth_value(each.limit == question.words[1]);
    return not_yet(question, "is not shown any more");
  });
}

Value_ latest_completed(const Question& question) {
  const auto& latest = question.job->statistics.latest_completed;
  return count_value(latest ? latest->id.number : 0);
}

template <int64_t CheckpointCounts::* kCount>
Value_ counted(const Question& question) {
  return count_value(question.job->statistics.counts.*kCount);
}

// --- one task's part ---

template <class Keeps>
Value_ tasks_where(const Question& question, Keeps keeps) {
  return of_record(question, [&](const CheckpointRecord& record) -> Value_ {
    std::vector<std::string> names;
    for (const VertexStatistics& vertex : record.vertices)
      for (size_t index = 0; index < vertex.subtasks.size(); ++index)
        if (keeps(vertex.subtasks[index]))
          names.push_back(part_name(question.setup->job, vertex, index));
    return names_value(std::move(names));
  });
}

Value_ acknowledged_tasks(const Question& question) {
  return tasks_where(question, [](const SubtaskStatistics& each) { return each.reported; });
}

Value_ unaligned_tasks(const Question& question) {
  return tasks_where(question, [](const SubtaskStatistics& each) {
    return each.reported && each.metrics.unaligned();
  });
}

// Of a task: what it reported. The gauges of alignment and of the queue before it are asked once it
// has.
template <Tick SubtaskMetrics::* kTime>
Value_ task_time(const Question& question) {
  return of_record(question, [&](const CheckpointRecord& record) -> Value_ {
    const std::string name = subtask_name(*question.setup, question.task);
    for (const VertexStatistics& vertex : record.vertices)
      for (size_t index = 0; index < vertex.subtasks.size(); ++index) {
        const SubtaskStatistics& each = vertex.subtasks[index];
        if (part_name(question.setup->job, vertex, index) != name) continue;
        if (!each.reported || each.metrics.*kTime < 0)
          return not_yet(question, "is not stored by " + name + " yet");
        return milliseconds_value(each.metrics.*kTime);
      }
    return not_yet(question, "has no part of " + name);
  });
}

Value_ waits_for(const Question& question) {
  return of_record(question, [&](const CheckpointRecord&) -> Value_ {
    std::vector<std::string> names;
    for (LinkId link :
         missing_barriers(*question.setup, *question.job, question.task, question.checkpoint))
      names.push_back(link_name(*question.setup, link));
    return names_value(std::move(names));
  });
}

bool is_its_barrier(const QueueItem& item, CheckpointId id) {
  return item.kind == QueueItemKind::barrier && item.barrier.id == id;
}

// From the consumer back to the producer, until the barrier stands there.
Value_ records_ahead(const Question& question) {
  const Link& link = question.job->links[question.link.index];
  const LinkPlan& plan = question.setup->plan.links[question.link.index];
  if (link.delivered >= question.checkpoint) return number_value(0);
  const InHand& hand = question.job->tasks[plan.consumer.index].hand;
  int64_t ahead = 0;
  if (hand.held && hand.input == plan.input) ahead += hand.buffer.records - hand.next;
  const auto stands_there = [&](const QueueItem& item) {
    ahead += item.buffer.records;
    return is_its_barrier(item, question.checkpoint);
  };
  for (size_t at = 0; at < link.in.size(); ++at)
    if (stands_there(link.in.item(at))) return count_value(ahead);
  for (size_t at = 0; at < link.wire.size(); ++at)
    if (stands_there(link.wire.at(at).item)) return count_value(ahead);
  for (size_t at = 0; at < link.out.size(); ++at)
    if (stands_there(link.out.item(at))) return count_value(ahead);
  return not_yet(question, "has no barrier on " + link_name(*question.setup, question.link));
}

// --- what it holds ---

const SubtaskImage* image_of(const Question& question, SubtaskId task) {
  for (const CheckpointImage& each : question.job->images)
    if (each.id == question.checkpoint && each.subtasks.size() == question.job->tasks.size() &&
        each.present[task.index])
      return &each.subtasks[task.index];
  return nullptr;
}

Fault no_image(const Question& question) {
  return not_yet(question, record_of(question) ? "is not stored, or not kept any more"
                                               : "has not been triggered yet");
}

Value_ of_image(const Question& question, uint64_t (*read)(const OperatorState& state)) {
  const SubtaskImage* image = image_of(question, question.task);
  if (!image) return no_image(question);
  return count_value(static_cast<int64_t>(read(image->state)));
}

Result<std::vector<Buffer>> captured_on(const Question& question, LinkId link) {
  const LinkPlan& plan = question.setup->plan.links[link.index];
  const SubtaskImage* producer = image_of(question, plan.producer);
  const SubtaskImage* consumer = image_of(question, plan.consumer);
  if (!producer || !consumer) return no_image(question);
  std::vector<Buffer> out;
  for (const CapturedLink* side :
       {&consumer->inputs[plan.input], &producer->outputs[plan.output]})
    out.insert(out.end(), side->buffers.begin(), side->buffers.end());
  return out;
}

Value_ captured_records(const Question& question) {
  const auto buffers = captured_on(question, question.link);
  if (!buffers) return buffers.error();
  int64_t records = 0;
  for (const Buffer& buffer : *buffers) records += buffer.records;
  return count_value(records);
}

Value_ captured(const Question& question) {
  const auto buffers = captured_on(question, question.link);
  if (!buffers) return buffers.error();
  std::vector<OriginTag> tags;
  for (const Buffer& buffer : *buffers)
    tags.insert(tags.end(), buffer.tags.begin(), buffer.tags.end());
  return record_names_value(*question.setup, tags);
}

Value_ captured_channels(const Question& question) {
  std::vector<std::string> names;
  for (uint32_t index = 0; index < question.job->links.size(); ++index) {
    const auto buffers = captured_on(question, {index});
    if (!buffers) return buffers.error();
    if (!buffers->empty()) names.push_back(link_name(*question.setup, {index}));
  }
  return names_value(std::move(names));
}

template <int64_t CutVerdict::* kCount>
Value_ at_cut(const Question& question) {
  for (const CutVerdict& cut : question.job->cuts)
    if (cut.id == question.checkpoint) return count_value(cut.*kCount);
  return not_yet(question, "is not completed");
}

constexpr FigureType kNumber = FigureType::number;
constexpr FigureType kTruth = FigureType::truth;
constexpr FigureType kNames = FigureType::names;

constexpr FigureInfo kFigures[] = {
    {"checkpoint-in-progress", "CHECKPOINT", kTruth, "it was triggered and has not ended", false,
     has_status<CheckpointStatus::in_progress>},
    {"checkpoint-completed", "CHECKPOINT", kTruth, "the coordinator has completed it", false,
     has_status<CheckpointStatus::completed>},
    {"checkpoint-failed", "CHECKPOINT", kTruth, "it was declined, aborted or has expired", false,
     has_status<CheckpointStatus::failed>},
    {"fully-acknowledged", "CHECKPOINT", kTruth, "every task has stored its part", false,
     fully_acknowledged},
    {"acknowledged-tasks", "CHECKPOINT", kNames, "the tasks that have stored their parts", false,
     acknowledged_tasks},
    {"latest-completed", "", kNumber, "the id of the checkpoint completed last; 0: none", false,
     latest_completed},
    {"checkpoints-completed", "", kNumber, "how many have completed", false,
     counted<&CheckpointCounts::completed>},
    {"checkpoints-failed", "", kNumber, "how many have failed", false,
     counted<&CheckpointCounts::failed>},
    {"triggered-at-ms", "CHECKPOINT", kNumber, "when it was triggered, in ms of the run", false,
     triggered_at},
    {"acknowledged-at-ms", "CHECKPOINT", kNumber, "when the last part was stored, in ms", false,
     acknowledged_at},
    {"ended-at-ms", "CHECKPOINT", kNumber, "when it completed or failed, in ms", false, ended_at},
    {"duration-ms", "CHECKPOINT", kNumber, "trigger to last acknowledgement, or failure, in ms",
     false, duration},
    {"start-delay-ms", "TASK CHECKPOINT", kNumber, "trigger to the first barrier at TASK, in ms",
     false, task_time<&SubtaskMetrics::start_delay>},
    {"alignment-ms", "TASK CHECKPOINT", kNumber, "first to last barrier at TASK, in ms", false,
     task_time<&SubtaskMetrics::alignment>},
    {"sync-ms", "TASK CHECKPOINT", kNumber, "the synchronous part of TASK's snapshot, in ms",
     false, task_time<&SubtaskMetrics::sync>},
    {"async-ms", "TASK CHECKPOINT", kNumber, "the asynchronous part: the upload, in ms", false,
     task_time<&SubtaskMetrics::async>},
    {"limited-by", "CHECKPOINT LIMIT", kTruth,
     "its longest part: queue, alignment, sync, storage or coordinator", false, limited_by},
    {"checkpoint-bytes", "CHECKPOINT", kNumber, "newly written, channel state included, in bytes",
     false, bytes<&ReportedSums::checkpointed_bytes>},
    {"state-bytes", "CHECKPOINT", kNumber, "of them the tasks' state", false, state_bytes},
    {"channel-state-bytes", "CHECKPOINT", kNumber, "of them records in flight", false,
     bytes<&ReportedSums::persisted_bytes>},
    {"unaligned-tasks", "CHECKPOINT", kNames, "the tasks that captured records in flight", false,
     unaligned_tasks},
    {"waits-for", "TASK CHECKPOINT", kNames, "the channels on which TASK lacks its barrier", false,
     waits_for},
    {"records-ahead", "CHANNEL CHECKPOINT", kNumber, "records that come before its barrier", false,
     records_ahead},
    {"captured", "CHANNEL CHECKPOINT", kNames, "the records that are its channel state", false,
     captured},
    {"captured-records", "CHANNEL CHECKPOINT", kNumber, "how many these are", false,
     captured_records},
    {"captured-channels", "CHECKPOINT", kNames, "the channels with channel state", false,
     captured_channels},
    {"checkpoint-position", "SOURCE CHECKPOINT", kNumber, "the position it holds of SOURCE", false,
     [](const Question& question) { return of_image(question, records_read); }},
    {"checkpoint-processed", "TASK CHECKPOINT", kNumber, "records in the state it holds of TASK",
     false,
     [](const Question& question) {
       return of_image(question, [](const OperatorState& state) {
         return static_cast<uint64_t>(state.applied.count);
       });
     }},
    {"lost-by-cut", "CHECKPOINT", kNumber, "records sent inside its cut that it holds nowhere",
     false, at_cut<&CutVerdict::lost>},
    {"repeated-by-cut", "CHECKPOINT", kNumber, "records it holds that are sent again behind it",
     false, at_cut<&CutVerdict::repeated>},
};

}  // namespace

std::span<const FigureInfo> checkpoint_figures() { return kFigures; }

}  // namespace cutline

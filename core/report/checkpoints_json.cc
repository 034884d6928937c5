#include "core/report/checkpoints_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/fingerprint.h"
#include "core/report/checkpoint_times.h"
#include "core/report/cut_json.h"
#include "core/report/ledger_json.h"
#include "core/report/stats_summary.h"
#include "core/report/summary_json.h"
#include "core/system/ledger.h"

namespace cutline {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kHistoryMax = 10;  // the engine's default
int64_t to_ms(Tick time) { return time / kMillisecond; }

// Of a task's subtasks, which have no percentiles.
Json task_summary_json(const std::vector<int64_t>& values) {
  StatsSummary summary(0);
  for (int64_t value : values) summary.add(value);
  return summary_json(summary);
}

// The fields that a checkpoint and each of its tasks have in common. No bytes are modelled.
struct Progress {
  std::optional<Tick> latest_ack;
  size_t subtasks = 0;
  size_t acknowledged = 0;
};

void add_progress(Json& out, Tick triggered_at, const Progress& progress) {
  const std::optional<Tick>& ack = progress.latest_ack;
  out["latest_ack_timestamp"] = ack ? to_ms(*ack) : -1;
  out["checkpointed_size"] = 0;
  out["state_size"] = 0;
  out["end_to_end_duration"] = ack ? to_ms(*ack) - to_ms(triggered_at) : -1;
  out["alignment_buffered"] = 0;
  out["processed_data"] = 0;
  out["persisted_data"] = 0;
  out["num_subtasks"] = progress.subtasks;
  out["num_acknowledged_subtasks"] = progress.acknowledged;
}

class Report {
 public:
  explicit Report(const History& history)
      : scenario_(history.scenario()), world_(history.world()), all_(checkpoint_times(history)) {}

  Json checkpoints() const;
  Json details() const;
  Json subtasks() const;

 private:
  Json checkpoint(const CheckpointTimes& times, bool with_tasks) const;
  Json task(const CheckpointTimes& times, size_t process) const;
  Json task_details(const CheckpointTimes& times, size_t process) const;

  const Scenario& scenario_;
  const World& world_;
  std::vector<CheckpointTimes> all_;
};

const char* status_of(const CheckpointTimes& times) {
  return times.complete ? "COMPLETED" : "IN_PROGRESS";
}

Progress progress_of(const CheckpointTimes& times) {
  return {times.latest_acknowledgement(), times.subtasks.size(), times.acknowledged()};
}

Progress progress_of(const SubtaskTimes& times) {
  return {times.acknowledged_at, 1, times.acknowledged_at ? size_t{1} : size_t{0}};
}

Json Report::checkpoint(const CheckpointTimes& times, bool with_tasks) const {
  Json out = {{"className", times.complete ? "completed" : "in_progress"},
              {"id", times.id},
              {"status", status_of(times)},
              {"is_savepoint", false},
              {"savepointFormat", nullptr},
              {"trigger_timestamp", to_ms(times.triggered_at)}};
  add_progress(out, times.triggered_at, progress_of(times));
  out["checkpoint_type"] = scenario_.rule.overtake ? "UNALIGNED_CHECKPOINT" : "CHECKPOINT";
  out["tasks"] = Json::object();
  if (with_tasks)
    for (size_t process = 0; process < times.subtasks.size(); ++process)
      out["tasks"][scenario_.processes[process].name] = task(times, process);
  if (times.complete) {
    out["external_path"] = "<checkpoint-not-externally-addressable>";
    out["discarded"] = false;
  }
  return out;
}

Json Report::task(const CheckpointTimes& times, size_t process) const {
  const SubtaskTimes& subtask = times.subtasks[process];
  Json out = {{"id", times.id}, {"status", subtask.acknowledged_at ? "COMPLETED" : "IN_PROGRESS"}};
  add_progress(out, times.triggered_at, progress_of(subtask));
  return out;
}

Json Report::checkpoints() const {
  StatsSummary durations;
  StatsSummary zeros;
  const CheckpointTimes* latest = nullptr;
  for (const CheckpointTimes& times : all_) {
    if (!times.complete) continue;
    latest = &times;
    durations.add(to_ms(*times.latest_acknowledgement()) - to_ms(times.triggered_at));
    zeros.add(0);
  }
  Json history = Json::array();
  for (auto times = all_.rbegin(); times != all_.rend() && history.size() < kHistoryMax; ++times)
    history.push_back(checkpoint(*times, false));
  const auto completed = static_cast<size_t>(durations.count());
  const Json no_bytes = summary_json(zeros);
  return {{"counts",
           {{"restored", 0},
            {"total", all_.size()},
            {"in_progress", all_.size() - completed},
            {"completed", completed},
            {"failed", 0}}},
          {"summary",
           {{"checkpointed_size", no_bytes},
            {"state_size", no_bytes},
            {"end_to_end_duration", summary_json(durations)},
            {"alignment_buffered", no_bytes},
            {"processed_data", no_bytes},
            {"persisted_data", no_bytes}}},
          {"latest",
           {{"completed", latest ? checkpoint(*latest, false) : Json(nullptr)},
            {"savepoint", nullptr},
            {"failed", nullptr},
            {"restored", nullptr}}},
          {"history", history}};
}

Json Report::details() const {
  Json out = Json::object();
  for (const CheckpointTimes& times : all_)
    out[std::to_string(times.id)] = checkpoint(times, true);
  return out;
}

Json Report::subtasks() const {
  Json out = Json::object();
  for (const CheckpointTimes& times : all_) {
    Json& vertices = out[std::to_string(times.id)] = Json::object();
    for (size_t process = 0; process < times.subtasks.size(); ++process)
      vertices[scenario_.processes[process].name] = task_details(times, process);
  }
  return out;
}

Json Report::task_details(const CheckpointTimes& times, size_t process) const {
  const SubtaskTimes& subtask = times.subtasks[process];
  Json out = task(times, process);
  std::vector<int64_t> duration, asynchronous, alignment, delay, zeros;
  Json only = {{"className", "pending"}, {"index", 0}, {"status", "pending_or_failed"}};
  if (subtask.acknowledged_at) {
    const Tick ack = *subtask.acknowledged_at;
    // A process that starts a snapshot, or has no input, begins with no marker.
    const Tick first = std::min(subtask.first_marker_at.value_or(subtask.recorded_at),
                                subtask.recorded_at);
    duration = {to_ms(ack) - to_ms(times.triggered_at)};
    asynchronous = {to_ms(ack - subtask.recorded_at)};
    alignment = {subtask.first_marker_at
                     ? to_ms(subtask.last_marker_at - *subtask.first_marker_at)
                     : 0};
    delay = {to_ms(first) - to_ms(times.triggered_at)};
    zeros = {0};
    only = {{"className", "completed"},
            {"index", 0},
            {"status", "completed"},
            {"ack_timestamp", to_ms(ack)},
            {"end_to_end_duration", duration[0]},
            {"checkpointed_size", 0},
            {"state_size", 0},
            {"checkpoint", {{"sync", 0}, {"async", asynchronous[0]}}},
            {"alignment",
             {{"buffered", 0}, {"processed", 0}, {"persisted", 0}, {"duration", alignment[0]}}},
            {"start_delay", delay[0]},
            {"unaligned_checkpoint", false},
            {"aborted", false}};
  }
  out["summary"] = {
      {"checkpointed_size", task_summary_json(zeros)},
      {"state_size", task_summary_json(zeros)},
      {"end_to_end_duration", task_summary_json(duration)},
      {"checkpoint_duration",
       {{"sync", task_summary_json(zeros)}, {"async", task_summary_json(asynchronous)}}},
      {"alignment",
       {{"buffered", zero_summary_json()},
        {"processed", task_summary_json(zeros)},
        {"persisted", task_summary_json(zeros)},
        {"duration", task_summary_json(alignment)}}},
      {"start_delay", task_summary_json(delay)}};
  out["subtasks"] = Json::array({only});
  return out;
}

}  // namespace

std::string checkpoints_json(const History& history, uint64_t fingerprint,
                             const std::optional<Cut>& cut) {
  const Report report(history);
  Json out = {{"checkpoints", report.checkpoints()},
              {"details", report.details()},
              {"subtasks", report.subtasks()},
              {"recovery", Json::array()},
              {"ledger", ledger_json(history.scenario(), history.world())}};
  if (cut) out["cut"] = cut_json(history, *cut);
  out["fingerprint"] = print_fingerprint(fingerprint);
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cutline

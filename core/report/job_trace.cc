#include "core/report/job_trace.h"

#include <algorithm>
#include <map>

#include "core/report/job_words.h"
#include "core/report/trace_events.h"
#include "core/run/job_names.h"
#include "core/run/job_timeline.h"

namespace cutline {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kJob = 1;  // "pid"; vertices follow
constexpr TraceTrack kCoordinatorTrack{kJob, 1};
constexpr TraceTrack kRecoveries{kJob, 2};

struct Argument {
  const char* name;
  int64_t value;
};
Json arguments_of(std::initializer_list<Argument> list) {
  Json out = Json::object();
  for (const Argument& each : list) out[each.name] = each.value;
  return out;
}

// Tracks of one vertex's group, in the order in which they are first used.
class Tracks {
 public:
  explicit Tracks(TraceEvents& trace) : trace_(trace) {}

  TraceTrack of(uint32_t vertex, const std::string& name) {
    const auto [found, is_new] = tracks_.emplace(
        std::pair(vertex, name), TraceTrack{static_cast<int>(vertex) + kJob + 1, 0});
    if (is_new) {
      found->second.thread = ++used_[vertex];
      trace_.name_thread(found->second, name);
    }
    return found->second;
  }

  // The first track of that name, or of "name (2)" and so on, that is free from then on.
  TraceTrack free(uint32_t vertex, const std::string& name, Tick from, Tick to) {
    std::vector<Tick>& ends = ends_[{vertex, name}];
    size_t lane = 0;
    while (lane < ends.size() && ends[lane] > from) ++lane;
    if (lane == ends.size()) ends.push_back(0);
    ends[lane] = to;
    return of(vertex, lane == 0 ? name : name + " (" + std::to_string(lane + 1) + ")");
  }

 private:
  TraceEvents& trace_;
  std::map<std::pair<uint32_t, std::string>, TraceTrack> tracks_;
  std::map<std::pair<uint32_t, std::string>, std::vector<Tick>> ends_;  // by lane
  std::map<uint32_t, int> used_;
};

class JobTrace {
 public:
  explicit JobTrace(const JobHistory& history)
      : history_(history),
        job_(history.setup().job),
        world_(history.world()),
        timeline_(job_timeline(history)),
        tracks_(trace_) {}

  std::string text() {
    trace_.name_process(kJob, job_.title);
    trace_.name_thread(kCoordinatorTrack, "coordinator");
    trace_.name_thread(kRecoveries, "recoveries");
    for (uint32_t vertex = 0; vertex < job_.vertices.size(); ++vertex)
      trace_.name_process(static_cast<int>(vertex) + kJob + 1, job_.vertices[vertex].name);
    add_states();
    for (const CheckpointRecord& record : world_.statistics.history) add_checkpoint(record);
    add_parts();
    add_recoveries();
    add_counters();
    return trace_.take({{"scenario", job_.name},
                        {"seed", job_.seed},
                        {"note", "Simulated time. Parts of checkpoints are shown once the "
                                 "coordinator knows them."}});
  }

 private:
  void add_states();
  void add_checkpoint(const CheckpointRecord& record);
  void add_parts();
  void add_part(const CheckpointRecord& record, const VertexStatistics& vertex, size_t index);
  void add_recoveries();
  void add_counters();
  void count(const char* name, Tick at, const char* unit, int64_t value) {
    trace_.counter(kJob, name, at, arguments_of({{unit, value}}));
  }

  const JobHistory& history_;
  const Job& job_;
  const JobWorld& world_;
  JobTimeline timeline_;
  TraceEvents trace_;
  Tracks tracks_;
};

void JobTrace::add_states() {
  const auto track = [&](uint32_t task) {
    return tracks_.of(timeline_.vertices[task], timeline_.tasks[task]);
  };
  for (uint32_t task = 0; task < timeline_.tasks.size(); ++task) track(task);
  for (const JobSpan& each : timeline_.states)
    trace_.slice(track(each.task), std::string(state_name(each.state)), each.from,
                 each.to - each.from, Json::object());
  for (const JobSpan& each : timeline_.pressed)
    trace_.slice(track(each.task), "back-pressured", each.from, each.to - each.from,
                 Json::object());
}

void JobTrace::add_checkpoint(const CheckpointRecord& record) {
  const std::string name = checkpoint_name(record.id);
  const auto add = [&](const char* phase, const std::string& text, Tick at, Json about) {
    trace_.asynchronous(phase, kCoordinatorTrack, std::string(kind_word(record.kind)), name, text,
                        at, std::move(about));
  };
  add("b", name, record.triggered_at, Json::object());
  for (const VertexStatistics& vertex : record.vertices)
    for (size_t index = 0; index < vertex.subtasks.size(); ++index)
      if (vertex.subtasks[index].reported)
        add("n", part_name(job_, vertex, index) + " acknowledged", vertex.subtasks[index].at,
            Json::object());
  if (record.status == CheckpointStatus::in_progress) return;  // it has no end
  Json about = arguments_of({{"end_to_end_ns", end_to_end(record).value_or(-1)},
                             {"checkpointed_bytes", record.sums.checkpointed_bytes},
                             {"persisted_bytes", record.sums.persisted_bytes}});
  const bool failed = record.status == CheckpointStatus::failed;
  about["status"] = failed ? facts_of(record.failure).name : status_word(record.status);
  add("e", name, record.ended_at, std::move(about));
}

// By their beginnings, so that each takes the first track that is free.
void JobTrace::add_parts() {
  struct Part {
    const CheckpointRecord* record = nullptr;
    const VertexStatistics* vertex = nullptr;
    size_t index = 0;
  };
  std::vector<Part> parts;
  for (const CheckpointRecord& record : world_.statistics.history)
    for (const VertexStatistics& vertex : record.vertices)
      for (size_t index = 0; index < vertex.subtasks.size(); ++index)
        if (vertex.subtasks[index].reported) parts.push_back({&record, &vertex, index});
  std::stable_sort(parts.begin(), parts.end(), [](const Part& left, const Part& right) {
    return left.record->triggered_at < right.record->triggered_at;
  });
  for (const Part& each : parts) add_part(*each.record, *each.vertex, each.index);
}

void JobTrace::add_part(const CheckpointRecord& record, const VertexStatistics& vertex,
                        size_t index) {
  const std::string name = part_name(job_, vertex, index);
  const std::string checkpoint = checkpoint_name(record.id);
  const SubtaskStatistics& part = vertex.subtasks[index];
  const SubtaskMetrics& metrics = part.metrics;
  const Tick first_barrier = std::min(record.triggered_at + metrics.start_delay, part.at);
  const Tick last_barrier =
      std::min(first_barrier + std::max<Tick>(0, metrics.alignment), part.at);
  const TraceTrack barriers = tracks_.free(vertex.vertex.index, name + " barriers",
                                           record.triggered_at, last_barrier);
  trace_.slice(barriers, checkpoint, record.triggered_at, last_barrier - record.triggered_at,
               arguments_of({{"processed_bytes", metrics.processed_bytes}}));
  trace_.slice(barriers, "start delay", record.triggered_at, first_barrier - record.triggered_at,
               Json::object());
  trace_.slice(barriers, "alignment", first_barrier, last_barrier - first_barrier, Json::object());
  // The coordinator hears of it one message later; the upload follows the synchronous part.
  const Tick stored = std::max(record.triggered_at, part.at - job_.rpc.latency);
  const Tick upload = std::max(record.triggered_at, stored - metrics.async);
  const Tick sync = std::max(record.triggered_at, upload - metrics.sync);
  const TraceTrack snapshot =
      tracks_.free(vertex.vertex.index, name + " snapshot", sync, stored);
  trace_.slice(snapshot, checkpoint, sync, stored - sync,
               arguments_of({{"checkpointed_bytes", metrics.checkpointed_bytes},
                             {"persisted_bytes", metrics.persisted_bytes},
                             {"full_bytes", metrics.full_bytes}}));
  trace_.slice(snapshot, "sync", sync, upload - sync, Json::object());
  trace_.slice(snapshot, "async", upload, stored - upload, Json::object());
}

// One ends where the next begins, if not before.
void JobTrace::add_recoveries() {
  for (size_t at = 0; at < world_.recoveries.size(); ++at) {
    const RecoveryRecord& each = world_.recoveries[at];
    const Tick last = at + 1 < world_.recoveries.size() ? world_.recoveries[at + 1].failed_at
                                                        : world_.now;
    const auto end = [&](Tick time) { return time < 0 ? last : std::min(time, last); };
    const Tick restarted = end(each.restarted_at);
    const Tick restored = std::max(restarted, end(each.restored_at));
    const Tick running = std::max(restored, end(each.running_at));
    trace_.slice(kRecoveries, each.planned ? "restart" : "failure", each.failed_at,
                 running - each.failed_at,
                 arguments_of({{"tasks", each.tasks},
                               {"restored_checkpoint", each.checkpoint.number}}));
    trace_.slice(kRecoveries, "restart delay", each.failed_at, restarted - each.failed_at,
                 Json::object());
    trace_.slice(kRecoveries, "deploying", restarted, restored - restarted, Json::object());
    trace_.slice(kRecoveries, "restoring", restored, running - restored, Json::object());
  }
}

void JobTrace::add_counters() {
  const Tick interval = history_.series().interval();
  for (const JobTimelineSample& each : timeline_.samples) {
    const JobSample& figures = each.figures;
    count("backlog of the sources", figures.at, "records", figures.backlog);
    if (figures.at > 0)
      count("throughput", figures.at, "records_per_s", per_second(figures.records, interval));
    count("queued between tasks", figures.at, "bytes", figures.queued_bytes);
    count("back-pressured tasks", figures.at, "tasks", figures.pressed);
    count("transfers to and from the storage", figures.at, "transfers", figures.transfers);
    count("stored checkpoints", figures.at, "bytes", figures.stored_bytes);
    for (const JobQueueSample& queue : each.queues)
      trace_.counter(static_cast<int>(timeline_.vertices[queue.task]) + kJob + 1,
                     "queued before " + timeline_.tasks[queue.task], figures.at,
                     arguments_of({{"bytes", queue.bytes}}));
  }
}

}  // namespace

std::string job_trace(const JobHistory& history) { return JobTrace(history).text(); }

}  // namespace cutline

// A streaming job as its author wrote it: vertices, edges, options, and what will go wrong. It
// never changes during a run.
//
//     source ×2 ──hash──▶ count ×2 ──forward──▶ sink ×2         vertex ×parallelism
//        │ position          │ state
//        └ replayable        └ snapshotted at barriers
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/ids.h"
#include "core/base/ticks.h"

namespace cutline {

using VertexId = Id<struct VertexTag>;    // Job::vertices
using EdgeId = Id<struct EdgeTag>;        // Job::edges
using SubtaskId = Id<struct SubtaskTag>;  // JobPlan::subtasks, over all vertices
using LinkId = Id<struct LinkTag>;        // JobPlan::links: one producer to one consumer subtask

enum class VertexKind : uint8_t { source, map, filter, aggregate, join, merge, sink };
enum class EdgeKind : uint8_t { forward, hash, rebalance, rescale, broadcast };

// Each producer subtask feeds its own consumers, not all of them.
constexpr bool is_pointwise(EdgeKind kind) {
  return kind == EdgeKind::forward || kind == EdgeKind::rescale;
}

enum class SinkKind : uint8_t { plain, idempotent, transactional };

// What a source reads: a log that grows by itself and can be read again from any position.
struct SourceSetup {
  uint32_t splits = 0;           // logs that its subtasks share (S1); 0: one for each subtask
  int64_t rate_per_second = 0;   // records appended to each split
  int64_t record_limit = 0;      // of each split; then it has ended. 0: never
  bool rate_limited = false;     // true: a generator that never catches up; false: a log
  Tick burst_on = 0;             // bursts: appended only in the first burst_on of every ...
  Tick burst_period = 0;         // ... burst_period; 0: no bursts
  Tick unable_to_snapshot = 0;   // after each (re)start the source cannot snapshot for this long
  friend bool operator==(const SourceSetup&, const SourceSetup&) = default;
};

// What a vertex keeps, for each subtask.
struct StateSetup {
  int64_t fixed_bytes = 0;
  int64_t keys = 0;               // keys that a subtask can hold, 0: no keyed state
  int64_t bytes_per_key = 0;
  int64_t bytes_per_record = 0;   // grows with every record
  // Incremental checkpoints (incremental_files.h):
  int64_t delta_bytes_per_record = 0;   // in the file of a checkpoint, for each record since
  int64_t delta_fixed_bytes = 0;        // files that are written anew every time
  int64_t compaction_every = 0;         // files until they are merged; 0: never
  Tick sync_time = 0;                   // of the synchronous part
  friend bool operator==(const StateSetup&, const StateSetup&) = default;
};

struct SinkSetup {
  SinkKind kind = SinkKind::plain;
  Tick commit_time = 0;
  Tick transaction_timeout = 0;     // at the external system; 0: never
  bool idempotent_commit = true;    // committing a transaction again changes nothing
  Tick flush_time = 0;              // before the barrier goes on (S8)
  // A file sink: what is written is committed in parts, each once it is as old as roll_after at one
  // of the checks, which come every roll_check. 0: with each checkpoint.
  Tick roll_after = 0;
  Tick roll_check = 0;
  friend bool operator==(const SinkSetup&, const SinkSetup&) = default;
};

struct VertexSetup {
  std::string name;
  VertexKind kind = VertexKind::map;
  uint32_t parallelism = 1;
  uint32_t max_parallelism = 0;          // key groups; 0: what the engine derives from parallelism
  Tick service_time = 0;                 // for a record
  std::vector<Tick> subtask_service_time;  // by subtask where they differ; else empty
  int64_t record_bytes = 0;              // of what it emits; 0: as it came in
  int64_t keep_numerator = 1;            // filter: of so many records ...
  int64_t keep_denominator = 1;          // ... this many go on
  SourceSetup source;
  StateSetup state;
  SinkSetup sink;
  friend bool operator==(const VertexSetup&, const VertexSetup&) = default;
};

struct EdgeSetup {
  VertexId from;
  VertexId to;
  EdgeKind kind = EdgeKind::hash;
  std::vector<int64_t> split;  // hash: how keys fall on the consumer's subtasks; empty: evenly
  friend bool operator==(const EdgeSetup&, const EdgeSetup&) = default;
};

enum class RestartKind : uint8_t { none, fixed_delay, exponential_delay };

// A task that fails, as planned by the author.
struct FailureSetup {
  VertexId vertex;
  uint32_t subtask = 0;
  Tick at = 0;                     // simulated time; with after_completed: since that completion
  int64_t after_completed = 0;     // not 0: once this checkpoint has completed
  friend bool operator==(const FailureSetup&, const FailureSetup&) = default;
};

// A savepoint that somebody asks for. Suspend and drain stop the job behind it (C29).
enum class SavepointKind : uint8_t { savepoint, suspend, drain };
struct SavepointSetup {
  Tick at = 0;                     // as in FailureSetup
  int64_t after_completed = 0;
  SavepointKind kind = SavepointKind::savepoint;
  friend bool operator==(const SavepointSetup&, const SavepointSetup&) = default;
};

// The whole job is restarted on purpose: at another parallelism, or from a savepoint.
enum class RestoreFrom : uint8_t { checkpoint, savepoint };  // the latest of its kind
struct Rescale {
  VertexId vertex;
  uint32_t parallelism = 1;
  friend bool operator==(const Rescale&, const Rescale&) = default;
};
struct RestartSetup {
  Tick at = 0;                     // as in FailureSetup
  int64_t after_completed = 0;
  bool with_failure = false;       // not by itself: with the first failure from then on
  RestoreFrom from = RestoreFrom::checkpoint;
  std::vector<Rescale> parallelism;  // of vertices that get another one
  friend bool operator==(const RestartSetup&, const RestartSetup&) = default;
};

inline constexpr int64_t kSegmentBytesMin = 256;
inline constexpr int64_t kSegmentBytesMax = 1 << 20;

struct NetworkSetup {
  int64_t segment_bytes = 32 * 1024;   // taskmanager.memory.segment-size
  Tick buffer_timeout = 100 * kMillisecond;  // execution.buffer-timeout.interval
  bool debloating = false;             // taskmanager.network.memory.buffer-debloat.enabled
  Tick debloat_target = kSecond;       // ....target
  Tick debloat_period = 200 * kMillisecond;  // ....period
  int64_t debloat_threshold_percent = 25;    // ....threshold-percentages
  Tick latency = 0;                    // of a buffer or event between machines
  friend bool operator==(const NetworkSetup&, const NetworkSetup&) = default;
};

struct StorageSetup {
  int64_t bytes_per_second = 0;  // shared by all uploads, and by all downloads; 0: no limit
  Tick object_latency = 0;       // for each object written or read
  Tick metadata_time = 0;        // writing the metadata and adding to the store (C17)
  friend bool operator==(const StorageSetup&, const StorageSetup&) = default;
};

struct RpcSetup {
  Tick latency = 0;          // coordinator to task and back
  Tick plan_time = 0;        // C2 steps 3–6
  Tick enumerator_time = 0;  // C2 step 7
  friend bool operator==(const RpcSetup&, const RpcSetup&) = default;
};

struct Job {
  std::string name;
  std::string title;
  std::vector<VertexSetup> vertices;
  std::vector<EdgeSetup> edges;
  NetworkSetup network;
  StorageSetup storage;
  RpcSetup rpc;
  uint32_t machines = 1;           // task managers; subtask i of a vertex is on i mod this
  std::vector<std::pair<std::string, std::string>> options;  // Flink's option names and values
  std::vector<FailureSetup> failures;
  std::vector<SavepointSetup> savepoints;
  std::vector<RestartSetup> restarts;
  Tick deploy_time = 0;            // from the end of the restart delay to INITIALIZING
  Tick until = kMinute;            // how long to run
  bool named = false;              // teaching scale: every record by name, one record at a time
  uint64_t seed = 1;
  friend bool operator==(const Job&, const Job&) = default;
};

std::optional<VertexId> find_vertex(const Job& job, std::string_view name);

// How many key groups a vertex has, which no parallelism of it can exceed.
uint32_t max_parallelism_of(const VertexSetup& vertex);

// The most subtasks that a vertex ever has.
uint32_t largest_parallelism(const Job& job, VertexId vertex);

// The most channels between subtasks that an edge ever has.
int64_t most_links(const Job& job, const EdgeSetup& edge);

// Why a restart cannot be, if so; whatever the parallelism is when it comes.
std::optional<std::string> why_unusable_restart(const Job& job, const RestartSetup& restart);

// The first thing that makes a job unusable, if any, and the part of it that is wrong.
enum class JobPart : uint8_t { job, vertex, edge, restart, failure };
struct JobProblem {
  JobPart part = JobPart::job;
  size_t index = 0;  // of the vertex, edge, restart or failure
  std::string sentence;
};
std::optional<JobProblem> find_problem(const Job& job);
std::optional<std::string> why_unusable(const Job& job);

}  // namespace cutline

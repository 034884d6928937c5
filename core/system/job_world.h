// The whole running job at one instant, as one plain value.
//
//     Task (subtask)  ── OutputQueue ──▶ wire ──▶ InputQueue ──▶ Task
//       thread: free, or busy until an event      (local: no wire, no input queue)
//       mails: what the thread does between two records
//
//     Coordinator, storage links, images of checkpoints, the external system behind the sinks
//
// Nothing but the rules in job_*.cc changes it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/dice.h"
#include "core/base/event_queue.h"
#include "core/system/barrier_handling.h"
#include "core/system/buffer_debloater.h"
#include "core/system/channel_persister.h"
#include "core/system/channel_state_file.h"
#include "core/system/checkpoint_statistics.h"
#include "core/system/coordinator.h"
#include "core/system/credit.h"
#include "core/system/incremental_files.h"
#include "core/system/input_queue.h"
#include "core/system/job_failure.h"
#include "core/system/job_plan.h"
#include "core/system/job_setup.h"
#include "core/system/output_pool.h"
#include "core/system/output_queue.h"
#include "core/system/recovery_tracker.h"
#include "core/system/restart_region.h"
#include "core/system/restart_strategy.h"
#include "core/system/sink_records.h"
#include "core/system/storage.h"
#include "core/system/subtask_checkpoints.h"
#include "core/system/tally.h"
#include "core/system/throughput.h"
#include "core/system/two_phase_sink.h"

namespace cutline {

// --- the agenda --------------------------------------------------------------------------------

enum class JobEventKind : uint8_t {
  work_done,          // a: subtask, number: of the work
  source_due,         // a: subtask; the next record is there
  flush,              // a: subtask; the buffer timeout
  debloat,            // a: subtask
  roll_check,         // a: subtask, a sink
  arrival,            // a: link; the first item on the wire is there
  input_timer,        // a: subtask, number: checkpoint
  output_timer,       // a: subtask, number: checkpoint
  message,            // a: slot of JobWorld::messages
  coordinator_timer,  // a: kind, number, b: checkpoint
  storage,            // a: 0 uploads, 1 downloads; number: of the plan
  failure,            // a: index into Job::failures
  savepoint,          // a: index into Job::savepoints
  planned_restart,    // a: index into Job::restarts
  restart,            // a: attempt of the restart; the delay is over
  deployed,           // a: attempt of the restart; tasks may restore
  failure_by_hand,    // a: subtask; never on the agenda, see do_by_hand()
  request_by_hand,    // a: CheckpointKind; likewise
};

struct JobEvent {
  JobEventKind kind = JobEventKind::work_done;
  uint32_t a = 0;
  uint32_t attempt = 0;  // of the task; an event of an earlier attempt is void
  int64_t b = 0;
  uint64_t number = 0;
  friend bool operator==(const JobEvent&, const JobEvent&) = default;
};

// Between coordinator and tasks, or a coordinator's own work that takes a while.
enum class MessageKind : uint8_t { trigger, notify_complete, notify_aborted, coordinator_event };

struct Message {
  MessageKind kind = MessageKind::trigger;
  bool used = false;
  SubtaskId subtask;
  uint32_t attempt = 0;
  Barrier barrier;             // trigger
  CheckpointId id;             // notifications
  CheckpointId other;
  CoordinatorEvent event;      // coordinator_event
  uint32_t layout = 0;         // coordinator_event: JobWorld::layout when it was sent
  friend bool operator==(const Message&, const Message&) = default;
};

// --- a link ------------------------------------------------------------------------------------

struct WireItem {
  Tick due = 0;
  int32_t backlog = 0;  // of the producer's queue when it was sent (N3)
  QueueItem item;
  friend bool operator==(const WireItem&, const WireItem&) = default;
};

struct Link {
  OutputQueue out;
  // remote only
  Ring<WireItem> wire;
  InputQueue in;
  int32_t credit = 0;              // data buffers that the producer may still send
  Ring<BufferOrigin> origins;      // of the data that waits in `in`, oldest first
  // local only
  ChannelPersister persister;
  // the consumer's end
  bool in_line = false;            // waits for its turn
  bool urgent = false;             // its head has priority, and the consumer knows
  bool ended = false;              // the end of the partition was taken
  CheckpointId delivered = kNoCheckpoint;  // the newest barrier taken
  // What went through, as the two ends know it: part of the job's state, restored with it.
  Tally sent;
  Tally received;
  friend bool operator==(const Link&, const Link&) = default;
};

// --- a task ------------------------------------------------------------------------------------

enum class MailKind : uint8_t {
  trigger,
  input_timer,
  output_timer,
  roll_check,
  notify_complete,
  notify_aborted,
};

struct Mail {
  MailKind kind = MailKind::trigger;
  Barrier barrier;
  CheckpointId id;
  CheckpointId other;
  friend bool operator==(const Mail&, const Mail&) = default;
};

enum class Work : uint8_t { none, records, flush_sink, sync, commit };

// The buffer that the thread is reading.
struct InHand {
  bool held = false;
  bool recovered = false;      // from a checkpoint's channel state
  uint32_t input = 0;
  Buffer buffer;
  int64_t next = 0;            // records of it that are done
  int64_t under_way = 0;       // records being worked on now
  int64_t segments_freed = 0;  // local: of the producer, once it is done
  BufferOrigin origin = BufferOrigin::exclusive;  // remote
  CheckpointId delivered = kNoCheckpoint;  // barriers of its channel that were taken before it
  friend bool operator==(const InHand&, const InHand&) = default;
};

// A split of a source that the subtask reads (S1).
struct SplitState {
  uint32_t split = 0;          // its number over all sources
  uint64_t position = 0;       // records read
  Tally read;                  // where the source may be rescaled
  friend bool operator==(const SplitState&, const SplitState&) = default;
};

// What a subtask keeps, and a checkpoint of it holds.
struct OperatorState {
  std::vector<SplitState> splits;  // source
  Tally applied;               // records that changed the state
  // Where the vertex may be rescaled, parts of `applied`:
  std::vector<Tally> key_groups;   // what came over hash edges, by key group
  Tally broadcast;             // what came over broadcast edges: every subtask has it
  IncrementalFiles files;      // incremental: what the storage holds of it
  int64_t records_since_snapshot = 0;
  bool ended = false;          // source: at its limit
  friend bool operator==(const OperatorState&, const OperatorState&) = default;
};

// Source: records read, over its splits.
inline uint64_t records_read(const OperatorState& state) {
  uint64_t sum = 0;
  for (const SplitState& each : state.splits) sum += each.position;
  return sum;
}

// Captured channel state of one link.
struct CapturedLink {
  std::vector<Buffer> buffers;
  friend bool operator==(const CapturedLink&, const CapturedLink&) = default;
};

// One subtask's part of a checkpoint, as it lies in the storage.
struct SubtaskImage {
  OperatorState state;
  std::vector<TwoPhaseState> sinks;     // one; several or none once it is rescaled
  std::vector<Tally> sent;              // by output
  std::vector<Tally> received;          // by input
  std::vector<CapturedLink> inputs;     // by input
  std::vector<CapturedLink> outputs;    // by output
  std::vector<bool> ended_inputs;
  bool finished = false;
  int64_t full_bytes = 0;      // without channel state
  int64_t channel_bytes = 0;
  friend bool operator==(const SubtaskImage&, const SubtaskImage&) = default;
};

// A checkpoint that a subtask is taking.
struct SubtaskSnapshot {
  Barrier barrier;
  SubtaskImage image;
  SubtaskMetrics metrics;
  bool prepared = false;              // capture has begun, but the snapshot was not triggered yet
  bool waits_for_channel_state = false;
  bool asynchronous = false;          // the synchronous part is over
  bool input_done = false;            // every barrier is in
  std::vector<bool> output_known;     // by output
  bool outputs_done = false;          // all known, and said so to the channel-state writer
  bool state_stored = false;
  bool channels_stored = false;
  Tick sync_started = 0;
  Tick async_started = 0;
  friend bool operator==(const SubtaskSnapshot&, const SubtaskSnapshot&) = default;
};

struct Task {
  ExecutionState state = ExecutionState::created;
  uint32_t attempt = 0;
  Work work = Work::none;
  uint64_t work_number = 0;        // of the work under way: an older work_done is void
  SubtaskSteps steps;              // of checkpoints, to be done by the thread before anything else
  size_t next_step = 0;
  BarrierEffects effects;          // of its barrier handling, to be done after those steps
  size_t next_effect = 0;
  BarrierHandling barriers = BarrierTracker(0, true);
  SubtaskCheckpoints checkpoints;
  std::vector<SubtaskSnapshot> snapshots;
  Ring<Mail> mails;
  // input
  bool reads_partitions = false;   // its recovered data is consumed: its channels are connected
  Ring<uint32_t> line;             // inputs that have something, in turn
  Ring<uint32_t> urgent;           // inputs whose head has priority
  InHand hand;
  GateCredit gate;
  uint32_t ended_inputs = 0;
  bool closing = false;            // at its end, but for uploads
  CheckpointId stop = kNoCheckpoint;  // C29: it stops once this savepoint has completed
  std::vector<std::pair<uint32_t, Buffer>> recovered;  // input, buffer: while INITIALIZING
  size_t next_recovered = 0;
  std::vector<std::pair<uint32_t, Buffer>> restored_outputs;  // output, buffer: not yet put back
  size_t next_restored_output = 0;
  bool outputs_restored = false;
  bool rescaled_inputs = false;    // they carry virtual channels until the recovery is over (U18)
  RecoveryTracker recovery{0};
  Throughput throughput;
  std::optional<BufferDebloater> debloater;
  // output
  OutputPool pool;
  std::vector<OriginTag> to_emit;  // of records that are done; left over where buffers ran out
  size_t next_emit = 0;
  uint32_t emit_route = 0;         // routes that have the next one already
  uint32_t emit_copy = 0;          // broadcast: consumers that have it already
  int64_t emit_left = 0;           // bytes of the record being written; 0: not begun
  std::vector<uint32_t> next_output;  // by route: whose turn it is
  int64_t passed = 0;              // filter: records seen, for its share
  // source
  bool due_planned = false;
  size_t split = 0;                // the one being read: index into operators.splits
  Tick next_free = 0;              // rate limited: not before
  Tick started_at = 0;
  OperatorState operators;
  TwoPhaseSink sink;
  RecordSum written;               // by the records under way; goes to the sink in one piece
  std::vector<CheckpointId> to_commit;  // notified, in order
  Tick work_started = 0;
  int64_t records_done = 0;
  int64_t shown = 0;               // sink: records that it has made visible
  bool backpressured = false;
  Tick backpressured_since = 0;
  Tick backpressured_total = 0;
  friend bool operator==(const Task&, const Task&) = default;
};

// --- the rest ----------------------------------------------------------------------------------

struct CheckpointImage {
  CheckpointId id;
  std::vector<uint32_t> parallelism;  // by vertex, when it was taken or mapped to
  bool mapped = false;                // from an image taken at another parallelism
  std::vector<bool> moved;            // by edge, mapped: captured data went to other channels
  std::vector<SubtaskImage> subtasks;
  std::vector<bool> present;
  friend bool operator==(const CheckpointImage&, const CheckpointImage&) = default;
};

// The equation at the cut of one checkpoint, over all links: sent = received + captured.
struct CutVerdict {
  CheckpointId id;
  int64_t lost = 0;      // sent inside the cut, and neither received nor captured
  int64_t repeated = 0;  // received or captured, and sent outside the cut: replay sends them again
  bool mixed = false;    // the counts agree, the records do not
  std::vector<OriginTag> lost_names;      // named jobs only
  std::vector<OriginTag> repeated_names;
  bool balanced() const { return lost == 0 && repeated == 0 && !mixed; }
  friend bool operator==(const CutVerdict&, const CutVerdict&) = default;
};

struct RecoveryRecord {
  Tick failed_at = 0;            // or when the restart was asked for
  bool planned = false;          // by the author, not by a failure
  JobFailure failure;            // where it was one
  Tick restarted_at = -1;        // restart delay over
  Tick restored_at = -1;         // state assigned
  Tick running_at = -1;          // all tasks RUNNING again
  CheckpointId checkpoint;       // restored, or kNoCheckpoint
  int64_t tasks = 0;             // restarted
  Tick delay = 0;
  bool savepoint = false;        // what was restored
  std::vector<uint32_t> parallelism;  // by vertex, where it changed
  friend bool operator==(const RecoveryRecord&, const RecoveryRecord&) = default;
};

// A restart at another parallelism or from a savepoint that is under way.
struct PendingRestart {
  uint32_t index = 0;                    // into Job::restarts
  std::vector<uint32_t> parallelism;     // by vertex, from the restore on
  CheckpointId savepoint = kNoCheckpoint;  // to restore; else the latest completed checkpoint
  friend bool operator==(const PendingRestart&, const PendingRestart&) = default;
};

// A restart that could not be as its author wanted it.
struct RefusedRestart {
  uint32_t index = 0;            // into Job::restarts
  Tick at = 0;
  std::string why;
  friend bool operator==(const RefusedRestart&, const RefusedRestart&) = default;
};

// What somebody sees who reads behind a sink. Nothing restores it.
struct External {
  TransactionSystem transactions;  // transactional sinks
  Tally visible;                   // plain and idempotent sinks: each record when it is written
  SinkRecords records;             // of any kind: which records took effect, and how often
  friend bool operator==(const External&, const External&) = default;
};

inline int64_t visible_records(const External& external) {
  return external.visible.count + external.transactions.visible().records;
}

struct JobWorld {
  JobWorld();  // these out of line: every file that holds one would compile them anew
  JobWorld(const JobWorld& other);
  JobWorld(JobWorld&& other) noexcept;
  JobWorld& operator=(const JobWorld& other);
  JobWorld& operator=(JobWorld&& other) noexcept;
  ~JobWorld();
  Tick now = 0;
  uint64_t events = 0;
  Dice dice;
  EventQueue<JobEvent> agenda;
  std::vector<Task> tasks;        // by subtask
  std::vector<Link> links;
  Coordinator coordinator;
  std::vector<Message> messages;  // slots; a used one waits for its event
  SharedLink uploads;
  SharedLink downloads;
  uint64_t upload_plan = 0;       // number of the storage event that counts
  uint64_t download_plan = 0;
  std::vector<ChannelStateWriter> writers;   // by group of subtasks that share files (U10)
  std::vector<CheckpointImage> images;       // pending and retained
  CheckpointStatistics statistics;
  std::vector<CutVerdict> cuts;              // of the newest completed checkpoints, oldest first
  std::vector<RecoveryRecord> recoveries;    // the newest kRecoveriesMax, oldest first
  int64_t restarts = 0;                      // all there have been
  int64_t restores = 0;                      // of them, those that have been restored
  std::vector<External> external;            // by vertex; of sinks
  // restart
  RestartStrategy strategy;
  uint32_t restart_attempt = 0;   // an event of an earlier one is void
  std::vector<bool> restarting;   // by subtask
  bool restore_waits = false;     // for the checkpoint that is being finalized
  CheckpointId restored = kNoCheckpoint;  // by the tasks that are initialising
  std::optional<JobSetup> rescaled;  // the job since it was restarted at another parallelism
  uint32_t layout = 0;            // how often it was
  std::optional<PendingRestart> pending_restart;
  std::vector<uint32_t> armed_restarts;  // that wait for a failure
  std::vector<RefusedRestart> refused_restarts;
  uint32_t restarts_to_come = 0;  // planned on the agenda
  CheckpointId stopped_with = kNoCheckpoint;  // the savepoint that the job stops behind (C29)
  bool running = false;           // all tasks are, or have finished
  bool failed = false;            // for good
  JobFailure last_failure;
  bool finished = false;
  friend bool operator==(const JobWorld&, const JobWorld&) = default;
};

// The job as it is laid out now: as set up, or as restarted at another parallelism.
inline const JobSetup& current_setup(const JobSetup& setup, const JobWorld& world) {
  return world.rescaled ? *world.rescaled : setup;
}

}  // namespace cutline

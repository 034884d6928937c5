// Read models of a streaming job: what there is to show, in words and numbers. See read_models.h.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/lesson/read_models_charts.h"
#include "core/lesson/read_models_compare.h"

namespace cutline {

// --- the graph: subtasks and the channels between them -----------------------------------------

// What lies in a queue, in order. Neighbouring data buffers may be one item: see buffers.
struct JobItemModel {
  std::string kind;     // "data", "barrier", "announcement", "cancel marker", "end",
                        // "end of channel state"
  std::string name;     // "12 records", "chk-3"; of a named job the records themselves
  int64_t buffers = 0;  // of data
  int64_t records = 0;
  int64_t bytes = 0;
  bool unaligned = false;  // a barrier that overtakes
};

struct JobChannelModel {
  std::string name;   // "source-0>count-1"
  uint32_t from = 0;  // index into JobGraphModel::subtasks
  uint32_t to = 0;
  bool local = false;  // the consumer reads the producer's queue itself
  // From the consumer back to the producer: what is taken next stands first.
  std::vector<JobItemModel> arrived;
  std::vector<JobItemModel> on_the_way;
  std::vector<JobItemModel> queued;
  int64_t buffers = 0;  // of data, over all three
  int64_t bytes = 0;
  int64_t barriers = 0;  // on it now
  bool held = false;     // the consumer takes nothing from it until other barriers are in
  bool stopped = false;  // the producer hands nothing out: behind an aligned barrier
  bool ended = false;
  std::string delivered;  // the newest checkpoint whose barrier was taken: "chk-3"; may be empty
  int64_t captured_buffers = 0;  // channel state of the shown checkpoint
  int64_t captured_bytes = 0;
  int64_t lost = 0;  // by the ledger, now
  int64_t repeated = 0;
};

struct JobSubtaskModel {
  std::string name;     // "count-0"
  uint32_t vertex = 0;  // index into JobGraphModel::vertices
  uint32_t index = 0;   // within it
  uint32_t machine = 0;
  std::string state;             // "RUNNING"
  std::string doing;             // "works off 3 records", "is back-pressured", "takes its snapshot"
  int64_t records = 0;           // worked off, or read, since it was (re)started
  std::string position;          // source: "1240 read, 12 behind"; else empty
  std::string sink;              // sink: "930 visible, 12 pre-committed"; else empty
  bool pressed = false;          // back-pressured
  int64_t captured_buffers = 0;  // of its outputs and inputs, in the shown checkpoint
  std::string part;              // of the shown checkpoint: "", "waiting", "aligning", "snapshot",
                                 // "uploading", "stored"
};

struct JobVertexModel {
  std::string name;
  std::string kind;    // "source", "aggregate", …
  uint32_t first = 0;  // of its subtasks
  uint32_t parallelism = 1;
  uint32_t layer = 0;  // longest way from a source
};

struct JobGraphModel {
  std::vector<JobVertexModel> vertices;
  std::vector<JobSubtaskModel> subtasks;
  std::vector<JobChannelModel> channels;
  std::string summary;  // a few sentences, the picture's text alternative
};

// --- checkpoints --------------------------------------------------------------------------------

struct JobPartModel {
  std::string subtask;
  std::string state;    // as JobSubtaskModel::part
  std::string missing;  // why it is not stored yet; empty where it is
  // Texts, empty where they are not known yet.
  std::string start_delay, alignment, sync, async, stored_at;
  std::string bytes, in_flight;
  // The same for drawing, in seconds of simulated time; -1: not known yet.
  double begins = -1;       // its first barrier was processed
  double aligned = -1;      // its last one was
  double snapshotted = -1;  // the synchronous part was over
  double stored = -1;       // the coordinator knew
};

struct JobCheckpointModel {
  std::string name;        // "chk-3"
  std::string kind;        // "checkpoint", "savepoint"
  std::string status;      // "in progress", "completed", "failed"
  std::string triggered;   // "9.457 s"
  std::string duration;    // end to end, "2.827 s"; empty while in progress
  std::string bytes;       // newly written
  std::string in_flight;   // of them channel state
  std::string missing;     // what it still waits for; why it failed; empty once it is complete
  std::string limit;       // "queue", "alignment", "sync", "storage", "coordinator"; may be empty
  std::string limited_by;  // the same as a sentence
  std::string verdict;     // of its cut: "balanced", "loses 3", "repeats 3"; empty: not judged
  bool selected = false;
  double triggered_s = 0;
  double ended_s = -1;
  std::vector<JobPartModel> parts;  // of the shown one; by subtask
};

// --- the ledger ---------------------------------------------------------------------------------

struct JobLedgerLine {
  std::string where;  // a channel, a source, a sink
  int64_t sent = 0;
  int64_t in_flight = 0;  // now; in a checkpoint: captured
  int64_t received = 0;
  std::string note;  // "3 lost: source-0:12, …"; "once" where nothing is wrong
};

// Effects behind a sink, now.
struct JobSinkModel {
  std::string name;
  std::string kind;  // "plain", "idempotent", "transactional"
  bool judged = true;  // false: how often each record should be there is not known
  int64_t visible = 0;
  int64_t once = 0;
  int64_t repeated = 0;
  int64_t lost = 0;
  int64_t rewritten = 0;
  bool kept = true;  // what a sink of its kind promises
  std::string note;  // the same in words, with names where there are names
};

struct JobLedgerModel {
  std::string title;  // "Now", "In chk-3", "After the restore of chk-3"
  std::vector<JobLedgerLine> lines;
  std::vector<std::string>
      places;           // "source-0 has read 1240 records", "40 are visible behind sink-0"
  std::vector<JobSinkModel> sinks;  // now; none in a checkpoint
  // "balanced", "loses", "repeats", "loses and repeats", "mixed"; for sinks, too, where one does
  // not keep its promise
  std::string verdict;
  std::string sentence;
};

struct JobModel {
  double now_s = 0;
  double until_s = 0;
  std::vector<std::string> notes;  // what the engine changed of the options, with the reason
  JobGraphModel graph;
  std::vector<JobCheckpointModel> checkpoints;  // newest first, at most kJobCheckpointsShown
  int64_t checkpoints_before = 0;               // older ones that are left out
  std::vector<JobLedgerModel> ledgers;          // now; in the shown checkpoint
  ChartsModel charts;
  CompareModel compare;
  std::string panel;  // what of it the picture shows: "graph", "charts", "compare"
};

inline constexpr size_t kJobCheckpointsShown = 20;
inline constexpr size_t kJobItemsShown = 12;  // of one channel, in each of its three parts
inline constexpr size_t kJobNamesShown = 6;   // of records in one line

}  // namespace cutline

// Read models: what there is to show, already in words and numbers. The canvas draws them, the
// page's
// text view prints them (as JSON with the same names, see page_json.h), the terminal too. A view
// decides nothing.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/lesson/read_models_cut.h"
#include "core/lesson/read_models_parts.h"
#include "core/lesson/explore_model.h"
#include "core/lesson/read_models_job.h"

namespace cutline {

// --- what can be done --------------------------------------------------------------------------

struct ParameterModel {
  std::string key;      // for "set KEY VALUE"; "seed" and "scenario" have verbs of their own
  std::string label;    // "Message delay, longest"
  std::string value;    // "2s"
  std::string initial;  // the scenario's own value, for a reset
  std::string hint;     // allowed values: "a duration up to 1h"
  std::vector<std::string> options;  // where only these are allowed
};

// --- the system --------------------------------------------------------------------------------

struct ItemModel {
  std::string name;     // "T4" for a transfer, "S1" for a marker of that snapshot
  bool marker = false;
  std::string amount;   // "10"; empty for a marker
  std::string due;      // "1.2s": when the clock delivers it; empty where that is not known yet
  std::string state;    // for the selected snapshot: "", "in flight" (it is channel state),
                        // "lost", "repeated"
  // Reliable channels:
  uint32_t number = 0;  // its sequence number; 0: channels are not reliable
  std::string place;    // "on the wire", "waits to be sent again", "waits for number 2",
                        // "has arrived"
};

// What is on a reliable channel's wire.
struct WireModel {
  std::string name;   // "T4", "S1", "ack 3"
  bool marker = false;
  bool back = false;  // an acknowledgement, on its way to the sender
  uint32_t number = 0;
  std::string due;    // when the clock lets it arrive, if it is not lost
};

// A message that its sender keeps until it is acknowledged.
struct ResendModel {
  std::string name;
  uint32_t number = 0;
  uint32_t transmissions = 0;
};

struct ChannelModel {
  std::string name;      // "A>B"
  uint32_t from = 0;     // index into SystemModel::processes
  uint32_t to = 0;
  std::vector<ItemModel> queue;  // oldest first: the next to be delivered
  bool held = false;     // left unread by the marker rule for now
  // Where it is reliable:
  bool reliable = false;
  std::vector<WireModel> wire;          // both ways, in the order of sending
  std::vector<ResendModel> unacknowledged;  // oldest first
  std::string time_out;                 // "3.2 s": when the oldest goes again; may be empty
  uint32_t arrived = 0;                 // all up to this number are in
  std::vector<uint32_t> early;          // numbers that came ahead of their turn
  // of the selected snapshot:
  std::string recording;               // "", "not yet", "recording", "final"
  std::vector<std::string> recorded;   // names, in receive order
};

struct ProcessModel {
  std::string name;
  std::string balance;   // "90"
  std::string label;     // named state, may be empty
  std::string next;      // what it does next by itself: "sends 4 to B at 1.3s"; may be empty
  bool recorded = false;         // in the selected snapshot
  std::string recorded_balance;  // where recorded
  std::string recorded_at;       // "0.8s"
};

struct SystemModel {
  std::string unit;  // "EUR"
  std::vector<ProcessModel> processes;
  std::vector<ChannelModel> channels;
};

// --- the space-time diagram --------------------------------------------------------------------

enum class MarkKind : uint8_t {
  send,
  receive,
  record_state,
  read,
  local,
  snapshot_start,
  fault,
  resend,  // a reliable channel's time-out
};

// Something that happened at one process. `step` is the horizontal place.
struct MarkModel {
  uint32_t row = 0;
  uint32_t step = 0;       // 1 = the first step
  MarkKind kind = MarkKind::local;
  std::string name;        // "T4", "S1"
  std::string time;        // "0.8s"
  bool future = false;     // recorded, but ahead of the cursor
};

// A message's line from its sender to its receiver. On a reliable channel each transmission has its
// own, and it ends at the receiver's end of the channel.
struct ArrowModel {
  std::string name;        // "T4", "S1"; "ack 3"
  bool marker = false;
  bool back = false;       // an acknowledgement
  bool again = false;      // a retransmission, or the copy of a doubled message
  bool discarded = false;  // it had arrived already
  std::string channel;     // "A>B", also of what goes back
  uint32_t from_row = 0;
  uint32_t from_step = 0;
  uint32_t to_row = 0;
  uint32_t to_step = 0;    // 0: still in the channel
  bool future = false;     // its sending lies ahead of the cursor
  bool lost_by_fault = false;  // dropped from its channel
  std::string state;       // for the selected snapshot: "", "in flight", "lost", "repeated"
  std::string cut_state;   // at the learner's cut: "", "in flight", "orphan"
};

// What happened at one process in one step, and what it can know of the others.
struct EventModel {
  uint32_t row = 0;
  uint32_t step = 0;
  std::vector<uint32_t> clock;  // a count for each row
};

// A snapshot's cut: for each process the step at which it recorded.
struct CutModel {
  std::string name;               // "S1"
  bool selected = false;
  std::vector<uint32_t> steps;    // parallel to the rows; 0: not recorded yet
};

struct DiagramModel {
  std::vector<std::string> rows;  // process names
  uint32_t cursor = 0;            // steps taken
  uint32_t length = 0;            // steps recorded, the future included
  std::vector<std::string> times; // of step 1, 2, …
  std::vector<MarkModel> marks;
  std::vector<ArrowModel> arrows;
  std::vector<CutModel> cuts;
  std::vector<EventModel> events; // in the order in which they happened
  std::string summary;            // the diagram in a few sentences, its text alternative
};

// --- the ledger --------------------------------------------------------------------------------

struct SnapshotModel {
  std::string name;        // "S1"
  std::string kind;        // "Chandy–Lamport", "endpoints only"
  std::string initiator;   // empty: all processes were read in one step
  std::string started;     // "0.8s"
  std::string completed;   // "2.1s"; empty while incomplete
  std::string missing;     // "waits for the marker on B>A"; empty when complete
  bool selected = false;
  LedgerModel ledger;
  std::vector<std::string> lost;      // "T4"
  std::vector<std::string> repeated;
};

struct LogLine {
  uint32_t step = 0;
  std::string time;
  std::string sentence;
  bool by_clock = true;
  bool future = false;     // ahead of the cursor
  std::string remark;      // of the explorer: "Point of no return: …"; mostly empty
};

// --- the queue lab -----------------------------------------------------------------------------

struct QueuePoint {
  double time = 0;     // s
  double backlog = 0;  // normalised units
};

struct QueueModel {
  double lambda = 1;   // arrivals, 1/s
  double mu = 2;       // service, 1/s
  double time = 0;     // s
  double backlog = 4;
  int64_t steps = 0;   // half seconds
  std::string time_text;
  std::string backlog_text;
  std::string lambda_text;
  std::string mu_text;
  std::string empties;       // "empties at t = 4 s", "never empties: …"
  double empties_at = -1;    // s; -1: never
  std::string next_time_text;       // what the prediction is for
  std::string prediction_text;      // entered, not judged yet; may be empty
  std::string judgement;            // of the last step: "You predicted 6, the backlog is 6: right."
  bool judged_right = false;
  std::vector<QueuePoint> points;   // a point for each half second up to now, at the present rates
  std::vector<QueuePoint> ahead;    // the same line beyond now, for the chart's faint part
  // M/M/1 with the same rates, apart
  bool steady = false;
  std::string steady_sentence;      // "no steady state: λ ≥ μ" where there is none
  std::string rho, l, lq, w, wq;    // numbers as text, empty where there is no steady state
  std::string apart_sentence;       // what it is not: an alignment time, a channel snapshot
  std::vector<ActionModel> actions;
};

// --- all of it ---------------------------------------------------------------------------------

struct NoticeModel {
  uint32_t id = 0;       // for "dismiss ID"
  std::string sentence;
};

struct ScenarioChoice {
  std::string name;
  std::string title;
};

struct LabModel {
  uint64_t revision = 0;       // grows with every change
  std::string show;            // "transfers", "queue" or "jobs"
  std::string exercise;        // its name; empty: none is open
  // Of the run on the screen, be it of processes or of a job:
  std::string scenario;
  std::string title;
  std::vector<ScenarioChoice> scenarios;
  std::string time;            // "1.2s"
  uint32_t step = 0;
  uint32_t length = 0;
  bool playing = false;
  double speed = 1;            // steps per second; of a job, simulated seconds per second
  std::string selected;        // name of the selected process, channel, record or snapshot
  std::vector<ParameterModel> parameters;
  std::vector<ActionModel> actions;
  // Of processes; empty while a job is on the screen.
  SystemModel system;
  DiagramModel diagram;
  LedgerModel ledger;                    // now
  std::vector<SnapshotModel> snapshots;  // oldest first
  std::vector<LogLine> log;              // the last lines around the cursor, oldest first
  uint32_t log_before = 0;               // earlier lines that are left out
  LabCutModel cut;                       // the learner's
  JobModel job;                          // empty while none is on the screen
  QueueModel queue;
  ExploreModel explore;
  std::vector<NoticeModel> notices;
  std::string announcement;    // what the last command did, one sentence for a live region
  uint64_t announcement_id = 0;  // grows with every announcement
  std::string fingerprint;     // 16 hex digits
  std::vector<std::string> run;  // the commands that lead here, for a file or a link
};

}  // namespace cutline

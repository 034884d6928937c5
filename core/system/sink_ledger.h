// What a reader behind each sink sees of every record: once, more than once, or not at all although
// the job's state says that it went through. Asked at any instant, after any number of recoveries.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/system/job_setup.h"
#include "core/system/job_world.h"

namespace cutline {

// Counts are of effects: a record has one at a sink, or as many as its copies (fan_out.h).
struct SinkLedger {
  SinkKind kind = SinkKind::plain;
  int64_t visible = 0;    // all that a reader sees
  int64_t once = 0;       // there exactly once
  int64_t repeated = 0;   // there more than once
  int64_t lost = 0;       // not there, and certain never to be
  int64_t rewritten = 0;  // written again by key: there once
  // False: a broadcast edge has got another number of consumers, so that nobody can say how many
  // copies of a record should be there. Then only `visible` is told.
  bool judged = true;
  std::vector<OriginTag> lost_names;      // named jobs only
  std::vector<OriginTag> repeated_names;  // each once
  bool exact() const { return lost == 0 && repeated == 0; }
};

// Lost is what was written into transactions that are gone (aborted, timed out) while what the job
// would restore now, its latest completed checkpoint, has it as pre-committed; and in a job that is
// over, whatever was read and is not there. What is read again is not lost.
SinkLedger sink_ledger(const JobSetup& setup, const JobWorld& world, VertexId sink);

// Whether a sink of this kind may repeat effects by what it promises: only a transactional one
// behind exactly-once checkpoints and an idempotent one may not. None may lose any.
bool may_repeat(const JobSetup& setup, SinkKind kind);

bool keeps_promise(const JobSetup& setup, const SinkLedger& ledger);
std::string_view sink_kind_name(SinkKind kind);

// The first sink that does not keep its promise, as a sentence.
std::optional<std::string> broken_sink_promise(const JobSetup& setup, const JobWorld& world);

// By split: how far a checkpoint's sources have read.
std::vector<uint64_t> source_positions(const CheckpointImage& image);
// Transactions that a restore of the checkpoint commits.
std::vector<TransactionId> pending_transactions(const CheckpointImage& image, VertexId sink);

}  // namespace cutline

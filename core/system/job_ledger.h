// Where every record of a running job is. Per link, at every instant: sent = received + in
// flight; what
// is left over was lost or is there once too often. The two ends' tallies are part of the job's
// state,
// so the equation also holds across a restore: what a checkpoint cut wrongly shows up here for
// ever.
//
//     sent ── queue ── wire ── input queue ── recovered ── in hand ──▶ received
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/system/job_setup.h"
#include "core/system/job_world.h"

namespace cutline {

struct LinkLedger {
  Tally sent;
  Tally received;
  Tally in_flight;
  int64_t lost = 0;      // sent, and neither received nor in flight
  int64_t repeated = 0;  // received or in flight more often than sent
  bool mixed = false;    // the counts agree, the records do not
  std::vector<OriginTag> lost_names;  // named jobs only
  std::vector<OriginTag> repeated_names;
};
LinkLedger link_ledger(const JobSetup& setup, const JobWorld& world, LinkId link);

// Over all links.
struct JobLedger {
  int64_t lost = 0;
  int64_t repeated = 0;
  bool mixed = false;
  bool balanced() const { return lost == 0 && repeated == 0 && !mixed; }
};
JobLedger job_ledger(const JobSetup& setup, const JobWorld& world);

// Records that changed the state of a vertex, over its subtasks.
Tally applied(const JobSetup& setup, const JobWorld& world, VertexId vertex);
// Records that a reader behind a sink sees, over its subtasks.
Tally visible(const JobSetup& setup, const JobWorld& world, VertexId vertex);

// The first invariant of any running job that does not hold, as a sentence. With exactly-once
// checkpoints the ledger balances at every instant; with at-least-once nothing is ever lost.
std::optional<std::string> broken_invariant(const JobSetup& setup, const JobWorld& world);

}  // namespace cutline

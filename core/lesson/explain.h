// Every step, snapshot and verdict in words, in the field's terms and with names.
#pragma once
#include <string>

#include "core/run/history.h"
#include "core/system/ledger.h"

namespace cutline {

// What a step did: "B receives T4 (10) from A; S1 records it as channel state of A>B."
std::string explain_step(const Scenario& scenario, const Happening& happening);

// What an incomplete snapshot still waits for; empty once it is complete.
std::string explain_missing(const Scenario& scenario, const World& world, SnapshotId snapshot);

// The verdict and its witnesses: "T4 (10) is lost: A recorded after sending it, B before receiving
// it, and no channel state holds it."
std::string explain_verdict(const Scenario& scenario, const World& world, SnapshotId snapshot);

std::string verdict_text(Verdict verdict);  // "consistent", "loses", …

}  // namespace cutline

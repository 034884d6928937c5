// A checkpoint restored at another parallelism: one image made of another (U17, U18).
//
//     old image    ── splits, state by key group, transactions: shared out anew ──▶  new image
//     (parallelism ── captured data: to the new channels that read the old ones,     (of the job
//      then)          filtered where several do ──▶                                   as it is now)
//
// What both ends of an edge's links had counted stays in the job: the first of the edge's new links
// has it, so that the ledger goes on to hold, and what was wrong before stays visible.
#pragma once
#include <cstdint>

#include "core/base/result.h"
#include "core/system/job_setup.h"
#include "core/system/job_world.h"

namespace cutline {

// Refuses where captured data lies on an edge that cannot be rescaled; the sentence names it.
Result<CheckpointImage> map_image(const JobSetup& to, const CheckpointImage& from);

// All that a checkpoint of one subtask's state refers to, without channel state.
int64_t state_bytes(const StateSetup& setup, const OperatorState& state);

// Elements of list state, dealt out in runs of neighbours: [first, last) of `elements` go to new
// subtask `place` of `parallelism`; the first ones get one more where it does not come out even.
struct ElementRange {
  size_t first = 0;
  size_t last = 0;
};
ElementRange elements_of(size_t elements, uint32_t place, uint32_t parallelism);

}  // namespace cutline

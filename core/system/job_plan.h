// A job laid out: every subtask and every link between two of them, numbered once and for all.
// Derived from the job; holds nothing that changes.
#pragma once
#include <cstdint>
#include <vector>

#include "core/system/job.h"

namespace cutline {

struct SubtaskPlan {
  VertexId vertex;
  uint32_t index = 0;              // within the vertex
  uint32_t machine = 0;
  std::vector<LinkId> inputs;      // in the order of edges, then of producers: the gate's channels
  std::vector<LinkId> outputs;     // in the order of edges, then of consumers: the subpartitions
  Tick service_time = 0;           // for a record
  friend bool operator==(const SubtaskPlan&, const SubtaskPlan&) = default;
};

struct LinkPlan {
  EdgeId edge;
  SubtaskId producer;
  SubtaskId consumer;
  uint32_t input = 0;    // place among the consumer's inputs
  uint32_t output = 0;   // place among the producer's outputs
  bool local = true;     // same machine: the consumer reads the producer's queue itself (U4)
  friend bool operator==(const LinkPlan&, const LinkPlan&) = default;
};

// Where the records of one producer subtask may go over one edge.
struct RoutePlan {
  EdgeId edge;
  EdgeKind kind = EdgeKind::hash;
  std::vector<uint32_t> outputs;    // places among the producer's outputs, by consumer subtask
  std::vector<int64_t> thresholds;  // hash with a split: cumulative weights; else empty
  friend bool operator==(const RoutePlan&, const RoutePlan&) = default;
};

struct JobPlan {
  std::vector<SubtaskPlan> subtasks;       // by vertex, then by index
  std::vector<LinkPlan> links;
  std::vector<uint32_t> first_subtask;     // by vertex
  std::vector<std::vector<RoutePlan>> routes;  // by subtask

  SubtaskId subtask(VertexId vertex, uint32_t index) const {
    return {first_subtask[vertex.index] + index};
  }
  friend bool operator==(const JobPlan&, const JobPlan&) = default;
};

JobPlan plan_job(const Job& job);

// A record is a number: which split it came from, and its position there. Splits are numbered over
// all sources and keep their numbers, whichever subtask reads them.
using OriginTag = uint64_t;
inline constexpr int kPositionBits = 44;
inline OriginTag origin_tag(uint32_t split, uint64_t position) {
  return (static_cast<uint64_t>(split) << kPositionBits) | position;
}
inline uint32_t tag_split(OriginTag tag) { return static_cast<uint32_t>(tag >> kPositionBits); }
inline uint64_t tag_position(OriginTag tag) {
  return tag & ((uint64_t{1} << kPositionBits) - 1);
}
// Spreads a tag over 64 bits: keys, routes and digests are made from it, so that a replayed record
// goes the same way as before.
inline uint64_t mixed_tag(OriginTag tag) {
  uint64_t mixed = tag * 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93u;
  return mixed ^ (mixed >> 29);
}

}  // namespace cutline

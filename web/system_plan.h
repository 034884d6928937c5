// Where the graph's parts lie: processes as discs, channels as lanes beside each other, and what
// waits in a channel as a row of slots that starts at the receiver. Pure.
//
//              from                                       to
//     ( A ) ━━━━┿━━━━━━━━━━━━━━ 2 ━━━━ 1 ━━━━ 0 ━━━━━━▶┿━━━━ ( B )
//     ( A ) ◀━━ 0 ━━━━ 1 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ( B )      right-hand traffic
#pragma once
#include <vector>

#include "core/lesson/read_models.h"
#include "web/geometry.h"
#include "web/motion.h"

namespace cutline {

enum class BadgeSide : uint8_t { above, below, left, right };

struct Node {
  Point at;
  float radius = 0;
  BadgeSide badge = BadgeSide::below;  // where its recorded state stands, away from the channels
};

struct Lane {
  Point from;  // ends clear of the discs
  Point to;
  Point along;    // unit direction
  Point outward;  // to the side where there is no opposite lane: for labels
  size_t slots = 1;
};

struct SystemPlan {
  std::vector<Node> nodes;  // parallel to SystemModel::processes
  std::vector<Lane> lanes;  // parallel to SystemModel::channels
};

SystemPlan plan_system(const SystemModel& system, Box area, bool flat);

// Place 0 is the oldest item, next to the receiver.
Point slot_point(const Lane& lane, size_t place);

// Every item in its slot. What does not fit is one token "+3" in the last slot.
std::vector<Token> place_tokens(const SystemModel& system, const SystemPlan& plan);

struct SystemHit {
  std::string name;            // of the process, channel, transfer or marker; empty: nothing there
  std::string marker_channel;  // where a marker is meant
};
SystemHit hit_system(const SystemModel& system, const SystemPlan& plan,
                     const std::vector<Token>& tokens, Point at);

float distance_to_segment(Point at, Point from, Point to);

}  // namespace cutline

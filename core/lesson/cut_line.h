// Where the line of a cut runs in a diagram whose columns are steps.
#pragma once
#include <vector>

namespace cutline {

// What one row leaves it: between the last event inside and the first outside.
struct CutRoom {
  float last = 0;  // 0: nothing is inside
  float next = 0;  // half a column behind the end: nothing is outside
};

// A place in each row: as straight as the rooms allow, and never on an event. `end` is the right
// end of the diagram.
std::vector<float> straightest_line(const std::vector<CutRoom>& rooms, float end);

}  // namespace cutline

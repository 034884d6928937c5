// The diagram while its events stand in another order than the run's: each event has a place
// instead of its step, and glides from one to the other. Pure: time comes in as a number.
//
//     run     A ──1───────2──        swapped     A ──1───2──────
//             B ──────1──────                    B ─────────1───
#pragma once
#include <vector>

#include "core/lesson/read_models.h"

namespace cutline {

// Where events stand now: for each row their steps, rising, and the place of each.
class DiagramOrder {
 public:
  void put(size_t row, float step, float place);  // rows in any order, the steps of one rising

  // Of an event its place; of what lies between two events of a row, just behind the first.
  float place(size_t row, float step) const;

 private:
  struct Entry {
    float step = 0;
    float place = 0;
  };
  std::vector<std::vector<Entry>> rows_;
};

class OrderMotion {
 public:
  // The order that is wanted: the straightening's where it is open, else the run's own.
  void aim(const DiagramModel& diagram, const StraighteningModel& straightening, double now_ms,
           bool at_once);
  bool moving(double now_ms) const;
  // Another order than the run's is shown, or still gliding away.
  bool other(double now_ms) const { return open_ || moving(now_ms); }
  DiagramOrder at(const DiagramModel& diagram, double now_ms) const;

 private:
  std::vector<float> from_;  // places, parallel to DiagramModel::events
  std::vector<float> to_;
  bool open_ = false;
  double started_ms_ = -1e12;
};

// Where the learner's cut crosses each row, in steps or places: as straight as the events allow,
// between the last one inside and the first one outside. `end` is behind the last step or place.
std::vector<float> cut_line(const std::vector<CutPlaceModel>& places, const DiagramOrder* order,
                            float end);

// How many events of the row lie to the left of that step or place.
uint32_t events_before(const DiagramModel& diagram, const DiagramOrder* order, size_t row,
                       float place);

}  // namespace cutline

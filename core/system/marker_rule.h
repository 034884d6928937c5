// What a marker does to the process that meets it, as a table of four switches, and three ways of
// getting it wrong that no setting of the four has.
//
//                     recorded at   hold   record  overtake
//     chandy-lamport  first marker  no     yes     no        Chandy & Lamport, ACM TOCS 3(1), 1985
//     aligned         last marker   yes    no      no        Flink 2.1, rules A1–A7
//     at-least-once   last marker   no     no      no        Flink 2.1, rules L1–L6
//     unaligned       first marker  no     yes     yes       Flink 2.1, rules U1–U9
//
// Other settings of the switches lose or repeat a record, get stuck, or happen to balance on some
// graphs (tests/run/ tabulates all sixteen). Wrong, and shown to be, is also
// each of the three faults, on top of whatever rule.
#pragma once
#include <cstdint>
#include <string_view>

namespace cutline {

// How a snapshot by the processes themselves is taken.
enum class SnapshotAlgorithm : uint8_t {
  markers,   // the table above: needs FIFO channels
  lai_yang,  // no markers: every message is white or red; Lai & Yang, IPL 25(3), 1987
  mattern,   // the same colours, and counters that tell when the last white message is in; 1993
};

enum class RecordAt : uint8_t { first_marker, last_marker };

struct MarkerRule {
  RecordAt record_at = RecordAt::first_marker;
  bool hold = false;      // stop reading a channel once its marker is in, until the last one is in
  bool record = true;     // what arrives after recording, before its marker, is channel state
  bool overtake = false;  // the marker may pass the records that wait ahead of it
  // Wrong on purpose:
  bool record_twice = false;  // a later marker makes the process record its state again
  bool never_stop = false;    // only the first marker at a process ends its channel's recording
  bool late_markers = false;  // a process that has recorded sends its markers some time later

  // The rule without the faults.
  MarkerRule without_faults() const { return {record_at, hold, record, overtake}; }
  friend bool operator==(const MarkerRule&, const MarkerRule&) = default;
};

struct NamedMarkerRule {
  std::string_view name;
  MarkerRule rule;
};

inline constexpr NamedMarkerRule kMarkerRules[] = {
    {"chandy-lamport", {RecordAt::first_marker, false, true, false}},
    {"aligned", {RecordAt::last_marker, true, false, false}},
    {"at-least-once", {RecordAt::last_marker, false, false, false}},
    {"unaligned", {RecordAt::first_marker, false, true, true}},
};

// Where a process stands in one snapshot.
struct MarkerProgress {
  bool recorded = false;      // its own state is recorded
  uint32_t markers_in = 0;    // channels whose marker has arrived
  uint32_t inputs = 0;        // channels that lead to it
};

// Does the process record its state now that this marker is in (or, with `initiates`, now that it
// starts the snapshot itself)? `progress.markers_in` counts the new marker already.
inline bool records_state(const MarkerRule& rule, const MarkerProgress& progress, bool initiates) {
  if (progress.recorded) return false;
  if (rule.record_at == RecordAt::first_marker) return initiates || progress.markers_in > 0;
  return progress.markers_in == progress.inputs;
}

// Is a channel whose marker is in left unread for now?
inline bool holds(const MarkerRule& rule, const MarkerProgress& progress, bool marker_in) {
  return rule.hold && marker_in && progress.markers_in < progress.inputs;
}

// Does a record that arrives now on a channel belong to that channel's recorded state? `closed`:
// its marker is in, and that ended the recording.
inline bool records_channel(const MarkerRule& rule, const MarkerProgress& progress, bool closed) {
  return rule.record && progress.recorded && !closed;
}

// Does a marker that is in now end its channel's recording? `progress.markers_in` counts it.
inline bool ends_recording(const MarkerRule& rule, const MarkerProgress& progress) {
  return !rule.never_stop || progress.markers_in == 1;
}

// Does a process that has recorded record again, now that one more marker is in?
inline bool records_again(const MarkerRule& rule, const MarkerProgress& progress) {
  return rule.record_twice && progress.recorded;
}

}  // namespace cutline

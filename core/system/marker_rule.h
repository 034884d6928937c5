// What a marker does to the process that meets it, as a table of four switches.
//
//                     recorded at   hold   record  overtake
//     chandy-lamport  first marker  no     yes     no        Chandy & Lamport, ACM TOCS 3(1), 1985
//     aligned         last marker   yes    no      no        Flink 2.1, rules A1–A7
//     at-least-once   last marker   no     no      no        Flink 2.1, rules L1–L6
//     unaligned       first marker  no     yes     yes       Flink 2.1, rules U1–U9
//
// Every other setting of the switches is wrong and shows it: it loses or repeats a record.
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

// Does a record that arrives now on a channel belong to that channel's recorded state?
inline bool records_channel(const MarkerRule& rule, const MarkerProgress& progress,
                            bool marker_in) {
  return rule.record && progress.recorded && !marker_in;
}

}  // namespace cutline

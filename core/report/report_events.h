// A run of processes as other tools look at runs: events with vector clocks, and messages with both
// of their ends. What every export of a run is written from.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/run/history.h"
#include "core/run/vector_clock.h"

namespace cutline {

// All that one step did at one process.
struct ReportEvent {
  uint32_t step = 0;  // from 1
  Tick at = 0;
  ProcessId process;
  VectorClock clock;
  std::string text;  // without its subject: "receives T4 (10) from A"
};

enum class MessageEnd : uint8_t { in_flight, received, lost };

// A transfer or a marker from its sending to its end. A copy made by a fault is one of its own.
struct ReportMessage {
  std::string name;  // "T4", "S1"
  bool marker = false;
  bool copy = false;
  ChannelId channel;
  Value value;            // 0 for a marker
  size_t from_event = 0;  // index into ReportEvents::events
  MessageEnd end = MessageEnd::in_flight;
  std::optional<size_t> to_event;  // where it was received
  uint32_t end_step = 0;           // received or lost; 0: in flight
  Tick end_at = 0;
};

struct ReportEvents {
  std::vector<ReportEvent> events;      // in the order in which they happened
  std::vector<ReportMessage> messages;  // in the order of sending
};

// Of the steps up to the cursor: what lies ahead has not happened.
ReportEvents report_events(const History& history);

std::string amount_of(const Value& value);  // "10"; "10 + 5" where a second part is not 0
std::string_view message_end_name(MessageEnd end);

}  // namespace cutline

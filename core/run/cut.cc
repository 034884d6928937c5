#include "core/run/cut.h"

#include <algorithm>

#include "core/base/check.h"

namespace cutline {
namespace {

// A receipt inside whose sending is outside.
bool is_orphan_event(const RunEvents& run, const Cut& cut, const RunMessage& message) {
  return message.received != kNoEvent && is_inside(run, cut, message.received) &&
         !is_inside(run, cut, message.sent);
}

bool same_state(const ProcessState& left, const ProcessState& right) {
  return left.balance == right.balance && left.label == right.label;
}

// The process's event in that step, if there is one.
const RunEvent* event_in(const RunEvents& run, uint32_t process, uint64_t step) {
  for (uint32_t event : run.of_process[process])
    if (run.events[event].step == step) return &run.events[event];
  return nullptr;
}

bool receives_transfer(const Happening& happening) {
  return std::any_of(happening.effects.begin(), happening.effects.end(), [](const Effect& effect) {
    return effect.kind == EffectKind::received;
  });
}

}  // namespace

bool fits(const RunEvents& run, const Cut& cut) {
  if (cut.inside.size() != run.of_process.size()) return false;
  for (size_t process = 0; process < cut.inside.size(); ++process)
    if (cut.inside[process] > run.of_process[process].size()) return false;
  return true;
}

bool is_inside(const RunEvents& run, const Cut& cut, uint32_t event) {
  const RunEvent& each = run.events[event];
  return each.number <= cut.inside[each.process.index];
}

bool is_orphan(const RunEvents& run, const Cut& cut, const RunMessage& message) {
  return is_orphan_event(run, cut, message);
}

bool is_in_flight(const RunEvents& run, const Cut& cut, const RunMessage& message) {
  return !message.lost && is_inside(run, cut, message.sent) &&
         (message.received == kNoEvent || !is_inside(run, cut, message.received));
}

bool is_consistent(const RunEvents& run, const Cut& cut) {
  return std::none_of(run.messages.begin(), run.messages.end(), [&](const RunMessage& message) {
    return is_orphan(run, cut, message);
  });
}

Cut cut_after(const RunEvents& run, uint32_t step) {
  Cut cut;
  for (const std::vector<uint32_t>& events : run.of_process)
    cut.inside.push_back(static_cast<uint32_t>(
        std::count_if(events.begin(), events.end(),
                      [&](uint32_t event) { return run.events[event].step <= step; })));
  return cut;
}

std::optional<Cut> cut_of(const RunEvents& run, std::span<const Happening> happenings,
                          const Snapshot& snapshot) {
  Cut cut;
  std::vector<bool> on_the_line;  // the last event inside is the recording
  for (uint32_t process = 0; process < snapshot.processes.size(); ++process) {
    const ProcessRecording& recording = snapshot.processes[process];
    if (!recording.recorded) return std::nullopt;
    CUTLINE_CHECK(recording.step >= 1 && recording.step <= happenings.size(),
                  "a snapshot recorded in a step of its run");
    const RunEvent* event = event_in(run, process, recording.step);
    CUTLINE_CHECK(event != nullptr, "a recording is an event");
    const bool inside = !receives_transfer(happenings[recording.step - 1]);
    cut.inside.push_back(inside ? event->number : event->number - 1);
    on_the_line.push_back(inside);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const RunMessage& message : run.messages) {
      if (!message.marker || !is_orphan(run, cut, message)) continue;
      const RunEvent& receipt = run.events[message.received];
      const uint32_t process = receipt.process.index;
      if (!on_the_line[process] || receipt.number != cut.inside[process]) continue;
      --cut.inside[process];
      on_the_line[process] = false;
      changed = true;
    }
  }
  return cut;
}

Cut greatest_consistent_inside(const RunEvents& run, Cut cut) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const RunMessage& message : run.messages) {
      if (!is_orphan(run, cut, message)) continue;
      const RunEvent& receipt = run.events[message.received];
      cut.inside[receipt.process.index] = receipt.number - 1;
      changed = true;
    }
  }
  return cut;
}

Cut smallest_consistent_around(const RunEvents& run, Cut cut) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const RunMessage& message : run.messages) {
      if (!is_orphan(run, cut, message)) continue;
      const RunEvent& sending = run.events[message.sent];
      cut.inside[sending.process.index] = sending.number;
      changed = true;
    }
  }
  return cut;
}

CutLedger cut_ledger(const Scenario& scenario, const RunEvents& run, const Cut& cut) {
  CUTLINE_CHECK(fits(run, cut), "a cut has no more events than its run");
  CutLedger ledger;
  for (uint32_t process = 0; process < cut.inside.size(); ++process) {
    ledger.states.push_back(run.states[process][cut.inside[process]]);
    ledger.at_processes += ledger.states.back().balance;
    ledger.expected += scenario.processes[process].balance;
  }
  ledger.channels.resize(scenario.channels.size());
  for (uint32_t index = 0; index < run.messages.size(); ++index) {
    const RunMessage& message = run.messages[index];
    const bool sent = is_inside(run, cut, message.sent);
    if (is_orphan(run, cut, message)) {
      ledger.orphans.push_back(index);
      ledger.orphaned += message.value;
    } else if (is_in_flight(run, cut, message)) {
      ledger.channels[message.channel.index].push_back(index);
      ledger.in_channels += message.value;
    } else if (sent && message.lost) {
      ledger.lost.push_back(index);
    }
    if (sent && message.lost && !message.copy) ledger.lost_value += message.value;
    if (sent && !message.lost && message.copy) ledger.doubled += message.value;
  }
  for (std::vector<uint32_t>& channel : ledger.channels)
    std::stable_sort(channel.begin(), channel.end(), [&](uint32_t left, uint32_t right) {
      return run.messages[left].sent < run.messages[right].sent;
    });
  ledger.total = ledger.at_processes + ledger.in_channels;
  return ledger;
}

std::optional<uint32_t> first_occurrence(const RunEvents& run, const Cut& cut, uint32_t steps) {
  CUTLINE_CHECK(is_consistent(run, cut), "only a consistent cut has a state that could occur");
  // What differs from the cut's state is counted, and kept up to date from step to step.
  std::vector<uint32_t> count(cut.inside.size(), 0);
  const auto differs = [&](uint32_t process) {
    return !same_state(run.states[process][count[process]],
                       run.states[process][cut.inside[process]]);
  };
  size_t different = 0;
  for (uint32_t process = 0; process < cut.inside.size(); ++process) different += differs(process);
  struct Change {
    uint32_t step = 0;
    bool wanted = false;  // the change makes the message lie where the cut has it
  };
  std::vector<Change> changes;
  for (const RunMessage& message : run.messages) {
    if (message.marker || message.lost) continue;
    const bool in_flight = is_in_flight(run, cut, message);
    different += in_flight;
    changes.push_back({run.events[message.sent].step, in_flight});
    if (message.received != kNoEvent)
      changes.push_back({run.events[message.received].step, !in_flight});
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const Change& left, const Change& right) { return left.step < right.step; });
  auto change = changes.begin();
  auto event = run.events.begin();
  for (uint32_t step = 0; step <= steps; ++step) {
    for (; event != run.events.end() && event->step == step; ++event) {
      const uint32_t process = event->process.index;
      different -= differs(process);
      ++count[process];
      different += differs(process);
    }
    for (; change != changes.end() && change->step == step; ++change)
      different = change->wanted ? different - 1 : different + 1;
    if (different == 0) return step;
  }
  return std::nullopt;
}

}  // namespace cutline

// The yardstick of the explorer: Chandy–Lamport on a full mesh of three, written for nothing else,
// as one writes it in an afternoon: a state is a struct, the states seen are in a hash set, no
// predicate is looked at, no path is kept.
#pragma once
#include <cstdint>
#include <cstring>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace cutline {

constexpr int kBareProcesses = 3;
constexpr int kBareChannels = kBareProcesses * kBareProcesses;

struct BareMeshState {
  uint8_t balance[kBareProcesses] = {};
  uint8_t recorded[kBareProcesses] = {};
  uint8_t sent[kBareProcesses] = {};
  uint8_t seen[kBareProcesses] = {};
  uint8_t marker_in[kBareChannels] = {};
  uint8_t in_channel[kBareChannels] = {};
  uint8_t length[kBareChannels] = {};
  uint8_t items[kBareChannels] = {};  // a bit for each, the oldest lowest: 1 is a marker

  friend bool operator==(const BareMeshState& left, const BareMeshState& right) {
    return std::memcmp(&left, &right, sizeof left) == 0;
  }
  void push(int channel, bool marker) {
    items[channel] = static_cast<uint8_t>(items[channel] | (marker ? 1 << length[channel] : 0));
    ++length[channel];
  }
  void record(int process) {
    recorded[process] = balance[process];
    seen[process] = 1;
    for (int to = 0; to < kBareProcesses; ++to)
      if (to != process) push(process * kBareProcesses + to, true);
  }
  void deliver(int channel) {
    const int to = channel % kBareProcesses;
    const bool marker = (items[channel] & 1) != 0;
    items[channel] = static_cast<uint8_t>(items[channel] >> 1);
    --length[channel];
    if (marker) {
      if (!seen[to]) record(to);
      marker_in[channel] = 1;
      return;
    }
    ++balance[to];
    if (seen[to] && !marker_in[channel]) ++in_channel[channel];
  }
};

struct BareMeshHash {
  size_t operator()(const BareMeshState& state) const {
    return std::hash<std::string_view>()(
        {reinterpret_cast<const char*>(&state), sizeof(BareMeshState)});
  }
};

struct BareMeshCounts {
  uint64_t states = 0;
  uint64_t transitions = 0;
};

inline BareMeshCounts bare_mesh(int tokens, int transfers) {
  BareMeshState start;  // nothing but bytes: no gaps between them that a comparison would see
  for (uint8_t& balance : start.balance) balance = static_cast<uint8_t>(tokens);
  std::unordered_set<BareMeshState, BareMeshHash> seen{start};
  std::vector<BareMeshState> queue{start};
  BareMeshCounts counts;
  const auto found = [&](const BareMeshState& next) {
    ++counts.transitions;
    if (seen.insert(next).second) queue.push_back(next);
  };
  for (size_t at = 0; at < queue.size(); ++at) {
    const BareMeshState state = queue[at];
    for (int channel = 0; channel < kBareChannels; ++channel) {
      const int from = channel / kBareProcesses;
      if (from == channel % kBareProcesses) continue;
      if (state.balance[from] > 0 && state.sent[from] < transfers) {
        BareMeshState next = state;
        --next.balance[from];
        ++next.sent[from];
        next.push(channel, false);
        found(next);
      }
      if (state.length[channel] > 0) {
        BareMeshState next = state;
        next.deliver(channel);
        found(next);
      }
    }
    if (state.seen[0]) continue;
    BareMeshState next = state;
    next.record(0);
    found(next);
  }
  counts.states = queue.size();
  return counts;
}

}  // namespace cutline

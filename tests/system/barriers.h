// Barriers for tests, and effects as text: "block 0, trigger 1 aligned, resume 0, complete 1".
#pragma once
#include <string>

#include "core/system/barrier_handling.h"

namespace cutline::test {

inline Barrier barrier(int64_t id, BarrierKind kind, Tick timestamp_ms = 0) {
  Barrier made;
  made.id.number = id;
  made.kind = kind;
  made.timestamp = timestamp_ms * kMillisecond;
  return made;
}
inline Barrier aligned(int64_t id) { return barrier(id, BarrierKind::aligned); }
inline Barrier unaligned(int64_t id) { return barrier(id, BarrierKind::unaligned); }
inline Barrier loose(int64_t id) { return barrier(id, BarrierKind::at_least_once); }
inline Barrier savepoint(int64_t id) {
  Barrier made = aligned(id);
  made.savepoint = true;
  return made;
}
inline Barrier timeoutable(int64_t id, Tick timeout_ms, Tick timestamp_ms = 0) {
  Barrier made = barrier(id, BarrierKind::aligned, timestamp_ms);
  made.timeout = timeout_ms * kMillisecond;
  return made;
}

inline std::string print_alignment(const Alignment& alignment) {
  const auto ms = [](int64_t ticks) { return ticks < 0 ? ticks : ticks / kMillisecond; };
  return "delay " + std::to_string(ms(alignment.start_delay)) + " alignment " +
         std::to_string(ms(alignment.duration)) + " bytes " +
         std::to_string(alignment.processed_bytes);
}

inline std::string print_effect(const BarrierEffect& effect) {
  const std::string id = std::to_string(effect.barrier.id.number);
  const std::string channel = std::to_string(effect.channel.index);
  switch (effect.kind) {
    case BarrierEffectKind::block: return "block " + channel;
    case BarrierEffectKind::resume: return "resume " + channel;
    case BarrierEffectKind::prioritise: return "prioritise " + id + "@" + channel;
    case BarrierEffectKind::start_capture: return "start capture " + id;
    case BarrierEffectKind::stop_capture: return "stop capture " + id;
    case BarrierEffectKind::trigger: {
      const bool overtakes = effect.barrier.kind == BarrierKind::unaligned;
      return "trigger " + id + (overtakes ? " unaligned" : " aligned");
    }
    case BarrierEffectKind::measured:
      return "measured " + id + " " + print_alignment(effect.alignment);
    case BarrierEffectKind::complete: return "complete " + id;
    case BarrierEffectKind::abort:
      return "abort " + id + " " + std::string(abort_reason_name(effect.reason));
    case BarrierEffectKind::arm_timer:
      return "arm " + id + " at " + std::to_string(effect.at / kMillisecond);
    case BarrierEffectKind::cancel_timer: return "cancel timer " + id;
  }
  return "?";
}

// A handler whose events answer with the text of their effects. Time is in ms and set by hand.
template <class Handler>
struct Subject {
  Handler handler;
  int64_t now_ms = 0;
  BarrierEffects last;  // of the last event

  std::string take(const Barrier& barrier, uint32_t channel) {
    return answer([&] { handler.on_barrier(barrier, InputId{channel}, now(), last); });
  }
  std::string announce(const Barrier& barrier, uint32_t channel) {
    return answer([&] { handler.on_announcement(barrier, InputId{channel}, now(), last); });
  }
  std::string cancel(int64_t id, uint32_t channel) {
    return answer([&] { handler.on_cancel(CheckpointId{id}, InputId{channel}, now(), last); });
  }
  std::string end(uint32_t channel) {
    return answer([&] { handler.on_end(InputId{channel}, now(), last); });
  }
  std::string trigger(const Barrier& barrier) {
    return answer([&] { handler.on_trigger(barrier, now(), last); });
  }
  std::string timer(int64_t id) {
    return answer([&] { handler.on_timer(CheckpointId{id}, now(), last); });
  }
  // What the last trigger reported.
  std::string reported() const {
    for (const BarrierEffect& effect : last)
      if (effect.kind == BarrierEffectKind::trigger) return print_alignment(effect.alignment);
    return "nothing";
  }
  std::string blocked() const {
    std::string list;
    for (uint32_t index = 0; index < channels; ++index)
      if (handler.is_blocked(InputId{index})) list += std::to_string(index);
    return list;
  }

  uint32_t channels = 0;

 private:
  Tick now() const { return now_ms * kMillisecond; }

  template <class Event>
  std::string answer(const Event& event) {
    last.clear();
    event();
    std::string list;
    for (const BarrierEffect& effect : last)
      list += (list.empty() ? "" : ", ") + print_effect(effect);
    return list;
  }
};

inline Subject<BarrierHandler> subject(BarrierMode mode, uint32_t channels,
                                       bool after_finish = true) {
  return {BarrierHandler(mode, channels, after_finish), 0, {}, channels};
}
inline Subject<BarrierTracker> tracker(uint32_t channels, bool after_finish = true) {
  return {BarrierTracker(channels, after_finish), 0, {}, channels};
}

}  // namespace cutline::test

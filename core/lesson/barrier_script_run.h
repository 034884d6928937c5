// One subtask's input gate and barrier handling, driven by a script's steps, and what is seen.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/lesson/barrier_script.h"
#include "core/system/barrier_handling.h"

namespace cutline {

struct TriggeredCheckpoint {
  Barrier barrier;
  Alignment alignment;  // as known by now
};

struct AbortedCheckpoint {
  CheckpointId id;
  AbortReason reason;
};

class BarrierScriptRun {
 public:
  explicit BarrierScriptRun(const BarrierScript& script);

  // What went wrong with the step itself: an item of another kind was taken.
  std::optional<std::string> do_step(const ScriptStep& step);

  // The answer to a question, in the form of barrier_script_parts.h. Metrics: -1 where not known.
  std::string observe(const ScriptExpectation& asked) const;
  // Buffers captured so far, over all checkpoints.
  size_t captured() const { return captured_.size(); }
  // The answer to a metric, in ms or bytes; nothing where the checkpoint was not triggered.
  std::optional<int64_t> observe_metric(const ScriptExpectation& asked) const;

 private:
  struct Timer {
    CheckpointId id;
    Tick at;
  };

  void arrive(const ScriptStep& step);
  std::optional<TakenItem> take_one();
  void handle(const TakenItem& taken);
  void run_due_timers();
  void act();  // on the effects of the last event
  void act_on(const BarrierEffect& effect);

  CheckpointId latest() const;
  const AlignmentMetrics& metrics() const;
  const TriggeredCheckpoint* triggered(CheckpointId id) const;
  std::string observe_checkpoints(Observable what) const;
  std::string observe_handler(Observable what) const;
  std::string observe_captured(Observable what) const;

  const bool takes_at_once_;
  const uint32_t channels_;
  BarrierHandling handling_;
  InputGate gate_;
  BarrierEffects effects_;
  CapturedBuffers captured_;
  Tick now_ = 0;
  std::optional<Timer> timer_;
  std::vector<TriggeredCheckpoint> triggered_;
  std::vector<AbortedCheckpoint> aborted_;
  std::vector<int64_t> order_;  // triggered ids, and aborted ones negative
};

}  // namespace cutline

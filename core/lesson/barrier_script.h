// A script for one subtask's barrier handling, and what must come of it:
//
//     {"id": "A-14", "family": "aligned", "channels": 3, "script": ["b1@0", "b1@1", "e2"],
//      "expect": {"triggered": [1], "blocked_channels_after_step": {"1": [0, 1], "2": []}}}
//
//     d<channel>[:bytes]   data buffer            e<channel>   end of the channel
//     b<id>@<channel>...   barrier                +<ms>        time passes, due timers run
//     a<id>@<channel>...   its announcement       ^<ms>        time passes, no timer runs
//     x<id>@<channel>      cancel marker          F            due timers run
//     ... is any of        !U unaligned, !T<ms> with a time-out, !S savepoint, ~<ms> triggered then
//     P:ann|bar|cancel|data|eop, P*               one item of that kind is taken; all are
//
// In families aligned, tracker and unaligned what arrives is taken at once, and only events are
// steps. In the alternating family the script says when items are taken, and every token is a step.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/system/input_gate.h"

namespace cutline {

enum class ScriptFamily : uint8_t { aligned, tracker, unaligned, alternating };

enum class BarrierAct : uint8_t {
  arrive,      // channel, item
  pass,        // duration; due timers run
  pass_quiet,  // duration; they do not
  timers,
  take_one,    // item.kind is what must come
  take_all,
};

inline constexpr int64_t kNotAStep = -1;
inline constexpr int64_t kScriptMillisecondsMax = 1'000'000'000'000;  // one time, and all together

struct ScriptStep {
  BarrierAct act = BarrierAct::timers;
  int64_t number = kNotAStep;  // from 0
  InputId channel;
  QueueItem item;
  bool triggered_now = true;  // a barrier without its own time: triggered when it arrives
  Tick duration = 0;
  std::string token;
};

// What may be asked of a run, at one of its steps or at its end.
enum class Observable : uint8_t {
  triggered, trigger_types, aborted, aborted_ids, abort_count, any_triggered, any_aborted, order,
  blocked, latest, pending, during_alignment, pending_ids, open_channels, alignment_gauge,
  captured_labels, captured_counts, captured_counts_latest,
  metric_alignment, metric_start_delay, metric_bytes, metric_previous_bytes,
};

// Of which checkpoint a metric is asked.
enum class MetricOf : uint8_t { last_triggered, one_id, gauge };

inline constexpr int64_t kAtEnd = -1;

struct ScriptExpectation {
  Observable what = Observable::triggered;
  int64_t step = kAtEnd;
  std::string key;     // as in the file, with its step or id: "triggered_after_step 3"
  bool at_least = false;
  int64_t bound = 0;   // where at_least
  std::string wanted;  // else, printed as what comes is printed
  MetricOf metric_of = MetricOf::last_triggered;
  CheckpointId id;     // where one_id
};

struct BarrierScript {
  std::string id;
  ScriptFamily family = ScriptFamily::aligned;
  std::vector<InputChannelKind> channels;
  bool after_finish = true;  // checkpoints-after-tasks-finish, on as in the engine
  std::vector<ScriptStep> steps;
  std::vector<ScriptExpectation> expectations;  // by step, those at the end last
};

struct BarrierScripts {
  std::vector<BarrierScript> scripts;
  int64_t skipped = 0;  // entries of other families, and those told in words
};

// A whole file: {"meta": ..., "vectors": [...]}. Faults carry line and column.
Result<BarrierScripts> read_barrier_scripts(std::string_view json_text);

// One entry of a family that is a script.
Result<BarrierScript> read_barrier_script(const JsonValue& entry);

// A sentence for each expectation that did not come true, in the order of the steps.
std::vector<std::string> run_barrier_script(const BarrierScript& script);

}  // namespace cutline

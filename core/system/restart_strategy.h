// After a failure: whether the job is restarted, and when (rule C27; defaults of Flink 2.1).
//
//     exponential delay, defaults:  1s ─▶ 1.5s ─▶ 2.25s ─▶ … 1min      each ± 10 %, never under 1s
//                                   └ again from 1s after 1h without a failure
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/dice.h"
#include "core/base/result.h"
#include "core/base/ticks.h"
#include "core/system/checkpoint_options.h"
#include "core/system/job.h"
#include "core/system/option_table.h"

namespace cutline {

inline constexpr int64_t kUnlimitedAttempts = 2'147'483'647;

struct RestartOptions {
  std::optional<RestartKind> kind;  // not set: exponential delay with checkpoints on, else none
  int64_t fixed_attempts = 1;
  Tick fixed_delay = kSecond;
  Tick initial_backoff = kSecond;
  Tick max_backoff = kMinute;
  int64_t multiplier_millionths = 1'500'000;
  int64_t jitter_millionths = 100'000;
  Tick reset_threshold = kHour;  // so long without a failure, and counting starts again
  int64_t attempts_before_reset = kUnlimitedAttempts;
  friend bool operator==(const RestartOptions&, const RestartOptions&) = default;
};

std::span<const OptionRow<RestartOptions>> restart_option_table();
Result<Done> set_restart_option(RestartOptions& options, std::string_view key,
                                std::string_view text);
// A fault where the engine would not start with them.
Result<Done> check_restart_options(const RestartOptions& options);

// The strategy of a job, and what it remembers.
struct RestartStrategy {
  RestartKind kind = RestartKind::none;
  RestartOptions options;
  int64_t attempts = 0;
  Tick backoff = 0;                // exponential: before jitter, of the next attempt
  std::optional<Tick> restart_at;  // of the latest attempt
  friend bool operator==(const RestartStrategy&, const RestartStrategy&) = default;
};

RestartStrategy start_restart_strategy(const RestartOptions& options, bool checkpoints_on);

struct RestartDecision {
  bool restart = false;      // else the job has failed for good
  Tick at = 0;
  bool new_attempt = false;  // false: joins the restart that is already waiting
  friend bool operator==(const RestartDecision&, const RestartDecision&) = default;
};

// A failure at `now`.
RestartDecision on_failure(RestartStrategy& strategy, Tick now, Dice& dice);

}  // namespace cutline

#include "core/system/restart_strategy.h"

#include <algorithm>
#include <vector>

#include "core/base/check.h"

namespace cutline {
namespace {

using Options = RestartOptions;
using Row = OptionRow<Options>;

constexpr int64_t kMillion = 1'000'000;
constexpr Tick kBackoffMax = 365 * 24 * kHour;
// The words of `type`; several mean the same. In the order of kKindOfWord.
constexpr std::string_view kWords[] = {"exponential-delay", "fixed-delay",     "none", "off",
                                       "disable",           "exponentialdelay", "fixeddelay"};
constexpr RestartKind kKindOfWord[] = {
    RestartKind::exponential_delay, RestartKind::fixed_delay,       RestartKind::none,
    RestartKind::none,              RestartKind::none,              RestartKind::exponential_delay,
    RestartKind::fixed_delay};

Row type_option() {
  return {{"restart-strategy.type", "restart-strategy"},
          [](Options& options, std::string_view text) -> Result<Done> {
            const Result<size_t> place = read_option_word(text, kWords);
            if (!place) return place.error();
            options.kind = kKindOfWord[*place];
            return Done{};
          },
          [](const Options& options) -> std::string {
            if (!options.kind) return "";
            for (size_t place = 0; place < std::size(kWords); ++place)
              if (kKindOfWord[place] == *options.kind) return std::string(kWords[place]);
            return "";
          }};
}

template <int64_t Options::*Member, int64_t Min, int64_t Max>
Row millionths_option(std::string_view name) {
  return {{name, ""},
          [](Options& options, std::string_view text) -> Result<Done> {
            const Result<int64_t> value = read_option_millionths(text, Min, Max);
            if (!value) return value.error();
            options.*Member = *value;
            return Done{};
          },
          [](const Options& options) { return print_option_millionths(options.*Member); }};
}

std::vector<Row> make_table() {
  return {
      type_option(),
      count_option<Options, &Options::fixed_attempts, 0, kUnlimitedAttempts>(
          {"restart-strategy.fixed-delay.attempts", ""}),
      duration_option<Options, &Options::fixed_delay, 0>(
          {"restart-strategy.fixed-delay.delay", ""}),
      duration_option<Options, &Options::initial_backoff, kMillisecond>(
          {"restart-strategy.exponential-delay.initial-backoff", ""}),
      duration_option<Options, &Options::max_backoff, kMillisecond>(
          {"restart-strategy.exponential-delay.max-backoff", ""}),
      millionths_option<&Options::multiplier_millionths, kMillion + 1, 1000 * kMillion>(
          "restart-strategy.exponential-delay.backoff-multiplier"),
      millionths_option<&Options::jitter_millionths, 0, kMillion>(
          "restart-strategy.exponential-delay.jitter-factor"),
      duration_option<Options, &Options::reset_threshold, kMillisecond>(
          {"restart-strategy.exponential-delay.reset-backoff-threshold", ""}),
      count_option<Options, &Options::attempts_before_reset, 1, kUnlimitedAttempts>(
          {"restart-strategy.exponential-delay.attempts-before-reset-backoff", ""}),
  };
}

// value · factor, rounded down; at most kBackoffMax, far beyond any max-backoff.
Tick times_millionths(Tick value, int64_t factor) {
  if (factor > 0 && value / kMillion >= kBackoffMax / factor) return kBackoffMax;
  return std::min(kBackoffMax, value / kMillion * factor + value % kMillion * factor / kMillion);
}

// The engine counts backoffs in whole milliseconds.
Tick whole_milliseconds(Tick time) { return time - time % kMillisecond; }

Tick with_jitter(const RestartOptions& options, Tick backoff, Dice& dice) {
  const Tick base = whole_milliseconds(backoff);
  const Tick most = times_millionths(base, options.jitter_millionths) / kMillisecond;
  const Tick jitter = most > 0 ? kMillisecond * dice.between(-most, most) : 0;
  return std::max(options.initial_backoff, std::min(base + jitter, options.max_backoff));
}

void start_again(RestartStrategy& strategy) {
  strategy.attempts = 0;
  strategy.backoff = strategy.options.initial_backoff;
}

// A failure while a restart is waiting joins it.
RestartDecision on_failure_exponential(RestartStrategy& strategy, Tick now, Dice& dice) {
  const RestartOptions& options = strategy.options;
  const bool waiting = strategy.restart_at && now <= *strategy.restart_at;
  if (!waiting) {
    if (strategy.restart_at && now - *strategy.restart_at >= options.reset_threshold)
      start_again(strategy);
    strategy.restart_at = now + with_jitter(options, strategy.backoff, dice);
    strategy.backoff = times_millionths(strategy.backoff, options.multiplier_millionths);
    ++strategy.attempts;
  }
  return {strategy.attempts <= options.attempts_before_reset, *strategy.restart_at, !waiting};
}

}  // namespace

std::span<const OptionRow<RestartOptions>> restart_option_table() {
  static const std::vector<Row> table = make_table();
  return table;
}

Result<Done> set_restart_option(RestartOptions& options, std::string_view key,
                                std::string_view text) {
  return set_option(restart_option_table(), options, key, text);
}

Result<Done> check_restart_options(const RestartOptions& options) {
  if (options.max_backoff > kBackoffMax)
    return fault("restart-strategy.exponential-delay.max-backoff is at most one year");
  if (options.initial_backoff > options.max_backoff)
    return fault("restart-strategy.exponential-delay.initial-backoff, " +
                 print_duration(options.initial_backoff) + ", must not be above max-backoff, " +
                 print_duration(options.max_backoff));
  return Done{};
}

RestartStrategy start_restart_strategy(const RestartOptions& options, bool checkpoints_on) {
  CUTLINE_CHECK(check_restart_options(options), "a strategy starts with options found usable");
  RestartStrategy strategy;
  strategy.options = options;
  strategy.kind = options.kind.value_or(checkpoints_on ? RestartKind::exponential_delay
                                                       : RestartKind::none);
  start_again(strategy);
  return strategy;
}

RestartDecision on_failure(RestartStrategy& strategy, Tick now, Dice& dice) {
  if (strategy.kind == RestartKind::none) return {};
  if (strategy.kind == RestartKind::exponential_delay)
    return on_failure_exponential(strategy, now, dice);
  ++strategy.attempts;
  strategy.restart_at = now + strategy.options.fixed_delay;
  return {strategy.attempts <= strategy.options.fixed_attempts, *strategy.restart_at, true};
}

}  // namespace cutline

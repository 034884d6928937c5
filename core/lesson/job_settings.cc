#include "core/lesson/job_settings.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/system/job_setup.h"

namespace cutline {
namespace {

constexpr std::string_view kUntil = "until";
constexpr std::string_view kDuration = "a duration in whole milliseconds, such as 500ms";
constexpr std::string_view kInterval = "a duration in whole milliseconds, from 10ms";

struct Hint {
  std::string_view ending;  // of the option's name
  std::string_view text;
};
// By the ending of the name; the first that fits.
constexpr Hint kHints[] = {
    {"checkpointing.interval", kInterval},
    {"checkpointing.timeout", kInterval},
    {"interval-during-backlog", "a duration in whole milliseconds: 0ms for none, or from 10ms"},
    {"data-inline-threshold", "a size with its unit, up to 1mb"},
    {"segment-size", "a size with its unit, from 256b to 1mb"},
    {"max-concurrent-checkpoints", "a whole number from 1"},
    {"num-retained", "a whole number from 1"},
    {"tolerable-failed-checkpoints", "a whole number from 0"},
    {"max-subtasks-per-channel-state-file", "a whole number from 1"},
    {"checkpoint-id", "the number of a checkpoint; -1 for none"},
    {"threshold-percentages", "a whole percentage from 0 to 100"},
    {"fixed-delay.attempts", "a whole number from 0"},
    {"attempts-before-reset-backoff", "a whole number from 1"},
    {"backoff-multiplier", "a number above 1, at most six decimals"},
    {"jitter-factor", "a number from 0 to 1, at most six decimals"},
    {"", kDuration},
};

struct Words {
  std::string_view ending;
  std::vector<std::string> options;
};
const std::vector<Words>& word_options() {
  static const std::vector<Words> words = {
      {"checkpointing.mode", {"EXACTLY_ONCE", "AT_LEAST_ONCE"}},
      {"checkpointing.storage", {"jobmanager", "filesystem"}},
      {"restart-strategy.type", {"none", "fixed-delay", "exponential-delay"}},
  };
  return words;
}

std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

// The full name of the option that `key` means; each belongs to one of three tables.
Result<std::string> full_name(std::string_view key) {
  const std::vector<OptionNames> checkpoint = option_names(checkpoint_option_table());
  for (const std::vector<OptionNames>& names :
       {checkpoint, option_names(restart_option_table()), option_names(network_option_table())})
    if (const auto place = place_of_option(names, key); place)
      return std::string(names[*place].name);
  return find_option(all_option_names(), key).error();
}

// The value that a table's option has once the job's wishes are read into `options`.
template <class Options>
std::optional<std::string> value_in(std::span<const OptionRow<Options>> table, Options options,
                                    const Job& job, std::string_view key) {
  const std::vector<OptionNames> names = option_names(table);
  const std::optional<size_t> place = place_of_option(names, key);
  if (!place) return std::nullopt;
  for (const auto& [name, text] : job.options) {
    const std::optional<size_t> other = place_of_option(names, name);
    if (!other || *other != *place) continue;
    const Result<Done> read = set_option(table, options, name, text);
    if (!read) return std::string();
  }
  return without_blanks(table[*place].print(options));
}

JobSettingInfo info_of(std::string_view name) {
  JobSettingInfo info;
  info.key = name;
  for (const Words& each : word_options())
    if (name.ends_with(each.ending)) info.options = each.options;
  const std::string value = job_setting_value(Job{}, name);
  if (value == "true" || value == "false") info.options = {"true", "false"};
  if (!info.options.empty()) return info;
  for (const Hint& each : kHints) {
    if (!name.ends_with(each.ending)) continue;
    info.hint = each.text;
    break;
  }
  return info;
}

}  // namespace

const std::vector<JobSettingInfo>& job_settings() {
  static const std::vector<JobSettingInfo> settings = [] {
    std::vector<JobSettingInfo> out;
    for (const std::vector<OptionNames>& names :
         {option_names(checkpoint_option_table()), option_names(restart_option_table()),
          option_names(network_option_table())})
      for (const OptionNames& each : names) out.push_back(info_of(each.name));
    out.push_back({std::string(kUntil), "how long the run is: a duration up to 24h", {}});
    return out;
  }();
  return settings;
}

std::string job_setting_value(const Job& job, std::string_view key) {
  if (key == kUntil) return print_duration(job.until);
  if (auto value = value_in(checkpoint_option_table(), CheckpointOptions{}, job, key))
    return *value;
  if (auto value = value_in(restart_option_table(), RestartOptions{}, job, key)) return *value;
  const auto value = value_in(network_option_table(), job.network, job, key);
  CUTLINE_CHECK(value, "the key is one of job_settings()");
  return *value;
}

Result<Job> with_job_setting(Job job, std::string_view key, std::string_view value) {
  if (key == kUntil) {
    const Result<Tick> until = parse_duration(value);
    if (!until) return fault("until: " + until.error().sentence);
    if (*until < 1 || *until > kSimulatedTimeMax)
      return fault("until: must be above 0 and at most 24h");
    job.until = *until;
    return job;
  }
  const Result<std::string> name = full_name(key);
  if (!name) return name.error();
  std::erase_if(job.options, [&](const auto& option) {
    const Result<std::string> other = full_name(option.first);
    return other && *other == *name;
  });
  job.options.emplace_back(*name, std::string(value));
  const Result<JobSetup> setup = set_up(job);
  if (!setup) return setup.error();
  return job;
}

}  // namespace cutline

#include "core/lesson/job_modes.h"

#include <algorithm>

#include "core/base/text.h"

namespace cutline {
namespace {

constexpr std::string_view kModes[] = {"aligned", "unaligned", "aligned-timeout", "at-least-once"};
constexpr std::string_view kTitles[] = {
    "EXACTLY_ONCE, aligned", "EXACTLY_ONCE, unaligned",
    "EXACTLY_ONCE, aligned, unaligned after 1 s", "AT_LEAST_ONCE, without alignment"};

}  // namespace

std::span<const std::string_view> job_modes() { return kModes; }

std::string_view job_mode_title(std::string_view mode) {
  const auto found = std::find(std::begin(kModes), std::end(kModes), mode);
  return found == std::end(kModes) ? std::string_view() : kTitles[found - std::begin(kModes)];
}

Result<Job> with_job_mode(Job job, std::string_view mode) {
  if (job_mode_title(mode).empty())
    return fault("a job has no mode " + in_quotes(mode) +
                 "; there are aligned, unaligned, aligned-timeout and at-least-once" +
                 did_you_mean(mode, kModes));
  const auto set = [&](std::string_view key, std::string_view value) {
    job.options.emplace_back("execution.checkpointing." + std::string(key), std::string(value));
  };
  const bool unaligned = mode == "unaligned" || mode == "aligned-timeout";
  set("mode", mode == "at-least-once" ? "AT_LEAST_ONCE" : "EXACTLY_ONCE");
  set("unaligned.enabled", unaligned ? "true" : "false");
  set("aligned-checkpoint-timeout", mode == "aligned-timeout" ? "1s" : "0ms");
  return job;
}

}  // namespace cutline

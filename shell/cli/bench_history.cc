#include "shell/cli/bench_history.h"

#include <algorithm>
#include <vector>

#include "core/base/check.h"
#include "core/run/job_history.h"
#include "shell/cli/bench_clock.h"
#include "shell/cli/bench_line.h"

namespace cutline {
namespace {

VertexSetup vertex(std::string name, VertexKind kind, Tick service_time) {
  VertexSetup out;
  out.name = std::move(name);
  out.kind = kind;
  out.parallelism = 8;
  out.service_time = service_time;
  return out;
}

// 32 tasks and 136 channels on four machines. The counters cannot keep up: every queue is full, and
// an unaligned checkpoint captures them all, so that a world is about as heavy as worlds get.
Job pressed_job() {
  Job job;
  job.name = "pressed";
  job.machines = 4;
  job.until = 10 * kMinute;
  job.options = {{"execution.checkpointing.interval", "2s"},
                 {"execution.checkpointing.unaligned.enabled", "true"}};
  job.network.latency = 200 * kMicrosecond;
  VertexSetup source = vertex("source", VertexKind::source, 0);
  source.source.rate_per_second = 20'000;
  source.record_bytes = 200;
  VertexSetup count = vertex("count", VertexKind::aggregate, 60 * kMicrosecond);
  count.state.fixed_bytes = 100'000;
  job.vertices = {source, vertex("map", VertexKind::map, 20 * kMicrosecond), count,
                  vertex("sink", VertexKind::sink, kMicrosecond)};
  job.edges = {{{0}, {1}, EdgeKind::rebalance, {}},
               {{1}, {2}, EdgeKind::hash, {}},
               {{2}, {3}, EdgeKind::forward, {}}};
  return job;
}

// A command's worth: the move, and what the views ask for after it.
void seek(JobHistory& history, uint64_t target) {
  CUTLINE_CHECK(history.seek(target), "a known place can be sought");
  CUTLINE_CHECK(history.recent().empty() == (target == 0), "what led there is known");
}

}  // namespace

SeekResult run_bench_history(uint64_t events, uint64_t seeks) {
  const Result<JobSetup> setup = set_up(pressed_job());
  CUTLINE_CHECK(setup, "the job of the benchmark can run");
  JobHistory history(*setup);
  SeekResult result;
  result.events = events;
  result.seeks = seeks;
  const double start_s = cpu_now_s();
  seek(history, events);
  result.ahead_s = cpu_now_s() - start_s;
  result.fingerprint = fingerprint(history);

  Dice dice(1);
  std::vector<double> taken_ms;
  for (uint64_t at = 0; at < seeks; ++at) {
    const auto target = static_cast<uint64_t>(dice.between(0, static_cast<int64_t>(events)));
    const double before_s = cpu_now_s();
    seek(history, target);
    taken_ms.push_back((cpu_now_s() - before_s) * 1e3);
  }
  std::sort(taken_ms.begin(), taken_ms.end());
  result.median_ms = taken_ms[taken_ms.size() / 2];
  result.worst_ms = taken_ms.back();
  seek(history, events * 2 / 3);
  for (uint64_t at = 0; at < seeks; ++at) {
    const double before_s = cpu_now_s();
    seek(history, history.cursor() - 1);
    result.back_worst_ms = std::max(result.back_worst_ms, (cpu_now_s() - before_s) * 1e3);
  }
  seek(history, events);
  CUTLINE_CHECK(fingerprint(history) == result.fingerprint, "going back and forth changes nothing");
  result.keyframes = history.keyframes();
  result.keyframe_events = history.keyframe_events();
  result.kept_bytes = history.keyframe_bytes();
  return result;
}

std::string seek_json(const SeekResult& result) {
  return bench_line(
      R"({"bench":"seek","events":%llu,"seeks":%llu,"median_ms":%.3f,"worst_ms":%.3f,)"
      R"("back_worst_ms":%.3f,"ahead_s":%.3f,"keyframes":%llu,"keyframe_events":%llu,)"
      R"("kept_bytes":%llu})",
      static_cast<unsigned long long>(result.events),
      static_cast<unsigned long long>(result.seeks), result.median_ms, result.worst_ms,
      result.back_worst_ms, result.ahead_s, static_cast<unsigned long long>(result.keyframes),
      static_cast<unsigned long long>(result.keyframe_events),
      static_cast<unsigned long long>(result.kept_bytes));
}

std::string seek_text(const SeekResult& result) {
  return bench_line(
      "seek in %llu events: median %.1f ms, worst %.1f ms; one back, worst %.1f ms;\n"
      "     %llu worlds kept, one in %llu events, %.1f MB; the run itself took %.2f s\n",
      static_cast<unsigned long long>(result.events), result.median_ms, result.worst_ms,
      result.back_worst_ms, static_cast<unsigned long long>(result.keyframes),
      static_cast<unsigned long long>(result.keyframe_events),
      static_cast<double>(result.kept_bytes) / 1e6, result.ahead_s);
}

}  // namespace cutline

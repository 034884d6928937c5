#include "tests/system/job_random.h"

namespace cutline::test {
namespace {

class Making {
 public:
  Making(uint64_t seed, const RandomJobs& wanted) : dice_(seed), wanted_(wanted) {}

  Job job() {
    out_.name = "random";
    out_.seed = dice_.next();
    out_.named = wanted_.named;
    out_.machines = static_cast<uint32_t>(between(1, 3));
    add_vertices();
    add_edges();
    add_options();
    if (chance(3)) out_.network.latency = between(0, 20) * kMillisecond;
    if (chance(3)) out_.network.segment_bytes = between(256, 4096);
    if (chance(2)) {
      out_.storage.bytes_per_second = between(10'000, 1'000'000);
      out_.storage.object_latency = between(0, 50) * kMillisecond;
      out_.storage.metadata_time = between(0, 50) * kMillisecond;
    }
    if (chance(2)) out_.rpc = {between(0, 10) * kMillisecond, between(0, 20) * kMillisecond,
                               between(0, 20) * kMillisecond};
    if (wanted_.failures) add_failures();
    if (wanted_.restarts) add_wishes();
    out_.until = 10 * kMinute;
    return out_;
  }

 private:
  int64_t between(int64_t min, int64_t max) { return dice_.between(min, max); }
  bool chance(int64_t one_in) { return between(1, one_in) == 1; }

  void add_vertices() {
    const int64_t sources = between(1, 2);
    for (int64_t index = 0; index < sources; ++index) {
      VertexSetup source = vertex("source" + std::to_string(index), VertexKind::source);
      source.record_bytes = between(1, 600);
      source.source.rate_per_second = between(20, 200);
      source.source.record_limit = between(20, 150);
      source.source.rate_limited = chance(2);
      if (chance(4)) {
        source.source.burst_period = 500 * kMillisecond;
        source.source.burst_on = between(50, 400) * kMillisecond;
      }
      out_.vertices.push_back(source);
    }
    sources_ = static_cast<uint32_t>(sources);
    const int64_t middle = between(0, 3);
    for (int64_t index = 0; index < middle; ++index) {
      const VertexKind kinds[] = {VertexKind::map, VertexKind::filter, VertexKind::aggregate,
                                  VertexKind::join};
      VertexSetup each = vertex("op" + std::to_string(index), kinds[between(0, 3)]);
      each.keep_numerator = between(1, 3);
      each.keep_denominator = 3;
      each.service_time = between(0, 6) * kMillisecond;
      if (chance(2)) each.state = {between(0, 50'000), 100, 200, 10, 0, 0, 0,
                                   between(0, 5) * kMillisecond};
      out_.vertices.push_back(each);
    }
    VertexSetup sink = vertex("sink", VertexKind::sink);
    sink.service_time = between(0, 8) * kMillisecond;
    sink.sink.kind = static_cast<SinkKind>(between(0, 2));
    sink.sink.commit_time = between(0, 20) * kMillisecond;
    sink.sink.flush_time = between(0, 10) * kMillisecond;
    out_.vertices.push_back(sink);
  }

  VertexSetup vertex(std::string name, VertexKind kind) {
    VertexSetup made;
    made.name = std::move(name);
    made.kind = kind;
    made.parallelism = static_cast<uint32_t>(between(1, 3));
    return made;
  }

  // Each vertex behind the sources is fed by one or two earlier ones; each earlier one feeds
  // something.
  void add_edges() {
    const auto count = static_cast<uint32_t>(out_.vertices.size());
    std::vector<bool> feeds(count, false);
    for (uint32_t to = sources_; to < count; ++to) {
      const uint32_t first = to == sources_ ? 0 : to - 1;
      add_edge(first, to);
      feeds[first] = true;
      if (to > 1 && chance(3)) {
        const auto other = static_cast<uint32_t>(between(0, to - 1));
        if (other != first && out_.vertices[other].kind != VertexKind::sink) {
          add_edge(other, to);
          feeds[other] = true;
        }
      }
    }
    for (uint32_t from = 0; from + 1 < count; ++from)
      if (!feeds[from]) add_edge(from, count - 1);
  }

  void add_edge(uint32_t from, uint32_t to) {
    for (const EdgeSetup& edge : out_.edges)
      if (edge.from.index == from && edge.to.index == to) return;
    EdgeSetup edge;
    edge.from = {from};
    edge.to = {to};
    const EdgeKind kinds[] = {EdgeKind::hash, EdgeKind::hash, EdgeKind::rebalance,
                              EdgeKind::rescale, EdgeKind::broadcast, EdgeKind::forward};
    edge.kind = kinds[between(0, 5)];
    if (edge.kind == EdgeKind::forward &&
        out_.vertices[from].parallelism != out_.vertices[to].parallelism)
      edge.kind = EdgeKind::hash;
    out_.edges.push_back(edge);
  }

  void add_options() {
    const auto set = [&](std::string key, std::string value) {
      out_.options.emplace_back("execution.checkpointing." + key, value);
    };
    set("interval", std::to_string(between(50, 800)) + "ms");
    set("timeout", std::to_string(between(2, 20)) + "s");
    set("tolerable-failed-checkpoints", std::to_string(between(0, 1000)));
    if (chance(3)) set("min-pause", std::to_string(between(0, 300)) + "ms");
    out_.options.emplace_back("restart-strategy.type", "fixed-delay");
    out_.options.emplace_back("restart-strategy.fixed-delay.attempts", "1000000");
    out_.options.emplace_back("restart-strategy.fixed-delay.delay",
                              std::to_string(between(0, 500)) + "ms");
    if (wanted_.at_least_once) return set("mode", "AT_LEAST_ONCE");
    const int64_t mode = between(0, 3);
    if (mode == 0 && chance(2)) set("max-concurrent-checkpoints", "2");
    if (mode > 0) set("unaligned.enabled", "true");
    if (mode > 1) set("aligned-checkpoint-timeout", std::to_string(between(1, 300)) + "ms");
  }

  void add_failures() {
    for (int64_t count = between(1, 3); count > 0; --count) {
      FailureSetup failure;
      failure.vertex = {static_cast<uint32_t>(
          between(0, static_cast<int64_t>(out_.vertices.size()) - 1))};
      failure.subtask = static_cast<uint32_t>(
          between(0, out_.vertices[failure.vertex.index].parallelism - 1));
      failure.at = between(1, 4000) * kMillisecond + between(0, 999'999);
      out_.failures.push_back(failure);
    }
  }

  // Vertices that forward edges tie together; 0 where a broadcast edge keeps them as they are: what
  // comes over it is there once for each consumer, so their number would show in what they emit.
  std::vector<uint32_t> groups() const {
    std::vector<uint32_t> of(out_.vertices.size());
    for (uint32_t index = 0; index < of.size(); ++index) of[index] = index + 1;
    const auto rename = [&](uint32_t from, uint32_t to) {
      for (uint32_t& each : of)
        if (each == from) each = to;
    };
    for (const EdgeSetup& edge : out_.edges)
      if (edge.kind == EdgeKind::forward) rename(of[edge.from.index], of[edge.to.index]);
    for (const EdgeSetup& edge : out_.edges)
      if (edge.kind == EdgeKind::broadcast) rename(of[edge.to.index], 0);
    return of;
  }

  RestartSetup restart() {
    RestartSetup made;
    const std::vector<uint32_t> of = groups();
    std::vector<uint32_t> wished(of.size() + 1, 0);
    for (size_t group = 1; group < wished.size(); ++group)
      if (!chance(3)) wished[group] = static_cast<uint32_t>(between(1, 5));
    for (uint32_t index = 0; index < of.size(); ++index)
      if (wished[of[index]] > 0) made.parallelism.push_back({{index}, wished[of[index]]});
    if (chance(3)) made.after_completed = between(1, 6);
    made.at = made.after_completed > 0 ? between(0, 300) * kMillisecond
                                       : between(1, 4000) * kMillisecond;
    made.with_failure = chance(3);
    return made;
  }

  void add_wishes() {
    for (int64_t count = between(1, 2); count > 0; --count) out_.restarts.push_back(restart());
    for (int64_t count = between(0, 2); count > 0; --count)
      out_.savepoints.push_back({between(1, 4000) * kMillisecond, 0, SavepointKind::savepoint});
    if (chance(3)) {  // from whatever savepoint there is by then
      out_.restarts.push_back(restart());
      out_.restarts.back().from = RestoreFrom::savepoint;
    }
    if (!chance(3)) return;
    const Tick at = between(1, 4000) * kMillisecond;
    out_.savepoints.clear();  // one behind the stop would hold tasks that have finished
    out_.savepoints.push_back({at, 0, chance(2) ? SavepointKind::suspend : SavepointKind::drain});
    out_.restarts.clear();  // after a stop the job goes on from its savepoint
    out_.restarts.push_back(restart());
    out_.restarts.back().at = at + kMinute;
    out_.restarts.back().after_completed = 0;
    out_.restarts.back().with_failure = false;
    out_.restarts.back().from = RestoreFrom::savepoint;
  }

  Dice dice_;
  RandomJobs wanted_;
  Job out_;
  uint32_t sources_ = 1;
};

}  // namespace

Job random_job(uint64_t seed, const RandomJobs& wanted) { return Making(seed, wanted).job(); }

}  // namespace cutline::test

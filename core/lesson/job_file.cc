#include "core/lesson/job_file.h"

#include "core/lesson/job_reader.h"
#include "core/system/job_setup.h"
#include "core/system/subtask_state_mapper.h"

namespace cutline {
namespace {

constexpr size_t kEdgesMax = 128;
constexpr size_t kFailuresMax = 1000;
constexpr int64_t kBytesPerSecondMax = int64_t{1} << 40;

constexpr Named<VertexKind> kVertexKinds[] = {
    {"source", VertexKind::source}, {"map", VertexKind::map},
    {"filter", VertexKind::filter}, {"aggregate", VertexKind::aggregate},
    {"join", VertexKind::join},     {"union", VertexKind::merge},
    {"sink", VertexKind::sink},
};
constexpr Named<EdgeKind> kEdgeKinds[] = {
    {"forward", EdgeKind::forward},     {"hash", EdgeKind::hash},
    {"rebalance", EdgeKind::rebalance}, {"rescale", EdgeKind::rescale},
    {"broadcast", EdgeKind::broadcast},
};
constexpr Named<SinkKind> kSinkKinds[] = {
    {"plain", SinkKind::plain},
    {"idempotent", SinkKind::idempotent},
    {"transactional", SinkKind::transactional},
};

// Has one of the three tables an option that `key` can mean?
bool is_option(std::string_view key) {
  return place_of_option(option_names(checkpoint_option_table()), key) ||
         place_of_option(option_names(restart_option_table()), key) ||
         place_of_option(option_names(network_option_table()), key);
}

}  // namespace

Result<Job> JobReader::read() {
  const auto vertices = [&](const toml::table& in) { return read_vertex(in); };
  const auto edges = [&](const toml::table& in) { return read_edge(in); };
  const auto failures = [&](const toml::table& in) { return read_failure(in); };
  const auto savepoints = [&](const toml::table& in) { return read_savepoint(in); };
  const auto restarts = [&](const toml::table& in) { return read_restart(in); };
  const bool done =
      only(root_, "a job",
           {"title", "until", "seed", "machines", "named", "deploy-time", "options", "network",
            "storage", "rpc", "vertex", "edge", "failure", "savepoint", "restart"}) &&
      read_top() && read_options() && read_surroundings() &&
      tables(root_, "vertex", kVerticesMax, vertices) && tables(root_, "edge", kEdgesMax, edges) &&
      tables(root_, "restart", kRestartsMax, restarts) &&
      tables(root_, "failure", kFailuresMax, failures) &&
      tables(root_, "savepoint", kSavepointsMax, savepoints);
  if (!done || !check_whole() || !check_options_together()) return problem_;
  return std::move(job_);
}

// What shows only once everything is read, at the table that is wrong.
bool JobReader::check_whole() {
  const std::optional<JobProblem> problem = find_problem(job_);
  if (!problem) return true;
  constexpr std::string_view kTables[] = {"", "vertex", "edge", "restart", "failure"};
  const toml::node* all = root_.get(kTables[static_cast<size_t>(problem->part)]);
  const toml::array* array = all ? all->as_array() : nullptr;
  const toml::node* one = array ? array->get(problem->index) : nullptr;
  return one ? refuse(*one, problem->sentence) : refuse(root_, problem->sentence);
}

// A combination that cannot be stands at the last option without which the others can.
bool JobReader::check_options_together() {
  const Result<Done> together = check_options(job_);
  if (together) return true;
  const toml::table& options = *root_.get_as<toml::table>("options");
  const toml::key* last = nullptr;
  for (auto&& each : options) {
    const toml::key& key = each.first;
    Job without = job_;
    std::erase_if(without.options, [&](const auto& option) { return option.first == key.str(); });
    const bool later = !last || last->source().begin < key.source().begin;
    if (later && check_options(without)) last = &key;
  }
  return last ? refuse(*options.get(last->str()), together.error().sentence)
              : refuse(options, together.error().sentence);
}

bool JobReader::read_top() {
  int64_t seed = 1;
  int64_t machines = 1;
  if (!needs(root_, "a job", "title") || !text(root_, "title", job_.title) ||
      !duration(root_, "until", kSimulatedTimeMax, job_.until) ||
      !above_zero(root_, "until", job_.until) || !title(root_, job_.title) ||
      !whole(root_, "seed", {0, INT64_MAX}, seed) ||
      !whole(root_, "machines", {1, kParallelismMax}, machines) ||
      !flag(root_, "named", job_.named) ||
      !duration(root_, "deploy-time", kHour, job_.deploy_time))
    return false;
  job_.seed = static_cast<uint64_t>(seed);
  job_.machines = static_cast<uint32_t>(machines);
  return true;
}

bool JobReader::read_options() {
  const toml::table* options = nullptr;
  if (!table(root_, "options", options)) return false;
  if (!options) return true;
  for (auto&& [key, node] : *options)
    if (!read_option(key, node)) return false;
  return true;
}

bool JobReader::read_option(const toml::key& key, const toml::node& node) {
  std::string value;
  if (const auto* word = node.as_string()) value = word->get();
  else if (const auto* on = node.as_boolean()) value = on->get() ? "true" : "false";
  else if (const auto* number = node.as_integer()) value = std::to_string(number->get());
  else
    return refuse(node, "option " + in_quotes(key.str()) +
                            " must be a text, a whole number, true or false; a name with dots "
                            "needs quotes");
  const std::string name(key.str());
  if (!is_option(name))
    return refuse(key.source(), check_option(name, value).error().sentence);
  if (const Result<Done> right = check_option(name, value); !right)
    return refuse(node, right.error().sentence);
  job_.options.emplace_back(name, value);
  return true;
}

bool JobReader::read_surroundings() {
  const toml::table* in = nullptr;
  if (!table(root_, "network", in)) return false;
  if (in && (!only(*in, "[network]", {"latency"}) ||
             !duration(*in, "latency", kMinute, job_.network.latency)))
    return false;
  if (!table(root_, "storage", in)) return false;
  StorageSetup& storage = job_.storage;
  if (in && (!only(*in, "[storage]", {"bytes-per-second", "object-latency", "metadata-time"}) ||
             !whole(*in, "bytes-per-second", {1, kBytesPerSecondMax}, storage.bytes_per_second) ||
             !duration(*in, "object-latency", kHour, storage.object_latency) ||
             !duration(*in, "metadata-time", kHour, storage.metadata_time)))
    return false;
  if (!table(root_, "rpc", in)) return false;
  return !in || (only(*in, "[rpc]", {"latency", "plan-time", "enumerator-time"}) &&
                 duration(*in, "latency", kHour, job_.rpc.latency) &&
                 duration(*in, "plan-time", kHour, job_.rpc.plan_time) &&
                 duration(*in, "enumerator-time", kHour, job_.rpc.enumerator_time));
}

bool JobReader::read_vertex(const toml::table& in) {
  VertexSetup vertex;
  int64_t parallelism = 1;
  int64_t max_parallelism = 0;
  if (!only(in, "[[vertex]]",
            {"name", "kind", "parallelism", "max-parallelism", "service-time", "record-bytes",
             "keep", "state", "splits", "rate", "records", "rate-limited", "burst",
             "unable-to-snapshot", "sink"}) ||
      !needs(in, "[[vertex]]", "name") || !needs(in, "[[vertex]]", "kind") ||
      !text(in, "name", vertex.name) || !one_of(in, "kind", kVertexKinds, vertex.kind) ||
      !whole(in, "parallelism", {1, kParallelismMax}, parallelism) ||
      !whole(in, "max-parallelism", {parallelism, kMaxParallelismUpperBound}, max_parallelism) ||
      !whole(in, "record-bytes", {1, kRecordBytesMax}, vertex.record_bytes) ||
      !name(in, "name", "vertex", vertex.name))
    return false;
  vertex.parallelism = static_cast<uint32_t>(parallelism);
  vertex.max_parallelism = static_cast<uint32_t>(max_parallelism);
  if (find_vertex(job_, vertex.name))
    return refuse(*in.get("name"), "vertex " + in_quotes(vertex.name) + " is there twice");
  const bool source = vertex.kind == VertexKind::source;
  for (std::string_view key :
       {"splits", "rate", "records", "rate-limited", "burst", "unable-to-snapshot"})
    if (!source && in.contains(key))
      return refuse(*in.get(key), "only a source has the key " + in_quotes(key));
  if (vertex.kind != VertexKind::sink && in.contains("sink"))
    return refuse(*in.get("sink"), "only a sink has the key \"sink\"");
  if (vertex.kind != VertexKind::filter && in.contains("keep"))
    return refuse(*in.get("keep"), "only a filter has the key \"keep\"");
  if (!read_service(in, vertex) || !read_keep(in, vertex) || !read_state(in, vertex.state) ||
      !read_sink(in, vertex) || (source && !read_source(in, vertex)))
    return false;
  job_.vertices.push_back(std::move(vertex));
  return true;
}

bool JobReader::read_source(const toml::table& in, VertexSetup& vertex) {
  SourceSetup& source = vertex.source;
  int64_t splits = 0;
  if (!needs(in, "a source", "rate") || !needs(in, "a source", "record-bytes") ||
      !whole(in, "splits", {1, kSplitsMax}, splits) ||
      !whole(in, "rate", {1, kRecordsPerSecondMax}, source.rate_per_second) ||
      !whole(in, "records", {1, kRecordsMax}, source.record_limit) ||
      !flag(in, "rate-limited", source.rate_limited) ||
      !duration(in, "unable-to-snapshot", kSimulatedTimeMax, source.unable_to_snapshot))
    return false;
  source.splits = static_cast<uint32_t>(splits);
  if (!in.contains("burst")) return true;
  if (!durations(in, "burst", source.burst_on, source.burst_period)) return false;
  if (source.burst_on < 1 || source.burst_on >= source.burst_period)
    return refuse(*in.get("burst"),
                  "burst must be how long it lasts and, longer, how often it comes");
  return true;
}

// One duration for all subtasks, or one for each.
bool JobReader::read_service(const toml::table& in, VertexSetup& vertex) {
  const toml::node* node = in.get("service-time");
  if (!node) return true;
  const toml::array* each = node->as_array();
  if (!each) return duration(*node, "service-time", kHour, vertex.service_time);
  if (each->size() != vertex.parallelism)
    return refuse(*node, "service-time must be one duration, or one for each of the " +
                             count_of(vertex.parallelism, "subtask"));
  for (const toml::node& value : *each) {
    Tick time = 0;
    if (!duration(value, "service-time", kHour, time)) return false;
    vertex.subtask_service_time.push_back(time);
  }
  return true;
}

// "of so many records, so many go on": keep = [1, 3]
bool JobReader::read_keep(const toml::table& in, VertexSetup& vertex) {
  std::vector<int64_t> share;
  if (!numbers(in, "keep", share)) return false;
  if (share.empty()) return true;
  if (share.size() != 2 || share[0] < 0 || share[1] < 1 || share[0] > share[1])
    return refuse(*in.get("keep"), "keep must be two numbers, such as [1, 3] for a third");
  vertex.keep_numerator = share[0];
  vertex.keep_denominator = share[1];
  return true;
}

bool JobReader::read_state(const toml::table& in, StateSetup& state) {
  const toml::table* from = nullptr;
  if (!table(in, "state", from)) return false;
  const TomlRange bytes{0, kStateBytesMax};
  return !from ||
         (only(*from, "state", {"fixed", "keys", "per-key", "per-record", "delta-per-record",
                                "delta-fixed", "compaction-every", "sync-time"}) &&
          whole(*from, "fixed", bytes, state.fixed_bytes) &&
          whole(*from, "keys", {0, kKeysMax}, state.keys) &&
          whole(*from, "per-key", bytes, state.bytes_per_key) &&
          whole(*from, "per-record", bytes, state.bytes_per_record) &&
          whole(*from, "delta-per-record", bytes, state.delta_bytes_per_record) &&
          whole(*from, "delta-fixed", bytes, state.delta_fixed_bytes) &&
          whole(*from, "compaction-every", {1, 1'000'000}, state.compaction_every) &&
          duration(*from, "sync-time", kHour, state.sync_time));
}

bool JobReader::read_sink(const toml::table& in, VertexSetup& vertex) {
  const toml::table* from = nullptr;
  SinkSetup& sink = vertex.sink;
  if (!table(in, "sink", from)) return false;
  return !from ||
         (only(*from, "sink", {"kind", "commit-time", "transaction-timeout", "idempotent-commit",
                               "flush-time", "roll-after", "roll-check"}) &&
          one_of(*from, "kind", kSinkKinds, sink.kind) &&
          duration(*from, "commit-time", kHour, sink.commit_time) &&
          duration(*from, "transaction-timeout", kSimulatedTimeMax, sink.transaction_timeout) &&
          flag(*from, "idempotent-commit", sink.idempotent_commit) &&
          duration(*from, "flush-time", kHour, sink.flush_time) &&
          read_roll(*from, sink));
}

bool JobReader::read_roll(const toml::table& in, SinkSetup& sink) {
  if (!duration(in, "roll-after", kSimulatedTimeMax, sink.roll_after) ||
      !duration(in, "roll-check", kSimulatedTimeMax, sink.roll_check))
    return false;
  if ((sink.roll_after > 0) != (sink.roll_check > 0))
    return refuse(in, "a sink whose parts roll needs both, roll-after and roll-check");
  if (sink.roll_after > 0 && sink.kind != SinkKind::transactional)
    return refuse(*in.get("roll-after"), "only a transactional sink commits in parts");
  return true;
}

bool JobReader::read_edge(const toml::table& in) {
  EdgeSetup edge;
  if (!only(in, "[[edge]]", {"from", "to", "kind", "split"}) || !needs(in, "[[edge]]", "kind") ||
      !vertex_of(in, "from", edge.from) || !vertex_of(in, "to", edge.to) ||
      !one_of(in, "kind", kEdgeKinds, edge.kind) || !read_split(in, edge))
    return false;
  const VertexSetup& from = job_.vertices[edge.from.index];
  const VertexSetup& to = job_.vertices[edge.to.index];
  const std::string name = "edge " + from.name + ">" + to.name + ": ";
  if (from.kind == VertexKind::sink) return refuse(*in.get("from"), name + "a sink has no output");
  if (to.kind == VertexKind::source) return refuse(*in.get("to"), name + "a source has no input");
  for (const EdgeSetup& other : job_.edges)
    if (other.from == edge.from && other.to == edge.to)
      return refuse(in, name + "the edge is there twice");
  job_.edges.push_back(std::move(edge));
  return true;
}

bool JobReader::read_split(const toml::table& in, EdgeSetup& edge) {
  if (!numbers(in, "split", edge.split)) return false;
  if (edge.split.empty()) return true;
  if (edge.kind != EdgeKind::hash)
    return refuse(*in.get("split"), "only a hash edge has a split");
  const uint32_t consumers = job_.vertices[edge.to.index].parallelism;
  if (edge.split.size() != consumers)
    return refuse(*in.get("split"), "split needs a number for each of the " +
                                        std::to_string(consumers) + " consumers");
  return true;
}

bool JobReader::vertex_of(const toml::table& in, std::string_view key, VertexId& out) {
  std::string name;
  if (!needs(in, "the table", key) || !text(in, key, name)) return false;
  if (const auto found = find_vertex(job_, name)) {
    out = *found;
    return true;
  }
  return refuse(*in.get(key), "there is no vertex " + in_quotes(name) + " above this line");
}

bool JobReader::numbers(const toml::table& in, std::string_view key, std::vector<int64_t>& out) {
  const toml::node* node = in.get(key);
  if (!node) return true;
  const toml::array* array = node->as_array();
  if (!array || array->empty())
    return refuse(*node, std::string(key) + " must be a list of whole numbers");
  for (const toml::node& each : *array) {
    const auto* value = each.as_integer();
    if (!value || value->get() < 0 || value->get() > 1'000'000)
      return refuse(each, std::string(key) + " must hold whole numbers from 0 to 1000000");
    out.push_back(value->get());
  }
  return true;
}

bool is_job_text(std::string_view toml_text) {
  const Result<toml::table> parsed = parse_toml(toml_text);
  return parsed && parsed->contains("vertex");
}

Fault place_of_key(std::string_view toml_text, std::string_view key) {
  const Result<toml::table> parsed = parse_toml(toml_text);
  const toml::node* node = parsed ? parsed->get(key) : nullptr;
  if (!node) return fault_at(1, 1, "");
  const toml::source_position place = node->source().begin;
  return fault_at(static_cast<int>(place.line), static_cast<int>(place.column), "");
}

Result<Job> read_job(std::string_view name, std::string_view toml_text) {
  const Result<toml::table> parsed = parse_toml(toml_text);
  if (!parsed) return parsed.error();
  return JobReader(name, *parsed).read();
}

}  // namespace cutline

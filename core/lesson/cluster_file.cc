#include "core/lesson/cluster_file.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/lesson/json_fields.h"

namespace cutline {
namespace {

constexpr int64_t kTimeMax_ms = 253'402'300'800'000;  // the year 10000
constexpr int64_t kDurationMax_ms = kTimeMax_ms / 1000;
constexpr int64_t kBytesMax = int64_t{1} << 53;
constexpr int64_t kCountMax = 1'000'000'000'000;
constexpr size_t kFailureBytesMax = 200;

// The members of one object, asked for in turn; the first that is wrong is kept.
class Members {
 public:
  Members(const JsonValue& object, std::string_view where) : object_(object), where_(where) {}

  int64_t number(std::string_view name, int64_t min, int64_t max) {
    const JsonValue* value = get(name);
    if (!value) return 0;
    const Result<int64_t> number = whole_number(*value, name, min, max);
    return number ? *number : keep(number.error());
  }
  bool boolean(std::string_view name) {
    const JsonValue* value = get(name);
    if (!value) return false;
    if (auto right = of_kind(*value, name, JsonKind::boolean); !right) keep(right.error());
    return value->boolean;
  }
  std::string text(std::string_view name) {
    const JsonValue* value = get(name);
    if (!value) return "";
    if (auto right = of_kind(*value, name, JsonKind::text); !right) keep(right.error());
    return value->text;
  }
  Fault keep_at(std::string_view name, std::string sentence) {
    const JsonValue* value = object_.find(name);
    keep(value ? value->wrong(std::move(sentence)) : object_.wrong(std::move(sentence)));
    return *fault_;
  }
  const std::optional<Fault>& fault() const { return fault_; }

 private:
  const JsonValue* get(std::string_view name) {
    const Result<const JsonValue*> found = member(object_, where_, name);
    if (found) return *found;
    keep(found.error());
    return nullptr;
  }
  int64_t keep(const Fault& fault) {
    if (!fault_) fault_ = fault;
    return 0;
  }

  const JsonValue& object_;
  std::string_view where_;
  std::optional<Fault> fault_;
};

// One line of plain characters, not longer than what is shown.
std::string shown_line(std::string_view text) {
  std::string out;
  for (char c : text.substr(0, kFailureBytesMax))
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  // Not half a character of UTF-8 at its end.
  if (out.size() < text.size()) {
    while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xc0) == 0x80) out.pop_back();
    if (!out.empty() && static_cast<unsigned char>(out.back()) >= 0x80) out.pop_back();
    out += "…";
  }
  return why_no_line(out) ? "a message that cannot be shown" : out;
}

Result<ClusterCheckpoint> read_checkpoint(const JsonValue& value) {
  if (auto right = of_kind(value, "history", JsonKind::object); !right)
    return value.wrong("an entry of \"history\" must be an object, not " +
                       std::string(json_kind_name(value.kind)));
  Members members(value, "an entry of \"history\"");
  ClusterCheckpoint out;
  out.id = members.number("id", 0, kCountMax);
  const std::string status = members.text("status");
  if (status == "COMPLETED") out.status = ClusterStatus::completed;
  else if (status == "FAILED") out.status = ClusterStatus::failed;
  else if (status != "IN_PROGRESS")
    members.keep_at("status", "\"status\" must be IN_PROGRESS, COMPLETED or FAILED, not " +
                                  in_quotes(status));
  out.savepoint = members.boolean("is_savepoint");
  out.triggered = members.number("trigger_timestamp", 0, kTimeMax_ms);
  const int64_t duration = members.number("end_to_end_duration", -1, kDurationMax_ms);
  out.duration = duration < 0 ? -1 : duration * kMillisecond;
  out.subtasks = members.number("num_subtasks", 0, kCountMax);
  out.acknowledged = members.number("num_acknowledged_subtasks", 0, kCountMax);
  out.checkpointed_bytes = members.number("checkpointed_size", 0, kBytesMax);
  out.persisted_bytes = members.number("persisted_data", 0, kBytesMax);
  out.unaligned = members.text("checkpoint_type") == "UNALIGNED_CHECKPOINT";
  if (out.status == ClusterStatus::failed && value.find("failure_message") &&
      value.find("failure_message")->is(JsonKind::text))
    out.failure = shown_line(value.find("failure_message")->text);
  if (members.fault()) return *members.fault();
  return out;
}

// From the engine's newest-first list in milliseconds of an epoch.
Result<Done> read_history(const JsonValue& list, ClusterFile& out) {
  if (list.items.size() > kClusterHistoryMax)
    return list.wrong("\"history\" has " + std::to_string(list.items.size()) +
                      " checkpoints; at most " + std::to_string(kClusterHistoryMax) +
                      " are compared");
  for (const JsonValue& each : list.items) {
    const Result<ClusterCheckpoint> checkpoint = read_checkpoint(each);
    if (!checkpoint) return checkpoint.error();
    out.history.push_back(*checkpoint);
  }
  std::stable_sort(out.history.begin(), out.history.end(),
                   [](const auto& left, const auto& right) { return left.id < right.id; });
  for (size_t at = 0; at + 1 < out.history.size(); ++at)
    if (out.history[at].id == out.history[at + 1].id)
      return list.wrong("\"history\" lists checkpoint " + std::to_string(out.history[at].id) +
                        " twice");
  int64_t first = kTimeMax_ms;
  for (const ClusterCheckpoint& each : out.history) first = std::min(first, each.triggered);
  for (ClusterCheckpoint& each : out.history) {
    each.triggered -= first;
    if (each.triggered > kDurationMax_ms)
      return list.wrong("\"history\" spans more than " + std::to_string(kDurationMax_ms) + " ms");
    each.triggered *= kMillisecond;
  }
  return Done{};
}

}  // namespace

Result<ClusterFile> read_cluster_file(std::string_view text) {
  if (text.size() > kClusterBytesMax)
    return fault("a document of checkpoints has at most " + std::to_string(kClusterBytesMax) +
                 " bytes");
  const Result<JsonValue> json = parse_json(text);
  if (!json) return json.error();
  if (!json->is(JsonKind::object))
    return json->wrong("a document of /jobs/:jobid/checkpoints is an object, not " +
                       std::string(json_kind_name(json->kind)));
  const JsonValue* document = &*json;
  constexpr std::string_view kWhere = "a document of /jobs/:jobid/checkpoints";
  if (const JsonValue* inner = json->find("checkpoints"); inner && !json->find("history")) {
    if (auto right = of_kind(*inner, "checkpoints", JsonKind::object); !right)
      return right.error();
    document = inner;
  }
  const auto counts = member(*document, kWhere, "counts", JsonKind::object);
  if (!counts) return counts.error();
  const auto history = member(*document, kWhere, "history", JsonKind::array);
  if (!history) return history.error();
  ClusterFile out;
  Members members(**counts, "\"counts\"");
  out.completed = members.number("completed", 0, kCountMax);
  out.failed = members.number("failed", 0, kCountMax);
  out.in_progress = members.number("in_progress", 0, kCountMax);
  if (members.fault()) return *members.fault();
  if (auto done = read_history(**history, out); !done) return done.error();
  return out;
}

}  // namespace cutline

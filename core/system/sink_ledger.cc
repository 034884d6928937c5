#include "core/system/sink_ledger.h"

#include <algorithm>

#include "core/base/text.h"

namespace cutline {
namespace {

// What a failure would restore now, as it was taken.
const CheckpointImage* durable_image(const JobWorld& world) {
  const auto latest = latest_completed(world.coordinator.completed);
  if (!latest) return nullptr;
  for (const CheckpointImage& each : world.images)
    if (each.id == latest->id && !each.mapped) return &each;
  return nullptr;
}

void note_positions(const OperatorState& state, std::vector<uint64_t>& positions) {
  for (const SplitState& each : state.splits) {
    if (each.split >= positions.size()) positions.resize(each.split + 1, 0);
    positions[each.split] = each.position;
  }
}

class Judging {
 public:
  Judging(const JobSetup& setup, const JobWorld& world, VertexId sink)
      : setup_(setup), world_(world), sink_(sink), fan_out_(setup.fan_out[sink.index]) {}

  SinkLedger ledger() {
    const SinkRecords& records = external().records;
    out_.kind = setup_.job.vertices[sink_.index].sink.kind;
    out_.visible = records.effects();
    out_.rewritten = records.rewritten();
    out_.judged = records.is_judged();
    if (!out_.judged) return std::move(out_);
    out_.repeated = records.repeated().count();
    out_.once = records.seen().count() - out_.repeated;
    if (setup_.job.named) name_repeated();
    if (world_.finished) count_missing();
    else count_gone();
    return std::move(out_);
  }

 private:
  const External& external() const { return world_.external[sink_.index]; }

  void name_repeated() {
    for (const RecordSet& plane : external().records.repeated().planes())
      for (uint32_t split = 0; split < plane.splits(); ++split)
        for (const RecordRun& run : plane.runs(split)) name(split, run, 0, out_.repeated_names);
    std::sort(out_.repeated_names.begin(), out_.repeated_names.end());
    const auto end = std::unique(out_.repeated_names.begin(), out_.repeated_names.end());
    out_.repeated_names.erase(end, out_.repeated_names.end());
  }

  // Positions that a filter leaves out may count as there in a run.
  void name(uint32_t split, const RecordRun& run, uint32_t plane, std::vector<OriginTag>& names) {
    if (!setup_.job.named) return;
    for (uint64_t word = run.first; word < run.end(); ++word)
      append_tags(split, {word, 1, run.bits & fan_out_.expected(split, word, plane)}, names);
  }

  // In transactions that are gone: lost, but for what would find no place if it were there.
  void count_gone() {
    RecordBag gone = external().records.lost();
    if (const CheckpointImage* image = durable_image(world_)) {
      const std::vector<uint64_t> positions = source_positions(*image);
      for (TransactionId each : pending_transactions(*image, sink_)) {
        if (!external().transactions.is_gone(each, world_.now)) continue;
        if (const RecordBag* records = external().records.written(each))
          gone.add(records->before(positions));
      }
    }
    if (gone.empty()) return;
    EffectCount with = external().records.seen();
    for (const RecordSet& plane : gone.planes())
      for (uint32_t split = 0; split < plane.splits(); ++split)
        for (const RecordRun& run : plane.runs(split)) add_lost(with, split, run);
  }

  void add_lost(EffectCount& with, uint32_t split, const RecordRun& run) {
    for (uint64_t word = run.first; word < run.end(); ++word) {
      std::vector<RecordRun> there;
      with.add(split, {word, 1, run.bits}, fan_out_, there);
      uint64_t bits = run.bits;
      for (const RecordRun& each : there) bits &= ~each.bits;
      note_lost(split, {word, 1, bits});
    }
  }

  void note_lost(uint32_t split, const RecordRun& run) {
    out_.lost += run.records();
    if (setup_.job.named) append_tags(split, run, out_.lost_names);
  }

  // The job is over, nothing is under way: what was read is there, or never will be.
  void count_missing() {
    std::vector<uint64_t> positions;
    for (const Task& task : world_.tasks) note_positions(task.operators, positions);
    const std::vector<RecordSet>& planes = external().records.seen().planes();
    for (uint32_t split = 0; split < positions.size(); ++split)
      for (uint32_t plane = 0; plane < fan_out_.copies(split); ++plane) {
        uint64_t at = 0;
        const uint64_t end = positions[split] / 64 + 1;
        if (plane < planes.size() && split < planes[plane].splits())
          for (const RecordRun& run : planes[plane].runs(split)) {
            note_missing(split, plane, {at, run.first - at, 0}, positions[split]);
            if (run.bits != kWholeWord) note_missing(split, plane, run, positions[split]);
            at = run.end();
          }
        if (at < end) note_missing(split, plane, {at, end - at, 0}, positions[split]);
      }
  }

  void note_missing(uint32_t split, uint32_t plane, const RecordRun& there, uint64_t position) {
    for (uint64_t word = there.first; word < std::min(there.end(), position / 64 + 1); ++word) {
      uint64_t missing = fan_out_.expected(split, word, plane) & ~there.bits;
      if (word == position / 64) missing &= (uint64_t{1} << position % 64) - 1;
      if (missing != 0) note_lost(split, {word, 1, missing});
    }
  }

  const JobSetup& setup_;
  const JobWorld& world_;
  const VertexId sink_;
  const FanOut& fan_out_;
  SinkLedger out_;
};

}  // namespace

SinkLedger sink_ledger(const JobSetup& first, const JobWorld& world, VertexId sink) {
  return Judging(current_setup(first, world), world, sink).ledger();
}

bool may_repeat(const JobSetup& setup, SinkKind kind) {
  return kind == SinkKind::plain || (kind == SinkKind::transactional &&
                                     setup.options().mode == CheckpointingMode::at_least_once);
}

bool keeps_promise(const JobSetup& setup, const SinkLedger& ledger) {
  return ledger.lost == 0 && (ledger.repeated == 0 || may_repeat(setup, ledger.kind));
}

std::string_view sink_kind_name(SinkKind kind) {
  constexpr std::string_view kNames[] = {"plain", "idempotent", "transactional"};
  return kNames[static_cast<size_t>(kind)];
}

std::optional<std::string> broken_sink_promise(const JobSetup& setup, const JobWorld& world) {
  for (uint32_t index = 0; index < setup.job.vertices.size(); ++index) {
    const VertexSetup& vertex = setup.job.vertices[index];
    if (vertex.kind != VertexKind::sink) continue;
    const SinkLedger ledger = sink_ledger(setup, world, {index});
    if (ledger.lost > 0)
      return "sink " + vertex.name + " has lost " + count_of(ledger.lost, "record");
    if (!keeps_promise(setup, ledger))
      return "sink " + vertex.name + " has repeated " + count_of(ledger.repeated, "record");
  }
  return std::nullopt;
}

std::vector<uint64_t> source_positions(const CheckpointImage& image) {
  std::vector<uint64_t> positions;
  for (size_t index = 0; index < image.subtasks.size(); ++index)
    note_positions(image.subtasks[index].state, positions);
  return positions;
}

std::vector<TransactionId> pending_transactions(const CheckpointImage& image, VertexId sink) {
  std::vector<TransactionId> ids;
  size_t first = 0;  // subtasks are numbered by vertex
  for (uint32_t vertex = 0; vertex < sink.index; ++vertex) first += image.parallelism[vertex];
  for (size_t place = first; place < first + image.parallelism[sink.index]; ++place)
    for (const TwoPhaseState& state : image.subtasks[place].sinks) {
      for (const OpenTransaction& each : state.pending) ids.push_back(each.id);
      for (const OpenTransaction& each : state.part) ids.push_back(each.id);
    }
  return ids;
}

}  // namespace cutline

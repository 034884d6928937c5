#include "core/run/job_footprint.h"

#include <algorithm>
#include <bit>

namespace cutline {
namespace {

// A ring keeps a power of two of slots, eight or more once it was used.
template <class T>
size_t slots_of(const Ring<T>& ring) {
  return ring.empty() ? 0 : std::bit_ceil(std::max<size_t>(ring.size(), 8)) * sizeof(T);
}

size_t bytes_of(const Tally& tally) { return tally.names.size() * sizeof(OriginTag); }
size_t bytes_of(const Buffer& buffer) {
  return sizeof(Buffer) + buffer.tags.size() * sizeof(uint64_t);
}
size_t tags_of(const QueueItem& item) { return item.buffer.tags.size() * sizeof(uint64_t); }

size_t bytes_of(const std::vector<Buffer>& buffers) {
  size_t sum = 0;
  for (const Buffer& buffer : buffers) sum += bytes_of(buffer);
  return sum;
}

size_t bytes_of(const OperatorState& state) {
  size_t sum = bytes_of(state.applied) + bytes_of(state.broadcast);
  for (const SplitState& each : state.splits) sum += sizeof each + bytes_of(each.read);
  for (const Tally& each : state.key_groups) sum += sizeof each + bytes_of(each);
  return sum;
}

size_t bytes_of(const SubtaskImage& image) {
  size_t sum = bytes_of(image.state);
  for (const TwoPhaseState& each : image.sinks)
    sum += sizeof each + each.pending.size() * sizeof(OpenTransaction);
  for (const Tally& tally : image.sent) sum += sizeof tally + bytes_of(tally);
  for (const Tally& tally : image.received) sum += sizeof tally + bytes_of(tally);
  for (const CapturedLink& each : image.inputs) sum += sizeof each + bytes_of(each.buffers);
  for (const CapturedLink& each : image.outputs) sum += sizeof each + bytes_of(each.buffers);
  return sum;
}

size_t bytes_of(const CheckpointRecord& record) {
  size_t sum = sizeof record;
  for (const VertexStatistics& vertex : record.vertices)
    sum += sizeof vertex + vertex.subtasks.size() * sizeof(SubtaskStatistics);
  return sum;
}

size_t bytes_of(const Link& link) {
  size_t sum = sizeof link + bytes_of(link.sent) + bytes_of(link.received) + slots_of(link.wire) +
               slots_of(link.origins) +
               (link.out.size() + link.in.size()) * (sizeof(QueueItem) + 8);
  for (size_t at = 0; at < link.out.size(); ++at) sum += tags_of(link.out.item(at));
  for (size_t at = 0; at < link.in.size(); ++at) sum += tags_of(link.in.item(at));
  for (size_t at = 0; at < link.wire.size(); ++at) sum += tags_of(link.wire.at(at).item);
  return sum;
}

size_t bytes_of(const Task& task) {
  size_t sum = sizeof task + slots_of(task.mails) + slots_of(task.line) + slots_of(task.urgent) +
               task.steps.size() * sizeof(SubtaskStep) +
               task.effects.size() * sizeof(BarrierEffect) + bytes_of(task.operators) +
               task.to_emit.size() * sizeof(OriginTag) + bytes_of(task.hand.buffer);
  for (const SubtaskSnapshot& each : task.snapshots) sum += sizeof each + bytes_of(each.image);
  for (const auto& [input, buffer] : task.recovered) sum += sizeof input + bytes_of(buffer);
  for (const auto& [output, buffer] : task.restored_outputs)
    sum += sizeof output + bytes_of(buffer);
  return sum;
}

}  // namespace

size_t footprint(const JobWorld& world) {
  size_t sum = sizeof world + world.agenda.size() * sizeof(Event<JobEvent>) +
               world.messages.size() * sizeof(Message) +
               world.recoveries.size() * sizeof(RecoveryRecord);
  if (world.rescaled)
    sum += world.rescaled->plan.subtasks.size() * sizeof(SubtaskPlan) +
           world.rescaled->plan.links.size() * (sizeof(LinkPlan) + 2 * sizeof(LinkId));
  for (const Task& task : world.tasks) sum += bytes_of(task);
  for (const Link& link : world.links) sum += bytes_of(link);
  for (const CheckpointImage& image : world.images)
    for (const SubtaskImage& each : image.subtasks) sum += sizeof each + bytes_of(each);
  for (const CheckpointRecord& record : world.statistics.history) sum += bytes_of(record);
  for (const CutVerdict& cut : world.cuts)
    sum += sizeof cut + (cut.lost_names.size() + cut.repeated_names.size()) * sizeof(OriginTag);
  for (const External& each : world.external)
    sum += sizeof each + bytes_of(each.visible) + each.records.size() * sizeof(RecordRun) +
           each.transactions.kept() * sizeof(Transaction) +
           each.transactions.visible().tags.size() * sizeof(uint64_t);
  return sum;
}

}  // namespace cutline

#include "core/system/job_ledger.h"

#include "core/system/sink_ledger.h"

namespace cutline {
namespace {

using Broken = std::optional<std::string>;

std::string link_name(const JobSetup& setup, LinkId id) {
  const LinkPlan& link = setup.plan.links[id.index];
  const auto name = [&](SubtaskId subtask) {
    return setup.vertex(subtask).name + " " +
           std::to_string(setup.plan.subtasks[subtask.index].index);
  };
  return name(link.producer) + ">" + name(link.consumer);
}

void add(Tally& to, const Buffer& buffer, size_t first, bool named) {
  for (size_t index = first; index < buffer.tags.size(); ++index)
    to.add(buffer.tags[index], named);
}

Tally in_flight(const JobSetup& setup, const JobWorld& world, LinkId id) {
  const LinkPlan& plan = setup.plan.links[id.index];
  const Link& link = world.links[id.index];
  const Task& consumer = world.tasks[plan.consumer.index];
  const bool named = setup.job.named;
  Tally out;
  for (size_t index = 0; index < link.out.size(); ++index)
    add(out, link.out.item(index).buffer, 0, named);
  for (size_t index = 0; index < link.wire.size(); ++index)
    add(out, link.wire.at(index).item.buffer, 0, named);
  for (size_t index = 0; index < link.in.size(); ++index)
    add(out, link.in.item(index).buffer, 0, named);
  for (size_t index = consumer.next_recovered; index < consumer.recovered.size(); ++index)
    if (consumer.recovered[index].first == plan.input)
      add(out, consumer.recovered[index].second, 0, named);
  if (consumer.hand.held && consumer.hand.input == plan.input)
    add(out, consumer.hand.buffer, static_cast<size_t>(consumer.hand.next), named);
  return out;
}

// While a region restarts its links are empty: there is nothing to judge.
bool is_settled(const JobSetup& setup, const JobWorld& world, LinkId id) {
  const LinkPlan& plan = setup.plan.links[id.index];
  const auto there = [&](SubtaskId subtask) {
    const ExecutionState state = world.tasks[subtask.index].state;
    return state == ExecutionState::initializing || state == ExecutionState::running ||
           state == ExecutionState::finished;
  };
  return there(plan.producer) && there(plan.consumer);
}

Broken ledger_is_as_promised(const JobSetup& setup, const JobWorld& world) {
  const bool exactly_once = setup.options().mode == CheckpointingMode::exactly_once;
  for (uint32_t index = 0; index < setup.plan.links.size(); ++index) {
    const LinkLedger ledger = link_ledger(setup, world, {index});
    const std::string name = "link " + link_name(setup, {index});
    if (ledger.lost > 0) return name + " has lost " + std::to_string(ledger.lost) + " records";
    if (exactly_once && ledger.repeated > 0)
      return name + " has repeated " + std::to_string(ledger.repeated) + " records";
    if (exactly_once && ledger.mixed) return name + " holds other records than were sent";
  }
  return std::nullopt;
}

Broken pools_hold_what_is_queued(const JobSetup& setup, const JobWorld& world) {
  for (uint32_t index = 0; index < world.tasks.size(); ++index) {
    const SubtaskPlan& plan = setup.plan.subtasks[index];
    for (uint32_t output = 0; output < plan.outputs.size(); ++output) {
      const Link& link = world.links[plan.outputs[output].index];
      if (!is_settled(setup, world, plan.outputs[output])) continue;
      if (link.out.data_buffers() > world.tasks[index].pool.in_use(output))
        return "link " + link_name(setup, plan.outputs[output]) +
               " queues more buffers than its pool has given out";
    }
  }
  return std::nullopt;
}

Broken snapshots_are_one_at_a_time(const JobSetup& setup, const JobWorld& world) {
  if (setup.options().max_concurrent_checkpoints > 1) return std::nullopt;
  size_t pending = 0;
  for (const PendingCheckpoint& each : world.coordinator.pending)
    pending += each.request.kind == CheckpointKind::checkpoint;
  if (pending > 1) return "more than one checkpoint is under way";
  return std::nullopt;
}

Broken effects_are_what_readers_see(const JobSetup& setup, const JobWorld& world) {
  for (uint32_t index = 0; index < setup.job.vertices.size(); ++index) {
    if (setup.job.vertices[index].kind != VertexKind::sink) continue;
    const std::string name = "sink " + setup.job.vertices[index].name;
    const SinkLedger ledger = sink_ledger(setup, world, {index});
    if (ledger.visible != visible_records(world.external[index]))
      return name + " counts " + std::to_string(ledger.visible) + " effects where " +
             std::to_string(visible_records(world.external[index])) + " are visible";
    if (ledger.judged && ledger.once + 2 * ledger.repeated > ledger.visible)
      return name + " has more effects repeated than there are";
    if (ledger.lost > 0 && ledger.kind != SinkKind::transactional)
      return name + " has lost " + std::to_string(ledger.lost) + " records";
  }
  return std::nullopt;
}

Broken time_is_ahead(const JobSetup&, const JobWorld& world) {
  if (!world.agenda.empty() && world.agenda.next().key.when < world.now)
    return "an event lies in the past";
  return std::nullopt;
}

}  // namespace

LinkLedger link_ledger(const JobSetup& first, const JobWorld& world, LinkId id) {
  const JobSetup& setup = current_setup(first, world);
  LinkLedger ledger;
  ledger.sent = world.links[id.index].sent;
  ledger.received = world.links[id.index].received;
  if (!is_settled(setup, world, id)) return ledger;
  ledger.in_flight = in_flight(setup, world, id);
  Tally counted = ledger.received;
  counted.add(ledger.in_flight);
  const TallyDifference apart = difference(ledger.sent, counted);
  if (apart.count > 0) ledger.lost = apart.count;
  if (apart.count < 0) ledger.repeated = -apart.count;
  ledger.mixed = apart.count == 0 && apart.digest != 0;
  ledger.lost_names = apart.only_left;
  ledger.repeated_names = apart.only_right;
  return ledger;
}

JobLedger job_ledger(const JobSetup& first, const JobWorld& world) {
  const JobSetup& setup = current_setup(first, world);
  JobLedger sum;
  for (uint32_t index = 0; index < setup.plan.links.size(); ++index) {
    const LinkLedger ledger = link_ledger(setup, world, {index});
    sum.lost += ledger.lost;
    sum.repeated += ledger.repeated;
    sum.mixed = sum.mixed || ledger.mixed;
  }
  return sum;
}

Tally applied(const JobSetup& first, const JobWorld& world, VertexId vertex) {
  const JobSetup& setup = current_setup(first, world);
  Tally sum;
  for (uint32_t index = 0; index < setup.job.vertices[vertex.index].parallelism; ++index)
    sum.add(world.tasks[setup.plan.subtask(vertex, index).index].operators.applied);
  return sum;
}

Tally visible(const JobSetup&, const JobWorld& world, VertexId vertex) {
  const External& external = world.external[vertex.index];
  Tally sum = external.visible;
  const RecordSum& committed = external.transactions.visible();
  sum.count += committed.records;
  sum.digest += committed.digest;
  sum.names.insert(sum.names.end(), committed.tags.begin(), committed.tags.end());
  return sum;
}

std::optional<std::string> broken_invariant(const JobSetup& first, const JobWorld& world) {
  const JobSetup& setup = current_setup(first, world);
  for (const auto invariant : {ledger_is_as_promised, pools_hold_what_is_queued,
                               snapshots_are_one_at_a_time, effects_are_what_readers_see,
                               time_is_ahead})
    if (Broken broken = invariant(setup, world)) return broken;
  return std::nullopt;
}

}  // namespace cutline

#include "core/system/job_rescale.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/system/buffer.h"
#include "core/system/channel_state_file.h"
#include "core/system/virtual_channels.h"

namespace cutline {
namespace {

Partitioning partitioning_of(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::forward: return Partitioning::forward;
    case EdgeKind::hash: return Partitioning::hash;
    case EdgeKind::rebalance: return Partitioning::rebalance;
    case EdgeKind::rescale: return Partitioning::rescale;
    case EdgeKind::broadcast: return Partitioning::broadcast;
  }
  CUTLINE_CHECK(false, "every edge has a partitioning");
  return Partitioning::hash;
}

class Mapping {
 public:
  Mapping(const JobSetup& to, const CheckpointImage& from)
      : to_(to), from_(from), old_(old_plan(to, from)) {}

  Result<CheckpointImage> image() {
    out_.id = from_.id;
    out_.parallelism = parallelism_of(to_);
    out_.mapped = true;
    out_.moved.assign(to_.job.edges.size(), false);
    out_.subtasks.resize(to_.plan.subtasks.size());
    out_.present.assign(to_.plan.subtasks.size(), true);
    for (uint32_t index = 0; index < out_.subtasks.size(); ++index) {
      const SubtaskPlan& plan = to_.plan.subtasks[index];
      out_.subtasks[index].sent.resize(plan.outputs.size());
      out_.subtasks[index].received.resize(plan.inputs.size());
      out_.subtasks[index].outputs.resize(plan.outputs.size());
      out_.subtasks[index].inputs.resize(plan.inputs.size());
      out_.subtasks[index].ended_inputs.resize(plan.inputs.size());
    }
    for (uint32_t vertex = 0; vertex < to_.job.vertices.size(); ++vertex) map_vertex({vertex});
    for (uint32_t edge = 0; edge < to_.job.edges.size(); ++edge) {
      const Result<Done> mapped = map_edge_of({edge});
      if (!mapped) return mapped.error();
    }
    count_bytes();
    return std::move(out_);
  }

 private:
  static JobPlan old_plan(const JobSetup& to, const CheckpointImage& from) {
    Job job = to.job;
    job.failures.clear();  // of subtasks that there may have been none of
    job.restarts.clear();
    for (uint32_t index = 0; index < job.vertices.size(); ++index)
      job.vertices[index].parallelism = from.parallelism[index];
    return plan_job(job);
  }
  bool named() const { return to_.job.named; }
  uint32_t old_parallelism(VertexId vertex) const { return from_.parallelism[vertex.index]; }
  uint32_t new_parallelism(VertexId vertex) const {
    return to_.job.vertices[vertex.index].parallelism;
  }
  const SubtaskImage& old_image(VertexId vertex, uint32_t place) const {
    return from_.subtasks[old_.subtask(vertex, place).index];
  }
  SubtaskImage& new_image(VertexId vertex, uint32_t place) {
    return out_.subtasks[to_.plan.subtask(vertex, place).index];
  }

  void map_vertex(VertexId vertex);
  void share_splits(VertexId vertex);
  void share_state(VertexId vertex);
  Result<Done> map_edge_of(EdgeId edge);
  void keep_links(EdgeId edge);
  void carry_tallies(EdgeId edge);
  void move_captured(EdgeId edge, const LinkPlan& link, const EdgeMapping& mapping);
  void add_filtered(const CapturedLink& from, bool filtered, const LinkPlan& link,
                    CapturedLink& into);
  const LinkPlan& old_link(EdgeId edge, uint32_t producer, uint32_t consumer) const;
  bool holds_captured(EdgeId edge) const;
  void count_bytes();

  const JobSetup& to_;
  const CheckpointImage& from_;
  const JobPlan old_;
  CheckpointImage out_;
};

void Mapping::map_vertex(VertexId vertex) {
  const uint32_t before = old_parallelism(vertex);
  const uint32_t now = new_parallelism(vertex);
  bool finished = true;
  for (uint32_t place = 0; place < before; ++place)
    finished = finished && old_image(vertex, place).finished;
  for (uint32_t place = 0; place < now; ++place) {
    SubtaskImage& image = new_image(vertex, place);
    image.finished = finished;  // a vertex of which only a part had finished starts as a whole
    if (before == now) {
      image.state = old_image(vertex, place).state;
      image.sinks = old_image(vertex, place).sinks;
      continue;
    }
    const ElementRange range = elements_of(before, place, now);
    for (size_t old = range.first; old < range.last; ++old) {
      const auto& sinks = old_image(vertex, static_cast<uint32_t>(old)).sinks;
      image.sinks.insert(image.sinks.end(), sinks.begin(), sinks.end());
    }
  }
  if (before == now) return;
  if (to_.job.vertices[vertex.index].kind == VertexKind::source) share_splits(vertex);
  else share_state(vertex);
}

// Splits are elements of the readers' list state; each takes what was read of it along.
void Mapping::share_splits(VertexId vertex) {
  std::vector<SplitState> all;
  for (uint32_t place = 0; place < old_parallelism(vertex); ++place) {
    const auto& splits = old_image(vertex, place).state.splits;
    all.insert(all.end(), splits.begin(), splits.end());
  }
  for (uint32_t place = 0; place < new_parallelism(vertex); ++place) {
    OperatorState& state = new_image(vertex, place).state;
    const ElementRange range = elements_of(all.size(), place, new_parallelism(vertex));
    for (size_t index = range.first; index < range.last; ++index) {
      state.splits.push_back(all[index]);
      state.applied.add(all[index].read);
    }
  }
}

// Keyed state goes to the owners of its key groups, broadcast state to everybody, the rest as list
// state does.
void Mapping::share_state(VertexId vertex) {
  const uint32_t before = old_parallelism(vertex);
  const uint32_t now = new_parallelism(vertex);
  const uint32_t groups = to_.job.vertices[vertex.index].max_parallelism;
  std::vector<Tally> rest(before);
  std::vector<Tally> by_group(groups);
  for (uint32_t place = 0; place < before; ++place) {
    const OperatorState& state = old_image(vertex, place).state;
    rest[place] = state.applied;
    rest[place].subtract(state.broadcast);
    for (uint32_t group = 0; group < state.key_groups.size(); ++group) {
      rest[place].subtract(state.key_groups[group]);
      by_group[group].add(state.key_groups[group]);
    }
  }
  for (uint32_t place = 0; place < now; ++place) {
    OperatorState& state = new_image(vertex, place).state;
    state.key_groups.resize(groups);
    const KeyGroupRange owned = key_groups_of(place, now, groups);
    for (uint32_t group = owned.first; group <= owned.last; ++group) {
      state.key_groups[group] = by_group[group];
      state.applied.add(by_group[group]);
    }
    state.broadcast = old_image(vertex, place % before).state.broadcast;
    state.applied.add(state.broadcast);
    const ElementRange range = elements_of(before, place, now);
    for (size_t old = range.first; old < range.last; ++old) state.applied.add(rest[old]);
  }
}

Result<Done> Mapping::map_edge_of(EdgeId id) {
  const EdgeSetup& edge = to_.job.edges[id.index];
  EdgeRescale change;
  change.partitioning = partitioning_of(edge.kind);
  change.old_producers = old_parallelism(edge.from);
  change.new_producers = new_parallelism(edge.from);
  change.old_consumers = old_parallelism(edge.to);
  change.new_consumers = new_parallelism(edge.to);
  if (change.old_producers == change.new_producers &&
      change.old_consumers == change.new_consumers) {
    keep_links(id);
    return Done{};
  }
  const Result<EdgeMapping> mapping = map_edge(change);
  if (!mapping && holds_captured(id))
    return fault("edge " + to_.job.vertices[edge.from.index].name + ">" +
                 to_.job.vertices[edge.to.index].name + ": " + mapping.error().sentence);
  carry_tallies(id);
  if (!mapping) return Done{};
  out_.moved[id.index] = holds_captured(id);
  for (const LinkPlan& link : to_.plan.links)
    if (link.edge == id) move_captured(id, link, *mapping);
  return Done{};
}

bool Mapping::holds_captured(EdgeId edge) const {
  for (const LinkPlan& link : old_.links)
    if (link.edge == edge &&
        (!from_.subtasks[link.producer.index].outputs[link.output].buffers.empty() ||
         !from_.subtasks[link.consumer.index].inputs[link.input].buffers.empty()))
      return true;
  return false;
}

// The edge is as it was; only the numbers of its links may have changed.
void Mapping::keep_links(EdgeId edge) {
  size_t old = 0;
  for (const LinkPlan& link : to_.plan.links) {
    if (link.edge != edge) continue;
    while (old_.links[old].edge != edge) ++old;
    const LinkPlan& was = old_.links[old++];
    const SubtaskImage& producer = from_.subtasks[was.producer.index];
    const SubtaskImage& consumer = from_.subtasks[was.consumer.index];
    out_.subtasks[link.producer.index].sent[link.output] = producer.sent[was.output];
    out_.subtasks[link.producer.index].outputs[link.output] = producer.outputs[was.output];
    out_.subtasks[link.consumer.index].received[link.input] = consumer.received[was.input];
    out_.subtasks[link.consumer.index].inputs[link.input] = consumer.inputs[was.input];
  }
}

// All that was sent and received over the edge, but for what is captured: that is counted as sent
// again by the link that it moves to.
void Mapping::carry_tallies(EdgeId edge) {
  Tally sent;
  Tally received;
  for (const LinkPlan& link : old_.links) {
    if (link.edge != edge) continue;
    const SubtaskImage& producer = from_.subtasks[link.producer.index];
    const SubtaskImage& consumer = from_.subtasks[link.consumer.index];
    sent.add(producer.sent[link.output]);
    received.add(consumer.received[link.input]);
    for (const CapturedLink* part :
         {&consumer.inputs[link.input], &producer.outputs[link.output]})
      for (const Buffer& buffer : part->buffers)
        for (OriginTag tag : buffer.tags) sent.subtract(tag, named());
  }
  for (const LinkPlan& link : to_.plan.links) {
    if (link.edge != edge) continue;
    out_.subtasks[link.producer.index].sent[link.output] = std::move(sent);
    out_.subtasks[link.consumer.index].received[link.input] = std::move(received);
    return;
  }
}

// U18: the physical channel carries the data of several old ones, one after the other.
void Mapping::move_captured(EdgeId edge, const LinkPlan& link, const EdgeMapping& mapping) {
  const uint32_t consumer = to_.plan.subtasks[link.consumer.index].index;
  const uint32_t producer = to_.plan.subtasks[link.producer.index].index;
  SubtaskImage& into = out_.subtasks[link.consumer.index];
  SubtaskImage& from = out_.subtasks[link.producer.index];
  const VirtualChannels channels(mapping, consumer, producer);
  for (const VirtualChannel& each : channels.all()) {
    const LinkPlan& was = old_link(edge, each.old_channel, each.old_subtask);
    add_filtered(from_.subtasks[was.consumer.index].inputs[was.input], each.filtered, link,
                 into.inputs[link.input]);
    add_filtered(from_.subtasks[was.producer.index].outputs[was.output], each.filtered, link,
                 from.outputs[link.output]);
  }
}

// All to all: a producer's links to every consumer, producer by producer.
const LinkPlan& Mapping::old_link(EdgeId edge, uint32_t producer, uint32_t consumer) const {
  const EdgeSetup& setup = to_.job.edges[edge.index];
  const SubtaskPlan& from = old_.subtasks[old_.subtask(setup.from, producer).index];
  for (const RoutePlan& route : old_.routes[old_.subtask(setup.from, producer).index])
    if (route.edge == edge) return old_.links[from.outputs[route.outputs[consumer]].index];
  CUTLINE_CHECK(false, "every producer has a route over each of its edges");
  return old_.links.front();
}

// A filtered buffer keeps its bytes: all of it is read, to find one's own records in it.
void Mapping::add_filtered(const CapturedLink& from, bool filtered, const LinkPlan& link,
                           CapturedLink& into) {
  const SubtaskPlan& consumer = to_.plan.subtasks[link.consumer.index];
  const VertexSetup& vertex = to_.job.vertices[consumer.vertex.index];
  const auto is_foreign = [&](OriginTag tag) {
    return subtask_of_key_group(key_group_of(vertex, tag), vertex.parallelism,
                                vertex.max_parallelism) != consumer.index;
  };
  Tally& sent = out_.subtasks[link.producer.index].sent[link.output];
  for (Buffer buffer : from.buffers) {
    if (filtered) std::erase_if(buffer.tags, is_foreign);
    buffer.records = static_cast<int64_t>(buffer.tags.size());
    for (OriginTag tag : buffer.tags) sent.add(tag, named());
    into.buffers.push_back(std::move(buffer));
  }
}

void Mapping::count_bytes() {
  for (uint32_t index = 0; index < out_.subtasks.size(); ++index) {
    SubtaskImage& image = out_.subtasks[index];
    image.full_bytes = state_bytes(to_.vertex({index}).state, image.state);
    for (const std::vector<CapturedLink>* side : {&image.inputs, &image.outputs})
      for (const CapturedLink& each : *side)
        for (const Buffer& buffer : each.buffers)
          image.channel_bytes += persisted_bytes(buffer.bytes);
  }
}

}  // namespace

Result<CheckpointImage> map_image(const JobSetup& to, const CheckpointImage& from) {
  return Mapping(to, from).image();
}

int64_t state_bytes(const StateSetup& setup, const OperatorState& state) {
  return setup.fixed_bytes + setup.bytes_per_key * std::min(setup.keys, state.applied.count) +
         setup.bytes_per_record * state.applied.count;
}

ElementRange elements_of(size_t elements, uint32_t place, uint32_t parallelism) {
  CUTLINE_CHECK(place < parallelism, "elements are dealt out among the subtasks there are");
  const size_t each = elements / parallelism;
  const size_t more = elements % parallelism;
  const size_t first = place * each + std::min<size_t>(place, more);
  return {first, first + each + (place < more ? 1 : 0)};
}

}  // namespace cutline

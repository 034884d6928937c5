// The job's graph: subtasks, channels, and what lies in each channel, in order.
#include <algorithm>

#include "core/base/text.h"
#include "core/lesson/explain_job.h"
#include "core/lesson/job_model.h"
#include "core/lesson/words.h"
#include "core/run/job_names.h"
#include "core/run/job_series.h"
#include "core/system/job_ledger.h"

namespace cutline {
namespace {

constexpr std::string_view kKinds[] = {"source", "map",   "filter", "aggregate",
                                       "join",   "merge", "sink"};
constexpr std::string_view kItemKinds[] = {
    "data", "barrier", "announcement", "cancel marker", "end", "end of channel state",
};

class Graph {
 public:
  Graph(const JobSetup& setup, const JobWorld& world, CheckpointId shown)
      : setup_(setup), world_(world), shown_(shown) {}

  JobGraphModel build();

 private:
  void add_vertices(JobGraphModel& graph) const;
  JobSubtaskModel subtask(SubtaskId id) const;
  std::string doing(SubtaskId id) const;
  std::string part(SubtaskId id) const;
  JobChannelModel channel(LinkId id) const;
  void add_captured(LinkId id, JobChannelModel& out) const;
  void add_item(const QueueItem& item, std::vector<JobItemModel>& out) const;
  const SubtaskImage* image_of(SubtaskId id) const;
  std::string summary(const JobGraphModel& graph) const;

  const JobSetup& setup_;
  const JobWorld& world_;
  CheckpointId shown_;
};

void Graph::add_vertices(JobGraphModel& graph) const {
  for (uint32_t index = 0; index < setup_.job.vertices.size(); ++index) {
    const VertexSetup& vertex = setup_.job.vertices[index];
    JobVertexModel out;
    out.name = vertex.name;
    out.kind = kKinds[static_cast<size_t>(vertex.kind)];
    out.first = setup_.plan.first_subtask[index];
    out.parallelism = vertex.parallelism;
    graph.vertices.push_back(std::move(out));
  }
  // The graph has no cycle: after so many rounds nothing moves any more.
  for (size_t round = 0; round < graph.vertices.size(); ++round)
    for (const EdgeSetup& edge : setup_.job.edges)
      graph.vertices[edge.to.index].layer =
          std::max(graph.vertices[edge.to.index].layer, graph.vertices[edge.from.index].layer + 1);
}

// What the storage, or the task itself, holds of the shown checkpoint.
const SubtaskImage* Graph::image_of(SubtaskId id) const {
  for (const SubtaskSnapshot& each : world_.tasks[id.index].snapshots)
    if (each.barrier.id == shown_) return &each.image;
  for (const CheckpointImage& each : world_.images)
    if (each.id == shown_ && each.subtasks.size() == world_.tasks.size() &&
        each.present[id.index])
      return &each.subtasks[id.index];
  return nullptr;
}

std::string Graph::part(SubtaskId id) const {
  const CheckpointRecord* record = find_record(world_.statistics, shown_);
  if (!record) return "";
  const SubtaskPlan& plan = setup_.plan.subtasks[id.index];
  for (const VertexStatistics& vertex : record->vertices)
    if (vertex.vertex == plan.vertex && plan.index < vertex.subtasks.size() &&
        vertex.subtasks[plan.index].reported)
      return "stored";
  if (record->status == CheckpointStatus::failed) return "";
  for (const SubtaskSnapshot& each : world_.tasks[id.index].snapshots)
    if (each.barrier.id == shown_ && !each.prepared)
      return each.asynchronous ? "uploading" : "snapshot";
  if (world_.tasks[id.index].checkpoints.last() >= shown_) return "uploading";
  const size_t missing = missing_barriers(setup_, world_, id, shown_).size();
  return missing < plan.inputs.size() ? "aligning" : "waiting";
}

std::string Graph::doing(SubtaskId id) const {
  const Task& task = world_.tasks[id.index];
  if (task.state != ExecutionState::running && task.state != ExecutionState::initializing)
    return "";
  switch (task.work) {
    case Work::records:
      return (setup_.vertex(id).kind == VertexKind::source ? "reads " : "works off ") +
             count_of(std::max<int64_t>(1, task.hand.under_way), "record");
    case Work::flush_sink:
      return "flushes its sink";
    case Work::sync:
      return "takes its snapshot";
    case Work::commit:
      return "commits";
    case Work::none:
      break;
  }
  if (task.backpressured) return "is back-pressured";
  if (task.hand.held) return "has a buffer in hand";
  return "waits";
}

JobSubtaskModel Graph::subtask(SubtaskId id) const {
  const SubtaskPlan& plan = setup_.plan.subtasks[id.index];
  const Task& task = world_.tasks[id.index];
  const VertexSetup& vertex = setup_.vertex(id);
  JobSubtaskModel out;
  out.name = subtask_name(setup_, id);
  out.vertex = plan.vertex.index;
  out.index = plan.index;
  out.machine = plan.machine;
  out.state = state_name(task.state);
  out.doing = doing(id);
  out.records = task.records_done;
  out.pressed = task.backpressured;
  out.part = part(id);
  if (vertex.kind == VertexKind::source) {
    out.position = std::to_string(records_read(task.operators)) + " read";
    const int64_t behind = source_backlog(setup_, world_, id);
    if (!vertex.source.rate_limited) out.position += ", " + std::to_string(behind) + " behind";
  }
  if (vertex.kind == VertexKind::sink) {
    const External& external = world_.external[plan.vertex.index];
    const TransactionSystem& system = external.transactions;
    out.sink = std::to_string(external.visible.count + system.visible().records) + " visible";
    if (vertex.sink.kind == SinkKind::transactional)
      out.sink += ", " + std::to_string(system.records_in(TransactionState::pre_committed)) +
                  " pre-committed, " + std::to_string(system.records_in(TransactionState::open)) +
                  " in the open transaction";
  }
  if (const SubtaskImage* image = image_of(id))
    for (const auto* side : {&image->inputs, &image->outputs})
      for (const CapturedLink& each : *side)
        out.captured_buffers += static_cast<int64_t>(each.buffers.size());
  return out;
}

// Data next to data is one item, so that a long queue stays readable.
void Graph::add_item(const QueueItem& item, std::vector<JobItemModel>& out) const {
  const bool data = is_data(item);
  const bool joins = data && !out.empty() && out.back().kind == "data" && !setup_.job.named;
  if (!joins) {
    JobItemModel fresh;
    fresh.kind = kItemKinds[static_cast<size_t>(item.kind)];
    fresh.unaligned =
        item.kind == QueueItemKind::barrier && item.barrier.kind == BarrierKind::unaligned;
    if (!data && item.barrier.id != kNoCheckpoint) fresh.name = checkpoint_name(item.barrier.id);
    out.push_back(std::move(fresh));
  }
  if (!data) return;
  JobItemModel& last = out.back();
  last.buffers += 1;
  last.records += item.buffer.records;
  last.bytes += item.buffer.bytes;
  last.name =
      setup_.job.named ? tags_text(setup_, item.buffer.tags) : count_of(last.records, "record");
}

void Graph::add_captured(LinkId id, JobChannelModel& out) const {
  const LinkPlan& plan = setup_.plan.links[id.index];
  const auto add = [&](const std::vector<CapturedLink>& side, uint32_t place) {
    if (place >= side.size()) return;
    for (const Buffer& buffer : side[place].buffers) {
      ++out.captured_buffers;
      out.captured_bytes += buffer.bytes;
    }
  };
  if (const SubtaskImage* image = image_of(plan.consumer)) add(image->inputs, plan.input);
  if (const SubtaskImage* image = image_of(plan.producer)) add(image->outputs, plan.output);
}

JobChannelModel Graph::channel(LinkId id) const {
  const LinkPlan& plan = setup_.plan.links[id.index];
  const Link& link = world_.links[id.index];
  JobChannelModel out;
  out.name = link_name(setup_, id);
  out.from = plan.producer.index;
  out.to = plan.consumer.index;
  out.local = plan.local;
  for (size_t at = 0; at < link.in.size(); ++at) add_item(link.in.item(at), out.arrived);
  for (size_t at = 0; at < link.wire.size(); ++at) add_item(link.wire.at(at).item, out.on_the_way);
  for (size_t at = 0; at < link.out.size(); ++at) add_item(link.out.item(at), out.queued);
  for (const auto* part : {&out.arrived, &out.on_the_way, &out.queued})
    for (const JobItemModel& item : *part) {
      out.buffers += item.buffers;
      out.bytes += item.bytes;
      out.barriers += item.kind == "barrier" ? 1 : 0;
    }
  for (auto* part : {&out.arrived, &out.on_the_way, &out.queued})
    if (part->size() > kJobItemsShown) part->resize(kJobItemsShown);
  out.held = is_held(world_.tasks[plan.consumer.index], plan.input);
  out.stopped = link.out.is_blocked();
  out.ended = link.ended;
  if (link.delivered != kNoCheckpoint) out.delivered = checkpoint_name(link.delivered);
  add_captured(id, out);
  const LinkLedger ledger = link_ledger(setup_, world_, id);
  out.lost = ledger.lost;
  out.repeated = ledger.repeated;
  return out;
}

std::string Graph::summary(const JobGraphModel& graph) const {
  std::string out = setup_.job.title + ": " +
                    count_of(static_cast<int64_t>(graph.subtasks.size()), "task") + " and " +
                    count_of(static_cast<int64_t>(graph.channels.size()), "channel") +
                    " at t = " + time_text(world_.now) + ".";
  std::vector<std::string> held;
  std::vector<std::string> pressed;
  int64_t barriers = 0;
  for (const JobChannelModel& each : graph.channels) {
    if (each.held) held.push_back(each.name);
    barriers += each.barriers;
  }
  for (const JobSubtaskModel& each : graph.subtasks)
    if (each.pressed) pressed.push_back(each.name);
  const auto say = [&](const std::vector<std::string>& names, const std::string& one,
                       const std::string& more) {
    if (names.empty()) return;
    const bool few = names.size() <= kJobNamesShown;
    out += " " + (few ? list_text(names) : std::to_string(names.size()) + " of them") +
           (names.size() == 1 ? one : more);
  };
  say(pressed, " is back-pressured.", " are back-pressured.");
  if (barriers > 0)
    out += " " + count_of(barriers, "barrier") + (barriers == 1 ? " is" : " are") + " on the way.";
  say(held, " is held until the other barriers are in.",
      " are held until the other barriers are in.");
  return out;
}

JobGraphModel Graph::build() {
  JobGraphModel graph;
  add_vertices(graph);
  for (uint32_t index = 0; index < world_.tasks.size(); ++index)
    graph.subtasks.push_back(subtask({index}));
  for (uint32_t index = 0; index < world_.links.size(); ++index)
    graph.channels.push_back(channel({index}));
  graph.summary = summary(graph);
  return graph;
}

}  // namespace

JobGraphModel build_job_graph(const JobSetup& setup, const JobWorld& world, CheckpointId shown) {
  return Graph(current_setup(setup, world), world, shown).build();
}

}  // namespace cutline

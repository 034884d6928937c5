#include "core/system/job_plan.h"

#include "core/base/check.h"
#include "core/system/checkpoint_plan.h"

namespace cutline {
namespace {

void add_subtasks(const Job& job, JobPlan& plan) {
  for (uint32_t index = 0; index < job.vertices.size(); ++index) {
    const VertexSetup& vertex = job.vertices[index];
    plan.first_subtask.push_back(static_cast<uint32_t>(plan.subtasks.size()));
    for (uint32_t place = 0; place < vertex.parallelism; ++place) {
      SubtaskPlan subtask;
      subtask.vertex = {index};
      subtask.index = place;
      subtask.machine = place % job.machines;
      subtask.service_time = place < vertex.subtask_service_time.size()
                                 ? vertex.subtask_service_time[place]
                                 : vertex.service_time;
      plan.subtasks.push_back(std::move(subtask));
    }
  }
  plan.routes.resize(plan.subtasks.size());
}

void add_link(JobPlan& plan, EdgeId edge, SubtaskId producer, SubtaskId consumer) {
  const LinkId id{static_cast<uint32_t>(plan.links.size())};
  SubtaskPlan& from = plan.subtasks[producer.index];
  SubtaskPlan& to = plan.subtasks[consumer.index];
  LinkPlan link;
  link.edge = edge;
  link.producer = producer;
  link.consumer = consumer;
  link.input = static_cast<uint32_t>(to.inputs.size());
  link.output = static_cast<uint32_t>(from.outputs.size());
  link.local = from.machine == to.machine;
  from.outputs.push_back(id);
  to.inputs.push_back(id);
  plan.links.push_back(link);
}

void add_edge(const Job& job, const TaskGraph& graph, EdgeId id, JobPlan& plan) {
  const EdgeSetup& edge = job.edges[id.index];
  const uint32_t producers = job.vertices[edge.from.index].parallelism;
  const uint32_t consumers = job.vertices[edge.to.index].parallelism;
  for (uint32_t from = 0; from < producers; ++from) {
    const SubtaskId producer = plan.subtask(edge.from, from);
    RoutePlan route;
    route.edge = id;
    route.kind = edge.kind;
    for (uint32_t to = 0; to < consumers; ++to) {
      const ProducerRange range = producers_of(graph, graph.edges[id.index], to);
      if (from < range.first || from >= range.last) continue;
      route.outputs.push_back(
          static_cast<uint32_t>(plan.subtasks[producer.index].outputs.size()));
      add_link(plan, id, producer, plan.subtask(edge.to, to));
    }
    CUTLINE_CHECK(!route.outputs.empty(), "every producer reaches a consumer over each edge");
    int64_t sum = 0;
    for (int64_t weight : edge.split) route.thresholds.push_back(sum += weight);
    plan.routes[producer.index].push_back(std::move(route));
  }
}

}  // namespace

JobPlan plan_job(const Job& job) {
  CUTLINE_CHECK(!why_unusable(job), "a plan is made of a job that was found usable");
  JobPlan plan;
  add_subtasks(job, plan);
  const TaskGraph graph = task_graph(job);
  for (uint32_t index = 0; index < job.edges.size(); ++index) add_edge(job, graph, {index}, plan);
  return plan;
}

}  // namespace cutline

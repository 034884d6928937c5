#include "core/system/fan_out.h"

#include <algorithm>
#include <array>

#include "core/base/check.h"
#include "core/base/limits.h"

namespace cutline {
namespace {

constexpr uint32_t kNoStep = UINT32_MAX;

uint32_t capped(uint64_t copies) {
  return static_cast<uint32_t>(std::min<uint64_t>(copies, kCopiesFollowedMax + 1));
}

}  // namespace

FanOut::FanOut(const Job& job, VertexId sink, const std::vector<uint32_t>& first_split)
    : one_row_(job.vertices[sink.index].sink.kind == SinkKind::idempotent) {
  std::vector<uint32_t> step_of(job.vertices.size(), kNoStep);
  add_steps(job, sink, step_of);
  for (uint32_t index = 0; index < job.vertices.size(); ++index) {
    if (job.vertices[index].kind != VertexKind::source || step_of[index] == kNoStep) continue;
    Copies copies;
    copies.source = step_of[index];
    count_copies(copies.source, copies);
    most_ = std::max(most_, copies.most);
    const uint32_t end = first_split[index] + job.vertices[index].source.splits;
    if (copies_.size() < end) copies_.resize(end);
    for (uint32_t split = first_split[index]; split < end; ++split) copies_[split] = copies;
  }
}

// From the sink backwards, then turned round: a vertex is listed once all that it feeds are.
void FanOut::add_steps(const Job& job, VertexId sink, std::vector<uint32_t>& step_of) {
  std::vector<uint32_t> open(job.vertices.size(), 0);  // edges to vertices not yet listed
  std::vector<bool> leads_there(job.vertices.size(), false);
  leads_there[sink.index] = true;
  for (size_t round = 0; round < job.vertices.size(); ++round)
    for (const EdgeSetup& edge : job.edges)
      if (leads_there[edge.to.index]) leads_there[edge.from.index] = true;
  for (const EdgeSetup& edge : job.edges) open[edge.from.index] += leads_there[edge.to.index];
  std::vector<uint32_t> order{sink.index};
  for (size_t at = 0; at < order.size(); ++at)
    for (const EdgeSetup& edge : job.edges)
      if (edge.to.index == order[at] && --open[edge.from.index] == 0)
        order.push_back(edge.from.index);
  std::reverse(order.begin(), order.end());
  for (uint32_t vertex : order) {
    step_of[vertex] = static_cast<uint32_t>(steps_.size());
    Step step;
    if (job.vertices[vertex].kind == VertexKind::filter) {
      step.keep_numerator = job.vertices[vertex].keep_numerator;
      step.keep_denominator = job.vertices[vertex].keep_denominator;
    }
    for (const EdgeSetup& edge : job.edges) {
      if (edge.to.index != vertex) continue;
      const bool all = edge.kind == EdgeKind::broadcast;
      step.inputs.push_back({step_of[edge.from.index], all ? job.vertices[vertex].parallelism : 1});
    }
    steps_.push_back(std::move(step));
  }
}

void FanOut::count_copies(uint32_t source, Copies& copies) const {
  std::vector<uint64_t> most(steps_.size(), 0);
  most[source] = 1;
  for (size_t step = 0; step < steps_.size(); ++step) {
    for (const Input& input : steps_[step].inputs)
      most[step] = capped(most[step] + most[input.step] * input.width);
    const bool closes = steps_[step].keep_numerator < steps_[step].keep_denominator;
    copies.filtered = copies.filtered || (closes && most[step] > 0);
  }
  copies.most = one_row_ ? std::min<uint32_t>(1, capped(most.back())) : capped(most.back());
}

uint32_t FanOut::copies_of(uint32_t source, OriginTag tag) const {
  CUTLINE_CHECK(steps_.size() <= kVerticesMax, "a job has so many vertices at most");
  std::array<uint64_t, kVerticesMax> copies{};
  const uint64_t mixed = mixed_tag(tag) >> 8;
  for (size_t step = 0; step < steps_.size(); ++step) {
    copies[step] = step == source ? 1 : 0;
    for (const Input& input : steps_[step].inputs)
      copies[step] = capped(copies[step] + copies[input.step] * input.width);
    if (static_cast<int64_t>(mixed % static_cast<uint64_t>(steps_[step].keep_denominator)) >=
        steps_[step].keep_numerator)
      copies[step] = 0;
  }
  const uint32_t all = capped(copies[steps_.size() - 1]);
  return one_row_ ? std::min<uint32_t>(1, all) : all;
}

uint64_t FanOut::expected(uint32_t split, uint64_t word, uint32_t plane) const {
  if (plane >= copies(split)) return 0;
  if (!is_filtered(split)) return ~uint64_t{0};
  uint64_t bits = 0;
  for (uint64_t place = 0; place < 64; ++place)
    if (copies_of(copies_[split].source, origin_tag(split, word * 64 + place)) > plane)
      bits |= uint64_t{1} << place;
  return bits;
}

}  // namespace cutline

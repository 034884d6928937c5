#include "core/system/job_work.h"

#include <algorithm>
#include <limits>

#include "core/base/limits.h"
#include "core/base/text.h"

namespace cutline {
namespace {

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
constexpr int64_t kBuffersOfALink = 10;     // exclusive, floating and in the producer's queue
constexpr int64_t kEventsOfACheckpoint = 6;  // of one task: trigger, snapshot, upload, answers

int64_t plus(int64_t left, int64_t right) { return left > kMost - right ? kMost : left + right; }

// left × right ÷ by, rounded up; to one in a thousand where the product is too large, kMost where
// the result is. None is negative.
int64_t scaled(int64_t left, int64_t right, int64_t by = 1) {
  if (left == 0 || right == 0) return 0;
  if (left == kMost || right == kMost) return kMost;
  int64_t large = std::max(left, right);
  const int64_t small = std::min(left, right);
  if (large > kMost / small && by < 1'000'000) {
    large = large / by + 1;
    by = 1;
  }
  for (; large > kMost / small && by > 1; by /= 2) large = large / 2 + 1;
  if (large > kMost / small) return kMost;
  return large * small / by + (large * small % by == 0 ? 0 : 1);
}

class Estimate {
 public:
  explicit Estimate(const JobSetup& setup)
      : setup_(setup), job_(setup.job), capacity_(job_.vertices.size(), kMost),
        records_(job_.vertices.size(), 0) {}

  ExpectedWork work();

 private:
  int64_t subtasks(size_t vertex) const {
    return largest_parallelism(job_, VertexId{static_cast<uint32_t>(vertex)});
  }
  int64_t own_capacity(size_t vertex) const;
  int64_t put_out(size_t vertex) const;  // records that a source has
  void bound_by_consumers();
  void follow_records();
  int64_t events_of(size_t vertex) const;
  int64_t buffers_of(size_t edge) const;
  int64_t per_run(int64_t each, Tick period) const {  // each period
    return period <= 0 ? 0 : scaled(each, job_.until, period);
  }
  // What one vertex puts into an edge, and what of it arrives: a copy for each task of a broadcast.
  int64_t copies(const EdgeSetup& edge) const {
    return edge.kind == EdgeKind::broadcast ? subtasks(edge.to.index) : 1;
  }
  int64_t sent(const EdgeSetup& edge) const {
    const VertexSetup& from = job_.vertices[edge.from.index];
    return scaled(scaled(records_[edge.from.index], from.keep_numerator, from.keep_denominator),
                  copies(edge));
  }

  const JobSetup& setup_;
  const Job& job_;
  std::vector<int64_t> capacity_;  // by vertex: the most records in the run
  std::vector<int64_t> records_;   // by vertex: that it handles
};

int64_t Estimate::own_capacity(size_t vertex) const {
  const VertexSetup& of = job_.vertices[vertex];
  if (of.subtask_service_time.empty())
    return of.service_time == 0 ? kMost : scaled(subtasks(vertex), job_.until, of.service_time);
  int64_t sum = 0;
  for (Tick time : of.subtask_service_time)
    sum = time == 0 ? kMost : plus(sum, scaled(1, job_.until, time));
  return sum;
}

int64_t Estimate::put_out(size_t vertex) const {
  const SourceSetup& source = job_.vertices[vertex].source;
  const int64_t splits = std::max<int64_t>(source.splits, 1);
  int64_t each = scaled(source.rate_per_second, job_.until, kSecond);
  if (source.burst_period > 0) each = scaled(each, source.burst_on, source.burst_period);
  if (source.record_limit > 0) each = std::min(each, source.record_limit);
  return scaled(each, splits);
}

// Whoever feeds a slow task is held up by it: again and again, up to the sources.
void Estimate::bound_by_consumers() {
  for (size_t vertex = 0; vertex < job_.vertices.size(); ++vertex)
    capacity_[vertex] = own_capacity(vertex);
  for (size_t round = 0; round < job_.vertices.size(); ++round)
    for (const EdgeSetup& edge : job_.edges) {
      const VertexSetup& from = job_.vertices[edge.from.index];
      if (from.keep_numerator == 0) continue;
      const int64_t taken = capacity_[edge.to.index];
      const int64_t fed = taken == kMost ? kMost
                                         : scaled(taken, from.keep_denominator,
                                                  from.keep_numerator) / copies(edge) + 1;
      capacity_[edge.from.index] = std::min(capacity_[edge.from.index], fed);
    }
}

// From the sources on; the graph has no cycle, so that as many rounds as vertices are enough.
void Estimate::follow_records() {
  for (size_t round = 0; round < job_.vertices.size(); ++round) {
    std::vector<int64_t> come(job_.vertices.size(), 0);
    for (size_t vertex = 0; vertex < come.size(); ++vertex)
      if (job_.vertices[vertex].kind == VertexKind::source) come[vertex] = put_out(vertex);
    for (const EdgeSetup& edge : job_.edges)
      come[edge.to.index] = plus(come[edge.to.index], sent(edge));
    for (size_t vertex = 0; vertex < come.size(); ++vertex)
      records_[vertex] = std::min(come[vertex], capacity_[vertex]);
  }
}

// A buffer is an arrival; one that the time-out sends is not full.
int64_t Estimate::buffers_of(size_t edge) const {
  const EdgeSetup& of = job_.edges[edge];
  const int64_t records = sent(of);
  const int64_t bytes = std::max<int64_t>(setup_.record_bytes[of.from.index], 1);
  const int64_t full = scaled(records, bytes, job_.network.segment_bytes);
  const int64_t begun = per_run(most_links(job_, of), job_.network.buffer_timeout);
  const bool large = bytes > job_.network.segment_bytes;  // a record is several buffers
  return large ? full : std::min(records, plus(full, begun));
}

int64_t Estimate::events_of(size_t vertex) const {
  const int64_t at_once = job_.named ? 1 : kRecordsOfAnEvent;
  const Tick service = job_.vertices[vertex].service_time;
  // A thread handles a millisecond's worth of records at once.
  int64_t fitting = service == 0 ? at_once : std::max<int64_t>(1, kMillisecond / service);
  // … and a source at most what is appended in one.
  if (job_.vertices[vertex].kind == VertexKind::source)
    fitting = std::clamp<int64_t>(
        job_.vertices[vertex].source.rate_per_second * kMillisecond / kSecond, 1, fitting);
  int64_t events = scaled(records_[vertex], 1, std::min(at_once, fitting));
  for (size_t edge = 0; edge < job_.edges.size(); ++edge)
    if (job_.edges[edge].to.index == vertex) events = plus(events, buffers_of(edge));
  events = plus(events, per_run(subtasks(vertex), job_.network.buffer_timeout));
  if (job_.network.debloating)
    events = plus(events, per_run(subtasks(vertex), job_.network.debloat_period));
  if (const auto interval = effective_interval(setup_.options()))
    events = plus(events, per_run(subtasks(vertex) * kEventsOfACheckpoint, *interval));
  return events;
}

ExpectedWork Estimate::work() {
  bound_by_consumers();
  follow_records();
  ExpectedWork out;
  int64_t most = -1;
  for (uint32_t vertex = 0; vertex < job_.vertices.size(); ++vertex) {
    const int64_t events = events_of(vertex);
    out.events = plus(out.events, events);
    out.records = plus(out.records, records_[vertex]);
    if (events > most) out.busiest = {vertex};
    most = std::max(most, events);
  }
  for (const LinkPlan& link : setup_.plan.links) {
    const uint32_t from = job_.edges[link.edge.index].from.index;
    const int64_t bytes = std::max<int64_t>(setup_.record_bytes[from], 1);
    out.records_in_flight =
        plus(out.records_in_flight, kBuffersOfALink * (job_.network.segment_bytes / bytes));
  }
  if (const auto interval = effective_interval(setup_.options()))
    out.retained_states =
        scaled(std::min(per_run(1, *interval), setup_.options().num_retained),
               static_cast<int64_t>(setup_.plan.subtasks.size() + setup_.plan.links.size()));
  return out;
}

// "12 times", "more than a million times": how far `value` is over `most`.
std::string times_over(int64_t value, int64_t most) {
  const int64_t times = value / most + (value % most == 0 ? 0 : 1);
  return times > 1'000'000 ? "more than a million times" : std::to_string(times) + " times";
}

}  // namespace

ExpectedWork expected_work(const JobSetup& setup) { return Estimate(setup).work(); }

std::optional<std::string> why_too_much_work(const JobSetup& setup) {
  const ExpectedWork work = expected_work(setup);
  const auto over = [](int64_t value, int64_t most) {
    return times_over(value, most) + " the " + std::to_string(most) + " ";
  };
  if (work.events > kExpectedEventsMax)
    return "a run up to " + print_duration(setup.job.until) + " would be up to " +
           over(work.events, kExpectedEventsMax) + "events that it may take, most of them at " +
           in_quotes(setup.job.vertices[work.busiest.index].name) +
           ": an earlier end, a lower rate, fewer subtasks, or larger buffers and intervals make "
           "it smaller";
  if (setup.job.named && work.records > kNamedRecordsMax)
    return "a run up to " + print_duration(setup.job.until) + " would handle up to " +
           over(work.records, kNamedRecordsMax) + "records that may have names: an earlier end, a "
           "lower rate, or \"named = false\", makes it smaller";
  if (work.records_in_flight > kRecordsInFlightMax)
    return "its buffers would hold up to " + over(work.records_in_flight, kRecordsInFlightMax) +
           "records that are kept at once: smaller buffers, larger records or fewer channels hold "
           "fewer";
  if (work.retained_states > kRetainedStatesMax)
    return "its retained checkpoints would hold up to " +
           over(work.retained_states, kRetainedStatesMax) + "states of tasks and channels that "
           "are kept: a lower num-retained, a longer interval or fewer subtasks hold fewer";
  return std::nullopt;
}

}  // namespace cutline

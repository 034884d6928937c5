// What a task does with records: a source reads them, an operator changes its state, a sink shows
// them.
#include <algorithm>

#include "core/base/check.h"
#include "core/system/job_stepping.h"

namespace cutline {
namespace {

// A thread may handle several records as one piece of work where that is short: what wants the
// thread in between (a barrier, a timer) waits at most this long.
constexpr Tick kQuantum = kMillisecond;
constexpr int64_t kRecordsAtOnceMax = 4096;

}  // namespace

// Records that make one piece of work. One at a time where every record has a name.
int64_t JobStepping::quantum(SubtaskId id) const {
  if (named()) return 1;
  const Tick service = plan_of(id).service_time;
  if (service == 0) return kRecordsAtOnceMax;
  return std::clamp<int64_t>(kQuantum / service, 1, kRecordsAtOnceMax);
}

void JobStepping::start_records(SubtaskId id) {
  Task& self = task(id);
  self.hand.under_way = std::min(self.hand.buffer.records - self.hand.next, quantum(id));
  begin_work(id, Work::records, self.hand.under_way * plan_of(id).service_time);
}

void JobStepping::records_done(SubtaskId id) {
  Task& self = task(id);
  const auto count = static_cast<size_t>(self.hand.under_way);
  self.hand.under_way = 0;
  const bool rescales = setup_->rescales[plan_of(id).vertex.index];
  if (setup_->vertex(id).kind == VertexKind::source) {
    SplitState& from = self.operators.splits[self.split];
    const size_t first = self.to_emit.size();
    for (size_t each = 0; each < count; ++each)
      self.to_emit.push_back(origin_tag(from.split, from.position++));
    const Tally done = tally_of(std::span(self.to_emit).subspan(first), named());
    count_applied(self, done);
    if (rescales) from.read.add(done);
    return;
  }
  const std::span<const OriginTag> tags =
      std::span(self.hand.buffer.tags).subspan(static_cast<size_t>(self.hand.next), count);
  const Tally done = tally_of(tags, named());
  link(input_link(id, self.hand.input)).received.add(done);
  count_applied(self, done);
  if (rescales) count_shares(id, tags, done);
  apply(id, tags, done);
  self.hand.next += static_cast<int64_t>(count);
  if (setup_->vertex(id).kind == VertexKind::sink) sink_written(id);
}

void JobStepping::count_applied(Task& self, const Tally& done) {
  self.records_done += done.count;
  self.operators.applied.add(done);
  self.operators.records_since_snapshot += done.count;
}

// Records take effect. `done` is their tally.
void JobStepping::apply(SubtaskId id, std::span<const OriginTag> tags, const Tally& done) {
  Task& self = task(id);
  const VertexSetup& vertex = setup_->vertex(id);
  if (vertex.kind == VertexKind::sink) return sink_write(id, tags, done);
  if (vertex.kind != VertexKind::filter) {
    self.to_emit.insert(self.to_emit.end(), tags.begin(), tags.end());
    return;
  }
  // By the record, not by a counter: a replayed record meets the same fate.
  const auto of = static_cast<uint64_t>(vertex.keep_denominator);
  for (const OriginTag tag : tags)
    if (static_cast<int64_t>((mixed_tag(tag) >> 8) % of) < vertex.keep_numerator)
      self.to_emit.push_back(tag);
}

// Which part of the state they go to: that of their key groups, or what every subtask has.
void JobStepping::count_shares(SubtaskId id, std::span<const OriginTag> tags, const Tally& done) {
  Task& self = task(id);
  const EdgeId edge = link_plan(input_link(id, self.hand.input)).edge;
  const EdgeKind kind = setup_->job.edges[edge.index].kind;
  const VertexSetup& vertex = setup_->vertex(id);
  if (kind == EdgeKind::broadcast) self.operators.broadcast.add(done);
  if (kind != EdgeKind::hash) return;
  self.operators.key_groups.resize(vertex.max_parallelism);
  for (const OriginTag tag : tags)
    self.operators.key_groups[key_group_of(vertex, tag)].add(tag, named());
}

// When the record at `position` can be read: it has been appended by then.
Tick JobStepping::due_time(SubtaskId id, uint64_t position) const {
  const SourceSetup& source = setup_->vertex(id).source;
  const auto rate = static_cast<uint64_t>(source.rate_per_second);
  const uint64_t whole = (position + 1) / rate;
  const uint64_t part = (position + 1) % rate;
  const auto second = static_cast<uint64_t>(kSecond);
  const auto steady = static_cast<Tick>(whole * second + (part * second + rate - 1) / rate);
  if (source.burst_period == 0) return steady;
  // Appended in bursts only: the steady time runs while a burst is on.
  const Tick period = (steady - 1) / source.burst_on;
  return period * source.burst_period + (steady - 1) % source.burst_on + 1;
}

// The split whose next record was appended first, of those that have not ended. False: none is.
bool JobStepping::choose_split(Task& self, const SourceSetup& source) const {
  const auto limit = static_cast<uint64_t>(source.record_limit);
  bool found = false;
  const std::vector<SplitState>& splits = self.operators.splits;
  for (size_t place = 0; place < splits.size(); ++place) {
    if (limit > 0 && splits[place].position >= limit) continue;
    if (found && splits[place].position >= splits[self.split].position) continue;
    self.split = place;
    found = true;
  }
  return found;
}

// False: nothing can be read yet; the thread is marked when it can.
bool JobStepping::start_source(SubtaskId id) {
  Task& self = task(id);
  const SourceSetup& source = setup_->vertex(id).source;
  if (self.stop != kNoCheckpoint) {  // C29: nothing is read behind the barrier
    finish_if_ended(id);
    return false;
  }
  if (!choose_split(self, source)) {
    if (source.record_limit > 0) end_source(id);
    return false;
  }
  const uint64_t position = self.operators.splits[self.split].position;
  int64_t count = quantum(id);
  count = std::clamp<int64_t>(source.rate_per_second * kQuantum / kSecond, 1, count);
  if (source.record_limit > 0)
    count = std::min(count, source.record_limit - static_cast<int64_t>(position));
  Tick due = due_time(id, position + static_cast<uint64_t>(count) - 1);
  if (source.rate_limited) {
    const auto rate = static_cast<uint64_t>(source.rate_per_second) * self.operators.splits.size();
    due = self.next_free + static_cast<Tick>(static_cast<uint64_t>(count) * kSecond / rate);
  }
  if (due > world_.now) {
    if (!self.due_planned) plan_for(id, due, JobEventKind::source_due);
    self.due_planned = true;
    return false;
  }
  if (source.rate_limited) self.next_free = world_.now;
  self.hand.under_way = count;
  begin_work(id, Work::records, count * plan_of(id).service_time);
  return true;
}

void JobStepping::end_source(SubtaskId id) {
  task(id).operators.ended = true;
  finish_if_ended(id);
}

}  // namespace cutline

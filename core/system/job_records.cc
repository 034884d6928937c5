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
  if (setup_.vertex(id).kind == VertexKind::source) {
    const size_t first = self.to_emit.size();
    for (size_t each = 0; each < count; ++each)
      self.to_emit.push_back(origin_tag(id.index, self.operators.position++));
    count_applied(self, tally_of(std::span(self.to_emit).subspan(first), named()));
    return;
  }
  const std::span<const OriginTag> tags =
      std::span(self.hand.buffer.tags).subspan(static_cast<size_t>(self.hand.next), count);
  const Tally done = tally_of(tags, named());
  link(input_link(id, self.hand.input)).received.add(done);
  count_applied(self, done);
  apply(id, tags, done);
  self.hand.next += static_cast<int64_t>(count);
  if (setup_.vertex(id).kind == VertexKind::sink) sink_written(id);
}

void JobStepping::count_applied(Task& self, const Tally& done) {
  self.records_done += done.count;
  self.operators.applied.add(done);
  self.operators.records_since_compaction += done.count;
}

// Records take effect. `done` is their tally.
void JobStepping::apply(SubtaskId id, std::span<const OriginTag> tags, const Tally& done) {
  Task& self = task(id);
  const VertexSetup& vertex = setup_.vertex(id);
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

// When the record at `position` can be read: it has been appended by then.
Tick JobStepping::due_time(SubtaskId id, uint64_t position) const {
  const SourceSetup& source = setup_.vertex(id).source;
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

// False: nothing can be read yet; the thread is marked when it can.
bool JobStepping::start_source(SubtaskId id) {
  Task& self = task(id);
  const SourceSetup& source = setup_.vertex(id).source;
  if (source.record_limit > 0 &&
      self.operators.position >= static_cast<uint64_t>(source.record_limit)) {
    end_source(id);
    return false;
  }
  int64_t count = quantum(id);
  count = std::clamp<int64_t>(source.rate_per_second * kQuantum / kSecond, 1, count);
  if (source.record_limit > 0)
    count = std::min(count, source.record_limit - static_cast<int64_t>(self.operators.position));
  Tick due = due_time(id, self.operators.position + static_cast<uint64_t>(count) - 1);
  if (source.rate_limited) {
    const auto rate = static_cast<uint64_t>(source.rate_per_second);
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

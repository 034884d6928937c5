// Where every record is: in the run now, and in a checkpoint. sent = in flight + received, or else
// so many are lost or there once too often.
#include <algorithm>

#include "core/base/text.h"
#include "core/lesson/explain_job.h"
#include "core/lesson/job_model.h"
#include "core/lesson/words.h"
#include "core/run/job_names.h"
#include "core/system/job_ledger.h"

namespace cutline {
namespace {

struct Sums {
  int64_t lost = 0;
  int64_t repeated = 0;
  bool mixed = false;
};

std::string note_of(const JobSetup& setup, int64_t lost, int64_t repeated, bool mixed,
                    const std::vector<OriginTag>& lost_names,
                    const std::vector<OriginTag>& repeated_names) {
  const auto named = [&](const std::vector<OriginTag>& names) {
    return names.empty() ? std::string() : ": " + tags_text(setup, names);
  };
  std::string out;
  if (lost > 0) out = std::to_string(lost) + " lost" + named(lost_names);
  if (repeated > 0)
    out +=
        (out.empty() ? "" : "; ") + std::to_string(repeated) + " repeated" + named(repeated_names);
  if (mixed) out = "other records than were sent";
  return out.empty() ? "each once" : out;
}

void judge(const Sums& sums, const std::string& where, JobLedgerModel& out) {
  if (sums.mixed && sums.lost == 0 && sums.repeated == 0)
    out.verdict = "mixed";
  else if (sums.lost > 0 && sums.repeated > 0)
    out.verdict = "loses and repeats";
  else if (sums.lost > 0)
    out.verdict = "loses";
  else if (sums.repeated > 0)
    out.verdict = "repeats";
  else
    out.verdict = "balanced";
  if (out.verdict == "balanced") {
    out.sentence = where +
                   ", on every channel, what was sent is received or in flight: each "
                   "record is there exactly once.";
    return;
  }
  out.sentence = where + " " + count_of(sums.lost, "record") +
                 (sums.lost == 1 ? " is lost and " : " are lost and ") +
                 std::to_string(sums.repeated) + " counted twice on some channel.";
  if (out.verdict == "mixed")
    out.sentence = where + " the counts agree, but other records arrive than were sent.";
}

std::string source_place(const JobSetup& setup, SubtaskId id, uint64_t position, bool now) {
  return subtask_name(setup, id) + (now ? " has read " : "'s position is ") +
         (now ? count_of(static_cast<int64_t>(position), "record") : std::to_string(position)) +
         ".";
}

JobSinkModel sink_model(const JobSetup& setup, const JobWorld& world, VertexId vertex) {
  const SinkLedger ledger = sink_ledger(setup, world, vertex);
  JobSinkModel out;
  out.name = setup.job.vertices[vertex.index].name;
  out.kind = sink_kind_name(ledger.kind);
  out.judged = ledger.judged;
  out.visible = ledger.visible;
  out.once = ledger.once;
  out.repeated = ledger.repeated;
  out.lost = ledger.lost;
  out.rewritten = ledger.rewritten;
  out.kept = keeps_promise(setup, ledger);
  out.note = sink_effects_text(setup, ledger);
  return out;
}

// The channels balance; what readers behind the sinks see need not.
void judge_sinks(JobLedgerModel& out) {
  int64_t lost = 0;
  int64_t repeated = 0;
  for (const JobSinkModel& sink : out.sinks) {
    lost += sink.kept ? 0 : sink.lost;
    repeated += sink.kept ? 0 : sink.repeated;
  }
  if (lost == 0 && repeated == 0) return;
  out.verdict = lost == 0 ? "repeats" : repeated == 0 ? "loses" : "loses and repeats";
  out.sentence = "Now every channel balances, but readers behind the sinks miss " +
                 count_of(lost, "record") + " and see " + std::to_string(repeated) +
                 " more than once.";
}

JobLedgerModel now_ledger(const JobSetup& setup, const JobWorld& world) {
  JobLedgerModel out;
  out.title = "Now, at t = " + time_text(world.now);
  Sums sums;
  for (uint32_t index = 0; index < world.links.size(); ++index) {
    const LinkLedger ledger = link_ledger(setup, world, {index});
    sums.lost += ledger.lost;
    sums.repeated += ledger.repeated;
    sums.mixed = sums.mixed || ledger.mixed;
    out.lines.push_back({link_name(setup, {index}), ledger.sent.count, ledger.in_flight.count,
                         ledger.received.count,
                         note_of(setup, ledger.lost, ledger.repeated, ledger.mixed,
                                 ledger.lost_names, ledger.repeated_names)});
  }
  for (uint32_t index = 0; index < world.tasks.size(); ++index)
    if (setup.vertex({index}).kind == VertexKind::source)
      out.places.push_back(
          source_place(setup, {index}, records_read(world.tasks[index].operators), true));
  for (uint32_t vertex = 0; vertex < setup.job.vertices.size(); ++vertex) {
    if (setup.job.vertices[vertex].kind != VertexKind::sink) continue;
    const JobSinkModel sink = sink_model(setup, world, {vertex});
    const int64_t state = applied(setup, world, {vertex}).count;
    out.places.push_back(sink.name + " has taken " + count_of(state, "record") +
                         "; readers behind it see " + std::to_string(sink.visible) + ", " +
                         sink.note + ".");
    out.sinks.push_back(sink);
  }
  if (!world.recoveries.empty() && world.recoveries.back().restored_at >= 0) {
    const RecoveryRecord& last = world.recoveries.back();
    out.title += last.checkpoint == kNoCheckpoint
                     ? ", after a restart from the beginning"
                     : ", after the restore of " + checkpoint_name(last.checkpoint);
  }
  judge(sums, "Now", out);
  if (out.verdict == "balanced") judge_sinks(out);
  return out;
}

const CheckpointImage* complete_image(const JobWorld& world, CheckpointId id) {
  const CheckpointRecord* record = find_record(world.statistics, id);
  if (!record || record->status != CheckpointStatus::completed) return nullptr;
  for (const CheckpointImage& each : world.images)
    if (each.id == id && each.subtasks.size() == world.tasks.size()) return &each;
  return nullptr;
}

JobLedgerModel checkpoint_ledger(const JobSetup& setup, const JobWorld& world,
                                 const CheckpointImage& image) {
  JobLedgerModel out;
  out.title = "In " + checkpoint_name(image.id);
  Sums sums;
  for (uint32_t index = 0; index < setup.plan.links.size(); ++index) {
    const LinkPlan& plan = setup.plan.links[index];
    if (!image.present[plan.producer.index] || !image.present[plan.consumer.index]) continue;
    const SubtaskImage& producer = image.subtasks[plan.producer.index];
    const SubtaskImage& consumer = image.subtasks[plan.consumer.index];
    Tally captured;
    for (const CapturedLink* part : {&consumer.inputs[plan.input], &producer.outputs[plan.output]})
      for (const Buffer& buffer : part->buffers)
        for (uint64_t tag : buffer.tags) captured.add(tag, setup.job.named);
    Tally counted = consumer.received[plan.input];
    counted.add(captured);
    const TallyDifference apart = difference(producer.sent[plan.output], counted);
    const int64_t lost = std::max<int64_t>(0, apart.count);
    const int64_t repeated = std::max<int64_t>(0, -apart.count);
    const bool mixed = apart.count == 0 && apart.digest != 0;
    sums.lost += lost;
    sums.repeated += repeated;
    sums.mixed = sums.mixed || mixed;
    out.lines.push_back({link_name(setup, {index}), producer.sent[plan.output].count,
                         captured.count, consumer.received[plan.input].count,
                         note_of(setup, lost, repeated, mixed, apart.only_left, apart.only_right)});
  }
  for (uint32_t index = 0; index < world.tasks.size(); ++index)
    if (setup.vertex({index}).kind == VertexKind::source && image.present[index])
      out.places.push_back(
          source_place(setup, {index}, records_read(image.subtasks[index].state), false));
  judge(sums, "In " + checkpoint_name(image.id), out);
  return out;
}

}  // namespace

std::string sink_effects_text(const JobSetup& setup, const SinkLedger& ledger) {
  if (!ledger.judged)
    return "how many copies of each should be there is not known since a broadcast edge was "
           "rescaled";
  const auto named = [&](const std::vector<OriginTag>& names) {
    return names.empty() ? std::string() : ": " + tags_text(setup, names);
  };
  std::string out;
  if (ledger.lost > 0) out = std::to_string(ledger.lost) + " lost" + named(ledger.lost_names);
  if (ledger.repeated > 0)
    out += (out.empty() ? "" : "; ") + std::to_string(ledger.repeated) + " repeated" +
           (may_repeat(setup, ledger.kind) ? ", as such a sink may" : "") +
           named(ledger.repeated_names);
  if (out.empty()) out = "each once";
  if (ledger.rewritten > 0) out += ", " + std::to_string(ledger.rewritten) + " rewritten";
  return out;
}

std::vector<JobLedgerModel> build_job_ledgers(const JobSetup& first, const JobWorld& world,
                                              CheckpointId shown) {
  const JobSetup& setup = current_setup(first, world);
  std::vector<JobLedgerModel> out{now_ledger(setup, world)};
  if (const CheckpointImage* image = complete_image(world, shown))
    out.push_back(checkpoint_ledger(setup, world, *image));
  return out;
}

}  // namespace cutline

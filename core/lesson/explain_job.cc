#include "core/lesson/explain_job.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/lesson/words.h"
#include "core/run/job_names.h"

namespace cutline {
namespace {

constexpr size_t kNamesMax = 4;

std::string names_or_count(const std::vector<std::string>& names, std::string_view thing) {
  return names.size() <= kNamesMax ? list_text(names)
                                   : count_of(static_cast<int64_t>(names.size()), thing);
}

class EventSentence {
 public:
  EventSentence(const JobHistory& history, const JobHappening& happening)
      : setup_(history.setup_of(happening)),
        world_(history.world()),
        happening_(happening) {}

  std::string text();

 private:
  std::string name(SubtaskId id) const { return subtask_name(setup_, id); }
  std::string name(LinkId id) const { return link_name(setup_, id); }
  SubtaskId producer(LinkId id) const { return setup_.plan.links[id.index].producer; }
  SubtaskId consumer(LinkId id) const { return setup_.plan.links[id.index].consumer; }
  bool is_source(SubtaskId id) const { return setup_.vertex(id).kind == VertexKind::source; }
  std::string until_missing() const {
    if (happening_.missing.empty()) return "";
    std::vector<std::string> names;
    for (LinkId each : happening_.missing) names.push_back(name(each));
    const bool one = names.size() == 1;
    return std::string(" until the ") + (one ? "barrier on " : "barriers on ") +
           names_or_count(names, "channel") + (one ? " is in" : " are in");
  }
  std::string kind_of(CheckpointId id) const {
    const CheckpointRecord* record = find_record(world_.statistics, id);
    return record && is_savepoint(record->kind) ? "savepoint " : "checkpoint ";
  }
  std::string telling(const JobChange& change) const;
  std::string task_failed(const JobChange& change) const;
  std::string failure(const JobChange& change) const;
  std::string small(const JobChange& change) const;
  std::string nothing() const;
  std::vector<std::string> states() const;

  const JobSetup& setup_;
  const JobWorld& world_;
  const JobHappening& happening_;
};

std::string EventSentence::task_failed(const JobChange& change) const {
  const std::string restarts =
      count_of(change.number, "task") + (change.number == 1 ? " restarts" : " restart");
  const JobEvent& what = happening_.what;
  if (what.kind == JobEventKind::failure_by_hand)
    return name(SubtaskId{what.a}) + " fails: " + restarts;
  if (what.kind == JobEventKind::planned_restart)
    return "the job is restarted on purpose: " + restarts;
  if (what.kind != JobEventKind::failure) return failure(change) + ": " + restarts;
  const FailureSetup& failure = setup_.job.failures[what.a];
  return name(setup_.plan.subtask(failure.vertex, failure.subtask)) + " fails: " + restarts;
}

// Its cause, where the event itself does not say so.
std::string EventSentence::failure(const JobChange& change) const {
  const bool whole = change.failure.cause == FailureCause::checkpoints;
  return (whole ? "" : name(change.failure.subtask) + ": ") + failure_sentence(change.failure);
}

// What is worth telling whatever else happened; empty for the rest.
std::string EventSentence::telling(const JobChange& change) const {
  const std::string checkpoint = checkpoint_name(change.checkpoint);
  switch (change.kind) {
    case JobChangeKind::triggered:
      return kind_of(change.checkpoint) + checkpoint + " is triggered";
    case JobChangeKind::completed:
      return kind_of(change.checkpoint) + checkpoint + " is complete";
    case JobChangeKind::failed:
      return checkpoint + " fails: " +
             std::string(facts_of(static_cast<CheckpointFailure>(change.number)).message);
    case JobChangeKind::acknowledged:
      return "the coordinator hears that " + name(change.subtask) + "'s part of " + checkpoint +
             " is stored";
    case JobChangeKind::barrier_taken:
      return name(consumer(change.link)) + " takes " + checkpoint + "'s barrier from " +
             name(producer(change.link));
    case JobChangeKind::held:
      return name(consumer(change.link)) + " holds " + name(change.link) + until_missing();
    case JobChangeKind::released:
      return name(consumer(change.link)) + " reads " + name(change.link) + " again";
    case JobChangeKind::snapshot_begun:
      return name(change.subtask) + " takes its snapshot for " + checkpoint;
    case JobChangeKind::snapshot_over:
      return name(change.subtask) +
             (change.number == 1 ? " has stored its part of " : " gives up its part of ") +
             checkpoint;
    case JobChangeKind::captured:
      return count_of(change.number, "buffer") + " of " + name(change.subtask) +
             (change.number == 1 ? " is" : " are") + " channel state of " + checkpoint;
    case JobChangeKind::task_failed:
      return task_failed(change);
    case JobChangeKind::restored:
      return change.checkpoint == kNoCheckpoint
                 ? std::string("the tasks start from the beginning: no checkpoint is complete")
                 : "the tasks restore " + checkpoint;
    case JobChangeKind::job_running:
      return "all tasks run";
    case JobChangeKind::job_finished:
      return "the job has finished";
    case JobChangeKind::job_failed:
      return "the job has failed for good: " + failure(change);
    default:
      return "";
  }
}

std::vector<std::string> EventSentence::states() const {
  std::vector<std::string> out;
  for (int64_t state = 0; state <= static_cast<int64_t>(ExecutionState::reconciling); ++state) {
    std::vector<std::string> names;
    for (const JobChange& each : happening_.changes)
      if (each.kind == JobChangeKind::task_state && each.number == state)
        names.push_back(name(each.subtask));
    if (names.empty()) continue;
    out.push_back(names_or_count(names, "task") + (names.size() == 1 ? " is " : " are ") +
                  std::string(state_name(static_cast<ExecutionState>(state))));
  }
  return out;
}

std::string EventSentence::small(const JobChange& change) const {
  switch (change.kind) {
    case JobChangeKind::records:
      return name(change.subtask) +
             (is_source(change.subtask) ? " reads " : " works off ") +
             count_of(change.number, "record");
    case JobChangeKind::committed:
      return "a reader behind " + name(change.subtask) + " sees " +
             count_of(change.number, "record") + " more";
    case JobChangeKind::buffer_sent:
      return count_of(change.number, "record") + (change.number == 1 ? " goes" : " go") + " into " +
             name(change.link);
    case JobChangeKind::buffer_arrived:
      return name(change.link) + " brings " + count_of(change.number, "buffer");
    case JobChangeKind::pressed:
      return name(change.subtask) + " is back-pressured: it has no buffer to write to";
    case JobChangeKind::relieved:
      return name(change.subtask) + " can write again";
    default:
      return "";
  }
}

std::string EventSentence::nothing() const {
  const JobEvent& what = happening_.what;
  if (happening_.is_void) return "what was planned for a task before its restart is void";
  switch (what.kind) {
    case JobEventKind::work_done:
      return name(SubtaskId{what.a}) + " ends a piece of work";
    case JobEventKind::source_due:
      return name(SubtaskId{what.a}) + " could read a record";
    case JobEventKind::flush:
      return name(SubtaskId{what.a}) + "'s buffer timeout: what it has written may go";
    case JobEventKind::debloat:
      return name(SubtaskId{what.a}) + " sizes its buffers anew";
    case JobEventKind::roll_check:
      return name(SubtaskId{what.a}) + " looks how old the file is that it writes";
    case JobEventKind::arrival:
      return "something arrives on " + name(LinkId{what.a});
    case JobEventKind::input_timer:
    case JobEventKind::output_timer:
      return name(SubtaskId{what.a}) + "'s alignment timer for chk-" + std::to_string(what.number) +
             " fires";
    case JobEventKind::message:
      return "a message between coordinator and tasks arrives";
    case JobEventKind::coordinator_timer:
      return what.a == 0 ? std::string("the coordinator's timer fires")
                         : "the time of chk-" + std::to_string(what.b) + " is up";
    case JobEventKind::storage:
      return what.a == 0 ? "an upload goes on" : "a download goes on";
    case JobEventKind::savepoint:
      return "a savepoint is asked for, as the scenario says";
    case JobEventKind::planned_restart:
      return "a restart is due, as the scenario says";
    case JobEventKind::failure:
    case JobEventKind::failure_by_hand:
      return "a failure changes nothing";
    case JobEventKind::restart:
      return "the restart delay is over";
    case JobEventKind::deployed:
      return "the tasks are deployed";
    case JobEventKind::request_by_hand:
      return "a checkpoint is asked for; its plan is being made";
  }
  return "nothing changes";
}

std::string EventSentence::text() {
  std::vector<std::string> clauses;
  for (const JobChange& each : happening_.changes)
    if (std::string clause = telling(each); !clause.empty()) clauses.push_back(std::move(clause));
  for (std::string& each : states()) clauses.push_back(std::move(each));
  if (clauses.empty())
    for (const JobChange& each : happening_.changes)
      if (std::string clause = small(each); !clause.empty()) clauses.push_back(std::move(clause));
  if (clauses.empty()) clauses.push_back(nothing());
  std::string out;
  for (const std::string& clause : clauses) out += (out.empty() ? "" : "; ") + clause;
  return out + ".";
}

const SubtaskSnapshot* snapshot_of(const JobWorld& world, SubtaskId subtask, CheckpointId id) {
  for (const SubtaskSnapshot& each : world.tasks[subtask.index].snapshots)
    if (each.barrier.id == id) return &each;
  return nullptr;
}

std::string names_text(const JobSetup& setup, const std::vector<LinkId>& links) {
  std::vector<std::string> names;
  for (LinkId each : links) names.push_back(link_name(setup, each));
  return names_or_count(names, "channel");
}

}  // namespace

std::string explain_event(const JobHistory& history, const JobHappening& happening) {
  return EventSentence(history, happening).text();
}

std::string explain_missing_part(const JobSetup& setup, const JobWorld& world,
                                 const CheckpointRecord& record, SubtaskId subtask) {
  const SubtaskPlan& plan = setup.plan.subtasks[subtask.index];
  for (const VertexStatistics& vertex : record.vertices)
    if (vertex.vertex == plan.vertex &&
        (plan.index >= vertex.subtasks.size() || vertex.subtasks[plan.index].reported))
      return "";
  const SubtaskSnapshot* snapshot = snapshot_of(world, subtask, record.id);
  const std::vector<LinkId> missing = missing_barriers(setup, world, subtask, record.id);
  if (snapshot && snapshot->asynchronous) {
    if (!snapshot->state_stored) return "uploads its state";
    if (snapshot->waits_for_channel_state && !snapshot->channels_stored)
      return missing.empty()
                 ? "waits for its channel state to be stored"
                 : "captures " + names_text(setup, missing) + " until the barrier is in";
    return "has stored its part and tells the coordinator";
  }
  if (snapshot && !snapshot->prepared) return "takes its snapshot";
  if (world.tasks[subtask.index].checkpoints.last() >= record.id)
    return "has stored its part and tells the coordinator";
  if (plan.inputs.empty()) return "has not heard of it yet";
  if (missing.size() == plan.inputs.size())
    return "has no barrier yet: it waits behind queued data";
  std::vector<LinkId> held;
  for (uint32_t input = 0; input < plan.inputs.size(); ++input)
    if (is_held(world.tasks[subtask.index], input)) held.push_back(plan.inputs[input]);
  const std::string until =
      names_text(setup, missing) + (missing.size() == 1 ? " is in" : " are in");
  return held.empty() ? "waits until the barrier on " + until
                      : "holds " + names_text(setup, held) + " until the barrier on " + until;
}

}  // namespace cutline

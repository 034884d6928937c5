// One event under way in the coordinator: the value it changes and the effects so far. Used by
// coordinator*.cc only.
#pragma once
#include "core/system/coordinator.h"

namespace cutline {

class Coordinating {
 public:
  Coordinating(const CoordinatorSetup& setup, Coordinator& coordinator, Dice& dice, Tick now)
      : setup_(setup), coordinator_(coordinator), dice_(dice), now_(now) {}

  void process(const CoordinatorEvent& event);

  CoordinatorEffects effects;

 private:
  // coordinator.cc: the job, requests, timers
  void start_scheduler();
  void stop_scheduler(CheckpointFailure queued, CheckpointFailure pending);
  void arm_trigger_timer(Tick nominal);
  std::optional<Tick> current_interval() const;
  void trigger_timer_fired(const CoordinatorTimer& timer);
  void backlog_changed(uint32_t source, bool has_backlog);
  void request(const CheckpointRequest& wished);
  void go_on_without(const CheckpointRequest& request);
  void apply(const RequestDecision& decision);
  RequestSituation situation() const;
  void process_requests(const CoordinatorEvent& event);
  void process_job(const CoordinatorEvent& event);

  // coordinator_trigger.cc: the steps of C2
  void process_trigger(const CoordinatorEvent& event);
  void start_trigger(const CheckpointRequest& request);
  std::optional<CheckpointFailure> forbidden(const CheckpointRequest& request) const;
  void trigger_failed(CheckpointFailure failure);
  void plan_computed(const CheckpointPlan& plan);
  void create_pending(const CheckpointPlan& plan);
  void next_phase(PendingCheckpoint& pending);
  void trigger_tasks(PendingCheckpoint& pending);
  void end_trigger();

  // coordinator_completion.cc
  void process_task(const CoordinatorEvent& event);
  void process_completion(const CoordinatorEvent& event);
  void acknowledged(const CoordinatorEvent& event);
  void finalize(PendingCheckpoint& pending);
  void complete(CheckpointId id);
  void add_to_store(const PendingCheckpoint& pending, CheckpointId& subsumed);
  void abort(CheckpointId id, CheckpointFailure failure);
  void abort_all(CheckpointFailure failure);
  void count(const CheckpointRequest& request, CheckpointFailure failure, CheckpointId id);
  void delete_state(CheckpointId id);

  CoordinatorEffect& report(CoordinatorEffectKind kind, CheckpointId id = kNoCheckpoint);
  void fail_request(const CheckpointRequest& request, CheckpointFailure failure, CheckpointId id);
  PendingCheckpoint* find(CheckpointId id);
  PendingCheckpoint take(CheckpointId id);

  const CoordinatorSetup& setup_;
  Coordinator& coordinator_;
  Dice& dice_;
  const Tick now_;
  bool look_again_ = false;  // C12: something ended, so the first request in the queue may run
};

}  // namespace cutline

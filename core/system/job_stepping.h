// One event of a running job under way: the world it changes. Used by job_*.cc only.
//
//     event ──▶ handle ──▶ marks tasks ──▶ settle: each marked task's thread runs until it is busy,
//                                          has nothing to do, or is back-pressured
//
//     job_stepping.cc   events, threads             job_snapshot.cc  steps of a checkpoint, uploads
//     job_input.cc      taking from channels        job_coordination.cc  coordinator and messages
//     job_output.cc     writing, the network        job_recovery.cc  failure, restart, restore
//     job_records.cc    what records do             job_sink.cc      transactions
//     job_restart.cc    restarts on purpose, savepoints
#pragma once
#include <span>
#include <vector>

#include "core/system/job_setup.h"
#include "core/system/job_world.h"

namespace cutline {

// What a transfer to or from the storage carries.
enum class TransferKind : uint8_t { state, channel_file, download };
inline uint64_t transfer_number(TransferKind kind, CheckpointId checkpoint, uint32_t place) {
  return (static_cast<uint64_t>(checkpoint.number + 1) << 24) |
         (static_cast<uint64_t>(place) << 2) | static_cast<uint64_t>(kind);
}
inline TransferKind transfer_kind(uint64_t number) { return static_cast<TransferKind>(number & 3); }
inline uint32_t transfer_place(uint64_t number) {
  return static_cast<uint32_t>(number >> 2) & ((1u << 22) - 1);
}
inline CheckpointId transfer_checkpoint(uint64_t number) {
  return {static_cast<int64_t>(number >> 24) - 1};
}

class JobStepping {
 public:
  JobStepping(const JobSetup& setup, JobWorld& world)
      : first_(setup), setup_(&current_setup(setup, world)), world_(world) {}

  void start();
  void handle(const JobEvent& event);

 private:
  // job_stepping.cc
  void settle();
  void mark(SubtaskId id);
  void run(SubtaskId id);
  bool run_once(SubtaskId id);
  void timer_mail(SubtaskId id, const JobEvent& event);
  void do_mail(SubtaskId id, const Mail& mail);
  void begin_work(SubtaskId id, Work work, Tick duration);
  void work_done(SubtaskId id);
  void plan_event(Tick when, const JobEvent& event) {
    world_.agenda.push(when > world_.now ? when : world_.now, event);
  }
  void plan_for(SubtaskId id, Tick when, JobEventKind kind, uint64_t number = 0);
  void periodic(SubtaskId id, JobEventKind kind, Tick period);
  void note_pressure(Task& task, bool pressed);

  // job_input.cc
  bool take_priority(SubtaskId id);
  bool take_input(SubtaskId id);
  bool take_from(SubtaskId id, uint32_t input);
  void take_item(SubtaskId id, uint32_t input, QueueItem item);
  void offer(SubtaskId id, uint32_t input);
  void finish_hand(SubtaskId id);
  bool take_recovered(SubtaskId id);
  void connect(SubtaskId id);
  void arrive(LinkId link);
  void grant(LinkId link);
  void input_ended(SubtaskId id, uint32_t input);
  void finish_if_ended(SubtaskId id);
  void finish(SubtaskId id);
  bool is_drained(SubtaskId id) const;
  void debloat(SubtaskId id);

  // job_output.cc
  bool emit(SubtaskId id);
  bool emit_to_only_output(SubtaskId id, const RoutePlan& route);
  bool write(SubtaskId id, uint32_t output, OriginTag tag);
  uint32_t target(const Task& task, const RoutePlan& route, uint32_t place, OriginTag tag) const;
  void notice(LinkId link, const QueueNotice& notice);
  void transfer(LinkId link);
  void resume(LinkId link);
  void free_segments(LinkId link, int64_t segments);
  void flush(SubtaskId id);
  void add_event(SubtaskId id, QueueItemKind kind, CheckpointId checkpoint);

  // job_records.cc
  void start_records(SubtaskId id);
  void records_done(SubtaskId id);
  bool start_source(SubtaskId id);
  Tick due_time(SubtaskId id, uint64_t position) const;
  int64_t quantum(SubtaskId id) const;
  bool choose_split(Task& self, const SourceSetup& source) const;
  void count_applied(Task& self, const Tally& done);
  void count_shares(SubtaskId id, std::span<const OriginTag> tags, const Tally& done);
  void apply(SubtaskId id, std::span<const OriginTag> tags, const Tally& done);
  void end_source(SubtaskId id);

  // job_snapshot.cc
  void do_effect(SubtaskId id, const BarrierEffect& effect);
  void do_step(SubtaskId id, const SubtaskStep& step);
  bool declines_capture(SubtaskId id, const Barrier& barrier);
  void trigger(SubtaskId id, const BarrierEffect& effect);
  void trigger_directly(SubtaskId id, const Barrier& barrier);
  SubtaskSnapshot& snapshot_of(SubtaskId id, const Barrier& barrier);
  SubtaskSnapshot* find_snapshot(SubtaskId id, CheckpointId checkpoint);
  void drop_snapshot(SubtaskId id, CheckpointId checkpoint);
  void capture_inputs(SubtaskId id, const Barrier& barrier);
  void captured(SubtaskId id, CheckpointId checkpoint, ChannelStateSide side, uint32_t channel,
                std::vector<Buffer> buffers);
  void emit_barrier(SubtaskId id, const Barrier& barrier);
  void output_known(SubtaskId id, CheckpointId checkpoint, uint32_t output);
  void outputs_done_if_known(SubtaskId id, SubtaskSnapshot& snapshot);
  void output_timer(SubtaskId id, CheckpointId checkpoint);
  void start_synchronous(SubtaskId id, const Barrier& barrier);
  void start_asynchronous(SubtaskId id, const SubtaskStep& step);
  void acknowledge_if_done(SubtaskId id, CheckpointId checkpoint);
  void channel_results(const ChannelStateResults& results);
  void uploaded(uint64_t transfer);
  void replan_storage(bool uploads);
  void storage_event(bool uploads, uint64_t number);
  StoredBytes store_state(SubtaskId id, SubtaskSnapshot& snapshot);

  // job_coordination.cc
  void tell_coordinator(const CoordinatorEvent& event);
  void tell_later(Tick delay, const CoordinatorEvent& event);
  void do_effects(const CoordinatorEffects& effects);
  void do_effect(const CoordinatorEffect& effect);
  void tell_tasks(const CoordinatorEffect& effect);
  std::vector<ExecutionState> states_to_plan_with() const;
  void send(const Message& message, Tick delay);
  void receive(uint32_t slot);
  CheckpointImage& image_of(CheckpointId id);
  void judge_cut(CheckpointId id);
  void plan_after(CheckpointId id);
  void completed(const CoordinatorEffect& effect);
  void keep_finished(CheckpointId id, const CheckpointPlan& plan);
  void drop_image(CheckpointId id);

  // job_recovery.cc
  void fail(std::vector<SubtaskId> failed, FailureCause cause,
            TransactionId transaction = kNoTransaction);
  void begin_restart(const std::vector<SubtaskId>& region, RecoveryRecord record);
  void cancel(SubtaskId id);
  void restart();
  void restore();
  void stop_tasks(const std::vector<SubtaskId>& region);
  const CheckpointImage* image_to_restore() const;
  void give_splits(SubtaskId id);
  void plan_wishes();
  void download(SubtaskId id, const CheckpointImage* image);
  void initialise(SubtaskId id);
  void restore_from(SubtaskId id, const SubtaskImage& image);
  bool restore_outputs(SubtaskId id);
  void fresh_task(SubtaskId id);
  void begin_running(SubtaskId id);
  void running_if_all();
  bool is_alive(SubtaskId id) const;

  // job_restart.cc
  void ask_for_savepoint(uint32_t index);
  void planned_restart(uint32_t index);
  std::optional<PendingRestart> make_pending(uint32_t index);
  void refuse(uint32_t index, std::string why);
  void arm_restart_if_any();
  void carry_out_pending();
  void start_anew_from(CheckpointId savepoint);
  void lay_out(JobSetup setup);
  void map_images();
  const CheckpointImage* latest_image() const;
  std::optional<std::string> why_unmappable(const JobSetup& setup) const;
  bool all_finished() const;

  // job_sink.cc
  void sink_write(SubtaskId id, std::span<const OriginTag> tags, const Tally& done);
  void sink_written(SubtaskId id);
  void sink_snapshot(SubtaskId id, SubtaskSnapshot& snapshot);
  Tick sink_commit_time(SubtaskId id) const;
  void sink_commit(SubtaskId id);
  void sink_open(SubtaskId id, const SubtaskImage* image);
  void sink_effects(SubtaskId id, const SinkEffects& effects,
                    FailureCause failed_commit = FailureCause::commit);
  void sink_close(SubtaskId id);
  void sink_roll(SubtaskId id);
  bool sink_waits(SubtaskId id) const;
  void commit_records(SubtaskId id, const SinkEffect& effect);
  void forget_settled_records();
  External& external_of(SubtaskId id) { return world_.external[plan_of(id).vertex.index]; }

  Task& task(SubtaskId id) { return world_.tasks[id.index]; }
  const Task& task(SubtaskId id) const { return world_.tasks[id.index]; }
  const SubtaskPlan& plan_of(SubtaskId id) const { return setup_->plan.subtasks[id.index]; }
  LinkId input_link(SubtaskId id, uint32_t input) const { return plan_of(id).inputs[input]; }
  LinkId output_link(SubtaskId id, uint32_t output) const { return plan_of(id).outputs[output]; }
  Link& link(LinkId id) { return world_.links[id.index]; }
  const LinkPlan& link_plan(LinkId id) const { return setup_->plan.links[id.index]; }
  bool named() const { return setup_->job.named; }

  const JobSetup& first_;   // as the job was when it started
  const JobSetup* setup_;   // as it is since the last restart at another parallelism
  JobWorld& world_;
  std::vector<SubtaskId> marked_;  // threads that may have something to do, in order
  size_t next_marked_ = 0;
};

}  // namespace cutline

// The asynchronous part of a checkpoint: uploads over the shared link, the channel-state file that
// several subtasks share, and the acknowledgement.
#include <algorithm>

#include "core/base/check.h"
#include "core/system/job_rescale.h"
#include "core/system/job_stepping.h"

namespace cutline {

// What has to be written, and what the checkpoint refers to. A savepoint is canonical: it stands on
// its own, and a task that is restored from it begins its files anew.
StoredBytes JobStepping::store_state(SubtaskId id, SubtaskSnapshot& snapshot) {
  const StateSetup& setup = setup_->vertex(id).state;
  OperatorState& state = task(id).operators;
  const int64_t full = state_bytes(setup, snapshot.image.state);
  const bool savepoint = snapshot.barrier.savepoint;
  if (savepoint || !setup_->options().incremental) {
    snapshot.image.state.files = {};
    snapshot.image.state.records_since_snapshot = 0;
    return {full, full};
  }
  const FileSizes sizes{full, setup.delta_bytes_per_record * state.records_since_snapshot,
                        setup.delta_fixed_bytes};
  const StoredBytes stored = state.files.snapshot(snapshot.barrier.id, sizes,
                                                  setup.compaction_every);
  state.records_since_snapshot = 0;
  snapshot.image.state.files = state.files;
  snapshot.image.state.records_since_snapshot = 0;
  return stored;
}

void JobStepping::start_asynchronous(SubtaskId id, const SubtaskStep& step) {
  SubtaskSnapshot* snapshot = find_snapshot(id, step.barrier.id);
  if (!snapshot) return;
  snapshot->metrics.sync = world_.now - snapshot->sync_started;
  snapshot->async_started = world_.now;
  snapshot->asynchronous = true;
  snapshot->waits_for_channel_state = step.waits_for_channel_state;
  const StoredBytes stored = store_state(id, *snapshot);
  snapshot->image.full_bytes = stored.referenced;
  snapshot->metrics.checkpointed_bytes = stored.written;
  snapshot->metrics.full_bytes = stored.referenced;
  if (stored.written > setup_->options().data_inline_threshold) {
    world_.uploads.add(world_.now, transfer_number(TransferKind::state, step.barrier.id, id.index),
                       stored.written, setup_->job.storage.object_latency);
    replan_storage(true);
  } else {
    snapshot->state_stored = true;  // it travels with the acknowledgement
  }
  acknowledge_if_done(id, step.barrier.id);
}

// A channel-state file is closed, or has failed: each subtask that shares it learns so (U10).
void JobStepping::channel_results(const ChannelStateResults& results) {
  bool uploading = false;
  for (const ChannelStateResult& result : results) {
    const SubtaskId id{result.subtask};
    SubtaskSnapshot* snapshot = find_snapshot(id, result.checkpoint);
    if (!snapshot) continue;
    if (result.failure) {
      if (*result.failure != ChannelStateFailure::shared_stream) continue;
      CoordinatorEvent event;
      event.kind = CoordinatorEventKind::declined;
      event.id = result.checkpoint;
      event.subtask = id;
      event.failure = CheckpointFailure::channel_state_shared_stream_exception;
      drop_snapshot(id, result.checkpoint);
      tell_later(setup_->job.rpc.latency, event);
      continue;
    }
    const uint32_t writer = setup_->writer_of[id.index];
    const ChannelStateFile& file = *world_.writers[writer].file();
    if (file.is_empty() || file.is_inlined(setup_->options().data_inline_threshold)) {
      snapshot->channels_stored = true;
      acknowledge_if_done(id, result.checkpoint);
    } else if (!uploading) {
      uploading = true;
      world_.uploads.add(world_.now,
                         transfer_number(TransferKind::channel_file, result.checkpoint, writer),
                         file.file_bytes(), setup_->job.storage.object_latency);
      replan_storage(true);
    }
  }
}

void JobStepping::uploaded(uint64_t transfer) {
  const CheckpointId checkpoint = transfer_checkpoint(transfer);
  const uint32_t place = transfer_place(transfer);
  if (transfer_kind(transfer) == TransferKind::state) {
    if (place >= world_.tasks.size()) return;
    if (SubtaskSnapshot* found = find_snapshot({place}, checkpoint)) found->state_stored = true;
    return acknowledge_if_done({place}, checkpoint);
  }
  for (uint32_t index = 0; index < world_.tasks.size(); ++index) {
    if (setup_->writer_of[index] != place) continue;
    if (SubtaskSnapshot* found = find_snapshot({index}, checkpoint)) found->channels_stored = true;
    acknowledge_if_done({index}, checkpoint);
  }
}

// U9: state stored, every barrier in, channel state stored.
void JobStepping::acknowledge_if_done(SubtaskId id, CheckpointId checkpoint) {
  SubtaskSnapshot* snapshot = find_snapshot(id, checkpoint);
  if (!snapshot || !snapshot->asynchronous || !snapshot->state_stored || !snapshot->input_done)
    return;
  if (snapshot->waits_for_channel_state && !snapshot->channels_stored) return;
  SubtaskMetrics& metrics = snapshot->metrics;
  metrics.async = world_.now - snapshot->async_started;
  metrics.persisted_bytes = snapshot->image.channel_bytes;
  metrics.checkpointed_bytes += snapshot->image.channel_bytes;
  metrics.full_bytes += snapshot->image.channel_bytes;
  CoordinatorEvent event;
  event.kind = CoordinatorEventKind::acknowledged;
  event.id = checkpoint;
  event.subtask = id;
  event.metrics = metrics;
  CheckpointImage& image = image_of(checkpoint);
  image.subtasks[id.index] = std::move(snapshot->image);
  image.present[id.index] = true;
  task(id).checkpoints.end_asynchronous(checkpoint);
  std::erase_if(task(id).snapshots,
                [&](const SubtaskSnapshot& each) { return each.barrier.id == checkpoint; });
  mark(id);  // it may have waited for this to finish
  tell_later(setup_->job.rpc.latency, event);
}

// --- the storage link ---

void JobStepping::replan_storage(bool uploads) {
  const SharedLink& link = uploads ? world_.uploads : world_.downloads;
  uint64_t& number = uploads ? world_.upload_plan : world_.download_plan;
  ++number;
  const auto next = link.next_change();
  if (!next) return;
  JobEvent event;
  event.kind = JobEventKind::storage;
  event.a = uploads ? 0 : 1;
  event.number = number;
  plan_event(std::max(*next, world_.now), event);
}

void JobStepping::storage_event(bool uploads, uint64_t number) {
  if (number != (uploads ? world_.upload_plan : world_.download_plan)) return;  // replanned since
  SharedLink& link = uploads ? world_.uploads : world_.downloads;
  const std::vector<uint64_t> finished = link.advance(world_.now);
  replan_storage(uploads);
  for (uint64_t transfer : finished) {
    if (uploads) uploaded(transfer);
    else initialise({transfer_place(transfer)});
  }
}

}  // namespace cutline

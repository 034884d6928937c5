#include "core/lesson/barrier_script_run.h"

#include "core/lesson/barrier_script_parts.h"

namespace cutline {
namespace {

constexpr size_t kCapturedBuffersMax = 200'000;  // of one script: every barrier may capture all

BarrierHandling make_handling(const BarrierScript& script) {
  const auto channels = static_cast<uint32_t>(script.channels.size());
  switch (script.family) {
    case ScriptFamily::aligned:
      return BarrierHandler(BarrierMode::aligned, channels, script.after_finish);
    case ScriptFamily::unaligned:
      return BarrierHandler(BarrierMode::unaligned, channels, script.after_finish);
    case ScriptFamily::alternating:
      return BarrierHandler(BarrierMode::alternating, channels, script.after_finish);
    case ScriptFamily::tracker: break;
  }
  return BarrierTracker(channels, script.after_finish);
}

int64_t in_ms(Tick ticks) { return ticks == kNotKnown ? kNotKnown : ticks / kMillisecond; }

}  // namespace

BarrierScriptRun::BarrierScriptRun(const BarrierScript& script)
    : takes_at_once_(script.family != ScriptFamily::alternating),
      channels_(static_cast<uint32_t>(script.channels.size())),
      handling_(make_handling(script)),
      gate_(script.channels) {}

std::optional<std::string> BarrierScriptRun::do_step(const ScriptStep& step) {
  switch (step.act) {
    case BarrierAct::arrive:
      arrive(step);
      if (takes_at_once_)
        while (take_one() && captured_.size() <= kCapturedBuffersMax) {
        }
      return std::nullopt;
    case BarrierAct::pass:
      now_ += step.duration;
      run_due_timers();
      return std::nullopt;
    case BarrierAct::pass_quiet:
      now_ += step.duration;
      return std::nullopt;
    case BarrierAct::timers:
      run_due_timers();
      return std::nullopt;
    case BarrierAct::take_all:
      while (take_one() && captured_.size() <= kCapturedBuffersMax) {
      }
      return std::nullopt;
    case BarrierAct::take_one: break;
  }
  const std::optional<TakenItem> taken = take_one();
  const std::string_view wanted = queue_item_name(step.item.kind);
  const std::string_view got = taken ? queue_item_name(taken->item.kind) : "nothing";
  if (wanted == got) return std::nullopt;
  return "expected " + std::string(wanted) + ", got " + std::string(got);
}

void BarrierScriptRun::arrive(const ScriptStep& step) {
  QueueItem item = step.item;
  if (is_data(item)) item.buffer.tags = {static_cast<uint64_t>(step.number)};
  if (step.triggered_now) item.barrier.timestamp = now_;
  gate_.arrive(step.channel, item, captured_);
  const bool in_sight = item.kind == QueueItemKind::barrier &&
                        gate_.kind_of(step.channel) == InputChannelKind::remote;
  if (in_sight)
    std::visit([&](auto& handler) { handler.on_arrival(item.barrier.id); }, handling_);
}

std::optional<TakenItem> BarrierScriptRun::take_one() {
  std::optional<TakenItem> taken = gate_.take(captured_);
  if (taken) handle(*taken);
  return taken;
}

void BarrierScriptRun::handle(const TakenItem& taken) {
  const QueueItem& item = taken.item;
  std::visit(
      [&](auto& handler) {
        switch (item.kind) {
          case QueueItemKind::data:
            handler.on_data(item.buffer.bytes);
            break;
          case QueueItemKind::barrier:
            handler.on_barrier(item.barrier, taken.channel, now_, effects_);
            break;
          case QueueItemKind::announcement:
            handler.on_announcement(item.barrier, taken.channel, now_, effects_);
            break;
          case QueueItemKind::cancel_marker:
            handler.on_cancel(item.barrier.id, taken.channel, now_, effects_);
            break;
          case QueueItemKind::end_of_partition:
            handler.on_end(taken.channel, now_, effects_);
            break;
          case QueueItemKind::end_of_channel_state: break;  // no script has one
        }
      },
      handling_);
  act();
}

void BarrierScriptRun::run_due_timers() {
  while (timer_ && timer_->at <= now_) {
    const CheckpointId id = timer_->id;
    timer_.reset();
    std::visit([&](auto& handler) { handler.on_timer(id, now_, effects_); }, handling_);
    act();
  }
}

void BarrierScriptRun::act() {
  for (const BarrierEffect& effect : effects_) act_on(effect);
  effects_.clear();
}

void BarrierScriptRun::act_on(const BarrierEffect& effect) {
  const CheckpointId id = effect.barrier.id;
  switch (effect.kind) {
    case BarrierEffectKind::block:
    case BarrierEffectKind::resume:  // reported, not enforced: the handler knows them
    case BarrierEffectKind::complete: break;
    case BarrierEffectKind::prioritise: gate_.prioritise(effect.channel, id); break;
    case BarrierEffectKind::start_capture: gate_.start_capture(id, captured_); break;
    case BarrierEffectKind::stop_capture: gate_.stop_capture(id); break;
    case BarrierEffectKind::trigger:
      triggered_.push_back({effect.barrier, effect.alignment});
      order_.push_back(id.number);
      break;
    case BarrierEffectKind::measured:
      for (TriggeredCheckpoint& each : triggered_)
        if (each.barrier.id == id) each.alignment = effect.alignment;
      break;
    case BarrierEffectKind::abort:
      aborted_.push_back({id, effect.reason});
      order_.push_back(-id.number);
      break;
    case BarrierEffectKind::arm_timer: timer_ = Timer{id, effect.at}; break;
    case BarrierEffectKind::cancel_timer: timer_.reset(); break;
  }
}

// --- what is seen ---

CheckpointId BarrierScriptRun::latest() const {
  return std::visit([](const auto& handler) { return handler.latest(); }, handling_);
}

const AlignmentMetrics& BarrierScriptRun::metrics() const {
  const auto ask = [](const auto& handler) -> const AlignmentMetrics& { return handler.metrics(); };
  return std::visit(ask, handling_);
}

const TriggeredCheckpoint* BarrierScriptRun::triggered(CheckpointId id) const {
  for (const TriggeredCheckpoint& each : triggered_)
    if (each.barrier.id == id) return &each;
  return nullptr;
}

std::string BarrierScriptRun::observe(const ScriptExpectation& asked) const {
  switch (asked.what) {
    case Observable::triggered:
    case Observable::trigger_types:
    case Observable::aborted:
    case Observable::aborted_ids:
    case Observable::abort_count:
    case Observable::any_triggered:
    case Observable::any_aborted:
    case Observable::order: return observe_checkpoints(asked.what);
    case Observable::captured_labels:
    case Observable::captured_counts:
    case Observable::captured_counts_latest: return observe_captured(asked.what);
    case Observable::metric_alignment:
    case Observable::metric_start_delay:
    case Observable::metric_bytes:
    case Observable::metric_previous_bytes: {
      const std::optional<int64_t> metric = observe_metric(asked);
      return metric ? std::to_string(*metric) : "nothing: not triggered";
    }
    default: return observe_handler(asked.what);
  }
}

std::string BarrierScriptRun::observe_checkpoints(Observable what) const {
  std::vector<int64_t> ids;
  std::vector<std::string> words;
  switch (what) {
    case Observable::triggered:
      for (const TriggeredCheckpoint& each : triggered_) ids.push_back(each.barrier.id.number);
      return print_numbers(ids);
    case Observable::trigger_types:
      for (const TriggeredCheckpoint& each : triggered_)
        words.push_back(each.barrier.kind == BarrierKind::unaligned ? "UNALIGNED" : "ALIGNED");
      return print_words(words);
    case Observable::aborted:
      for (const AbortedCheckpoint& each : aborted_)
        words.push_back(std::to_string(each.id.number) + " " +
                        std::string(abort_reason_name(each.reason)));
      return print_words(words);
    case Observable::aborted_ids:
      for (const AbortedCheckpoint& each : aborted_) ids.push_back(each.id.number);
      return print_numbers(ids);
    case Observable::abort_count: return std::to_string(aborted_.size());
    case Observable::any_triggered: return print_flag(!triggered_.empty());
    case Observable::any_aborted: return print_flag(!aborted_.empty());
    default: return print_numbers(order_);
  }
}

std::string BarrierScriptRun::observe_handler(Observable what) const {
  const auto ask = [&](const auto& handler) -> std::string {
    std::vector<int64_t> numbers;
    std::vector<CheckpointId> ids;
    switch (what) {
      case Observable::blocked:
        for (uint32_t index = 0; index < channels_; ++index)
          if (handler.is_blocked(InputId{index})) numbers.push_back(index);
        return print_numbers(numbers);
      case Observable::latest: return std::to_string(handler.latest().number);
      case Observable::pending: return print_flag(handler.is_pending());
      case Observable::during_alignment: return print_flag(handler.metrics().running());
      case Observable::open_channels: return std::to_string(handler.open_channels());
      case Observable::alignment_gauge:
        return std::to_string(in_ms(handler.metrics().gauge(now_)));
      default:
        handler.pending_ids(ids);
        for (const CheckpointId id : ids) numbers.push_back(id.number);
        return print_numbers(numbers);
    }
  };
  return std::visit(ask, handling_);
}

std::string BarrierScriptRun::observe_captured(Observable what) const {
  NumberLists labels;
  std::map<int64_t, NumberCounts> counts;
  for (const CapturedBuffer& each : captured_) {
    labels[each.id.number].push_back(static_cast<int64_t>(each.buffer.tags[0]));
    ++counts[each.id.number][each.channel.index];
  }
  if (what == Observable::captured_counts) return print_counts_by_id(counts);
  if (what == Observable::captured_counts_latest) return print_counts(counts[latest().number]);
  for (auto& [id, steps] : labels) std::sort(steps.begin(), steps.end());
  return print_lists(labels);
}

// The gauges show the newest alignment; how many bytes it processed is told by the last snapshot.
std::optional<int64_t> BarrierScriptRun::observe_metric(const ScriptExpectation& asked) const {
  const TriggeredCheckpoint* last = triggered_.empty() ? nullptr : &triggered_.back();
  if (asked.metric_of == MetricOf::one_id) last = triggered(asked.id);
  if (asked.metric_of == MetricOf::gauge) {
    if (asked.what == Observable::metric_alignment) return in_ms(metrics().gauge(now_));
    if (asked.what == Observable::metric_start_delay) return in_ms(metrics().start_delay());
    if (asked.what == Observable::metric_bytes && !last) return kNotKnown;
  }
  if (!last) return std::nullopt;
  switch (asked.what) {
    case Observable::metric_alignment: return in_ms(last->alignment.duration);
    case Observable::metric_start_delay: return in_ms(last->alignment.start_delay);
    case Observable::metric_previous_bytes:
      if (last->barrier.id == latest()) return std::nullopt;
      return last->alignment.processed_bytes;
    default: return last->alignment.processed_bytes;
  }
}

// --- the whole script ---

std::vector<std::string> run_barrier_script(const BarrierScript& script) {
  BarrierScriptRun run(script);
  std::vector<std::string> failures;
  size_t next = 0;
  const auto compare_all_of = [&](int64_t step) {
    for (; next < script.expectations.size(); ++next) {
      const ScriptExpectation& asked = script.expectations[next];
      if (asked.step != step) return;
      const std::string got = run.observe(asked);
      if (asked.at_least) {
        const std::optional<int64_t> metric = run.observe_metric(asked);
        if (metric && *metric >= asked.bound) continue;
        failures.push_back(asked.key + ": expected at least " + asked.wanted + ", got " + got);
      } else if (got != asked.wanted) {
        failures.push_back(asked.key + ": expected " + asked.wanted + ", got " + got);
      }
    }
  };
  for (const ScriptStep& step : script.steps) {
    const std::string at = "step " + std::to_string(step.number) + " " + step.token + ": ";
    if (const std::optional<std::string> wrong = run.do_step(step))
      failures.push_back(at + *wrong);
    if (run.captured() > kCapturedBuffersMax) {
      failures.push_back(at + "more than " + std::to_string(kCapturedBuffersMax) +
                         " buffers are captured: the script is not run further");
      return failures;
    }
    if (step.number != kNotAStep) compare_all_of(step.number);
  }
  compare_all_of(kAtEnd);
  return failures;
}

}  // namespace cutline

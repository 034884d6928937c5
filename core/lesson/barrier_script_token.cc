// Reads the tokens of a barrier script; the grammar stands in barrier_script.h.
#include <algorithm>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/barrier_script_parts.h"

namespace cutline {
namespace {

// Goes through one token from left to right. Once something is wrong it stays so; what is read
// after that is not used.
class TokenReader {
 public:
  TokenReader(const JsonValue& place, ScriptFamily family, size_t channels)
      : place_(place), family_(family), channels_(channels), text_(place.text) {}

  Result<ScriptStep> read() {
    step_.token = place_.text;
    read_step();
    if (!failed_ && at_ < text_.size()) wrong("there is more than the token needs");
    if (failed_) return fault_;
    return step_;
  }

 private:
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void wrong(const std::string& sentence) {
    if (failed_) return;
    failed_ = true;
    const int column = place_.column + 1 + static_cast<int>(std::min(at_, text_.size()));
    fault_ = fault_at(place_.line, column, in_quotes(text_) + ": " + sentence);
  }

  int64_t number(int64_t max, std::string_view what) {
    size_t end = at_;
    while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9') ++end;
    const Result<int64_t> read = parse_integer(text_.substr(at_, end - at_), 0, max, what);
    if (!read && end == at_) {  // show what stands there instead: "-1"
      const size_t stop = std::min(text_.find_first_of("@:!~", at_), text_.size());
      wrong(std::string(what) + " must be a whole number without a sign, not " +
            in_quotes(text_.substr(at_, stop - at_)));
      return 0;
    }
    if (!read) {
      wrong(read.error().sentence);
      return 0;
    }
    at_ = end;
    return *read;
  }

  Tick duration() { return number(kScriptMillisecondsMax, "a time in ms") * kMillisecond; }

  void read_channel() {
    const size_t start = at_;
    const int64_t channel = number(INT64_MAX, "a channel");
    if (failed_) return;
    if (channel < static_cast<int64_t>(channels_)) {
      step_.channel.index = static_cast<uint32_t>(channel);
      return;
    }
    at_ = start;
    wrong("there is no channel " + std::to_string(channel) + ", only " +
          count_of(static_cast<int64_t>(channels_), "channel"));
  }

  void read_id_and_channel() {
    step_.item.barrier.id.number = number(INT64_MAX, "a checkpoint id");
    if (!failed_ && !take('@')) wrong("an @ and a channel must follow the checkpoint id");
    read_channel();
  }

  void read_step();
  void read_take();
  void read_barrier();
  void read_option();

  const JsonValue& place_;
  const ScriptFamily family_;
  const size_t channels_;
  const std::string_view text_;
  size_t at_ = 0;
  bool failed_ = false;
  bool unaligned_ = false;  // !U
  bool timeout_ = false;    // !T
  bool savepoint_ = false;  // !S
  Fault fault_;
  ScriptStep step_;
};

void TokenReader::read_step() {
  step_.act = BarrierAct::arrive;
  const char first = text_.empty() ? '\0' : text_[0];
  ++at_;
  switch (first) {
    case 'd':
      step_.item.kind = QueueItemKind::data;
      read_channel();
      if (take(':')) step_.item.buffer.bytes = number(kAmountMax, "a number of bytes");
      return;
    case 'e':
      step_.item.kind = QueueItemKind::end_of_partition;
      read_channel();
      return;
    case 'x':
      step_.item.kind = QueueItemKind::cancel_marker;
      read_id_and_channel();
      return;
    case 'a':
    case 'b':
      step_.item.kind = first == 'a' ? QueueItemKind::announcement : QueueItemKind::barrier;
      read_barrier();
      return;
    case '+':
    case '^':
      step_.act = first == '+' ? BarrierAct::pass : BarrierAct::pass_quiet;
      step_.duration = duration();
      return;
    case 'F':
      step_.act = BarrierAct::timers;
      return;
    case 'P':
      read_take();
      return;
    default:
      at_ = 0;
      wrong("a step starts with d, b, a, x, e, +, ^, F or P");
  }
}

void TokenReader::read_take() {
  if (family_ != ScriptFamily::alternating) {
    wrong("only scripts of the alternating family say when items are taken");
    return;
  }
  step_.act = BarrierAct::take_all;
  if (take('*')) return;
  step_.act = BarrierAct::take_one;
  const bool named = take(':');
  for (const QueueItemKind kind : {QueueItemKind::data, QueueItemKind::barrier,
                                  QueueItemKind::announcement, QueueItemKind::cancel_marker,
                                  QueueItemKind::end_of_partition}) {
    if (!named || text_.substr(at_) != queue_item_name(kind)) continue;
    step_.item.kind = kind;
    at_ = text_.size();
    return;
  }
  wrong("P is followed by * or by a colon and ann, bar, cancel, data or eop");
}

// Without options a barrier is what its family is about.
void TokenReader::read_barrier() {
  read_id_and_channel();
  while (!failed_ && at_ < text_.size()) read_option();

  Barrier& barrier = step_.item.barrier;
  barrier.savepoint = savepoint_;
  if (family_ == ScriptFamily::tracker) {
    barrier.kind = BarrierKind::at_least_once;
  } else if (unaligned_ || (timeout_ && barrier.timeout == 0)) {  // T1
    barrier.kind = BarrierKind::unaligned;
  } else if (family_ == ScriptFamily::unaligned && !timeout_ && !savepoint_) {
    barrier.kind = BarrierKind::unaligned;
  } else {
    barrier.kind = BarrierKind::aligned;
  }
  if (barrier.kind == BarrierKind::unaligned && family_ == ScriptFamily::aligned)
    wrong("an aligned script has no unaligned barriers");
  if (savepoint_ && (unaligned_ || timeout_)) wrong("a savepoint is aligned and never times out");
}

void TokenReader::read_option() {
  Barrier& barrier = step_.item.barrier;
  if (step_.triggered_now && take('~')) {
    step_.triggered_now = false;
    const Tick sign = take('-') ? -1 : 1;
    barrier.timestamp = sign * duration();
  } else if (take('!')) {
    if (!unaligned_ && take('U')) {
      unaligned_ = true;
    } else if (!savepoint_ && take('S')) {
      savepoint_ = true;
    } else if (!timeout_ && take('T')) {
      timeout_ = true;
      barrier.timeout = duration();
    } else {
      wrong("! is followed by U, S or T and a time in ms, each once");
    }
  } else {
    wrong("after its channel a barrier has only !U, !S, !T<ms> and one ~<ms>");
  }
}

}  // namespace

Result<ScriptStep> read_script_token(const JsonValue& place, ScriptFamily family, size_t channels) {
  return TokenReader(place, family, channels).read();
}

}  // namespace cutline

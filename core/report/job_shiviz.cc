#include "core/report/job_shiviz.h"

#include <algorithm>
#include <map>

#include "core/run/job_names.h"
#include "core/run/job_replay.h"
#include "core/run/job_tags.h"
#include "core/run/vector_clock.h"

namespace cutline {
namespace {

constexpr uint32_t kCoordinator = 0;  // the first host

void merge(const VectorClock& from, VectorClock& into) {
  if (into.size() < from.size()) into.resize(from.size(), 0);
  for (size_t at = 0; at < from.size(); ++at) into[at] = std::max(into[at], from[at]);
}

class Log {
 public:
  explicit Log(const JobHistory& history)
      : setup_(history.setup()), replay_(history), watch_(setup_, replay_.world()) {
    hosts_.push_back({"coordinator", {}, {}});
    lay_out();
  }

  std::string write() {
    while (replay_.next_time()) do_event();
    return std::move(out_);
  }

 private:
  struct Host {
    std::string name;
    VectorClock known;               // its clock, and what it has heard since its last event
    std::vector<std::string> words;  // of the present event
  };
  struct Sent {
    int64_t up_to = 0;  // records put into the channel
    VectorClock clock;
  };
  struct LinkGlance {
    int64_t sent = 0;
    int64_t received = 0;
    std::vector<Sent> clocks;                     // of its records, in their order
    std::map<CheckpointId, VectorClock> barriers;
  };

  uint32_t host_of(const std::string& name) {
    const std::string own = name == hosts_[kCoordinator].name ? name + "-task" : name;
    for (uint32_t at = 0; at < hosts_.size(); ++at)
      if (hosts_[at].name == own) return at;
    hosts_.push_back({own, {}, {}});
    return static_cast<uint32_t>(hosts_.size()) - 1;
  }
  Host& host(SubtaskId id) { return hosts_[task_hosts_[id.index]]; }
  void say(SubtaskId id, std::string words) { host(id).words.push_back(std::move(words)); }
  void say_coordinator(std::string words) {
    hosts_[kCoordinator].words.push_back(std::move(words));
  }

  void lay_out();
  void do_event();
  void hear(const Message& message, const VectorClock& clock);
  void tell(const JobChange& change);
  void restore_counts(SubtaskId id);
  void tell_of_links();
  std::string names_of(const Tally& tally, int64_t from) const;
  void write_host(uint32_t at);
  void write_task(SubtaskId id);
  void send_messages(const Message& heard, const VectorClock& heard_clock);

  const JobSetup& setup_;
  JobReplay replay_;
  JobWatch watch_;
  uint32_t layout_ = 0;
  std::vector<Host> hosts_;
  std::vector<uint32_t> task_hosts_;   // of each task that there is
  std::vector<ExecutionState> states_;  // of each
  std::vector<SubtaskId> order_;       // producers before consumers
  std::vector<LinkGlance> links_;
  std::vector<JobChange> changes_;
  std::vector<bool> restarted_;        // by task: the coordinator has changed its state
  std::vector<VectorClock> slots_;     // the clock that travels with each message
  std::vector<bool> slots_used_;
  std::string out_;
};

void Log::lay_out() {
  const JobSetup& setup = replay_.setup();
  layout_ = replay_.world().layout;
  links_.assign(setup.plan.links.size(), {});
  states_.assign(setup.plan.subtasks.size(), ExecutionState::deploying);
  task_hosts_.clear();
  for (uint32_t index = 0; index < setup.plan.subtasks.size(); ++index)
    task_hosts_.push_back(host_of(subtask_name(setup, {index})));
  // The longest way from a source gives the order.
  std::vector<size_t> depth(task_hosts_.size(), 0);
  for (size_t round = 0; round < setup.job.vertices.size(); ++round)
    for (const LinkPlan& link : setup.plan.links)
      depth[link.consumer.index] =
          std::max(depth[link.consumer.index], depth[link.producer.index] + 1);
  order_.clear();
  for (uint32_t index = 0; index < depth.size(); ++index) order_.push_back({index});
  std::stable_sort(order_.begin(), order_.end(), [&](SubtaskId left, SubtaskId right) {
    return depth[left.index] < depth[right.index];
  });
}

void Log::do_event() {
  const JobEvent what = replay_.next_event();
  Message heard;
  VectorClock heard_clock;
  if (what.kind == JobEventKind::message) {
    heard = replay_.world().messages[what.a];
    heard_clock = slots_[what.a];
    slots_used_[what.a] = false;
    hear(heard, heard_clock);
  }
  replay_.step();
  if (replay_.world().layout != layout_) lay_out();
  changes_.clear();
  watch_.look(setup_, replay_.world(), changes_);
  restarted_.assign(task_hosts_.size(), false);
  for (const JobChange& each : changes_) tell(each);
  for (uint32_t index = 0; index < task_hosts_.size(); ++index) {
    const ExecutionState state = replay_.world().tasks[index].state;
    if (states_[index] == ExecutionState::deploying && state != states_[index])
      restore_counts({index});
    states_[index] = state;
  }
  tell_of_links();
  // A task that fails says so to the coordinator; else tasks hear from it.
  for (const JobChange& each : changes_)
    if (each.kind == JobChangeKind::task_state &&
        each.number == static_cast<int64_t>(ExecutionState::failed)) {
      restarted_[each.subtask.index] = false;
      write_host(task_hosts_[each.subtask.index]);
      merge(host(each.subtask).known, hosts_[kCoordinator].known);
    }
  write_host(kCoordinator);
  for (SubtaskId id : order_) write_task(id);
  send_messages(heard, heard_clock);
}

// What a message carries is known from then on, whether its receiver does anything now or not.
void Log::hear(const Message& message, const VectorClock& clock) {
  if (message.kind == MessageKind::coordinator_event) {
    merge(clock, hosts_[kCoordinator].known);
  } else if (message.subtask.index < task_hosts_.size()) {
    merge(clock, host(message.subtask).known);
  }
}

void Log::tell(const JobChange& change) {
  const std::string checkpoint = checkpoint_name(change.checkpoint);
  switch (change.kind) {
    case JobChangeKind::triggered: return say_coordinator("triggers " + checkpoint);
    case JobChangeKind::completed: return say_coordinator(checkpoint + " is complete");
    case JobChangeKind::failed: return say_coordinator(checkpoint + " fails");
    case JobChangeKind::acknowledged:
      return say_coordinator("hears that " + hosts_[task_hosts_[change.subtask.index]].name +
                             " has stored its part of " + checkpoint);
    case JobChangeKind::task_failed:
      return say_coordinator("restarts " + std::to_string(change.number) + " of the tasks");
    case JobChangeKind::restored:
      return say_coordinator(change.checkpoint == kNoCheckpoint
                                 ? std::string("lets the tasks start from the beginning")
                                 : "gives the tasks the state of " + checkpoint);
    case JobChangeKind::barrier_taken:
      return say(replay_.setup().plan.links[change.link.index].consumer,
                 "takes the barrier of " + checkpoint + " from " +
                     link_name(replay_.setup(), change.link));
    case JobChangeKind::snapshot_begun:
      return say(change.subtask, "takes its snapshot for " + checkpoint);
    case JobChangeKind::snapshot_over:
      return say(change.subtask, (change.number == 1 ? "has stored its part of "
                                                     : "gives up its part of ") +
                                     checkpoint);
    case JobChangeKind::task_state:
      restarted_[change.subtask.index] = true;
      return say(change.subtask,
                 "is " + std::string(state_name(static_cast<ExecutionState>(change.number))));
    case JobChangeKind::committed:
      return say(change.subtask, "shows " + std::to_string(change.number) + " more");
    default: return;
  }
}

// "A:3, B:7-12": neighbours of one split together.
std::string Log::names_of(const Tally& tally, int64_t from) const {
  std::string out;
  for (auto at = static_cast<size_t>(from); at < tally.names.size(); ++at) {
    const OriginTag first = tally.names[at];
    OriginTag last = first;
    const auto follows = [&](OriginTag tag) {
      return tag_split(tag) == tag_split(last) && tag_position(tag) == tag_position(last) + 1;
    };
    while (at + 1 < tally.names.size() && follows(tally.names[at + 1])) last = tally.names[++at];
    out += (out.empty() ? "" : ", ") + tag_name(replay_.setup(), first);
    if (last != first) out += "-" + std::to_string(tag_position(last));
  }
  return out;
}

// A task that is initialised gets the counts of its channels with its state.
void Log::restore_counts(SubtaskId id) {
  const JobWorld& world = replay_.world();
  const SubtaskPlan& plan = replay_.setup().plan.subtasks[id.index];
  const SubtaskImage* image = nullptr;
  for (const CheckpointImage& each : world.images)
    if (each.id == world.restored && each.subtasks.size() == world.tasks.size() &&
        each.present[id.index])
      image = &each.subtasks[id.index];
  for (uint32_t output = 0; output < plan.outputs.size(); ++output) {
    LinkGlance& seen = links_[plan.outputs[output].index];
    seen.sent = image ? image->sent[output].count : 0;
    std::erase_if(seen.clocks, [&](const Sent& each) { return each.up_to > seen.sent; });
  }
  for (uint32_t input = 0; input < plan.inputs.size(); ++input)
    links_[plan.inputs[input].index].received = image ? image->received[input].count : 0;
}

// Records that were put into a channel or taken from it.
void Log::tell_of_links() {
  for (uint32_t index = 0; index < links_.size(); ++index) {
    const Link& link = replay_.world().links[index];
    const LinkPlan& plan = replay_.setup().plan.links[index];
    LinkGlance& seen = links_[index];
    const std::string name = link_name(replay_.setup(), {index});
    if (link.received.count > seen.received)
      say(plan.consumer, "takes " + names_of(link.received, seen.received) + " from " + name);
    if (link.sent.count > seen.sent)
      say(plan.producer, "puts " + names_of(link.sent, seen.sent) + " into " + name);
  }
}

void Log::write_host(uint32_t at) {
  Host& host = hosts_[at];
  if (host.words.empty()) return;
  if (host.known.size() <= at) host.known.resize(at + 1, 0);
  ++host.known[at];
  out_ += host.name + " {";
  const char* between = "";
  for (size_t other = 0; other < host.known.size(); ++other) {
    if (host.known[other] == 0) continue;
    out_ += between + ("\"" + hosts_[other].name) + "\":" + std::to_string(host.known[other]);
    between = ",";
  }
  out_ += "}\n";
  between = "";
  for (const std::string& words : host.words) {
    out_ += between + words;
    between = "; ";
  }
  out_ += "\n";
  host.words.clear();
}

// With what it takes from others before, and what it gives them after.
void Log::write_task(SubtaskId id) {
  const SubtaskPlan& plan = replay_.setup().plan.subtasks[id.index];
  const JobWorld& world = replay_.world();
  Host& self = host(id);
  if (restarted_[id.index]) merge(hosts_[kCoordinator].known, self.known);
  for (LinkId input : plan.inputs) {
    LinkGlance& seen = links_[input.index];
    const int64_t received = world.links[input.index].received.count;
    if (received == seen.received) continue;
    seen.received = received;
    // Those before it are older than this one.
    for (const Sent& each : seen.clocks) {
      merge(each.clock, self.known);
      if (each.up_to >= received) break;
    }
  }
  for (const JobChange& each : changes_) {
    if (each.kind != JobChangeKind::barrier_taken) continue;
    if (replay_.setup().plan.links[each.link.index].consumer != id) continue;
    const auto& barriers = links_[each.link.index].barriers;
    if (const auto clock = barriers.find(each.checkpoint); clock != barriers.end())
      merge(clock->second, self.known);
  }
  write_host(task_hosts_[id.index]);
  for (LinkId output : plan.outputs) {
    LinkGlance& seen = links_[output.index];
    const int64_t sent = world.links[output.index].sent.count;
    if (sent > seen.sent) seen.clocks.push_back({sent, self.known});
    seen.sent = sent;
  }
  for (const JobChange& each : changes_)
    if (each.kind == JobChangeKind::snapshot_begun && each.subtask == id)
      for (LinkId output : plan.outputs)
        links_[output.index].barriers[each.checkpoint] = self.known;
}

void Log::send_messages(const Message& heard, const VectorClock& heard_clock) {
  const std::vector<Message>& messages = replay_.world().messages;
  slots_.resize(messages.size());
  slots_used_.resize(messages.size(), false);
  for (size_t slot = 0; slot < messages.size(); ++slot) {
    const Message& each = messages[slot];
    const bool is_new = each.used && !slots_used_[slot];
    slots_used_[slot] = each.used;
    if (!is_new) continue;
    const CoordinatorEventKind kind = each.event.kind;
    const bool of_task = each.kind == MessageKind::coordinator_event &&
                         (kind == CoordinatorEventKind::acknowledged ||
                          kind == CoordinatorEventKind::declined ||
                          kind == CoordinatorEventKind::metrics_reported);
    // A trigger for a task that cannot take it yet waits on the way.
    const bool waits = heard.used && each.kind == MessageKind::trigger && heard.kind == each.kind &&
                       heard.subtask == each.subtask && heard.barrier == each.barrier;
    if (waits)
      slots_[slot] = heard_clock;
    else if (of_task && each.event.subtask.index < task_hosts_.size())
      slots_[slot] = host(each.event.subtask).known;
    else
      slots_[slot] = hosts_[kCoordinator].known;
  }
}

}  // namespace

std::string job_shiviz_log(const JobHistory& history) { return Log(history).write(); }

}  // namespace cutline

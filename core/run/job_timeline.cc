#include "core/run/job_timeline.h"

#include <algorithm>

#include "core/run/job_replay.h"

namespace cutline {
namespace {

class Recorder {
 public:
  explicit Recorder(const JobHistory& history) : history_(history), replay_(history) {
    lay_out();
  }

  JobTimeline record() {
    while (const std::optional<Tick> next = replay_.next_time()) {
      sample_before(*next);
      replay_.step();
      if (replay_.world().layout != layout_) {
        close_all();
        lay_out();
      }
      look();
    }
    // Samples tell what was when all of their instant had happened.
    const std::optional<Tick> ahead = next_event_time(replay_.world());
    const Tick now = history_.world().now;
    sample_before(ahead ? std::min(*ahead, now + 1) : now + 1);
    for (Glance& each : glances_) close(each, now);
    return std::move(out_);
  }

 private:
  struct Glance {  // of a task that there is
    uint32_t task = 0;
    ExecutionState state = ExecutionState::created;
    Tick since = 0;
    bool pressed = false;
    Tick pressed_since = 0;
  };

  uint32_t number_of(const std::string& name, uint32_t vertex) {
    const auto found = std::find(out_.tasks.begin(), out_.tasks.end(), name);
    if (found != out_.tasks.end()) return static_cast<uint32_t>(found - out_.tasks.begin());
    out_.tasks.push_back(name);
    out_.vertices.push_back(vertex);
    return static_cast<uint32_t>(out_.tasks.size()) - 1;
  }

  void lay_out() {
    layout_ = replay_.world().layout;
    glances_.clear();
    for (uint32_t index = 0; index < replay_.world().tasks.size(); ++index) {
      Glance each;
      each.task = number_of(subtask_name(replay_.setup(), {index}),
                            replay_.setup().plan.subtasks[index].vertex.index);
      each.state = replay_.world().tasks[index].state;
      each.since = replay_.world().now;
      glances_.push_back(each);
    }
  }

  void close_all() {
    for (Glance& each : glances_) close(each, replay_.world().now);
  }
  void close(const Glance& each, Tick now) {
    if (each.pressed) close_pressed(each, now);
    if (now > each.since) out_.states.push_back({each.task, each.since, now, each.state});
  }
  void close_pressed(const Glance& each, Tick now) {
    if (now > each.pressed_since)
      out_.pressed.push_back({each.task, each.pressed_since, now, each.state});
  }

  void look() {
    const Tick now = replay_.world().now;
    for (size_t index = 0; index < glances_.size(); ++index) {
      const Task& task = replay_.world().tasks[index];
      Glance& seen = glances_[index];
      if (task.state == seen.state && task.backpressured == seen.pressed) continue;
      if (seen.pressed) close_pressed(seen, now);
      seen.pressed = task.backpressured;
      seen.pressed_since = now;
      if (task.state == seen.state) continue;
      if (now > seen.since) out_.states.push_back({seen.task, seen.since, now, seen.state});
      seen.state = task.state;
      seen.since = now;
    }
  }

  // The figures are those of the history's series: the same instants, the same worlds.
  void sample_before(Tick time) {
    const std::vector<JobSample>& series = history_.series().samples();
    while (out_.samples.size() < series.size() && series[out_.samples.size()].at < time)
      take(series[out_.samples.size()]);
  }

  void take(const JobSample& figures) {
    const JobWorld& world = replay_.world();
    JobTimelineSample sample;
    sample.figures = figures;
    for (uint32_t index = 0; index < world.tasks.size(); ++index) {
      const std::vector<LinkId>& inputs = replay_.setup().plan.subtasks[index].inputs;
      JobQueueSample queue;
      queue.task = glances_[index].task;
      for (uint32_t input = 0; input < inputs.size(); ++input) {
        queue.bytes += waiting_bytes(world.links[inputs[input].index]);
        queue.held_inputs += is_held(world.tasks[index], input) ? 1 : 0;
      }
      if (!inputs.empty()) sample.queues.push_back(queue);
    }
    out_.samples.push_back(std::move(sample));
  }

  const JobHistory& history_;
  JobReplay replay_;
  uint32_t layout_ = 0;
  std::vector<Glance> glances_;  // parallel to JobWorld::tasks
  JobTimeline out_;
};

}  // namespace

JobTimeline job_timeline(const JobHistory& history) { return Recorder(history).record(); }

}  // namespace cutline

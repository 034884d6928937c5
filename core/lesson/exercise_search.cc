#include "core/lesson/exercise_search.h"

#include <algorithm>
#include <deque>
#include <set>

#include "core/base/check.h"
#include "core/base/fingerprint.h"
#include "core/base/text.h"
#include "core/lesson/exercise_file.h"
#include "core/lesson/exercise_run.h"
#include "core/lesson/settings.h"

namespace cutline {
namespace {

// The world without its times, dice and order numbers: what a hand's choices lead to.
uint64_t state_key(const Lab& lab) {
  if (lab.job()) return lab.fingerprint();  // with the job's options
  World world = lab.history().world();
  world.now = 0;
  world.step = 0;
  world.next_order = 0;
  world.dice = Dice(0);
  for (Process& process : world.processes) process.plan.order = 0;
  for (Channel& channel : world.channels)
    for (Item& item : channel.queue) {
      item.due = 0;
      item.order = 0;
    }
  for (Snapshot& snapshot : world.snapshots) {
    snapshot.started_at = snapshot.completed_at = 0;
    snapshot.started_step = snapshot.completed_step = 0;
    for (ProcessRecording& recording : snapshot.processes) {
      recording.at = 0;
      recording.step = 0;
      recording.read_order = 0;
    }
  }
  Fingerprint out;
  out.add(fingerprint(world));
  out.add(print_decimal(lab.queue().lambda));
  out.add(print_decimal(lab.queue().mu));
  out.add(static_cast<uint64_t>(lab.queue().steps));
  for (const SettingInfo& setting : settings())
    out.add(setting_value(lab.history().scenario(), setting.key));
  return out.value();
}

// A number that no two labs on different ways share.
uint64_t path_key(const std::vector<std::string>& commands) {
  Fingerprint out;
  for (const std::string& command : commands) out.add(command);
  return out.value();
}

int64_t amount_of(const Scenario& scenario) {
  if (scenario.explore.amount > 0) return scenario.explore.amount;
  return scenario.traffic.amount_max > 0 ? scenario.traffic.amount_max : 1;
}

void add_channel_commands(const Lab& lab, std::string_view verb, bool any_place,
                          std::vector<std::string>& out) {
  const World& world = lab.history().world();
  for (uint32_t index = 0; index < world.channels.size(); ++index) {
    const size_t waiting = world.channels[index].queue.size();
    const std::string line =
        std::string(verb) + " " + lab.history().scenario().channel_name({index});
    for (size_t place = 1; place <= (any_place ? waiting : std::min<size_t>(waiting, 1)); ++place)
      out.push_back(place == 1 ? line : line + " " + std::to_string(place));
  }
}

}  // namespace

bool is_whole_command(const std::string& allowed) {
  if (!parse_command(allowed)) return false;
  return !parse_command(allowed + " x");
}

std::vector<std::string> next_commands(const Exercise& exercise, const Lab& lab) {
  if (exercise.job) {
    std::vector<std::string> whole;
    std::copy_if(exercise.allowed.begin(), exercise.allowed.end(), std::back_inserter(whole),
                 is_whole_command);
    return whole;
  }
  const Scenario& scenario = lab.history().scenario();
  std::vector<std::string> all;
  add_channel_commands(lab, "deliver", !scenario.fifo, all);
  for (uint32_t index = 0; index < scenario.channels.size(); ++index)
    all.push_back("send " + scenario.channel_name({index}) + " " +
                  std::to_string(amount_of(scenario)));
  for (std::string_view verb :
       {"snapshot", "join", "read", "read-each", "record-only", "markers"})
    for (const ProcessSetup& process : scenario.processes)
      all.push_back(std::string(verb) + " " + process.name);
  for (std::string_view verb : {"drop", "duplicate"}) add_channel_commands(lab, verb, true, all);
  for (uint32_t index = 0; index < lab.history().world().links.size(); ++index) {
    const std::string name = scenario.channel_name({index});
    all.push_back("retransmit " + name);
    for (size_t place = 1; place <= lab.history().world().links[index].wire.size(); ++place)
      all.push_back("arrive " + name + " " + std::to_string(place));
  }
  for (std::string_view line : {"read-all", "step", "queue step"}) all.emplace_back(line);
  // What is allowed word for word: "send A>B 10", "queue lambda 3".
  for (const std::string& line : exercise.allowed) {
    const Result<Command> command = parse_command(line);
    const bool there = std::find(all.begin(), all.end(), line) != all.end();
    if (command && !there && !is_looking(command->verb)) all.push_back(line);
  }
  std::vector<std::string> out;
  for (const std::string& line : all) {
    const Result<Command> command = parse_command(line);
    if (command && is_allowed(exercise, *command)) out.push_back(line);
  }
  return out;
}

GoalSearch search_goal(const Exercise& exercise, const Lab& start, const Expression& goal,
                       uint64_t states_max) {
  GoalSearch out;
  out.states = 1;
  if (holds(start, goal)) {
    out.reached = true;
    return out;
  }
  const auto key = [&](const Lab& lab, const std::vector<std::string>& commands) {
    return goal.of_run ? path_key(commands) : state_key(lab);
  };
  // Ways, not labs: a lab is made again when it is gone on from, which most never are.
  std::deque<std::vector<std::string>> frontier = {{}};
  std::set<uint64_t> seen = {key(start, {})};
  while (!frontier.empty()) {
    std::vector<std::string> way = std::move(frontier.front());
    frontier.pop_front();
    Lab lab = start;
    CUTLINE_CHECK(do_commands(lab, way), "a way that was gone once can be gone again");
    for (const std::string& command : next_commands(exercise, lab)) {
      Lab next = lab;
      if (!next.apply_line(command)) continue;
      way.push_back(command);
      if (seen.insert(key(next, way)).second) {
        ++out.states;
        out.reached = holds(next, goal);
        if (out.reached) out.commands = way;
        if (out.reached || out.states >= states_max) return out;
        frontier.push_back(way);
      }
      way.pop_back();
    }
  }
  out.whole = true;
  return out;
}

}  // namespace cutline

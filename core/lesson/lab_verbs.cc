#include "core/lesson/lab_verbs.h"

#include <algorithm>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/explain.h"
#include "core/lesson/lab.h"
#include "core/lesson/scenario_file.h"
#include "core/lesson/settings.h"
#include "core/lesson/words.h"

namespace cutline {
namespace {

using Sentence = Result<std::string>;

Result<int64_t> count_argument(const Command& command, int64_t max) {
  if (command.arguments.empty()) return int64_t{1};
  return parse_integer(command.arguments[0], 1, max, "the number of steps");
}

Result<ProcessId> process_argument(const Scenario& scenario, const std::string& name) {
  if (const auto process = find_process(scenario, name)) return *process;
  std::vector<std::string> names;
  for (const ProcessSetup& process : scenario.processes) names.push_back(process.name);
  return fault("there is no process " + in_quotes(name) + "; there are " + list_text(names));
}

Result<ChannelId> channel_argument(const Scenario& scenario, const std::string& name) {
  if (const auto channel = find_channel(scenario, name)) return *channel;
  const size_t arrow = name.find('>');
  if (arrow == std::string::npos)
    return fault("a channel is written FROM>TO, not " + in_quotes(name));
  for (const std::string& end : {name.substr(0, arrow), name.substr(arrow + 1)}) {
    const Result<ProcessId> process = process_argument(scenario, end);
    if (!process) return fault("channel " + in_quotes(name) + ": " + process.error().sentence);
  }
  return fault("there is no channel " + in_quotes(name));
}

// "CHANNEL [PLACE]" of deliver, drop, duplicate and arrive; "CHANNEL" of retransmit.
Result<Choice> queue_choice(const Scenario& scenario, const Command& command, Act act) {
  const Result<ChannelId> channel = channel_argument(scenario, command.arguments[0]);
  if (!channel) return channel.error();
  Choice choice;
  choice.act = act;
  choice.channel = *channel;
  if (command.arguments.size() > 1) {
    const Result<int64_t> place =
        parse_integer(command.arguments[1], 1, static_cast<int64_t>(kStepsMax), "the place");
    if (!place) return place.error();
    choice.position = static_cast<uint32_t>(*place - 1);
  }
  return choice;
}

Result<Choice> send_choice(const Scenario& scenario, const Command& command) {
  const Result<ChannelId> channel = channel_argument(scenario, command.arguments[0]);
  if (!channel) return channel.error();
  const Result<int64_t> amount = parse_integer(command.arguments[1], 1, kAmountMax, "the amount");
  if (!amount) return amount.error();
  Choice choice;
  choice.act = Act::send;
  choice.channel = *channel;
  choice.value = Value::of(*amount);
  return choice;
}

Result<Choice> process_choice(const Scenario& scenario, const Command& command, Act act) {
  Choice choice;
  choice.act = act;
  if (command.arguments.empty()) return choice;
  const Result<ProcessId> process = process_argument(scenario, command.arguments[0]);
  if (!process) return process.error();
  choice.process = *process;
  return choice;
}

Result<Choice> hand_choice(const Scenario& scenario, const Command& command) {
  switch (command.verb) {
    case Verb::send: return send_choice(scenario, command);
    case Verb::deliver: return queue_choice(scenario, command, Act::deliver);
    case Verb::drop: return queue_choice(scenario, command, Act::drop);
    case Verb::duplicate: return queue_choice(scenario, command, Act::duplicate);
    case Verb::arrive: return queue_choice(scenario, command, Act::arrive);
    case Verb::retransmit: return queue_choice(scenario, command, Act::retransmit);
    case Verb::snapshot: return process_choice(scenario, command, Act::snapshot);
    case Verb::read: return process_choice(scenario, command, Act::read);
    case Verb::read_all: return process_choice(scenario, command, Act::read_all);
    case Verb::read_each: return process_choice(scenario, command, Act::read_each);
    case Verb::record_only: return process_choice(scenario, command, Act::record_only);
    case Verb::join: {
      Result<Choice> choice = process_choice(scenario, command, Act::snapshot);
      if (choice) choice->joins = true;
      return choice;
    }
    default: return process_choice(scenario, command, Act::markers);
  }
}

Result<Scenario> embedded_scenario(const std::string& name) {
  std::vector<std::string> names;
  for (const EmbeddedText& each : embedded_scenarios()) {
    if (each.name == name) return read_scenario(each.name, each.text);
    names.emplace_back(each.name);
  }
  return fault("there is no scenario " + in_quotes(name) + "; there are " + list_text(names));
}

}  // namespace

bool is_selectable(const History& history, const std::string& name) {
  const Scenario& scenario = history.scenario();
  if (find_process(scenario, name) || find_channel(scenario, name)) return true;
  for (uint32_t index = 0; index < history.world().snapshots.size(); ++index)
    if (snapshot_name({index}) == name) return true;
  for (uint32_t index = 0; index < history.world().records.size(); ++index)
    if (record_name({index}) == name) return true;
  return false;
}

std::string LabVerbs::where(const Lab& lab) {
  return "Step " + std::to_string(lab.history_.cursor()) + ", t = " +
         time_text(lab.history_.world().now) + ".";
}

std::string LabVerbs::last_step(const Lab& lab) {
  const size_t cursor = lab.history_.cursor();
  return explain_step(lab.history_.scenario(), lab.history_.happenings()[cursor - 1]);
}

void LabVerbs::restart(Lab& lab, Scenario scenario) {
  if (lab.exploration_ && lab.exploration_->scenario() != scenario) lab.exploration_.reset();
  lab.history_ = History(std::move(scenario));
  lab.cut_desk_ = {{}, {}, 0, lab.cut_desk_.clocks};
  lab.selected_.clear();
  lab.playing_ = false;
}

// A run that comes with the lab.
Sentence LabVerbs::open(Lab& lab, const std::string& name) {
  std::vector<std::string> names;
  for (const EmbeddedText& each : embedded_runs()) {
    names.emplace_back(each.name);
    if (each.name != name) continue;
    if (const Result<Done> done = lab.open_run(each.text); !done) return done.error();
    return run_title(each) + ".";
  }
  return fault("there is no run " + in_quotes(name) + "; there is " + list_text(names));
}

Sentence LabVerbs::step_by(Lab& lab, const Command& command) {
  const Result<int64_t> count = count_argument(command, static_cast<int64_t>(kStepsMax));
  if (!count) return count.error();
  const Result<Done> done = *count == 1
                                ? lab.history_.step_forward()
                                : lab.history_.seek(lab.history_.cursor() +
                                                    static_cast<size_t>(*count));
  if (!done) {
    lab.playing_ = false;  // there is nothing left to play
    return done.error();
  }
  return *count == 1 ? last_step(lab) : where(lab) + " " + last_step(lab);
}

Sentence LabVerbs::back_by(Lab& lab, const Command& command) {
  const Result<int64_t> count = count_argument(command, static_cast<int64_t>(kStepsMax));
  if (!count) return count.error();
  const size_t cursor = lab.history_.cursor();
  if (static_cast<size_t>(*count) > cursor)
    return cursor == 0 ? fault("this is the start of the run")
                       : fault("only " + count_of(static_cast<int64_t>(cursor), "step") +
                               " lie behind");
  const Result<Done> done = lab.history_.seek(cursor - static_cast<size_t>(*count));
  if (!done) return done.error();
  lab.playing_ = false;
  return "Back. " + where(lab);
}

Sentence LabVerbs::choose(Lab& lab, const Choice& choice) {
  const Result<Done> done = lab.history_.choose(choice);
  if (!done) return done.error();
  return last_step(lab);
}

Sentence LabVerbs::apply_run(Lab& lab, const Command& command) {
  const std::vector<std::string>& arguments = command.arguments;
  switch (command.verb) {
    case Verb::scenario: {
      // The one that is open may come from a file.
      Result<Scenario> scenario = arguments[0] == lab.authored_.name
                                      ? Result<Scenario>(lab.authored_)
                                      : embedded_scenario(arguments[0]);
      if (!scenario) return scenario.error();
      lab.opened_.reset();
      if (lab.screen_ == Screen::jobs) lab.screen_ = Screen::transfers;
      lab.authored_ = *scenario;
      restart(lab, *scenario);
      return "Scenario: " + scenario->title + ".";
    }
    case Verb::open: return open(lab, arguments[0]);
    case Verb::seed: {
      const Result<int64_t> seed = parse_integer(arguments[0], 0, INT64_MAX, "the seed");
      if (!seed) return seed.error();
      Scenario scenario = lab.history_.scenario();
      scenario.seed = static_cast<uint64_t>(*seed);
      restart(lab, std::move(scenario));
      return "The run starts again with seed " + arguments[0] + ".";
    }
    case Verb::set: {
      Result<Scenario> scenario =
          with_setting(lab.history_.scenario(), arguments[0], arguments[1]);
      if (!scenario) return scenario.error();
      restart(lab, std::move(*scenario));
      return "The run starts again with " + arguments[0] + " " + arguments[1] + ".";
    }
    case Verb::reset:
      restart(lab, lab.authored_);
      if (!lab.opened_) return std::string("Back at the start.");
      lab.history_ = *lab.opened_;
      lab.cut_desk_ = lab.opened_cut_;
      return "Back at the run as it was opened. " + where(lab);
    case Verb::step: return step_by(lab, command);
    case Verb::back: return back_by(lab, command);
    case Verb::seek: {
      const Result<int64_t> step =
          parse_integer(arguments[0], 0, static_cast<int64_t>(kStepsMax), "the step");
      if (!step) return step.error();
      const Result<Done> done = lab.history_.seek(static_cast<size_t>(*step));
      if (!done) return done.error();
      return where(lab);
    }
    case Verb::until: {
      const Result<Tick> time = parse_duration(arguments[0]);
      if (!time) return time.error();
      const Result<Done> done = lab.history_.run_until(*time);
      if (!done) return done.error();
      return where(lab);
    }
    case Verb::play: {
      if (auto why = lab.history_.why_not_forward()) return fault(*why);
      lab.playing_ = true;
      return std::string("Playing.");
    }
    case Verb::pause: lab.playing_ = false; return "Paused. " + where(lab);
    default: {
      const Result<double> speed = parse_decimal(arguments[0], 0.1, 50, "the speed");
      if (!speed) return speed.error();
      lab.speed_ = *speed;
      return "Speed: " + print_decimal(*speed) + " steps per second.";
    }
  }
}

Sentence LabVerbs::apply_hand(Lab& lab, const Command& command) {
  const Result<Choice> choice = hand_choice(lab.history_.scenario(), command);
  if (!choice) return choice.error();
  Sentence done = choose(lab, *choice);
  const bool starts = command.verb == Verb::snapshot || command.verb == Verb::read_all ||
                      command.verb == Verb::read_each || command.verb == Verb::record_only;
  if (done && starts)
    lab.selected_ =
        snapshot_name({static_cast<uint32_t>(lab.history_.world().snapshots.size() - 1)});
  return done;
}

Sentence LabVerbs::apply_queue(Lab& lab, const Command& command) {
  QueueLab queue = lab.queue_;
  Result<Done> done = Done{};
  const Result<int64_t> count = command.verb == Verb::queue_step || command.verb == Verb::queue_back
                                    ? count_argument(command, kQueueStepsMax)
                                    : Result<int64_t>(int64_t{0});
  if (!count) return count.error();
  switch (command.verb) {
    case Verb::queue_lambda: done = queue.set_lambda(command.arguments[0]); break;
    case Verb::queue_mu: done = queue.set_mu(command.arguments[0]); break;
    case Verb::queue_predict: done = queue.predict(command.arguments[0]); break;
    case Verb::queue_step: done = queue.advance(*count); break;
    case Verb::queue_back: done = queue.go_back(*count); break;
    default: queue.reset(); break;
  }
  if (!done) return done.error();
  lab.queue_ = queue;
  if (command.verb == Verb::queue_predict)
    return "Your prediction is " + print_decimal(*queue.prediction) + ".";
  std::string out = "t = " + print_decimal(queue.time()) + " s, backlog " +
                    print_decimal(queue.backlog()) + ".";
  if (command.verb == Verb::queue_step && queue.judgement)
    out += queue.judgement->right ? " Your prediction was right."
                                  : " You predicted " +
                                        print_decimal(queue.judgement->predicted) + ".";
  return out;
}

Sentence LabVerbs::apply_screen(Lab& lab, const Command& command) {
  const std::string& argument = command.arguments[0];
  if (command.verb == Verb::show) {
    if (argument != "transfers" && argument != "queue")
      return fault("there is no screen " + in_quotes(argument) +
                   "; there are transfers, queue and jobs");
    if (lab.screen_ == Screen::jobs) lab.selected_.clear();  // of the job
    lab.screen_ = argument == "queue" ? Screen::queue : Screen::transfers;
    lab.playing_ = false;
    return std::string(argument == "queue" ? "Queue lab." : "Transfers.");
  }
  if (command.verb == Verb::select) {
    if (argument != "none" && !is_selectable(lab.history_, argument))
      return fault("there is nothing named " + in_quotes(argument) + " here");
    lab.selected_ = argument == "none" ? "" : argument;
    return argument == "none" ? std::string("Nothing is selected.") : argument + " is selected.";
  }
  if (argument == "all") {
    lab.notices_.clear();
    return std::string("No notices.");
  }
  const Result<int64_t> id = parse_integer(argument, 1, UINT32_MAX, "the notice");
  if (!id) return id.error();
  const auto found = std::find_if(lab.notices_.begin(), lab.notices_.end(),
                                  [&](const Notice& notice) { return notice.id == *id; });
  if (found == lab.notices_.end()) return fault("there is no notice " + argument);
  lab.notices_.erase(found);
  return std::string("Notice dismissed.");
}

Sentence LabVerbs::apply(Lab& lab, const Command& command) {
  if (is_of_exercises(command.verb))
    return fault(in_quotes(print_command(command)) + " is for exercises; this is a run by itself");
  if (auto done = apply_job(lab, command)) return *done;
  switch (command.verb) {
    case Verb::scenario: case Verb::open: case Verb::seed: case Verb::set: case Verb::reset:
    case Verb::step: case Verb::back: case Verb::seek: case Verb::until: case Verb::play:
    case Verb::pause: case Verb::speed:
      return apply_run(lab, command);
    case Verb::send: case Verb::deliver: case Verb::snapshot: case Verb::join: case Verb::read:
    case Verb::read_all: case Verb::read_each: case Verb::record_only: case Verb::markers:
    case Verb::drop: case Verb::duplicate: case Verb::arrive: case Verb::retransmit:
      return apply_hand(lab, command);
    case Verb::queue_lambda: case Verb::queue_mu: case Verb::queue_predict:
    case Verb::queue_step: case Verb::queue_back: case Verb::queue_reset:
      return apply_queue(lab, command);
    case Verb::cut: case Verb::cut_set: case Verb::cut_shrink: case Verb::cut_grow:
    case Verb::cut_load: case Verb::straighten: case Verb::swap: case Verb::unswap:
    case Verb::clocks:
      return apply_cut_command(lab.cut_desk_, lab.history_, lab.run_events(), command);
    case Verb::explore: case Verb::explore_on: case Verb::explore_stop: case Verb::explore_open:
    case Verb::explore_limit: case Verb::claim: case Verb::unclaim:
      return apply_explore(lab, command);
    case Verb::show: case Verb::select: case Verb::dismiss:
      return apply_screen(lab, command);
    default: break;  // of jobs
  }
  return fault("there is no such verb");
}

}  // namespace cutline

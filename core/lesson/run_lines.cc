#include "core/lesson/run_lines.h"

#include "core/base/text.h"
#include "core/lesson/command.h"
#include "core/lesson/settings.h"

namespace cutline {
namespace {

struct ActVerb {
  Act act;
  Verb verb;
};
constexpr ActVerb kProcessActs[] = {
    {Act::snapshot, Verb::snapshot},       {Act::read, Verb::read},
    {Act::read_each, Verb::read_each},     {Act::record_only, Verb::record_only},
    {Act::markers, Verb::markers},
};
constexpr ActVerb kQueueActs[] = {
    {Act::deliver, Verb::deliver}, {Act::drop, Verb::drop}, {Act::duplicate, Verb::duplicate},
    {Act::arrive, Verb::arrive},   {Act::retransmit, Verb::retransmit},
};

// A hand's choice as a command. Every act that a verb can choose is here.
std::string choice_line(const Scenario& scenario, const Choice& choice) {
  if (choice.act == Act::snapshot && choice.joins)
    return print_command({Verb::join, {scenario.processes[choice.process.index].name}});
  if (choice.act == Act::read_all) return print_command({Verb::read_all, {}});
  for (const ActVerb& each : kProcessActs)
    if (each.act == choice.act)
      return print_command({each.verb, {scenario.processes[choice.process.index].name}});
  const std::string channel = scenario.channel_name(choice.channel);
  for (const ActVerb& each : kQueueActs)
    if (each.act == choice.act)
      return choice.position == 0
                 ? print_command({each.verb, {channel}})
                 : print_command({each.verb, {channel, std::to_string(choice.position + 1)}});
  CUTLINE_CHECK(choice.act == Act::send, "a hand's choice has a verb");
  return print_command({Verb::send, {channel, std::to_string(choice.value.part[0])}});
}

void add_settings(const Scenario& authored, const Scenario& scenario,
                  std::vector<std::string>& out) {
  out.push_back(print_command({Verb::scenario, {authored.name}}));
  if (scenario.seed != authored.seed)
    out.push_back(print_command({Verb::seed, {std::to_string(scenario.seed)}}));
  // Shortest and longest depend on each other: a line that would be refused now waits its turn.
  Scenario reached = authored;
  for (size_t round = 0; round < settings().size(); ++round)
    for (const SettingInfo& setting : settings()) {
      const std::string value = setting_value(scenario, setting.key);
      if (value == setting_value(reached, setting.key)) continue;
      Result<Scenario> next = with_setting(reached, setting.key, value);
      if (!next) continue;
      reached = *next;
      out.push_back(print_command({Verb::set, {std::string(setting.key), value}}));
    }
}

void add_choices(const History& history, std::vector<std::string>& out) {
  size_t by_clock = 0;
  const auto flush = [&] {
    if (by_clock == 1) out.push_back(print_command({Verb::step, {}}));
    if (by_clock > 1) out.push_back(print_command({Verb::step, {std::to_string(by_clock)}}));
    by_clock = 0;
  };
  for (const Happening& happening : history.happenings()) {
    if (happening.by_clock) {
      ++by_clock;
      continue;
    }
    flush();
    out.push_back(choice_line(history.scenario(), happening.choice));
  }
  flush();
  if (history.cursor() != history.length())
    out.push_back(print_command({Verb::seek, {std::to_string(history.cursor())}}));
}

}  // namespace

std::vector<std::string> run_lines(const Scenario& authored, const History& history) {
  std::vector<std::string> out;
  add_settings(authored, history.scenario(), out);
  add_choices(history, out);
  return out;
}

void add_queue_lines(const QueueLab& queue, std::vector<std::string>& out) {
  if (queue.lambda != QueueLab::kDefaultLambda)
    out.push_back(print_command({Verb::queue_lambda, {print_decimal(queue.lambda)}}));
  if (queue.mu != QueueLab::kDefaultMu)
    out.push_back(print_command({Verb::queue_mu, {print_decimal(queue.mu)}}));
  if (queue.steps > 0)
    out.push_back(print_command({Verb::queue_step, {std::to_string(queue.steps)}}));
}

}  // namespace cutline

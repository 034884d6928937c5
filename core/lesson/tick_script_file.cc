#include "core/lesson/tick_script_file.h"

#include <algorithm>

#include "core/base/limits.h"
#include "core/base/text.h"

namespace cutline {
namespace {

// A line that is not blank, without its comment.
struct Line {
  int number = 0;
  std::vector<Word> words;
  int end_column = 1;  // behind its last word

  Fault wrong(size_t word, std::string sentence) const {
    const int column = word < words.size() ? words[word].column : end_column;
    return fault_at(number, column, std::move(sentence));
  }
};

struct Lines {
  std::vector<Line> lines;
  int end_line = 1;  // the line behind the last one
};

Lines lines_of(std::string_view text) {
  Lines out;
  for (std::string_view line : split_lines(without_byte_order_mark(text))) {
    Line read;
    read.number = out.end_line++;
    read.words = split_words(line.substr(0, line.find('#')));
    if (read.words.empty()) continue;
    const Word& last = read.words.back();
    read.end_column = last.column + static_cast<int>(last.text.size());
    out.lines.push_back(std::move(read));
  }
  return out;
}

// Exactly the words of the form: "send SRC DST N".
Result<Done> has_form(const Line& line, size_t least, size_t most, std::string_view form) {
  if (line.words.size() < least)
    return line.wrong(line.words.size(), "a word is missing: " + std::string(form));
  if (line.words.size() > most)
    return line.wrong(most, in_quotes(line.words[most].text) + " is one word too many: " +
                                std::string(form));
  return Done{};
}

Result<int64_t> number(const Line& line, size_t word, int64_t max, std::string_view what) {
  const auto value = parse_integer(line.words[word].text, 0, max, what);
  if (!value) return line.wrong(word, value.error().sentence);
  return value;
}

class TopologyReader {
 public:
  explicit TopologyReader(std::string_view text) : file_(lines_of(text)) {}

  Result<Scenario> read() {
    if (auto done = read_processes(); !done) return done.error();
    while (at_ < file_.lines.size())
      if (auto done = read_channel(file_.lines[at_++]); !done) return done.error();
    sort_channels();
    return std::move(scenario_);
  }

 private:
  Result<Done> read_processes();
  Result<Done> read_process(const Line& line);
  Result<Done> read_channel(const Line& line);
  Result<ProcessId> process(const Line& line, size_t word) const;
  void sort_channels();

  Lines file_;
  size_t at_ = 0;  // the next line
  Scenario scenario_;
};

Result<Done> TopologyReader::read_processes() {
  if (file_.lines.empty())
    return fault_at(file_.end_line, 1, "the topology ends before the number of its processes");
  const Line& first = file_.lines[at_++];
  if (auto done = has_form(first, 1, 1, "the number of processes"); !done) return done;
  const auto count = number(first, 0, kProcessesMax, "the number of processes");
  if (!count) return count.error();
  if (*count == 0) return first.wrong(0, "a topology needs at least one process");
  while (scenario_.processes.size() < static_cast<size_t>(*count)) {
    if (at_ == file_.lines.size())
      return fault_at(file_.end_line, 1,
                      "the topology ends after " + std::to_string(scenario_.processes.size()) +
                          " of its " + std::to_string(*count) + " processes");
    if (auto done = read_process(file_.lines[at_++]); !done) return done;
  }
  std::sort(scenario_.processes.begin(), scenario_.processes.end(),
            [](const ProcessSetup& left, const ProcessSetup& right) {
              return left.name < right.name;
            });
  return Done{};
}

Result<Done> TopologyReader::read_process(const Line& line) {
  if (auto done = has_form(line, 2, 2, "NAME BALANCE"); !done) return done;
  const std::string name(line.words[0].text);
  if (const auto why = why_no_name(name)) return line.wrong(0, *why);
  if (find_process(scenario_, name))
    return line.wrong(0, "process " + in_quotes(name) + " is there twice");
  const auto balance = number(line, 1, kAmountMax, "the balance");
  if (!balance) return balance.error();
  scenario_.processes.push_back({name, Value::of(*balance), 0});
  return Done{};
}

Result<Done> TopologyReader::read_channel(const Line& line) {
  if (auto done = has_form(line, 2, 2, "SRC DST"); !done) return done;
  const auto from = process(line, 0);
  if (!from) return from.error();
  const auto to = process(line, 1);
  if (!to) return to.error();
  if (*from == *to) return line.wrong(1, "a process has no channel to itself");
  if (find_channel(scenario_, *from, *to)) return line.wrong(0, "this channel is there twice");
  if (scenario_.channels.size() >= kChannelsMax)
    return line.wrong(0, "there are at most " + std::to_string(kChannelsMax) + " channels");
  scenario_.channels.push_back({*from, *to});
  return Done{};
}

Result<ProcessId> TopologyReader::process(const Line& line, size_t word) const {
  if (const auto found = find_process(scenario_, line.words[word].text)) return *found;
  return line.wrong(word, "there is no process " + in_quotes(line.words[word].text));
}

// The processes are in the order of their names, so this is the order of the channels' names.
void TopologyReader::sort_channels() {
  std::sort(scenario_.channels.begin(), scenario_.channels.end(),
            [](const ChannelSetup& left, const ChannelSetup& right) {
              return std::pair(left.from, left.to) < std::pair(right.from, right.to);
            });
}

class EventReader {
 public:
  explicit EventReader(TickScript& script) : script_(script) {}

  Result<Done> read(std::string_view text) {
    const Lines file = lines_of(text);
    for (const Line& line : file.lines)
      if (auto done = read_event(line); !done) return done;
    script_.end_line = file.end_line;
    return Done{};
  }

 private:
  Result<Done> read_event(const Line& line);
  Result<Done> read_send(const Line& line, ScriptEvent& event);
  Result<Done> read_tick(const Line& line, ScriptEvent& event);
  Result<ProcessId> process(const Line& line, size_t word) const {
    if (const auto found = find_process(script_.scenario, line.words[word].text)) return *found;
    return line.wrong(word, "there is no process " + in_quotes(line.words[word].text));
  }

  TickScript& script_;
  int64_t ticks_ = 0;
};

Result<Done> EventReader::read_event(const Line& line) {
  const std::string_view verb = line.words[0].text;
  ScriptEvent event;
  event.line = line.number;
  event.column = line.words[0].column;
  if (verb == "send") {
    if (auto done = read_send(line, event); !done) return done;
  } else if (verb == "snapshot") {
    if (auto done = has_form(line, 2, 2, "snapshot PROCESS"); !done) return done;
    const auto at = process(line, 1);
    if (!at) return at.error();
    event.act = ScriptAct::snapshot;
    event.process = *at;
  } else if (verb == "tick") {
    if (auto done = read_tick(line, event); !done) return done;
  } else {
    return line.wrong(0, "there is no event " + in_quotes(verb) +
                             "; there are send, snapshot and tick");
  }
  script_.events.push_back(event);
  return Done{};
}

Result<Done> EventReader::read_send(const Line& line, ScriptEvent& event) {
  if (auto done = has_form(line, 4, 4, "send SRC DST AMOUNT"); !done) return done;
  const auto from = process(line, 1);
  if (!from) return from.error();
  const auto to = process(line, 2);
  if (!to) return to.error();
  const auto channel = find_channel(script_.scenario, *from, *to);
  if (!channel)
    return line.wrong(1, "there is no channel from " + std::string(line.words[1].text) + " to " +
                             std::string(line.words[2].text));
  const auto amount = number(line, 3, kAmountMax, "the amount");
  if (!amount) return amount.error();
  event.act = ScriptAct::send;
  event.channel = *channel;
  event.number = *amount;
  event.column = line.words[3].column;  // what may turn out too large
  return Done{};
}

Result<Done> EventReader::read_tick(const Line& line, ScriptEvent& event) {
  if (auto done = has_form(line, 1, 2, "tick [COUNT]"); !done) return done;
  event.act = ScriptAct::tick;
  if (line.words.size() == 2) {
    const auto count = number(line, 1, kScriptTicksMax, "the number of ticks");
    if (!count) return count.error();
    event.number = *count;
  }
  ticks_ += event.number;
  if (ticks_ > kScriptTicksMax)
    return line.wrong(0, "a script has at most " + std::to_string(kScriptTicksMax) + " ticks");
  return Done{};
}

Result<std::vector<int64_t>> read_draws(std::string_view text) {
  std::vector<int64_t> draws;
  for (const Line& line : lines_of(text).lines)
    for (size_t word = 0; word < line.words.size(); ++word) {
      const auto draw = number(line, word, kDrawMax, "a draw");
      if (!draw) return draw.error();
      draws.push_back(*draw);
    }
  return draws;
}

Fault in_file(const TextFile& file, Fault problem) {
  problem.file = file.name;
  return problem;
}

}  // namespace

Result<TickScript> read_tick_script(const TickScriptFiles& files) {
  TickScript script;
  auto scenario = TopologyReader(files.topology.text).read();
  if (!scenario) return in_file(files.topology, scenario.error());
  script.scenario = std::move(*scenario);
  const auto draws = read_draws(files.draws.text);
  if (!draws) return in_file(files.draws, draws.error());
  script.draws = *draws;
  if (auto done = EventReader(script).read(files.script.text); !done)
    return in_file(files.script, done.error());
  return script;
}

std::string print_tick_snapshots(const TickScript& script, const TickRun& run) {
  std::string out;
  const Scenario& scenario = script.scenario;
  for (size_t id = 0; id < run.world.snapshots.size(); ++id) {
    out += std::to_string(id) + "\n";
    for (size_t index = 0; index < scenario.processes.size(); ++index) {
      const Value& balance = run.world.snapshots[id].processes[index].state.balance;
      out += scenario.processes[index].name + " " + std::to_string(balance.part[0]) + "\n";
    }
    for (RecordId found : run.in_flight[id]) {
      const Record& record = run.world.records[found.index];
      const ChannelSetup& channel = scenario.channels[record.channel.index];
      out += scenario.processes[channel.from.index].name + " " +
             scenario.processes[channel.to.index].name + " token(" +
             std::to_string(record.value.part[0]) + ")\n";
    }
  }
  return out;
}

}  // namespace cutline

#include "core/lesson/figure.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/lesson/explain.h"
#include "core/lesson/explain_cut.h"
#include "core/lesson/predicate.h"
#include "core/lesson/settings.h"
#include "core/lesson/words.h"
#include "core/system/ledger.h"

namespace cutline {
namespace {

using Question = FigureQuestion;
using Value_ = Result<FigureValue>;

double number_of(const Value& value) { return static_cast<double>(value.part[0]); }

const Snapshot& snapshot_of(const Question& question) {
  return question.world.snapshots[question.snapshot.index];
}

SnapshotLedger ledger_of(const Question& question) {
  return snapshot_ledger(question.scenario, question.world, question.snapshot);
}

// --- the system now ---

Value_ balance(const Question& question) {
  return number_value(
      number_of(question.world.processes[question.process.index].state.balance));
}

Value_ in_channel(const Question& question) {
  double sum = 0;
  for (const Item& item : question.world.channels[question.channel.index].queue)
    if (item.kind == ItemKind::record)
      sum += number_of(question.world.records[item.record.index].value);
  return number_value(sum);
}

double items(const World& world, ItemKind kind) {
  double count = 0;
  for (const Channel& channel : world.channels)
    for (const Item& item : channel.queue) count += item.kind == kind ? 1 : 0;
  return count;
}

Value_ records_in(const Question& question) {
  std::vector<std::string> names;
  for (const Item& item : question.world.channels[question.channel.index].queue)
    if (item.kind == ItemKind::record) names.push_back(record_name(item.record));
  return names_value(std::move(names));
}

Value_ setting_is(const Question& question) {
  return truth_value(setting_value(question.scenario, question.words[0]) == question.words[1]);
}

// --- a snapshot ---

Value_ recorded(const Question& question) {
  const ProcessRecording& recording = snapshot_of(question).processes[question.process.index];
  if (!recording.recorded)
    return fault(question.scenario.processes[question.process.index].name +
                 " has not recorded in " + snapshot_name(question.snapshot));
  return number_value(number_of(recording.state.balance));
}

Value_ recorded_in(const Question& question) {
  double sum = 0;
  for (RecordId record : snapshot_of(question).channels[question.channel.index].records)
    sum += number_of(question.world.records[record.index].value);
  return number_value(sum);
}

Value_ recorded_records(const Question& question) {
  return names_value(
      record_names(snapshot_of(question).channels[question.channel.index].records));
}

Value_ channels_recorded(const Question& question) {
  std::vector<std::string> names;
  for (uint32_t index = 0; index < question.world.channels.size(); ++index)
    if (!snapshot_of(question).channels[index].records.empty())
      names.push_back(question.scenario.channel_name({index}));
  return names_value(std::move(names));
}

template <bool kLost>
Value_ miscounted(const Question& question) {
  std::vector<std::string> names;
  for (const ChannelLedger& channel : ledger_of(question).channels)
    for (const std::string& name : record_names(kLost ? channel.lost : channel.repeated))
      names.push_back(name);
  return names_value(std::move(names));
}

template <double (*kSum)(const SnapshotLedger&)>
Value_ of_complete(const Question& question) {
  if (!snapshot_of(question).complete)
    return fault(snapshot_name(question.snapshot) + " is not complete");
  return number_value(kSum(ledger_of(question)));
}
double sum_total(const SnapshotLedger& ledger) { return number_of(ledger.total); }
double sum_processes(const SnapshotLedger& ledger) { return number_of(ledger.at_processes); }
double sum_channels(const SnapshotLedger& ledger) { return number_of(ledger.in_channels); }

template <bool (*kHolds)(const SnapshotLedger&)>
Value_ verdict(const Question& question) {
  return truth_value(snapshot_of(question).complete && kHolds(ledger_of(question)));
}
bool is_complete(const SnapshotLedger&) { return true; }
bool is_consistent_snapshot(const SnapshotLedger& ledger) {
  return ledger.verdict == Verdict::consistent;
}
bool is_right_total(const SnapshotLedger& ledger) { return ledger.total == ledger.expected; }

Value_ markers_sent(const Question& question) {
  double count = 0;
  const History& history = question.lab.history();
  for (size_t at = 0; at < history.cursor(); ++at)
    for (const Effect& effect : history.happenings()[at].effects)
      if (effect.kind == EffectKind::marker_sent && effect.snapshot == question.snapshot)
        count += 1;
  return number_value(count);
}

Value_ snapshot_existed(const Question& question) {
  const History& history = question.lab.history();
  const RunEvents& run = question.lab.run_events();
  const auto cut = cut_of(run, history.happenings(), snapshot_of(question));
  if (!cut || !is_consistent(run, *cut)) return truth_value(false);
  return truth_value(
      first_occurrence(run, *cut, static_cast<uint32_t>(history.length())).has_value());
}

// --- the learner's cut ---

template <class Read>
Value_ of_cut(const Question& question, Read read) {
  if (!question.lab.cut_desk().cut) return fault("there is no cut");
  return read(question.lab.run_events(), *question.lab.cut_desk().cut);
}

Value_ cut_consistent(const Question& question) {
  return of_cut(question, [](const RunEvents& run, const Cut& cut) {
    return truth_value(is_consistent(run, cut));
  });
}

Value_ cut_existed(const Question& question) {
  return of_cut(question, [&](const RunEvents& run, const Cut& cut) {
    const auto steps = static_cast<uint32_t>(question.lab.history().length());
    return truth_value(is_consistent(run, cut) && first_occurrence(run, cut, steps));
  });
}

template <bool (*kCounts)(const RunEvents&, const Cut&, const RunMessage&)>
Value_ cut_messages(const Question& question) {
  return of_cut(question, [](const RunEvents& run, const Cut& cut) {
    std::vector<std::string> names;
    for (const RunMessage& message : run.messages)
      if (kCounts(run, cut, message)) names.push_back(message_name(message));
    return names_value(std::move(names));
  });
}

Value_ cut_total(const Question& question) {
  return of_cut(question, [&](const RunEvents& run, const Cut& cut) {
    return number_value(number_of(cut_ledger(question.scenario, run, cut).total));
  });
}

Value_ cut_inside(const Question& question) {
  return of_cut(question, [&](const RunEvents&, const Cut& cut) {
    return number_value(cut.inside[question.process.index]);
  });
}

constexpr FigureType kNumber = FigureType::number;
constexpr FigureType kTruth = FigureType::truth;
constexpr FigureType kNames = FigureType::names;

constexpr FigureInfo kFigures[] = {
    {"balance", "PROCESS", kNumber, "what PROCESS has now", false, balance},
    {"in-channel", "CHANNEL", kNumber, "the amount on its way in CHANNEL now", false, in_channel},
    {"at-processes", "", kNumber, "the sum of all balances now", false,
     [](const Question& question) -> Value_ {
       return number_value(
           number_of(living_ledger(question.scenario, question.world).at_processes));
     }},
    {"in-flight", "", kNumber, "the amount on its way in all channels now", false,
     [](const Question& question) -> Value_ {
       return number_value(
           number_of(living_ledger(question.scenario, question.world).in_channels));
     }},
    {"total", "", kNumber, "at-processes + in-flight", false,
     [](const Question& question) -> Value_ {
       return number_value(number_of(living_ledger(question.scenario, question.world).total));
     }},
    {"started-with", "", kNumber, "the sum of all balances at the start", false,
     [](const Question& question) -> Value_ {
       return number_value(number_of(living_ledger(question.scenario, question.world).expected));
     }},
    {"records-in", "CHANNEL", kNames, "the transfers that wait in CHANNEL, oldest first", false,
     records_in},
    {"records-in-flight", "", kNumber, "how many transfers wait in channels", false,
     [](const Question& question) -> Value_ {
       return number_value(items(question.world, ItemKind::record));
     }},
    {"markers-in-flight", "", kNumber, "how many markers wait in channels", false,
     [](const Question& question) -> Value_ {
       return number_value(items(question.world, ItemKind::marker));
     }},
    {"steps", "", kNumber, "how many steps the run has taken", true,
     [](const Question& question) -> Value_ {
       return number_value(static_cast<double>(question.lab.history().cursor()));
     }},
    {"setting-is", "KEY VALUE", kTruth, "the setting KEY has that VALUE", false, setting_is},
    {"recorded", "PROCESS SNAPSHOT", kNumber, "what PROCESS recorded as its balance", false,
     recorded},
    {"recorded-in", "CHANNEL SNAPSHOT", kNumber, "the amount recorded as state of CHANNEL", false,
     recorded_in},
    {"recorded-records", "CHANNEL SNAPSHOT", kNames, "the transfers recorded as its state", false,
     recorded_records},
    {"channels-recorded", "SNAPSHOT", kNames, "the channels whose recorded state is not empty",
     false, channels_recorded},
    {"snapshot-at-processes", "SNAPSHOT", kNumber, "the sum of its recorded balances", false,
     of_complete<sum_processes>},
    {"snapshot-in-channels", "SNAPSHOT", kNumber, "the sum of its recorded channel states", false,
     of_complete<sum_channels>},
    {"snapshot-total", "SNAPSHOT", kNumber, "the sum of all it recorded", false,
     of_complete<sum_total>},
    {"snapshot-complete", "SNAPSHOT", kTruth, "everything is recorded", false,
     verdict<is_complete>},
    {"snapshot-consistent", "SNAPSHOT", kTruth, "complete, and each transfer counts once", false,
     verdict<is_consistent_snapshot>},
    {"snapshot-right-total", "SNAPSHOT", kTruth, "complete, and adds up to started-with", false,
     verdict<is_right_total>},
    {"snapshot-existed", "SNAPSHOT", kTruth, "the run was at some instant in its state", true,
     snapshot_existed},
    {"lost", "SNAPSHOT", kNames, "the transfers that it counts nowhere", false, miscounted<true>},
    {"repeated", "SNAPSHOT", kNames, "the transfers that it counts twice", false,
     miscounted<false>},
    {"markers-sent", "SNAPSHOT", kNumber, "how many markers were sent for it so far", true,
     markers_sent},
    {"cut-consistent", "", kTruth, "the learner's cut is consistent", true, cut_consistent},
    {"cut-existed", "", kTruth, "the run was at some instant in its state", true, cut_existed},
    {"cut-total", "", kNumber, "balances and channels at the learner's cut", true, cut_total},
    {"cut-inside", "PROCESS", kNumber, "how many events of PROCESS lie inside it", true,
     cut_inside},
    {"cut-in-flight", "", kNames, "the messages in flight at it", true,
     cut_messages<is_in_flight>},
    {"cut-orphans", "", kNames, "the messages received inside it, sent outside it", true,
     cut_messages<is_orphan>},
};

bool is_snapshot_name(const std::string& word) {
  return word.size() > 1 && word.size() < 4 && word[0] == 'S' && word[1] != '0' &&
         std::all_of(word.begin() + 1, word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_of_jobs(const FigureInfo& figure) {
  for (const std::span<const FigureInfo> all : {job_figures(), checkpoint_figures()})
    for (const FigureInfo& each : all)
      if (&each == &figure) return true;
  return false;
}

}  // namespace

std::string_view argument_kind(const FigureInfo& figure, size_t argument) {
  return split_words(figure.arguments)[argument].text;
}

std::string_view figure_type_name(FigureType type) {
  switch (type) {
    case FigureType::number: return "a number";
    case FigureType::truth: return "true or false";
    case FigureType::names: return "a list of names";
  }
  return "";
}

FigureValue number_value(double number) { return {FigureType::number, number, false, {}}; }
FigureValue truth_value(bool truth) { return {FigureType::truth, 0, truth, {}}; }
FigureValue names_value(std::vector<std::string> names) {
  return {FigureType::names, 0, false, std::move(names)};
}

std::string figure_text(const FigureValue& value) {
  if (value.type == FigureType::number) return print_decimal(value.number);
  if (value.type == FigureType::truth) return value.truth ? "true" : "false";
  return value.names.empty() ? "none" : list_text(value.names);
}

bool same_value(const FigureValue& left, const FigureValue& right) {
  if (left.type != right.type) return false;
  if (left.type == FigureType::truth) return left.truth == right.truth;
  if (left.type == FigureType::number)
    return std::fabs(left.number - right.number) <=
           1e-9 * std::max({1.0, std::fabs(left.number), std::fabs(right.number)});
  std::vector<std::string> sorted_left = left.names;
  std::vector<std::string> sorted_right = right.names;
  std::sort(sorted_left.begin(), sorted_left.end());
  std::sort(sorted_right.begin(), sorted_right.end());
  return sorted_left == sorted_right;
}

std::vector<const FigureInfo*> figures() {
  std::vector<const FigureInfo*> all;
  for (const FigureInfo& figure : kFigures) all.push_back(&figure);
  for (const FigureInfo& figure : queue_figures()) all.push_back(&figure);
  for (const FigureInfo& figure : job_figures()) all.push_back(&figure);
  for (const FigureInfo& figure : checkpoint_figures()) all.push_back(&figure);
  return all;
}

const FigureInfo* find_figure(std::string_view name) {
  for (const FigureInfo* figure : figures())
    if (figure->name == name) return figure;
  return nullptr;
}

Result<Done> check_figure(const FigureSubject& subject, const FigureInfo& figure) {
  if (is_of_jobs(figure) == (subject.job != nullptr)) return Done{};
  return fault(std::string(figure.name) +
               (subject.job ? " is asked of processes or of the queue lab, and this is a job"
                            : " is asked of a streaming job, and here are processes"));
}

Result<Done> check_figure_argument(const FigureSubject& subject, const FigureInfo& figure,
                                   size_t argument, const std::string& word) {
  if (subject.job) return check_job_argument(*subject.job, figure, argument, word);
  const Scenario& scenario = *subject.scenario;
  const std::string_view kind = argument_kind(figure, argument);
  const std::string who = std::string(figure.name) + ": ";
  if (kind == "PROCESS" && !find_process(scenario, word))
    return fault(who + "there is no process " + in_quotes(word));
  if (kind == "CHANNEL" && !find_channel(scenario, word))
    return fault(who + "there is no channel " + in_quotes(word));
  if (kind == "SNAPSHOT" && !is_snapshot_name(word))
    return fault(who + "a snapshot is named S1, S2, …, not " + in_quotes(word));
  if (kind == "KEY" && std::none_of(settings().begin(), settings().end(), [&](const auto& each) {
        return each.key == word;
      }))
    return fault(who + "there is no parameter " + in_quotes(word));
  return Done{};
}

Result<FigureValue> figure_value(const Lab& lab, const FigureInfo& figure,
                                 const std::vector<std::string>& arguments) {
  if (is_of_jobs(figure)) return job_figure_value(lab, figure, arguments);
  FigureQuestion question{lab, lab.history().scenario(), lab.history().world(), {}, {}, {},
                          arguments};
  for (size_t at = 0; at < arguments.size(); ++at) {
    if (const auto good = check_figure_argument(question.scenario, figure, at, arguments[at]);
        !good)
      return good.error();
    const std::string_view kind = argument_kind(figure, at);
    if (kind == "PROCESS") question.process = *find_process(question.scenario, arguments[at]);
    if (kind == "CHANNEL") question.channel = *find_channel(question.scenario, arguments[at]);
    if (kind != "SNAPSHOT") continue;
    const auto number = parse_integer(arguments[at].substr(1), 1, 99, "the snapshot");
    if (!number) return number.error();
    question.snapshot = {static_cast<uint32_t>(*number - 1)};
    if (question.snapshot.index >= question.world.snapshots.size())
      return fault("there is no snapshot " + arguments[at] + " yet");
  }
  return figure.value(question);
}

}  // namespace cutline

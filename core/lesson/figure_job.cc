// Figures of a streaming job as it is now: its sources, channels and tasks, what its state and the
// readers behind its sinks have of each record, its restarts. Times are in milliseconds.
#include <algorithm>

#include "core/base/text.h"
#include "core/lesson/figure_job.h"
#include "core/lesson/job_settings.h"
#include "core/run/job_names.h"
#include "core/run/job_series.h"
#include "core/run/job_tags.h"
#include "core/system/job_ledger.h"
#include "core/system/sink_ledger.h"

namespace cutline {
namespace {

using Question = FigureQuestion;
using Value_ = Result<FigureValue>;

const Task& task_of(const Question& question) { return question.job->tasks[question.task.index]; }

// --- channels and tasks ---

template <class Keeps>
Value_ channels_where(const Question& question, Keeps keeps) {
  std::vector<std::string> names;
  for (uint32_t index = 0; index < question.job->links.size(); ++index)
    if (keeps(LinkId{index})) names.push_back(link_name(*question.setup, {index}));
  return names_value(std::move(names));
}

Value_ blocked_channels(const Question& question) {
  return channels_where(question, [&](LinkId link) {
    const LinkPlan& plan = question.setup->plan.links[link.index];
    return is_held(question.job->tasks[plan.consumer.index], plan.input);
  });
}

Value_ backpressured_tasks(const Question& question) {
  std::vector<std::string> names;
  for (uint32_t index = 0; index < question.job->tasks.size(); ++index)
    if (question.job->tasks[index].backpressured)
      names.push_back(subtask_name(*question.setup, {index}));
  return names_value(std::move(names));
}

LinkLedger ledger_of(const Question& question) {
  return link_ledger(*question.setup, *question.job, question.link);
}

Value_ queued(const Question& question) {
  return record_names_value(*question.setup, ledger_of(question).in_flight.names);
}

Value_ queued_bytes(const Question& question) {
  const Link& link = question.job->links[question.link.index];
  int64_t bytes = 0;
  for (size_t at = 0; at < link.in.size(); ++at) bytes += link.in.item(at).buffer.bytes;
  for (size_t at = 0; at < link.wire.size(); ++at) bytes += link.wire.at(at).item.buffer.bytes;
  for (size_t at = 0; at < link.out.size(); ++at) bytes += link.out.item(at).buffer.bytes;
  return count_value(bytes);
}

// --- the ledger ---

template <std::vector<OriginTag> LinkLedger::* kNames>
Value_ miscounted_records(const Question& question) {
  std::vector<OriginTag> all;
  for (uint32_t index = 0; index < question.job->links.size(); ++index) {
    const LinkLedger ledger = link_ledger(*question.setup, *question.job, {index});
    all.insert(all.end(), (ledger.*kNames).begin(), (ledger.*kNames).end());
  }
  return record_names_value(*question.setup, all);
}

template <int64_t JobLedger::* kCount>
Value_ miscounted(const Question& question) {
  return count_value(job_ledger(*question.setup, *question.job).*kCount);
}

template <int64_t SinkLedger::* kCount>
Value_ behind_sink(const Question& question) {
  const SinkLedger ledger = sink_ledger(*question.setup, *question.job, question.vertex);
  if (!ledger.judged) return fault("the effects behind that sink cannot be judged any more");
  return count_value(ledger.*kCount);
}

template <std::vector<OriginTag> SinkLedger::* kNames>
Value_ names_behind_sink(const Question& question) {
  const SinkLedger ledger = sink_ledger(*question.setup, *question.job, question.vertex);
  return record_names_value(*question.setup, ledger.*kNames);
}

template <TransactionState kState>
Value_ in_transactions(const Question& question) {
  return count_value(
      question.job->external[question.vertex.index].transactions.records_in(kState));
}

// --- the run ---

Result<const RecoveryRecord*> last_recovery(const Question& question) {
  if (question.job->recoveries.empty()) return fault("no task has been restarted yet");
  return &question.job->recoveries.back();
}

Value_ recovery_time(const Question& question) {
  const auto last = last_recovery(question);
  if (!last) return last.error();
  if ((*last)->running_at < 0) return fault("the recovery is not over yet");
  return milliseconds_value((*last)->running_at - (*last)->failed_at);
}

Value_ restored_checkpoint(const Question& question) {
  const auto last = last_recovery(question);
  if (!last) return last.error();
  if ((*last)->restored_at < 0) return fault("nothing has been restored yet");
  return count_value(std::max<int64_t>(0, (*last)->checkpoint.number));
}

Value_ option_is(const Question& question) {
  return truth_value(job_setting_value(question.setup->job, question.words[0]) ==
                     question.words[1]);
}

constexpr FigureType kNumber = FigureType::number;
constexpr FigureType kTruth = FigureType::truth;
constexpr FigureType kNames = FigureType::names;

constexpr FigureInfo kFigures[] = {
    {"time-ms", "", kNumber, "the time of the run, in ms", true,
     [](const Question& question) -> Value_ { return milliseconds_value(question.job->now); }},
    {"option-is", "KEY VALUE", kTruth, "the job's option KEY has that VALUE", false, option_is},
    {"job-running", "", kTruth, "all tasks are running, or have finished", false,
     [](const Question& question) -> Value_ { return truth_value(question.job->running); }},
    {"position", "SOURCE", kNumber, "how many records SOURCE has read", false,
     [](const Question& question) -> Value_ {
       return count_value(static_cast<int64_t>(records_read(task_of(question).operators)));
     }},
    {"behind", "SOURCE", kNumber, "how many records wait in the log of SOURCE", false,
     [](const Question& question) -> Value_ {
       return count_value(source_backlog(*question.setup, *question.job, question.task));
     }},
    {"processed", "TASK", kNumber, "how many records the state of TASK holds", false,
     [](const Question& question) -> Value_ {
       return count_value(task_of(question).operators.applied.count);
     }},
    {"backpressured-tasks", "", kNames, "the tasks that have no buffer to write to", false,
     backpressured_tasks},
    {"queued", "CHANNEL", kNames, "the records under way on CHANNEL, the one in hand included",
     false, queued},
    {"queued-records", "CHANNEL", kNumber, "how many these are", false,
     [](const Question& question) -> Value_ {
       return count_value(ledger_of(question).in_flight.count);
     }},
    {"queued-bytes", "CHANNEL", kNumber, "what lies in its queues, in bytes", false, queued_bytes},
    {"blocked-channels", "", kNames, "channels from which nothing is taken: alignment", false,
     blocked_channels},
    {"lost-in-state", "", kNumber, "records that were sent and are neither received nor under way",
     false, miscounted<&JobLedger::lost>},
    {"repeated-in-state", "", kNumber, "records received or under way more often than sent", false,
     miscounted<&JobLedger::repeated>},
    {"lost-records", "", kNames, "the names of those lost in state", false,
     miscounted_records<&LinkLedger::lost_names>},
    {"repeated-records", "", kNames, "the names of those repeated in state", false,
     miscounted_records<&LinkLedger::repeated_names>},
    {"seen-behind", "SINK", kNumber, "how many records a reader behind SINK sees", false,
     behind_sink<&SinkLedger::visible>},
    {"lost-behind", "SINK", kNumber, "of these, how many will never be there", false,
     behind_sink<&SinkLedger::lost>},
    {"repeated-behind", "SINK", kNumber, "how many a reader sees more than once", false,
     behind_sink<&SinkLedger::repeated>},
    {"rewritten-behind", "SINK", kNumber, "how many were written again by key: there once", false,
     behind_sink<&SinkLedger::rewritten>},
    {"records-lost-behind", "SINK", kNames, "the names of those lost", false,
     names_behind_sink<&SinkLedger::lost_names>},
    {"records-repeated-behind", "SINK", kNames, "the names of those seen more than once", false,
     names_behind_sink<&SinkLedger::repeated_names>},
    {"open-records", "SINK", kNumber, "records in open transactions", false,
     in_transactions<TransactionState::open>},
    {"pre-committed-records", "SINK", kNumber, "records that wait for their commit", false,
     in_transactions<TransactionState::pre_committed>},
    {"committed-records", "SINK", kNumber, "records in committed transactions", false,
     in_transactions<TransactionState::committed>},
    {"aborted-records", "SINK", kNumber, "records in transactions that were aborted", false,
     in_transactions<TransactionState::aborted>},
    {"timed-out-records", "SINK", kNumber, "records in transactions that have timed out", false,
     in_transactions<TransactionState::timed_out>},
    {"restarts", "", kNumber, "how often tasks were restarted", false,
     [](const Question& question) -> Value_ { return count_value(question.job->restarts); }},
    {"restored-checkpoint", "", kNumber, "the id of the last one restored; 0: the job's start",
     false, restored_checkpoint},
    {"restarted-tasks", "", kNumber, "how many tasks the last restart was of", false,
     [](const Question& question) -> Value_ {
       const auto last = last_recovery(question);
       return last ? Value_(count_value((*last)->tasks)) : Value_(last.error());
     }},
    {"recovery-ms", "", kNumber, "from the last failure until all tasks ran again, in ms", false,
     recovery_time},
};

constexpr std::string_view kLimits[] = {"queue", "alignment", "sync", "storage", "coordinator"};

bool is_checkpoint_name(const std::string& word) {
  return word.size() > 4 && word.size() < 8 && word.starts_with("chk-") && word[4] != '0' &&
         word.find_first_not_of("0123456789", 4) == std::string::npos;
}

std::optional<LinkId> find_link(const JobSetup& setup, const std::string& word) {
  for (uint32_t index = 0; index < setup.plan.links.size(); ++index)
    if (link_name(setup, {index}) == word) return LinkId{index};
  return std::nullopt;
}

}  // namespace

FigureValue count_value(int64_t count) { return number_value(static_cast<double>(count)); }

FigureValue milliseconds_value(Tick time) {
  return number_value(static_cast<double>(time) / static_cast<double>(kMillisecond));
}

Result<FigureValue> record_names_value(const JobSetup& setup, const std::vector<OriginTag>& tags) {
  if (!setup.job.named)
    return fault("records have names in a job with \"named = true\" only");
  std::vector<OriginTag> sorted = tags;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<std::string> names;
  for (OriginTag tag : sorted) names.push_back(tag_name(setup, tag));
  return names_value(std::move(names));
}

std::span<const FigureInfo> job_figures() { return kFigures; }

Result<Done> check_job_argument(const JobSetup& setup, const FigureInfo& figure, size_t argument,
                                const std::string& word) {
  const std::string_view kind = argument_kind(figure, argument);
  const std::string who = std::string(figure.name) + ": ";
  const auto task = find_subtask(setup, word);
  const auto vertex = find_vertex(setup.job, word);
  if (kind == "TASK" && !task) return fault(who + "there is no task " + in_quotes(word));
  if (kind == "SOURCE" && (!task || setup.vertex(*task).kind != VertexKind::source))
    return fault(who + "there is no task of a source " + in_quotes(word));
  if (kind == "SINK" &&
      (!vertex || setup.job.vertices[vertex->index].kind != VertexKind::sink))
    return fault(who + "there is no sink " + in_quotes(word));
  if (kind == "CHANNEL" && !find_link(setup, word))
    return fault(who + "there is no channel " + in_quotes(word));
  if (kind == "CHECKPOINT" && !is_checkpoint_name(word))
    return fault(who + "a checkpoint is named chk-1, chk-2, …, not " + in_quotes(word));
  if (kind == "LIMIT" && std::find(std::begin(kLimits), std::end(kLimits), word) ==
                             std::end(kLimits))
    return fault(who + "a checkpoint is limited by queue, alignment, sync, storage or "
                       "coordinator, not by " + in_quotes(word));
  if (kind == "KEY" && std::none_of(job_settings().begin(), job_settings().end(),
                                    [&](const auto& each) { return each.key == word; }))
    return fault(who + "there is no option " + in_quotes(word));
  return Done{};
}

Result<FigureValue> job_figure_value(const Lab& lab, const FigureInfo& figure,
                                     const std::vector<std::string>& arguments) {
  if (!lab.job()) return fault("there is no streaming job");
  const JobHistory& history = lab.job()->history;
  const JobSetup& setup = current_setup(history.setup(), history.world());
  FigureQuestion question{lab, lab.history().scenario(), lab.history().world(), {}, {}, {},
                          arguments, &setup, &history.world()};
  for (size_t at = 0; at < arguments.size(); ++at) {
    const std::string& word = arguments[at];
    // The job may have been restarted at another parallelism since the name was read.
    if (const auto good = check_job_argument(setup, figure, at, word); !good) return good.error();
    const std::string_view kind = argument_kind(figure, at);
    if (kind == "TASK" || kind == "SOURCE") question.task = *find_subtask(setup, word);
    if (kind == "CHANNEL") question.link = *find_link(setup, word);
    if (kind == "SINK") question.vertex = *find_vertex(setup.job, word);
    if (kind != "CHECKPOINT") continue;
    const auto number = parse_integer(word.substr(4), 1, 999, "the checkpoint");
    if (!number) return number.error();
    question.checkpoint = CheckpointId{*number};
  }
  return figure.value(question);
}

}  // namespace cutline

// Events of a job that an order is asked of: their words, and when each happens first.
#include <algorithm>
#include <span>

#include "core/base/text.h"
#include "core/lesson/exercise_events.h"
#include "core/run/job_names.h"
#include "core/run/job_watch.h"

namespace cutline {
namespace {

constexpr uint64_t kEventsWalkedMax = 100'000;

// What an event is recognised by.
struct Meant {
  JobChangeKind kind = JobChangeKind::records;
  std::optional<SubtaskId> task;
  std::optional<LinkId> link;
  std::optional<CheckpointId> checkpoint;
};

std::optional<LinkId> find_link(const JobSetup& setup, std::string_view word) {
  for (uint32_t index = 0; index < setup.plan.links.size(); ++index)
    if (link_name(setup, {index}) == word) return LinkId{index};
  return std::nullopt;
}

std::optional<CheckpointId> find_checkpoint(std::string_view word) {
  if (!word.starts_with("chk-")) return std::nullopt;
  const auto number = parse_integer(word.substr(4), 1, 999, "the checkpoint");
  if (!number) return std::nullopt;
  return CheckpointId{*number};
}

// "chk-1 triggered", "chk-1 on A>J", "chk-1 at J", "chk-1 stored by J"
std::optional<Meant> meant_by_checkpoint(const JobSetup& setup, CheckpointId id,
                                         const std::vector<Word>& words) {
  const std::string_view verb = words[1].text;
  if (words.size() == 2) {
    if (verb == "triggered") return Meant{JobChangeKind::triggered, {}, {}, id};
    if (verb == "completed") return Meant{JobChangeKind::completed, {}, {}, id};
    if (verb == "failed") return Meant{JobChangeKind::failed, {}, {}, id};
    return std::nullopt;
  }
  const auto task = find_subtask(setup, words.back().text);
  if (words.size() == 4 && verb == "stored" && words[2].text == "by" && task)
    return Meant{JobChangeKind::acknowledged, task, {}, id};
  if (words.size() != 3) return std::nullopt;
  if (verb == "at" && task) return Meant{JobChangeKind::snapshot_begun, task, {}, id};
  const auto link = find_link(setup, words[2].text);
  if (verb == "on" && link) return Meant{JobChangeKind::barrier_taken, {}, link, id};
  return std::nullopt;
}

std::optional<Meant> meant_by(const JobSetup& setup, const std::string& event) {
  const std::vector<Word> words = split_words(event);
  if (event == "a task fails") return Meant{JobChangeKind::task_failed, {}, {}, {}};
  if (event == "restored") return Meant{JobChangeKind::restored, {}, {}, {}};
  if (words.size() < 2) return std::nullopt;
  if (const auto id = find_checkpoint(words[0].text))
    return meant_by_checkpoint(setup, *id, words);
  if (words.size() != 2) return std::nullopt;
  const auto task = find_subtask(setup, words[0].text);
  if (task && words[1].text == "commits") return Meant{JobChangeKind::committed, task, {}, {}};
  const auto link = find_link(setup, words[0].text);
  if (link && words[1].text == "blocked") return Meant{JobChangeKind::held, {}, link, {}};
  if (link && words[1].text == "resumed") return Meant{JobChangeKind::released, {}, link, {}};
  return std::nullopt;
}

bool is_meant(const Meant& meant, const JobChange& change) {
  return change.kind == meant.kind && (!meant.task || *meant.task == change.subtask) &&
         (!meant.link || *meant.link == change.link) &&
         (!meant.checkpoint || *meant.checkpoint == change.checkpoint);
}

}  // namespace

Result<Done> check_job_event(const JobSetup& setup, const std::string& event) {
  if (meant_by(setup, event)) return Done{};
  return fault("an event of a job is \"chk-1 triggered\", \"chk-1 on A>J\", \"chk-1 at J\", "
               "\"chk-1 stored by J\", \"chk-1 completed\", \"chk-1 failed\", \"A>J blocked\", "
               "\"A>J resumed\", \"sink commits\", \"a task fails\" or \"restored\", with names of "
               "this job; not " + in_quotes(event));
}

Result<std::vector<OrderedEvent>> find_job_events(const JobHistory& history,
                                                  const std::vector<std::string>& events) {
  std::vector<Meant> all;
  for (const std::string& event : events) {
    const auto meant = meant_by(history.setup(), event);
    if (!meant) return check_job_event(history.setup(), event).error();
    all.push_back(*meant);
  }
  const uint64_t end = history.cursor();
  if (end > kEventsWalkedMax)
    return fault("an order is asked of runs of at most " + std::to_string(kEventsWalkedMax) +
                 " events");
  std::vector<OrderedEvent> out(events.size());
  JobHistory run = history;
  if (auto done = run.seek(0); !done) return done.error();
  JobWatch watch(run.setup(), run.world());
  std::vector<JobChange> changes;
  while (run.cursor() < end && run.step_forward()) {
    changes.clear();
    watch.look(run.setup(), run.world(), changes);
    for (size_t at = 0; at < all.size(); ++at)
      if (out[at].step == 0 && std::any_of(changes.begin(), changes.end(), [&](const auto& each) {
            return is_meant(all[at], each);
          }))
        out[at].step = run.cursor();
  }
  for (size_t at = 0; at < events.size(); ++at)
    if (out[at].step == 0) return fault("the run has no event " + in_quotes(events[at]));
  return out;
}

}  // namespace cutline

#include "core/lesson/exercise_events.h"

#include <algorithm>
#include <numeric>

#include "core/base/text.h"
#include "core/lesson/cut_desk.h"

namespace cutline {
namespace {

constexpr uint64_t kCutsMax = 20'000;  // that are tried

bool is_meant(const Effect& effect, const Scenario& scenario, const std::vector<Word>& words) {
  if (words.size() == 3)
    return effect.kind == EffectKind::state_recorded &&
           snapshot_name(effect.snapshot) == words[0].text &&
           scenario.processes[effect.process.index].name == words[2].text;
  const EffectKind kind = words[1].text == "sent" ? EffectKind::sent : EffectKind::received;
  return effect.kind == kind && record_name(effect.record) == words[0].text;
}

Result<ClockedEvent> find_event(const Lab& lab, std::span<const ClockedEvent> all,
                                const std::string& event) {
  const History& history = lab.history();
  const std::vector<Word> words = split_words(event);
  for (const ClockedEvent& each : all)
    for (const Effect& effect : history.happenings()[each.step - 1].effects)
      if (effect.process == each.process && is_meant(effect, history.scenario(), words))
        return each;
  return fault("the run has no event " + in_quotes(event));
}

std::string cut_text(const std::vector<uint32_t>& inside) {
  std::string out;
  for (uint32_t count : inside) out += (out.empty() ? "" : ",") + std::to_string(count);
  return out;
}

// The next cut, counting like an odometer; false after the last.
bool next_cut(const RunEvents& run, std::vector<uint32_t>& inside) {
  for (size_t at = inside.size(); at-- > 0;) {
    if (inside[at]++ < run.of_process[at].size()) return true;
    inside[at] = 0;
  }
  return false;
}

}  // namespace

bool comes_first(const OrderedEvent& one, const OrderedEvent& other) {
  if (one.clocked && other.clocked) return happened_before(*one.clocked, *other.clocked);
  return one.step < other.step;
}

Result<Done> check_event(const FigureSubject& subject, const std::string& event) {
  if (subject.job) return check_job_event(*subject.job, event);
  const std::vector<Word> words = split_words(event);
  const bool of_transfer = words.size() == 2 && words[0].text.starts_with('T') &&
                           (words[1].text == "sent" || words[1].text == "received");
  const bool of_snapshot =
      words.size() == 3 && words[0].text.starts_with('S') && words[1].text == "at";
  if (of_transfer || of_snapshot) return Done{};
  return fault("an event is \"T1 sent\", \"T1 received\" or \"S1 at A\", not " +
               in_quotes(event));
}

Result<std::vector<OrderedEvent>> find_events(const Lab& lab,
                                              const std::vector<std::string>& events) {
  if (lab.job()) return find_job_events(lab.job()->history, events);
  const History& history = lab.history();
  const std::vector<ClockedEvent> all =
      vector_clocks(history.scenario(), std::span(history.happenings()).first(history.cursor()));
  std::vector<OrderedEvent> out;
  for (const std::string& event : events) {
    const auto found = find_event(lab, all, event);
    if (!found) return found.error();
    out.push_back({found->step, *found});
  }
  return out;
}

Result<std::string> right_order(const Lab& lab, const std::vector<std::string>& events) {
  const auto found = find_events(lab, events);
  if (!found) return found.error();
  std::vector<size_t> order(events.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t left, size_t right) {
    return (*found)[left].step < (*found)[right].step;
  });
  bool ordered = false;
  for (size_t later = 0; later < order.size(); ++later)
    for (size_t earlier = 0; earlier < later; ++earlier) {
      const OrderedEvent& one = (*found)[order[earlier]];
      const OrderedEvent& other = (*found)[order[later]];
      if (one.clocked && one.step == other.step &&
          one.clocked->process == other.clocked->process)
        return fault(in_quotes(events[order[earlier]]) + " and " + in_quotes(events[order[later]]) +
                     " are one event");
      ordered = ordered || comes_first(one, other);
    }
  if (!ordered)
    return fault(lab.job() ? "they all happen in one event of the run: every order would do"
                           : "none of the events is a cause of another: every order would do");
  std::string out;
  for (size_t index : order) out += (out.empty() ? "" : ",") + std::to_string(index + 1);
  return out;
}

Result<std::string> right_cut(const Lab& lab, const Expression& condition) {
  const RunEvents& run = lab.run_events();
  uint64_t cuts = 1;
  for (const auto& own : run.of_process) {
    cuts *= own.size() + 1;
    if (cuts > kCutsMax)
      return fault("the run has more than " + std::to_string(kCutsMax) + " cuts");
  }
  std::string found;
  uint64_t count = 0;
  std::vector<uint32_t> inside(run.of_process.size(), 0);
  Lab trial = lab;
  do {
    if (const auto done = trial.apply_line("cut-set " + cut_text(inside)); !done)
      return done.error();
    if (!holds(trial, condition)) continue;
    if (count++ == 0) found = cut_text(inside);
  } while (next_cut(run, inside));
  if (count == 0) return fault("no cut of the run does");
  if (count == cuts) return fault("every cut of the run does");
  return found;
}

}  // namespace cutline

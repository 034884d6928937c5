#include "core/lesson/command_budget.h"

#include <string>

#include "core/base/limits.h"
#include "core/lesson/lab.h"

namespace cutline {
namespace {

// What one command costs beside the events that it does: a copy of the world, more or less.
constexpr int64_t kJobCommand = 100;
constexpr int64_t kLinkShare = 10;  // so many links of a world are copied in the time of an event

}  // namespace

Result<Done> CommandBudget::spend(const Lab& lab) {
  uint64_t cursor = 0;
  int64_t cost = 0;
  if (lab.screen() == Screen::jobs) {
    const JobHistory& history = lab.job()->history;
    cursor = history.cursor();
    const auto links = static_cast<int64_t>(history.world().links.size());
    const uint64_t back = cursor < cursor_ ? history.keyframe_events() : 0;
    cost = kJobCommand + links / kLinkShare + static_cast<int64_t>(back);
  } else {
    const History& history = lab.history();
    cursor = history.cursor();
    // A command that does not go ahead looks at the whole run: it goes back, or is about the cut.
    cost = cursor > cursor_ && !lab.cut_desk().cut ? 1 : static_cast<int64_t>(history.length());
  }
  if (cursor > cursor_) cost += static_cast<int64_t>(cursor - cursor_);
  cursor_ = cursor;
  spent_ += cost;
  if (spent_ <= kCommandWorkMax) return Done{};
  return fault("the commands up to here do the work of more than " +
               std::to_string(kCommandWorkMax) + " steps: a file of commands may not ask for so "
               "much; fewer of them, or a shorter run, take less");
}

}  // namespace cutline

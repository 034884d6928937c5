#include "web/diagram_order.h"

#include <algorithm>
#include <map>

#include "core/lesson/cut_line.h"
#include "web/motion.h"

namespace cutline {
namespace {

float place_of(const DiagramOrder* order, size_t row, uint32_t step) {
  const float whole = static_cast<float>(step);
  return order ? order->place(row, whole) : whole;
}

}  // namespace

void DiagramOrder::put(size_t row, float step, float place) {
  if (rows_.size() <= row) rows_.resize(row + 1);
  rows_[row].push_back({step, place});
}

float DiagramOrder::place(size_t row, float step) const {
  if (row >= rows_.size()) return step;
  const std::vector<Entry>& entries = rows_[row];
  const auto after = std::upper_bound(
      entries.begin(), entries.end(), step,
      [](float wanted, const Entry& entry) { return wanted < entry.step; });
  if (after == entries.begin()) return 0.5f;
  const Entry& entry = *(after - 1);
  return entry.step == step ? entry.place : entry.place + 0.5f;
}

void OrderMotion::aim(const DiagramModel& diagram, const StraighteningModel& straightening,
                      double now_ms, bool at_once) {
  std::vector<float> wanted;
  if (straightening.open) {
    std::map<std::pair<uint32_t, uint32_t>, float> places;
    for (size_t index = 0; index < straightening.order.size(); ++index)
      places[{straightening.order[index].row, straightening.order[index].step}] =
          static_cast<float>(index + 1);
    for (const EventModel& event : diagram.events)
      wanted.push_back(places[{event.row, event.step}]);
  } else {
    for (const EventModel& event : diagram.events) wanted.push_back(static_cast<float>(event.step));
  }
  if (wanted == to_ && open_ == straightening.open) return;
  // What the run's own order has become meanwhile is no movement.
  const bool glides = !at_once && (open_ || straightening.open) && wanted.size() == to_.size();
  if (glides) {
    const float share = eased(now_ms - started_ms_);
    for (size_t index = 0; index < to_.size(); ++index)
      from_[index] = mix(from_[index], to_[index], share);
    started_ms_ = now_ms;
  } else {
    from_ = wanted;
    started_ms_ = -1e12;
  }
  to_ = std::move(wanted);
  open_ = straightening.open;
}

bool OrderMotion::moving(double now_ms) const {
  return now_ms - started_ms_ < kMotionMs && from_ != to_;
}

DiagramOrder OrderMotion::at(const DiagramModel& diagram, double now_ms) const {
  const float share = eased(now_ms - started_ms_);
  DiagramOrder order;
  for (size_t index = 0; index < diagram.events.size() && index < to_.size(); ++index)
    order.put(diagram.events[index].row, static_cast<float>(diagram.events[index].step),
              mix(from_[index], to_[index], share));
  return order;
}

std::vector<float> cut_line(const std::vector<CutPlaceModel>& places, const DiagramOrder* order,
                            float end) {
  std::vector<CutRoom> rooms;
  for (size_t row = 0; row < places.size(); ++row) {
    const CutPlaceModel& place = places[row];
    const bool any_outside = place.inside < place.events;
    rooms.push_back({place.inside > 0 ? place_of(order, row, place.after_step) : 0,
                     any_outside ? place_of(order, row, place.before_step) : end + 0.5f});
  }
  return straightest_line(rooms, end);
}

uint32_t events_before(const DiagramModel& diagram, const DiagramOrder* order, size_t row,
                       float place) {
  return static_cast<uint32_t>(
      std::count_if(diagram.events.begin(), diagram.events.end(), [&](const EventModel& event) {
        return event.row == row && place_of(order, row, event.step) < place;
      }));
}

}  // namespace cutline

#include "core/lesson/cut_line.h"

#include <algorithm>

namespace cutline {

std::vector<float> straightest_line(const std::vector<CutRoom>& rooms, float end) {
  std::vector<CutRoom> places;  // without the events' own places
  float from = 0.5f;
  float to = end;
  for (const CutRoom& room : rooms) {
    const float half = std::min(0.5f, std::max(0.0f, room.next - room.last) / 2);
    places.push_back({room.last + half, std::max(room.last + half, room.next - half)});
    from = std::max(from, places.back().last);
    to = std::min(to, places.back().next);
  }
  const float wanted = from <= to ? from : (from + to) / 2;
  std::vector<float> line;
  for (const CutRoom& room : places) line.push_back(std::clamp(wanted, room.last, room.next));
  return line;
}

}  // namespace cutline

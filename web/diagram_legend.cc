// The legend: only the signs that occur, so that it stays short.
#include "web/diagram_draw.h"

namespace cutline {
namespace {

struct Entry {
  std::string_view words;
  void (*draw)(const Pen& pen, Point at);
};

constexpr Entry kMarker{
    "marker", [](const Pen& pen, Point at) {
      pen.dashed({at.x - 9, at.y}, {at.x + 6, at.y}, pen.palette.marker, 1.25f);
      pen.line({at.x + 7, at.y - 5}, {at.x + 7, at.y + 5}, pen.palette.marker, 3);
    }};
constexpr Entry kRecorded{"recorded", [](const Pen& pen, Point at) { draw_recorded(pen, at, 5); }};
constexpr Entry kRead{"read", [](const Pen& pen, Point at) {
                        pen.outline(box_around(at, 5), pen.palette.recorded, 2);
                      }};
constexpr Entry kInFlight{"in flight",
                          [](const Pen& pen, Point at) { draw_state_badge(pen, at, "in flight"); }};
constexpr Entry kLost{"lost", [](const Pen& pen, Point at) { draw_state_badge(pen, at, "lost"); }};
constexpr Entry kOrphan{"orphan",
                        [](const Pen& pen, Point at) { draw_state_badge(pen, at, "orphan"); }};
constexpr Entry kRepeated{"counted twice",
                          [](const Pen& pen, Point at) { draw_state_badge(pen, at, "repeated"); }};

constexpr Entry kAcknowledged{"acknowledgement", [](const Pen& pen, Point at) {
                                pen.dashed({at.x - 9, at.y}, {at.x + 5, at.y}, pen.palette.muted);
                                pen.arrow_head({at.x + 8, at.y}, {1, 0}, pen.palette.muted, 6);
                              }};
constexpr Entry kAgain{"sent again", [](const Pen& pen, Point at) {
                         pen.ring(at, 4, pen.palette.ink, 1.5f);
                       }};

std::vector<Entry> entries_of(const LabModel& model) {
  const DiagramModel& diagram = model.diagram;
  bool orphan = false, marker = false, recorded = false, read = false, in_flight = false;
  bool lost = false, repeated = false, acknowledged = false, again = false;
  for (const ArrowModel& arrow : diagram.arrows) {
    marker |= arrow.marker;
    const std::string& state = model.cut.on ? arrow.cut_state : arrow.state;
    in_flight |= state == "in flight";
    lost |= state == "lost" || arrow.lost_by_fault;
    acknowledged |= arrow.back;
    repeated |= state == "repeated";
    orphan |= state == "orphan";
  }
  for (const MarkModel& mark : diagram.marks) {
    recorded |= mark.kind == MarkKind::record_state;
    read |= mark.kind == MarkKind::read;
    again |= mark.kind == MarkKind::resend;
  }
  std::vector<Entry> entries;
  if (marker) entries.push_back(kMarker);
  if (acknowledged) entries.push_back(kAcknowledged);
  if (again) entries.push_back(kAgain);
  if (recorded) entries.push_back(kRecorded);
  if (read) entries.push_back(kRead);
  if (in_flight) entries.push_back(kInFlight);
  if (orphan) entries.push_back(kOrphan);
  if (lost) entries.push_back(kLost);
  if (repeated) entries.push_back(kRepeated);
  return entries;
}

}  // namespace

void draw_legend(const Pen& pen, Box line, const LabModel& model) {
  constexpr float kSign = 24;
  constexpr float kBetween = 16;
  const std::vector<Entry> entries = entries_of(model);
  float x = line.right;
  for (size_t i = entries.size(); i-- > 0;) {
    const float width = kSign + pen.width(entries[i].words, Type::small);
    if (x - width < line.left) break;
    x -= width;
    const float y = line.centre().y;
    entries[i].draw(pen, {x + 10, y});
    pen.text({x + kSign, y}, entries[i].words, {Type::small, pen.palette.muted});
    x -= kBetween;
  }
}

}  // namespace cutline

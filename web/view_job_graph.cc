// The graph of a job: a column for each step away from the sources, a box for each task, and on
// each channel what lies in it, in order: what is taken next is nearest to the consumer.
#include <algorithm>
#include <vector>

#include "web/glyphs.h"
#include "web/paint.h"
#include "web/view_job.h"
#include "web/widgets.h"

namespace cutline {
namespace {

constexpr float kBoxWidthMax = 150;
constexpr float kBoxHeightMax = 46;
constexpr float kSpacing = 10;  // of what lies in a channel
constexpr float kItemRadius = 3.5f;
constexpr size_t kDetailedChannels = 40;  // more than these are lines alone

// What is drawn of a channel's contents: one sign for a buffer or an event.
enum class Sign : uint8_t { data, barrier, other };

std::vector<Sign> signs_of(const JobChannelModel& channel, size_t most) {
  std::vector<Sign> out;
  for (const auto* part : {&channel.arrived, &channel.on_the_way, &channel.queued})
    for (const JobItemModel& item : *part) {
      const Sign sign = item.kind == "data"      ? Sign::data
                        : item.kind == "barrier" ? Sign::barrier
                                                 : Sign::other;
      const int64_t count = sign == Sign::data ? item.buffers : 1;
      for (int64_t at = 0; at < count && out.size() < most; ++at) out.push_back(sign);
    }
  return out;
}

class GraphDrawing {
 public:
  GraphDrawing(View& view, Box area) : view_(view), graph_(view.model.job.graph), pen_(view) {
    place(area);
  }

  void draw() {
    for (const JobChannelModel& each : graph_.channels) draw_channel(each);
    for (size_t index = 0; index < graph_.subtasks.size(); ++index) draw_subtask(index);
  }

 private:
  void place(Box area);
  void draw_channel(const JobChannelModel& channel);
  void draw_contents(const JobChannelModel& channel, Point from, Point to);
  void draw_subtask(size_t index);

  View& view_;
  const JobGraphModel& graph_;
  const Pen pen_;
  std::vector<Box> boxes_;  // by subtask
};

// Columns by layer; the tasks of a column share its height.
void GraphDrawing::place(Box area) {
  uint32_t layers = 1;
  for (const JobVertexModel& each : graph_.vertices) layers = std::max(layers, each.layer + 1);
  std::vector<uint32_t> rows(layers, 0);
  std::vector<uint32_t> row_of;
  for (const JobSubtaskModel& each : graph_.subtasks)
    row_of.push_back(rows[graph_.vertices[each.vertex].layer]++);
  const float column = area.width() / static_cast<float>(layers);
  const float width = std::min(kBoxWidthMax, column * 0.5f);
  for (size_t index = 0; index < graph_.subtasks.size(); ++index) {
    const uint32_t layer = graph_.vertices[graph_.subtasks[index].vertex].layer;
    const float row = area.height() / static_cast<float>(rows[layer]);
    const float height = std::min(kBoxHeightMax, row * 0.8f);
    // The first column stands at the left edge, the last one at the right.
    const float share =
        layers == 1 ? 0.5f : static_cast<float>(layer) / static_cast<float>(layers - 1);
    const Point centre{mix(area.left + width / 2, area.right - width / 2, share),
                       area.top + row * (static_cast<float>(row_of[index]) + 0.5f)};
    boxes_.push_back(box_around(centre, width / 2, height / 2));
  }
}

void GraphDrawing::draw_channel(const JobChannelModel& channel) {
  const Point from{boxes_[channel.from].right, boxes_[channel.from].centre().y};
  const Point to{boxes_[channel.to].left, boxes_[channel.to].centre().y};
  const bool selected = view_.model.selected == channel.name;
  pen_.line(from, to, selected ? view_.palette.cursor : view_.palette.outline, selected ? 2.0f : 1);
  if (channel.held)
    draw_gate(pen_, mix(from, to, 1 - 9 / std::max(9.0f, length(to - from))), unit(to - from), 8);
  if (graph_.channels.size() <= kDetailedChannels) draw_contents(channel, from, to);
}

void GraphDrawing::draw_contents(const JobChannelModel& channel, Point from, Point to) {
  const Point along = unit(to - from);
  const float room = length(to - from) - 26;
  if (room <= 0) return;
  const std::vector<Sign> signs = signs_of(channel, static_cast<size_t>(room / 3));
  const float spacing =
      std::min(kSpacing, room / static_cast<float>(std::max<size_t>(1, signs.size())));
  Point at = to - along * 20;
  for (Sign sign : signs) {
    if (sign == Sign::data) pen_.disc(at, kItemRadius, view_.palette.transfer);
    if (sign == Sign::barrier) draw_marker(pen_, at, along, 1);
    if (sign == Sign::other) pen_.ring(at, kItemRadius, view_.palette.muted);
    at = at - along * spacing;
  }
  if (channel.captured_buffers == 0) return;
  const Point badge = from + along * 10 + Point{0, -9};
  draw_state_badge(pen_, badge, "in flight");
  pen_.text(badge + Point{10, 0}, std::to_string(channel.captured_buffers),
            {Type::small, view_.palette.in_flight});
}

void GraphDrawing::draw_subtask(size_t index) {
  const JobSubtaskModel& task = graph_.subtasks[index];
  const Box box = boxes_[index];
  const bool selected = view_.model.selected == task.name;
  const Press press = press_area("task " + task.name, box);
  if (press.clicked) view_.want("select " + (selected ? std::string("none") : task.name));
  pen_.fill(box, view_.palette.panel, 4);
  const bool runs = task.state == "RUNNING" || task.state == "FINISHED";
  if (task.pressed) pen_.hatch(box, faded(view_.palette.held, 0.35f));
  if (runs) {
    pen_.outline(box, selected ? view_.palette.cursor : view_.palette.process,
                 selected ? 2.5f : 1.5f, 4);
  } else {
    pen_.dashed_outline(box, view_.palette.lost, 1.5f);
  }
  const bool two_lines = box.height() >= 34;
  const float left = box.left + 8;
  const float width = box.width() - 16 - (task.part == "stored" ? 12 : 0);
  pen_.text_within({left, two_lines ? box.top + 13 : box.centre().y}, width, task.name,
                   {Type::small_strong, view_.palette.ink});
  if (two_lines)
    pen_.text_within({left, box.bottom - 12}, box.width() - 16, runs ? task.doing : task.state,
                     {Type::small, view_.palette.muted});
  if (task.part == "stored") draw_recorded(pen_, {box.right - 10, box.top + 12}, 4);
}

}  // namespace

void draw_job_graph(View& view, Box area) {
  if (area.width() < 40 || area.height() < 40 || view.model.job.graph.subtasks.empty()) return;
  GraphDrawing(view, area).draw();
}

}  // namespace cutline

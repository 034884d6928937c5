// The graph: who has what, what is under way, and what the selected snapshot has recorded of it.
#include <imgui.h>

#include "web/glyphs.h"
#include "web/system_plan.h"
#include "web/view.h"
#include "web/widgets.h"

namespace cutline {
namespace {

constexpr float kBand = 22;      // a lane's width
constexpr float kLabelOut = 21;  // from a lane's middle to its label

struct SystemView {
  View& view;
  const Pen& pen;
  const SystemPlan& plan;
  const SnapshotModel* snapshot;
  SystemHit hover;

  const SystemModel& system() const { return view.model.system; }
  bool chosen(const std::string& name) const { return view.model.selected == name; }
  bool hovered(const std::string& name) const {
    return hover.marker_channel.empty() && hover.name == name;
  }
};

void draw_lane(const SystemView& at, size_t index) {
  const Lane& lane = at.plan.lanes[index];
  const ChannelModel& channel = at.system().channels[index];
  const Palette& palette = at.pen.palette;
  at.pen.line(lane.from, lane.to - lane.along * 8, palette.outline, 1);
  at.pen.arrow_head(lane.to, lane.along, palette.muted, 10);
  const Point edge = right_of(lane.along) * (kBand / 2);
  const bool marked = at.chosen(channel.name) || at.hovered(channel.name);
  for (Point side : {edge, edge * -1}) {
    if (marked)
      at.pen.line(lane.from + side, lane.to + side, palette.ink,
                  at.chosen(channel.name) ? 2.0f : 1.0f);
    else if (channel.recording == "recording")
      at.pen.dashed(lane.from + side, lane.to + side, palette.recorded, 1.5f);
    else if (channel.recording == "final")
      at.pen.line(lane.from + side, lane.to + side, palette.recorded, 1.5f);
  }
  if (channel.held) draw_gate(at.pen, lane.to - lane.along * 5, lane.along, kBand / 2 + 3);
}

std::string recording_words(const ChannelModel& channel, const std::string& snapshot) {
  if (channel.held) return "held";
  if (channel.recording == "recording" && channel.recorded.empty()) return snapshot + " recording";
  if (channel.recording != "recording" && channel.recording != "final") return "";
  std::string words = snapshot + ":";
  for (const std::string& name : channel.recorded) words += " " + name;
  if (channel.recorded.empty()) words += " empty";
  return channel.recording == "recording" ? words + "…" : words;
}

// Of a reliable channel: what its sender keeps, and what comes back to it.
std::string link_words(const ChannelModel& channel) {
  if (channel.unacknowledged.empty()) return "";
  size_t back = 0;
  for (const WireModel& item : channel.wire) back += item.back;
  std::string words = std::to_string(channel.unacknowledged.size()) + " unacknowledged";
  return back == 0 ? words : words + ", " + std::to_string(back) + " ack";
}

// Would the words lie on another channel than their own?
bool covers_a_lane(const SystemPlan& plan, size_t own, Box box) {
  for (size_t i = 0; i < plan.lanes.size(); ++i)
    for (float x : {box.left, box.centre().x, box.right})
      if (i != own &&
          distance_to_segment({x, box.centre().y}, plan.lanes[i].from, plan.lanes[i].to) < 15)
        return true;
  return false;
}

bool overlaps_any(const std::vector<Box>& taken, Box box) {
  for (const Box& other : taken)
    if (overlap(other, box)) return true;
  return false;
}

// What must stay uncovered: discs, tokens and the names of markers.
std::vector<Box> taken_places(const SystemPlan& plan, const std::vector<Token>& tokens) {
  std::vector<Box> taken;
  for (const Node& node : plan.nodes) taken.push_back(box_around(node.at, node.radius * 0.8f));
  for (const Token& token : tokens) {
    taken.push_back(box_around(token.at, token.marker ? 4 : 9));
  }
  return taken;
}

// A marker's name at its outer end, else at its inner one, else nowhere: hovering tells it.
void draw_marker_name(const SystemView& at, const Token& token, std::vector<Box>& taken) {
  const Lane& lane = at.plan.lanes[token.channel];
  for (float side : {kLabelOut, -kLabelOut}) {
    const Point middle = token.at + lane.outward * side;
    const Box box = at.pen.label_box(middle, token.name, Type::small_strong);
    if (overlaps_any(taken, box)) continue;
    taken.push_back(box);
    at.pen.label(middle, token.name,
                 {Type::small_strong, faded(at.pen.palette.marker, token.alpha)});
    return;
  }
}

// The words beside a lane, at the first place along it where they cover nothing. Where there is
// none the lane's edges say the same, and the ledger has the words.
void draw_lane_label(const SystemView& at, size_t index, std::vector<Box>& taken) {
  const Lane& lane = at.plan.lanes[index];
  const ChannelModel& channel = at.system().channels[index];
  std::string words = at.snapshot ? recording_words(channel, at.snapshot->name) : "";
  const std::string link = link_words(channel);
  const Colour colour = channel.held    ? at.pen.palette.held
                        : words.empty() ? at.pen.palette.muted
                                        : at.pen.palette.recorded;
  if (!words.empty() && !link.empty()) words += "; ";
  words += link;
  if (words.empty()) return;
  // Beside a steep lane the words start at the lane; above and below a flat one they are centred.
  const float half = at.pen.width(words, Type::small) / 2;
  const float lean = std::abs(lane.outward.x) > 0.35f ? std::copysign(half - 2, lane.outward.x) : 0;
  for (float part : {0.36f, 0.5f, 0.24f, 0.64f, 0.78f}) {
    Point middle = mix(lane.from, lane.to, part) + lane.outward * kLabelOut;
    middle.x += lean;
    const Box box = at.pen.label_box(middle, words, Type::small);
    if (overlaps_any(taken, box) || covers_a_lane(at.plan, index, box)) continue;
    taken.push_back(box);
    at.pen.label(middle, words, {Type::small, colour});
    return;
  }
}

void draw_token(const SystemView& at, const Token& token) {
  const Lane& lane = at.plan.lanes[token.channel];
  const std::string& channel = at.system().channels[token.channel].name;
  const bool over = at.hover.name == token.name && !token.leaving && !token.name.empty() &&
                    at.hover.marker_channel == (token.marker ? channel : "");
  if (token.marker) {
    const bool waits = token.place.starts_with("waits");
    draw_marker(at.pen, token.at, lane.along, token.alpha * (waits ? 0.45f : 1));
    if (over) at.pen.ring(token.at, 16, at.pen.palette.ink, 1);
    return;
  }
  if (token.place.starts_with("waits"))
    draw_waiting_transfer(at.pen, token.at, token.amount, token.alpha);
  else
    draw_transfer(at.pen, token.at, token.amount, token.alpha);
  if (!token.leaving) draw_state_around(at.pen, token.at, token.state, token.alpha);
  if (over || at.chosen(token.name))
    at.pen.ring(token.at, 14, at.pen.palette.ink, over ? 1.5f : 2.5f);
}

void draw_badge(const SystemView& at, const Node& node, const ProcessModel& process) {
  const std::string words =
      at.snapshot->name + (process.recorded ? " " + process.recorded_balance : " not yet");
  const float half = at.pen.width(words, Type::small_strong) / 2 + 7;
  Point middle = node.at;
  switch (node.badge) {
    case BadgeSide::above:
      middle.y -= node.radius + 15;
      break;
    case BadgeSide::below:
      middle.y += node.radius + 15;
      break;
    case BadgeSide::left:
      middle.x -= node.radius + 6 + half;
      break;
    case BadgeSide::right:
      middle.x += node.radius + 6 + half;
      break;
  }
  const Box box = box_around(middle, half, 9);
  if (process.recorded) {
    at.pen.fill(box, at.pen.palette.recorded, 2);
    at.pen.text(middle, words, {Type::small_strong, at.pen.palette.paper, Align::centre});
  } else {
    at.pen.fill(box, at.pen.palette.paper);
    at.pen.dashed_outline(box.inset(0.5f), at.pen.palette.muted);
    at.pen.text(middle, words, {Type::small, at.pen.palette.muted, Align::centre});
  }
}

void draw_process(const SystemView& at, size_t index) {
  const Node& node = at.plan.nodes[index];
  const ProcessModel& process = at.system().processes[index];
  const Palette& palette = at.pen.palette;
  const bool roomy = node.radius >= 28;
  at.pen.disc(node.at, node.radius, palette.panel);
  at.pen.ring(node.at, node.radius, palette.process, at.chosen(process.name) ? 3.5f : 1.5f);
  if (at.hovered(process.name)) at.pen.ring(node.at, node.radius - 4, palette.outline, 1);
  if (process.recorded) at.pen.ring(node.at, node.radius + 4, palette.recorded, 2);
  const float rise = node.radius * 0.42f;
  at.pen.text({node.at.x, node.at.y - rise}, process.name,
              {roomy ? Type::strong : Type::small_strong, palette.muted, Align::centre});
  Type type = roomy ? Type::title : Type::strong;
  if (at.pen.width(process.balance, type) > node.radius * 1.7f) type = Type::small_strong;
  at.pen.text({node.at.x, node.at.y + rise * 0.4f}, process.balance,
              {type, palette.ink, Align::centre});
  if (!process.label.empty() && roomy)
    at.pen.text({node.at.x, node.at.y + node.radius * 0.66f}, process.label,
                {Type::small, palette.muted, Align::centre});
  if (at.snapshot) draw_badge(at, node, process);
}

// Where a token was before it entered its channel, and where it went: at the sender before it was
// sent, at the receiver after it was received.
TokenMotion::Ends token_ends(const View& view, const SystemPlan& plan, uint32_t step_before) {
  const auto arrow_of = [&view](const Token& token) -> const ArrowModel* {
    const ChannelModel* channel = token.channel < view.model.system.channels.size()
                                      ? &view.model.system.channels[token.channel]
                                      : nullptr;
    for (const ArrowModel& arrow : view.model.diagram.arrows)
      if (channel && arrow.name == token.name && arrow.marker == token.marker &&
          arrow.from_row == channel->from && arrow.to_row == channel->to)
        return &arrow;
    return nullptr;
  };
  const auto place_at = [&plan, arrow_of](const Token& token, uint32_t step) {
    const ArrowModel* arrow = arrow_of(token);
    if (token.channel >= plan.lanes.size() || !arrow) return token.at;
    const Lane& lane = plan.lanes[token.channel];
    if (step < arrow->from_step) return lane.from;
    // Of a reliable channel only copies are lost.
    const bool lost = arrow->lost_by_fault && token.place.empty();
    return lost ? token.at : lane.to;
  };
  const uint32_t step_now = view.model.step;
  return {[place_at, step_before](const Token& token) { return place_at(token, step_before); },
          [place_at, step_now](const Token& token) { return place_at(token, step_now); }};
}

std::vector<Token> moving_tokens(View& view, const SystemPlan& plan) {
  SystemUi& ui = view.ui.system;
  const std::vector<Token> targets = place_tokens(view.model.system, plan);
  if (ui.seen_revision != view.model.revision) {
    const bool jump = view.ui.reduced_motion || ui.seen_scenario != view.model.scenario;
    ui.tokens.change(targets, token_ends(view, plan, ui.seen_step), view.now_ms, jump);
    ui.seen_revision = view.model.revision;
    ui.seen_step = view.model.step;
    ui.seen_scenario = view.model.scenario;
  }
  std::vector<Token> tokens = ui.tokens.at(targets, view.now_ms);
  if (ui.tokens.moving(view.now_ms)) view.ui.moving = true;
  return tokens;
}

void answer_pointer(SystemView& at, const std::vector<Token>& tokens, Box area) {
  const Press press = press_area("system", area);
  if (!press.hovered) return;
  at.hover = hit_system(at.system(), at.plan, tokens, pointer());
  View& view = at.view;
  if (at.hover.name.empty()) {
    if (press.clicked && !view.model.selected.empty()) view.want("select none");
    return;
  }
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  view.ui.hover = at.hover.marker_channel.empty()
                      ? story_of(view.model, at.hover.name)
                      : marker_story(view.model, at.hover.name, at.hover.marker_channel);
  if (press.clicked) view.want("select " + (at.chosen(at.hover.name) ? "none" : at.hover.name));
}

}  // namespace

void draw_system(View& view, Box area) {
  const Pen pen(view);
  GraphLayout layout = lay_out_graph(area);
  const Box heading = layout.heading;
  float x = heading.left;
  if (!view.system_tabbed) x += draw_heading(pen, heading, "Processes and channels") + 10;
  if (!view.model.system.unit.empty())
    x += 14 + pen.text_within({x, heading.centre().y}, heading.right - x,
                              "amounts in " + view.model.system.unit,
                              {Type::small, pen.palette.muted});
  if (layout.flat) layout.caption.left = x;
  draw_caption(view, layout.caption);
  const SystemPlan plan = plan_system(view.model.system, layout.graph, layout.flat);
  const std::vector<Token> tokens = moving_tokens(view, plan);
  SystemView at{view, pen, plan, selected_snapshot(view.model), {}};
  answer_pointer(at, tokens, layout.graph);
  for (const Lane& lane : plan.lanes) pen.line(lane.from, lane.to, pen.palette.wash, kBand);
  for (size_t i = 0; i < plan.lanes.size(); ++i) draw_lane(at, i);
  for (const Token& token : tokens) draw_token(at, token);
  std::vector<Box> taken = taken_places(plan, tokens);
  for (const Token& token : tokens)
    if (token.marker) draw_marker_name(at, token, taken);
  for (size_t i = 0; i < plan.lanes.size(); ++i) draw_lane_label(at, i, taken);
  for (size_t i = 0; i < plan.nodes.size(); ++i) draw_process(at, i);
}

}  // namespace cutline

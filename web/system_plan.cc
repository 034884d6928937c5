#include "web/system_plan.h"

#include "web/layout.h"

namespace cutline {
namespace {

constexpr float kLaneApart = 13;  // from the line between two processes to the lane's own middle
constexpr float kLaneClear = 5;   // between a disc and its lanes
constexpr float kSlot = 28;       // from one token to the next
constexpr float kHeadRoom = 25;   // for the arrow head, before the first slot
constexpr float kHit = 13;

BadgeSide badge_side(Point place, Point middle, bool beside) {
  if (beside) return place.x < middle.x - 1 ? BadgeSide::left : BadgeSide::right;
  return place.y < middle.y - 1 ? BadgeSide::above : BadgeSide::below;
}

bool has_opposite(const SystemModel& system, const ChannelModel& channel) {
  for (const ChannelModel& other : system.channels)
    if (other.from == channel.to && other.to == channel.from) return true;
  return false;
}

Lane plan_lane(const Node& from, const Node& to, bool opposite, Point middle) {
  Lane lane;
  lane.along = unit(to.at - from.at);
  const Point right = right_of(lane.along);
  const float shift = opposite ? std::min(kLaneApart, from.radius * 0.6f) : 0;
  const float reach = std::sqrt(from.radius * from.radius - shift * shift) + kLaneClear;
  lane.from = from.at + lane.along * reach + right * shift;
  lane.to = to.at - lane.along * reach + right * shift;
  lane.outward = right;
  const Point centre = mix(lane.from, lane.to, 0.5f);
  if (!opposite && length(centre + right - middle) < length(centre - right - middle))
    lane.outward = right * -1;  // a lone lane puts its labels on the outside of the graph
  const float room = length(lane.to - lane.from) - kHeadRoom - kSlot / 2;
  lane.slots = 1 + static_cast<size_t>(std::max(0.0f, room / kSlot));
  return lane;
}

}  // namespace

SystemPlan plan_system(const SystemModel& system, Box area, bool flat) {
  SystemPlan plan;
  const float radius = process_radius(system.processes.size(), area);
  Point middle{0, 0};
  const std::vector<Point> places = place_processes(system.processes.size(), area, radius, flat);
  for (Point place : places) middle = middle + place * (1 / static_cast<float>(places.size()));
  const bool beside = badges_beside(places.size(), flat);
  for (Point place : places)
    plan.nodes.push_back({place, radius, badge_side(place, middle, beside)});
  for (const ChannelModel& channel : system.channels)
    plan.lanes.push_back(plan_lane(plan.nodes[channel.from], plan.nodes[channel.to],
                                   has_opposite(system, channel), middle));
  return plan;
}

Point slot_point(const Lane& lane, size_t place) {
  return lane.to - lane.along * (kHeadRoom + kSlot * static_cast<float>(place));
}

std::vector<Token> place_tokens(const SystemModel& system, const SystemPlan& plan) {
  std::vector<Token> tokens;
  for (size_t at = 0; at < system.channels.size(); ++at) {
    const ChannelModel& channel = system.channels[at];
    const Lane& lane = plan.lanes[at];
    for (size_t place = 0; place < channel.queue.size(); ++place) {
      const ItemModel& item = channel.queue[place];
      Token token;
      token.channel = at;
      token.at = slot_point(lane, place);
      const bool last = place + 1 == lane.slots && channel.queue.size() > lane.slots;
      if (last) {
        token.amount = "+" + std::to_string(channel.queue.size() - place);
        token.key = channel.name + " rest";
        tokens.push_back(std::move(token));
        break;
      }
      token.name = item.name;
      token.amount = item.amount;
      token.state = item.state;
      token.place = item.place;
      token.marker = item.marker;
      size_t same = 0;  // a doubled message is there twice under one name
      for (size_t before = 0; before < place; ++before)
        if (channel.queue[before].name == item.name && channel.queue[before].marker == item.marker)
          ++same;
      token.key = channel.name + " " + item.name + " " + std::to_string(same);
      tokens.push_back(std::move(token));
    }
  }
  return tokens;
}

float distance_to_segment(Point at, Point from, Point to) {
  const Point whole = to - from;
  const float square = whole.x * whole.x + whole.y * whole.y;
  const Point part = at - from;
  const float t = square > 0 ? (part.x * whole.x + part.y * whole.y) / square : 0;
  return length(at - mix(from, to, std::clamp(t, 0.0f, 1.0f)));
}

SystemHit hit_system(const SystemModel& system, const SystemPlan& plan,
                     const std::vector<Token>& tokens, Point at) {
  for (const Token& token : tokens) {
    if (token.leaving || token.name.empty() || length(at - token.at) > kHit) continue;
    return {token.name, token.marker ? system.channels[token.channel].name : ""};
  }
  for (size_t i = 0; i < plan.nodes.size(); ++i)
    if (length(at - plan.nodes[i].at) <= plan.nodes[i].radius)
      return {system.processes[i].name, ""};
  float nearest = kHit;
  SystemHit hit;
  for (size_t i = 0; i < plan.lanes.size(); ++i) {
    const float distance = distance_to_segment(at, plan.lanes[i].from, plan.lanes[i].to);
    if (distance > nearest) continue;
    nearest = distance;
    hit.name = system.channels[i].name;
  }
  return hit;
}

}  // namespace cutline

// The learner's cut as JSON, and the parts that it shares with the rest of the page's.
#include "core/lesson/page_json_parts.h"

namespace cutline {
namespace {

Json print(const CutPlaceModel& place) {
  return {{"process", place.process},       {"inside", place.inside},
          {"events", place.events},         {"after_step", place.after_step},
          {"before_step", place.before_step}, {"last", place.last}};
}

Json print(const std::vector<CutMessageModel>& messages) {
  return list(messages, [](const CutMessageModel& message) -> Json {
    return {{"name", message.name}, {"channel", message.channel}, {"sentence", message.sentence}};
  });
}

Json print(const StraighteningModel& straightening) {
  Json out;
  out["open"] = straightening.open;
  out["done"] = straightening.done;
  out["swaps"] = list(straightening.swaps, [](const SwapModel& swap) -> Json {
    return {{"left", swap.left},
            {"right", swap.right},
            {"sentence", swap.sentence},
            {"place", swap.place + 1},
            {"done", swap.done}};
  });
  // A run may have 20,000 events: only those whose places change are listed.
  Json changing = Json::array();
  for (uint32_t place = straightening.changes_from; place < straightening.changes_to; ++place) {
    const OrderedEventModel& event = straightening.order[place];
    changing.push_back({{"place", place + 1},
                        {"step", event.step},
                        {"text", event.text},
                        {"inside", event.inside}});
  }
  out["changing"] = changing;
  out["events"] = straightening.order.size();
  out["line"] = straightening.line;
  out["sentence"] = straightening.sentence;
  return out;
}

}  // namespace

Json print(const ActionModel& action) {
  return {{"command", action.command}, {"label", action.label},     {"group", action.group},
          {"key", action.key},         {"why_not", action.why_not}};
}

Json print(const LedgerModel& ledger) {
  return {{"title", ledger.title},
          {"lines", list(ledger.lines,
                         [](const LedgerLine& line) -> Json {
                           return {{"where", line.where},
                                   {"what", line.what},
                                   {"amount", line.amount},
                                   {"note", line.note}};
                         })},
          {"at_processes", ledger.at_processes},
          {"in_channels", ledger.in_channels},
          {"total", ledger.total},
          {"expected", ledger.expected},
          {"verdict", ledger.verdict},
          {"sentence", ledger.sentence}};
}

Json print(const LabCutModel& cut) {
  Json out;
  out["on"] = cut.on;
  out["places"] = list(cut.places, [](const CutPlaceModel& place) { return print(place); });
  out["consistent"] = cut.consistent;
  out["orphans"] = print(cut.orphans);
  out["in_flight"] = print(cut.in_flight);
  out["lost"] = print(cut.lost);
  out["ledger"] = print(cut.ledger);
  out["existed"] = cut.existed;
  out["occurrence"] = cut.occurrence;
  out["straightening"] = print(cut.straightening);
  out["clocks"] = cut.clocks;
  out["clock_lines"] = list(cut.clock_lines, [](const ClockLine& line) -> Json {
    return {{"step", line.step},
            {"process", line.process},
            {"number", line.number},
            {"text", line.text},
            {"clock", line.clock}};
  });
  out["clock_lines_before"] = cut.clock_lines_before;
  out["actions"] = list(cut.actions, [](const ActionModel& action) { return print(action); });
  return out;
}

}  // namespace cutline

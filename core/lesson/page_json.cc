#include "core/lesson/page_json.h"

#include "core/lesson/page_json_job.h"
#include "core/lesson/page_json_parts.h"

#include "core/lesson/explore_json.h"

namespace cutline {
namespace {

Json print(const ParameterModel& parameter) {
  return {{"key", parameter.key},         {"label", parameter.label},
          {"value", parameter.value},     {"initial", parameter.initial},
          {"hint", parameter.hint},       {"options", parameter.options}};
}

Json print(const ItemModel& item) {
  return {{"name", item.name},
          {"marker", item.marker},
          {"amount", item.amount},
          {"due", item.due},
          {"state", item.state},
          {"number", item.number},
          {"place", item.place}};
}

// Of a reliable channel; nothing else has these keys.
void add_link(const ChannelModel& channel, Json& out) {
  if (!channel.reliable) return;
  out["wire"] = list(channel.wire, [](const WireModel& each) -> Json {
    return {{"name", each.name},
            {"marker", each.marker},
            {"back", each.back},
            {"number", each.number},
            {"due", each.due}};
  });
  out["unacknowledged"] = list(channel.unacknowledged, [](const ResendModel& each) -> Json {
    return {{"name", each.name}, {"number", each.number}, {"transmissions", each.transmissions}};
  });
  out["time_out"] = channel.time_out;
  out["arrived"] = channel.arrived;
  out["early"] = channel.early;
}

Json print(const SystemModel& system) {
  Json out;
  out["unit"] = system.unit;
  out["processes"] = list(system.processes, [](const ProcessModel& process) -> Json {
    return {{"name", process.name},
            {"balance", process.balance},
            {"label", process.label},
            {"next", process.next},
            {"recorded", process.recorded},
            {"recorded_balance", process.recorded_balance},
            {"recorded_at", process.recorded_at}};
  });
  out["channels"] = list(system.channels, [](const ChannelModel& channel) -> Json {
    Json one = {{"name", channel.name},
                {"from", channel.from},
                {"to", channel.to},
                {"queue", list(channel.queue, [](const ItemModel& item) { return print(item); })},
                {"held", channel.held},
                {"recording", channel.recording},
                {"recorded", channel.recorded},
                {"reliable", channel.reliable}};
    add_link(channel, one);
    return one;
  });
  return out;
}

// Marks, arrows and cuts are drawn by the canvas only; the page needs the words.
Json print(const DiagramModel& diagram) {
  return {{"rows", diagram.rows},
          {"cursor", diagram.cursor},
          {"length", diagram.length},
          {"cuts", list(diagram.cuts,
                        [](const CutModel& cut) -> Json {
                          return {{"name", cut.name},
                                  {"selected", cut.selected},
                                  {"steps", cut.steps}};
                        })},
          {"summary", diagram.summary}};
}

Json print(const SnapshotModel& snapshot) {
  return {{"name", snapshot.name},           {"kind", snapshot.kind},
          {"initiator", snapshot.initiator}, {"started", snapshot.started},
          {"completed", snapshot.completed}, {"missing", snapshot.missing},
          {"selected", snapshot.selected},   {"ledger", print(snapshot.ledger)},
          {"lost", snapshot.lost},           {"repeated", snapshot.repeated}};
}

Json print(const LogLine& line) {
  return {{"step", line.step},
          {"time", line.time},
          {"sentence", line.sentence},
          {"by_clock", line.by_clock},
          {"future", line.future},
          {"remark", line.remark}};
}

// What came of an exploration, where there is one, and what the next one is to do.
Json print(const ExploreModel& model) {
  const auto predicate = [](const PredicateModel& each) -> Json {
    return {{"role", each.role}, {"name", each.name}, {"sentence", each.sentence}};
  };
  Json out = model.status == "none" ? Json{{"status", model.status}} : explore_json(model);
  out["wanted"] = list(model.wanted, predicate);
  out["predicates"] = list(model.predicates, predicate);
  out["bounds"] = list(model.bounds, [](const BoundModel& each) -> Json {
    return {{"key", each.key}, {"value", each.value}};
  });
  out["action"] = print(model.action);
  return out;
}

Json print(const QueueModel& queue) {
  const auto point = [](const QueuePoint& each) -> Json {
    return {{"time", each.time}, {"backlog", each.backlog}};
  };
  Json out;
  out["lambda"] = queue.lambda;
  out["mu"] = queue.mu;
  out["time"] = queue.time;
  out["backlog"] = queue.backlog;
  out["steps"] = queue.steps;
  out["time_text"] = queue.time_text;
  out["backlog_text"] = queue.backlog_text;
  out["lambda_text"] = queue.lambda_text;
  out["mu_text"] = queue.mu_text;
  out["empties"] = queue.empties;
  out["empties_at"] = queue.empties_at;
  out["next_time_text"] = queue.next_time_text;
  out["prediction_text"] = queue.prediction_text;
  out["judgement"] = queue.judgement;
  out["judged_right"] = queue.judged_right;
  out["points"] = list(queue.points, point);
  out["ahead"] = list(queue.ahead, point);
  out["steady"] = queue.steady;
  out["steady_sentence"] = queue.steady_sentence;
  out["rho"] = queue.rho;
  out["l"] = queue.l;
  out["lq"] = queue.lq;
  out["w"] = queue.w;
  out["wq"] = queue.wq;
  out["apart_sentence"] = queue.apart_sentence;
  out["actions"] = list(queue.actions, [](const ActionModel& action) { return print(action); });
  return out;
}

}  // namespace

std::string page_json(const LabModel& model) {
  Json out;
  out["revision"] = model.revision;
  out["show"] = model.show;
  out["exercise"] = model.exercise;
  out["scenario"] = model.scenario;
  out["title"] = model.title;
  out["scenarios"] = list(model.scenarios, [](const ScenarioChoice& choice) -> Json {
    return {{"name", choice.name}, {"title", choice.title}};
  });
  out["time"] = model.time;
  out["step"] = model.step;
  out["length"] = model.length;
  out["playing"] = model.playing;
  out["speed"] = model.speed;
  out["selected"] = model.selected;
  out["parameters"] =
      list(model.parameters, [](const ParameterModel& parameter) { return print(parameter); });
  out["actions"] = list(model.actions, [](const ActionModel& action) { return print(action); });
  out["system"] = print(model.system);
  out["diagram"] = print(model.diagram);
  out["ledger"] = print(model.ledger);
  out["snapshots"] =
      list(model.snapshots, [](const SnapshotModel& snapshot) { return print(snapshot); });
  out["log"] = list(model.log, [](const LogLine& line) { return print(line); });
  out["log_before"] = model.log_before;
  out["cut"] = print(model.cut);
  out["job"] = model.show == "jobs" ? job_json(model.job) : Json(nullptr);
  out["queue"] = print(model.queue);
  out["explore"] = print(model.explore);
  out["notices"] = list(model.notices, [](const NoticeModel& notice) -> Json {
    return {{"id", notice.id}, {"sentence", notice.sentence}};
  });
  out["announcement"] = model.announcement;
  out["announcement_id"] = model.announcement_id;
  out["fingerprint"] = model.fingerprint;
  out["run"] = model.run;
  // Text that is not UTF-8 (a bad command quoted in a notice) is replaced, not refused.
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace cutline

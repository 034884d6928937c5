#include "core/report/trace_events.h"

#include <algorithm>

namespace cutline {
namespace {

double microseconds(Tick time) { return static_cast<double>(time) / 1000; }

}  // namespace

void TraceEvents::name_process(int process, const std::string& name) {
  names_.push_back({{"ph", "M"}, {"pid", process}, {"tid", 0}, {"name", "process_name"},
                    {"args", {{"name", name}}}});
  names_.push_back({{"ph", "M"}, {"pid", process}, {"tid", 0}, {"name", "process_sort_index"},
                    {"args", {{"sort_index", process}}}});
}

void TraceEvents::name_thread(TraceTrack track, const std::string& name) {
  names_.push_back({{"ph", "M"}, {"pid", track.process}, {"tid", track.thread},
                    {"name", "thread_name"}, {"args", {{"name", name}}}});
  names_.push_back({{"ph", "M"}, {"pid", track.process}, {"tid", track.thread},
                    {"name", "thread_sort_index"}, {"args", {{"sort_index", track.thread}}}});
}

void TraceEvents::add(const char* phase, TraceTrack track, const std::string& name, Tick at,
                      Json more, Json arguments) {
  Json event = {{"ph", phase}, {"pid", track.process}, {"tid", track.thread}, {"name", name},
                {"ts", microseconds(at)}};
  event.update(more);
  if (!arguments.empty()) event["args"] = std::move(arguments);
  events_.push_back({at, std::move(event)});
}

void TraceEvents::slice(TraceTrack track, const std::string& name, Tick at, Tick length,
                        Json arguments) {
  add("X", track, name, at, {{"dur", microseconds(length)}}, std::move(arguments));
}

void TraceEvents::flow(bool start, TraceTrack track, const std::string& name, size_t id, Tick at,
                       Json arguments) {
  Json more = {{"cat", "message"}, {"id", id}};
  if (!start) more["bp"] = "e";  // to the slice around it, not to the next one
  add(start ? "s" : "f", track, name, at, std::move(more), std::move(arguments));
}

void TraceEvents::asynchronous(const char* phase, TraceTrack track, const std::string& category,
                               const std::string& id, const std::string& name, Tick at,
                               Json arguments) {
  add(phase, track, name, at, {{"cat", category}, {"id", id}}, std::move(arguments));
}

void TraceEvents::counter(int process, const std::string& name, Tick at, Json values) {
  add("C", {process, 0}, name, at, Json::object(), std::move(values));
}

std::string TraceEvents::take(Json about) {
  std::stable_sort(events_.begin(), events_.end(),
                   [](const Timed& left, const Timed& right) { return left.at < right.at; });
  // An event a line: these files are large, and looked into.
  std::string out = "{\"displayTimeUnit\": \"ms\",\n\"otherData\": " + about.dump() +
                    ",\n\"traceEvents\": [";
  const char* between = "\n";
  for (const Json& each : names_) {
    out += between + each.dump();
    between = ",\n";
  }
  for (const Timed& each : events_) {
    out += between + each.event.dump();
    between = ",\n";
  }
  return out + "\n]}\n";
}

}  // namespace cutline

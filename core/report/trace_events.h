// Builds a file of trace events: https://perfetto.dev/docs/reference/synthetic-track-event and the
// "Trace Event Format" name the fields. Both exports of runs and of jobs write through it.
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/ticks.h"

namespace cutline {

struct TraceTrack {
  int process = 1;  // "pid": a group of tracks
  int thread = 0;   // "tid"; 0: the group itself
};

class TraceEvents {
 public:
  using Json = nlohmann::ordered_json;

  void name_process(int process, const std::string& name);
  void name_thread(TraceTrack track, const std::string& name);

  void slice(TraceTrack track, const std::string& name, Tick at, Tick length, Json arguments);
  void flow(bool start, TraceTrack track, const std::string& name, size_t id, Tick at,
            Json arguments);
  // One that may overlap others of its track. `phase`: "b" begins, "n" is an instant, "e" ends.
  void asynchronous(const char* phase, TraceTrack track, const std::string& category,
                    const std::string& id, const std::string& name, Tick at, Json arguments);
  void counter(int process, const std::string& name, Tick at, Json values);

  // Names first, then all events by time; at the same time in the order in which they were added.
  std::string take(Json about);

 private:
  struct Timed {
    Tick at = 0;
    Json event;
  };
  void add(const char* phase, TraceTrack track, const std::string& name, Tick at, Json more,
           Json arguments);

  std::vector<Json> names_;
  std::vector<Timed> events_;
};

}  // namespace cutline

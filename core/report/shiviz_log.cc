#include "core/report/shiviz_log.h"

#include <nlohmann/json.hpp>

#include "core/report/report_events.h"

namespace cutline {

std::string shiviz_log(const History& history) {
  const std::vector<ProcessSetup>& processes = history.scenario().processes;
  std::string out;
  for (const ReportEvent& event : report_events(history).events) {
    nlohmann::ordered_json clock = nlohmann::ordered_json::object();
    for (size_t index = 0; index < event.clock.size(); ++index)
      if (event.clock[index] > 0) clock[processes[index].name] = event.clock[index];
    out += processes[event.process.index].name + " " + clock.dump() + "\n" + event.text + "\n";
  }
  return out;
}

}  // namespace cutline

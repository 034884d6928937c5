// A run in the forms of other tools: one list for the terminal and the page.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace cutline {

class Lab;
enum class Screen : uint8_t;

struct ExportFormat {
  std::string_view name;    // "csv-events"
  std::string_view label;   // "Events"
  std::string_view does;    // what it is, and what opens it; one line
  std::string_view ending;  // of the file's name: "csv"
  std::string_view type;    // "text/csv"
  std::string_view remark;  // what its reader asks for; may be empty
};

// Of what is on that screen.
std::span<const ExportFormat> export_formats(Screen screen);

// Why the lab's screen has nothing in this form; nothing where it has. Names an unknown form.
std::optional<std::string> why_no_export(const Lab& lab, std::string_view format);

// What is on the screen: a run up to its cursor, or the queue lab.
Result<std::string> export_run(const Lab& lab, std::string_view format);

// For the page: [{"name", "label", "does", "ending", "type", "remark", "why_not"}], those of the
// present screen; `why_not` is empty where there is something to export.
std::string export_list_json(const Lab& lab);

}  // namespace cutline

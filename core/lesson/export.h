// A run in the forms of other tools: one list for the terminal and the page.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace cutline {

class Lab;

struct ExportFormat {
  std::string_view name;    // "csv-events"
  std::string_view label;   // "Events"
  std::string_view does;    // what it is, and what opens it; one line
  std::string_view ending;  // of the file's name: "csv"
  std::string_view type;    // "text/csv"
  std::string_view remark;  // what its reader asks for; may be empty
};

// Of a run of processes and of the queue lab.
std::span<const ExportFormat> export_formats();

// Why the lab's screen has nothing in this form; nothing where it has. Names an unknown form.
std::optional<std::string> why_no_export(const Lab& lab, std::string_view format);

// The run up to its cursor, or the queue lab where that is on the screen.
Result<std::string> export_run(const Lab& lab, std::string_view format);

// For the page: [{"name", "label", "does", "ending", "type", "remark", "why_not"}], those of the
// present screen; `why_not` is empty where there is something to export.
std::string export_list_json(const Lab& lab);

}  // namespace cutline

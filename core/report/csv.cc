#include "core/report/csv.h"

#include "core/base/check.h"

namespace cutline {
namespace {

std::string quoted_field(std::string_view field) {
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(field);
  std::string out = "\"";
  for (char letter : field) {
    if (letter == '"') out += '"';
    out += letter;
  }
  return out + '"';
}

}  // namespace

void CsvTable::add(const std::vector<std::string>& fields) {
  CUTLINE_CHECK(fields.size() == columns_, "a row has a field for each column");
  for (size_t index = 0; index < fields.size(); ++index)
    text_ += (index > 0 ? "," : "") + quoted_field(fields[index]);
  text_ += "\r\n";
}

}  // namespace cutline

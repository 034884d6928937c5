// Tables as comma-separated values by RFC 4180: a header line, lines that end with CR LF, quotes
// around a field that holds a comma, a quote or the end of a line.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cutline {

class CsvTable {
 public:
  explicit CsvTable(const std::vector<std::string>& header) : columns_(header.size()) {
    add(header);
  }

  // As many fields as the header has.
  void add(const std::vector<std::string>& fields);
  std::string take() { return std::move(text_); }

 private:
  size_t columns_;
  std::string text_;
};

}  // namespace cutline

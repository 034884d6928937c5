#include "core/lesson/toml_reader.h"

#include <algorithm>

#include "core/base/limits.h"
#include "core/base/text.h"

namespace cutline {
namespace {

constexpr size_t kTitleBytesMax = 200;

}  // namespace

Result<toml::table> parse_toml(std::string_view text) {
  if (text.size() > kFileBytesMax)
    return fault("a scenario file has at most " + std::to_string(kFileBytesMax) + " bytes");
  toml::parse_result parsed = toml::parse(text);
  if (parsed) return std::move(parsed).table();
  const toml::source_position place = parsed.error().source().begin;
  return fault_at(static_cast<int>(place.line), static_cast<int>(place.column),
                  "this is not TOML: " + std::string(parsed.error().description()));
}

bool TomlReader::text(const toml::table& table, std::string_view key, std::string& out) {
  const toml::node* node = table.get(key);
  if (!node) return true;
  const auto* value = node->as_string();
  if (!value) return refuse(*node, std::string(key) + " must be a text in quotes");
  out = value->get();
  return true;
}

bool TomlReader::flag(const toml::table& table, std::string_view key, bool& out) {
  const toml::node* node = table.get(key);
  if (!node) return true;
  const auto* value = node->as_boolean();
  if (!value) return refuse(*node, std::string(key) + " must be true or false");
  out = value->get();
  return true;
}

bool TomlReader::whole(const toml::table& table, std::string_view key, TomlRange range,
                       int64_t& out) {
  const toml::node* node = table.get(key);
  if (!node) return true;
  const auto* value = node->as_integer();
  if (!value || value->get() < range.min || value->get() > range.max)
    return refuse(*node, std::string(key) + " must be a whole number from " +
                             std::to_string(range.min) + " to " + std::to_string(range.max));
  out = value->get();
  return true;
}

bool TomlReader::durations(const toml::table& table, std::string_view key, Tick& min, Tick& max) {
  const toml::node* node = table.get(key);
  if (!node) return true;
  const toml::array* array = node->as_array();
  if (!array) {
    if (!duration(*node, key, kHour, min)) return false;
    max = min;
    return true;
  }
  if (array->size() != 2)
    return refuse(*node,
                  std::string(key) + " must be one duration, or the shortest and the longest");
  if (!duration(*array->get(0), key, kHour, min) || !duration(*array->get(1), key, kHour, max))
    return false;
  if (max < min)
    return refuse(*array->get(1), std::string(key) + ": the longest is shorter than the shortest");
  return true;
}

bool TomlReader::duration(const toml::table& table, std::string_view key, Tick max, Tick& out) {
  const toml::node* node = table.get(key);
  return !node || duration(*node, key, max, out);
}

bool TomlReader::duration(const toml::node& node, std::string_view key, Tick max, Tick& out) {
  const auto* value = node.as_string();
  if (!value)
    return refuse(node, std::string(key) + " must be a duration in quotes, such as \"500ms\"");
  const Result<Tick> parsed = parse_duration(value->get());
  if (!parsed) return refuse(node, std::string(key) + ": " + parsed.error().sentence);
  if (*parsed > max)
    return refuse(node, std::string(key) + " must be at most " +
                            (max == kHour ? "1h" : print_duration(max)));
  out = *parsed;
  return true;
}

bool TomlReader::name(const toml::table& table, std::string_view key, std::string_view what,
                      std::string_view read) {
  const auto why = why_no_name(read);
  return !why || refuse(*table.get(key),
                        std::string(what) + " " + in_quotes(read) + ": " + *why);
}

bool TomlReader::line(const toml::table& table, std::string_view key, std::string_view read) {
  const auto why = why_no_line(read);
  return !why || !table.contains(key) ||
         refuse(*table.get(key), std::string(key) + " " + *why + ", not " + in_quotes(read));
}

bool TomlReader::title(const toml::table& table, std::string_view read) {
  if (!read.empty() && read.size() <= kTitleBytesMax) return line(table, "title", read);
  return refuse(*table.get("title"),
                "title must have from 1 to " + std::to_string(kTitleBytesMax) + " bytes");
}

bool TomlReader::above_zero(const toml::table& table, std::string_view key, Tick read) {
  return read > 0 || refuse(*table.get(key), std::string(key) + " must be above 0");
}

bool TomlReader::only(const toml::table& table, std::string_view where,
                  std::initializer_list<std::string_view> allowed) {
  const toml::key* unknown = nullptr;
  for (auto&& [key, value] : table) {
    if (std::find(allowed.begin(), allowed.end(), key.str()) != allowed.end()) continue;
    const auto& place = key.source().begin;
    if (!unknown || place < unknown->source().begin) unknown = &key;
  }
  if (!unknown) return true;
  std::string list;
  for (std::string_view key : allowed) list += (list.empty() ? "" : ", ") + std::string(key);
  const std::span<const std::string_view> known(allowed.begin(), allowed.size());
  return refuse(unknown->source(), "unknown key " + in_quotes(unknown->str()) + ": " +
                                       std::string(where) + " takes " + list +
                                       did_you_mean(unknown->str(), known));
}

bool TomlReader::needs(const toml::table& table, std::string_view where, std::string_view key) {
  if (table.contains(key)) return true;
  return refuse(table, std::string(where) + " needs the key " + in_quotes(key));
}

bool TomlReader::table(const toml::table& in, std::string_view key, const toml::table*& out) {
  out = nullptr;
  const toml::node* node = in.get(key);
  if (!node) return true;
  out = node->as_table();
  return out || refuse(*node, std::string(key) + " must be a table: [" + std::string(key) + "]");
}

}  // namespace cutline

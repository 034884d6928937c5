#include "core/system/option_table.h"

#include <algorithm>

namespace cutline {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_word(std::string_view left, std::string_view right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(), [](char a, char b) {
    return lower(a) == lower(b) || (a == '-' && b == '_') || (a == '_' && b == '-');
  });
}

enum class Fit { none, start, whole };

// How `key` fits an ending of `name` that begins at the name's start or behind a dot.
Fit fit(std::string_view name, std::string_view key) {
  Fit best = Fit::none;
  for (size_t at = 0; at < name.size();) {
    const std::string_view ending = name.substr(at);
    if (ending == key) return Fit::whole;
    if (ending.starts_with(key) && (ending[key.size()] == '-' || ending[key.size()] == '.'))
      best = Fit::start;
    const size_t dot = name.find('.', at);
    at = dot == std::string_view::npos ? name.size() : dot + 1;
  }
  return best;
}

// Whoever writes an option writes its name, or an ending of it.
std::string near_option(std::span<const OptionNames> options, std::string_view key) {
  std::vector<std::string_view> known;
  for (const OptionNames& each : options)
    for (std::string_view ending = each.name; !ending.empty();) {
      known.push_back(ending);
      const size_t dot = ending.find('.');
      ending.remove_prefix(dot == std::string_view::npos ? ending.size() : dot + 1);
    }
  const std::optional<std::string_view> meant = nearest(key, known);
  if (!meant) return "";
  for (const OptionNames& each : options)
    if (each.name.ends_with(*meant)) return "; did you mean " + std::string(each.name) + "?";
  return "";
}

// The places of all that `key` fits as well as it fits any: one where it is clear what is meant.
std::vector<size_t> places_of_option(std::span<const OptionNames> options, std::string_view key) {
  std::vector<size_t> found;
  if (key.empty()) return found;
  for (size_t place = 0; place < options.size(); ++place)
    if (key == options[place].name || key == options[place].former) return {place};
  for (Fit wanted : {Fit::whole, Fit::start}) {
    for (size_t place = 0; place < options.size(); ++place)
      if (fit(options[place].name, key) == wanted || fit(options[place].former, key) == wanted)
        found.push_back(place);
    if (!found.empty()) break;
  }
  return found;
}

}  // namespace

std::optional<size_t> place_of_option(std::span<const OptionNames> options, std::string_view key) {
  const std::vector<size_t> found = places_of_option(options, key);
  return found.size() == 1 ? std::optional(found[0]) : std::nullopt;
}

Result<size_t> find_option(std::span<const OptionNames> options, std::string_view key) {
  const std::vector<size_t> found = places_of_option(options, key);
  if (found.size() == 1) return found[0];
  if (found.empty())
    return fault("there is no option " + in_quotes(key) + near_option(options, key));
  std::string names;
  for (size_t place : found)
    names += (names.empty() ? "" : " or ") + std::string(options[place].name);
  return fault("the option " + in_quotes(key) + " could be " + names);
}

Result<Tick> read_option_duration(std::string_view text, Tick min) {
  const Result<Tick> value = parse_duration(text);
  if (!value) return value.error();
  if (*value % kMillisecond != 0)
    return fault("the engine counts in whole milliseconds, not in " + in_quotes(text));
  if (*value < min)
    return fault("at least " + print_duration(min) + ", not " + print_duration(*value));
  return *value;
}

Result<bool> read_option_flag(std::string_view text) {
  if (same_word(text, "true")) return true;
  if (same_word(text, "false")) return false;
  return fault("true or false, not " + in_quotes(text));
}

Result<int64_t> read_option_bytes(std::string_view text, int64_t max) {
  struct Unit {
    std::string_view name;
    int64_t bytes;
  };
  constexpr Unit kUnits[] = {{"kb", 1 << 10}, {"mb", 1 << 20}, {"gb", 1 << 30}, {"b", 1}};
  for (const Unit& unit : kUnits) {
    if (text.size() < unit.name.size()) continue;
    const size_t digits = text.size() - unit.name.size();
    if (!same_word(text.substr(digits), unit.name)) continue;
    std::string_view number = text.substr(0, digits);
    while (number.ends_with(' ')) number.remove_suffix(1);
    const Result<int64_t> value = parse_integer(number, 0, max / unit.bytes, "the size");
    if (!value) return value.error();
    return *value * unit.bytes;
  }
  return fault("a size needs a unit (b, kb, mb or gb): " + in_quotes(text));
}

Result<int64_t> read_option_millionths(std::string_view text, int64_t min, int64_t max) {
  const size_t point = text.find('.');
  std::string digits(text.substr(0, point));
  std::string decimals(point == std::string_view::npos ? "" : text.substr(point + 1));
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || c == '.';
  });
  const bool empty = digits.empty() || (point != std::string_view::npos && decimals.empty());
  if (!plain || empty || digits.size() > 9 || decimals.size() > 6)
    return fault("a plain number with at most six decimals, not " + in_quotes(text));
  decimals.append(6 - decimals.size(), '0');
  return parse_integer(digits + decimals, min, max, "the number in millionths");
}

Result<size_t> read_option_word(std::string_view text, std::span<const std::string_view> words) {
  std::string known;
  for (size_t place = 0; place < words.size(); ++place) {
    if (same_word(text, words[place])) return place;
    known += (place == 0 ? "" : place + 1 == words.size() ? " or " : ", ") +
             std::string(words[place]);
  }
  return fault(known + ", not " + in_quotes(text) + did_you_mean(text, words));
}

std::string print_option_bytes(int64_t bytes) {
  if (bytes > 0 && bytes % (1 << 20) == 0) return std::to_string(bytes >> 20) + " mb";
  if (bytes > 0 && bytes % (1 << 10) == 0) return std::to_string(bytes >> 10) + " kb";
  return std::to_string(bytes) + " b";
}

std::string print_option_millionths(int64_t millionths) {
  std::string text = std::to_string(millionths / 1'000'000);
  std::string decimals = std::to_string(1'000'000 + millionths % 1'000'000).substr(1);
  while (decimals.ends_with('0')) decimals.pop_back();
  return decimals.empty() ? text : text + "." + decimals;
}

}  // namespace cutline

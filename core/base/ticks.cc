#include "core/base/ticks.h"

#include "core/base/text.h"

namespace cutline {
namespace {

struct Unit {
  std::string_view name;
  Tick ticks;
};
// A name that another one ends with comes after it. Micro sign and Greek letter look the same.
constexpr Unit kUnits[] = {
    {"min", kMinute},          {"ms", kMillisecond},      {"us", kMicrosecond}, {"ns", 1},
    {"\u00b5s", kMicrosecond}, {"\u03bcs", kMicrosecond}, {"h", kHour},         {"s", kSecond},
};
constexpr Tick kLongest = 1'000'000 * kHour;

bool only_digits(std::string_view text) {
  for (const char c : text)
    if (c < '0' || c > '9') return false;
  return !text.empty();
}

// digits[.digits] times unit, rounded down to whole ticks; no floating point.
Result<Tick> scaled(std::string_view number, Tick unit) {
  const size_t point = number.find('.');
  const bool pointed = point != std::string_view::npos;
  const std::string_view digits = number.substr(0, point);
  const std::string_view decimals = pointed ? number.substr(point + 1) : std::string_view();
  if (!only_digits(digits) || (pointed && !only_digits(decimals)))
    return fault("a duration needs a plain number before its unit, not " + in_quotes(number));
  Tick part = 0;
  for (size_t at = decimals.size(); at > 0; --at)  // from the last: each floor is then exact
    part = ((decimals[at - 1] - '0') * unit + part) / 10;
  Tick whole = 0;
  for (const char c : digits) {
    const Tick digit = c - '0';
    if (whole > (kLongest / unit - digit) / 10)
      return fault("a duration is at most a million hours");
    whole = whole * 10 + digit;
  }
  if (whole * unit > kLongest - part) return fault("a duration is at most a million hours");
  return whole * unit + part;
}

}  // namespace

Result<Tick> parse_duration(std::string_view text) {
  if (text == "0") return Tick{0};
  for (const Unit& unit : kUnits)
    if (text.ends_with(unit.name)) {
      std::string_view number = text.substr(0, text.size() - unit.name.size());
      while (number.ends_with(' ')) number.remove_suffix(1);
      return scaled(number, unit.ticks);
    }
  return fault("a duration needs a unit (ns, us, ms, s, min or h): " + in_quotes(text));
}

std::string print_duration(Tick ticks) {
  // Unsigned, since the smallest Tick has no positive twin.
  const uint64_t size = ticks < 0 ? 0 - static_cast<uint64_t>(ticks) : static_cast<uint64_t>(ticks);
  Unit unit{"us", kMicrosecond};
  if (size >= kSecond || size == 0) unit = {"s", kSecond};
  else if (size >= kMillisecond) unit = {"ms", kMillisecond};
  else if (size < kMicrosecond) unit = {"ns", 1};
  const auto one = static_cast<uint64_t>(unit.ticks);
  std::string part;
  uint64_t rest = size % one;
  for (uint64_t scale = one / 10; rest > 0 && scale > 0; scale /= 10) {
    part += static_cast<char>('0' + rest / scale);
    rest %= scale;
  }
  while (part.ends_with('0')) part.pop_back();
  if (!part.empty()) part.insert(0, ".");
  return (ticks < 0 ? "-" : "") + std::to_string(size / one) + part + std::string(unit.name);
}

}  // namespace cutline

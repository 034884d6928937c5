#include "core/base/text.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace cutline {
namespace {

bool blank(char c) { return c == ' ' || c == '\t'; }

// The length of the character that `text` starts with; 0 where its bytes are not UTF-8 (a byte that
// cannot start a character, one cut short, one written longer than it need be, a surrogate).
size_t character_bytes(std::string_view text) {
  const auto byte = [&](size_t at) { return static_cast<unsigned char>(text[at]); };
  if (byte(0) < 0x80) return 1;
  const size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < length) return 0;
  for (size_t at = 1; at < length; ++at)
    if ((byte(at) & 0xc0) != 0x80) return 0;
  if (byte(0) == 0xe0 && byte(1) < 0xa0) return 0;
  if (byte(0) == 0xed && byte(1) > 0x9f) return 0;
  if (byte(0) == 0xf0 && byte(1) < 0x90) return 0;
  if (byte(0) == 0xf4 && byte(1) > 0x8f) return 0;
  return length;
}

// A control character, in ASCII (below U+0020, U+007F) or above it (U+0080 to U+009F).
bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first < 0x20 || first == 0x7f;
  return first == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0;
}

bool has_digit_above_zero(std::string_view decimal) {
  return decimal.substr(0, decimal.find_first_of("eE")).find_first_of("123456789") !=
         std::string_view::npos;
}

Fault outside(std::string_view what, std::string_view range, std::string_view text) {
  return fault(std::string(what) + " must be " + std::string(range) + ", not " + in_quotes(text));
}

}  // namespace

std::vector<Word> split_words(std::string_view line) {
  std::vector<Word> words;
  int column = 1;
  size_t at = 0;
  while (at < line.size()) {
    const size_t start = at;
    const bool gap = blank(line[at]);
    int characters = 0;
    for (; at < line.size() && blank(line[at]) == gap; ++at)
      if ((static_cast<unsigned char>(line[at]) & 0xc0) != 0x80) ++characters;
    if (!gap) words.push_back({line.substr(start, at - start), column});
    column += characters;
  }
  return words;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    const bool last = end == std::string_view::npos;
    if (!last && line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    if (last) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::string_view without_byte_order_mark(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  return text;
}

Result<int64_t> parse_integer(std::string_view text, int64_t min, int64_t max,
                              std::string_view what) {
  int64_t value = 0;
  const char* end = text.data() + text.size();
  std::string_view digits = text;
  if (text.starts_with('+') && !text.starts_with("+-")) digits.remove_prefix(1);
  const auto [stopped, error] = std::from_chars(digits.data(), end, value);
  if (error == std::errc::invalid_argument || stopped != end)
    return outside(what, "a whole number", text);
  if (error == std::errc::result_out_of_range || value < min || value > max)
    return outside(what, "from " + std::to_string(min) + " to " + std::to_string(max), text);
  return value;
}

namespace {

// The digits, point and exponent of a decimal number: [+-]digits[.digits][e[+-]digits].
bool is_decimal(std::string_view text) {
  size_t at = 0;
  const auto digits = [&] {
    const size_t start = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    return at - start;
  };
  const auto sign = [&] {
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
  };
  sign();
  size_t seen = digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    seen += digits();
  }
  if (seen == 0) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    sign();
    if (digits() == 0) return false;
  }
  return at == text.size();
}

}  // namespace

Result<double> parse_decimal(std::string_view text, double min, double max,
                             std::string_view what) {
  if (!is_decimal(text)) return outside(what, "a number", text);
  // strtod, since std::from_chars for double is missing from libc++ before version 20.
  const double value = std::strtod(std::string(text).c_str(), nullptr);
  if (!std::isfinite(value) || value < min || value > max) {
    if (max == std::numeric_limits<double>::max())
      return outside(what, "a finite number of at least " + print_decimal(min), text);
    return outside(what, "from " + print_decimal(min) + " to " + print_decimal(max), text);
  }
  if (value == 0 && has_digit_above_zero(text))
    return fault(std::string(what) + " is too close to 0 to tell it from 0: " + in_quotes(text));
  return value == 0 ? 0.0 : value;  // "-0" is 0
}

std::string print_decimal(double value) {
  char buffer[40];
  const double size = std::fabs(value);
  const bool plain = size == 0 || (size >= 1e-6 && size < 1e15);  // 1000000, not 1e+06
  const auto [end, error] =
      plain ? std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed)
            : std::to_chars(buffer, buffer + sizeof buffer, value);
  CUTLINE_CHECK(error == std::errc(), "the shortest decimal of a double has at most 25 characters");
  return std::string(buffer, end);
}

std::string in_quotes(std::string_view text) {
  static constexpr size_t kShown = 60;
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (size_t at = 0; at < text.size();) {
    const size_t length = character_bytes(text.substr(at));
    const std::string_view character = text.substr(at, length == 0 ? 1 : length);
    if (at + character.size() > kShown) {
      out += "…";
      break;
    }
    if (length == 0 || is_control(character)) {
      for (const char c : character) {
        const auto byte = static_cast<unsigned char>(c);
        out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
      }
    } else {
      out += character;
    }
    at += character.size();
  }
  return out + "\"";
}

std::string count_of(int64_t count, std::string_view thing) {
  return std::to_string(count) + " " + std::string(thing) + (count == 1 ? "" : "s");
}

}  // namespace cutline

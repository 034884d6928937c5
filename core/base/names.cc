// What can be a name or a line, and which word was meant.
#include <algorithm>

#include "core/base/limits.h"
#include "core/base/text.h"

namespace cutline {
namespace {

constexpr size_t kGuessedLengthMax = 100;  // a longer word is no slip of a known one

struct CodeRange {
  char32_t first;
  char32_t last;
};
// Characters that nobody sees: white space, and what joins, hides or turns its neighbours.
constexpr CodeRange kUnseen[] = {
    {0x00, 0x20},     {0x7f, 0xa0},     {0xad, 0xad},     {0x61c, 0x61c},   {0x1680, 0x1680},
    {0x180e, 0x180e}, {0x2000, 0x200f}, {0x2028, 0x202f}, {0x205f, 0x206f}, {0x3000, 0x3000},
    {0xfeff, 0xfeff}, {0xfff9, 0xfffb},
};
// Of them, what does not belong into a line either.
constexpr CodeRange kNotInALine[] = {
    {0x00, 0x1f},     {0x7f, 0x9f},     {0x2028, 0x2029}, {0x202a, 0x202e}, {0x2066, 0x2069},
};

// The character that `text` begins with, which is UTF-8, and leaves it out. What is not is taken
// byte by byte: `in_quotes` shows it.
char32_t take_character(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const size_t length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (length == 1 || text.size() < length) {
    text.remove_prefix(1);
    return first;
  }
  char32_t code = first & (0x7fu >> length);
  for (size_t at = 1; at < length; ++at)
    code = code << 6 | (static_cast<unsigned char>(text[at]) & 0x3fu);
  text.remove_prefix(length);
  return code;
}

template <size_t Count>
bool has_any(std::string_view text, const CodeRange (&ranges)[Count]) {
  while (!text.empty()) {
    const char32_t code = take_character(text);
    for (const CodeRange& each : ranges)
      if (code >= each.first && code <= each.last) return true;
  }
  return false;
}

// How many letters must be put in, taken out, exchanged or swapped with their neighbour.
size_t distance(std::string_view left, std::string_view right) {
  const size_t width = right.size() + 1;
  std::vector<size_t> table((left.size() + 1) * width);  // [i][j]: of the first i and j letters
  for (size_t i = 0; i <= left.size(); ++i)
    for (size_t j = 0; j <= right.size(); ++j) {
      size_t& least = table[i * width + j];
      least = i + j;  // where one of them is empty
      if (i == 0 || j == 0) continue;
      const bool same = left[i - 1] == right[j - 1];
      least = std::min({table[(i - 1) * width + j] + 1, table[i * width + j - 1] + 1,
                        table[(i - 1) * width + j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1])
        least = std::min(least, table[(i - 2) * width + j - 2] + 1);
    }
  return table.back();
}

}  // namespace

std::optional<std::string> why_no_name(std::string_view text) {
  if (text.empty() || text.size() > kNameLengthMax)
    return "a name has from 1 to " + std::to_string(kNameLengthMax) + " bytes";
  if (has_any(text, kUnseen) || text.find('>') != std::string_view::npos)
    return "a name has no blank, no control character and no \">\"";
  return std::nullopt;
}

std::optional<std::string> why_no_line(std::string_view text) {
  if (has_any(text, kNotInALine)) return "must be one line without control characters";
  return std::nullopt;
}

std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> known) {
  if (word.size() > kGuessedLengthMax) return std::nullopt;
  std::optional<std::string_view> best;
  size_t least = 0;
  for (std::string_view each : known) {
    const size_t steps = distance(word, each);
    if (best && steps >= least) continue;
    best = each;
    least = steps;
  }
  // Half the letters wrong is another word, not a slip.
  if (best && least * 2 > best->size()) return std::nullopt;
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
  const auto meant = nearest(word, known);
  return meant ? "; did you mean " + std::string(*meant) + "?" : std::string();
}

}  // namespace cutline

#include "shell/cli/arguments.h"

#include <algorithm>
#include <cstdio>

#include "core/base/text.h"

namespace cutline {
namespace {

bool contains(const std::vector<std::string_view>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Fault wrong(const ArgumentForm& form, std::string sentence) {
  return fault(std::move(sentence) + " (use: cutline " + std::string(form.usage) + ")");
}

Fault unknown_option(const ArgumentForm& form, std::string_view name) {
  std::vector<std::string_view> known = form.with_value;
  known.insert(known.end(), form.flags.begin(), form.flags.end());
  const auto meant = nearest(name, known);
  return wrong(form, "there is no option " + quoted(name) +
                         (meant ? "; did you mean " + std::string(*meant) + "?" : std::string()));
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

bool Arguments::has(std::string_view name) const { return value(name).has_value(); }

std::optional<std::string_view> Arguments::value(std::string_view name) const {
  for (const Option& option : options)
    if (option.name == name) return option.value;
  return std::nullopt;
}

Result<Arguments> read_arguments(const ArgumentForm& form,
                                 std::span<const std::string_view> words) {
  Arguments out;
  for (size_t at = 0; at < words.size(); ++at) {
    const std::string_view word = words[at];
    if (!word.starts_with("--")) {
      out.positional.push_back(word);
      continue;
    }
    const size_t equals = word.find('=');
    Option option{word.substr(0, equals), {}};
    const bool takes_value = contains(form.with_value, option.name);
    if (!takes_value && !contains(form.flags, option.name))
      return unknown_option(form, option.name);
    if (out.has(option.name) && !contains(form.repeatable, option.name))
      return wrong(form, std::string(option.name) + " is there twice");
    if (!takes_value && equals != std::string_view::npos)
      return wrong(form, std::string(option.name) + " takes no value");
    if (takes_value && equals != std::string_view::npos) option.value = word.substr(equals + 1);
    else if (takes_value && at + 1 < words.size()) option.value = words[++at];
    else if (takes_value) return wrong(form, std::string(option.name) + " needs a value");
    out.options.push_back(option);
  }
  if (out.positional.size() < form.positional)
    return wrong(form, "a word is missing");
  if (out.positional.size() > form.positional)
    return wrong(form, quoted(out.positional[form.positional]) + " is one word too many");
  return out;
}

int refuse(const Fault& problem) {
  const std::string text = print_fault(problem);
  std::fprintf(stderr, "%s%s\n", problem.file.empty() ? "cutline: " : "", text.c_str());
  return 2;
}

std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> known) {
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

}  // namespace cutline

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
  return wrong(form, "there is no option " + in_quotes(name) + did_you_mean(name, known));
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
    return wrong(form, in_quotes(out.positional[form.positional]) + " is one word too many");
  return out;
}

int refuse(const Fault& problem) {
  const std::string text = print_fault(problem);
  std::fprintf(stderr, "%s%s\n", problem.file.empty() ? "cutline: " : "", text.c_str());
  return 2;
}

}  // namespace cutline

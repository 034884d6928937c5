// Options by name and text, the way the engine's configuration has them:
//
//     execution.checkpointing.min-pause = 5s       the full name
//     execution.checkpointing.unaligned = true     a former name that the engine still understands
//     min-pause = 5s                               any ending of a name that only one option has
//     max-concurrent = 2                           … which may also stop short at a "-" or "."
//
// A table has one row for each option; a row knows how to read its text and how to print it.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/base/ticks.h"

namespace cutline {

struct OptionNames {
  std::string_view name;
  std::string_view former;  // empty: none
};

// The place of the option that `key` names; nothing where none or more than one could be meant.
// Looks for no likely name, which takes a hundred times as long.
std::optional<size_t> place_of_option(std::span<const OptionNames> options, std::string_view key);
// The same with a reason. A fault where none or more than one could be meant.
Result<size_t> find_option(std::span<const OptionNames> options, std::string_view key);

// Readers of single values. The engine counts in whole milliseconds; anything finer is refused.
Result<Tick> read_option_duration(std::string_view text, Tick min);
Result<bool> read_option_flag(std::string_view text);
Result<int64_t> read_option_bytes(std::string_view text, int64_t max);  // "20 kb", "512b"
// A decimal number as millionths: "1.5" is 1,500,000.
Result<int64_t> read_option_millionths(std::string_view text, int64_t min, int64_t max);
// The place of a word, whatever its case, "-" and "_" alike.
Result<size_t> read_option_word(std::string_view text, std::span<const std::string_view> words);

std::string print_option_bytes(int64_t bytes);
std::string print_option_millionths(int64_t millionths);

template <class Options>
struct OptionRow {
  OptionNames names;
  Result<Done> (*read)(Options& options, std::string_view text);
  std::string (*print)(const Options& options);  // empty: not set
};

template <class Options>
std::vector<OptionNames> option_names(std::span<const OptionRow<Options>> table) {
  std::vector<OptionNames> names;
  for (const OptionRow<Options>& row : table) names.push_back(row.names);
  return names;
}

// Sets one option; `options` is as before where it fails.
template <class Options>
Result<Done> set_option(std::span<const OptionRow<Options>> table, Options& options,
                        std::string_view key, std::string_view text) {
  const Result<size_t> place = find_option(option_names(table), key);
  if (!place) return place.error();
  const OptionRow<Options>& row = table[*place];
  Options changed = options;
  const Result<Done> read = row.read(changed, text);
  if (!read) return fault(std::string(row.names.name) + ": " + read.error().sentence);
  options = changed;
  return Done{};
}

template <class Options>
Result<std::string> option_text(std::span<const OptionRow<Options>> table, const Options& options,
                                std::string_view key) {
  const Result<size_t> place = find_option(option_names(table), key);
  if (!place) return place.error();
  return table[*place].print(options);
}

// Rows for members of the usual kinds.
template <class Options, Tick Options::*Member, Tick Min>
OptionRow<Options> duration_option(OptionNames names) {
  return {names,
          [](Options& options, std::string_view text) -> Result<Done> {
            const Result<Tick> value = read_option_duration(text, Min);
            if (!value) return value.error();
            options.*Member = *value;
            return Done{};
          },
          [](const Options& options) { return print_duration(options.*Member); }};
}

template <class Options, int64_t Options::*Member, int64_t Min, int64_t Max>
OptionRow<Options> count_option(OptionNames names) {
  return {names,
          [](Options& options, std::string_view text) -> Result<Done> {
            const Result<int64_t> value = parse_integer(text, Min, Max, "the value");
            if (!value) return value.error();
            options.*Member = *value;
            return Done{};
          },
          [](const Options& options) { return std::to_string(options.*Member); }};
}

template <class Options, bool Options::*Member>
OptionRow<Options> flag_option(OptionNames names) {
  return {names,
          [](Options& options, std::string_view text) -> Result<Done> {
            const Result<bool> value = read_option_flag(text);
            if (!value) return value.error();
            options.*Member = *value;
            return Done{};
          },
          [](const Options& options) -> std::string { return options.*Member ? "true" : "false"; }};
}

}  // namespace cutline

// The words behind a command's name: options with or without a value, and the rest in order.
//
//     run transfers --seed 7 --set fifo=off --json
//         └ positional  └ option with value   └ flag
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace cutline {

// What a command takes, for reading and for its usage line.
struct ArgumentForm {
  std::string_view usage;                     // "run SCENARIO [--seed N]"
  std::vector<std::string_view> with_value;   // "--seed"
  std::vector<std::string_view> flags;        // "--json"
  std::vector<std::string_view> repeatable;   // those of with_value that may come more than once
  size_t positional = 0;
};

struct Option {
  std::string_view name;
  std::string_view value;
};

struct Arguments {
  std::vector<std::string_view> positional;
  std::vector<Option> options;  // in order

  bool has(std::string_view name) const;
  std::optional<std::string_view> value(std::string_view name) const;
};

// "--seed 7" and "--seed=7" are the same. Refuses an option that the form has not, or has once
// only, a value that is missing, and more or fewer positional words than the form's.
Result<Arguments> read_arguments(const ArgumentForm& form,
                                 std::span<const std::string_view> words);

// Prints the fault to stderr, behind the program's name where it has no file, and returns 2.
int refuse(const Fault& fault);

}  // namespace cutline

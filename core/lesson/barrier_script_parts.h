// What the files behind barrier_script.h share: tokens, expectations, and how values are printed,
// so that what is wanted and what comes can be compared as text.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/lesson/barrier_script.h"

namespace cutline {

// "b1@0!T10~0". `place` is the token in the file; `channels` says how many there are.
Result<ScriptStep> read_script_token(const JsonValue& place, ScriptFamily family, size_t channels);

// The script's "expect". `steps` is how many numbered steps there are.
Result<std::vector<ScriptExpectation>> read_script_expectations(const JsonValue& expect,
                                                                int64_t steps);

// What an item is called in P:<kind>.
std::string_view queue_item_name(QueueItemKind kind);

using NumberLists = std::map<int64_t, std::vector<int64_t>>;
using NumberCounts = std::map<int64_t, int64_t>;

std::string print_flag(bool flag);                             // true
std::string print_numbers(const std::vector<int64_t>& numbers);  // [1, 2]
std::string print_words(const std::vector<std::string>& words);  // [ALIGNED, UNALIGNED]
// {5: [4, 6]}, {0: 1}, {1: {0: 1}}. What is empty or 0 is left out.
std::string print_lists(const NumberLists& lists);
std::string print_counts(const NumberCounts& counts);
std::string print_counts_by_id(const std::map<int64_t, NumberCounts>& counts);

}  // namespace cutline

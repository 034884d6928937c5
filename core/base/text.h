// Small text work that every room needs: strict numbers, splitting, quoting.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace cutline {

// A word of a line and the column, in characters from 1, at which it starts.
struct Word {
  std::string_view text;
  int column = 0;
};

// Splits at blanks and tabs.
std::vector<Word> split_words(std::string_view line);

// Splits at newlines; a carriage return before one is dropped. A last empty line is not reported.
std::vector<std::string_view> split_lines(std::string_view text);

// Without the byte-order mark (UTF-8) that some editors put in front of a file.
std::string_view without_byte_order_mark(std::string_view text);

// A whole decimal number, optionally signed, nothing else around it, inside [min, max].
// `what` names the number in the sentence: "amount".
Result<int64_t> parse_integer(std::string_view text, int64_t min, int64_t max,
                              std::string_view what);

// A finite decimal number ("2", "0.5", "1e3") inside [min, max]. Not "inf", "nan", hex or blanks,
// and not a number other than 0 that a double can only hold as 0.
Result<double> parse_decimal(std::string_view text, double min, double max,
                             std::string_view what);

// The shortest decimal that reads back as the same value: 0.1 prints "0.1", 6.0 prints "6". With an
// exponent ("1e+15") only from 1e15 on and below 1e-6.
std::string print_decimal(double value);

// "a" in double quotes, for sentences; always UTF-8: control characters and bytes that are no
// character become \xNN. Cut with "…" after at most 60 bytes, between two characters.
std::string in_quotes(std::string_view text);

// Why a text cannot name a process, a vertex or a message: a name is one word on the command bus
// and one line on a terminal. Nothing where it can: 1 to kNameLengthMax bytes, and no blank, no
// character that is not seen and no ">", which stands between the two names of a channel.
std::optional<std::string> why_no_name(std::string_view text);

// Why a text cannot be a title, a unit or another line that is shown: it has a control character,
// or one that turns the direction of what follows. Nothing where it can be.
std::optional<std::string> why_no_line(std::string_view text);

// The word of `known` that is most like this one, counted in letters put in, taken out, exchanged
// or swapped; nothing where half of its letters would be wrong.
std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> known);

// "; did you mean interval?", for the end of a sentence; empty where nothing is like it.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

// N thing / N things.
std::string count_of(int64_t count, std::string_view thing);

}  // namespace cutline

// Reads an exercise from TOML (assets/exercises/*.toml; the form is described there).
//
//     title = "Where is the money?"     chapter = "cuts"      scenario = "two-banks"
//     start = ["send A>B 10"]           allowed = ["deliver"] goal = "in-flight = 0"
//     [[step]]   say = "…"
//     [[step]]   predict = "…"          number = "in-flight"  unit = "EUR"
//     [[step]]   do = "…"               until = "balance B = 110"
//     [[claim]]  always = "consistent"
//
// Instead of a scenario: [system] or [job], with their tables below them.
#pragma once
#include <string_view>

#include "core/base/result.h"
#include "core/lesson/exercise.h"

namespace cutline {

// `id` is the exercise's name (the file's, without folder and ending). Faults carry line and
// column. Commands are parsed, not done: exercise_check.h does them.
Result<Exercise> read_exercise(std::string_view id, std::string_view toml_text);

// The command and whether one of the exercise's allowed actions covers it.
bool is_allowed(const Exercise& exercise, const Command& command);
// back, seek, select, clocks, show, dismiss: no exercise forbids to look.
bool is_looking(Verb verb);

}  // namespace cutline

// Progress in the course as text: what a page keeps, and a learner carries elsewhere as a file.
//
//     cutline progress 1                                  the form's name and version
//     work where-is-the-money 5d6a0c… solved 4 4          exercise, fingerprint, state, right, of
//     answer 2 10                                         the lines that lead there again
//     exercise next
//
// The state is what the text says; the lines are replayed when the exercise is opened. Lines that
// start with "#" and empty lines are left out.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace cutline {

struct KeptExercise {
  std::string id;
  uint64_t fingerprint = 0;  // of the exercise
  bool solved = false;
  size_t right = 0;
  size_t of = 0;
  std::vector<std::string> lines;
  friend bool operator==(const KeptExercise&, const KeptExercise&) = default;
};

inline constexpr size_t kProgressBytesMax = 2 * 1024 * 1024;
inline constexpr size_t kKeptMax = 200;  // exercises

std::string print_kept(const std::vector<KeptExercise>& kept);

// Refuses, with the line: another form, an exercise twice, a line that is no command, more than the
// limits.
Result<std::vector<KeptExercise>> read_kept(std::string_view text);

}  // namespace cutline

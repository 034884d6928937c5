// The terminal's commands, one file each. Each takes the words behind its name and returns the exit
// status: 0 success, 1 a check failed, 2 unusable input.
#pragma once
#include <span>
#include <string_view>

namespace cutline {

int cases_command(std::span<const std::string_view> words);
int check_command(std::span<const std::string_view> words);
int compare_command(std::span<const std::string_view> words);
int cos418_command(std::span<const std::string_view> words);
int exercise_command(std::span<const std::string_view> words);
int explore_command(std::span<const std::string_view> words);
int grade_command(std::span<const std::string_view> words);
int run_command(std::span<const std::string_view> words);
int vectors_command(std::span<const std::string_view> words);

}  // namespace cutline

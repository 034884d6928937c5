// What a learner does in an exercise, as lines of text: actions of the command bus and answers.
//
//     deliver A>B
//     answer 2 10 EUR          to step 2 of the exercise
//
// Lines that start with "#" and empty lines are left out.
#pragma once
#include <string_view>

#include "core/lesson/submission.h"

namespace cutline {

// Also which line each action and answer stands on, from 1: a grade's faults name actions and
// answers, a file's name lines.
struct WorkFile {
  LearnerWork work;
  std::vector<int> action_lines;
  std::vector<int> answer_lines;
};

// Refuses, with the line: what is no command, and an answer without a step or words.
Result<WorkFile> read_work(std::string_view text);

// A fault of grade_work() at its line of the file.
Fault at_work_line(const WorkFile& file, Fault problem);

}  // namespace cutline

// Answers: what a learner says, and the run that decides it. An answer is a text:
//
//     number  10, 2.5 or "10 EUR"      choice  2 (the second option)      choose  T1, T3 or none
//     cut     3,4 (events inside)      order   2,1,3 (places in the list)
//
// A wrong one is answered with a run and the place where the two part.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/lesson/exercise.h"

namespace cutline {

struct Judgement {
  bool right = false;
  std::string solution;   // the right answer in words; where many are, one condition
  std::string feedback;   // why it is right; or where the answer and the run part, and why
  int64_t shows = 0;      // a misconception; 0: none known
  std::vector<std::string> run;  // commands that lead from the scenario's start to that place
};

// A fault: the text is no answer of that kind, or the run cannot be done.
Result<Judgement> judge(const Exercise& exercise, const Question& question,
                        std::string_view answer);

// The right answer as such a text; a fault where it cannot be computed or there is not exactly one
// of its kind: no option or two are the case, no cut does, every cut does, no event is a cause.
Result<std::string> right_answer(const Exercise& exercise, const Question& question);

// What can be chosen, at the end of the question's run.
Result<std::vector<std::string>> names_to_choose(const Exercise& exercise,
                                                 const Question& question);

}  // namespace cutline

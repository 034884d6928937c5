// Read models of the course: the list of exercises, and the one that is open. Of an exercise there
// is only what the learner has come to: later steps, hints not opened and what it proves are told
// in their turn.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/lesson/read_models_parts.h"

namespace cutline {

// Something that an answer is made of: an option, a name, an event.
struct AnswerPartModel {
  std::string value;  // as it is written in an answer: "2", "T1"
  std::string text;
};

struct QuestionModel {
  std::string kind;   // "number", "choice", "choose", "cut", "order"
  std::string form;   // "a number of EUR", "events inside, for each process: 1,0"
  std::string unit;   // of a number; may be empty
  std::string about;  // commands behind the exercise's start that lead to its run; may be empty
  std::vector<AnswerPartModel> parts;  // choice, choose, order
  std::vector<std::string> processes;  // cut
  std::vector<size_t> events;          // cut: how many each process has
};

struct ExerciseStepModel {
  size_t number = 0;       // from 1
  std::string kind;        // "say", "predict", "do", "observe"
  std::string text;        // Markdown
  bool asks = false;
  QuestionModel question;  // where it asks
  std::vector<std::string> hints;  // opened
  size_t hints_left = 0;
  std::string answer;      // the last one
  size_t attempts = 0;
  std::string verdict;     // "", "right", "wrong"; of a "do" also "open"
  std::string feedback;    // Markdown
  std::string run;         // the command that shows the run against a wrong answer; may be empty
};

struct ExerciseModel {
  std::string id;      // empty: none is open
  std::string title;
  std::string chapter;
  std::string assumes;  // Markdown
  std::string source;
  std::string goal;     // Markdown
  std::string proves;   // Markdown; at the end
  std::vector<std::string> allowed;  // commands, or their beginnings
  size_t at = 0;        // the present step, from 1; length + 1: the end
  size_t length = 0;    // steps
  std::vector<ExerciseStepModel> steps;  // up to the present one
  std::string showing;  // which run is on the screen; empty: the learner's own
  size_t right = 0;
  size_t of = 0;
  size_t judged = 0;  // of those, how many have an outcome
  bool goal_reached = false;
  bool solved = false;
  std::string sentence;  // what there is so far: "3 of 4 are right; the goal is not reached yet."
  std::vector<ActionModel> actions;  // exercise next, exercise back, hint, …
};

struct CourseEntryModel {
  std::string id;
  std::string title;
  std::string chapter;
  std::string state;  // "", "begun", "solved"
  size_t right = 0;
  size_t of = 0;
};

struct CourseModel {
  std::vector<CourseEntryModel> entries;  // by chapter, in the order of the course
  std::string sentence;                   // "2 of 12 exercises are solved."
  ExerciseModel exercise;
};

}  // namespace cutline

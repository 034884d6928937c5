// The lab and the course: exercises come and go over the learner's own run, which stays as it was.
// Commands go in as on the lab's bus. While an exercise is open they are for its run, and the lab
// that is shown is the exercise's.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/lesson/exercise_kept.h"
#include "core/lesson/lab.h"

namespace cutline {

class OpenExercise;
struct Exercise;

// The part of the program that knows how comes later than this one (web/later.txt).
struct CloseExercise {
  void operator()(OpenExercise* exercise) const;
};

class Course {
 public:
  // Opens on the scenario named (one of the embedded ones), outside all exercises.
  explicit Course(std::string_view scenario_name);
  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;

  // Does one command. Refused: nothing has changed but a notice more, which is also the fault.
  Result<Done> apply_line(std::string_view line);
  // Opens a saved run (run_file.h), which closes the exercise.
  Result<Done> open_run(std::string_view text);
  // Opens an exercise that does not come with the build. Refused, with line and column: nothing has
  // changed but a notice more.
  Result<Done> open_exercise(std::string_view id, std::string_view toml_text);
  // Lays a cluster's document beside the learner's own job; refused while an exercise is open.
  Result<Done> open_cluster(std::string_view name, std::string_view text);
  void add_notice(std::string sentence);

  // What is on the screen. Its model has only the actions that the exercise allows.
  const Lab& lab() const { return open_ ? open_lab() : lab_; }
  const Lab& own_lab() const { return lab_; }  // with the learner's own run, shown or not
  const LabModel& model() const { return open_ ? open_model() : lab_.model(); }
  uint64_t revision() const { return lab().revision(); }

  const OpenExercise* exercise() const { return open_.get(); }  // null: none is open

  // What has been done in all exercises (exercise_kept.h), and the same put in its place; an open
  // exercise stays open, as it is there. Refused, with the line: nothing has changed but a notice
  // more.
  std::string progress() const;
  Result<Done> open_progress(std::string_view text);
  // The same put beside what is there: of an exercise in both, the one with more right answers is
  // kept, of equal ones the new one.
  Result<Done> add_progress(std::string_view text);
  std::vector<KeptExercise> kept() const;
  // Of the open exercise, for `cutline grade`.
  Result<std::string> submission() const;

 private:
  Result<Done> apply(const Command& command);
  Result<Done> begin(const std::string& name);
  Result<Done> enter(Exercise exercise);
  Result<Done> again();
  Result<Done> leave();
  Result<Done> open_run_in_exercise(std::string_view text);
  Result<Done> refuse(Fault problem);
  void resume(OpenExercise& open);
  void keep();
  Result<std::vector<KeptExercise>> read_progress(std::string_view text);
  Result<Done> put(std::vector<KeptExercise> kept);
  const Lab& open_lab() const;
  void add_open_notice(std::string sentence);
  const LabModel& open_model() const;

  Lab lab_;  // the learner's own run
  std::unique_ptr<OpenExercise, CloseExercise> open_;
  std::vector<KeptExercise> kept_;  // of the open one: as it was when it was opened
  mutable LabModel model_;          // of the open one
  mutable uint64_t model_revision_ = 0;
};

}  // namespace cutline

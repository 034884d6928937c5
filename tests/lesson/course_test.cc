// The course: exercises come over the learner's own run and go again; answers, hints and steps;
// what is kept; what the page is told.
#include "core/lesson/course.h"

#include <gtest/gtest.h>

#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/exercise_file.h"
#include "core/lesson/exercise_open.h"
#include "core/lesson/exercise_run.h"
#include "core/lesson/exercise_search.h"
#include "core/lesson/model_exercise.h"
#include "core/lesson/page_json_exercise.h"

namespace cutline {
namespace {

void run(Course& course, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    const auto done = course.apply_line(line);
    EXPECT_TRUE(done) << line << ": " << (done ? "" : done.error().sentence);
  }
}

std::string refusal(Course& course, std::string_view line) {
  const auto done = course.apply_line(line);
  return done ? "done" : print_fault(done.error());
}

const ExerciseModel exercise_of(const Course& course) { return build_course(course).exercise; }

TEST(Course, AnExerciseComesOverTheLearnersRunAndGoesAgain) {
  Course course("transfers");
  run(course, {"seek 12", "snapshot A", "step 3"});
  const uint64_t before = course.lab().fingerprint();
  const uint64_t revision = course.revision();
  run(course, {"exercise where-is-the-money"});
  EXPECT_EQ(course.model().title, "Where is the money?");
  EXPECT_EQ(course.model().step, 1u);
  EXPECT_GT(course.revision(), revision);
  EXPECT_EQ(course.lab().announcement(), "Exercise: Where is the money?.");
  run(course, {"deliver A>B", "exercise leave"});
  EXPECT_EQ(course.lab().fingerprint(), before);
  EXPECT_EQ(course.model().step, 16u);
  EXPECT_EQ(course.exercise(), nullptr);
  run(course, {"back"});
  EXPECT_EQ(course.model().step, 15u);
}

TEST(Course, OnlyWhatTheExerciseAllowsIsOfferedAndDone) {
  Course course("transfers");
  run(course, {"exercise where-is-the-money"});
  std::vector<std::string> offered;
  for (const ActionModel& action : course.model().actions)
    if (action.why_not.empty()) offered.push_back(action.command);
  EXPECT_EQ(offered, (std::vector<std::string>{"back", "read-all", "deliver A>B"}));
  EXPECT_EQ(refusal(course, "send A>B 5"),
            "\"send A>B 5\" is not allowed in this exercise; allowed are deliver and read-all");
  EXPECT_EQ(course.lab().notices().size(), 1u);
  EXPECT_EQ(refusal(course, "show jobs"), "an exercise has no streaming job");
  run(course, {"dismiss 2"});
  EXPECT_EQ(refusal(course, "no such"), "1:1: there is no command \"no\"");
  EXPECT_EQ(course.lab().notices().size(), 2u);
  run(course, {"dismiss all", "exercise leave"});
  EXPECT_TRUE(course.lab().notices().empty());
  EXPECT_EQ(refusal(course, "hint"), "\"hint\": no exercise is open; exercise NAME opens one");
  EXPECT_EQ(refusal(course, "exercise nothing").substr(0, 43),
            "there is no exercise \"nothing\"; there are a");
}

TEST(Course, APredictionComesBeforeTheNextStep) {
  Course course("transfers");
  run(course, {"exercise where-is-the-money", "exercise next"});
  EXPECT_EQ(refusal(course, "exercise next"),
            "answer first: a prediction is made before the run is seen, and may be wrong");
  EXPECT_EQ(refusal(course, "answer 3 190"), "step 3 comes later: this is step 2");
  EXPECT_EQ(refusal(course, "answer 1 190"), "step 1 of the exercise asks nothing");
  EXPECT_EQ(refusal(course, "answer 2 ten").substr(0, 10), "the answer");
  EXPECT_EQ(exercise_of(course).steps[1].attempts, 0u);
  run(course, {"answer 2 10 EUR"});
  EXPECT_EQ(course.lab().announcement(), "Right. The run says 10 EUR, too.");
  const ExerciseModel model = exercise_of(course);
  EXPECT_EQ(model.steps[1].verdict, "right");
  EXPECT_EQ(model.steps[1].run, "");
  EXPECT_EQ(model.right, 1u);
  EXPECT_EQ(model.of, 4u);
  EXPECT_EQ(model.sentence, "1 of 4 are right, and the goal is not reached yet.");
  run(course, {"exercise next", "exercise back", "exercise back"});
  EXPECT_EQ(exercise_of(course).at, 1u);
  EXPECT_EQ(refusal(course, "exercise back"), "this is the first step");
}

TEST(Course, AWrongAnswerIsShownItsRunAndTheOwnOneWaits) {
  Course course("transfers");
  run(course, {"exercise where-is-the-money", "deliver A>B", "exercise next"});
  EXPECT_EQ(refusal(course, "exercise run 2"), "step 2 has no answer yet");
  run(course, {"answer 2 0"});
  const uint64_t own = course.lab().fingerprint();
  ExerciseModel model = exercise_of(course);
  EXPECT_EQ(model.steps[1].verdict, "wrong");
  EXPECT_EQ(model.steps[1].run, "exercise run 2");
  EXPECT_NE(model.steps[1].feedback.find("Command 1, \"send A>B 10\""), std::string::npos);
  run(course, {"exercise run 2"});
  model = exercise_of(course);
  EXPECT_EQ(model.showing.substr(0, 39), "You see the run that answers step 2, up");
  EXPECT_EQ(course.model().step, 1u);  // A has sent, B has not received
  EXPECT_EQ(refusal(course, "deliver A>B").substr(0, 35), "this is the run that answers step 2");
  EXPECT_EQ(refusal(course, "seek 2").substr(0, 35), "this is the run that answers step 2");
  run(course, {"back", "step", "exercise run"});
  EXPECT_EQ(course.lab().fingerprint(), own);
  EXPECT_EQ(course.model().step, 2u);
  EXPECT_EQ(exercise_of(course).showing, "");
  run(course, {"answer 2 10"});
  EXPECT_EQ(refusal(course, "exercise run 2"), "the answer to step 2 is right");
  EXPECT_EQ(exercise_of(course).steps[1].attempts, 2u);
}

TEST(Course, WhatIsToComeIsNotTold) {
  Course course("transfers");
  run(course, {"exercise where-is-the-money", "exercise next"});
  std::string json = course_json(course);
  for (std::string_view untold : {"A had 100 before it sent", "do they add up to", "alone loses"})
    EXPECT_EQ(json.find(untold), std::string::npos) << untold;
  EXPECT_EQ(refusal(course, "hint 3"), "step 3 comes later: this is step 2");
  run(course, {"hint"});
  EXPECT_EQ(course.lab().announcement(), "Hint 1 of 2: A had 100 before it sent.");
  run(course, {"hint 2"});
  EXPECT_EQ(refusal(course, "hint"), "there is no further hint");
  EXPECT_EQ(exercise_of(course).steps[1].hints.size(), 2u);
  EXPECT_EQ(refusal(course, "hint 1"), "there is no hint for this step");
}

// The steps in turn; what is to be done is done by the author's solution or a shortest way.
void solve(Course& course, const Exercise& exercise) {
  bool acted = false;
  for (size_t at = 0; at < exercise.steps.size(); ++at) {
    const ExerciseStep& step = exercise.steps[at];
    if (step.question) {
      const auto answer = right_answer(exercise, *step.question);
      ASSERT_TRUE(answer) << exercise.id << " " << at + 1;
      run(course, {"answer " + std::to_string(at + 1) + " " + *answer});
    }
    if (step.kind == StepKind::act && !acted) {
      const auto start = start_lab(exercise);
      ASSERT_TRUE(start);
      run(course, exercise.solution.empty()
                      ? search_goal(exercise, *start, exercise.goal).commands
                      : exercise.solution);
      acted = true;
    }
    run(course, {"exercise next"});
  }
}

TEST(Course, EveryExerciseCanBeSolvedLeftTakenUpAndHandedIn) {
  for (const EmbeddedText& each : embedded_exercises()) {
    const auto exercise = read_exercise(each.name, each.text);
    ASSERT_TRUE(exercise);
    Course course("transfers");
    run(course, {"exercise " + std::string(each.name)});
    EXPECT_EQ(course.model().show, exercise->job                   ? "jobs"
                                   : exercise->chapter == "queue" ? "queue"
                                                                  : "transfers");
    solve(course, *exercise);
    const ExerciseModel model = exercise_of(course);
    EXPECT_TRUE(model.solved) << each.name << ": " << model.sentence;
    EXPECT_EQ(model.at, model.length + 1);
    EXPECT_EQ(model.proves, exercise->proves);

    const auto submission = course.submission();
    ASSERT_TRUE(submission) << each.name;
    const auto grade = grade_submission(*exercise, *submission);
    ASSERT_TRUE(grade) << print_fault(grade.error());
    EXPECT_TRUE(grade->solved) << each.name;

    const std::string progress = course.progress();
    Course other("ring");
    const auto opened = other.open_progress(progress);
    ASSERT_TRUE(opened) << print_fault(opened.error());
    EXPECT_EQ(other.progress(), progress);
    run(other, {"exercise " + std::string(each.name)});
    EXPECT_TRUE(exercise_of(other).solved) << each.name;
    EXPECT_EQ(exercise_of(other).at, model.at);
    EXPECT_EQ(other.lab().fingerprint(), course.lab().fingerprint()) << each.name;
    EXPECT_EQ(other.progress(), progress);
  }
}

TEST(Course, CountsWhatIsSolvedAndStartsAnew) {
  Course course("transfers");
  EXPECT_EQ(build_course(course).sentence, "0 of 23 exercises solved.");
  EXPECT_EQ(build_course(course).entries.front().id, "where-is-the-money");
  const auto money = read_exercise("where-is-the-money", [] {
    for (const EmbeddedText& each : embedded_exercises())
      if (each.name == "where-is-the-money") return each.text;
    return std::string_view();
  }());
  ASSERT_TRUE(money);
  run(course, {"exercise where-is-the-money"});
  solve(course, *money);
  run(course, {"exercise queue-rises"});
  const CourseModel model = build_course(course);
  EXPECT_EQ(model.sentence, "1 of 23 exercises solved.");
  EXPECT_EQ(model.entries[0].state, "solved");
  EXPECT_EQ(model.entries[8].state, "");
  run(course, {"exercise next"});
  EXPECT_EQ(build_course(course).entries[8].state, "begun");
  run(course, {"exercise where-is-the-money", "exercise again"});
  EXPECT_EQ(exercise_of(course).at, 1u);
  EXPECT_EQ(exercise_of(course).right, 0u);
  EXPECT_EQ(course.model().step, 1u);
}

TEST(Course, AShorterRunMendsALongerOne) {
  Course course("transfers");
  run(course, {"exercise lost-marker", "exercise next", "answer 2 1", "exercise next",
               "answer 3 T1", "exercise next", "snapshot A", "deliver A>B", "drop B>A 2",
               "deliver B>A"});
  EXPECT_EQ(exercise_of(course).steps[3].feedback, "Done in 4 steps; there is a way of 3 steps.");
  EXPECT_EQ(exercise_of(course).steps[3].verdict, "wrong");
  run(course, {"back 4", "snapshot A", "drop A>B", "deliver B>A"});
  EXPECT_EQ(exercise_of(course).steps[3].feedback,
            "Done in 3 steps, and no way is shorter.");
  EXPECT_EQ(exercise_of(course).steps[3].verdict, "right");
}

constexpr std::string_view kOwn = R"(title = "Mine"
chapter = "own"
proves = "p"
assumes = "a"
source = "s"
scenario = "two-banks"
allowed = ["step"]
goal = "in-flight > 0"
goal-text = "g"
[[step]]
predict = "How much is on its way at the start?"
number = "in-flight"
)";

TEST(Course, OpensAnExerciseFromElsewhereOrSaysWhereItIsWrong) {
  Course course("transfers");
  ASSERT_TRUE(course.open_exercise("mine", kOwn));
  EXPECT_EQ(exercise_of(course).title, "Mine");
  run(course, {"answer 1 0", "exercise next"});
  EXPECT_EQ(exercise_of(course).right, 1u);
  const std::string progress = course.progress();
  EXPECT_NE(progress.find("\nwork mine "), std::string::npos);

  const auto spoilt = [&](std::string_view from, std::string_view to) {
    std::string text(kOwn);
    text.replace(text.find(from), from.size(), to);
    const auto done = course.open_exercise("mine", text);
    return done ? "opened" : course.lab().notices().back().sentence;
  };
  EXPECT_EQ(spoilt("number = \"in-flight\"", "number = \"in-fligt\"").substr(0, 52),
            "The exercise was not opened: mine:12:10: number: \"in");
  EXPECT_EQ(spoilt("title = \"Mine\"", "title = Mine").substr(0, 36),
            "The exercise was not opened: mine:1:");
  EXPECT_EQ(spoilt("allowed", "start = [\"deliver A>B\"]\nallowed").substr(0, 47),
            "The exercise was not opened: mine: \"deliver A>B");
  EXPECT_EQ(exercise_of(course).title, "Mine") << "the open one stays";
  EXPECT_EQ(course.progress(), progress);

  ASSERT_TRUE(course.open_exercise("mine", std::string(kOwn) + "unit = \"EUR\"\n"));
  EXPECT_EQ(exercise_of(course).right, 0u) << "another edition";
  EXPECT_EQ(course.lab().notices().back().sentence,
            "This exercise has changed since you were in it; it starts anew.");
}

TEST(Course, BadProgressChangesNothing) {
  Course course("transfers");
  run(course, {"exercise queue-rises", "exercise next", "answer 2 4.5"});
  const std::string progress = course.progress();
  ASSERT_FALSE(course.open_progress("cutline progress 1\nhint"));
  EXPECT_EQ(course.lab().notices().back().sentence,
            "The progress was not opened: 2:1: a line stands before the first exercise");
  EXPECT_EQ(course.progress(), progress);
  std::string edited = progress;
  edited.replace(edited.find("answer 2 4.5"), 12, "answer 3 4.5");
  ASSERT_TRUE(course.open_progress(edited));
  run(course, {"exercise queue-rises"});
  EXPECT_EQ(course.lab().notices().back().sentence,
            "What was kept of this exercise could not be done again from \"answer 3 4.5\" on: "
            "step 3 comes later: this is step 2");
  EXPECT_EQ(exercise_of(course).at, 2u);
}

TEST(Course, AnOpenExerciseGoesOnInTheProgressThatIsOpened) {
  Course course("transfers");
  run(course, {"exercise queue-rises", "exercise next", "answer 2 4.5"});
  const std::string progress = course.progress();
  ASSERT_TRUE(course.open_exercise("mine", kOwn));
  run(course, {"answer 1 0"});
  const std::string both = course.progress();
  run(course, {"exercise again"});
  EXPECT_EQ(exercise_of(course).judged, 0u);
  ASSERT_TRUE(course.open_progress(both));
  EXPECT_EQ(exercise_of(course).id, "mine") << "though it does not come with the build";
  EXPECT_EQ(exercise_of(course).right, 1u);
  EXPECT_EQ(exercise_of(course).judged, 1u);
  EXPECT_EQ(course.progress(), both);
  ASSERT_TRUE(course.open_progress(progress));
  EXPECT_EQ(exercise_of(course).id, "mine");
  EXPECT_EQ(exercise_of(course).judged, 0u) << "it is not in there";
  EXPECT_EQ(course.progress(), progress);
}

TEST(Course, AddedProgressTakesNoRightAnswerAway) {
  const auto progress_of = [](const std::vector<std::string>& lines) {
    Course course("transfers");
    run(course, lines);
    return course.progress();
  };
  const std::string one = progress_of({"exercise queue-rises", "exercise next", "answer 2 4.5"});
  const std::string none = progress_of({"exercise queue-rises", "exercise next", "answer 2 9"});
  const std::string other = progress_of({"exercise queue-falls", "exercise next"});
  Course course("transfers");
  run(course, {"seek 7"});
  ASSERT_TRUE(course.add_progress(none));
  EXPECT_EQ(course.progress(), none);
  ASSERT_TRUE(course.add_progress(one));
  EXPECT_EQ(course.progress(), one) << "more is right in the new one";
  ASSERT_TRUE(course.add_progress(none));
  EXPECT_EQ(course.progress(), one);
  EXPECT_EQ(course.lab().notices().back().sentence,
            "1 exercise of this progress stays as it is here, where more of it is right.");
  ASSERT_TRUE(course.add_progress(other));
  EXPECT_EQ(course.progress(), one + other.substr(other.find("work")));
  EXPECT_EQ(course.model().step, 7u);
  const std::string before = course.progress();
  ASSERT_FALSE(course.add_progress("cutline progress 2"));
  std::string many = "cutline progress 1\n";
  for (int i = 0; i < 199; ++i)
    many += "work x" + std::to_string(i) + " 0123456789abcdef begun 0 1\n";
  ASSERT_FALSE(course.add_progress(many));
  EXPECT_EQ(course.lab().notices().back().sentence,
            "The progress was not opened: there would be more than 200 exercises");
  EXPECT_EQ(course.progress(), before);
}

TEST(Course, ASavedRunClosesTheExercise) {
  Course course("transfers");
  run(course, {"exercise queue-rises", "exercise next"});
  ASSERT_FALSE(course.open_run("cutline run 2\n"));
  EXPECT_EQ(exercise_of(course).id, "queue-rises");
  EXPECT_EQ(course.lab().notices().size(), 1u);
  run(course, {"exercise leave", "open never-existed", "exercise queue-rises"});
  EXPECT_EQ(exercise_of(course).at, 2u);
}

}  // namespace
}  // namespace cutline

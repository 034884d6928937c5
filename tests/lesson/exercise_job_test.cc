// Exercises with a streaming job: what is read and refused, figures against a run worked out by
// hand, answers with the place where they and the run part, claims over a list of runs.
#include <gtest/gtest.h>

#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/exercise_answer.h"
#include "core/lesson/exercise_check.h"
#include "core/lesson/exercise_file.h"
#include "core/lesson/exercise_progress.h"
#include "core/lesson/exercise_run.h"
#include "core/lesson/exercise_search.h"
#include "core/lesson/submission.h"

namespace cutline {
namespace {

// A record a second from A, ten from B, 200 ms for each at J; buffers of one record.
constexpr std::string_view kJob = R"([job]
title = "J"
until = "20s"
named = true
[job.options]
"taskmanager.memory.segment-size" = "256b"
"execution.buffer-timeout.interval" = "10ms"
"restart-strategy.type" = "fixed-delay"
"restart-strategy.fixed-delay.delay" = "1s"
[[job.vertex]]
name = "A"
kind = "source"
rate = 2
records = 30
record-bytes = 250
rate-limited = true
[[job.vertex]]
name = "B"
kind = "source"
rate = 10
records = 80
record-bytes = 250
rate-limited = true
[[job.vertex]]
name = "J"
kind = "join"
service-time = "200ms"
[[job.vertex]]
name = "sink"
kind = "sink"
[[job.edge]]
from = "A"
to = "J"
kind = "hash"
[[job.edge]]
from = "B"
to = "J"
kind = "hash"
[[job.edge]]
from = "J"
to = "sink"
kind = "hash"
)";

constexpr std::string_view kHead = R"(title = "T"
chapter = "barriers"
proves = "P"
assumes = "A"
source = "S"
start = ["until 5050ms"]
allowed = ["checkpoint", "next completed", "next blocked", "fail J", "until 8s"]
goal = "checkpoint-completed chk-1"
goal-text = "G"
solution = ["checkpoint", "next completed"]
)";

std::string text_with(const std::string& steps) {
  return std::string(kHead) + std::string(kJob) + steps;
}

Exercise exercise_with(const std::string& steps) {
  auto exercise = read_exercise("my", text_with(steps));
  EXPECT_TRUE(exercise) << print_fault(exercise.error());
  return exercise ? std::move(*exercise) : Exercise{};
}

std::string refusal(std::string text, std::string_view old_text, std::string_view new_text) {
  const size_t at = text.find(old_text);
  EXPECT_NE(at, std::string::npos) << old_text;
  if (at != std::string::npos) text.replace(at, old_text.size(), new_text);
  const auto exercise = read_exercise("my", text);
  return exercise ? "read" : print_fault(exercise.error());
}

const std::string kStep = "[[step]]\nsay = \"x\"\n";

struct Refusal {
  std::string_view old_text, new_text, sentence;
};

constexpr Refusal kRefusals[] = {
    {"start = [\"until 5050ms\"]", "start = [\"deliver A>J\"]",
     "6:10: start: \"deliver A>J\" is not for a streaming job, and this exercise has one"},
    {"start = [\"until 5050ms\"]", "start = [\"fail K\"]",
     "6:10: start: \"fail K\" names no task: there is none called \"K\""},
    {"start = [\"until 5050ms\"]", "start = [\"next bang\"]",
     "6:10: start: \"next bang\" names no moment: there is none called \"bang\""},
    {"start = [\"until 5050ms\"]", "start = [\"set fifo off\"]",
     "6:10: start: \"set fifo off\" names no option: there is none called \"fifo\""},
    {"\"fail J\", ", "\"fail K\", ", "7:60: allowed: \"fail K\" names no task"},
    {"\"fail J\", ", "\"snapshot\", ", "7:60: allowed: \"snapshot\" is not for a streaming job"},
    {"checkpoint-completed chk-1", "balance A = 1",
     "8:8: goal: \"balance A = 1\": balance is asked of processes or of the queue lab, and this is "
     "a job"},
    {"checkpoint-completed chk-1", "position J = 1",
     "8:8: goal: \"position J = 1\": position: there is no task of a source \"J\""},
    {"checkpoint-completed chk-1", "checkpoint-completed S1",
     "8:8: goal: \"checkpoint-completed S1\": checkpoint-completed: a checkpoint is named chk-1"},
    {"checkpoint-completed chk-1", "sync-ms K chk-1 = 0", "sync-ms: there is no task \"K\""},
    {"checkpoint-completed chk-1", "queued-bytes A>B = 0",
     "queued-bytes: there is no channel \"A>B\""},
    {"checkpoint-completed chk-1", "seen-behind J = 0", "seen-behind: there is no sink \"J\""},
    {"checkpoint-completed chk-1", "limited-by chk-1 luck",
     "limited-by: a checkpoint is limited by queue, alignment, sync, storage or coordinator, not "
     "by \"luck\""},
    {"checkpoint-completed chk-1", "option-is fifo on", "option-is: there is no option \"fifo\""},
    {"solution = [\"checkpoint\", ", "solution = [\"savepoint\", ",
     "10:13: solution: \"savepoint\" is not among the allowed"},
    {"kind = \"join\"", "kind = \"joint\"", "there is no kind \"joint\""},
    {"say = \"x\"", "predict = \"x\"\nnumber = \"lost S1\"",
     "lost is asked of processes or of the queue lab, and this is a job"},
    {"say = \"x\"", "predict = \"x\"\nchoose = \"blocked-channels\"\nfrom = \"transfers\"",
     "from must be tasks, channels, records or sinks, not \"transfers\""},
    {"say = \"x\"", "predict = \"x\"\ncut = \"job-running\"",
     "cut goes with processes: a job's cuts are its checkpoints"},
    {"say = \"x\"", "predict = \"x\"\norder = [\"chk-1 triggered\", \"T1 sent\"]",
     "an event of a job is \"chk-1 triggered\", "},
    {"say = \"x\"", "say = \"x\"\n[[claim]]\nalways = \"consistent\"",
     "there is no figure \"consistent\""},
    {"say = \"x\"", "say = \"x\"\n[[claim]]\nalways = \"job-running\"\nfail = [\"J\"]",
     "[[claim]] takes fail and at together"},
    {"say = \"x\"",
     "say = \"x\"\n[[claim]]\nalways = \"job-running\"\nfail = [\"K\"]\nat = [\"1s\"]",
     "fail: there is no task \"K\""},
    {"say = \"x\"",
     "say = \"x\"\n[[claim]]\nalways = \"job-running\"\nfail = [\"J\"]\nat = [\"1\"]",
     "at: "},
    {"say = \"x\"", "say = \"x\"\n[[claim]]\nalways = \"job-running\"\nseeds = [-1]",
     "seeds must be a list of at most 50 whole numbers from 0"},
    {"[job]\n", "[system]\ntitle = \"x\"\n[job]\n",
     "an exercise takes a scenario, a [system] or a [job], not both"},
};

TEST(ExerciseJob, EveryRefusalHasItsPlace) {
  const std::string good = text_with(kStep);
  ASSERT_TRUE(read_exercise("my", good));
  for (const Refusal& each : kRefusals) {
    const std::string said = refusal(good, each.old_text, each.new_text);
    EXPECT_NE(said.find(each.sentence), std::string::npos) << each.new_text << "\nsaid: " << said;
    EXPECT_NE(said.find(':'), said.rfind(':')) << "a place: " << said;
  }
}

TEST(ExerciseJob, WhatIsOfJobsHasNoPlaceAmongProcesses) {
  std::string text(kHead);
  text.replace(text.find("start ="), std::string::npos,
               "scenario = \"two-banks\"\nallowed = [\"deliver\"]\ngoal = \"in-flight = 0\"\n"
               "goal-text = \"G\"\n[[step]]\nsay = \"x\"\n");
  ASSERT_TRUE(read_exercise("my", text));
  EXPECT_EQ(refusal(text, "in-flight = 0", "position A = 0"),
            "8:8: goal: \"position A = 0\": position is asked of a streaming job, and here are "
            "processes");
  EXPECT_EQ(refusal(text, "\"deliver\"", "\"fail A\""),
            "7:12: allowed: \"fail A\" is for streaming jobs, and here are processes");
}

TEST(ExerciseJob, AnEmbeddedJobIsTakenByItsName) {
  std::string text(kHead);
  text.replace(text.find("start ="), std::string::npos,
               "scenario = \"t11-two-phase\"\nallowed = [\"until 10s\"]\ngoal = \"latest-completed "
               "> 2\"\ngoal-text = \"G\"\nsolution = [\"until 10s\"]\n[[step]]\npredict = \"x\"\n"
               "after = [\"until 10s\"]\nnumber = \"position source\"\n");
  const auto exercise = read_exercise("my", text);
  ASSERT_TRUE(exercise) << print_fault(exercise.error());
  EXPECT_EQ(exercise->job->job.name, "t11-two-phase");
  EXPECT_EQ(*right_answer(*exercise, *exercise->steps[0].question), "100");
  EXPECT_TRUE(all_good(check_exercise(*exercise)));
}

std::string value_of(const std::vector<std::string>& commands, const std::string& expression) {
  const Exercise exercise = exercise_with(kStep);
  auto lab = start_lab(exercise);
  EXPECT_TRUE(lab);
  const auto done = do_commands(*lab, commands);
  EXPECT_TRUE(done) << (done ? "" : done.error().sentence);
  const auto parsed = parse_expression(exercise.subject(), expression);
  EXPECT_TRUE(parsed) << (parsed ? "" : parsed.error().sentence);
  if (!parsed) return "";
  const auto value = evaluate(*lab, *parsed);
  return value ? figure_text(*value) : value.error().sentence;
}

// B>J is full: ten records, and one more in J's hand; J takes from both in turn.
TEST(ExerciseJob, FiguresAreThoseOfTheRun) {
  const std::vector<std::string> blocked = {"checkpoint", "next blocked"};
  EXPECT_EQ(value_of({}, "time-ms"), "5050");
  EXPECT_EQ(value_of({}, "position B"), "26");
  EXPECT_EQ(value_of({}, "queued-records B>J"), "10");
  EXPECT_EQ(value_of({}, "backpressured-tasks"), "B");
  EXPECT_EQ(value_of({}, "duration-ms chk-1"), "chk-1 has not been triggered yet");
  EXPECT_EQ(value_of({}, "checkpoint-completed chk-1"), "false");
  EXPECT_EQ(value_of(blocked, "checkpoint-in-progress chk-1"), "true");
  EXPECT_EQ(value_of(blocked, "duration-ms chk-1"), "chk-1 is under way");
  EXPECT_EQ(value_of(blocked, "blocked-channels"), "A>J");
  EXPECT_EQ(value_of(blocked, "waits-for J chk-1"), "B>J");
  EXPECT_EQ(value_of(blocked, "records-ahead B>J chk-1"), "7");
  EXPECT_EQ(value_of(blocked, "records-ahead A>J chk-1"), "0");
  EXPECT_EQ(value_of(blocked, "acknowledged-tasks chk-1"), "A and B");
  EXPECT_EQ(value_of(blocked, "alignment-ms J chk-1"), "chk-1 is not stored by J yet");
  const std::vector<std::string> completed = {"checkpoint", "next completed"};
  EXPECT_EQ(value_of(completed, "alignment-ms J chk-1"), "1400");
  EXPECT_EQ(value_of(completed, "start-delay-ms J chk-1"), "850");
  EXPECT_EQ(value_of(completed, "duration-ms chk-1"), "2250");
  EXPECT_EQ(value_of(completed, "triggered-at-ms chk-1 + duration-ms chk-1"), "7300");
  EXPECT_EQ(value_of(completed, "acknowledged-at-ms chk-1"), "7300");
  EXPECT_EQ(value_of(completed, "limited-by chk-1 alignment"), "true");
  EXPECT_EQ(value_of(completed, "latest-completed"), "1");
  EXPECT_EQ(value_of(completed, "channel-state-bytes chk-1"), "0");
  EXPECT_EQ(value_of(completed, "captured-channels chk-1"), "none");
  EXPECT_EQ(value_of(completed, "checkpoint-position B chk-1"), "26");
  EXPECT_EQ(value_of(completed, "checkpoint-processed J chk-1"), "36");  // 26 of B, 10 of A
  EXPECT_EQ(value_of(completed, "lost-by-cut chk-1 + repeated-by-cut chk-1"), "0");
  EXPECT_EQ(value_of(completed, "queued A>J"), "A:10, A:11, A:12 and A:13");
  EXPECT_EQ(value_of(completed, "restored-checkpoint"), "no task has been restarted yet");
  const std::vector<std::string> killed = {"checkpoint", "next completed", "fail J", "until 12s"};
  EXPECT_EQ(value_of(killed, "restored-checkpoint"), "1");
  EXPECT_EQ(value_of(killed, "recovery-ms"), "1000");
  EXPECT_EQ(value_of(killed, "restarted-tasks"), "4");
  EXPECT_EQ(value_of(killed, "lost-in-state + repeated-in-state"), "0");
  EXPECT_EQ(value_of(killed, "repeated-behind sink"), "0");
}

// The numbers that the texts of the exercises give away.
TEST(ExerciseJob, TheNumbersInTheTextsAreThoseOfTheRun) {
  const auto holds_in = [](std::string_view name, const std::vector<std::string>& commands,
                           const std::string& expression) {
    for (const EmbeddedText& each : embedded_exercises()) {
      if (each.name != name) continue;
      const auto exercise = read_exercise(each.name, each.text);
      auto lab = start_lab(*exercise);
      if (!lab || !do_commands(*lab, commands)) return false;
      const auto parsed = parse_expression(exercise->subject(), expression);
      return parsed && holds(*lab, *parsed);
    }
    return false;
  };
  const std::vector<std::string> taken = {"checkpoint", "next completed"};
  EXPECT_TRUE(holds_in("overtake", {}, "queued-records B>J = 10 and queued-records A>J = 2"));
  const std::vector<std::string> aligned = {
      "set execution.checkpointing.unaligned.enabled false", "until 5050ms", "checkpoint",
      "next completed"};
  for (std::string_view name : {"switch-after-a-time-out", "kill-it-under-backpressure"})
    EXPECT_TRUE(holds_in(name, aligned, "start-delay-ms J chk-1 = 850 and alignment-ms J chk-1 = "
                                        "1400 and duration-ms chk-1 = 2250"));
  EXPECT_TRUE(holds_in("switch-after-a-time-out", {}, "queued-records B>J = 10"));
  EXPECT_TRUE(holds_in("the-storage-is-the-next-limit", taken,
                       "state-bytes chk-1 = 100 and checkpoint-bytes chk-1 > 3000"));
  EXPECT_TRUE(holds_in("the-storage-is-the-next-limit", aligned,
                       "alignment-ms J chk-1 + start-delay-ms J chk-1 = 2250"));
  EXPECT_TRUE(holds_in("uploaded-is-not-completed", {"checkpoint", "next completed"},
                       "ended-at-ms chk-1 - acknowledged-at-ms chk-1 >= 800"));
  EXPECT_TRUE(holds_in("kill-it-under-backpressure",
                       {"set execution.checkpointing.unaligned.enabled true", "until 5050ms",
                        "checkpoint", "next completed"},
                       "duration-ms chk-1 = 50 and captured-records B>J chk-1 = 10"));
  EXPECT_TRUE(holds_in("records-that-cross-the-cut", {}, "B:20 in captured B>J chk-1"));
  EXPECT_TRUE(holds_in("three-sinks-one-failure", {},
                       "latest-completed = 3 and checkpoint-position S chk-3 = 22 and seen-behind "
                       "plain = 24"));
  EXPECT_TRUE(holds_in("three-sinks-one-failure", {"fail S", "until 8s"},
                       "seen-behind plain = 42 and seen-behind transactional = 40"));
  EXPECT_TRUE(holds_in("a-transaction-that-timed-out", {}, "latest-completed = 2"));
}

TEST(ExerciseJob, AWrongNumberIsAnsweredWithTheEventThatMadeItWrong) {
  const Exercise exercise = exercise_with(
      "[[step]]\npredict = \"x\"\nafter = [\"checkpoint\", \"next completed\"]\n"
      "number = \"queued-records A>J\"\nunit = \"records\"\n[[step.mistake]]\nis = \"0\"\n"
      "because = \"No.\"\n");
  const Question& question = *exercise.steps[0].question;
  EXPECT_EQ(*right_answer(exercise, question), "4");
  const auto wrong = judge(exercise, question, "3");
  ASSERT_TRUE(wrong);
  EXPECT_FALSE(wrong->right);
  EXPECT_NE(wrong->feedback.find("It was 3 records before. Event "), std::string::npos)
      << wrong->feedback;
  EXPECT_NE(wrong->feedback.find("In the end it is 4 records."), std::string::npos);
  // The run that is shown leads to the very event.
  Lab lab = fresh_lab(exercise);
  ASSERT_TRUE(do_commands(lab, wrong->run));
  const auto value = [&] { return figure_text(*evaluate(lab, question.is)); };
  EXPECT_EQ(value(), "4");
  ASSERT_TRUE(lab.apply_line("back"));
  EXPECT_EQ(value(), "3");
  const auto none = judge(exercise, question, "0");
  ASSERT_TRUE(none);
  EXPECT_EQ(none->feedback.substr(0, 4), "No. ");
}

TEST(ExerciseJob, AnOrderIsThatOfTheClock) {
  const Exercise exercise = exercise_with(
      "[[step]]\npredict = \"x\"\nafter = [\"checkpoint\", \"next completed\"]\n"
      "order = [\"chk-1 completed\", \"chk-1 on B>J\", \"A>J blocked\", \"chk-1 triggered\"]\n");
  const Question& question = *exercise.steps[0].question;
  EXPECT_EQ(*right_answer(exercise, question), "4,3,2,1");
  EXPECT_TRUE(judge(exercise, question, "4,3,2,1")->right);
  const auto wrong = judge(exercise, question, "4,2,3,1");
  EXPECT_FALSE(wrong->right);
  EXPECT_NE(wrong->feedback.find("\"chk-1 on B>J\" stands before \"A>J blocked\", but that comes "
                                 "first: it happens in event "),
            std::string::npos)
      << wrong->feedback;
}

TEST(ExerciseJob, NamesCanBeTasksChannelsRecordsAndSinks) {
  for (const auto& [from, count] : std::vector<std::pair<std::string, size_t>>{
           {"tasks", 4}, {"channels", 3}, {"records", 36}, {"sinks", 1}}) {
    const Exercise exercise = exercise_with("[[step]]\npredict = \"x\"\nchoose = "
                                            "\"backpressured-tasks\"\nfrom = \"" + from + "\"\n");
    const auto names = names_to_choose(exercise, *exercise.steps[0].question);
    ASSERT_TRUE(names);
    EXPECT_EQ(names->size(), count) << from;
  }
}

std::string failures(const std::string& text) {
  const auto exercise = read_exercise("my", text);
  if (!exercise) return "refused: " + print_fault(exercise.error());
  std::string out;
  for (const CheckLine& line : check_exercise(*exercise))
    if (!line.good) out += line.sentence + "\n";
  return out;
}

TEST(ExerciseJob, TheAuthorGivesTheSolutionAndClaimsAreAboutTheirRuns) {
  const std::string good = text_with(kStep);
  EXPECT_EQ(failures(good), "");
  std::string without = good;
  without.replace(without.find("solution ="), 8, "# solution");
  EXPECT_EQ(failures(without),
            "solution: an exercise with a job needs one; no ways are searched there\n");
  const std::string claim = good + "[[claim]]\nset = [\"execution.checkpointing.interval 2s\"]\n"
                                   "fail = [\"J\", \"A\"]\nat = [\"5s\", \"9s\"]\nseeds = [1, 7]\n";
  EXPECT_EQ(failures(claim + "always = \"lost-in-state = 0 and repeated-in-state = 0\"\n"), "");
  EXPECT_EQ(failures(claim + "reachable = \"repeated-behind sink > 0\"\n"), "");
  EXPECT_EQ(failures(claim + "always = \"restarts = 0\"\n"),
            "claim: always restarts = 0 with execution.checkpointing.interval 2s: at the end of 2 "
            "of 10 runs (seed 1, J fails at 5s)\n");
  EXPECT_EQ(failures(claim + "reachable = \"restarts = 2\"\n"),
            "claim: reachable restarts = 2 with execution.checkpointing.interval 2s: at the end of "
            "0 of 10 runs\n");
  EXPECT_EQ(failures(good + "[[claim]]\nalways = \"job-running\"\nset = [\"fifo on\"]\n")
                .substr(0, 41),
            "claim: always job-running with fifo on: t");
}

TEST(ExerciseJob, AShortestWayCountsActionsAndGoingBackTakesThemBack) {
  const std::string steps = "[[step]]\ndo = \"x\"\nuntil = \"checkpoint-completed chk-1\"\n"
                            "shortest = true\n";
  const Exercise exercise = exercise_with(steps);
  const auto start = start_lab(exercise);
  ASSERT_TRUE(start);
  const GoalSearch search = search_goal(exercise, *start, *exercise.steps[0].until);
  ASSERT_TRUE(search.reached);
  EXPECT_EQ(search.commands, (std::vector<std::string>{"checkpoint", "next completed"}));
  ExerciseProgress progress(exercise, *start);
  for (const char* line : {"checkpoint", "next blocked", "next completed"})
    ASSERT_TRUE(progress.apply(line)) << line;
  EXPECT_EQ(progress.done()[0], 3u);
  EXPECT_FALSE(grade_act(exercise, 1, progress, *start).right);
  ASSERT_TRUE(progress.apply("seek 5060ms"));
  ASSERT_TRUE(progress.apply("next completed"));
  EXPECT_EQ(progress.done()[0], 2u);
  EXPECT_EQ(grade_act(exercise, 1, progress, *start).sentence,
            "Done in 2 actions, and no way is shorter.");
  std::string open = text_with(steps);
  open.replace(open.find("\"next completed\", "), 18, "\"next\", ");
  EXPECT_NE(failures(open).find("something can be added to \"next\""), std::string::npos);
}

TEST(ExerciseJob, OnlyWhatIsAllowedMovesTheRun) {
  const Exercise exercise = exercise_with(kStep);
  ExerciseProgress progress(exercise, *start_lab(exercise));
  const auto said = [&](const char* line) {
    const auto done = progress.apply(line);
    return done ? std::string("done") : done.error().sentence;
  };
  EXPECT_NE(said("step").find("is not allowed in this exercise"), std::string::npos);
  EXPECT_NE(said("fail A").find("is not allowed in this exercise"), std::string::npos);
  EXPECT_EQ(said("back"), "this is the start of the exercise");
  EXPECT_EQ(said("show transfers"), "this exercise is about the streaming job");
  EXPECT_EQ(said("seek 6s"),
            "beyond the recorded end the run goes on, which this exercise does not allow so");
  EXPECT_EQ(said("seek 8s"), "done");  // until 8s is allowed
  EXPECT_EQ(said("seek 6s"), "done");
  EXPECT_EQ(said("seek 9s"),
            "beyond the recorded end the run goes on, which this exercise does not allow so");
}

}  // namespace
}  // namespace cutline

// A guided exercise, as its author wrote it (exercise_file.h). Right answers are not in it: they
// are computed from runs (exercise_answer.h), and exercise_check.h proves that it can be solved.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/lesson/expression.h"
#include "core/lesson/predicate.h"
#include "core/system/job_setup.h"

namespace cutline {

enum class AnswerKind : uint8_t {
  number,  // with a tolerance and a unit
  choice,  // one of several sentences, of which one is true of the run
  choose,  // names of processes, channels or transfers, any number of them
  cut,     // how many events of each process lie inside
  order,   // events, so that none stands before its cause; of a job: as they happened
};

// Something that people get wrong, and what to say to it. Numbers and names: the answer has the
// value of `is`; choices and cuts: it is the case.
struct Mistake {
  Expression is;
  int64_t shows = 0;    // the misconception, 1 to kMisconceptions; 0: none
  std::string because;
};

struct AnswerOption {
  std::string text;
  Mistake mistake;  // `is`: when this option is the right one
};

struct Question {
  AnswerKind kind = AnswerKind::number;
  std::vector<std::string> after;  // commands behind the exercise's start; the run it is about
  Expression is;                   // number: its value; choose: the names; cut: what must hold
  double tolerance = 0;
  std::string unit;
  std::string from;  // choose: "processes", "channels", "transfers"; "tasks", "records", "sinks"
  std::vector<AnswerOption> options;      // choice
  std::vector<std::string> events;  // order: "T1 sent", "S1 at A"; "chk-1 completed"
  std::vector<Mistake> mistakes;
};

enum class StepKind : uint8_t { say, predict, act, observe };

struct ExerciseStep {
  StepKind kind = StepKind::say;
  std::string text;                // Markdown
  std::vector<std::string> hints;  // one after the other, the last one nearly gives it away
  std::optional<Question> question;  // predict
  std::optional<Expression> until;   // act: it is done once this holds
  bool shortest = false;             // act: by as few actions as possible
};

// What is claimed of every interleaving of the exercise's system; of a job, of each run in a list:
// one for each seed, task that fails and time at which it does.
struct ExerciseClaim {
  Claim claim;         // processes
  Role role = Role::always;
  Expression holds;    // job: at the end of a run; reachable: of one of them at least
  std::vector<std::string> settings;  // "fifo off", beside those of the start
  std::vector<uint64_t> seeds;        // job: empty: that of the job
  std::vector<std::string> fails;     // job: tasks
  std::vector<Tick> at;               // job: times
  Tick until = 0;                     // job: the end of each run; 0: the job's
};

struct Exercise {
  // Out of line: every file that holds one would compile them anew.
  Exercise();
  Exercise(const Exercise& other);
  Exercise(Exercise&& other) noexcept;
  Exercise& operator=(const Exercise& other);
  Exercise& operator=(Exercise&& other) noexcept;
  ~Exercise();

  std::string id;       // the file's name
  std::string title;
  std::string chapter;  // "cuts"
  std::string proves;   // Markdown, one sentence or two each
  std::string assumes;
  std::string source;   // what it rests on
  std::vector<int64_t> misconceptions;  // that it is about
  Scenario scenario;            // of processes; where there is a job, none
  std::optional<JobSetup> job;  // a streaming job, made ready
  FigureSubject subject() const { return job ? FigureSubject(*job) : FigureSubject(scenario); }
  std::vector<std::string> start;    // commands
  std::vector<std::string> allowed;  // verbs, or how a command must begin: "deliver", "send A>B"
  Expression goal;
  std::string goal_text;             // in words
  std::vector<std::string> solution; // commands that reach the goal; may be empty
  std::vector<ExerciseStep> steps;
  std::vector<ExerciseClaim> claims;
  // Of all that a learner meets: comments, the solution and the claims are left out, since the page
  // carries exercises without them.
  uint64_t fingerprint = 0;
};

inline constexpr int64_t kMisconceptions = 13;  // assets/exercises/README.md lists them

}  // namespace cutline

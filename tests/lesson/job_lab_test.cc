#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/lesson/job_settings.h"
#include "core/lesson/lab.h"
#include "core/lesson/page_json.h"
#include "core/lesson/run_file.h"
#include "tests/run/job_support.h"
#include "tests/system/job_random.h"

namespace cutline::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Lab lab_with(std::string_view job) {
  Lab lab("transfers");
  EXPECT_TRUE(lab.apply_line("scenario " + std::string(job)));
  return lab;
}

void do_lines(Lab& lab, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    const Result<Done> done = lab.apply_line(line);
    ASSERT_TRUE(done) << line << ": " << done.error().sentence;
  }
}

std::string refusal(Lab& lab, std::string_view line) {
  const std::vector<std::string> before = lab.run_lines();
  const uint64_t fingerprint = lab.fingerprint();
  const Result<Done> done = lab.apply_line(line);
  EXPECT_FALSE(done) << line;
  EXPECT_EQ(lab.run_lines(), before);
  EXPECT_EQ(lab.fingerprint(), fingerprint);
  return done ? "" : done.error().sentence;
}

TEST(JobLab, ShowsJobsOnAScreenOfTheirOwn) {
  Lab lab("transfers");
  EXPECT_EQ(lab.model().show, "transfers");
  ASSERT_TRUE(lab.apply_line("step 3"));
  ASSERT_TRUE(lab.apply_line("show jobs"));
  EXPECT_EQ(lab.model().show, "jobs");
  EXPECT_EQ(lab.model().scenario, "t1-aligned");
  EXPECT_THAT(lab.model().scenarios, SizeIs(testing::Ge(15u)));
  EXPECT_EQ(lab.model().step, 0u);
  ASSERT_TRUE(lab.apply_line("step 5"));
  EXPECT_EQ(lab.model().step, 5u);
  ASSERT_TRUE(lab.apply_line("show transfers"));
  EXPECT_EQ(lab.model().step, 3u);
  ASSERT_TRUE(lab.apply_line("show jobs"));
  EXPECT_EQ(lab.model().step, 5u);
  ASSERT_TRUE(lab.apply_line("scenario ring"));
  EXPECT_EQ(lab.model().show, "transfers");
  ASSERT_TRUE(lab.apply_line("scenario t2-unaligned"));
  EXPECT_EQ(lab.model().show, "jobs");
  EXPECT_EQ(lab.model().title, "A slow counter, unaligned");
}

TEST(JobLab, GoesByEventByTimeAndByMoment) {
  Lab lab = lab_with("t1-aligned");
  ASSERT_TRUE(lab.apply_line("next triggered"));
  EXPECT_EQ(lab.announcement(),
            "Event 4298, t = 4.457 s. checkpoint chk-1 is triggered.");
  ASSERT_TRUE(lab.apply_line("next barrier"));
  EXPECT_THAT(lab.announcement(), HasSubstr("count-1 takes chk-1's barrier from source-0"));
  ASSERT_TRUE(lab.apply_line("seek 30s"));
  EXPECT_EQ(lab.model().time, "30 s");
  ASSERT_TRUE(lab.apply_line("seek 4.457s"));
  EXPECT_EQ(lab.model().time, "4.457 s");
  ASSERT_TRUE(lab.apply_line("back 10"));
  ASSERT_TRUE(lab.apply_line("until 10s"));
  EXPECT_EQ(lab.model().time, "10 s");
}

TEST(JobLab, RefusesWithTheReasonAndChangesNothing) {
  Lab lab = lab_with("t1-aligned");
  EXPECT_EQ(refusal(lab, "back"), "this is the start of the run");
  EXPECT_THAT(refusal(lab, "seek 61s"), HasSubstr("the run ends at 60s"));
  EXPECT_THAT(refusal(lab, "seek 99999999"), HasSubstr("the event"));
  EXPECT_THAT(refusal(lab, "next lunch"),
              HasSubstr("there is no moment \"lunch\"; there are barrier, blocked"));
  EXPECT_THAT(refusal(lab, "next failure"), HasSubstr("no such moment"));
  EXPECT_THAT(refusal(lab, "fail counter"),
              HasSubstr("no task \"counter\"; there are source-0, source-1, count-0 and count-1"));
  EXPECT_THAT(refusal(lab, "fail count-0"), HasSubstr("count-0 is not running now"));
  EXPECT_THAT(refusal(lab, "checkpoint"), HasSubstr("not all tasks are running"));
  EXPECT_EQ(refusal(lab, "snapshot A"),
            "\"snapshot\" is for transfers: a job's snapshots are the coordinator's checkpoints; "
            "\"checkpoint\" asks for one");
  for (const char* line : {"arrive A>B", "retransmit A>B", "drop A>B", "duplicate A>B"})
    EXPECT_THAT(refusal(lab, line),
                HasSubstr(" is for transfers: a job's channels neither lose nor double a buffer"));
  EXPECT_THAT(refusal(lab, "cut now"), HasSubstr("a job's cuts are its checkpoints"));
  EXPECT_THAT(refusal(lab, "clocks on"), HasSubstr("in its export for ShiViz"));
  EXPECT_THAT(refusal(lab, "set interval 5"), HasSubstr("interval"));
  EXPECT_THAT(refusal(lab, "set interval 5ms"), HasSubstr("at least 10ms"));
  EXPECT_THAT(refusal(lab, "set tolerable many"), HasSubstr("tolerable"));
  EXPECT_THAT(refusal(lab, "set nonsense 1"), HasSubstr("there is no option \"nonsense\""));
  EXPECT_THAT(refusal(lab, "set until 25h"), HasSubstr("at most 24h"));
  EXPECT_THAT(refusal(lab, "speed 0"), HasSubstr("the speed"));
  ASSERT_TRUE(lab.apply_line("show transfers"));
  EXPECT_THAT(refusal(lab, "fail count-0"), HasSubstr("for streaming jobs: show jobs first"));
  EXPECT_THAT(refusal(lab, "next barrier"), HasSubstr("show jobs first"));
}

TEST(JobLab, SettingsAreTheEnginesOptionsAndStartTheRunAgain) {
  Lab lab = lab_with("t1-aligned");
  do_lines(lab, {"step 100", "set unaligned true", "set min-pause 500ms", "set segment-size 16kb"});
  EXPECT_EQ(lab.model().step, 0u);
  const auto value_of = [&](std::string_view key) {
    for (const ParameterModel& each : lab.model().parameters)
      if (each.key == key) return each.value + " was " + each.initial;
    return std::string("not there");
  };
  EXPECT_EQ(value_of("execution.checkpointing.unaligned.enabled"), "true was false");
  EXPECT_EQ(value_of("execution.checkpointing.min-pause"), "500ms was 0s");
  EXPECT_EQ(value_of("taskmanager.memory.segment-size"), "16kb was 32kb");
  EXPECT_EQ(value_of("execution.checkpointing.interval"), "5s was 5s");
  EXPECT_EQ(value_of("until"), "60s was 60s");
  ASSERT_TRUE(lab.apply_line("reset"));
  EXPECT_EQ(value_of("execution.checkpointing.min-pause"), "0s was 0s");
}

TEST(JobLab, EverySettingHasAHintOrItsWordsAndTakesItsOwnValue) {
  const Job job = embedded_setup("t6-debloating").job;
  for (const JobSettingInfo& setting : job_settings()) {
    SCOPED_TRACE(setting.key);
    EXPECT_TRUE(!setting.hint.empty() || setting.options.size() >= 2u);
    const std::string value = job_setting_value(job, setting.key);
    EXPECT_EQ(value.find(' '), std::string::npos);
    if (value.empty()) continue;
    const Result<Job> same = with_job_setting(job, setting.key, value);
    ASSERT_TRUE(same) << same.error().sentence;
    EXPECT_EQ(job_setting_value(*same, setting.key), value);
  }
}

TEST(JobLab, WhatTheEngineChangesOfTheOptionsIsSaid) {
  Lab lab = lab_with("t2-unaligned");
  EXPECT_THAT(lab.model().job.notes, IsEmpty());
  ASSERT_TRUE(lab.apply_line("set mode AT_LEAST_ONCE"));
  EXPECT_THAT(lab.model().job.notes, SizeIs(1));
}

TEST(JobLab, ARunOfAJobIsReplayedFromItsLines) {
  Lab lab = lab_with("t2-unaligned");
  do_lines(lab, {"seed 9", "set tolerable-failed-checkpoints 3", "until 12.0005s", "fail count-1",
                 "until 15.5s", "step 7", "checkpoint", "step 500", "seek 17.0005s"});
  EXPECT_THAT(lab.run_lines(),
              ElementsAre("scenario t2-unaligned", "seed 9",
                          "set execution.checkpointing.tolerable-failed-checkpoints 3",
                          "until 12.0005s", "fail count-1", testing::StartsWith("step "),
                          "checkpoint",
                          testing::StartsWith("step "), "seek 17.0005s"));
  Lab other("transfers");
  do_lines(other, lab.run_lines());
  EXPECT_EQ(other.run_lines(), lab.run_lines());
  EXPECT_EQ(other.fingerprint(), lab.fingerprint());
  EXPECT_EQ(other.job()->history.world(), lab.job()->history.world());
}

TEST(JobLab, ASavedRunOfAJobIsOpenedAndAnEditedOneRefusedWithItsLine) {
  Lab lab = lab_with("t3-timeout");
  do_lines(lab, {"until 12.0005s", "fail count-0", "step 100", "back 50", "select count-0"});
  const std::string saved = print_run_file(lab);
  Lab other("transfers");
  ASSERT_TRUE(other.open_run(saved));
  EXPECT_THAT(other.notices(), IsEmpty());
  EXPECT_EQ(other.screen(), Screen::jobs);
  EXPECT_EQ(other.selected(), "count-0");
  EXPECT_EQ(other.fingerprint(), lab.fingerprint());
  do_lines(other, {"step 20", "reset"});
  EXPECT_EQ(other.fingerprint(), lab.fingerprint());

  const auto edited = [&](std::string_view from, std::string_view to) {
    std::string text = saved;
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  const uint64_t before = other.fingerprint();
  EXPECT_EQ(other.open_run(edited("fail count-0", "fail count-7")).error().line, 4);
  EXPECT_EQ(other.open_run(edited("t3-timeout", "ring")).error().line, 4);
  EXPECT_EQ(other.open_run(edited("t3-timeout", "t99")).error().line, 2);
  EXPECT_EQ(other.open_run(edited("until 12.0005s", "until 12h")).error().line, 3);
  for (const auto& [from, to] : std::initializer_list<std::pair<const char*, const char*>>{
           {"step 100", "step 99"}, {"select count-0", "select count-1"}}) {
    const Result<Done> elsewhere = other.open_run(edited(from, to));
    ASSERT_FALSE(elsewhere) << from;
    EXPECT_EQ(elsewhere.error().line, 8) << from;
    EXPECT_THAT(elsewhere.error().sentence,
                HasSubstr("this run ends elsewhere than when it was saved"));
  }
  EXPECT_EQ(other.fingerprint(), before);
}

TEST(JobLab, PlayingEndsWithTheRun) {
  Lab lab = lab_with("t11-two-phase");
  do_lines(lab, {"until 119s", "play"});
  EXPECT_TRUE(lab.playing());
  ASSERT_TRUE(lab.apply_line("until 119.5s"));
  EXPECT_TRUE(lab.playing());
  ASSERT_TRUE(lab.apply_line("until 120s"));
  EXPECT_FALSE(lab.playing());
}

// Random users of random jobs: the run's lines lead to the same place.
TEST(JobLab, AnyRunIsReplayedFromItsLines) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomJobs wanted;
    wanted.at_least_once = seed % 3 == 0;
    wanted.named = seed % 2 == 0;
    Job job = random_job(seed, wanted);
    job.until = 15 * kSecond;
    Result<OpenJob> open = open_job(job);
    ASSERT_TRUE(open);
    Lab lab(std::move(*open));
    Dice dice(seed + 1000);
    const std::string_view settings[] = {"set interval 400ms", "set unaligned true",
                                         "set mode AT_LEAST_ONCE", "set timeout 1s",
                                         "set tolerable-failed-checkpoints 5"};
    for (int turn = 0; turn < 30; ++turn) {
      const int64_t what = dice.between(0, 40);
      if (what < 5) (void)lab.apply_line(settings[what]);
      else (void)lab.apply_line(random_line(lab.job()->history, dice));
    }
    Lab other(std::move(*open_job(job)));
    do_lines(other, lab.run_lines());
    EXPECT_EQ(other.fingerprint(), lab.fingerprint());
    EXPECT_EQ(other.run_lines(), lab.run_lines());
    EXPECT_EQ(other.job()->history.world(), lab.job()->history.world());
    EXPECT_THAT(page_json(lab.model()), HasSubstr("\"show\":\"jobs\""));
  }
}

}  // namespace
}  // namespace cutline::test

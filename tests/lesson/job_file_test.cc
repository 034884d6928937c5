// What the reader of jobs makes of savepoints and restarts, and what it refuses, where.
#include "core/lesson/job_file.h"

#include <gtest/gtest.h>

namespace cutline {
namespace {

constexpr std::string_view kHead = R"(title = "x"
[[vertex]]
name = "source"
kind = "source"
splits = 4
rate = 10
record-bytes = 10
[[vertex]]
name = "sink"
kind = "sink"
max-parallelism = 5
[[edge]]
from = "source"
to = "sink"
kind = "hash"
)";
constexpr int kHeadLines = 15;

Result<Job> read(std::string_view tail) {
  return read_job("x", std::string(kHead) + std::string(tail));
}

void expect_refused(std::string_view tail, int line, int column, std::string_view sentence) {
  const Result<Job> job = read(tail);
  ASSERT_FALSE(job) << tail;
  EXPECT_EQ(job.error().sentence, sentence);
  EXPECT_EQ(job.error().line, kHeadLines + line) << tail;
  EXPECT_EQ(job.error().column, column) << tail;
}

TEST(JobFile, ReadsSavepointsAndRestarts) {
  const Result<Job> job = read(R"([[savepoint]]
at = "2s"
[[savepoint]]
at = "1s"
after-completed = 3
kind = "drain"
[[restart]]
at = "3s"
with-failure = true
[[restart]]
at = "4s"
from = "savepoint"
parallelism = { source = 3, sink = 5 }
)");
  ASSERT_TRUE(job) << print_fault(job.error());
  EXPECT_EQ(job->vertices[0].source.splits, 4u);
  EXPECT_EQ(job->vertices[1].max_parallelism, 5u);
  const std::vector<SavepointSetup> savepoints = {{2 * kSecond, 0, SavepointKind::savepoint},
                                                  {kSecond, 3, SavepointKind::drain}};
  EXPECT_EQ(job->savepoints, savepoints);
  const std::vector<RestartSetup> restarts = {
      {3 * kSecond, 0, true, RestoreFrom::checkpoint, {}},
      {4 * kSecond, 0, false, RestoreFrom::savepoint, {{{1}, 5}, {{0}, 3}}}};
  ASSERT_EQ(job->restarts.size(), 2u);
  EXPECT_EQ(job->restarts[0], restarts[0]);
  EXPECT_EQ(job->restarts[1].from, RestoreFrom::savepoint);
  EXPECT_EQ(job->restarts[1].parallelism.size(), 2u);
}

TEST(JobFile, RefusesPartsThatCannotRollAtTheirPlace) {
  const std::string sink = "[[vertex]]\nname = \"files\"\nkind = \"sink\"\nsink = ";
  expect_refused(sink + "{ kind = \"transactional\", roll-after = \"60s\" }\n", 4, 8,
                 "a sink whose parts roll needs both, roll-after and roll-check");
  expect_refused(sink + "{ roll-after = \"60s\", roll-check = \"60s\" }\n", 4, 23,
                 "only a transactional sink commits in parts");
}

TEST(JobFile, RefusesWrongSavepointsAndRestartsAtTheirPlace) {
  expect_refused("[[savepoint]]\nkind = \"drain\"\n", 1, 1, "[[savepoint]] needs the key \"at\"");
  expect_refused("[[savepoint]]\nat = \"1s\"\nkind = \"stop\"\n", 3, 8,
                 "there is no kind \"stop\"; there are savepoint, suspend, drain");
  expect_refused("[[restart]]\nat = \"1s\"\nfrom = \"start\"\n", 3, 8,
                 "there is no from \"start\"; there are checkpoint, savepoint");
  expect_refused("[[restart]]\nat = \"1s\"\nparallelism = { sinks = 2 }\n", 3, 17,
                 "there is no vertex \"sinks\"");
  expect_refused("[[restart]]\nat = \"1s\"\nparallelism = { sink = 0 }\n", 3, 24,
                 "sink must be a whole number from 1 to 128");
  expect_refused("[[restart]]\nat = \"1s\"\nparallelism = { sink = 6 }\n", 3, 15,
                 "vertex \"sink\": a parallelism of 6 is more than the max parallelism of its "
                 "state, 5");
  expect_refused("[[failure]]\nvertex = \"sink\"\nsubtask = 1\nat = \"1s\"\n", 3, 11,
                 "vertex \"sink\" has 1 subtask, counted from 0");
}

TEST(JobFile, AFailureMayNameASubtaskThatARestartBrings) {
  const Result<Job> job = read("[[failure]]\nvertex = \"sink\"\nsubtask = 1\nat = \"2s\"\n"
                               "[[restart]]\nat = \"1s\"\nparallelism = { sink = 2 }\n");
  ASSERT_TRUE(job) << print_fault(job.error());
}

void expect_whole_refused(const std::string& text, const std::string& fault) {
  const Result<Job> job = read_job("x", text);
  ASSERT_FALSE(job) << text;
  EXPECT_EQ(print_fault(job.error()), fault);
}

std::string replaced(std::string_view from, std::string_view to) {
  std::string text(kHead);
  return text.replace(text.find(from), from.size(), to);
}

TEST(JobFile, RefusesAnOptionWhereItStandsAndSaysItsNameOnce) {
  const std::string_view head = "[options]\n";
  const auto refused = [&](std::string line, int column, std::string_view sentence) {
    expect_refused(std::string(head) + line + "\n", 2, column, sentence);
  };
  refused("\"execution.checkpointing.intervall\" = \"5s\"", 1,
          "there is no option \"execution.checkpointing.intervall\"; did you mean "
          "execution.checkpointing.interval?");
  refused("min-pauze = \"5s\"", 1,
          "there is no option \"min-pauze\"; did you mean execution.checkpointing.min-pause?");
  refused("atempts = 3", 1,
          "there is no option \"atempts\"; did you mean restart-strategy.fixed-delay.attempts?");
  refused("frobnicate = 3", 1, "there is no option \"frobnicate\"");
  refused("mode = \"EXACTLY_ONC\"", 8,
          "execution.checkpointing.mode: EXACTLY_ONCE or AT_LEAST_ONCE, not \"EXACTLY_ONC\"; did "
          "you mean EXACTLY_ONCE?");
  refused("\"checkpointing.interval\" = \"1ms\"", 28,
          "execution.checkpointing.interval: at least 10ms, not 1ms");
  refused("segment-size = \"255b\"", 16,
          "taskmanager.memory.segment-size: at least 256 b, not \"255b\"");
  refused("min-pause = 1.5", 13,
          "option \"min-pause\" must be a text, a whole number, true or false; a name with dots "
          "needs quotes");
}

TEST(JobFile, RefusesOptionsThatDoNotGoTogetherAtTheLastOfThem) {
  const Result<Job> job = read("[options]\n\"unaligned\" = true\nmin-pause = \"1s\"\n"
                               "max-concurrent = 2\ntolerable = 3\n");
  ASSERT_FALSE(job);
  EXPECT_EQ(job.error().line, kHeadLines + 4) << job.error().sentence;
  EXPECT_EQ(job.error().column, 18);
  expect_refused("[options]\n\"without-channel-state.checkpoint-id\" = 3\n", 2, 41,
                 "restoring a checkpoint without its in-flight data (U16) is not simulated");
}

TEST(JobFile, RefusesWhatShowsOnlyInTheWholeAtTheTableThatIsWrong) {
  expect_whole_refused(replaced("\"hash\"", "\"forward\"\n[[vertex]]\nname = \"end\"\n"
                                            "kind = \"sink\""),
                       "16:1: vertex \"end\" has no input");
  std::string wide = replaced("\"hash\"", "\"forward\"");
  wide.replace(wide.find("splits = 4"), 10, "parallelism = 2");
  expect_whole_refused(wide, "12:1: edge source>sink: a forward edge needs the same parallelism "
                             "on both sides");
}

TEST(JobFile, RefusesTooManyChannels) {
  std::string text(kHead.substr(0, kHead.find("[[edge]]")));
  text.replace(text.find("splits = 4"), 10, "parallelism = 128");
  text.replace(text.find("max-parallelism = 5"), 19, "parallelism = 128");
  for (const char* name : {"b", "c", "d", "e"})
    text += "[[vertex]]\nname = \"" + std::string(name) +
            "\"\nkind = \"sink\"\nparallelism = 128\n";
  for (const char* name : {"sink", "b", "c", "d", "e"})
    text += "[[edge]]\nfrom = \"source\"\nto = \"" + std::string(name) + "\"\nkind = \"hash\"\n";
  expect_whole_refused(text, "1:1: the job's edges make 81920 channels between subtasks; a job has "
                             "at most 65536: a lower parallelism, or forward edges, make fewer");
}

TEST(JobFile, RefusesARunOfNoTimeAtItsUntil) {
  expect_whole_refused("until = \"0s\"\n" + std::string(kHead), "1:9: until must be above 0");
}

TEST(JobFile, RefusesNamesAndTitlesWithWhatNobodySees) {
  const std::string sentence = ": a name has no blank, no control character and no \">\"";
  for (const auto& [name, shown] : std::initializer_list<std::pair<std::string, std::string>>{
           {"a b", "a b"}, {"a\\tb", "a\\x09b"}, {"a\\nb", "a\\x0ab"}, {"a>b", "a>b"},
           {"a\\u001bb", "a\\x1bb"}, {"a\\u00a0b", "a\u00a0b"}, {"a\\u200bb", "a\u200bb"},
           {"a\\u202eb", "a\u202eb"}, {"a\\u3000b", "a\u3000b"}})
    expect_whole_refused(replaced("\"source\"", "\"" + name + "\""),
                         "3:8: vertex \"" + shown + "\"" + sentence);
  expect_whole_refused(replaced("\"source\"", "\"\""),
                       "3:8: vertex \"\": a name has from 1 to 64 bytes");
  expect_whole_refused(replaced("\"x\"", "\"a\\nb\""),
                       "1:9: title must be one line without control characters, not \"a\\x0ab\"");
  std::string greek = replaced("\"source\"", "\"Größe-β\"");
  greek.replace(greek.rfind("\"source\""), 8, "\"Größe-β\"");
  EXPECT_TRUE(read_job("x", greek));
}

}  // namespace
}  // namespace cutline

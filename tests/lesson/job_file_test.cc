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

}  // namespace
}  // namespace cutline

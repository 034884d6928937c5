// A cluster's document of its checkpoints: what is read of it, and each refusal.
#include "core/lesson/cluster_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/report/job_json.h"
#include "core/system/job_run.h"
#include "tests/run/job_support.h"

namespace cutline::test {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

std::string entry(int id, std::string_view status, std::string_view more = "") {
  return R"({"className":"x","id":)" + std::to_string(id) + R"(,"status":")" +
         std::string(status) +
         R"(","is_savepoint":false,"savepointFormat":null,"trigger_timestamp":)" +
         std::to_string(1760000000000 + id * 10'000) +
         R"(,"latest_ack_timestamp":1760000130420,"checkpointed_size":30200,"state_size":250100,)"
         R"("end_to_end_duration":)" +
         std::to_string(400 + id) +
         R"(,"alignment_buffered":0,"processed_data":8192,"persisted_data":16392,)"
         R"("num_subtasks":9,"num_acknowledged_subtasks":7,)"
         R"("checkpoint_type":"UNALIGNED_CHECKPOINT","tasks":{})" +
         std::string(more) + "}";
}

std::string document(std::string_view history) {
  return R"({"counts":{"restored":1,"total":14,"in_progress":1,"completed":11,"failed":2},
 "summary":{}, "latest":{},
 "history":[)" +
         std::string(history) + "]}";
}

std::string refusal(std::string_view text) {
  const Result<ClusterFile> file = read_cluster_file(text);
  return file ? "accepted" : print_fault(file.error());
}

TEST(ClusterFile, TheEnginesDocumentIsReadOldestFirst) {
  const Result<ClusterFile> file = read_cluster_file(document(
      entry(14, "IN_PROGRESS") + "," + entry(13, "COMPLETED") + "," +
      entry(9, "FAILED", R"(,"failure_timestamp":1,"failure_message":"Expired\nbefore.")")));
  ASSERT_TRUE(file) << print_fault(file.error());
  EXPECT_EQ(file->completed, 11);
  EXPECT_EQ(file->failed, 2);
  EXPECT_EQ(file->in_progress, 1);
  ASSERT_THAT(file->history, SizeIs(3));
  EXPECT_EQ(file->history[0].id, 9);
  EXPECT_EQ(file->history[0].status, ClusterStatus::failed);
  EXPECT_EQ(file->history[0].failure, "Expired before.");
  EXPECT_EQ(file->history[0].triggered, 0);
  EXPECT_EQ(file->history[1].triggered, 40 * kSecond);
  EXPECT_EQ(file->history[1].duration, 413 * kMillisecond);
  EXPECT_EQ(file->history[1].checkpointed_bytes, 30200);
  EXPECT_EQ(file->history[1].persisted_bytes, 16392);
  EXPECT_EQ(file->history[1].subtasks, 9);
  EXPECT_EQ(file->history[1].acknowledged, 7);
  EXPECT_TRUE(file->history[1].unaligned);
  EXPECT_EQ(file->history[2].status, ClusterStatus::in_progress);
}

// A report of this lab is the engine's document under one more name.
TEST(ClusterFile, AReportOfThisLabIsRead) {
  const JobSetup setup = embedded_setup("t1-aligned");
  JobWorld world = start_job(setup);
  run_job_until(setup, world, kMinute);
  const Result<ClusterFile> file = read_cluster_file(job_json(setup, world));
  ASSERT_TRUE(file) << print_fault(file.error());
  EXPECT_EQ(file->completed, world.statistics.counts.completed);
  EXPECT_EQ(file->history.back().id,
            static_cast<int64_t>(world.statistics.history.back().id.number));
}

TEST(ClusterFile, WhatIsNoSuchDocumentIsRefusedAtItsPlace) {
  EXPECT_THAT(refusal("{"), HasSubstr("1:2: "));
  EXPECT_THAT(refusal("[]"), HasSubstr("1:1: a document of /jobs/:jobid/checkpoints is an object"));
  EXPECT_THAT(refusal("{\n  \"jobs\": []}"),
              HasSubstr("1:1: a document of /jobs/:jobid/checkpoints needs the key \"counts\""));
  EXPECT_THAT(refusal("{\"checkpoints\": 3}"),
              HasSubstr("1:17: \"checkpoints\" must be an object"));
  EXPECT_THAT(refusal(document("3")), HasSubstr("3:13: an entry of \"history\" must be an object"));
  EXPECT_THAT(refusal(document(entry(1, "DONE"))),
              HasSubstr("\"status\" must be IN_PROGRESS, COMPLETED or FAILED, not \"DONE\""));
  EXPECT_THAT(refusal(document(entry(1, "COMPLETED") + "," + entry(1, "COMPLETED"))),
              HasSubstr("lists checkpoint 1 twice"));
  std::string negative = document(entry(1, "COMPLETED"));
  negative.replace(negative.find("30200"), 5, "-1   ");
  EXPECT_THAT(refusal(negative), HasSubstr("\"checkpointed_size\" must be a whole number from 0"));
  std::string without = document(entry(1, "COMPLETED"));
  without.replace(without.find("persisted_data"), 14, "persisted_dada");
  EXPECT_THAT(refusal(without), HasSubstr("3:13: an entry of \"history\" needs the key "
                                          "\"persisted_data\""));
}

TEST(ClusterFile, ThereAreLimits) {
  std::string many;
  for (size_t at = 0; at <= kClusterHistoryMax; ++at)
    many += (many.empty() ? "" : ",") + entry(static_cast<int>(at), "COMPLETED");
  EXPECT_THAT(refusal(document(many)), HasSubstr("at most 1000 are compared"));
  EXPECT_THAT(refusal(std::string(kClusterBytesMax + 1, ' ')),
              HasSubstr("has at most 4194304 bytes"));
}

TEST(ClusterFile, AFailuresMessageIsOneShortLine) {
  std::string longest;
  for (int at = 0; at < 150; ++at) longest += "é";
  const Result<ClusterFile> file = read_cluster_file(
      document(entry(1, "FAILED", R"(,"failure_message":")" + longest + "\"")));
  ASSERT_TRUE(file);
  EXPECT_LE(file->history[0].failure.size(), 210u);
  EXPECT_THAT(file->history[0].failure, testing::EndsWith("é…"));
}

}  // namespace
}  // namespace cutline::test

#include "core/system/record_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/dice.h"
#include "core/system/sink_records.h"

namespace cutline::test {
namespace {

using ::testing::ElementsAre;

std::vector<OriginTag> tags_of(const RecordSet& set) {
  std::vector<OriginTag> tags;
  for (uint32_t split = 0; split < set.splits(); ++split)
    for (const RecordRun& run : set.runs(split)) append_tags(split, run, tags);
  return tags;
}

std::vector<OriginTag> range(uint32_t split, uint64_t first, uint64_t last) {
  std::vector<OriginTag> tags;
  for (uint64_t position = first; position < last; ++position)
    tags.push_back(origin_tag(split, position));
  return tags;
}

TEST(RecordSet, A_long_range_is_one_run) {
  RecordBag bag;
  bag.add(range(0, 0, 6400));
  EXPECT_EQ(bag.size(), 1u);
  bag.add(range(1, 64, 64 * 50));
  bag.add(range(0, 6400, 6410));
  EXPECT_EQ(bag.size(), 3u);
  EXPECT_THAT(bag.planes()[0].runs(0),
              ElementsAre(RecordRun{0, 100, kWholeWord}, RecordRun{100, 1, 0x3ff}));
}

// Against a std::set, whatever the order and the lengths.
TEST(RecordSet, Runs_hold_what_a_plain_set_holds) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    RecordSet set;
    std::set<OriginTag> plain;
    for (int round = 0; round < 60; ++round) {
      const auto split = static_cast<uint32_t>(dice.between(0, 2));
      RecordRun run{static_cast<uint64_t>(dice.between(0, 30)),
                    static_cast<uint64_t>(dice.between(1, 6)), dice.next()};
      if (dice.between(0, 2) == 0) run.bits = kWholeWord;
      std::vector<OriginTag> added;
      append_tags(split, run, added);
      std::vector<RecordRun> already;
      set.add(split, run, already);
      std::vector<OriginTag> there;
      for (const RecordRun& each : already) append_tags(split, each, there);
      std::vector<OriginTag> expected;
      for (OriginTag tag : added)
        if (!plain.insert(tag).second) expected.push_back(tag);
      ASSERT_EQ(there, expected);
      ASSERT_EQ(tags_of(set), std::vector<OriginTag>(plain.begin(), plain.end()));
    }
    for (uint32_t split = 0; split < set.splits(); ++split)
      for (size_t at = 1; at < set.runs(split).size(); ++at) {
        const RecordRun& before = set.runs(split)[at - 1];
        const RecordRun& run = set.runs(split)[at];
        ASSERT_LE(before.end(), run.first);
        ASSERT_TRUE(before.end() < run.first || before.bits != run.bits) << "alike ones are one";
      }
  }
}

TEST(RecordBag, A_record_is_in_it_as_often_as_it_was_added) {
  RecordBag bag;
  bag.add(std::vector<OriginTag>{3, 3, 4, 3, 200});
  ASSERT_EQ(bag.planes().size(), 3u);
  EXPECT_THAT(tags_of(bag.planes()[0]), ElementsAre(3, 4, 200));
  EXPECT_THAT(tags_of(bag.planes()[1]), ElementsAre(3));
  EXPECT_THAT(tags_of(bag.planes()[2]), ElementsAre(3));
  RecordBag twice = bag;
  twice.add(bag);
  EXPECT_EQ(twice.planes().size(), 6u);
}

TEST(RecordBag, Before_cuts_at_a_position_of_each_split) {
  RecordBag bag;
  bag.add(range(0, 0, 300));
  bag.add(range(1, 100, 140));
  const uint64_t positions[] = {130, 128};
  std::vector<OriginTag> expected = range(0, 0, 130);
  for (OriginTag tag : range(1, 100, 128)) expected.push_back(tag);
  EXPECT_EQ(tags_of(bag.before(positions).planes()[0]), expected);
  EXPECT_TRUE(bag.before({}).empty()) << "of splits that nobody read nothing";
}

// source ──▶ sink, and source ──▶ filter ──broadcast──▶ sink ×3
Job two_ways() {
  Job job;
  job.vertices.resize(3);
  job.vertices[0].name = "source";
  job.vertices[0].kind = VertexKind::source;
  job.vertices[0].source.splits = 2;
  job.vertices[1].name = "filter";
  job.vertices[1].kind = VertexKind::filter;
  job.vertices[1].keep_numerator = 1;
  job.vertices[1].keep_denominator = 3;
  job.vertices[2].name = "sink";
  job.vertices[2].kind = VertexKind::sink;
  job.vertices[2].parallelism = 3;
  job.edges = {{{0}, {2}, EdgeKind::hash, {}},
               {{0}, {1}, EdgeKind::hash, {}},
               {{1}, {2}, EdgeKind::broadcast, {}}};
  return job;
}

TEST(FanOut, Counts_ways_filters_and_the_consumers_of_a_broadcast) {
  const FanOut fan_out(two_ways(), {2}, {0, 2, 2});
  EXPECT_EQ(fan_out.most(), 4u);
  EXPECT_TRUE(fan_out.is_filtered(1));
  EXPECT_EQ(fan_out.copies(2), 0u) << "there is no third split";
  EXPECT_EQ(fan_out.expected(0, 0, 0), kWholeWord);
  const uint64_t filtered = fan_out.expected(0, 0, 1);
  EXPECT_EQ(fan_out.expected(0, 0, 3), filtered);
  EXPECT_EQ(fan_out.expected(0, 0, 4), 0u);
  for (uint64_t position = 0; position < 64; ++position)
    EXPECT_EQ((filtered >> position) & 1, (mixed_tag(position) >> 8) % 3 < 1);
  Job by_key = two_ways();
  by_key.vertices[2].sink.kind = SinkKind::idempotent;
  EXPECT_EQ(FanOut(by_key, {2}, {0, 2, 2}).most(), 1u) << "one row, however often it comes";
}

TEST(SinkRecords, A_record_is_repeated_once_it_is_there_more_often_than_it_should) {
  const FanOut fan_out(two_ways(), {2}, {0, 2, 2});
  SinkRecords records;
  std::vector<OriginTag> all;
  for (uint64_t position = 0; position < 640; ++position)
    for (uint32_t plane = 0; plane < 4; ++plane)
      if ((fan_out.expected(0, position / 64, plane) >> position % 64) & 1)
        all.push_back(position);
  records.show(all, fan_out);
  EXPECT_EQ(records.seen().count(), std::ssize(all));
  EXPECT_EQ(records.repeated().count(), 0);
  records.show(range(0, 100, 110), fan_out);
  records.show(range(0, 100, 105), fan_out);
  EXPECT_EQ(records.seen().count(), std::ssize(all));
  int64_t repeated = 10;  // a record of which one copy only should be there has one place for it
  for (uint64_t position = 100; position < 105; ++position)
    repeated += (fan_out.expected(0, position / 64, 1) >> position % 64) & 1;
  EXPECT_EQ(records.repeated().count(), repeated);
  EXPECT_EQ(records.effects(), std::ssize(all) + 15);
}

TEST(SinkRecords, Filtered_splits_take_no_more_room_than_whole_ones) {
  Job job = two_ways();
  job.edges.erase(job.edges.begin());
  job.edges.back().kind = EdgeKind::hash;
  const FanOut fan_out(job, {2}, {0, 2, 2});
  SinkRecords records;
  constexpr uint64_t kPositions = 1'000'000;
  std::vector<OriginTag> passed;
  for (OriginTag tag : range(1, 0, kPositions))
    if ((mixed_tag(tag) >> 8) % 3 < 1) passed.push_back(tag);
  records.show(passed, fan_out);
  records.show(std::span(passed).first(100'000), fan_out);
  EXPECT_EQ(records.seen().count(), std::ssize(passed));
  EXPECT_EQ(records.repeated().count(), 100'000);
  EXPECT_LT(records.size(), 2100u);
}

}  // namespace
}  // namespace cutline::test

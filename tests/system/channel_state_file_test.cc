// The writer behind channel-state files: one checkpoint at a time, aborts, late and early subtasks.
#include "core/system/channel_state_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/dice.h"

namespace cutline::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr auto kInput = ChannelStateSide::input;
constexpr auto kOutput = ChannelStateSide::output;

ChannelStateResult failed(uint32_t subtask, int64_t checkpoint, ChannelStateFailure reason) {
  return {subtask, {checkpoint}, reason};
}
ChannelStateResult durable(uint32_t subtask, int64_t checkpoint) {
  return {subtask, {checkpoint}, std::nullopt};
}

struct Writer {
  ChannelStateWriter writer;
  ChannelStateResults results;

  explicit Writer(uint32_t subtasks) {
    for (uint32_t subtask = 0; subtask < subtasks; ++subtask) writer.add_subtask(subtask);
  }
  bool start(uint32_t subtask, int64_t checkpoint) {
    return writer.start(subtask, {checkpoint}, results);
  }
  void complete(uint32_t subtask, int64_t checkpoint) {
    writer.complete(subtask, {checkpoint}, kInput, results);
    writer.complete(subtask, {checkpoint}, kOutput, results);
  }
  ChannelStateResults take() { return std::exchange(results, {}); }
};

TEST(ChannelStateWriter, ANewerCheckpointFailsTheOlderForAllThatHadBegunIt) {
  Writer writer(2);
  EXPECT_TRUE(writer.start(0, 1));
  EXPECT_TRUE(writer.start(1, 1));
  EXPECT_TRUE(writer.start(0, 2));
  EXPECT_THAT(writer.take(), ElementsAre(failed(0, 1, ChannelStateFailure::subsumed),
                                         failed(1, 1, ChannelStateFailure::subsumed)));
  EXPECT_FALSE(writer.start(1, 1)) << "it is over";
  EXPECT_THAT(writer.take(), ElementsAre(failed(1, 1, ChannelStateFailure::subsumed)));
  EXPECT_TRUE(writer.start(1, 2));
  writer.complete(0, 2);
  EXPECT_THAT(writer.take(), IsEmpty());
  writer.complete(1, 2);
  EXPECT_THAT(writer.take(), ElementsAre(durable(0, 2), durable(1, 2)));
}

TEST(ChannelStateWriter, AnAbortTellsLatecomersWhoseFailureItWas) {
  Writer writer(3);
  EXPECT_TRUE(writer.start(0, 1));
  EXPECT_TRUE(writer.start(1, 1));
  writer.writer.abort(1, {1}, writer.results);
  EXPECT_THAT(writer.take(), ElementsAre(failed(0, 1, ChannelStateFailure::shared_stream),
                                         failed(1, 1, ChannelStateFailure::own)));
  EXPECT_FALSE(writer.start(2, 1));
  EXPECT_THAT(writer.take(), ElementsAre(failed(2, 1, ChannelStateFailure::shared_stream)));
  writer.complete(0, 1);
  EXPECT_THAT(writer.take(), IsEmpty()) << "what is over stays over";
  EXPECT_TRUE(writer.start(0, 2));
}

TEST(ChannelStateWriter, AnAbortAheadOfTheStartIsRemembered) {
  Writer writer(1);
  writer.writer.abort(0, {3}, writer.results);
  EXPECT_FALSE(writer.start(0, 2));
  EXPECT_FALSE(writer.start(0, 3));
  EXPECT_THAT(writer.take(), ElementsAre(failed(0, 2, ChannelStateFailure::subsumed),
                                         failed(0, 3, ChannelStateFailure::own)));
  EXPECT_TRUE(writer.start(0, 4));
}

TEST(ChannelStateWriter, ASubtaskThatIsGoneIsNotWaitedFor) {
  Writer writer(2);
  EXPECT_TRUE(writer.start(0, 1));
  writer.complete(0, 1);
  EXPECT_THAT(writer.take(), IsEmpty());
  writer.writer.remove_subtask(1, writer.results);
  EXPECT_THAT(writer.take(), ElementsAre(durable(0, 1)));
  EXPECT_TRUE(writer.start(0, 2));
  writer.complete(0, 2);
  EXPECT_THAT(writer.take(), ElementsAre(durable(0, 2)));
}

TEST(ChannelStateWriter, CountsPerSubtaskAndChannelAndWholeFile) {
  Writer writer(2);
  writer.start(0, 1);
  writer.start(1, 1);
  writer.writer.write(0, {1}, kInput, {0, 100});
  writer.writer.write(0, {1}, kOutput, {0, 200});
  writer.writer.write(1, {1}, kInput, {2, 300});
  writer.writer.write(1, {9}, kInput, {2, 300});  // another checkpoint's: ignored
  ASSERT_TRUE(writer.writer.file().has_value());
  const ChannelStateFile& file = *writer.writer.file();
  EXPECT_EQ(file.persisted(0), 308);
  EXPECT_EQ(file.persisted(1), 304);
  EXPECT_EQ(file.file_bytes(), 4 + 308 + 304);
  EXPECT_THAT(file.sizes(1, kInput), ElementsAre(ChannelStateSize{2, 304}));
  EXPECT_TRUE(file.is_inlined(616));
  EXPECT_FALSE(file.is_inlined(615));
}

TEST(ChannelStateFile, SubtasksShareFilesInTheOrderInWhichTheyCame) {
  std::vector<uint32_t> files;
  for (uint32_t place = 0; place < 11; ++place)
    files.push_back(channel_state_file_of(place, kSubtasksPerFile));
  EXPECT_THAT(files, ElementsAre(0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2));
}

// Every start is answered exactly once, whatever happens in between.
TEST(ChannelStateWriter, EverySubtaskThatStartsLearnsWhatBecameOfItForEverySeed) {
  int64_t durable_results = 0;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Writer writer(3);
    std::vector<int64_t> last_started(3, 0);
    std::vector<std::pair<uint32_t, int64_t>> started;
    for (int step = 0; step < 200; ++step) {
      const auto subtask = static_cast<uint32_t>(dice.between(0, 2));
      int64_t& last = last_started[subtask];
      switch (dice.between(0, 4)) {
        case 0:
        case 1:
          if (last > *std::min_element(last_started.begin(), last_started.end()) + 1) break;
          started.push_back({subtask, ++last});
          writer.start(subtask, last);
          break;
        case 2:
        case 3: writer.complete(subtask, last); break;
        default:
          if (dice.between(0, 4) == 0) writer.writer.abort(subtask, {last}, writer.results);
      }
    }
    writer.writer.abort(0, {1000}, writer.results);
    std::vector<std::pair<uint32_t, int64_t>> answered;
    for (const ChannelStateResult& result : writer.take()) {
      answered.push_back({result.subtask, result.checkpoint.number});
      durable_results += !result.failure;
    }
    std::sort(answered.begin(), answered.end());
    std::sort(started.begin(), started.end());
    ASSERT_EQ(answered, started);
  }
  EXPECT_GT(durable_results, 300);
}

}  // namespace
}  // namespace cutline::test

#include "core/run/tick_script.h"

#include <string>

#include <gtest/gtest.h>

#include "core/lesson/tick_script_file.h"

namespace cutline {
namespace {

// The snapshots that a script prints, or its fault.
std::string replay(std::string_view topology, std::string_view script, std::string_view draws) {
  const auto read = read_tick_script({{"top", topology}, {"events", script}, {"draws", draws}});
  if (!read) return print_fault(read.error());
  const auto run = run_tick_script(*read);
  return run ? print_tick_snapshots(*read, *run) : print_fault(run.error());
}

constexpr std::string_view kPair = "2\nA 10\nB 0\nA B\nB A\n";
constexpr std::string_view kZeros = "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0";

TEST(TickScript, RecordsWhatIsUnderWayAsChannelState) {
  EXPECT_EQ(replay(kPair, "send A B 4\nsnapshot B\n", kZeros), "0\nA 6\nB 0\nA B token(4)\n");
}

TEST(TickScript, DeliversNoEarlierThanOneTickAndTheDrawLater) {
  // Posted at 0 with draw 2: due from tick 3 on.
  EXPECT_EQ(replay(kPair, "send A B 4\ntick 2\nsnapshot B\n", "2 0 0"),
            "0\nA 6\nB 0\nA B token(4)\n");
  EXPECT_EQ(replay(kPair, "send A B 4\ntick 3\nsnapshot B\n", "2 0 0"), "0\nA 6\nB 4\n");
}

TEST(TickScript, LooksOnlyAtTheHeadOfAChannel) {
  // The second message is due from tick 1 on, but waits behind the first, due from tick 4 on.
  EXPECT_EQ(replay(kPair, "send A B 4\nsend A B 1\ntick 3\nsnapshot B\n", "3 0 0 0"),
            "0\nA 5\nB 0\nA B token(4)\nA B token(1)\n");
}

TEST(TickScript, DeliversOnlyOneMessageForEachSenderAndTick) {
  // Both tokens are due at tick 1, on different channels of one sender: C's waits for tick 2.
  constexpr std::string_view kStar = "3\nA 9\nB 0\nC 0\nA B\nA C\nB A\nC A\n";
  EXPECT_EQ(replay(kStar, "send A B 1\nsend A C 2\ntick\nsnapshot C\n", kZeros),
            "0\nA 6\nB 1\nC 0\nA C token(2)\n");
  EXPECT_EQ(replay(kStar, "send A B 1\nsend A C 2\ntick 2\nsnapshot C\n", kZeros),
            "0\nA 6\nB 1\nC 2\n");
}

TEST(TickScript, LetsEverySenderDeliverInTheSameTick) {
  constexpr std::string_view kInto = "3\nA 1\nB 2\nC 0\nA C\nB C\nC A\nC B\n";
  EXPECT_EQ(replay(kInto, "send A C 1\nsend B C 2\ntick\nsnapshot C\n", kZeros),
            "0\nA 0\nB 0\nC 3\n");
}

TEST(TickScript, TakesTheNeighboursInTheOrderOfTheirNamesAsTexts) {
  // "N10" comes before "N2", whatever the order of the file: at tick 1 N10 is served, N2 is not.
  constexpr std::string_view kStar = "3\nN2 0\nN10 0\nN1 9\nN1 N2\nN1 N10\nN2 N1\nN10 N1\n";
  EXPECT_EQ(replay(kStar, "send N1 N2 1\nsend N1 N10 2\ntick\nsnapshot N2\n", kZeros),
            "0\nN1 6\nN10 2\nN2 0\nN1 N2 token(1)\n");
}

TEST(TickScript, DrawsForMarkersInTheOrderOfTheirDestinations) {
  // The marker to B draws 4, the one to C 0: C records at tick 1, B at tick 5.
  constexpr std::string_view kStar = "3\nA 0\nB 7\nC 7\nA C\nA B\nB A\nC A\n";
  EXPECT_EQ(replay(kStar, "snapshot A\ntick\nsend B A 1\nsend C A 2\n", "4 0 0 0 0 0 0"),
            "0\nA 0\nB 6\nC 7\nB A token(1)\n");
  EXPECT_EQ(replay(kStar, "snapshot A\ntick\nsend B A 1\nsend C A 2\n", "0 4 0 0 0 0 0"),
            "0\nA 0\nB 7\nC 5\nC A token(2)\n");
}

TEST(TickScript, ListsWhatWasInFlightInTheOrderOfReceiving) {
  // C>A is received at tick 1, B>A at tick 3: that order, not the order of names.
  constexpr std::string_view kStar = "3\nA 0\nB 7\nC 7\nA B\nA C\nB A\nC A\n";
  EXPECT_EQ(replay(kStar, "send B A 1\nsend C A 2\nsnapshot A\n", "2 0 4 4 0 0"),
            "0\nA 0\nB 6\nC 5\nC A token(2)\nB A token(1)\n");
}

TEST(TickScript, RunsOverlappingSnapshotsSideBySide) {
  // The same token: received before B records for 0, in flight for 1, which B started itself.
  EXPECT_EQ(replay(kPair, "send A B 4\nsnapshot A\nsnapshot B\n", kZeros),
            "0\nA 6\nB 4\n1\nA 6\nB 0\nA B token(4)\n");
  // Between the two, A pays again: behind the marker of 0, ahead of the marker of 1.
  EXPECT_EQ(replay(kPair, "snapshot A\nsend A B 3\nsnapshot A\nsend A B 1\n", kZeros),
            "0\nA 10\nB 0\n1\nA 7\nB 3\n");
}

TEST(TickScript, NumbersSnapshotsInTheOrderOfTheScript) {
  EXPECT_EQ(replay(kPair, "snapshot B\ntick 9\nsend A B 1\ntick 9\nsnapshot A\n", kZeros),
            "0\nA 10\nB 0\n1\nA 9\nB 1\n");
}

TEST(TickScript, TicksOnUntilEverySnapshotIsComplete) {
  const auto read =
      read_tick_script({{"top", kPair}, {"events", "snapshot A\n"}, {"draws", "4 4"}});
  ASSERT_TRUE(read);
  const auto run = run_tick_script(*read);
  ASSERT_TRUE(run);
  // A's marker is posted at 0 and due at 5; B's is posted at 5 and due at 10.
  EXPECT_TRUE(run->world.snapshots[0].complete);
  EXPECT_EQ(run->world.snapshots[0].completed_at, 10);
}

TEST(TickScript, PrintsNothingWhereThereIsNoSnapshot) {
  EXPECT_EQ(replay(kPair, "send A B 4\ntick 3\n", kZeros), "");
  EXPECT_EQ(replay(kPair, "", ""), "");
}

TEST(TickScript, TakesATickCountOfNoneAndOfAMillion) {
  EXPECT_EQ(replay(kPair, "send A B 4\ntick 0\nsnapshot B\n", kZeros),
            "0\nA 6\nB 0\nA B token(4)\n");
  EXPECT_EQ(replay(kPair, "tick 1000000\nsnapshot B\n", kZeros), "0\nA 10\nB 0\n");
}

TEST(TickScript, RefusesMoreDelaysThanThereAreDraws) {
  // The marker that B sends back at tick 1 is the third message; its delay is asked for at the end.
  EXPECT_EQ(replay(kPair, "send A B 4\nsnapshot A\n", "0 0"),
            "3:1: more delays are needed than the 2 draws given");
  EXPECT_EQ(replay(kPair, "send A B 4\nsnapshot A\ntick 5\n", "0 0"),
            "3:1: more delays are needed than the 2 draws given");
  EXPECT_EQ(replay(kPair, "send A B 4\n", ""),
            "1:10: more delays are needed than the 0 draws given");
  EXPECT_EQ(replay(kPair, "send A B 4\nsnapshot A\n", "0 0 0"), "0\nA 6\nB 4\n");
}

TEST(TickScript, RefusesASendLargerThanTheBalance) {
  EXPECT_EQ(replay(kPair, "send A B 4\n  send A B 7\n", kZeros),
            "2:12: A has 6 and cannot send 7");
  EXPECT_EQ(replay(kPair, "send B A 1\n", kZeros), "1:10: B has 0 and cannot send 1");
}

TEST(TickScript, RefusesASnapshotThatCanNeverBeComplete) {
  EXPECT_EQ(replay("2\nA 1\nB 1\nA B\n", "send A B 1\nsnapshot B\n", kZeros),
            "2:1: snapshot 0 never completes: nothing is under way any more, and some process has "
            "not had a marker on each of its channels");
}

TEST(TickScript, RefusesMoreSnapshotsThanTheLimit) {
  std::string script;
  for (int count = 0; count < 65; ++count) script += "snapshot A\n";
  EXPECT_EQ(replay("1\nA 1\n", script, ""), "65:1: a run has at most 64 snapshots");
}

}  // namespace
}  // namespace cutline

// Hovering tells what the model says, in words, and never of what has not happened yet as if it
// had.
#include <gtest/gtest.h>

#include "web/story.h"

namespace cutline {
namespace {

LabModel small_model() {
  LabModel model;
  model.system.unit = "EUR";
  model.system.processes.resize(2);
  model.system.processes[0] = {"A", "90", "", "sends 4 to B at 1.3 s", true, "100", "0.8 s"};
  model.system.processes[1] = {"B", "40", "", "", false, "", ""};
  ChannelModel channel;
  channel.name = "A>B";
  channel.to = 1;
  channel.queue = {{"T1", false, "10", "1.2 s", "in flight", 0, ""},
                   {"S1", true, "", "1.4 s", "", 0, ""}};
  channel.recording = "not yet";
  model.system.channels.push_back(channel);
  model.diagram.rows = {"A", "B"};
  model.diagram.cursor = 2;
  model.diagram.length = 3;
  model.diagram.times = {"0.5 s", "0.8 s", "1.2 s"};
  ArrowModel arrow;
  arrow.name = "T1";
  arrow.from_step = 1;
  arrow.to_row = 1;
  arrow.to_step = 3;
  arrow.state = "in flight";
  model.diagram.arrows.push_back(arrow);
  SnapshotModel snapshot;
  snapshot.name = "S1";
  snapshot.kind = "Chandy–Lamport";
  snapshot.initiator = "A";
  snapshot.started = "0.8 s";
  snapshot.missing = "waits for the marker on A>B";
  snapshot.selected = true;
  model.snapshots.push_back(snapshot);
  return model;
}

TEST(StoryTest, AProcessTellsItsBalanceItsPlanAndItsRecordedState) {
  const LabModel model = small_model();
  EXPECT_EQ(story_of(model, "A").title, "Process A");
  EXPECT_EQ(story_of(model, "A").text,
            "Holds 90 EUR. Next: sends 4 to B at 1.3 s. Recorded in S1 with 100 at 0.8 s.");
  EXPECT_EQ(story_of(model, "B").text, "Holds 40 EUR. Not recorded in S1 yet.");
}

TEST(StoryTest, AChannelTellsItsQueueInOrder) {
  EXPECT_EQ(story_of(small_model(), "A>B").text,
            "Waiting, oldest first: T1 (10), marker of S1. S1 does not record it yet.");
}

TEST(StoryTest, ATransferIsNotReceivedBeforeTheCursorIsThere) {
  LabModel model = small_model();
  EXPECT_EQ(story_of(model, "T1").title, "T1: 10 EUR");
  EXPECT_EQ(
      story_of(model, "T1").text,
      "A sent it to B at 0.5 s (step 1). Now it waits in A>B, next to be delivered; the clock "
      "delivers it at 1.2 s. S1 holds it as channel state: it crosses the cut.");
  model.diagram.cursor = 3;
  model.system.channels[0].queue.clear();
  EXPECT_EQ(story_of(model, "T1").text,
            "A sent it to B at 0.5 s (step 1). B received it at 1.2 s (step 3). S1 holds it as "
            "channel state: it crosses the cut.");
}

TEST(StoryTest, AMarkerTellsWhatItSeparates) {
  EXPECT_EQ(marker_story(small_model(), "S1", "A>B").text,
            "On A>B: what was sent before it belongs to S1, what comes after it does not. S1 waits "
            "for the marker on A>B.");
}

TEST(StoryTest, AnUnknownNameHasNoStory) { EXPECT_TRUE(story_of(small_model(), "Z").empty()); }

TEST(StoryTest, TheSelectedSnapshotIsTheOneMarkedSo) {
  LabModel model = small_model();
  EXPECT_EQ(selected_snapshot(model), &model.snapshots[0]);
  model.snapshots[0].selected = false;
  EXPECT_EQ(selected_snapshot(model), nullptr);
}

}  // namespace
}  // namespace cutline

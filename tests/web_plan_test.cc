// The graph and the diagram show what the model says, where it can be told apart: queue order,
// lanes beside each other, cuts through the steps at which processes recorded.
#include <gtest/gtest.h>

#include "web/diagram_plan.h"
#include "web/system_plan.h"

namespace cutline {
namespace {

ItemModel transfer(std::string name) {
  ItemModel item;
  item.name = std::move(name);
  item.amount = "5";
  return item;
}

SystemModel two_processes(size_t waiting) {
  SystemModel system;
  system.processes.resize(2);
  system.processes[0].name = "A";
  system.processes[1].name = "B";
  system.channels.resize(2);
  system.channels[0].name = "A>B";
  system.channels[0].to = 1;
  system.channels[1].name = "B>A";
  system.channels[1].from = 1;
  for (size_t i = 0; i < waiting; ++i)
    system.channels[0].queue.push_back(transfer("T" + std::to_string(i + 1)));
  return system;
}

constexpr Box kArea{0, 0, 600, 300};

TEST(SystemPlanTest, OppositeChannelsRunBesideEachOther) {
  const SystemPlan plan = plan_system(two_processes(0), kArea, false);
  ASSERT_EQ(plan.lanes.size(), 2u);
  EXPECT_GT(plan.lanes[0].along.x, 0.99f);
  EXPECT_LT(plan.lanes[1].along.x, -0.99f);
  EXPECT_GE(plan.lanes[0].from.y - plan.lanes[1].to.y, 24);  // traffic keeps to its right
  EXPECT_GT(plan.lanes[0].outward.y, 0);
  EXPECT_LT(plan.lanes[1].outward.y, 0);
}

TEST(SystemPlanTest, TheOldestItemIsNextToTheReceiver) {
  const SystemModel system = two_processes(3);
  const SystemPlan plan = plan_system(system, kArea, false);
  const std::vector<Token> tokens = place_tokens(system, plan);
  ASSERT_EQ(tokens.size(), 3u);
  EXPECT_EQ(tokens[0].name, "T1");
  EXPECT_GT(tokens[0].at.x, tokens[1].at.x);
  EXPECT_GT(tokens[1].at.x, tokens[2].at.x);
  EXPECT_LT(tokens[0].at.x, plan.lanes[0].to.x);
}

TEST(SystemPlanTest, WhatDoesNotFitIsCounted) {
  const SystemModel system = two_processes(40);
  const SystemPlan plan = plan_system(system, kArea, false);
  const std::vector<Token> tokens = place_tokens(system, plan);
  ASSERT_EQ(tokens.size(), plan.lanes[0].slots);
  EXPECT_EQ(tokens.back().name, "");
  EXPECT_EQ(tokens.back().amount, "+" + std::to_string(40 - (plan.lanes[0].slots - 1)));
}

TEST(SystemPlanTest, ADoubledTransferHasTwoKeys) {
  SystemModel system = two_processes(1);
  system.channels[0].queue.push_back(transfer("T1"));
  const std::vector<Token> tokens = place_tokens(system, plan_system(system, kArea, false));
  ASSERT_EQ(tokens.size(), 2u);
  EXPECT_NE(tokens[0].key, tokens[1].key);
}

TEST(SystemPlanTest, ThePointerFindsTokensBeforeLanesAndProcesses) {
  SystemModel system = two_processes(1);
  system.channels[0].queue[0].marker = true;
  system.channels[0].queue[0].name = "S1";
  const SystemPlan plan = plan_system(system, kArea, false);
  const std::vector<Token> tokens = place_tokens(system, plan);
  const SystemHit marker = hit_system(system, plan, tokens, tokens[0].at);
  EXPECT_EQ(marker.name, "S1");
  EXPECT_EQ(marker.marker_channel, "A>B");
  EXPECT_EQ(hit_system(system, plan, tokens, plan.nodes[1].at).name, "B");
  EXPECT_EQ(hit_system(system, plan, tokens, mix(plan.lanes[1].from, plan.lanes[1].to, 0.5f)).name,
            "B>A");
  EXPECT_EQ(hit_system(system, plan, tokens, {300, 5}).name, "");
}

DiagramModel diagram_of(uint32_t cursor, uint32_t length) {
  DiagramModel diagram;
  diagram.rows = {"A", "B"};
  diagram.cursor = cursor;
  diagram.length = length;
  return diagram;
}

TEST(DiagramPlanTest, StepsGoRightAndRowsDown) {
  const DiagramPlan plan = plan_diagram(diagram_of(3, 5), {0, 0, 800, 200}, 40);
  EXPECT_EQ(plan.x(2) - plan.x(1), plan.column);
  EXPECT_GE(plan.y(1) - plan.y(0), 34);
  EXPECT_EQ(plan.step_at(plan.x(2) + 3), 2u);
  EXPECT_EQ(plan.step_at(plan.x(90)), 5u);  // not beyond what is recorded
  EXPECT_EQ(plan.step_at(-100), 0u);
}

TEST(DiagramPlanTest, TheScrollKeepsTheCursorInSight) {
  const DiagramPlan plan = plan_diagram(diagram_of(100, 100), {0, 0, 400, 200}, 40);
  EXPECT_EQ(scroll_to_show(plan, 0, 1), 0);
  const float scroll = scroll_to_show(plan, 0, 100);
  EXPECT_GT(scroll, 0);
  EXPECT_LE(scroll, plan.scroll_max());
  const float place = plan.content_x(100.5f) - scroll;
  EXPECT_GT(place, 0);
  EXPECT_LT(place, plan.paper.width());
  EXPECT_EQ(scroll_to_show(plan, scroll, 99), scroll);  // what is in sight does not jump
}

TEST(DiagramPlanTest, AMessageUnderWayEndsOpenBeforeItsReceiver) {
  const DiagramPlan plan = plan_diagram(diagram_of(3, 3), {0, 0, 800, 200}, 40);
  ArrowModel arrow;
  arrow.from_step = 1;
  arrow.to_row = 1;
  const ArrowLine open = arrow_line(plan, arrow);
  EXPECT_TRUE(open.open);
  EXPECT_LT(open.to.x, plan.x(3.5f));
  EXPECT_LT(open.to.y, plan.y(1));
  arrow.to_step = 3;
  const ArrowLine whole = arrow_line(plan, arrow);
  EXPECT_FALSE(whole.open);
  EXPECT_EQ(whole.to, plan.at(1, 3));
}

TEST(DiagramPlanTest, ACutRunsThroughItsRecordedStepsAndIsOpenElsewhere) {
  const DiagramPlan plan = plan_diagram(diagram_of(7, 9), {0, 0, 800, 200}, 40);
  CutModel cut;
  cut.steps = {4, 0};
  const std::vector<CutPoint> points = cut_points(plan, cut, 7);
  ASSERT_EQ(points.size(), 2u);
  EXPECT_TRUE(points[0].settled);
  EXPECT_EQ(points[0].at, plan.at(0, 4));
  EXPECT_FALSE(points[1].settled);
  EXPECT_EQ(points[1].at, plan.at(1, 7.5f));
}

TEST(DiagramPlanTest, ThePointerFindsMarksBeforeArrowsBeforeCuts) {
  DiagramModel diagram = diagram_of(9, 9);
  MarkModel mark;
  mark.step = 2;
  mark.name = "T1";
  diagram.marks.push_back(mark);
  ArrowModel arrow;
  arrow.name = "T1";
  arrow.from_step = 2;
  arrow.to_row = 1;
  arrow.to_step = 6;
  diagram.arrows.push_back(arrow);
  CutModel cut;
  cut.steps = {8, 8};
  diagram.cuts.push_back(cut);
  const DiagramPlan plan = plan_diagram(diagram, {0, 0, 800, 200}, 40);
  EXPECT_EQ(hit_diagram(plan, diagram, plan.at(0, 2)).mark, &diagram.marks[0]);
  const Point middle = mix(plan.at(0, 2), plan.at(1, 6), 0.5f);
  EXPECT_EQ(hit_diagram(plan, diagram, middle).arrow, &diagram.arrows[0]);
  EXPECT_EQ(hit_diagram(plan, diagram, mix(plan.at(0, 8), plan.at(1, 8), 0.5f)).cut,
            &diagram.cuts[0]);
  const DiagramHit nothing = hit_diagram(plan, diagram, plan.at(0, 5));
  EXPECT_FALSE(nothing.mark || nothing.arrow || nothing.cut);
}

}  // namespace
}  // namespace cutline

// The learner's cut and the other order of events in the diagram: where they are drawn.
#include <gtest/gtest.h>

#include "web/diagram_plan.h"
#include "web/motion.h"

namespace cutline {
namespace {

// A has events in steps 1, 2, 5 and 6, B in steps 3 and 4: Chandy & Lamport's example.
DiagramModel example() {
  DiagramModel diagram;
  diagram.rows = {"A", "B"};
  diagram.cursor = diagram.length = 6;
  for (auto [row, step] : {std::pair<uint32_t, uint32_t>{0, 1}, {0, 2}, {1, 3}, {1, 4}, {0, 5},
                           {0, 6}})
    diagram.events.push_back({row, step, {}});
  return diagram;
}

StraighteningModel after_swaps(std::vector<uint32_t> steps) {
  StraighteningModel model;
  model.open = true;
  for (uint32_t step : steps) {
    const uint32_t row = step == 3 || step == 4 ? 1 : 0;
    model.order.push_back({row, step, "", false});
  }
  return model;
}

CutPlaceModel place(uint32_t inside, uint32_t events, uint32_t after, uint32_t before) {
  return {"", inside, events, after, before, ""};
}

TEST(CutLine, IsStraightWhereTheEventsAllowIt) {
  // Behind step 3: A has 1, 2 | 5, 6 and B 3 | 4.
  const std::vector<float> line = cut_line({place(2, 4, 2, 5), place(1, 2, 3, 4)}, nullptr, 6.5f);
  EXPECT_EQ(line, (std::vector<float>{3.5f, 3.5f}));
}

TEST(CutLine, BendsNoMoreThanItMust) {
  // A 1 | 2, B 3, 4 | none: no column is behind 4 and before 2.
  const std::vector<float> line = cut_line({place(1, 4, 1, 2), place(2, 2, 4, 7)}, nullptr, 6.5f);
  EXPECT_EQ(line, (std::vector<float>{1.5f, 4.5f}));
}

TEST(CutLine, StaysInTheRunWithNothingOrEverythingInside) {
  EXPECT_EQ(cut_line({place(0, 2, 0, 1), place(0, 2, 0, 2)}, nullptr, 6.5f),
            (std::vector<float>{0.5f, 0.5f}));
  EXPECT_EQ(cut_line({place(2, 2, 5, 7), place(2, 2, 6, 7)}, nullptr, 6.5f),
            (std::vector<float>{6.5f, 6.5f}));
}

TEST(CutLine, IsStraightInTheEndOfAStraightening) {
  const DiagramModel diagram = example();
  OrderMotion motion;
  motion.aim(diagram, after_swaps({1, 3, 4, 2, 5, 6}), 0, true);
  ASSERT_TRUE(motion.other(0));
  const DiagramOrder order = motion.at(diagram, 0);
  EXPECT_EQ(order.place(0, 2), 4.0f);
  EXPECT_EQ(order.place(1, 4), 3.0f);
  const std::vector<float> line = cut_line({place(1, 4, 1, 2), place(2, 2, 4, 7)}, &order, 6.5f);
  EXPECT_EQ(line, (std::vector<float>{3.5f, 3.5f}));
}

TEST(CutLine, AHandleCountsTheEventsToItsLeft) {
  const DiagramModel diagram = example();
  EXPECT_EQ(events_before(diagram, nullptr, 0, 0.4f), 0u);
  EXPECT_EQ(events_before(diagram, nullptr, 0, 2.1f), 2u);
  EXPECT_EQ(events_before(diagram, nullptr, 1, 2.1f), 0u);
  EXPECT_EQ(events_before(diagram, nullptr, 0, 90), 4u);
}

TEST(OrderMotion, GlidesFromTheRunsOrderAndBack) {
  const DiagramModel diagram = example();
  OrderMotion motion;
  motion.aim(diagram, {}, 0, false);
  EXPECT_FALSE(motion.other(0));
  motion.aim(diagram, after_swaps({1, 3, 2, 4, 5, 6}), 1000, false);
  EXPECT_TRUE(motion.moving(1001));
  EXPECT_EQ(motion.at(diagram, 1000).place(0, 2), 2.0f);
  const float between = motion.at(diagram, 1000 + kMotionMs / 2).place(0, 2);
  EXPECT_GT(between, 2.0f);
  EXPECT_LT(between, 3.0f);
  const double still = 1000 + kMotionMs;
  EXPECT_FALSE(motion.moving(still));
  EXPECT_EQ(motion.at(diagram, still).place(0, 2), 3.0f);
  EXPECT_EQ(motion.at(diagram, still).place(1, 3), 2.0f);
  EXPECT_TRUE(motion.other(still));
  motion.aim(diagram, {}, 2000, false);
  EXPECT_TRUE(motion.other(2001));
  EXPECT_EQ(motion.at(diagram, 2000).place(0, 2), 3.0f);
  EXPECT_FALSE(motion.other(2000 + kMotionMs));
}

TEST(OrderMotion, WithReducedMotionItIsThereAtOnce) {
  const DiagramModel diagram = example();
  OrderMotion motion;
  motion.aim(diagram, {}, 0, true);
  motion.aim(diagram, after_swaps({1, 3, 2, 4, 5, 6}), 1000, true);
  EXPECT_FALSE(motion.moving(1000));
  EXPECT_EQ(motion.at(diagram, 1000).place(0, 2), 3.0f);
}

TEST(OrderMotion, ALongerRunInItsOwnOrderDoesNotGlide) {
  DiagramModel diagram = example();
  OrderMotion motion;
  motion.aim(diagram, {}, 0, false);
  diagram.events.push_back({1, 7, {}});
  motion.aim(diagram, {}, 10, false);
  EXPECT_FALSE(motion.moving(11));
  EXPECT_FALSE(motion.other(11));
}

TEST(DiagramOrder, ArrowsAndMarksStandAtTheirPlaces) {
  const DiagramModel diagram = example();
  OrderMotion motion;
  motion.aim(diagram, after_swaps({1, 3, 4, 2, 5, 6}), 0, true);
  const DiagramOrder order = motion.at(diagram, 0);
  DiagramPlan plan = plan_diagram(diagram, {0, 0, 800, 200}, 40);
  plan.order = &order;
  EXPECT_EQ(plan.at(0, 2).x, plan.x(4));
  ArrowModel arrow;
  arrow.from_row = 1;
  arrow.from_step = 3;
  arrow.to_row = 0;
  arrow.to_step = 5;
  EXPECT_EQ(arrow_line(plan, arrow).from.x, plan.x(2));
  EXPECT_EQ(arrow_line(plan, arrow).to.x, plan.x(5));
  EXPECT_EQ(order.place(0, 3), 4.5f);  // nothing of A's happened in step 3: behind its last event
}

}  // namespace
}  // namespace cutline

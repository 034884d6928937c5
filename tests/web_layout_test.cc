// The panels never overlap, never leave the canvas, and are there in every size.
#include <gtest/gtest.h>

#include "web/layout.h"

namespace cutline {
namespace {

void expect_apart_and_inside(const std::vector<Box>& boxes, Box canvas) {
  for (size_t i = 0; i < boxes.size(); ++i) {
    if (!shown(boxes[i])) continue;
    EXPECT_GE(boxes[i].left, canvas.left);
    EXPECT_GE(boxes[i].top, canvas.top);
    EXPECT_LE(boxes[i].right, canvas.right);
    EXPECT_LE(boxes[i].bottom, canvas.bottom);
    for (size_t j = 0; j < i; ++j)
      EXPECT_FALSE(shown(boxes[j]) && overlap(boxes[i], boxes[j])) << i << " " << j;
  }
}

TEST(LayoutTest, PanelsAreApartInEverySize) {
  for (float width : {320.0f, 360.0f, 700.0f, 701.0f, 1024.0f, 1280.0f, 2560.0f})
    for (float height : {360.0f, 480.0f, 560.0f, 740.0f, 800.0f, 1400.0f})
      for (Pane pane : {Pane::system, Pane::diagram, Pane::ledger, Pane::explore}) {
        const Box canvas{0, 0, width, height};
        const Layout layout = lay_out(canvas, pane);
        expect_apart_and_inside(
            {layout.controls, layout.system, layout.ledger, layout.explore, layout.diagram,
             layout.tabs},
            canvas);
        EXPECT_TRUE(shown(layout.controls) && shown(layout.tabs));
        EXPECT_EQ(shown(layout.explore), pane == Pane::explore);
        EXPECT_FALSE(shown(layout.explore) && shown(layout.ledger));
        EXPECT_TRUE(shown(layout.system) || shown(layout.diagram) || shown(layout.ledger) ||
                    shown(layout.explore));
        const QueueLayout queue = lay_out_queue(canvas);
        expect_apart_and_inside({queue.chart, queue.side}, canvas);
        EXPECT_TRUE(shown(queue.chart) && shown(queue.side));
      }
}

TEST(LayoutTest, AWideCanvasShowsEverythingAtOnceAndTheExplorerInPlaceOfTheLedger) {
  const Layout layout = lay_out({0, 0, 1280, 800}, Pane::system);
  EXPECT_FALSE(layout.narrow);
  EXPECT_EQ(layout.tab_panes, (std::vector<Pane>{Pane::ledger, Pane::explore}));
  EXPECT_TRUE(shown(layout.system) && shown(layout.ledger) && shown(layout.diagram));
  EXPECT_EQ(lay_out({0, 0, 1280, 800}, Pane::explore).explore, layout.ledger);
  EXPECT_LT(layout.system.right, layout.ledger.left);
  EXPECT_LT(layout.ledger.bottom, layout.diagram.top);
}

TEST(LayoutTest, ANarrowCanvasStacksAndOffersTheRestAsTabs) {
  const Layout layout = lay_out({0, 0, 360, 740}, Pane::ledger);
  EXPECT_TRUE(layout.narrow);
  EXPECT_EQ(layout.tab_panes, (std::vector<Pane>{Pane::diagram, Pane::ledger, Pane::explore}));
  EXPECT_TRUE(shown(layout.system) && shown(layout.ledger));
  EXPECT_FALSE(shown(layout.diagram));
}

TEST(LayoutTest, ANarrowAndLowCanvasShowsOnePanelAtATime) {
  const Layout layout = lay_out({0, 0, 360, 420}, Pane::system);
  EXPECT_EQ(layout.tab_panes,
            (std::vector<Pane>{Pane::system, Pane::diagram, Pane::ledger, Pane::explore}));
  EXPECT_TRUE(shown(layout.system));
  EXPECT_FALSE(shown(layout.ledger) || shown(layout.diagram));
}

TEST(LayoutTest, ProcessesStayInsideTheirAreaAndApart) {
  for (size_t count : {1u, 2u, 3u, 4u, 7u, 12u}) {
    const Box area{10, 20, 346, 300};
    const float radius = process_radius(count, area);
    const std::vector<Point> places = place_processes(count, area, radius, count > 4);
    ASSERT_EQ(places.size(), count);
    for (size_t i = 0; i < count; ++i) {
      EXPECT_GE(places[i].x - radius, area.left - 0.5f);
      EXPECT_LE(places[i].x + radius, area.right + 0.5f);
      EXPECT_GE(places[i].y - radius, area.top - 0.5f);
      EXPECT_LE(places[i].y + radius, area.bottom + 0.5f);
      for (size_t j = 0; j < i; ++j)
        EXPECT_GT(length(places[i] - places[j]), 2 * radius) << count << " processes";
    }
  }
}

}  // namespace
}  // namespace cutline

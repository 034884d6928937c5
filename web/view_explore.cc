// The explorer: what starts and stops it, how much of its bounds it has used, what came of each
// claim, and the steps of a shortest run to a failure:
//
//     1  A starts S1.
//     2  B sends T1 (1) to A.
//     ▼ ─ ─ ─ point of no return ─ ─ ─       from here on a double line at the side
//     3 ‖ A receives S1's marker.
#include <algorithm>

#include "web/glyphs.h"
#include "web/view.h"
#include "web/widgets.h"

namespace cutline {
namespace {

constexpr float kButton = 36;
constexpr float kBar = 12;
constexpr float kSign = 22;   // the sign before a verdict
constexpr float kNumber = 30;  // of a step

// The signs of verdicts are those of snapshots.
std::string_view sign_of(std::string_view kind) {
  return kind == "good" ? "balanced" : kind == "bad" ? "loses" : "incomplete";
}

float draw_words(const Pen& pen, Box& area, std::string_view words, const Print& print) {
  if (words.empty()) return 0;
  const float height = pen.paragraph({area.left, area.top}, area.width(), words, print);
  area.cut_top(height + 4);
  return height;
}

void draw_start(View& view, const Pen& pen, Box line) {
  const ActionModel& action = view.model.explore.action;
  ButtonLook look;
  look.label = action.label;
  look.weight = Weight::primary;
  const float width = std::min(line.width(), button_width(pen, action.label));
  action_button(view, action, line.cut_left(width), look);
  line.cut_left(12);
  const std::string& status = view.model.explore.status;
  if (status != "none" && line.width() > 40)
    pen.text_within({line.left, line.centre().y}, line.width(), status,
                    {Type::strong, pen.palette.muted});
}

// The bound that is nearest, as a part of a bar; full, it is hatched as well.
void draw_share(const Pen& pen, Box bar, const ExploreModel& model) {
  Box part = bar;
  part.right = mix(bar.left, bar.right, static_cast<float>(model.share));
  const bool full = model.share >= 1;
  pen.fill(bar, pen.palette.wash, 3);
  pen.fill(part, full ? pen.palette.wash : pen.palette.process, 3);
  if (full) pen.hatch(part, pen.palette.lost, 5);
  pen.outline(bar, full ? pen.palette.lost : pen.palette.outline, 1, 3);
}

// The first figures in a line: they count while it goes on.
void draw_count(const Pen& pen, Box line, const ExploreModel& model) {
  std::string words;
  for (const ExploreFigure& each : model.figures)
    if (each.label == "States" || each.label == "Transitions" || each.label == "Depth")
      words += (words.empty() ? "" : ", ") + each.label + " " + each.value;
  pen.text_within({line.left, line.centre().y}, line.width(), words,
                  {Type::small, pen.palette.muted});
}

// "States 20,963 of 2,500,000", in as many columns as fit.
void draw_figures(const Pen& pen, Box& area, const ExploreModel& model) {
  constexpr float kRow = 34;
  const size_t columns = area.width() < 260 ? 2 : 3;
  const float width = area.width() / static_cast<float>(columns);
  for (size_t at = 0; at < model.figures.size(); at += columns) {
    Box row = area.cut_top(kRow);
    for (size_t i = at; i < std::min(at + columns, model.figures.size()); ++i) {
      const ExploreFigure& figure = model.figures[i];
      const Box cell = row.cut_left(width);
      const float room = cell.width() - 8;
      pen.text_within({cell.left, cell.top + 7}, room, figure.label,
                      {Type::small, pen.palette.muted});
      const std::string words =
          figure.value + (figure.bound.empty() ? "" : " of " + figure.bound);
      const bool fits = pen.width(words, Type::body) <= room;
      pen.text_within({cell.left, cell.top + 23}, room, fits ? words : figure.value,
                      {Type::body, pen.palette.ink});
    }
  }
  area.cut_top(6);
}

void draw_point(const Pen& pen, Box& area) {
  const Box line = area.cut_top(18);
  const float y = line.centre().y;
  const Colour colour = pen.palette.lost;
  pen.triangle({line.left, y - 5}, {line.left + 12, y - 5}, {line.left + 6, y + 5}, colour);
  const float width = pen.text({line.left + kNumber, y}, "Point of no return",
                               {Type::small_strong, colour});
  pen.dashed({line.left + kNumber + width + 8, y}, {line.right, y}, colour, 1.5f);
}

void draw_story(const Pen& pen, Box& area, const ClaimModel& claim) {
  for (size_t at = 0; at < claim.story.size(); ++at) {
    const float top = area.top;
    Box text = area;
    text.left += kNumber;
    const float height = std::max(16.0f, draw_words(pen, text, claim.story[at],
                                                    {Type::small, pen.palette.ink}));
    pen.text({area.left + 16, top + 8}, std::to_string(at + 1),
             {Type::small, pen.palette.muted, Align::right});
    area.cut_top(height + 4);
    if (at >= claim.no_return)
      for (float x : {area.left + 21.5f, area.left + 24.5f})
        pen.line({x, top}, {x, area.top - 2}, pen.palette.lost, 1.5f);
    if (at + 1 == claim.no_return) draw_point(pen, area);
  }
}

void draw_open(View& view, const Pen& pen, Box& area, const ClaimModel& claim) {
  if (claim.open.empty()) return;
  const std::string label =
      "Open its run, " + std::to_string(claim.steps) + (claim.steps == 1 ? " step" : " steps");
  Box line = area.cut_top(30);
  if (draw_button(pen, claim.open, line.cut_left(button_width(pen, label)), {label}))
    view.want(claim.open);
  area.cut_top(4);
}

void draw_claim(View& view, const Pen& pen, Box& area, const ClaimModel& claim) {
  pen.line({area.left, area.top}, {area.right, area.top}, pen.palette.grid, 1);
  area.cut_top(6);
  Box line = area.cut_top(20);
  const std::string_view sign = sign_of(claim.kind);
  draw_verdict(pen, {line.left + 8, line.centre().y}, sign);
  line.cut_left(kSign);
  const std::string words = claim.role + " " + claim.name + ":";
  line.cut_left(6 + pen.text({line.left, line.centre().y}, words, {Type::strong, pen.palette.ink}));
  pen.text_within({line.left, line.centre().y}, line.width(), claim.verdict,
                  {Type::strong, verdict_colour(pen.palette, sign)});
  draw_words(pen, area, claim.sentence, {Type::small, pen.palette.muted});
  draw_open(view, pen, area, claim);
  if (claim.verdict == "fails") {
    draw_words(pen, area, claim.why, {Type::small, pen.palette.ink});
    draw_words(pen, area, claim.no_return_text, {Type::small, pen.palette.ink});
    draw_story(pen, area, claim);
  }
  area.cut_top(4);
}

// What will be looked at, before anything was.
void draw_wanted(const Pen& pen, Box& area, const ExploreModel& model) {
  draw_words(pen, area, "It will look at every state for what is claimed:",
             {Type::small, pen.palette.ink});
  for (const PredicateModel& each : model.wanted)
    draw_words(pen, area, each.role + ": " + each.sentence, {Type::small, pen.palette.muted});
}

}  // namespace

void draw_explore(View& view, Box area) {
  const ExploreModel& model = view.model.explore;
  draw_start(view, Pen(view), area.cut_top(kButton));
  area.cut_top(8);
  if (model.status != "none") {
    draw_share(Pen(view), area.cut_top(kBar).inset(0.5f), model);
    draw_count(Pen(view), area.cut_top(20), model);
  }
  area.cut_top(4);
  Box rest = begin_scroll(view, "explore", area);
  const Pen pen(view);
  if (model.status == "none") {
    draw_wanted(pen, rest, model);
  } else {
    draw_words(pen, rest, model.advice, {Type::small, pen.palette.ink});
    for (const ClaimModel& claim : model.claims) draw_claim(view, pen, rest, claim);
    pen.line({rest.left, rest.top}, {rest.right, rest.top}, pen.palette.grid, 1);
    rest.cut_top(6);
    draw_words(pen, rest, model.sentence, {Type::small, pen.palette.ink});
    draw_figures(pen, rest, model);
  }
  end_scroll(rest.top);
}

}  // namespace cutline

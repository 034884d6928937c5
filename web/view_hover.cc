// The card beside the pointer: the story of what is under it.
#include "web/paint.h"
#include "web/view.h"
#include "web/widgets.h"

namespace cutline {

void draw_hover(View& view, Box canvas) {
  const Story& story = view.ui.hover;
  if (story.empty()) return;
  const Pen pen(view, PenLayer::above);
  constexpr float kPad = 10;
  const float room = std::min(300.0f, canvas.width() - 4 * kPad);
  const float width = std::min(
      room, std::max(pen.width(story.title, Type::strong), pen.width(story.text, Type::small)));
  const float body =
      story.text.empty() ? 0 : pen.paragraph_height(width + 1, story.text, Type::small);
  const float title = story.title.empty() ? 0 : 20;
  const Point at = pointer();
  const float wide = width + 2 * kPad;
  const float high = title + body + 2 * kPad - 2;
  float left = at.x + 16;
  float top = at.y + 18;
  if (left + wide > canvas.right - 4) left = std::max(canvas.left + 4, canvas.right - 4 - wide);
  if (top + high > canvas.bottom - 4) top = std::max(canvas.top + 4, at.y - 12 - high);
  const Box card{std::round(left), std::round(top), std::round(left + wide),
                 std::round(top + high)};
  pen.fill(card, pen.palette.paper, 4);
  pen.outline(card.inset(0.5f), pen.palette.ink, 1, 4);
  pen.text({card.left + kPad, card.top + kPad + 7}, story.title, {Type::strong, pen.palette.ink});
  pen.paragraph({card.left + kPad, card.top + kPad + title - 2}, width + 1, story.text,
                {Type::small, pen.palette.ink});
}

}  // namespace cutline

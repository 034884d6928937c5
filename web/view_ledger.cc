// The conservation ledger: everything there is, now and beside it at the learner's cut, or else in
// the selected snapshot. A bar each against what there must be, the lines below it, and the verdict
// in words.
#include <cstdlib>
#include <optional>

#include "web/glyphs.h"
#include "web/view.h"
#include "web/widgets.h"

namespace cutline {
namespace {

constexpr float kRow = 24;
constexpr float kBar = 20;
constexpr float kRoomy = 230;  // below this height there is no table, only bars and the verdict

// Amounts are text; one that is a plain number has a length. "90 + 5" has none.
std::optional<double> plain(const std::string& amount) {
  if (amount.empty()) return 0;
  char* end = nullptr;
  const double value = std::strtod(amount.c_str(), &end);
  if (*end != '\0') return std::nullopt;
  return value;
}

struct Scale {
  Box bar;
  double most = 1;
  float width(double amount) const { return static_cast<float>(amount / most) * bar.width(); }
};

bool is_channel(const LedgerLine& line) { return line.where.find('>') != std::string::npos; }

// The missing part up to what is expected, or the part beyond it.
void draw_difference(const Pen& pen, const Scale& scale, const LedgerModel& ledger, float end) {
  const Box bar = scale.bar;
  const float expected = bar.left + scale.width(plain(ledger.expected).value_or(0));
  if (expected - end > 1) {
    const bool open = ledger.verdict == "incomplete";
    const Colour colour = open ? pen.palette.muted : pen.palette.lost;
    const Box gap{end + 2, bar.top + 0.5f, expected - 1, bar.bottom - 0.5f};
    pen.dashed_outline(gap, colour, 1.5f);
    if (gap.width() > 20) {
      if (open)
        pen.text(gap.centre(), "…", {Type::strong, colour, Align::centre});
      else
        draw_state_badge(pen, gap.centre(), "lost");
    }
  }
  if (end - expected > 1) {
    pen.fill({expected, bar.top, end, bar.bottom}, pen.palette.paper);
    pen.hatch({expected, bar.top, end, bar.bottom}, pen.palette.repeated, 5);
    pen.outline({expected, bar.top + 0.5f, end, bar.bottom - 0.5f}, pen.palette.repeated, 1.5f);
  }
  pen.line({expected, bar.top - 4}, {expected, bar.bottom + 4}, pen.palette.ink, 2);
}

void draw_bar(const Pen& pen, const Scale& scale, const LedgerModel& ledger) {
  const Box bar = scale.bar;
  float x = bar.left;
  double channels = 0;
  for (const LedgerLine& line : ledger.lines) {
    const double amount = plain(line.amount).value_or(0);
    if (is_channel(line)) {
      channels += amount;
      continue;
    }
    const float width = scale.width(amount);
    if (width <= 0) continue;
    const Box part{x, bar.top, x + width, bar.bottom};
    pen.fill(part.inset(0.5f), pen.palette.wash);
    pen.outline(part.inset(0.5f), pen.palette.process, 1);
    if (pen.width(line.where, Type::small_strong) + 8 < width)
      pen.text(part.centre(), line.where, {Type::small_strong, pen.palette.ink, Align::centre});
    x += width;
  }
  const float width = scale.width(channels);
  if (width > 0) {
    const Box part{x, bar.top, x + width, bar.bottom};
    pen.fill(part, pen.palette.transfer);
    if (width > 24)
      pen.text(part.centre(), ledger.in_channels,
               {Type::small_strong, pen.palette.paper, Align::centre});
    x += width;
  }
  draw_difference(pen, scale, ledger, x);
}

// Title, verdict, total and bar of one ledger; returns the height.
float draw_summary(const Pen& pen, Box area, const LedgerModel& ledger, double most) {
  Box line = area.cut_top(20);
  const float y = line.centre().y;
  const Colour colour = verdict_colour(pen.palette, ledger.verdict);
  float x = line.left + pen.text({line.left, y}, ledger.title, {Type::strong, pen.palette.ink});
  draw_verdict(pen, {x + 17, y}, ledger.verdict);
  x += 30 + pen.text({x + 30, y}, ledger.verdict, {Type::strong, colour});
  const bool open = ledger.verdict == "incomplete";
  const bool same = ledger.total == ledger.expected;
  const std::string total = open
                                ? ledger.total + " so far"
                                : ledger.total + (same ? " of " : " instead of ") + ledger.expected;
  if (line.right - x > pen.width(total, Type::small_strong) + 8)
    pen.text({line.right, y}, total,
             {same || open ? Type::small : Type::small_strong,
              same || open ? pen.palette.muted : colour, Align::right});
  area.cut_top(5);
  const Scale scale{area.cut_top(kBar), most};
  if (plain(ledger.total) && plain(ledger.expected)) draw_bar(pen, scale, ledger);
  return 20 + 5 + kBar + 12;
}

const LedgerLine* line_of(const LedgerModel& ledger, const std::string& where) {
  for (const LedgerLine& line : ledger.lines)
    if (line.where == where) return &line;
  return nullptr;
}

// What stands beside the present: the learner's cut where there is one, else the snapshot.
struct Beside {
  const LedgerModel* ledger = nullptr;
  std::string name;
};

Beside beside_of(const LabModel& model) {
  if (model.cut.on) return {&model.cut.ledger, "cut"};
  const SnapshotModel* snapshot = selected_snapshot(model);
  if (!snapshot) return {};
  return {&snapshot->ledger, snapshot->name};
}

struct Columns {
  float where, now, snapshot, note, right;
};

void draw_snapshot_cell(const Pen& pen, const Columns& at, float y, const LedgerLine& line) {
  const bool lost = line.note.starts_with("lost");
  const bool orphan = line.note.starts_with("orphan");
  const bool wrong = lost || orphan || line.note.find("counted twice") != std::string::npos;
  const std::string_view state = lost ? "lost" : orphan ? "orphan" : "repeated";
  pen.text({at.snapshot, y}, line.amount.empty() ? "—" : line.amount,
           {Type::body, line.amount.empty() ? pen.palette.muted : pen.palette.ink, Align::right});
  float x = at.note;
  if (wrong) {
    draw_state_badge(pen, {x + 7, y}, state);
    x += 20;
  }
  const bool holds = is_channel(line) && line.what != "empty" && line.what != "—";
  const std::string& words = line.note.empty() && holds ? line.what : line.note;
  pen.text_within({x, y}, at.right - x, words,
                  {wrong ? Type::small_strong : Type::small,
                   wrong ? state_colour(pen.palette, state) : pen.palette.muted});
}

void draw_line(View& view, const Pen& pen, const Columns& at, float top, const LedgerLine& now) {
  const Box row{at.where, top, at.right, top + kRow};
  const Beside beside = beside_of(view.model);
  const Press press = press_area("ledger " + now.where, row);
  const bool chosen = view.model.selected == now.where;
  if (chosen || press.hovered) pen.fill(row.inset(-6, 1), pen.palette.wash, 3);
  const float y = row.centre().y;
  pen.text({at.where, y}, now.where, {chosen ? Type::strong : Type::body, pen.palette.ink});
  const bool empty = is_channel(now) && now.what == "empty";
  pen.text({at.now, y}, empty ? "0" : now.amount,
           {Type::body, empty ? pen.palette.muted : pen.palette.ink, Align::right});
  const LedgerLine* recorded = beside.ledger ? line_of(*beside.ledger, now.where) : nullptr;
  if (recorded)
    draw_snapshot_cell(pen, at, y, *recorded);
  else if (!empty && is_channel(now))
    pen.text_within({at.now + 14, y}, at.right - at.now - 14, now.what,
                    {Type::small, pen.palette.muted});
  if (press.hovered) view.ui.hover = story_of(view.model, now.where);
  if (press.clicked && !pointer_dragged()) view.want("select " + (chosen ? "none" : now.where));
}

float draw_table(View& view, const Pen& pen, Box area) {
  const Beside beside = beside_of(view.model);
  const float amount = std::clamp(area.width() * 0.17f, 52.0f, 80.0f);
  Columns at{area.left, area.left + amount * 1.9f, 0, 0, area.right};
  at.snapshot = at.now + amount;
  at.note = at.snapshot + 16;
  float y = area.top;
  pen.text({at.now, y + 8}, "now", {Type::small, pen.palette.muted, Align::right});
  if (beside.ledger)
    pen.text({at.snapshot, y + 8}, beside.name, {Type::small, pen.palette.muted, Align::right});
  y += 18;
  bool channels = false;
  for (const LedgerLine& line : view.model.ledger.lines) {
    if (is_channel(line) != channels) {  // a hairline between processes and channels
      channels = is_channel(line);
      pen.line({area.left, y + 2.5f}, {area.right, y + 2.5f}, pen.palette.grid, 1);
      y += 5;
    }
    draw_line(view, pen, at, y, line);
    y += kRow;
  }
  return y - area.top + 8;
}

void draw_choices(View& view, const Pen& pen, Box line) {
  if (view.model.snapshots.size() < 2) return;
  for (size_t i = view.model.snapshots.size(); i-- > 0;) {
    const SnapshotModel& snapshot = view.model.snapshots[i];
    const float width = pen.width(snapshot.name, Type::strong) + 16;
    if (line.width() < width + 70) return;
    const ButtonLook look{snapshot.name, nullptr,
                          snapshot.selected ? Weight::chosen : Weight::quiet};
    if (draw_button(pen, "choose " + snapshot.name, line.cut_right(width), look))
      view.want("select " + snapshot.name);
    line.cut_right(4);
  }
}

}  // namespace

void draw_ledger(View& view, Box area) {
  if (view.model.snapshots.size() > 1) {
    draw_choices(view, Pen(view), area.cut_top(24));
    area.cut_top(4);
  }
  Box rest = begin_scroll(view, "ledger", area);
  const Pen pen(view);
  const LedgerModel& now = view.model.ledger;
  const LedgerModel* beside = beside_of(view.model).ledger;
  double most = std::max({1.0, plain(now.total).value_or(1), plain(now.expected).value_or(1)});
  if (beside) most = std::max(most, plain(beside->total).value_or(1));
  rest.cut_top(draw_summary(pen, rest, now, most));
  if (beside) rest.cut_top(draw_summary(pen, rest, *beside, most));
  const std::string& sentence = beside ? beside->sentence : now.sentence;
  rest.cut_top(pen.paragraph({rest.left, rest.top - 2}, rest.width(), sentence,
                             {Type::small, pen.palette.ink}) +
               10);
  if (area.height() >= kRoomy) rest.cut_top(draw_table(view, pen, rest));
  end_scroll(rest.top);
}

}  // namespace cutline

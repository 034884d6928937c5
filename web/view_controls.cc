// The transport and the ways to take a snapshot; and the tabs where not every panel fits. The same
// commands as the page's own buttons.
#include "web/view.h"
#include "web/widgets.h"

namespace cutline {
namespace {

constexpr float kButton = 36;
constexpr float kBetween = 6;

struct Transport {
  std::string_view command;
  Icon icon;
};

void draw_transport(View& view, Box& line) {
  constexpr Transport kOrder[] = {{"reset", Icon::reset},
                                  {"back", Icon::back},
                                  {"play", Icon::play},
                                  {"pause", Icon::pause},
                                  {"step", Icon::step}};
  for (const Transport& each : kOrder) {
    const ActionModel* action = find_action(view.model.actions, each.command);
    if (!action) continue;
    ButtonLook look;
    look.icon = &each.icon;
    if (each.command == "step") look.weight = Weight::primary;
    action_button(view, *action, line.cut_left(kButton), look);
    line.cut_left(kBetween);
  }
}

void draw_place(View& view, Box& line) {
  const Pen pen(view);
  const Box place = line.cut_left(96);
  const float y = place.centre().y;
  pen.text({place.left + 8, y - 8}, view.model.time, {Type::strong, pen.palette.ink});
  std::string words = "step " + std::to_string(view.model.step);
  if (view.model.length > view.model.step) words += " of " + std::to_string(view.model.length);
  pen.text({place.left + 8, y + 9}, words, {Type::small, pen.palette.muted});
}

// A label of two short lines beside its buttons; nothing where there is no room for the first
// button.
struct Group {
  std::string_view over;
  std::string_view under;
};

bool draw_label(const Pen& pen, Box& line, const Group& group, float first) {
  const float width =
      std::max(pen.width(group.over, Type::small), pen.width(group.under, Type::small)) + 8;
  if (line.width() < width + first) return false;
  const Box label = line.cut_left(width);
  const Print print{Type::small, pen.palette.muted};
  pen.text({label.left, label.centre().y - 7}, group.over, print);
  pen.text({label.left, label.centre().y + 7}, group.under, print);
  return true;
}

void draw_snapshots(View& view, Box& line) {
  const Pen pen(view);
  if (!draw_label(pen, line, {"Snapshot", "at"}, kButton)) return;
  for (const ProcessModel& process : view.model.system.processes) {
    const ActionModel* action = find_action(view.model.actions, "snapshot " + process.name);
    const float width = std::max(kButton, button_width(pen, process.name) - 8);
    if (!action || line.width() < width) break;
    action_button(view, *action, line.cut_left(width), {process.name});
    line.cut_left(kBetween);
  }
}

void draw_endpoints(View& view, Box& line) {
  const Pen pen(view);
  const float first = button_width(pen, "At once");
  if (!draw_label(pen, line, {"Endpoints", "only"}, first)) return;
  // One by one starts at the selected process, else at the first.
  std::string from = view.model.system.processes.front().name;
  for (const ProcessModel& process : view.model.system.processes)
    if (process.name == view.model.selected) from = process.name;
  const std::string commands[] = {"read-all", "read-each " + from};
  const std::string_view labels[] = {"At once", "One by one"};
  for (size_t i = 0; i < 2; ++i) {
    const ActionModel* action = find_action(view.model.actions, commands[i]);
    const float width = button_width(pen, labels[i]);
    if (!action || line.width() < width) return;
    action_button(view, *action, line.cut_left(width), {labels[i]});
    line.cut_left(kBetween);
  }
}

std::string_view tab_name(Pane pane) {
  switch (pane) {
    case Pane::system:
      return "Processes";
    case Pane::diagram:
      return "Space-time";
    case Pane::ledger:
      return "Ledger";
    case Pane::explore:
      return "Explorer";
  }
  return "";
}

bool is_shown(const Layout& layout, Pane pane) {
  return shown(pane == Pane::system    ? layout.system
               : pane == Pane::diagram ? layout.diagram
               : pane == Pane::ledger  ? layout.ledger
                                       : layout.explore);
}

}  // namespace

void draw_controls(View& view, const Layout& layout) {
  Box line = layout.controls;
  Box first = layout.narrow ? line.cut_top(kButton + 4) : line;
  first = first.inset(0, (first.height() - kButton) / 2);
  draw_transport(view, first);
  draw_place(view, first);
  if (layout.narrow) {
    line.cut_top(8);
    first = line.cut_top(kButton);
  } else {
    first.cut_left(kGap);
  }
  draw_snapshots(view, first);
  first.cut_left(kGap - kBetween);
  draw_endpoints(view, first);
}

void draw_tabs(View& view, const Layout& layout) {
  const Pen pen(view);
  Box line = layout.tabs;
  const float bottom = crisp(line.bottom - 1, view.pixel_ratio);
  pen.line({line.left, bottom}, {line.right, bottom}, pen.palette.grid, 1);
  const float width = line.width() / static_cast<float>(layout.tab_panes.size());
  for (Pane pane : layout.tab_panes) {
    const Box tab = line.cut_left(width);
    const std::string_view name = tab_name(pane);
    const Press press = press_area("tab " + std::string(name), tab);
    const bool here = is_shown(layout, pane);
    if (press.hovered) pen.fill(tab.inset(2, 4), pen.palette.wash, 4);
    pen.text(tab.centre(), name,
             {here ? Type::strong : Type::body, here ? pen.palette.ink : pen.palette.muted,
              Align::centre});
    if (here) pen.line({tab.left + 8, bottom}, {tab.right - 8, bottom}, pen.palette.ink, 3);
    if (press.clicked) view.ui.pane = pane;
  }
}

}  // namespace cutline

#include "web/host.h"

#include <emscripten.h>

#include <memory>

#include "core/base/check.h"
#include "core/lesson/export.h"
#include "core/lesson/page_json.h"
#include "core/lesson/page_json_exercise.h"
#include "core/lesson/run_file.h"
#include "web/app.h"
#include "web/canvas.h"
#include "web/view.h"

// The page hears that the lab changed by the canvas's doing; it reads the model itself.
EM_JS(void, cutline_tell_changed, (void), {
  if (Module["cutlineChanged"]) Module["cutlineChanged"]();
})

namespace cutline {
namespace {

constexpr char kFirstScenario[] = "transfers";

struct Host {
  App app{kFirstScenario};
  Canvas canvas;
  int frames = 0;
  std::string json;
  std::string text;  // what the page asked for last
};

// The one object of this program that lives for ever: the page's calls have no other way to it.
Host* g_host = nullptr;

Host& host() {
  CUTLINE_CHECK(g_host != nullptr, "the page calls the program only after main()");
  return *g_host;
}

CanvasSize size_of_page(int width, int height, double ratio) {
  return {width, height, ratio > 0 ? static_cast<float>(ratio) : 1};
}

uint32_t rgba(Colour colour) {
  return static_cast<uint32_t>(colour.red) << 24 | static_cast<uint32_t>(colour.green) << 16 |
         static_cast<uint32_t>(colour.blue) << 8 | colour.alpha;
}

void draw(Host& at, double time_ms) {
  App& app = at.app;
  const Palette& palette = palette_of(app.ui.theme);
  at.canvas.begin_frame();
  View view{app.course.model(), palette, at.canvas.fonts(),      app.ui,
            app.wants,       time_ms, at.canvas.pixel_ratio()};
  draw_screen(view, at.canvas.box());
  at.canvas.end_frame(rgba(palette.paper));
}

// The only place where the canvas changes the lab.
bool apply_wants(App& app) {
  const uint64_t before = app.course.revision();
  for (const std::string& line : app.wants) {
    const Result<Done> done = app.course.apply_line(line);
    (void)done;  // a refused one has left a notice, which the page shows
  }
  app.wants.clear();
  return app.course.revision() != before;
}

}  // namespace

void open_host() {
  CUTLINE_CHECK(g_host == nullptr, "the host is opened once");
  g_host = new Host;
}

}  // namespace cutline

using cutline::host;

extern "C" {

EMSCRIPTEN_KEEPALIVE int cutline_command(const char* line) {
  return host().app.course.apply_line(line) ? 0 : 1;
}

EMSCRIPTEN_KEEPALIVE const char* cutline_model() {
  host().json = cutline::page_json(host().app.course.model());
  return host().json.c_str();
}

EMSCRIPTEN_KEEPALIVE int cutline_open_run(const char* text) {
  return host().app.course.open_run(text) ? 0 : 1;
}

EMSCRIPTEN_KEEPALIVE int cutline_open_cluster(const char* name, const char* text) {
  return host().app.course.open_cluster(name, text) ? 0 : 1;
}

EMSCRIPTEN_KEEPALIVE const char* cutline_saved_run() {
  host().text = cutline::print_run_file(host().app.course.own_lab());
  return host().text.c_str();
}

EMSCRIPTEN_KEEPALIVE const char* cutline_exports() {
  host().text = cutline::export_list_json(host().app.course.lab());
  return host().text.c_str();
}

EMSCRIPTEN_KEEPALIVE const char* cutline_export(const char* format) {
  const cutline::Result<std::string> text = cutline::export_run(host().app.course.lab(), format);
  if (!text) host().app.course.add_notice("Nothing was exported: " + text.error().sentence);
  host().text = text ? *text : "";
  return host().text.c_str();
}

EMSCRIPTEN_KEEPALIVE const char* cutline_course() {
  host().text = cutline::course_json(host().app.course);
  return host().text.c_str();
}

EMSCRIPTEN_KEEPALIVE int cutline_open_exercise(const char* name, const char* text) {
  return host().app.course.open_exercise(name, text) ? 0 : 1;
}

EMSCRIPTEN_KEEPALIVE const char* cutline_progress() {
  host().text = host().app.course.progress();
  return host().text.c_str();
}

EMSCRIPTEN_KEEPALIVE int cutline_open_progress(const char* text) {
  return host().app.course.open_progress(text) ? 0 : 1;
}

EMSCRIPTEN_KEEPALIVE int cutline_add_progress(const char* text) {
  return host().app.course.add_progress(text) ? 0 : 1;
}

EMSCRIPTEN_KEEPALIVE const char* cutline_submission() {
  const cutline::Result<std::string> text = host().app.course.submission();
  if (!text) host().app.course.add_notice("Nothing was saved: " + text.error().sentence);
  host().text = text ? *text : "";
  return host().text.c_str();
}

EMSCRIPTEN_KEEPALIVE void cutline_notice(const char* sentence) {
  host().app.course.add_notice(sentence);
}

EMSCRIPTEN_KEEPALIVE double cutline_revision() {
  return static_cast<double>(host().app.course.revision());
}

EMSCRIPTEN_KEEPALIVE void cutline_font(const unsigned char* bytes, int size, int which) {
  host().canvas.give_font(bytes, size, which == 1);
}

EMSCRIPTEN_KEEPALIVE int cutline_canvas_start(int css_width, int css_height, double pixel_ratio) {
  const bool started =
      host().canvas.start(cutline::size_of_page(css_width, css_height, pixel_ratio));
  return started ? 0 : 1;
}

EMSCRIPTEN_KEEPALIVE int cutline_frame(double time_ms) {
  cutline::Host& at = host();
  if (!at.canvas.live()) return 0;
  cutline::draw(at, time_ms);
  ++at.frames;
  const bool changed = cutline::apply_wants(at.app);
  if (changed) cutline_tell_changed();
  return changed || at.app.ui.moving || at.canvas.settling() ? 1 : 0;
}

EMSCRIPTEN_KEEPALIVE int cutline_frames() { return host().frames; }

EMSCRIPTEN_KEEPALIVE void cutline_resize(int css_width, int css_height, double pixel_ratio) {
  host().canvas.resize(cutline::size_of_page(css_width, css_height, pixel_ratio));
}

EMSCRIPTEN_KEEPALIVE void cutline_set_active(int active) {
  host().app.ui.active = active != 0;
  host().canvas.set_active(active != 0);
}

EMSCRIPTEN_KEEPALIVE void cutline_release_keys() { host().canvas.release_keys(); }

EMSCRIPTEN_KEEPALIVE void cutline_context_lost() { host().canvas.lose(); }

EMSCRIPTEN_KEEPALIVE int cutline_context_restored() { return host().canvas.restore() ? 0 : 1; }

EMSCRIPTEN_KEEPALIVE void cutline_set_theme(int theme) {
  using cutline::Theme;
  host().app.ui.theme = theme == 1 ? Theme::dark : theme == 2 ? Theme::contrast : Theme::light;
}

EMSCRIPTEN_KEEPALIVE void cutline_set_reduced_motion(int reduced) {
  host().app.ui.reduced_motion = reduced != 0;
}
}

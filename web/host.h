// What the page's scripts may call (web/exports.txt lists the names). Nothing else crosses the
// border; changes of the lab go in as command lines only.
#pragma once

namespace cutline {

// Makes the lab. Opens no window and starts no loop: the page does both when it wants to.
void open_host();

}  // namespace cutline

extern "C" {

int cutline_command(const char* line);  // 0: done; 1: refused, and a notice says why
const char* cutline_model();            // the page's model as JSON; valid until the next call
int cutline_open_run(const char* text);    // 0: opened; 1: refused, and a notice says why
// A cluster's document of its checkpoints beside the job: 0 opened; 1 refused, with a notice.
int cutline_open_cluster(const char* name, const char* text);
const char* cutline_saved_run();           // the learner's own (run_file.h); until the next call
const char* cutline_exports();             // what export_list_json() says; until the next call
const char* cutline_export(const char* format);  // the text; empty: refused, and a notice says why
const char* cutline_course();              // the course as JSON; until the next call
int cutline_open_exercise(const char* name, const char* toml);  // 0: opened; 1: refused
const char* cutline_progress();            // in all exercises, as text; until the next call
int cutline_open_progress(const char* text);  // 0: opened; 1: refused, and a notice says why
int cutline_add_progress(const char* text);   // beside what is there; the same
const char* cutline_submission();          // of the open exercise; empty: refused, with a notice
void cutline_notice(const char* sentence);  // one notice more, from the page itself
double cutline_revision();              // grows with every change of the model

void cutline_font(const unsigned char* bytes, int size, int which);  // 0 regular, 1 semibold
int cutline_canvas_start(int css_width, int css_height,
                         double pixel_ratio);  // 0: there is a canvas
int cutline_frame(double time_ms);             // 1: another frame is wanted soon
int cutline_frames();                          // drawn so far
void cutline_resize(int css_width, int css_height, double pixel_ratio);
void cutline_set_active(int active);
void cutline_release_keys();
void cutline_context_lost();
int cutline_context_restored();     // 0: drawing goes on
void cutline_set_theme(int theme);  // 0 light, 1 dark, 2 high contrast
void cutline_set_reduced_motion(int reduced);
}

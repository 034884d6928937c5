// The scenarios that come with every build, compiled in, sorted by name: assets/scenarios/*.toml
// are systems of processes, assets/scenarios/jobs/*.toml streaming jobs, assets/runs/*.run saved
// runs (run_file.h; a run's first line is its title behind "# "), assets/exercises/*.toml exercises
// (exercise_file.h). The definition is generated (shell/toolchain/embed_texts.cmake).
#pragma once
#include <span>
#include <string_view>

namespace cutline {

struct EmbeddedText {
  std::string_view name;  // the file's name without its extension
  std::string_view text;
};

std::span<const EmbeddedText> embedded_scenarios();
std::span<const EmbeddedText> embedded_jobs();
std::span<const EmbeddedText> embedded_runs();
std::span<const EmbeddedText> embedded_exercises();

}  // namespace cutline

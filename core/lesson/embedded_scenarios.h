// The scenarios that come with every build: assets/scenarios/*.toml, compiled in, sorted by name.
// The definition is generated (shell/toolchain/embed_texts.cmake).
#pragma once
#include <span>
#include <string_view>

namespace cutline {

struct EmbeddedText {
  std::string_view name;  // the file's name without its extension
  std::string_view text;
};

std::span<const EmbeddedText> embedded_scenarios();

}  // namespace cutline

#include "core/lesson/embedded_scenarios.h"

#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace cutline {
namespace {

TEST(EmbeddedScenarios, AreSortedByNameWithoutRepetition) {
  std::string_view previous;
  for (const EmbeddedText& scenario : embedded_scenarios()) {
    EXPECT_LT(previous, scenario.name);
    previous = scenario.name;
  }
}

TEST(EmbeddedScenarios, HoldTheirFilesByteForByte) {
  for (const EmbeddedText& scenario : embedded_scenarios()) {
    const std::string path =
        CUTLINE_SOURCE_DIR "/assets/scenarios/" + std::string(scenario.name) + ".toml";
    std::ifstream file(path, std::ios::binary);
    const std::string content(std::istreambuf_iterator<char>(file), {});
    EXPECT_FALSE(content.empty()) << path;
    EXPECT_EQ(content, scenario.text) << path;
  }
}

}  // namespace
}  // namespace cutline

#include "core/lesson/embedded_scenarios.h"

#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "core/system/checkpoint_options.h"
#include "core/system/job_setup.h"

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

// The other direction is tests/schema_test.py's.
TEST(EmbeddedScenarios, TheSchemaOfJobsKnowsEveryOptionOfTheEngine) {
  std::ifstream file(CUTLINE_SOURCE_DIR "/assets/scenarios/job.schema.json");
  const std::string schema(std::istreambuf_iterator<char>(file), {});
  size_t known = 0;
  for (const auto& names : {option_names(checkpoint_option_table()),
                            option_names(restart_option_table()),
                            option_names(network_option_table())})
    for (const OptionNames& each : names) {
      EXPECT_NE(schema.find("\"" + std::string(each.name) + "\": {"), std::string::npos)
          << each.name;
      ++known;
    }
  EXPECT_GT(known, 30u);
}

}  // namespace
}  // namespace cutline

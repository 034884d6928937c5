// The handed tick scripts reproduce their published snapshots to the byte. They carry no licence,
// so they are read from where they lie; own scripts are in tests/run/tick_script_test.cc.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "core/lesson/tick_script_file.h"

namespace cutline {
namespace {

const std::filesystem::path kFolder =
    std::filesystem::path(CUTLINE_SOURCE_DIR) / "../shared/cases/cos418";

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// "8nodes-sequential-snapshots" runs on 8nodes.top.
std::string topology_of(const std::string& script) {
  return read(kFolder / (script.substr(0, script.find("nodes") + 5) + ".top"));
}

// The script's snapshots, one after the other: X.snap, or X0.snap, X1.snap, …
std::string published(const std::string& script) {
  if (std::filesystem::exists(kFolder / (script + ".snap")))
    return read(kFolder / (script + ".snap"));
  std::string out;
  for (int id = 0;; ++id) {
    const auto path = kFolder / (script + std::to_string(id) + ".snap");
    if (!std::filesystem::exists(path)) return out;
    out += read(path);
  }
}

TEST(Cos418, ReproducesEveryPublishedSnapshot) {
  if (!std::filesystem::exists(kFolder)) {
    std::printf("NOTICE: ../shared/cases/cos418 is not there: its scripts were not replayed\n");
    GTEST_SKIP();
  }
  const std::string draws = read(kFolder / "draws.txt");
  int replayed = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() != ".events") continue;
    const std::string name = entry.path().stem().string();
    const std::string topology = topology_of(name);
    const std::string events = read(entry.path());
    const auto script = read_tick_script({{"top", topology}, {name, events}, {"draws", draws}});
    ASSERT_TRUE(script) << print_fault(script.error());
    const auto run = run_tick_script(*script);
    ASSERT_TRUE(run) << name << ": " << print_fault(run.error());
    ASSERT_NE(published(name), "") << name;
    EXPECT_EQ(print_tick_snapshots(*script, *run), published(name)) << name;
    ++replayed;
  }
  EXPECT_GE(replayed, 4);
}

}  // namespace
}  // namespace cutline

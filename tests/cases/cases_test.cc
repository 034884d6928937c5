// Every case file passes, and would not pass if any one thing that it expects were another: a
// comparison that looks at nothing is found here.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/base/json.h"
#include "core/lesson/json_fields.h"
#include "core/lesson/snapshot_case.h"

namespace cutline {
namespace {

const std::filesystem::path kRoot = CUTLINE_SOURCE_DIR;
const std::filesystem::path kHanded = kRoot / "../shared/cases/snapshot-cases.json";

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::vector<CaseOutcome> outcomes_of(const std::filesystem::path& path) {
  const auto outcomes = run_snapshot_cases(read(path));
  EXPECT_TRUE(outcomes) << path << ":" << (outcomes ? "" : print_fault(outcomes.error()));
  return outcomes ? *outcomes : std::vector<CaseOutcome>{};
}

// The values below that hold no other.
void add_leaves(JsonValue& value, std::vector<JsonValue*>& leaves) {
  if (value.items.empty() && value.members.empty()) leaves.push_back(&value);
  for (JsonValue& item : value.items) add_leaves(item, leaves);
  for (JsonMember& member : value.members) add_leaves(member.value, leaves);
}

// Another value of the same kind.
void spoil(JsonValue& value) {
  switch (value.kind) {
    case JsonKind::boolean: value.boolean = !value.boolean; break;
    case JsonKind::integer:
    case JsonKind::real:
      value.kind = JsonKind::real;
      value.real += 0.5;
      break;
    case JsonKind::text: value.text += "!"; break;
    case JsonKind::null:
      value.kind = JsonKind::real;
      value.real = 1;
      break;
    case JsonKind::array:  // empty: a list with something in it
      value.items.emplace_back();
      value.items[0].kind = JsonKind::text;
      value.items[0].text = "!";
      break;
    case JsonKind::object: value.kind = JsonKind::null; break;
  }
}

bool passes(const JsonValue& one_case) {
  const auto outcomes = run_snapshot_cases("[" + print_json(one_case) + "]");
  return outcomes && (*outcomes)[0].differences.empty();
}

// Spoils everything that the cases expect, one at a time; returns how many things that were.
int spoil_each(const std::filesystem::path& path) {
  int spoiled = 0;
  auto file = parse_json(read(path));
  EXPECT_TRUE(file);
  for (JsonValue& one_case : file->items) {
    EXPECT_TRUE(passes(one_case)) << one_case.find("id")->text;
    auto* expected = const_cast<JsonValue*>(one_case.find("expected"));
    std::vector<JsonValue*> leaves;
    add_leaves(*expected, leaves);
    for (JsonValue* leaf : leaves) {
      const JsonValue kept = *leaf;
      spoil(*leaf);
      EXPECT_FALSE(passes(one_case)) << one_case.find("id")->text << ": " << print_json(*expected);
      *leaf = kept;
      ++spoiled;
    }
  }
  return spoiled;
}

struct OwnFile {
  const char* name;
  size_t cases;
  int things_expected;
};
constexpr OwnFile kOwnFiles[] = {
    {"snapshots.json", 23, 186}, {"streams.json", 4, 26}, {"queues.json", 7, 31}};

TEST(Cases, OfOurOwnPass) {
  for (const OwnFile& file : kOwnFiles) {
    const auto outcomes = outcomes_of(kRoot / "tests/cases" / file.name);
    EXPECT_EQ(outcomes.size(), file.cases) << file.name;
    for (const CaseOutcome& outcome : outcomes)
      for (const std::string& difference : outcome.differences)
        ADD_FAILURE() << outcome.id << ": " << difference;
  }
}

TEST(Cases, OfOurOwnFailWhereAnyOneExpectationIsAnother) {
  for (const OwnFile& file : kOwnFiles)
    EXPECT_EQ(spoil_each(kRoot / "tests/cases" / file.name), file.things_expected) << file.name;
}

TEST(Cases, HandedToUsPassAndFailWhereAnyOneExpectationIsAnother) {
  if (!std::filesystem::exists(kHanded)) {
    std::printf("NOTICE: ../shared/cases is not there: the handed cases were not run\n");
    GTEST_SKIP();
  }
  const auto outcomes = outcomes_of(kHanded);
  EXPECT_GE(outcomes.size(), 30u);
  for (const CaseOutcome& outcome : outcomes)
    for (const std::string& difference : outcome.differences)
      ADD_FAILURE() << outcome.id << ": " << difference;
  EXPECT_GE(spoil_each(kHanded), 150);
}

}  // namespace
}  // namespace cutline

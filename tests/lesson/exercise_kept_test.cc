// Progress as text: read back as it was printed, and refused at its line.
#include "core/lesson/exercise_kept.h"

#include <gtest/gtest.h>

#include "core/base/limits.h"

namespace cutline {
namespace {

std::string refusal(const std::string& text) {
  const auto kept = read_kept(text);
  return kept ? "read" : print_fault(kept.error());
}

TEST(KeptExercise, IsReadBackAsItWasPrinted) {
  const std::vector<KeptExercise> kept{
      {"draw-a-cut", 0x5d6au, true, 7, 7, {"answer 2 4,2,3,1", "exercise next", "cut-set 0,1"}},
      {"mine", 1, false, 0, 3, {}}};
  const std::string text = print_kept(kept);
  EXPECT_EQ(text, "cutline progress 1\n"
                  "work draw-a-cut 0000000000005d6a solved 7 7\n"
                  "answer 2 4,2,3,1\nexercise next\ncut-set 0,1\n"
                  "work mine 0000000000000001 begun 0 3\n");
  const auto again = read_kept("# my progress\n\n" + text);
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, kept);
}

TEST(KeptExercise, EveryRefusalHasItsLine) {
  const std::string start = "cutline progress 1\n";
  const std::string head = "work x 0000000000000001 begun 0 3\n";
  EXPECT_EQ(refusal(""), "this is no file of progress: it is empty");
  EXPECT_EQ(refusal("cutline run 2\n"),
            "1:1: progress starts with \"cutline progress 1\", not \"cutline run 2\"");
  EXPECT_EQ(refusal(start + "hint"), "2:1: a line stands before the first exercise");
  EXPECT_EQ(refusal(start + "work x"),
            "2:1: an exercise is written work NAME FINGERPRINT STATE RIGHT OF");
  EXPECT_EQ(refusal(start + "work a>b 0000000000000001 begun 0 3").substr(0, 24),
            "2:6: an exercise's name ");
  EXPECT_EQ(refusal(start + "work x 12 begun 0 3"),
            "2:8: a fingerprint has 16 hexadecimal digits, not \"12\"");
  EXPECT_EQ(refusal(start + "work x 0000000000000001 done 0 3"),
            "2:25: an exercise is solved or begun, not \"done\"");
  EXPECT_EQ(refusal(start + "work x 0000000000000001 begun 4 3").substr(0, 5), "2:31:");
  EXPECT_EQ(refusal(start + "work x 0000000000000001 begun 0 many").substr(0, 5), "2:33:");
  EXPECT_EQ(refusal(start + head + head), "3:6: \"x\" is there twice");
  EXPECT_EQ(refusal(start + head + "frobnicate"), "3:1: there is no command \"frobnicate\"");
  std::string many = start;
  for (size_t at = 0; at <= kKeptMax; ++at)
    many += "work x" + std::to_string(at) + " 0000000000000001 begun 0 3\n";
  EXPECT_EQ(refusal(many), "202:1: there are at most 200 exercises");
  std::string longest = start + head;
  for (size_t at = 0; at <= kRunLinesMax; ++at) longest += "hint\n";
  EXPECT_EQ(refusal(longest), "21003:1: an exercise has at most 21000 lines");
  EXPECT_EQ(refusal(std::string(kProgressBytesMax + 1, ' ')),
            "a file of progress has at most 2097152 bytes");
}

}  // namespace
}  // namespace cutline

#include "core/lesson/command.h"

#include <gtest/gtest.h>

#include <set>

namespace cutline {
namespace {

std::string refusal(std::string_view line) {
  const Result<Command> command = parse_command(line);
  return command ? "" : print_fault(command.error());
}

TEST(Command, EveryVerbIsParsedAndPrintedAsItWas) {
  std::set<Verb> seen;
  for (const VerbInfo& info : verbs()) {
    std::string line(info.words);
    // As many words as the verb takes.
    std::string arguments(info.arguments);
    std::erase(arguments, '[');
    std::erase(arguments, ']');
    if (!arguments.empty()) line += " " + arguments;
    const Result<Command> command = parse_command(line);
    ASSERT_TRUE(command) << line;
    EXPECT_EQ(command->verb, info.verb);
    EXPECT_EQ(print_command(*command), line);
    seen.insert(info.verb);
  }
  EXPECT_EQ(seen.size(), verbs().size());
  EXPECT_EQ(seen.size(), static_cast<size_t>(Verb::dismiss) + 1);
}

TEST(Command, FaultsSayWhichWordIsWrong) {
  EXPECT_EQ(refusal(""), "1:1: a command starts with a verb");
  EXPECT_EQ(refusal("jump 3"), "1:1: there is no command \"jump\"");
  EXPECT_EQ(refusal("queue jump"), "1:1: there is no command \"queue\"");
  EXPECT_EQ(refusal("seek"), "1:5: \"seek\" needs more words: seek STEP");
  EXPECT_EQ(refusal("snapshot A B"), "1:12: \"B\" is one word too many: snapshot PROCESS");
  EXPECT_EQ(refusal("queue lambda"), "1:13: \"queue lambda\" needs more words: queue lambda RATE");
  EXPECT_EQ(refusal(std::string(2000, 'x')), "1:1: a command has at most 1024 bytes");
  EXPECT_EQ(refusal("step\n"), "1:1: there is no command \"step\\x0a\"");
}

TEST(Command, BlanksAroundWordsDoNotMatter) {
  const Result<Command> command = parse_command("  send \t A>B   10 ");
  ASSERT_TRUE(command);
  EXPECT_EQ(print_command(*command), "send A>B 10");
}

}  // namespace
}  // namespace cutline

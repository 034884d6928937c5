#include "core/lesson/tick_script_file.h"

#include <string>

#include <gtest/gtest.h>

#include "core/base/limits.h"

namespace cutline {
namespace {

constexpr std::string_view kTopology = "2\nA 10\nB 0\nA B\nB A\n";

std::string refusal(std::string_view topology, std::string_view script, std::string_view draws) {
  const auto read = read_tick_script({{"t.top", topology}, {"e.events", script}, {"d", draws}});
  return read ? "accepted" : print_fault(read.error());
}
std::string topology_refusal(std::string_view text) { return refusal(text, "", ""); }
std::string script_refusal(std::string_view text) { return refusal(kTopology, text, ""); }
std::string draws_refusal(std::string_view text) { return refusal(kTopology, "", text); }

TEST(TickScriptFile, ReadsATopologyInTheOrderOfNames) {
  const auto read = read_tick_script(
      {{"t", "3\nN2 7\nN10 8\nN1 9\nN2 N1\nN1 N2\nN1 N10\n"}, {"e", ""}, {"d", ""}});
  ASSERT_TRUE(read);
  const Scenario& scenario = read->scenario;
  ASSERT_EQ(scenario.processes.size(), 3u);
  EXPECT_EQ(scenario.processes[0].name, "N1");
  EXPECT_EQ(scenario.processes[0].balance, Value::of(9));
  EXPECT_EQ(scenario.processes[1].name, "N10");
  EXPECT_EQ(scenario.processes[2].name, "N2");
  ASSERT_EQ(scenario.channels.size(), 3u);
  EXPECT_EQ(scenario.channel_name({0}), "N1>N10");
  EXPECT_EQ(scenario.channel_name({1}), "N1>N2");
  EXPECT_EQ(scenario.channel_name({2}), "N2>N1");
}

TEST(TickScriptFile, ReadsEvents) {
  const auto read = read_tick_script(
      {{"t", kTopology}, {"e", "send A B 4\nsnapshot B\ntick\ntick 3\n"}, {"d", "4 0\n1\n"}});
  ASSERT_TRUE(read);
  ASSERT_EQ(read->events.size(), 4u);
  EXPECT_EQ(read->events[0].act, ScriptAct::send);
  EXPECT_EQ(read->events[0].number, 4);
  EXPECT_EQ(read->scenario.channel_name(read->events[0].channel), "A>B");
  EXPECT_EQ(read->events[1].act, ScriptAct::snapshot);
  EXPECT_EQ(read->events[1].process.index, 1u);
  EXPECT_EQ(read->events[2].number, 1);
  EXPECT_EQ(read->events[3].number, 3);
  EXPECT_EQ(read->events[3].line, 4);
  EXPECT_EQ(read->end_line, 5);
  EXPECT_EQ(read->draws, (std::vector<int64_t>{4, 0, 1}));
}

TEST(TickScriptFile, TakesCommentsBlankLinesAndCarriageReturnsInAllThree) {
  EXPECT_EQ(refusal("# two\r\n2 # banks\r\n\r\nA 10\r\nB 0 # poor\r\nA B\r\n # A - B\r\nB A",
                    "\r\n# pay\r\nsend A B 1 # one\r\ntick # on\r\n", "# delays\r\n0 1 # two\r\n"),
            "accepted");
}

struct Refusal {
  const char* text;
  const char* fault;
};

TEST(TickScriptFile, RefusesATopologyThatCannotBe) {
  const Refusal kRefusals[] = {
      {"", "t.top:1:1: the topology ends before the number of its processes"},
      {"# nothing\n", "t.top:2:1: the topology ends before the number of its processes"},
      {"two\n", "t.top:1:1: the number of processes must be a whole number, not \"two\""},
      {"2 3\n", "t.top:1:3: \"3\" is one word too many: the number of processes"},
      {"0\n", "t.top:1:1: a topology needs at least one process"},
      {"65\n", "t.top:1:1: the number of processes must be from 0 to 64, not \"65\""},
      {"-1\n", "t.top:1:1: the number of processes must be from 0 to 64, not \"-1\""},
      {"3\nA 1\nB 1\n", "t.top:4:1: the topology ends after 2 of its 3 processes"},
      {"1\nA\n", "t.top:2:2: a word is missing: NAME BALANCE"},
      {"1\nA 1 2\n", "t.top:2:5: \"2\" is one word too many: NAME BALANCE"},
      {"1\nA x\n", "t.top:2:3: the balance must be a whole number, not \"x\""},
      {"1\nA 1.5\n", "t.top:2:3: the balance must be a whole number, not \"1.5\""},
      {"1\nA -5\n", "t.top:2:3: the balance must be from 0 to 1000000000000, not \"-5\""},
      {"2\nA 1\nA 1\n", "t.top:3:1: process \"A\" is there twice"},
      {"1\nA>B 1\n", "t.top:2:1: a name has no blank, no control character and no \">\""},
      {"1\nA\rB 1\n", "t.top:2:1: a name has no blank, no control character and no \">\""},
      {"2\nA 1\nB 1\nA\n", "t.top:4:2: a word is missing: SRC DST"},
      {"2\nA 1\nB 1\nA B C\n", "t.top:4:5: \"C\" is one word too many: SRC DST"},
      {"2\nA 1\nB 1\nA C\n", "t.top:4:3: there is no process \"C\""},
      {"2\nA 1\nB 1\nC A\n", "t.top:4:1: there is no process \"C\""},
      {"2\nA 1\nB 1\nA A\n", "t.top:4:3: a process has no channel to itself"},
      {"2\nA 1\nB 1\nA B\nA B\n", "t.top:5:1: this channel is there twice"},
  };
  for (const Refusal& each : kRefusals)
    EXPECT_EQ(topology_refusal(each.text), each.fault) << each.text;
}

TEST(TickScriptFile, RefusesEventsThatCannotBe) {
  const Refusal kRefusals[] = {
      {"sned A B 1\n",
       "e.events:1:1: there is no event \"sned\"; there are send, snapshot and tick"},
      {"tick\nsend A B\n", "e.events:2:9: a word is missing: send SRC DST AMOUNT"},
      {"send A B 1 1\n", "e.events:1:12: \"1\" is one word too many: send SRC DST AMOUNT"},
      {"send A C 1\n", "e.events:1:8: there is no process \"C\""},
      {"send C A 1\n", "e.events:1:6: there is no process \"C\""},
      {"send A A 1\n", "e.events:1:6: there is no channel from A to A"},
      {"send A B one\n", "e.events:1:10: the amount must be a whole number, not \"one\""},
      {"send A B -1\n", "e.events:1:10: the amount must be from 0 to 1000000000000, not \"-1\""},
      {"send A B 99999999999999999999\n",
       "e.events:1:10: the amount must be from 0 to 1000000000000, not \"99999999999999999999\""},
      {"snapshot\n", "e.events:1:9: a word is missing: snapshot PROCESS"},
      {"snapshot A B\n", "e.events:1:12: \"B\" is one word too many: snapshot PROCESS"},
      {"snapshot C\n", "e.events:1:10: there is no process \"C\""},
      {"tick x\n", "e.events:1:6: the number of ticks must be a whole number, not \"x\""},
      {"tick -1\n", "e.events:1:6: the number of ticks must be from 0 to 1000000, not \"-1\""},
      {"tick 1 2\n", "e.events:1:8: \"2\" is one word too many: tick [COUNT]"},
      {"tick 1000000\n tick\n", "e.events:2:2: a script has at most 1000000 ticks"},
  };
  for (const Refusal& each : kRefusals)
    EXPECT_EQ(script_refusal(each.text), each.fault) << each.text;
}

TEST(TickScriptFile, RefusesDrawsThatCannotBe) {
  EXPECT_EQ(draws_refusal("0\n4\n5\n"), "d:3:1: a draw must be from 0 to 4, not \"5\"");
  EXPECT_EQ(draws_refusal("0 -1\n"), "d:1:3: a draw must be from 0 to 4, not \"-1\"");
  EXPECT_EQ(draws_refusal("0\nfour\n"), "d:2:1: a draw must be a whole number, not \"four\"");
}

TEST(TickScriptFile, RefusesMoreChannelsThanTheLimit) {
  std::string text = "64\n";
  for (int index = 0; index < 64; ++index) text += "P" + std::to_string(index) + " 1\n";
  size_t count = 0;
  for (int from = 0; from < 64 && count <= kChannelsMax; ++from)
    for (int to = 0; to < 64 && count <= kChannelsMax; ++to)
      if (from != to && ++count)
        text += "P" + std::to_string(from) + " P" + std::to_string(to) + "\n";
  EXPECT_EQ(topology_refusal(text), "t.top:1090:1: there are at most 1024 channels");
}

}  // namespace
}  // namespace cutline

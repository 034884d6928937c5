#include "core/lesson/scenario_file.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "core/base/limits.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/run/clock.h"
#include "core/system/step.h"

namespace cutline {
namespace {

constexpr std::string_view kGood = R"(title = "Two"
unit = "EUR"
seed = 9

[traffic]
send-interval = ["300ms", "900ms"]
delay = "1.5s"
amount-max = 20

[markers]
rule = "aligned"
fifo = false

[[process]]
name = "A"
balance = 100
[[process]]
name = "Ö"
balance = 0

[[channel]]
from = "A"
to = "Ö"
)";

Scenario read(std::string_view text) {
  Result<Scenario> scenario = read_scenario("two", text);
  EXPECT_TRUE(scenario) << (scenario ? "" : print_fault(scenario.error()));
  return scenario ? *scenario : Scenario{};
}

std::string refusal(std::string_view text) {
  const Result<Scenario> scenario = read_scenario("two", text);
  return scenario ? "accepted" : print_fault(scenario.error());
}

// kGood with one piece of text replaced.
std::string changed(std::string_view from, std::string_view to) {
  std::string text(kGood);
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(ScenarioFile, ReadsEveryKey) {
  const Scenario scenario = read(kGood);
  EXPECT_EQ(scenario.name, "two");
  EXPECT_EQ(scenario.title, "Two");
  EXPECT_EQ(scenario.unit, "EUR");
  EXPECT_EQ(scenario.seed, 9u);
  EXPECT_EQ(scenario.traffic.send_interval_min, 300 * kMillisecond);
  EXPECT_EQ(scenario.traffic.send_interval_max, 900 * kMillisecond);
  EXPECT_EQ(scenario.traffic.delay_min, 1500 * kMillisecond);
  EXPECT_EQ(scenario.traffic.delay_max, 1500 * kMillisecond);
  EXPECT_EQ(scenario.traffic.amount_max, 20);
  EXPECT_EQ(scenario.rule, kMarkerRules[1].rule);
  EXPECT_FALSE(scenario.fifo);
  ASSERT_EQ(scenario.processes.size(), 2u);
  EXPECT_EQ(scenario.processes[0].name, "A");
  EXPECT_EQ(scenario.processes[0].balance, Value::of(100));
  ASSERT_EQ(scenario.channels.size(), 1u);
  EXPECT_EQ(scenario.channel_name({0}), "A>Ö");
}

TEST(ScenarioFile, KnowsWhatIsMeantWhereOptionalKeysAreLeftOut) {
  const Scenario scenario =
      read("title = \"T\"\n[traffic]\ndelay = \"0\"\n[[process]]\nname = \"A\"\nbalance = 1\n");
  EXPECT_EQ(scenario.seed, 1u);
  EXPECT_EQ(scenario.unit, "");
  EXPECT_EQ(scenario.traffic.send_interval_max, 0);
  EXPECT_EQ(scenario.rule, kMarkerRules[0].rule);
  EXPECT_TRUE(scenario.fifo);
}

TEST(ScenarioFile, ReadsTheFourSwitchesInsteadOfARule) {
  const Scenario scenario = read(changed(
      "rule = \"aligned\"",
      "record-at = \"last-marker\"\nhold = true\nrecord = true\novertake = true"));
  EXPECT_EQ(scenario.rule, (MarkerRule{RecordAt::last_marker, true, true, true}));
}

TEST(ScenarioFile, ReadsTheWrongRulesBesideARuleOrTheSwitches) {
  const Scenario named = read(changed("rule = \"aligned\"",
                                      "record-twice = true\nnever-stop = true\n"
                                      "late-markers = true"));
  MarkerRule wrong = kMarkerRules[0].rule;
  wrong.record_twice = wrong.never_stop = wrong.late_markers = true;
  EXPECT_EQ(named.rule, wrong);
  const Scenario switched = read(changed(
      "rule = \"aligned\"",
      "record-at = \"last-marker\"\nhold = true\nrecord = false\novertake = false\n"
      "never-stop = true"));
  EXPECT_EQ(switched.rule.without_faults(), kMarkerRules[1].rule);
  EXPECT_TRUE(switched.rule.never_stop);
  EXPECT_FALSE(switched.rule.record_twice);
}

struct Refusal {
  const char* from;
  const char* to;
  const char* fault;
};

TEST(ScenarioFile, ReadsWhatMayHappenWhenItIsExplored) {
  EXPECT_EQ(read(kGood).explore, ExploreSetup{});
  const std::string table(kGood);
  const ExploreSetup wanted{2, 7, 3, 4, {{1}, {0}}, true};
  EXPECT_EQ(read(table + "[explore]\ntransfers = 2\namount = 7\nsnapshots = 3\nfaults = 4\n"
                         "initiators = [\"Ö\", \"A\"]\nendpoints-only = true\n")
                .explore,
            wanted);
  const Refusal kRefusals[] = {
      {"", "transfers = 101", "25:13: transfers must be a whole number from 0 to 100"},
      {"", "amount = 0", "25:10: amount must be a whole number from 1 to 1000000000000"},
      {"", "snapshots = 9", "25:13: snapshots must be a whole number from 0 to 8"},
      {"", "faults = 101", "25:10: faults must be a whole number from 0 to 100"},
      {"", "initiators = \"A\"",
       "25:14: initiators must be a list of processes: [\"A\", \"B\"]"},
      {"", "initiators = [1]",
       "25:15: initiators must be a list of processes: [\"A\", \"B\"]"},
      {"", "initiators = [\"C\"]", "25:15: initiators: there is no process \"C\""},
      {"", "initiators = [\"A\", \"A\"]", "25:20: initiators: \"A\" is there twice"},
      {"", "often = 1",
       "25:1: unknown key \"often\": [explore] takes transfers, amount, snapshots, faults, "
       "initiators, endpoints-only"},
  };
  for (const Refusal& each : kRefusals)
    EXPECT_EQ(refusal(table + "[explore]\n" + std::string(each.to) + "\n"), each.fault);
}

TEST(ScenarioFile, ReadsWhatChannelsDo) {
  const Scenario scenario = read(changed(
      "[markers]",
      "[channels]\nloss = 250\nduplication = 1000\nreliable = true\ntimeout = \"2s\"\n[markers]"));
  EXPECT_EQ(scenario.channel_rule, (ChannelRule{250, 1000, true, 2 * kSecond}));
  EXPECT_EQ(read(kGood).channel_rule, ChannelRule{});
}

TEST(ScenarioFile, ReadsEveryScenarioThatComesWithTheBuild) {
  EXPECT_EQ(embedded_scenarios().size(), 10u);
  for (const EmbeddedText& each : embedded_scenarios()) {
    const Result<Scenario> scenario = read_scenario(each.name, each.text);
    ASSERT_TRUE(scenario) << each.name << ": " << print_fault(scenario.error());
    EXPECT_EQ(scenario->name, each.name);
    // One is for a run by hand alone.
    EXPECT_EQ(scenario->traffic.send_interval_max == 0, each.name == "never-existed") << each.name;
  }
}

TEST(ScenarioFile, ShowsTwoToFourTransfersInFlightOnTheFirstPageMostOfTheTime) {
  const auto transfers = std::find_if(
      embedded_scenarios().begin(), embedded_scenarios().end(),
      [](const EmbeddedText& each) { return each.name == "transfers"; });
  ASSERT_NE(transfers, embedded_scenarios().end());
  const Scenario scenario = read(transfers->text);
  World world = start_world(scenario);
  int usual = 0;
  constexpr int kSteps = 1000;
  for (int done = 0; done < kSteps; ++done) {
    const auto next = next_by_clock(scenario, world);
    ASSERT_TRUE(next);
    step(scenario, world, *next);
    size_t in_flight = 0;
    for (const Channel& channel : world.channels) in_flight += channel.queue.size();
    usual += in_flight >= 2 && in_flight <= 4 ? 1 : 0;
  }
  EXPECT_GT(usual, kSteps * 2 / 3);
}

TEST(ScenarioFile, RefusesKeysThatItDoesNotKnowAndNamesThoseItDoes) {
  const Refusal kRefusals[] = {
      {"unit = ", "units = ",
       "2:1: unknown key \"units\": a scenario takes title, unit, seed, traffic, process, channel, "
       "channels, markers, explore; did you mean unit?"},
      {"delay = ", "delays = ",
       "7:1: unknown key \"delays\": [traffic] takes send-interval, delay, amount-max; did "
       "you mean delay?"},
      {"fifo = ", "fifos = ",
       "12:1: unknown key \"fifos\": [markers] takes rule, fifo, record-at, hold, record, "
       "overtake, record-twice, never-stop, late-markers; did you mean fifo?"},
      {"balance = 100", "balance = 100\n  state = 1",
       "17:3: unknown key \"state\": [[process]] takes name, balance"},
      {"to = ", "too = ", "23:1: unknown key \"too\": [[channel]] takes from, to; did you mean "
       "to?"},
      {"balance = 100", "zzz = 1\naaa = 1",
       "16:1: unknown key \"zzz\": [[process]] takes name, balance"},
  };
  for (const Refusal& each : kRefusals)
    EXPECT_EQ(refusal(changed(each.from, each.to)), each.fault) << each.to;
}

TEST(ScenarioFile, RefusesMissingKeysAtTheirTable) {
  const Refusal kRefusals[] = {
      {"title = \"Two\"\n", "", "1:1: a scenario needs the key \"title\""},
      {"delay = \"1.5s\"\n", "", "5:1: [traffic] needs the key \"delay\""},
      {"amount-max = 20\n", "", "5:1: [traffic] with send-interval needs the key \"amount-max\""},
      {"balance = 100\n", "", "14:1: [[process]] needs the key \"balance\""},
      {"from = \"A\"\n", "", "21:1: [[channel]] needs the key \"from\""},
      {"rule = \"aligned\"", "hold = true",
       "10:1: [markers] with switches needs the key \"record-at\""},
  };
  for (const Refusal& each : kRefusals)
    EXPECT_EQ(refusal(changed(each.from, each.to)), each.fault) << each.from;
  EXPECT_EQ(refusal("title = \"T\"\n"), "1:1: a scenario needs the key \"traffic\"");
  EXPECT_EQ(refusal("title = \"T\"\n[traffic]\ndelay = \"1s\"\n"),
            "1:1: a scenario needs the key \"process\"");
}

TEST(ScenarioFile, RefusesValuesOfTheWrongKindOrOutOfRange) {
  const Refusal kRefusals[] = {
      {"\"Two\"", "2", "1:9: title must be a text in quotes"},
      {"\"Two\"", "\"\"", "1:9: title must have from 1 to 200 bytes"},
      {"seed = 9", "seed = -1", "3:8: seed must be a whole number from 0 to 9223372036854775807"},
      {"seed = 9", "seed = 1.5", "3:8: seed must be a whole number from 0 to 9223372036854775807"},
      {"\"1.5s\"", "1.5", "7:9: delay must be a duration in quotes, such as \"500ms\""},
      {"\"1.5s\"", "\"15\"",
       "7:9: delay: a duration needs a unit (ns, us, ms, s, min or h): \"15\""},
      {"\"1.5s\"", "\"61min\"", "7:9: delay must be at most 1h"},
      {"\"1.5s\"", "[\"2s\", \"1s\"]", "7:16: delay: the longest is shorter than the shortest"},
      {"\"1.5s\"", "[\"2s\"]", "7:9: delay must be one duration, or the shortest and the longest"},
      {"\"300ms\"", "\"0\"", "6:17: send-interval: the shortest must be above 0"},
      {"= 20", "= 0", "8:14: amount-max must be a whole number from 1 to 1000000000000"},
      {"= false", "= \"no\"", "12:8: fifo must be true or false"},
      {"rule = \"aligned\"", "never-stop = 1", "11:14: never-stop must be true or false"},
      {"rule = \"aligned\"", "late-markers = \"no\"",
       "11:16: late-markers must be true or false"},
      {"rule = \"aligned\"", "record-twice = []", "11:16: record-twice must be true or false"},
      {"balance = 100", "balance = -1",
       "16:11: balance must be a whole number from 0 to 1000000000000"},
      {"balance = 100", "balance = 1000000000001",
       "16:11: balance must be a whole number from 0 to 1000000000000"},
      {"\"aligned\"", "\"naive\"",
       "11:8: there is no marker rule \"naive\"; there are chandy-lamport, aligned, at-least-once, "
       "unaligned"},
      {"\"aligned\"", "\"aligned\"\nhold = true",
       "11:8: [markers] takes a rule or the four switches, not both"},
      {"rule = \"aligned\"", "record-at = \"first\"\nhold = true\nrecord = true\novertake = true",
       "11:13: record-at must be \"first-marker\" or \"last-marker\""},
  };
  for (const Refusal& each : kRefusals)
    EXPECT_EQ(refusal(changed(each.from, each.to)), each.fault) << each.to;
}

TEST(ScenarioFile, RefusesWhatChannelsCannotDo) {
  const auto with = [](std::string_view line) {
    return refusal(changed("[markers]", "[channels]\n" + std::string(line) + "\n[markers]"));
  };
  EXPECT_EQ(with("loss = 1001"), "11:8: loss must be a whole number from 0 to 1000");
  EXPECT_EQ(with("loss = 0.1"), "11:8: loss must be a whole number from 0 to 1000");
  EXPECT_EQ(with("duplication = -1"), "11:15: duplication must be a whole number from 0 to 1000");
  EXPECT_EQ(with("reliable = 1"), "11:12: reliable must be true or false");
  EXPECT_EQ(with("reliable = true\ntimeout = \"61min\""), "12:11: timeout must be at most 1h");
  EXPECT_EQ(with("timeout = \"1s\""), "11:11: timeout goes with reliable = true");
  EXPECT_EQ(with("lossy = true"),
            "11:1: unknown key \"lossy\": [channels] takes loss, duplication, reliable, timeout; "
            "did you mean loss?");
  EXPECT_EQ(refusal("title = \"T\"\nchannels = 1\n[traffic]\ndelay = \"1s\"\n"
                    "[[process]]\nname = \"A\"\nbalance = 1\n"),
            "2:12: channels must be a table: [channels]");
}

TEST(ScenarioFile, RefusesProcessesAndChannelsThatCannotBe) {
  const Refusal kRefusals[] = {
      {"to = \"Ö\"", "to = \"X\"", "23:6: channel \"A>X\": there is no process X"},
      {"from = \"A\"", "from = \"X\"", "22:8: channel \"X>Ö\": there is no process X"},
      {"to = \"Ö\"", "to = \"A\"", "23:6: channel \"A>A\": a process has no channel to itself"},
      {"to = \"Ö\"", "to = \"Ö\"\n[[channel]]\nfrom = \"A\"\nto = \"Ö\"",
       "25:8: channel \"A>Ö\" is there twice"},
      {"name = \"Ö\"", "name = \"A\"", "18:8: process \"A\" is there twice"},
      {"name = \"A\"", "name = \"\"", "15:8: process \"\": a name has from 1 to 64 bytes"},
      {"name = \"A\"", "name = \"A B\"",
       "15:8: process \"A B\": a name has no blank, no control character and no \">\""},
      {"name = \"A\"", "name = \"A\\u2028B\"",
       "15:8: process \"A\u2028B\": a name has no blank, no control character and no \">\""},
      {"title = \"Two\"", "title = \"T\\u001b\"",
       "1:9: title must be one line without control characters, not \"T\\x1b\""},
      {"name = \"A\"", "name = \"A>B\"",
       "15:8: process \"A>B\": a name has no blank, no control character and no \">\""},
  };
  for (const Refusal& each : kRefusals)
    EXPECT_EQ(refusal(changed(each.from, each.to)), each.fault) << each.to;
  const std::string name(kNameLengthMax + 1, 'n');
  EXPECT_EQ(refusal(changed("name = \"A\"", "name = \"" + name + "\"")),
            "15:8: process \"" + name.substr(0, 60) + "…\": a name has from 1 to 64 bytes");
}

TEST(ScenarioFile, RefusesMoreProcessesThanTheLimit) {
  std::string text = "title = \"T\"\n[traffic]\ndelay = \"1s\"\n";
  for (size_t count = 1; count <= kProcessesMax; ++count)
    text += "[[process]]\nname = \"P" + std::to_string(count) + "\"\nbalance = 1\n";
  EXPECT_EQ(refusal(text), "accepted");
  EXPECT_EQ(refusal(text + "[[process]]\nname = \"Q\"\nbalance = 1\n"),
            "196:1: there are at most 64 [[process]]");
}

TEST(ScenarioFile, RefusesTablesThatAreSomethingElse) {
  EXPECT_EQ(refusal("title = \"T\"\ntraffic = 1\n"), "2:11: traffic must be a table: [traffic]");
  EXPECT_EQ(refusal("title = \"T\"\nprocess = 1\n[traffic]\ndelay = \"1s\"\n"),
            "2:11: process must be an array of tables: [[process]]");
  EXPECT_EQ(refusal("title = \"T\"\nprocess = [1]\n[traffic]\ndelay = \"1s\"\n"),
            "2:12: process must be an array of tables: [[process]]");
  EXPECT_EQ(refusal("title = \"T\"\nprocess = []\n[traffic]\ndelay = \"1s\"\n"),
            "2:11: a scenario needs at least one process");
}

TEST(ScenarioFile, RefusesWhatIsNotTomlAtItsPlace) {
  EXPECT_EQ(refusal("title = \"T\"\nunit = \n"),
            "2:8: this is not TOML: Error while parsing key-value pair: expected value, saw '\\n'");
  EXPECT_EQ(refusal("title = 1\ntitle = 2\n"),
            "2:9: this is not TOML: Error while parsing key-value pair: cannot redefine existing "
            "integer 'title'");
  EXPECT_EQ(refusal("[.a]\n"),
            "1:2: this is not TOML: Error while parsing key: expected bare key starting character "
            "or string delimiter, saw '.'");
  EXPECT_EQ(refusal("ы = 1\n"),
            "1:1: this is not TOML: Error while parsing root table: expected keys, tables, "
            "whitespace or comments, saw 'ы'");
}

TEST(ScenarioFile, RefusesMoreBytesThanTheLimit) {
  EXPECT_EQ(refusal(std::string(kFileBytesMax + 1, '\n')),
            "a scenario file has at most 16777216 bytes");
}

}  // namespace
}  // namespace cutline

// Every fuzz target on a few thousand changed copies of good inputs. The changes come from a fixed
// seed, so a failure comes again.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/base/dice.h"
#include "core/lesson/exercise_file.h"
#include "core/lesson/submission.h"
#include "tests/fuzz/fuzz_target.h"

namespace cutline {
namespace {

constexpr int kChangedInputs = 5000;

std::string read(const std::string& path) {
  std::ifstream file(CUTLINE_SOURCE_DIR "/" + path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// Pieces that matter to one of the readers.
constexpr std::string_view kPieces[] = {
    "{", "}", "[", "]", ",", ":", "\"", "\\u0000", "-", "0", "1e400", ".5", "null", "true", "#",
    "\n", "\r\n", "=", "\"A\"", "A", "B", ">", "M", "\xff", "\xef\xbb\xbf", "9999999999999",
    "\"1h\"", "\"op\"", "\"vec\"", "\"state\"", "[[channel]]", "\n---\n", "tick 7",
    "send A B 3", "snapshot A", "\"b2@1!T9~0\",", "\"P*\",", "!U", "@", "~-5",
    "\nset interval 1s\n", "\nselect none\n", "\nuntil 9s\n", "9", "24h",
};

class Changer {
 public:
  explicit Changer(uint64_t seed) : dice_(seed) {}

  // One to four changes: a byte, a range taken out, a range doubled, or a piece put in.
  std::string changed(std::string text) {
    for (int64_t count = dice_.between(1, 4); count > 0 && !text.empty(); --count) {
      const size_t at = below(text.size());
      const size_t length = std::min(text.size() - at, 1 + below(12));
      switch (below(4)) {
        case 0: text[at] = static_cast<char>(dice_.between(0, 255)); break;
        case 1: text.erase(at, length); break;
        case 2: text.insert(at, text.substr(at, length)); break;
        default: text.insert(at, kPieces[below(std::size(kPieces))]); break;
      }
    }
    return text;
  }

 private:
  size_t below(size_t end) {
    return static_cast<size_t>(dice_.between(0, static_cast<int64_t>(end) - 1));
  }
  Dice dice_;
};

// Some changes must be harmless and some must be found, else the target is never really entered.
void change_and_run(bool (*target)(std::string_view), const std::vector<std::string>& good) {
  int accepted = 0;
  Changer changer(20240229);
  for (const std::string& text : good) EXPECT_TRUE(target(text)) << text.substr(0, 200);
  for (int round = 0; round < kChangedInputs; ++round)
    accepted += target(changer.changed(good[static_cast<size_t>(round) % good.size()])) ? 1 : 0;
  EXPECT_GT(accepted, kChangedInputs / 200);
  EXPECT_LT(accepted, kChangedInputs);
}

TEST(Fuzz, JsonReaderRefusesOrReadsAnything) {
  change_and_run(fuzz_json, {R"({"a": [1, 2.5, -3e2, "x\n\u00e9"], "b": {"c": null, "d": true}})",
                             "[[], {}, \"\", 0]", "\xef\xbb\xbf{\"é\": [true, false]}"});
}

TEST(Fuzz, ClusterDocumentsAreRefusedOrShown) {
  const std::string entry =
      R"("status":"COMPLETED","is_savepoint":false,"trigger_timestamp":1760000130000,)"
      R"("end_to_end_duration":420,"checkpointed_size":30200,"persisted_data":16392,)"
      R"("num_subtasks":9,"num_acknowledged_subtasks":9,"checkpoint_type":"CHECKPOINT"})";
  const std::string counts = R"({"counts":{"in_progress":0,"completed":3,"failed":1},"history":[)";
  change_and_run(fuzz_cluster, {counts + R"({"id":31,)" + entry + R"(,{"id":30,)" + entry + "]}",
                                counts + "]}", R"({"checkpoints":)" + counts + "]}}"});
}

TEST(Fuzz, ScenarioReaderRefusesOrReadsAnything) {
  change_and_run(fuzz_scenario, {read("assets/scenarios/two-banks.toml"),
                                 read("assets/scenarios/ring.toml"),
                                 read("assets/scenarios/lossy.toml"),
                                 read("assets/scenarios/repaired.toml")});
}

TEST(Fuzz, SavedRunsAreRefusedOrComeBack) {
  const std::string start = "# a run that somebody saved\n\ncutline run 2\n# with remarks\n";
  const std::string end = "\n# so much for that\nfingerprint 0123456789abcdef\n";
  change_and_run(fuzz_run,
                 {start + "scenario ring\nset fifo off\nstep 9\nsnapshot C\nstep 2\nseek 4\n"
                  "cut-set 1,1,0,1,0\nstraighten 1" + end,
                  start + "scenario two-banks\nseed 4\nset fifo off\nsend A>B 3\nduplicate A>B\n"
                  "deliver A>B 2\nread-all\nuntil 2s\nseek 4\nqueue mu 3\nqueue step 4\n"
                  "select S1\nshow queue" + end,
                  start + "scenario t12-repeated-commit\nset interval 3s\nuntil 7s\nfail sink-0\n"
                  "step 40\ncheckpoint\nstep 9\nseek 6.5s\nselect sink-0" + end});
}

TEST(Fuzz, JobReaderRefusesOrReadsAnything) {
  change_and_run(fuzz_job, {read("assets/scenarios/jobs/stop-with-savepoint.toml"),
                            read("assets/scenarios/jobs/rescale-unaligned.toml"),
                            read("assets/scenarios/jobs/t12-repeated-commit.toml")});
}

TEST(Fuzz, TickScriptsAreRefusedOrRecordConsistentCuts) {
  const std::string draws = "\n---\n0 1 2 3 4 0 1 2 3 4 0 1 2 3 4 0 1 2 3 4 0 1 2 3 4 0 1 2 3 4";
  change_and_run(fuzz_events,
                 {"2\nA 10\nB 2\nA B\nB A\n---\nsend A B 4\nsnapshot B\ntick 3\nsend B A 1\n"
                  "snapshot A\ntick\n" + draws,
                  "3\nA 9\nB 9\nC 9\nA B\nB C\nC A\nA C\n---\nsnapshot C\nsend A B 2\ntick 2\n"
                  "send B C 3\nsnapshot B # two\ntick 9" + draws});
}

TEST(Fuzz, CasesAreRefusedOrRun) {
  change_and_run(
      fuzz_case,
      {R"([{"id": "x", "algorithm": "cl", "fifo": true, "initial": {"A": 5, "B": 1},
"channels": [["A", "B"], ["B", "A"]], "ops": [
{"op": "send", "frm": "A", "to": "B", "msg": "m", "amount": 2}, {"op": "snapshot", "at": "B"},
{"op": "recv", "at": "A", "frm": "B", "expect": "M"}, {"op": "local", "at": "A", "event": "e"},
{"op": "dup", "frm": "A", "to": "B", "expect": "m"},
{"op": "recv", "at": "B", "frm": "A", "expect": "m"}],
"expected": {"states": {"A": 3}, "channels": {"A>B": ["m"]}, "total": 6, "run_states": []}}])",
       R"([{"id": "x", "algorithm": "lai-yang", "fifo": false, "initial": {"A": "a", "B": "b"},
"channels": [["A", "B"]], "ops": [{"op": "send", "frm": "A", "to": "B", "msg": "m", "state": "c"},
{"op": "snapshot", "at": "A"}, {"op": "turn-red", "at": "B"},
{"op": "recv", "at": "B", "frm": "A", "expect": "m"}], "expected": {"logs": {"B": []}}}])",
       R"([{"id": "x", "algorithm": "flink-aligned", "arrivals": [["X", 3], ["X", "|"], ["Y", 2],
["X", 5], ["Y", "|"]], "post_barrier_replay": {"X": [5]}, "expected": {"state": 5}}])",
       R"([{"id": "x", "algorithm": "mmc", "lam": 2, "mu": 3, "c": 2, "expected": {"rho": 0.3}},
{"id": "y", "algorithm": "fluid", "segments": [[10, 120], [5, 0]], "mu": 100,
"expected": {"peak": 200}}])"});
}

TEST(Fuzz, BarrierScriptsAreRefusedOrRun) {
  change_and_run(
      fuzz_vectors,
      {R"({"vectors": [{"id": "x", "family": "alternating",
"channels": ["remote", "local", "remote"],
"script": ["d0:5", "b1@0!T10", "d1", "b1@1!T10~0", "P:ann", "+20", "b1@2!U", "P*", "a2@2!T5", "^7",
"x2@0", "b3@0!S", "P:data", "F", "b4@1!U", "d0", "b4@2!T3", "e1", "P*", "b5@0!T1", "+9",
"e0", "P*"],
"expect": {"triggered": [1], "metrics": {"at": {"3": {"bytes": -1}}}}}]})",
       R"({"vectors": [{"id": "y", "family": "unaligned", "channels": 2,
"script": ["b1@0", "d1", "x2@1", "b3@1", "b3@0", "e0"],
"expect": {"captured_inflight_data_by_script_step": {"1": [1]}, "aborted_after_step": {"2": [2]}}},
{"id": "z", "family": "tracker", "channels": 3, "checkpoints_after_tasks_finish": false,
"script": ["b1@0", "+3", "b2@1", "x1@2", "b2@0", "b2@2", "e1"], "expect": {"pending_ids": []}}]})",
       R"({"vectors": [{"id": "a", "family": "aligned", "channels": 2,
"script": ["b1@0", "d1:9", "b2@1~-4", "e0", "b3@1"], "expect": {"blocked_channels_at_end": []}},
{"family": "sink"}, {"family": "tracker", "form": "words"}]})"});
}

TEST(Fuzz, ExercisesAreRefusedOrAnswered) {
  change_and_run(fuzz_exercise, {read("assets/exercises/draw-a-cut.toml"),
                                 read("assets/exercises/two-at-once.toml"),
                                 read("assets/exercises/fluid-is-not-mm1.toml"),
                                 read("assets/exercises/uploaded-is-not-completed.toml")});
}

TEST(Fuzz, WorkFilesAreRefusedOrGraded) {
  change_and_run(fuzz_work, {"# mine\ndeliver A>B\nback\ndeliver A>B\nread-all\nseek 2\n"
                             "answer 2 10 EUR\nanswer 3 190\nanswer 4 T1\n"});
}

TEST(Fuzz, ProgressIsRefusedOrComesBack) {
  change_and_run(fuzz_kept, {"cutline progress 1\nwork x 5d6a0123456789ab solved 4 4\n"
                             "exercise next\nanswer 2 10 EUR\nhint\ndeliver A>B\n# mine\n"
                             "work y 0000000000000001 begun 0 3\nanswer 2 T1, T2\n"});
}

TEST(Fuzz, SubmissionsAreRefusedOrGraded) {
  const auto exercise =
      read_exercise("where-is-the-money", read("assets/exercises/where-is-the-money.toml"));
  ASSERT_TRUE(exercise);
  const LearnerWork work{{"deliver A>B", "read-all"}, {{2, "10"}, {4, "T1"}}};
  const auto grade = grade_work(*exercise, work);
  ASSERT_TRUE(grade);
  change_and_run(fuzz_submission, {print_submission(*exercise, work, *grade)});
}

}  // namespace
}  // namespace cutline

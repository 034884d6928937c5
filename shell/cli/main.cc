// cutline: the core without a window. One table says which commands there are.
#include <cstdio>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "shell/cli/arguments.h"
#include "shell/cli/bench.h"
#include "shell/cli/commands.h"

namespace {

using namespace cutline;

struct CommandInfo {
  std::string_view name;
  std::string_view usage;
  std::string_view does;
  int (*run)(std::span<const std::string_view> words);
};

constexpr CommandInfo kCommands[] = {
    {"run",
     "SCENARIO [--mode M] [--seed N] [--set KEY=VALUE]... [--until T] [--commands FILE]\n"
     "      [--save FILE] [--json] [--export FORMAT] [--out FILE]",
     "runs a scenario by the clock, with a snapshot at a quarter of the time; or a command file;\n"
     "      or opens a saved run",
     run_command},
    {"explore",
     "SCENARIO [--mode M] [--set KEY=VALUE]... [--always P]... [--reachable P]... [--never P]... "
     "[--max-states N] [--max-memory BYTES] [--max-time T] [--run P] [--json]",
     "goes through every interleaving of a system of processes and says what came of each claim",
     explore_command},
    {"compare",
     "SCENARIO [--modes M,M] [--checkpoints FILE] [--set KEY=VALUE]... [--commands FILE]\n"
     "      [--until T] [--json]",
     "runs a streaming job in several modes on one clock and says what is different; beside them\n"
     "      what a cluster says of its checkpoints",
     compare_command},
    {"check", "EXERCISE... | --figures",
     "proves exercises: the goal, every answer, every claim; or lists what can be asked of a run",
     check_command},
    {"exercise", "EXERCISE [--work FILE] [--out FILE]",
     "prints an exercise; or says what is right in what was done, and writes the submission",
     exercise_command},
    {"grade", "SUBMISSION [--exercise FILE]",
     "replays what a learner did in an exercise and scores it again", grade_command},
    {"vectors", "FILE.json", "runs barrier-handler scripts", vectors_command},
    {"cases", "FILE.json", "checks snapshot, stream and queue cases", cases_command},
    {"cos418", "TOP EVENTS --draws FILE", "replays a tick-based event script", cos418_command},
    {"bench", "[--json]", "measures the engine's own rates", bench_command},
};

int print_help() {
  std::puts("cutline: a lab for distributed snapshots, without a window\n");
  for (const CommandInfo& command : kCommands)
    std::printf("  cutline %s %s\n      %s\n", command.name.data(), command.usage.data(),
                command.does.data());
  std::puts("\nExit status: 0 success, 1 a check failed, 2 unusable input (file:line:column: "
            "sentence).");
  return 0;
}

// What was printed has to have arrived: a full disk is no success.
int delivered(int status) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  return refuse(fault("the output could not be written"));
}

int refuse_command(std::string_view name) {
  std::vector<std::string_view> known;
  std::string list;
  for (const CommandInfo& command : kCommands) {
    known.push_back(command.name);
    list += (list.empty() ? "" : ", ") + std::string(command.name);
  }
  const auto meant = nearest(name, known);
  return refuse(fault("there is no command " + in_quotes(name) + "; " +
                      (meant ? "did you mean " + std::string(*meant) + "?"
                             : "there are " + list)));
}

}  // namespace

int main(int count, char** texts) {
  const std::vector<std::string_view> words(texts + (count > 0 ? 1 : 0), texts + count);
  if (words.empty()) return refuse(fault("a command is missing; cutline --help lists them"));
  const std::string_view name = words[0];
  if (name == "help" || name == "--help" || name == "-h") return print_help();
  for (const CommandInfo& command : kCommands)
    if (command.name == name) return delivered(command.run(std::span(words).subspan(1)));
  return refuse_command(name);
}

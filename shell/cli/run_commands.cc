#include "shell/cli/run_commands.h"

#include <cstdio>

#include "core/base/text.h"
#include "core/lesson/command_budget.h"
#include "core/lesson/run_file.h"
#include "shell/cli/files.h"

namespace cutline {
namespace {

// "KEY=VALUE" of --set.
Result<Command> set_command(std::string_view setting) {
  const size_t equals = setting.find('=');
  if (equals == std::string_view::npos)
    return fault("--set needs KEY=VALUE, not " + in_quotes(setting));
  return Command{Verb::set,
                 {std::string(setting.substr(0, equals)), std::string(setting.substr(equals + 1))}};
}

// A command on each line; a line that starts with "#" is a comment. With `pass_refused` a line that
// the lab refuses has changed nothing, as on the page, and the next one is done.
Result<Done> apply_lines(std::string_view path, std::string_view text, bool pass_refused,
                         Lab& lab) {
  int number = 0;
  int refused = 0;
  CommandBudget budget;
  for (std::string_view line : split_lines(without_byte_order_mark(text))) {
    ++number;
    const std::vector<Word> words = split_words(line);
    if (words.empty() || words[0].text.starts_with('#')) continue;
    auto done = lab.apply_line(line);
    if (!done && pass_refused) {
      ++refused;
      if (auto gone = lab.apply({Verb::dismiss, {"all"}}); !gone) return gone;
      continue;
    }
    if (done) done = budget.spend(lab);
    if (done) continue;
    Fault problem = done.error();
    problem.file = path;
    problem.line = number;
    if (problem.column == 0) problem.column = words[0].column;
    return problem;
  }
  if (pass_refused) std::fprintf(stderr, "cutline: %d lines were refused\n", refused);
  return Done{};
}

// A saved run of something else than `name` is refused, with its line.
Result<Done> check_is_of(std::string_view name, std::string_view path, std::string_view text) {
  const Result<RunFile> run = read_run_file(text);
  if (!run) return Done{};  // opening it says why
  const RunFileLine& first = run->lines[0];
  if (first.command.arguments[0] == name) return Done{};
  Fault problem = fault_at(first.line, first.column,
                           "this is a run of " + in_quotes(first.command.arguments[0]) +
                               ", not of " + in_quotes(name));
  problem.file = path;
  return problem;
}

}  // namespace

Result<Done> apply_settings(const Arguments& arguments, Lab& lab) {
  if (const auto mode = arguments.value("--mode"))
    if (auto done = lab.apply({Verb::set, {"algorithm", std::string(*mode)}}); !done) return done;
  if (const auto seed = arguments.value("--seed"))
    if (auto done = lab.apply({Verb::seed, {std::string(*seed)}}); !done) return done;
  for (const Option& option : arguments.options) {
    if (option.name != "--set") continue;
    const auto command = set_command(option.value);
    if (!command) return command.error();
    if (auto done = lab.apply(*command); !done) return done;
  }
  return Done{};
}

Result<Done> open_saved(const SavedRun& saved, const Arguments& arguments, Lab& lab) {
  for (std::string_view option : {"--mode", "--seed", "--set"})
    if (arguments.has(option))
      return fault(std::string(option) + ": " + saved.path + " is a saved run, with settings of "
                   "its own");
  Result<Done> done = lab.open_run(saved.text);
  if (done) return done;
  Fault problem = done.error();
  problem.file = saved.path;
  return problem;
}

Result<Done> apply_commands(std::string_view path, const Arguments& arguments, Lab& lab) {
  auto text = read_file(path);
  if (!text) return text.error();
  if (is_run_text(*text)) {
    const bool job = lab.screen() == Screen::jobs;
    const std::string& name = job ? lab.job()->authored.name : lab.authored().name;
    if (auto done = check_is_of(name, path, *text); !done) return done;
    return open_saved({std::string(path), std::move(*text)}, arguments, lab);
  }
  if (lab.screen() != Screen::jobs)  // a job has got them already
    if (auto done = apply_settings(arguments, lab); !done) return done;
  return apply_lines(path, *text, arguments.has("--pass-refused"), lab);
}

Result<Done> apply_until(const Arguments& arguments, Lab& lab) {
  const auto until = arguments.value("--until");
  return until ? lab.apply({Verb::until, {std::string(*until)}}) : Result<Done>(Done{});
}

}  // namespace cutline

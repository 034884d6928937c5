// cutline cos418 TOP EVENTS --draws FILE: replays a tick-based event script.
#include <cstdio>
#include <string>

#include "core/lesson/tick_script_file.h"
#include "shell/cli/arguments.h"
#include "shell/cli/commands.h"
#include "shell/cli/files.h"

namespace cutline {

int cos418_command(std::span<const std::string_view> words) {
  const ArgumentForm form{"cos418 TOP EVENTS --draws FILE", {"--draws"}, {}, {}, 2};
  const auto arguments = read_arguments(form, words);
  if (!arguments) return refuse(arguments.error());
  const auto draws_path = arguments->value("--draws");
  if (!draws_path)
    return refuse(fault("--draws is missing (use: cutline " + std::string(form.usage) + ")"));
  const auto topology = read_file(arguments->positional[0]);
  if (!topology) return refuse(topology.error());
  const auto events = read_file(arguments->positional[1]);
  if (!events) return refuse(events.error());
  const auto draws = read_file(*draws_path);
  if (!draws) return refuse(draws.error());

  const std::string events_path(arguments->positional[1]);
  const auto script = read_tick_script({{std::string(arguments->positional[0]), *topology},
                                        {events_path, *events},
                                        {std::string(*draws_path), *draws}});
  if (!script) return refuse(script.error());
  const auto run = run_tick_script(*script);
  if (!run) {
    Fault problem = run.error();
    problem.file = events_path;
    return refuse(problem);
  }
  std::fputs(print_tick_snapshots(*script, *run).c_str(), stdout);
  return 0;
}

}  // namespace cutline

#include "shell/cli/run_output.h"

#include <cstdio>

#include "core/lesson/run_file.h"
#include "core/report/shiviz_log.h"
#include "shell/cli/files.h"

namespace cutline {

Result<Done> check_output(const Arguments& arguments) {
  if (arguments.has("--json") && arguments.has("--export"))
    return fault("--json and --export exclude each other: there is one result");
  if (arguments.has("--pass-refused") && !arguments.has("--commands"))
    return fault("--pass-refused is about the lines of --commands, and there is none");
  const auto save = arguments.value("--save");
  const auto out = arguments.value("--out");
  if (save && out && is_same_file(*save, *out))
    return fault("--save and --out both name " + std::string(*out) +
                 ": the second would replace the first");
  return Done{};
}

Result<Done> save_run(const Lab& lab, const Arguments& arguments) {
  if (const auto path = arguments.value("--save")) return write_file(*path, print_run_file(lab));
  return Done{};
}

Result<Done> put_out(std::string_view text, const Arguments& arguments) {
  Result<Done> done = Done{};
  if (const auto path = arguments.value("--out"))
    done = write_file(*path, text);
  else
    std::fwrite(text.data(), 1, text.size(), stdout);
  if (done && arguments.value("--export") == "shiviz")
    std::fprintf(stderr, "cutline: ShiViz reads it with the parser expression %s\n",
                 std::string(kShivizParser).c_str());
  return done;
}

}  // namespace cutline

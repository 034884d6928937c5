#include "shell/cli/run_output.h"

#include <cstdio>

#include "shell/cli/files.h"

namespace cutline {

Result<Done> check_output(const Arguments& arguments) {
  if (arguments.has("--json") && arguments.has("--export"))
    return fault("--json and --export exclude each other: there is one result");
  return Done{};
}

Result<Done> put_out(std::string_view text, const Arguments& arguments) {
  if (const auto path = arguments.value("--out")) return write_file(*path, text);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return Done{};
}

}  // namespace cutline

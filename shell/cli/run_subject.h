// What the first word of cutline run means: a name that comes with the build, or a file.
#pragma once
#include <string>
#include <string_view>
#include <variant>

#include "core/base/result.h"
#include "core/system/job.h"
#include "core/system/scenario.h"

namespace cutline {

struct SavedRun {
  std::string path;
  std::string text;
};

using RunSubject = std::variant<Scenario, Job, SavedRun>;

// A name wins over a file of that name. Faults name the file.
Result<RunSubject> read_run_subject(std::string_view word);

// A fault at a key of that file's top level, which was read already; at its start where the key is
// not there.
Fault at_key(std::string_view word, std::string_view key, std::string sentence);

}  // namespace cutline

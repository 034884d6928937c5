// Reads a streaming job from TOML (assets/scenarios/*.toml with [[vertex]] tables).
//
//     title = "A slow counter"     until = "60s"     seed = 1     machines = 1
//     [options]                    "execution.checkpointing.interval" = "5s"
//     [[vertex]]                   name = "source"   kind = "source"   parallelism = 2
//                                  rate = 1000       record-bytes = 1024
//     [[vertex]]                   name = "count"    kind = "aggregate"   service-time = "5ms"
//                                  state = { fixed = 5700 }
//     [[edge]]                     from = "source"   to = "count"   kind = "hash"   split = [9, 7]
//     [[failure]]                  vertex = "count"  subtask = 0    at = "30s"
//     [[savepoint]]                at = "40s"        kind = "suspend"
//     [[restart]]                  at = "45s"        from = "savepoint"
//                                  parallelism = { count = 3 }
#pragma once
#include <string_view>

#include "core/base/result.h"
#include "core/system/job.h"

namespace cutline {

// Is this text a job (it has vertices), and not a scenario of processes?
bool is_job_text(std::string_view toml_text);

// `name` is the scenario's name. Faults carry line and column.
Result<Job> read_job(std::string_view name, std::string_view toml_text);

// Where a key of a job's top level stands, without a sentence; line 1 where it does not.
Fault place_of_key(std::string_view toml_text, std::string_view key);

}  // namespace cutline

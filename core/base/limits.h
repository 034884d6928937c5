// One named limit for everything that grows. Each is well above the largest case we were given;
// asking for more is refused with a sentence that names the limit, never cut off silently.
#pragma once
#include <cstddef>
#include <cstdint>

namespace cutline {

inline constexpr size_t kProcessesMax = 64;
inline constexpr size_t kChannelsMax = 1024;
inline constexpr size_t kSnapshotsMax = 64;             // in one run
inline constexpr size_t kStepsMax = 20'000;             // in one run at teaching scale
inline constexpr size_t kSwapsMax = 2'000;              // of neighbours, to straighten one cut
inline constexpr int64_t kAmountMax = 1'000'000'000'000;  // one balance or one transfer
inline constexpr int64_t kPerMille = 1000;               // a chance of 1
inline constexpr size_t kNameLengthMax = 64;            // bytes of a process or message name
inline constexpr size_t kFileBytesMax = 16 * 1024 * 1024;  // any file that is read
inline constexpr size_t kNestingMax = 64;               // arrays and objects in a JSON file
inline constexpr size_t kJsonValuesMax = 1'000'000;      // values in a JSON file, 0.1 GB in memory
inline constexpr int64_t kScriptTicksMax = 1'000'000;    // in one tick script
inline constexpr size_t kCommandBytesMax = 1024;        // one line on the command bus
inline constexpr size_t kRunBytesMax = 4 * 1024 * 1024;  // of a saved run: 20,000 long commands
inline constexpr size_t kRunLinesMax = kStepsMax + 1000;  // commands in a saved run
inline constexpr size_t kRunSettingsMax = 200;          // of them, settings
inline constexpr int64_t kCommandWorkMax = 100'000'000;  // steps of all commands of one file
inline constexpr size_t kNoticesMax = 8;                // shown at once; the oldest goes first
inline constexpr double kRateMax = 1e6;                 // queue lab, customers per second
inline constexpr int64_t kQueueStepsMax = 10'000;       // queue lab, half-second steps
inline constexpr size_t kFluidSegmentsMax = 10'000;     // of one fluid queue
inline constexpr int64_t kServersMax = 1'000'000;       // of one M/M/c queue
inline constexpr int64_t kCustomersMax = 1'000'000'000;  // of one M/M/1 run

// The explorer.
inline constexpr int64_t kExploreTransfersMax = 100;      // of one process
inline constexpr int64_t kExploreSnapshotsMax = 8;
inline constexpr int64_t kExploreFaultsMax = 100;         // messages lost or doubled in one run
inline constexpr int64_t kExploreStatesMax = 100'000'000;  // asked for; memory ends it earlier

// Streaming jobs.
inline constexpr size_t kVerticesMax = 32;
inline constexpr int64_t kParallelismMax = 128;
inline constexpr int64_t kSplitsMax = 1024;                     // of one source
inline constexpr size_t kSavepointsMax = 100;                   // asked for in a run
inline constexpr size_t kRestartsMax = 100;                     // on purpose, in a run
inline constexpr int64_t kRecordBytesMax = 64 * 1024 * 1024;
inline constexpr int64_t kRecordsPerSecondMax = 10'000'000;      // of one split
inline constexpr int64_t kRecordsMax = int64_t{1} << 40;           // of one split
inline constexpr int64_t kStateBytesMax = int64_t{1} << 44;      // of one subtask, 16 TiB
inline constexpr int64_t kKeysMax = 1'000'000'000;
inline constexpr size_t kCheckpointHistoryMax = 1000;               // kept in a run
inline constexpr size_t kRecoveriesMax = 1000;                      // kept in a run
inline constexpr int64_t kLinksMax = 65'536;                     // channels between subtasks
inline constexpr int64_t kRecordsInFlightMax = 100'000'000;      // in all buffers, 0.8 GB
inline constexpr int64_t kNamedRecordsMax = 1'000'000;           // where records have names
inline constexpr int64_t kRetainedStatesMax = 2'000'000;         // in retained checkpoints
inline constexpr int64_t kExpectedEventsMax = 200'000'000;       // of a run, counted before it
inline constexpr int64_t kRunEventsMax = 2 * kExpectedEventsMax;  // that a run may really take
inline constexpr int64_t kSimulatedTimeMax = int64_t{24} * 3600 * 1'000'000'000;  // ns

}  // namespace cutline

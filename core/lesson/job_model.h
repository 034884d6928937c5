// Builds the read models of the job that is open. Split by what is shown; each part is pure and
// tested by itself.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/lesson/job_lab.h"
#include "core/lesson/read_models.h"
#include "core/lesson/read_models_job.h"
#include "core/system/sink_ledger.h"

namespace cutline {

// The checkpoint whose parts and captured data are shown: the selected one, else the newest.
CheckpointId shown_checkpoint(const JobHistory& history, const std::string& selected);

JobGraphModel build_job_graph(const JobSetup& setup, const JobWorld& world, CheckpointId shown);
std::vector<JobCheckpointModel> build_job_checkpoints(const JobSetup& setup, const JobWorld& world,
                                                      CheckpointId shown);
// Now, and in the shown checkpoint where it is complete and still retained.
std::vector<JobLedgerModel> build_job_ledgers(const JobSetup& setup, const JobWorld& world,
                                              CheckpointId shown);
// Figures over the recorded run; checkpoints that ended before the cursor.
ChartsModel build_job_charts(const JobHistory& history, CheckpointId shown);
CompareModel build_job_compare(const JobComparison& comparison, const JobHistory& history);
std::vector<LogLine> build_job_log(const JobHistory& history);
std::vector<ActionModel> build_job_actions(const JobHistory& history, bool playing,
                                           JobPanel panel = JobPanel::graph,
                                           bool compares = false);
std::vector<ParameterModel> build_job_parameters(const Job& authored, const Job& job);

JobModel build_job_model(const JobHistory& history, const std::string& selected);

std::string bytes_text(int64_t bytes);  // "512 B", "31.2 kB", "1.5 MB", "2 GB"
// "each once", "50 lost: source:50, … and 45 more", "13 repeated, as a plain sink may".
std::string sink_effects_text(const JobSetup& setup, const SinkLedger& ledger);
// "source-0:12, source-0:13 and 4 more"
std::string tags_text(const JobSetup& setup, const std::vector<OriginTag>& tags);

}  // namespace cutline

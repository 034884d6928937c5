#include "core/base/check.h"
#include "core/lesson/cluster_file.h"
#include "core/lesson/job_lab.h"
#include "core/lesson/job_model.h"
#include "tests/fuzz/fuzz_target.h"

namespace cutline {

// A cluster's document is refused with a sentence, or it can be laid beside a job and shown.
bool fuzz_cluster(std::string_view input) {
  Result<ClusterFile> file = read_cluster_file(input);
  if (!file) {
    CUTLINE_CHECK(!file.error().sentence.empty(), "a refusal says why");
    return false;
  }
  CUTLINE_CHECK(file->history.size() <= kClusterHistoryMax, "the list is bounded");
  for (size_t at = 0; at + 1 < file->history.size(); ++at)
    CUTLINE_CHECK(file->history[at].id < file->history[at + 1].id, "oldest first, each once");
  static const OpenJob job = *open_job(*embedded_job("t1-aligned"));
  JobComparison comparison;
  comparison.cluster = ComparedCluster{"fuzz", std::move(*file)};
  follow(comparison, job.history);
  const CompareModel model = build_job_compare(comparison, job.history);
  CUTLINE_CHECK(model.columns.size() == 1, "the cluster is a column");
  return true;
}

}  // namespace cutline

CUTLINE_FUZZ_TARGET(fuzz_cluster)

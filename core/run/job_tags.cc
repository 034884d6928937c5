#include "core/run/job_tags.h"

namespace cutline {

std::string split_name(const JobSetup& setup, uint32_t split) {
  for (uint32_t index = 0; index < setup.job.vertices.size(); ++index) {
    const VertexSetup& vertex = setup.job.vertices[index];
    const uint32_t first = setup.first_split[index];
    if (vertex.kind != VertexKind::source || split < first) continue;
    if (split - first >= vertex.parallelism) continue;
    return vertex.parallelism == 1 ? vertex.name
                                   : vertex.name + "-" + std::to_string(split - first);
  }
  return "split " + std::to_string(split);
}

std::string tag_name(const JobSetup& setup, OriginTag tag) {
  return split_name(setup, tag_split(tag)) + ":" + std::to_string(tag_position(tag));
}

}  // namespace cutline

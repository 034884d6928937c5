// What happens during a job's run: [[failure]], [[savepoint]], [[restart]].
#include "core/lesson/job_reader.h"

namespace cutline {
namespace {

constexpr Named<SavepointKind> kSavepointKinds[] = {
    {"savepoint", SavepointKind::savepoint},
    {"suspend", SavepointKind::suspend},
    {"drain", SavepointKind::drain},
};
constexpr Named<RestoreFrom> kRestoreFrom[] = {
    {"checkpoint", RestoreFrom::checkpoint},
    {"savepoint", RestoreFrom::savepoint},
};

}  // namespace

// At a time, or so long after a checkpoint has completed.
bool JobReader::read_moment(const toml::table& in, std::string_view where, Tick& at,
                            int64_t& after_completed) {
  return needs(in, where, "at") && duration(in, "at", kSimulatedTimeMax, at) &&
         whole(in, "after-completed", {1, 1'000'000}, after_completed);
}

bool JobReader::read_failure(const toml::table& in) {
  FailureSetup failure;
  int64_t subtask = 0;
  if (!only(in, "[[failure]]", {"vertex", "subtask", "at", "after-completed"}) ||
      !vertex_of(in, "vertex", failure.vertex) ||
      !whole(in, "subtask", {0, kParallelismMax - 1}, subtask) ||
      !read_moment(in, "[[failure]]", failure.at, failure.after_completed))
    return false;
  failure.subtask = static_cast<uint32_t>(subtask);
  const uint32_t subtasks = largest_parallelism(job_, failure.vertex);
  if (failure.subtask >= subtasks)
    return refuse(*in.get("subtask"),
                  "vertex " + in_quotes(job_.vertices[failure.vertex.index].name) + " has " +
                      count_of(subtasks, "subtask") + ", counted from 0");
  job_.failures.push_back(failure);
  return true;
}

bool JobReader::read_savepoint(const toml::table& in) {
  SavepointSetup savepoint;
  if (!only(in, "[[savepoint]]", {"at", "after-completed", "kind"}) ||
      !read_moment(in, "[[savepoint]]", savepoint.at, savepoint.after_completed) ||
      !one_of(in, "kind", kSavepointKinds, savepoint.kind))
    return false;
  job_.savepoints.push_back(savepoint);
  return true;
}

bool JobReader::read_restart(const toml::table& in) {
  RestartSetup restart;
  if (!only(in, "[[restart]]", {"at", "after-completed", "with-failure", "from", "parallelism"}) ||
      !read_moment(in, "[[restart]]", restart.at, restart.after_completed) ||
      !flag(in, "with-failure", restart.with_failure) ||
      !one_of(in, "from", kRestoreFrom, restart.from) || !read_rescales(in, restart))
    return false;
  job_.restarts.push_back(std::move(restart));
  return true;
}

// parallelism = { count = 3, sink = 3 }: of the vertices that get another one
bool JobReader::read_rescales(const toml::table& in, RestartSetup& restart) {
  const toml::table* wished = nullptr;
  if (!table(in, "parallelism", wished)) return false;
  if (!wished) return true;
  for (auto&& [key, node] : *wished) {
    int64_t parallelism = 1;
    const auto vertex = find_vertex(job_, key.str());
    if (!vertex)
      return refuse(key.source(), "there is no vertex " + in_quotes(key.str()));
    if (!whole(*wished, key.str(), {1, kParallelismMax}, parallelism)) return false;
    restart.parallelism.push_back({*vertex, static_cast<uint32_t>(parallelism)});
  }
  if (const auto why = why_unusable_restart(job_, restart)) return refuse(*wished, *why);
  return true;
}

}  // namespace cutline

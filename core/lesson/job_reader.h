// Reads one job's tables, one after the other. Used by job_file*.cc and exercise_file.cc only.
#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/toml_reader.h"
#include "core/system/job.h"

namespace cutline {

template <class Kind>
struct Named {
  std::string_view name;
  Kind kind;
};

class JobReader : public TomlReader {
 public:
  JobReader(std::string_view name, const toml::table& root) : root_(root) { job_.name = name; }
  Result<Job> read();

 private:
  bool read_top();
  bool read_options();
  bool read_option(const toml::key& key, const toml::node& node);
  bool check_whole();
  bool check_options_together();
  bool read_surroundings();
  bool read_vertex(const toml::table& in);
  bool read_source(const toml::table& in, VertexSetup& vertex);
  bool read_service(const toml::table& in, VertexSetup& vertex);
  bool read_keep(const toml::table& in, VertexSetup& vertex);
  bool read_state(const toml::table& in, StateSetup& state);
  bool read_sink(const toml::table& in, VertexSetup& vertex);
  bool read_roll(const toml::table& in, SinkSetup& sink);
  bool read_edge(const toml::table& in);
  bool read_split(const toml::table& in, EdgeSetup& edge);
  // job_file_wishes.cc: what happens during the run
  bool read_failure(const toml::table& in);
  bool read_savepoint(const toml::table& in);
  bool read_restart(const toml::table& in);
  bool read_rescales(const toml::table& in, RestartSetup& restart);
  bool read_moment(const toml::table& in, std::string_view where, Tick& at,
                   int64_t& after_completed);
  bool vertex_of(const toml::table& in, std::string_view key, VertexId& out);
  bool numbers(const toml::table& in, std::string_view key, std::vector<int64_t>& out);

  template <class Kind, size_t Count>
  bool one_of(const toml::table& in, std::string_view key, const Named<Kind> (&names)[Count],
              Kind& out) {
    std::string word;
    if (!in.contains(key)) return true;
    if (!text(in, key, word)) return false;
    std::string list;
    std::vector<std::string_view> known;
    for (const Named<Kind>& each : names) {
      if (each.name == word) {
        out = each.kind;
        return true;
      }
      list += (list.empty() ? "" : ", ") + std::string(each.name);
      known.push_back(each.name);
    }
    return refuse(*in.get(key), "there is no " + std::string(key) + " " + in_quotes(word) +
                                    "; there are " + list + did_you_mean(word, known));
  }

  const toml::table& root_;
  Job job_;
};

}  // namespace cutline

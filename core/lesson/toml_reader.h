// What every reader of an authored file needs: values of a TOML tree by key, each with its
// limits, and the first problem with its place. Every reading function returns whether to go on.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/ticks.h"
#include "core/lesson/toml_library.h"

namespace cutline {

// A fault for what is too long or is not TOML.
Result<toml::table> parse_toml(std::string_view text);

struct TomlRange {
  int64_t min = 0;
  int64_t max = 0;
};

class TomlReader {
 protected:
  // Each leaves `out` as it is where the key is absent and may be.
  bool text(const toml::table& table, std::string_view key, std::string& out);
  bool flag(const toml::table& table, std::string_view key, bool& out);
  bool whole(const toml::table& table, std::string_view key, TomlRange range, int64_t& out);
  // "500ms", at most `max`.
  bool duration(const toml::table& table, std::string_view key, Tick max, Tick& out);
  bool duration(const toml::node& node, std::string_view key, Tick max, Tick& out);
  // "500ms", or the shortest and the longest: ["300ms", "900ms"]. At most 1h.
  bool durations(const toml::table& table, std::string_view key, Tick& min, Tick& max);

  // Refuse what text() or duration() has read: a name that why_no_name() refuses, a text that is no
  // line, a time that does not pass. `what` is what has the name: "vertex".
  bool name(const toml::table& table, std::string_view key, std::string_view what,
            std::string_view read);
  bool line(const toml::table& table, std::string_view key, std::string_view read);
  bool title(const toml::table& table, std::string_view read);  // also of its length
  bool above_zero(const toml::table& table, std::string_view key, Tick read);

  // Refuses the first key of the table, in the order of the file, that is not allowed there.
  bool only(const toml::table& table, std::string_view where,
            std::initializer_list<std::string_view> allowed);
  bool needs(const toml::table& table, std::string_view where, std::string_view key);
  // The table under `key`, or null where it is absent; false where it is something else.
  bool table(const toml::table& in, std::string_view key, const toml::table*& out);

  // Reads every table of an array of tables: [[process]], [[channel]].
  template <class ReadOne>
  bool tables(const toml::table& in, std::string_view key, size_t max, ReadOne read_one) {
    const toml::node* node = in.get(key);
    if (!node) return true;
    const std::string form = "[[" + std::string(key) + "]]";
    const std::string wrong = std::string(key) + " must be an array of tables: " + form;
    const toml::array* array = node->as_array();
    if (!array) return refuse(*node, wrong);
    size_t count = 0;
    for (const toml::node& each : *array) {
      const toml::table* one = each.as_table();
      if (!one) return refuse(each, wrong);
      if (++count > max)
        return refuse(each, "there are at most " + std::to_string(max) + " " + form);
      if (!read_one(*one)) return false;
    }
    return true;
  }

  bool refuse(const toml::source_region& place, std::string sentence) {
    const auto line = static_cast<int>(place.begin.line);
    problem_ = fault_at(line, static_cast<int>(place.begin.column), std::move(sentence));
    return false;
  }
  bool refuse(const toml::node& node, std::string sentence) {
    return refuse(node.source(), std::move(sentence));
  }

  Fault problem_;
};

}  // namespace cutline

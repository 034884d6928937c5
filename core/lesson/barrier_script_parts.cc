#include "core/lesson/barrier_script_parts.h"

#include "core/base/check.h"

namespace cutline {
namespace {

void append(std::string& list, const std::string& item) {
  if (!list.empty()) list += ", ";
  list += item;
}

std::string entry(int64_t key, const std::string& value) {
  return std::to_string(key) + ": " + value;
}

}  // namespace

std::string_view queue_item_name(QueueItemKind kind) {
  switch (kind) {
    case QueueItemKind::data: return "data";
    case QueueItemKind::barrier: return "bar";
    case QueueItemKind::announcement: return "ann";
    case QueueItemKind::cancel_marker: return "cancel";
    case QueueItemKind::end_of_partition: return "eop";
    case QueueItemKind::end_of_channel_state: break;  // no script has one
  }
  CUTLINE_CHECK(false, "every item has a name");
  return "";
}

std::string print_flag(bool flag) { return flag ? "true" : "false"; }

std::string print_numbers(const std::vector<int64_t>& numbers) {
  std::string list;
  for (const int64_t number : numbers) append(list, std::to_string(number));
  return "[" + list + "]";
}

std::string print_words(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) append(list, word);
  return "[" + list + "]";
}

std::string print_lists(const NumberLists& lists) {
  std::string out;
  for (const auto& [key, numbers] : lists)
    if (!numbers.empty()) append(out, entry(key, print_numbers(numbers)));
  return "{" + out + "}";
}

std::string print_counts(const NumberCounts& counts) {
  std::string out;
  for (const auto& [key, count] : counts)
    if (count != 0) append(out, entry(key, std::to_string(count)));
  return "{" + out + "}";
}

std::string print_counts_by_id(const std::map<int64_t, NumberCounts>& counts) {
  std::string out;
  for (const auto& [key, each] : counts) {
    const std::string printed = print_counts(each);
    if (printed != "{}") append(out, entry(key, printed));
  }
  return "{" + out + "}";
}

}  // namespace cutline

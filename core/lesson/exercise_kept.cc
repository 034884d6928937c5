#include "core/lesson/exercise_kept.h"

#include <algorithm>

#include "core/base/fingerprint.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/command.h"

namespace cutline {
namespace {

constexpr std::string_view kFirstLine = "cutline progress 1";
constexpr size_t kHeadWords = 6;
constexpr int64_t kCountMax = 1000;  // of questions

Result<uint64_t> read_fingerprint(std::string_view text) {
  uint64_t out = 0;
  const bool hex = text.size() == 16 && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  });
  if (!hex) return fault("a fingerprint has 16 hexadecimal digits, not " + in_quotes(text));
  for (char c : text) out = out * 16 + static_cast<uint64_t>(c <= '9' ? c - '0' : c - 'a' + 10);
  return out;
}

// "work where-is-the-money 5d6a0c… solved 4 4"
Result<KeptExercise> read_head(const std::vector<Word>& words, int line) {
  if (words.size() != kHeadWords)
    return fault_at(line, words[0].column,
                    "an exercise is written work NAME FINGERPRINT STATE RIGHT OF");
  KeptExercise out;
  if (const auto why = why_no_name(words[1].text))
    return fault_at(line, words[1].column, "an exercise's name " + *why);
  out.id = words[1].text;
  const auto fingerprint = read_fingerprint(words[2].text);
  if (!fingerprint) return fault_at(line, words[2].column, fingerprint.error().sentence);
  out.fingerprint = *fingerprint;
  if (words[3].text != "solved" && words[3].text != "begun")
    return fault_at(line, words[3].column,
                    "an exercise is solved or begun, not " + in_quotes(words[3].text));
  out.solved = words[3].text == "solved";
  const auto of = parse_integer(words[5].text, 0, kCountMax, "the number of questions");
  if (!of) return fault_at(line, words[5].column, of.error().sentence);
  const auto right = parse_integer(words[4].text, 0, *of, "the number of right answers");
  if (!right) return fault_at(line, words[4].column, right.error().sentence);
  out.right = static_cast<size_t>(*right);
  out.of = static_cast<size_t>(*of);
  return out;
}

bool is_known(const std::vector<KeptExercise>& kept, const std::string& id) {
  return std::any_of(kept.begin(), kept.end(),
                     [&](const KeptExercise& each) { return each.id == id; });
}

}  // namespace

std::string print_kept(const std::vector<KeptExercise>& kept) {
  std::string out(kFirstLine);
  out += "\n";
  for (const KeptExercise& each : kept) {
    out += "work " + each.id + " " + print_fingerprint(each.fingerprint) +
           (each.solved ? " solved " : " begun ") + std::to_string(each.right) + " " +
           std::to_string(each.of) + "\n";
    for (const std::string& line : each.lines) out += line + "\n";
  }
  return out;
}

Result<std::vector<KeptExercise>> read_kept(std::string_view text) {
  if (text.size() > kProgressBytesMax)
    return fault("a file of progress has at most " + std::to_string(kProgressBytesMax) +
                 " bytes");
  std::vector<KeptExercise> out;
  int number = 0;
  bool begun = false;
  for (std::string_view line : split_lines(without_byte_order_mark(text))) {
    ++number;
    const std::vector<Word> words = split_words(line);
    if (words.empty() || words[0].text.starts_with('#')) continue;
    if (!begun) {
      if (line != kFirstLine)
        return fault_at(number, 1, "progress starts with " + in_quotes(kFirstLine) + ", not " +
                                       in_quotes(line));
      begun = true;
    } else if (words[0].text == "work") {
      const auto head = read_head(words, number);
      if (!head) return head.error();
      if (is_known(out, head->id))
        return fault_at(number, words[1].column, in_quotes(head->id) + " is there twice");
      if (out.size() >= kKeptMax)
        return fault_at(number, 1, "there are at most " + std::to_string(kKeptMax) +
                                       " exercises");
      out.push_back(*head);
    } else {
      if (out.empty()) return fault_at(number, 1, "a line stands before the first exercise");
      const auto command = parse_command(line);
      if (!command) return fault_at(number, command.error().column, command.error().sentence);
      if (out.back().lines.size() >= kRunLinesMax)
        return fault_at(number, 1, "an exercise has at most " + std::to_string(kRunLinesMax) +
                                       " lines");
      out.back().lines.push_back(print_command(*command));
    }
  }
  if (!begun) return fault("this is no file of progress: it is empty");
  return out;
}

}  // namespace cutline

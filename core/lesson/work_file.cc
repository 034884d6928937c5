#include "core/lesson/work_file.h"

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/command.h"

namespace cutline {
namespace {

constexpr int64_t kStepNumberMax = 1000;

// "answer 2 10 EUR"
Result<GivenAnswer> read_answer(std::string_view line, int number) {
  const std::vector<Word> words = split_words(line);
  if (words.size() < 3)
    return fault_at(number, words.back().column, "an answer is written answer STEP ANSWER");
  const auto step = parse_integer(words[1].text, 1, kStepNumberMax, "the step");
  if (!step) return fault_at(number, words[1].column, step.error().sentence);
  std::string answer;
  for (size_t at = 2; at < words.size(); ++at)
    answer += (at == 2 ? "" : " ") + std::string(words[at].text);
  return GivenAnswer{static_cast<size_t>(*step), answer};
}

}  // namespace

Result<WorkFile> read_work(std::string_view text) {
  WorkFile out;
  int number = 0;
  for (std::string_view line : split_lines(without_byte_order_mark(text))) {
    ++number;
    const std::vector<Word> words = split_words(line);
    if (words.empty() || words[0].text.starts_with('#')) continue;
    if (out.action_lines.size() + out.answer_lines.size() >= kRunLinesMax)
      return fault_at(number, 1, "there are at most " + std::to_string(kRunLinesMax) +
                                     " actions and answers");
    if (words[0].text == "answer") {
      const auto answer = read_answer(line, number);
      if (!answer) return answer.error();
      out.work.answers.push_back(*answer);
      out.answer_lines.push_back(number);
      continue;
    }
    const auto command = parse_command(line);
    if (!command) return fault_at(number, command.error().column, command.error().sentence);
    out.work.actions.push_back(print_command(*command));
    out.action_lines.push_back(number);
  }
  return out;
}

Fault at_work_line(const WorkFile& file, Fault problem) {
  const std::vector<int>& lines = problem.column == 1 ? file.action_lines : file.answer_lines;
  if (problem.line < 1 || static_cast<size_t>(problem.line) > lines.size()) return problem;
  problem.line = lines[static_cast<size_t>(problem.line) - 1];
  problem.column = 1;
  return problem;
}

}  // namespace cutline

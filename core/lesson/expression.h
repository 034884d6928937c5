// Expressions over a run: figures, numbers, arithmetic, comparisons, and, or, not. What an exercise
// asks, and what its right answer is.
//
//     snapshot-total S1 != started-with and count ( lost S1 ) = 1
//     T1 in recorded-records A>B S1
//
// Words are split by blanks (a channel is A>B, so ">" stands alone); "(" and ")" may touch a word.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/lesson/figure.h"

namespace cutline {

enum class Operator : uint8_t {
  number, figure, count, contains, negation, both, either, equal, unequal, less, more, at_most,
  at_least, plus, minus,
};

struct ExpressionNode {
  Operator what = Operator::number;
  double number = 0;
  const FigureInfo* figure = nullptr;
  std::vector<std::string> words;  // the figure's arguments; contains: the name
  uint32_t left = 0;               // indices into Expression::nodes
  uint32_t right = 0;
};

struct Expression {
  std::string text;  // as it was written
  std::vector<ExpressionNode> nodes;
  uint32_t root = 0;
  FigureType type = FigureType::truth;
  bool of_run = false;  // uses a figure that depends on more than the state
};

// Names must be those of the subject. At most kExpressionWordsMax words.
inline constexpr size_t kExpressionWordsMax = 100;
Result<Expression> parse_expression(const FigureSubject& subject, std::string_view text);

// A fault where a figure in it cannot be asked yet.
Result<FigureValue> evaluate(const Lab& lab, const Expression& expression);

// Of a truth: what cannot be asked yet is not so.
bool holds(const Lab& lab, const Expression& expression);

}  // namespace cutline

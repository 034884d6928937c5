#include "core/lesson/expression.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/text.h"

namespace cutline {
namespace {

struct NamedOperator {
  std::string_view word;
  Operator what;
};
constexpr NamedOperator kComparisons[] = {
    {"=", Operator::equal},    {"!=", Operator::unequal},  {"<", Operator::less},
    {">", Operator::more},     {"<=", Operator::at_most}, {">=", Operator::at_least},
};
constexpr NamedOperator kSums[] = {{"+", Operator::plus}, {"-", Operator::minus}};

constexpr int kDepthMax = 20;

// Words, with parentheses as words of their own.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> out;
  for (const Word& word : split_words(text)) {
    std::string_view rest = word.text;
    for (; rest.starts_with('('); rest.remove_prefix(1)) out.emplace_back("(");
    size_t closing = 0;
    for (; rest.ends_with(')'); rest.remove_suffix(1)) ++closing;
    if (!rest.empty()) out.emplace_back(rest);
    for (; closing > 0; --closing) out.emplace_back(")");
  }
  return out;
}

// Each function reads what binds closer than the last and returns the number of its node.
class Parser {
 public:
  Parser(const FigureSubject& subject, std::string_view text)
      : subject_(subject), words_(words_of(text)) {
    out_.text = text;
  }

  Result<Expression> parse() {
    if (words_.empty()) return fault("an expression is missing");
    if (words_.size() > kExpressionWordsMax)
      return fault("an expression has at most " + std::to_string(kExpressionWordsMax) + " words");
    const Result<uint32_t> root = either();
    if (!root) return root.error();
    if (at_ < words_.size()) return fault(in_quotes(words_[at_]) + " is not expected there");
    out_.root = *root;
    out_.type = types_[*root];
    return std::move(out_);
  }

 private:
  using Node = Result<uint32_t>;

  bool next_is(std::string_view word) const { return at_ < words_.size() && words_[at_] == word; }

  uint32_t add(ExpressionNode node, FigureType type) {
    out_.nodes.push_back(std::move(node));
    types_.push_back(type);
    return static_cast<uint32_t>(out_.nodes.size() - 1);
  }

  Result<Done> needs(uint32_t node, FigureType type, const std::string& word) const {
    if (types_[node] == type) return Done{};
    return fault(in_quotes(word) + " goes with what is " + std::string(figure_type_name(type)) +
                 ", not with what is " + std::string(figure_type_name(types_[node])));
  }

  Node joined(Operator what, std::string_view word, Node (Parser::*part)()) {
    Node left = (this->*part)();
    while (left && next_is(word)) {
      ++at_;
      const Node right = (this->*part)();
      if (!right) return right;
      for (uint32_t side : {*left, *right})
        if (const auto good = needs(side, FigureType::truth, std::string(word)); !good)
          return good.error();
      left = add({what, 0, nullptr, {}, *left, *right}, FigureType::truth);
    }
    return left;
  }

  Node either() { return joined(Operator::either, "or", &Parser::both); }
  Node both() { return joined(Operator::both, "and", &Parser::negation); }

  Node negation() {
    if (!next_is("not")) return comparison();
    ++at_;
    if (++depth_ > kDepthMax) return fault("the expression is nested too deep");
    const Node of = negation();
    --depth_;
    if (!of) return of;
    if (const auto good = needs(*of, FigureType::truth, "not"); !good) return good.error();
    return add({Operator::negation, 0, nullptr, {}, *of, 0}, FigureType::truth);
  }

  Node comparison() {
    const Node left = sum();
    if (!left) return left;
    for (const NamedOperator& each : kComparisons) {
      if (!next_is(each.word)) continue;
      ++at_;
      const Node right = sum();
      if (!right) return right;
      const bool order = each.what != Operator::equal && each.what != Operator::unequal;
      const FigureType type = order ? FigureType::number : types_[*left];
      for (uint32_t side : {*left, *right})
        if (const auto good = needs(side, type, std::string(each.word)); !good)
          return good.error();
      return add({each.what, 0, nullptr, {}, *left, *right}, FigureType::truth);
    }
    return left;
  }

  Node sum() {
    Node left = term();
    for (bool more = true; left && more;) {
      more = false;
      for (const NamedOperator& each : kSums) {
        if (!next_is(each.word)) continue;
        ++at_;
        const Node right = term();
        if (!right) return right;
        for (uint32_t side : {*left, *right})
          if (const auto good = needs(side, FigureType::number, std::string(each.word)); !good)
            return good.error();
        left = add({each.what, 0, nullptr, {}, *left, *right}, FigureType::number);
        more = true;
        break;
      }
    }
    return left;
  }

  Node term() {
    if (at_ == words_.size()) return fault("the expression ends too early");
    const std::string word = words_[at_++];
    if (word == "(") {
      if (++depth_ > kDepthMax) return fault("the expression is nested too deep");
      const Node inner = either();
      --depth_;
      if (!inner) return inner;
      if (!next_is(")")) return fault("a closing parenthesis is missing");
      ++at_;
      return inner;
    }
    if (word == "count") return counted();
    if (const FigureInfo* figure = find_figure(word)) return asked(*figure);
    if (next_is("in")) return contained(word);
    const Result<double> number = parse_decimal(word, -1e15, 1e15, "the number");
    if (number) return add({Operator::number, *number, nullptr, {}, 0, 0}, FigureType::number);
    return fault("there is no figure " + in_quotes(word) +
                 "; cutline check --figures lists them");
  }

  Node counted() {
    if (++depth_ > kDepthMax) return fault("the expression is nested too deep");
    const Node of = term();
    --depth_;
    if (!of) return of;
    if (const auto good = needs(*of, FigureType::names, "count"); !good) return good.error();
    return add({Operator::count, 0, nullptr, {}, *of, 0}, FigureType::number);
  }

  Node contained(const std::string& name) {
    ++at_;
    if (++depth_ > kDepthMax) return fault("the expression is nested too deep");
    const Node of = term();
    --depth_;
    if (!of) return of;
    if (const auto good = needs(*of, FigureType::names, "in"); !good) return good.error();
    return add({Operator::contains, 0, nullptr, {name}, *of, 0}, FigureType::truth);
  }

  Node asked(const FigureInfo& figure) {
    if (const auto good = check_figure(subject_, figure); !good) return good.error();
    ExpressionNode node{Operator::figure, 0, &figure, {}, 0, 0};
    const size_t count = split_words(figure.arguments).size();
    for (size_t argument = 0; argument < count; ++argument) {
      if (at_ == words_.size())
        return fault("the figure is written " + std::string(figure.name) + " " +
                     std::string(figure.arguments));
      const auto good = check_figure_argument(subject_, figure, argument, words_[at_]);
      if (!good) return good.error();
      node.words.push_back(words_[at_++]);
    }
    out_.of_run = out_.of_run || figure.of_run;
    return add(std::move(node), figure.type);
  }

  FigureSubject subject_;
  std::vector<std::string> words_;
  size_t at_ = 0;
  int depth_ = 0;
  Expression out_;
  std::vector<FigureType> types_;  // parallel to out_.nodes
};

FigureValue compared(Operator what, const FigureValue& left, const FigureValue& right) {
  const bool same = same_value(left, right);
  switch (what) {
    case Operator::equal: return truth_value(same);
    case Operator::unequal: return truth_value(!same);
    case Operator::less: return truth_value(!same && left.number < right.number);
    case Operator::more: return truth_value(!same && left.number > right.number);
    case Operator::at_most: return truth_value(same || left.number < right.number);
    case Operator::at_least: return truth_value(same || left.number > right.number);
    case Operator::plus: return number_value(left.number + right.number);
    case Operator::minus: return number_value(left.number - right.number);
    default: check_failed(__FILE__, __LINE__, "this operator has two sides");
  }
}

Result<FigureValue> evaluate_node(const Lab& lab, const Expression& expression, uint32_t at) {
  const ExpressionNode& node = expression.nodes[at];
  if (node.what == Operator::number) return number_value(node.number);
  if (node.what == Operator::figure) return figure_value(lab, *node.figure, node.words);
  const Result<FigureValue> left = evaluate_node(lab, expression, node.left);
  if (node.what == Operator::either && !(left && left->truth))
    return evaluate_node(lab, expression, node.right);
  if (!left || node.what == Operator::either) return left;
  switch (node.what) {
    case Operator::negation: return truth_value(!left->truth);
    case Operator::count: return number_value(static_cast<double>(left->names.size()));
    case Operator::contains:
      return truth_value(std::find(left->names.begin(), left->names.end(), node.words[0]) !=
                         left->names.end());
    case Operator::both:
      return left->truth ? evaluate_node(lab, expression, node.right) : left;
    default: break;
  }
  const Result<FigureValue> right = evaluate_node(lab, expression, node.right);
  return right ? compared(node.what, *left, *right) : right;
}

}  // namespace

Result<Expression> parse_expression(const FigureSubject& subject, std::string_view text) {
  Result<Expression> expression = Parser(subject, text).parse();
  if (expression) return expression;
  return fault(in_quotes(text) + ": " + expression.error().sentence);
}

Result<FigureValue> evaluate(const Lab& lab, const Expression& expression) {
  return evaluate_node(lab, expression, expression.root);
}

bool holds(const Lab& lab, const Expression& expression) {
  const Result<FigureValue> value = evaluate(lab, expression);
  return value && value->truth;
}

}  // namespace cutline

// Where a value starts is not told by the parser: it calls back after it has read a token. But
// between two tokens there are only blanks, commas and colons, so the next token's place follows
// from the end of the one before:
//
//     {"lam": 0.5 , "mu": 1}
//           └┬┘  └─ end of 0.5
//            └ skipped to get from the end of "lam" to the place of 0.5
#include "core/base/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/limits.h"
#include "core/base/text.h"

namespace cutline {
namespace {

// Line and column of a byte offset. Goes forward only.
class Place {
 public:
  explicit Place(std::string_view text) : text_(text) {}

  void go_to(size_t offset) {
    for (; offset_ < offset && offset_ < text_.size(); ++offset_) {
      const auto byte = static_cast<unsigned char>(text_[offset_]);
      if (byte == '\n') {
        ++line_;
        column_ = 1;
      } else if ((byte & 0xc0) != 0x80) {  // not inside a character
        ++column_;
      }
    }
  }
  void skip_byte_order_mark() {
    if (!text_.starts_with("\xef\xbb\xbf")) return;
    go_to(3);
    column_ = 1;
  }
  size_t offset() const { return offset_; }
  int line() const { return line_; }
  int column() const { return column_; }
  Fault wrong(std::string sentence) const { return fault_at(line_, column_, std::move(sentence)); }

 private:
  std::string_view text_;
  size_t offset_ = 0;
  int line_ = 1;
  int column_ = 1;
};

// "… - unexpected end of input; expected ':'"  →  "unexpected end of input where ':' is expected"
// "… - invalid literal; last read: 'nu]'; expected '}'"  →  "invalid literal where '}' is expected"
std::string readable(std::string_view message) {
  const size_t dash = message.find(" - ");
  if (dash != std::string_view::npos) message.remove_prefix(dash + 3);
  const size_t read = message.find("; last read: '");
  std::string_view what = message.substr(0, read);
  std::string_view rest = read == std::string_view::npos ? what : message.substr(read);
  std::string out = "this is not JSON: ";
  const size_t expected = rest.rfind("; expected ");
  if (expected == std::string_view::npos) return out.append(what);
  if (read == std::string_view::npos) what = what.substr(0, expected);
  return out.append(what) + " where " + std::string(rest.substr(expected + 11)) + " is expected";
}

// Receives the parser's events and builds the tree. Each returns whether to go on. The names of the
// functions are nlohmann's.
class TreeBuilder {
 public:
  explicit TreeBuilder(std::string_view text) : text_(text), place_(text) {
    place_.skip_byte_order_mark();
  }

  bool null() { return add_literal(JsonKind::null, 4) != nullptr; }
  bool boolean(bool value) {
    JsonValue* added = add_literal(JsonKind::boolean, value ? 4 : 5);
    if (added) added->boolean = value;
    return added != nullptr;
  }
  bool number_integer(int64_t value) {
    JsonValue* added = add_number(JsonKind::integer, static_cast<double>(value));
    if (added) added->integer = value;
    return added != nullptr;
  }
  bool number_unsigned(uint64_t value) {
    const auto largest = static_cast<uint64_t>(INT64_MAX);
    if (value <= largest) return number_integer(static_cast<int64_t>(value));
    return add_number(JsonKind::real, static_cast<double>(value)) != nullptr;
  }
  bool number_float(double value, const std::string&) {
    return add_number(JsonKind::real, value) != nullptr;
  }
  bool string(std::string& value) {
    JsonValue* added = add(JsonKind::text);
    if (!added) return false;
    added->text = std::move(value);
    skip_string();
    return true;
  }
  bool binary(std::vector<uint8_t>&) { return false; }  // not in JSON text
  bool start_object(size_t) {
    if (!open(JsonKind::object)) return false;
    names_.emplace_back();
    return true;
  }
  bool end_object() {
    names_.pop_back();
    return close();
  }
  bool start_array(size_t) { return open(JsonKind::array); }
  bool end_array() { return close(); }
  bool key(std::string& name);
  bool parse_error(size_t position, const std::string& token,
                   const nlohmann::detail::exception& error);

  Fault problem;  // where the parser was stopped
  JsonValue root;

 private:
  void skip_to_token() {
    const size_t start = text_.find_first_not_of(" \t\r\n,:", place_.offset());
    place_.go_to(std::min(start, text_.size()));
  }
  void skip_string() {
    size_t at = place_.offset() + 1;
    while (at < text_.size() && text_[at] != '"') at += text_[at] == '\\' ? 2 : 1;
    place_.go_to(at + 1);
  }
  bool refuse(std::string sentence) {
    problem = place_.wrong(std::move(sentence));
    return false;
  }
  JsonValue* add(JsonKind kind);
  JsonValue* add_literal(JsonKind kind, size_t length);
  JsonValue* add_number(JsonKind kind, double value);
  bool open(JsonKind kind);
  bool close();

  std::string_view text_;
  Place place_;  // the end of the last token
  size_t count_ = 0;
  // The arrays and objects that are open, outermost first. Only the innermost grows, so none moves.
  std::vector<JsonValue*> open_;
  std::vector<std::set<std::string>> names_;  // of the open objects' members
};

// A new value at the next token; leaves the place at the token's first character.
JsonValue* TreeBuilder::add(JsonKind kind) {
  skip_to_token();
  if (++count_ > kJsonValuesMax) {
    refuse("a JSON file has at most " + std::to_string(kJsonValuesMax) + " values");
    return nullptr;
  }
  JsonValue* added = &root;
  if (!open_.empty()) {
    JsonValue& parent = *open_.back();
    if (parent.is(JsonKind::array)) parent.items.emplace_back();
    added = parent.is(JsonKind::array) ? &parent.items.back() : &parent.members.back().value;
  }
  added->kind = kind;
  added->line = place_.line();
  added->column = place_.column();
  return added;
}

JsonValue* TreeBuilder::add_literal(JsonKind kind, size_t length) {
  JsonValue* added = add(kind);
  if (added) place_.go_to(place_.offset() + length);
  return added;
}

JsonValue* TreeBuilder::add_number(JsonKind kind, double value) {
  JsonValue* added = add(kind);
  if (!added) return nullptr;
  added->real = value;
  size_t end = text_.find_first_not_of("+-.0123456789eE", place_.offset());
  // In "01" the 0 is a number of its own; the 1 is what is wrong.
  const size_t first = place_.offset() + (text_[place_.offset()] == '-' ? 1 : 0);
  if (text_[first] == '0' && text_.find_first_of("0123456789", first + 1) == first + 1)
    end = first + 1;
  place_.go_to(std::min(end, text_.size()));
  return added;
}

bool TreeBuilder::open(JsonKind kind) {
  if (open_.size() >= kNestingMax) {
    skip_to_token();
    return refuse("arrays and objects are nested at most " + std::to_string(kNestingMax) + " deep");
  }
  JsonValue* opened = add(kind);
  if (!opened) return false;
  open_.push_back(opened);
  place_.go_to(place_.offset() + 1);
  return true;
}

bool TreeBuilder::close() {
  skip_to_token();
  place_.go_to(place_.offset() + 1);
  open_.pop_back();
  return true;
}

bool TreeBuilder::key(std::string& name) {
  skip_to_token();
  if (!names_.back().insert(name).second)
    return refuse("the name " + in_quotes(name) + " is there twice in one object");
  JsonMember member;
  member.line = place_.line();
  member.column = place_.column();
  member.name = std::move(name);
  open_.back()->members.push_back(std::move(member));
  skip_string();
  return true;
}

// `position` counts the bytes read, the last one of the wrong token included; one more at the end.
bool TreeBuilder::parse_error(size_t position, const std::string& token,
                              const nlohmann::detail::exception& error) {
  const std::string_view message = error.what();
  const bool too_large = error.id == 406;
  size_t start = position == 0 ? 0 : position - 1;
  if (position > text_.size()) {
    start = text_.size();
  } else if (too_large || message.find(" - unexpected ") != std::string_view::npos) {
    const bool sign = std::string_view("{}[],:").find(text_[start]) != std::string_view::npos;
    if (!sign && token.size() <= position) start = position - token.size();
  }
  place_.go_to(start);
  return refuse(too_large ? "the number " + in_quotes(token) + " is too large"
                          : readable(message));
}

}  // namespace

const JsonValue* JsonValue::find(std::string_view name) const {
  for (const JsonMember& member : members)
    if (member.name == name) return &member.value;
  return nullptr;
}

Result<JsonValue> parse_json(std::string_view text) {
  if (text.size() > kFileBytesMax)
    return fault("a JSON file has at most " + std::to_string(kFileBytesMax) + " bytes, this one " +
                 std::to_string(text.size()));
  TreeBuilder builder(text);
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) {
    CUTLINE_CHECK(!builder.problem.sentence.empty(), "whoever stops the parser says why");
    return builder.problem;
  }
  return std::move(builder.root);
}

std::string_view json_kind_name(JsonKind kind) {
  switch (kind) {
    case JsonKind::null: return "null";
    case JsonKind::boolean: return "true or false";
    case JsonKind::integer: return "a whole number";
    case JsonKind::real: return "a number";
    case JsonKind::text: return "a text";
    case JsonKind::array: return "an array";
    case JsonKind::object: return "an object";
  }
  return "nothing";
}

}  // namespace cutline

// Result<T>: a value, or what the user got wrong with its place and one sentence.
//
//     transfers.toml:7:12: channel "A>X": there is no process X
//     └─ file        │  └ column, from 1; 0 = the whole line
//                    └─ line, from 1; 0 = the whole text
#pragma once
#include <optional>
#include <string>
#include <utility>

#include "core/base/check.h"

namespace cutline {

struct Fault {
  std::string file;  // empty until the reader of the file fills it in
  int line = 0;
  int column = 0;
  std::string sentence;
  friend bool operator==(const Fault&, const Fault&) = default;
};

// "file:line:column: sentence"; parts that are unknown are left out from the left.
std::string print_fault(const Fault& fault);

// A fault without a place, for commands and single values.
inline Fault fault(std::string sentence) { return {"", 0, 0, std::move(sentence)}; }
inline Fault fault_at(int line, int column, std::string sentence) {
  return {"", line, column, std::move(sentence)};
}

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}            // NOLINT: meant to convert
  Result(Fault fault) : fault_(std::move(fault)) {}        // NOLINT: meant to convert
  explicit operator bool() const { return value_.has_value(); }
  T& operator*() { return get(); }
  const T& operator*() const { return const_cast<Result*>(this)->get(); }
  T* operator->() { return &get(); }
  const T* operator->() const { return &const_cast<Result*>(this)->get(); }
  const Fault& error() const {
    CUTLINE_CHECK(!value_.has_value(), "error() was asked of a result that holds a value");
    return fault_;
  }

 private:
  T& get() {
    CUTLINE_CHECK(value_.has_value(), "a result was used without looking whether it failed");
    return *value_;
  }
  std::optional<T> value_;
  Fault fault_;
};

struct Done {
  friend bool operator==(const Done&, const Done&) = default;
};

}  // namespace cutline

// Motion explains a change: tokens glide from where they were to where they are, within kMotionMs.
// They move between two true states and rest there; nothing in between is ever a state of its own.
// Pure: time comes in as a number.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "web/geometry.h"

namespace cutline {

inline constexpr double kMotionMs = 250;

// 0 at the start, 1 from kMotionMs on; starts fast and comes to rest softly.
float eased(double elapsed_ms);

// A number that follows its target.
class Follower {
 public:
  void aim(float target, double now_ms, bool at_once);
  float at(double now_ms) const;
  float target() const { return to_; }
  bool moving(double now_ms) const { return from_ != to_ && now_ms - started_ms_ < kMotionMs; }

 private:
  float from_ = 0;
  float to_ = 0;
  double started_ms_ = -1e12;
};

// A transfer or a marker as it is drawn in its channel.
struct Token {
  std::string key;  // channel, name and, where there are several of a name, which
  std::string name;
  std::string amount;
  std::string state;
  std::string place;  // reliable channels: where its copies are
  size_t channel = 0;
  bool marker = false;
  Point at;
  float alpha = 1;
  bool leaving = false;  // no longer in the channel: it is drawn on its way out only
};

class TokenMotion {
 public:
  using End = std::function<Point(const Token&)>;
  struct Ends {
    End entering;  // where a token that was not there comes from
    End leaving;   // where one that is gone went
  };

  // The model has changed: `targets` are its tokens where they belong.
  void change(const std::vector<Token>& targets, const Ends& ends, double now_ms, bool at_once);

  // The tokens to draw now; `targets` again, for their places may have changed with the layout.
  std::vector<Token> at(const std::vector<Token>& targets, double now_ms);

  bool moving(double now_ms) const { return now_ms - started_ms_ < kMotionMs && !glides_.empty(); }

 private:
  struct Glide {
    Token token;
    Point from;
    float alpha_from = 0;
  };
  std::vector<Glide> glides_;
  std::vector<Token> drawn_;  // by the last at()
  double started_ms_ = -1e12;
};

}  // namespace cutline

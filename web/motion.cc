#include "web/motion.h"

namespace cutline {
namespace {

const Token* find(const std::vector<Token>& tokens, const std::string& key) {
  for (const Token& token : tokens)
    if (token.key == key) return &token;
  return nullptr;
}

}  // namespace

float eased(double elapsed_ms) {
  if (elapsed_ms <= 0) return 0;
  if (elapsed_ms >= kMotionMs) return 1;
  const float rest = 1 - static_cast<float>(elapsed_ms / kMotionMs);
  return 1 - rest * rest * rest;
}

void Follower::aim(float target, double now_ms, bool at_once) {
  if (target == to_ && !at_once) return;
  from_ = at_once ? target : at(now_ms);
  to_ = target;
  started_ms_ = now_ms;
}

float Follower::at(double now_ms) const { return mix(from_, to_, eased(now_ms - started_ms_)); }

void TokenMotion::change(const std::vector<Token>& targets, const Ends& ends, double now_ms,
                         bool at_once) {
  glides_.clear();
  if (at_once) return;
  for (const Token& target : targets) {
    const Token* before = find(drawn_, target.key);
    const bool was_there = before && !before->leaving;
    if (was_there && before->at == target.at) continue;
    glides_.push_back(
        {target, before ? before->at : ends.entering(target), before ? before->alpha : 0.0f});
  }
  for (const Token& before : drawn_) {
    if (before.leaving || find(targets, before.key)) continue;
    Token gone = before;
    gone.leaving = true;
    gone.at = ends.leaving(before);
    gone.alpha = 0;
    glides_.push_back({gone, before.at, before.alpha});
  }
  started_ms_ = now_ms;
}

std::vector<Token> TokenMotion::at(const std::vector<Token>& targets, double now_ms) {
  const float share = eased(now_ms - started_ms_);
  std::vector<Token> now = targets;
  if (share >= 1) glides_.clear();
  for (const Glide& glide : glides_) {
    Token* token = nullptr;
    for (Token& candidate : now)
      if (candidate.key == glide.token.key) token = &candidate;
    if (!token) {
      if (!glide.token.leaving) continue;
      now.push_back(glide.token);
      token = &now.back();
    }
    token->at = mix(glide.from, token->at, share);
    token->alpha = mix(glide.alpha_from, token->alpha, share);
  }
  drawn_ = now;
  return now;
}

}  // namespace cutline

// Predicates over the states of a run: what one can claim, by name, with a sentence, and with the
// reason when a claim fails. The explorer, exercises and tests use the same names.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/run/explore.h"

namespace cutline {

struct Predicate {
  std::string_view name;      // "consistent"
  std::string_view sentence;  // what is the case where it holds
  uint32_t facts = 0;         // core/run/explore_moves.h
  bool absent = false;        // holds where none of the facts is the case
};

std::span<const Predicate> predicates();

// A predicate and what is claimed of it.
struct Claim {
  Role role = Role::always;
  Predicate predicate;
  Property property() const { return {role, predicate.facts, predicate.absent}; }
  bool is(Role other, std::string_view name) const {
    return role == other && predicate.name == name;
  }
};

// Nothing else is asked for: every snapshot is consistent, nothing gets stuck, a snapshot ends.
std::span<const Claim> usual_claims();

// A fault lists the names.
Result<Claim> find_claim(Role role, std::string_view name);

std::string_view role_name(Role role);  // "always", "reachable", "never"
Result<Role> find_role(std::string_view name);

// Why the predicate holds in this world or does not, with names: "S1 recorded 190 of 200. T1 (10)
// is lost: …". `ways`: how many things can happen next, among those that are explored.
std::string explain_predicate(const Scenario& scenario, const World& world,
                              const Predicate& predicate, uint32_t ways);

}  // namespace cutline

#include "core/lesson/explore_json.h"

namespace cutline {
namespace {

nlohmann::ordered_json predicates_json(const std::vector<PredicateModel>& predicates) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const PredicateModel& each : predicates)
    out.push_back({{"role", each.role}, {"name", each.name}, {"sentence", each.sentence}});
  return out;
}

}  // namespace

nlohmann::ordered_json explore_json(const ExploreModel& model) {
  nlohmann::ordered_json claims = nlohmann::ordered_json::array();
  for (const ClaimModel& claim : model.claims)
    claims.push_back({{"name", claim.name},
                  {"role", claim.role},
                  {"sentence", claim.sentence},
                  {"verdict", claim.verdict},
                  {"failed", claim.failed},
                  {"why", claim.why},
                  {"states", claim.states},
                  {"steps", claim.steps},
                  {"run", claim.run},
                  {"story", claim.story},
                  {"no_return", claim.no_return},
                  {"no_return_text", claim.no_return_text}});
  nlohmann::ordered_json out = {
      {"status", model.status},
      {"scenario", model.scenario},
      {"sentence", model.sentence},
      {"advice", model.advice},
      {"states", model.states},
      {"transitions", model.transitions},
      {"expanded", model.expanded},
      {"depth", model.depth},
      {"bytes", model.bytes},
      {"claims", claims}};
  if (model.predicates.empty()) return out;
  out["wanted"] = predicates_json(model.wanted);
  out["predicates"] = predicates_json(model.predicates);
  return out;
}

}  // namespace cutline

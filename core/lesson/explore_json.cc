#include "core/lesson/explore_json.h"

namespace cutline {
namespace {

nlohmann::ordered_json claim_json(const ClaimModel& claim) {
  return {{"name", claim.name},
          {"role", claim.role},
          {"sentence", claim.sentence},
          {"verdict", claim.verdict},
          {"failed", claim.failed},
          {"kind", claim.kind},
          {"why", claim.why},
          {"states", claim.states},
          {"steps", claim.steps},
          {"run", claim.run},
          {"story", claim.story},
          {"no_return", claim.no_return},
          {"no_return_text", claim.no_return_text},
          {"open", claim.open}};
}

}  // namespace

nlohmann::ordered_json explore_json(const ExploreModel& model) {
  nlohmann::ordered_json claims = nlohmann::ordered_json::array();
  for (const ClaimModel& claim : model.claims) claims.push_back(claim_json(claim));
  nlohmann::ordered_json figures = nlohmann::ordered_json::array();
  for (const ExploreFigure& each : model.figures)
    figures.push_back({{"label", each.label}, {"value", each.value}, {"bound", each.bound}});
  return {{"status", model.status},
          {"scenario", model.scenario},
          {"sentence", model.sentence},
          {"advice", model.advice},
          {"states", model.states},
          {"transitions", model.transitions},
          {"expanded", model.expanded},
          {"depth", model.depth},
          {"bytes", model.bytes},
          {"share", model.share},
          {"figures", figures},
          {"claims", claims}};
}

}  // namespace cutline

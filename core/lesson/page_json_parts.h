// Parts of the page's JSON that are printed in several files. See page_json.h.
#pragma once
#include <nlohmann/json.hpp>

#include "core/lesson/read_models.h"

namespace cutline {

// Members come out in the order in which they are put in, so the text is the same everywhere.
using Json = nlohmann::ordered_json;

template <class T, class Print>
Json list(const std::vector<T>& values, Print print) {
  Json out = Json::array();
  for (const T& value : values) out.push_back(print(value));
  return out;
}

Json print(const ActionModel& action);
Json print(const LedgerModel& ledger);
Json print(const LabCutModel& cut);

}  // namespace cutline

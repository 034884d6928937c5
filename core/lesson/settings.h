// The parameters of a scenario that a learner may change, as one table: key, words, reader,
// printer.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/system/scenario.h"

namespace cutline {

struct SettingInfo {
  std::string_view key;    // for "set KEY VALUE"
  std::string_view label;  // for people
  std::string_view hint;   // what is allowed
  std::vector<std::string> options() const;  // where only these are allowed
};

std::span<const SettingInfo> settings();

// The value as the setting's reader takes it. The key must be one of settings().
std::string setting_value(const Scenario& scenario, std::string_view key);

// The scenario with one setting changed; a fault names the key and what is allowed.
Result<Scenario> with_setting(Scenario scenario, std::string_view key, std::string_view value);

}  // namespace cutline

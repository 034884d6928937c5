// The lab's model as JSON for the page's text view. Names are those of read_models.h; enums are
// words ("send", "receive", "record_state", "read", "local", "snapshot_start", "fault").
#pragma once
#include <string>

#include "core/lesson/read_models.h"

namespace cutline {

std::string page_json(const LabModel& model);

}  // namespace cutline

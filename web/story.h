// What a thing on the canvas has to tell, in words: for hovering and for the line under the graph.
// Pure: from the read model alone.
#pragma once
#include <string>
#include <string_view>

#include "core/lesson/read_models.h"

namespace cutline {

struct Story {
  std::string title;
  std::string text;
  bool empty() const { return title.empty() && text.empty(); }
};

// Of a process, channel, transfer or snapshot by its name; empty where there is none of that name.
Story story_of(const LabModel& model, std::string_view name);

// Of an acknowledgement on its way back.
Story acknowledgement_story(const ArrowModel& arrow, const DiagramModel& diagram);

// Of one marker of a snapshot on its way through a channel.
Story marker_story(const LabModel& model, std::string_view snapshot, std::string_view channel);

// The snapshot that the views mark; null where there is none.
const SnapshotModel* selected_snapshot(const LabModel& model);

// "in flight" and so on, as a sentence for that snapshot.
std::string state_sentence(std::string_view state, std::string_view snapshot);

}  // namespace cutline

// Builds the read models from the lab. Split by what is shown; each part is tested by itself.
#pragma once
#include <optional>
#include <vector>

#include "core/lesson/lab.h"
#include "core/lesson/read_models.h"

namespace cutline {

LabModel build_lab_model(const Lab& lab);

// The snapshot that the views mark: the selected one, else the latest, if there is any.
std::optional<SnapshotId> shown_snapshot(const World& world, const std::string& selected);

// For each record of the world, what became of it in a snapshot: "", "in flight", "lost",
// "repeated".
std::vector<std::string> record_states(const Scenario& scenario, const World& world,
                                       std::optional<SnapshotId> snapshot);

SystemModel build_system(const History& history, std::optional<SnapshotId> snapshot);
DiagramModel build_diagram(const History& history, std::optional<SnapshotId> snapshot);
LedgerModel build_living_ledger(const History& history);
std::vector<SnapshotModel> build_snapshots(const History& history,
                                           std::optional<SnapshotId> snapshot);
std::vector<ActionModel> build_actions(const History& history, bool playing);
ParameterModel seed_parameter(uint64_t seed, uint64_t authored);
std::vector<ParameterModel> build_parameters(const Scenario& authored, const Scenario& scenario);
// Also marks the diagram: what the cut makes of each message, and the events with their clocks.
LabCutModel build_cut(const Lab& lab, DiagramModel& diagram);
std::vector<ActionModel> build_cut_actions(const History& history, const CutDesk& desk,
                                           const RunEvents& run, const std::string& selected);
QueueModel build_queue(const QueueLab& queue);

}  // namespace cutline

#include "core/lesson/lab.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/fingerprint.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/lab_model.h"
#include "core/lesson/lab_verbs.h"
#include "core/lesson/run_lines.h"
#include "core/lesson/scenario_file.h"

namespace cutline {
namespace {

constexpr std::string_view kFirstScenario = "transfers";  // behind a job

Scenario embedded(std::string_view name) {
  for (const EmbeddedText& each : embedded_scenarios())
    if (each.name == name) {
      const Result<Scenario> scenario = read_scenario(each.name, each.text);
      CUTLINE_CHECK(scenario, "an embedded scenario can be read");
      return *scenario;
    }
  check_failed(__FILE__, __LINE__, "the lab opens on an embedded scenario");
}

}  // namespace

Lab::Lab(const Lab& other) = default;
Lab::Lab(Lab&& other) noexcept = default;
Lab& Lab::operator=(const Lab& other) = default;
Lab& Lab::operator=(Lab&& other) noexcept = default;
Lab::~Lab() = default;

Lab::Lab(std::string_view scenario_name) : Lab(embedded(scenario_name)) {}

Lab::Lab(Scenario scenario) : authored_(std::move(scenario)), history_(authored_) {}

Lab::Lab(OpenJob job) : Lab(kFirstScenario) {
  job_ = std::move(job);
  screen_ = Screen::jobs;
}

Result<Done> Lab::apply(const Command& command) {
  Result<std::string> sentence = LabVerbs::apply(*this, command);
  ++revision_;
  if (!sentence) {
    add_notice(sentence.error().sentence);
    return sentence.error();
  }
  if (cut_desk_.cut) follow_run(cut_desk_, history_, run_events());
  announcement_ = *sentence;
  ++announcement_id_;
  return Done{};
}

Result<Done> Lab::apply_line(std::string_view line) {
  const Result<Command> command = parse_command(line);
  if (command) return apply(*command);
  add_notice(command.error().sentence);
  return command.error();
}

void Lab::add_notice(std::string sentence) {
  ++revision_;
  if (notices_.size() >= kNoticesMax) notices_.erase(notices_.begin());
  notices_.push_back({next_notice_++, std::move(sentence)});
}

void Lab::announce(std::string sentence) {
  ++revision_;
  announcement_ = std::move(sentence);
  ++announcement_id_;
}

void Lab::speak_on(const Lab& before) {
  notices_ = before.notices_;
  next_notice_ = before.next_notice_;
  announcement_ = before.announcement_;
  announcement_id_ = before.announcement_id_;
  revision_ = std::max(revision_, before.revision_) + 1;
}

const LabModel& Lab::model() const {
  if (model_revision_ != revision_) {
    model_ = build_lab_model(*this);
    model_revision_ = revision_;
  }
  return model_;
}

std::vector<std::string> Lab::run_lines() const {
  std::vector<std::string> lines = screen_ == Screen::jobs
                                       ? job_lines(*job_)
                                       : cutline::run_lines(authored_, history_);
  add_queue_lines(queue_, lines);
  if (screen_ != Screen::jobs) add_cut_lines(cut_desk_, lines);
  return lines;
}

uint64_t Lab::fingerprint() const {
  Fingerprint out;
  out.add(screen_ == Screen::jobs ? cutline::fingerprint(job_->history)
                                  : cutline::fingerprint(history_));
  out.add(print_decimal(queue_.lambda));
  out.add(print_decimal(queue_.mu));
  out.add(static_cast<uint64_t>(queue_.steps));
  return out.value();
}

}  // namespace cutline

#include "core/system/job_failure.h"

#include "core/base/check.h"

namespace cutline {
namespace {

constexpr FailureCauseFacts kFacts[] = {
    {"task failed", "C27"},
    {"checkpoints failed", "C23"},
    {"synchronous part failed", "C24"},
    {"stop aborted", "C29"},
    {"commit failed", "section 8.2"},
    {"restored commit failed", "S7"},
    {"no transaction", "section 8.2"},
};

std::string what(const JobFailure& failure) {
  const std::string commit = "the commit of transaction " + std::to_string(failure.transaction);
  switch (failure.cause) {
    case FailureCause::task: return "a task failed";
    case FailureCause::checkpoints: return "more checkpoints failed in a row than are tolerated";
    case FailureCause::synchronous: return "the synchronous part of a checkpoint failed";
    case FailureCause::stop: return "the stop that the task had stopped reading for was aborted";
    case FailureCause::commit: return commit + " failed when its checkpoint had completed";
    case FailureCause::restored_commit:
      return commit + " failed while its checkpoint was restored";
    case FailureCause::no_transaction:
      return "a record came after the end of input, when there is no transaction";
  }
  CUTLINE_CHECK(false, "every failure has a cause");
  return {};
}

}  // namespace

const FailureCauseFacts& facts_of(FailureCause cause) { return kFacts[static_cast<size_t>(cause)]; }

std::string failure_sentence(const JobFailure& failure) {
  return what(failure) + " (" + std::string(facts_of(failure.cause).rule) + ")";
}

}  // namespace cutline

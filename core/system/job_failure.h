// Why a job fails over, or fails for good.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "core/system/job.h"
#include "core/system/transaction_system.h"

namespace cutline {

enum class FailureCause : uint8_t {
  task,             // C27: by the author or by hand
  checkpoints,      // C23: more in a row than are tolerated, or a stop
  synchronous,      // C24: the synchronous part of a checkpoint
  stop,             // C29: a stop that was aborted had ended the task's reading
  commit,           // section 8.2: when its checkpoint had completed
  restored_commit,  // S7: of the checkpoint being restored
  no_transaction,   // section 8.2: a record came after the end of input
};

struct JobFailure {
  FailureCause cause = FailureCause::task;
  SubtaskId subtask;  // the first of those that failed
  TransactionId transaction = kNoTransaction;
  friend bool operator==(const JobFailure&, const JobFailure&) = default;
};

struct FailureCauseFacts {
  std::string_view name;  // in documents
  std::string_view rule;
};
const FailureCauseFacts& facts_of(FailureCause cause);

// "the commit of transaction 3 failed when its checkpoint had completed (section 8.2)"
std::string failure_sentence(const JobFailure& failure);

}  // namespace cutline

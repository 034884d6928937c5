// How much the commands of one file may ask for: each does the run again from somewhere, or looks
// at all of it, and a file may have a million of them.
#pragma once
#include <cstdint>

#include "core/base/result.h"

namespace cutline {

class Lab;

class CommandBudget {
 public:
  // To be called behind each command. A fault once they have done kCommandWorkMax steps in all.
  Result<Done> spend(const Lab& lab);

 private:
  int64_t spent_ = 0;
  uint64_t cursor_ = 0;
};

}  // namespace cutline

#include "core/base/result.h"

namespace cutline {

std::string print_fault(const Fault& fault) {
  std::string out;
  if (!fault.file.empty()) out += fault.file + ":";
  if (fault.line > 0) {
    out += std::to_string(fault.line) + ":";
    if (fault.column > 0) out += std::to_string(fault.column) + ":";
  }
  if (!out.empty()) out += " ";
  return out + fault.sentence;
}

}  // namespace cutline

#include "core/base/fingerprint.h"

namespace cutline {

std::string print_fingerprint(uint64_t value) {
  std::string out(16, '0');
  for (int at = 15; at >= 0; --at, value >>= 4) out[at] = "0123456789abcdef"[value & 15];
  return out;
}

}  // namespace cutline

// Under sanitizers and as WebAssembly a test takes many times as long: it then tries fewer seeds of
// what the native build tries all of.
#pragma once
#include "core/base/sanitized.h"

namespace cutline {

#ifdef __EMSCRIPTEN__
inline constexpr bool kSlowBuild = true;
#else
inline constexpr bool kSlowBuild = CUTLINE_SANITIZED == 1;
#endif

}  // namespace cutline

#include <cstdio>

#include "core/lesson/embedded_scenarios.h"

int main() {
  for (const cutline::EmbeddedText& scenario : cutline::embedded_scenarios()) {
    std::printf("%.*s\n", static_cast<int>(scenario.name.size()), scenario.name.data());
  }
}

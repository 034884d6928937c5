#include "core/lesson/exercise.h"

namespace cutline {

Exercise::Exercise() = default;
Exercise::Exercise(const Exercise& other) = default;
Exercise::Exercise(Exercise&& other) noexcept = default;
Exercise& Exercise::operator=(const Exercise& other) = default;
Exercise& Exercise::operator=(Exercise&& other) noexcept = default;
Exercise::~Exercise() = default;

}  // namespace cutline

// The course as JSON for the page: names are those of read_models_exercise.h.
#pragma once
#include <string>

#include "core/lesson/course.h"

namespace cutline {

std::string course_json(const Course& course);

}  // namespace cutline

// Builds the read models of the course.
#pragma once
#include "core/lesson/course.h"
#include "core/lesson/read_models_exercise.h"

namespace cutline {

CourseModel build_course(const Course& course);

}  // namespace cutline

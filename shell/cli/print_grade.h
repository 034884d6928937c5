// A grade as lines: what grade and exercise print.
#pragma once
#include "core/lesson/submission.h"

namespace cutline {

void print_grade(const Exercise& exercise, const Grade& grade);

}  // namespace cutline

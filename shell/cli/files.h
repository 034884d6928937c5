// The terminal's files: read or written whole, or refused with a sentence.
#pragma once
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace cutline {

// Refuses what is not there, a folder, what may not be read, and more than kFileBytesMax bytes.
// The fault names the file.
Result<std::string> read_file(std::string_view path);

bool is_there(std::string_view path);

// Do two paths lead to the same file, there already or not yet?
bool is_same_file(std::string_view left, std::string_view right);

// Replaces what is there. The fault names the file.
Result<Done> write_file(std::string_view path, std::string_view text);

// The file's name without its folder and ending.
std::string_view file_stem(std::string_view path);

}  // namespace cutline

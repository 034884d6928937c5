#include "shell/cli/files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "core/base/limits.h"

namespace cutline {
namespace {

Fault in_file(std::string_view path, std::string sentence) {
  Fault problem = fault(std::move(sentence));
  problem.file = path;
  return problem;
}

Result<std::string> read_all(std::FILE* file, std::string_view path) {
  std::string text;
  char buffer[65536];
  // One byte more than allowed, so that a file that grows or has no size is caught too.
  while (text.size() <= kFileBytesMax) {
    const size_t count = std::fread(buffer, 1, sizeof buffer, file);
    text.append(buffer, count);
    if (count < sizeof buffer) break;
  }
  if (std::ferror(file))
    return in_file(path, std::string("cannot be read: ") + std::strerror(errno));
  if (text.size() > kFileBytesMax)
    return in_file(path, "is too large: a file has at most " + std::to_string(kFileBytesMax) +
                             " bytes");
  return text;
}

}  // namespace

Result<std::string> read_file(std::string_view path) {
  std::error_code error;
  const std::filesystem::file_status status =
      std::filesystem::status(std::filesystem::path(path), error);
  if (status.type() == std::filesystem::file_type::not_found)
    return in_file(path, "there is no such file");
  if (std::filesystem::is_directory(status)) return in_file(path, "is a folder, not a file");
  std::FILE* file = std::fopen(std::string(path).c_str(), "rb");
  if (!file) return in_file(path, std::string("cannot be opened: ") + std::strerror(errno));
  Result<std::string> text = read_all(file, path);
  std::fclose(file);
  return text;
}

bool is_there(std::string_view path) {
  std::error_code error;
  const auto status = std::filesystem::status(std::filesystem::path(path), error);
  return status.type() != std::filesystem::file_type::not_found;
}

bool is_same_file(std::string_view left, std::string_view right) {
  std::error_code error;
  const std::filesystem::path one(left);
  const std::filesystem::path other(right);
  if (std::filesystem::equivalent(one, other, error) && !error) return true;
  const auto resolved = [&](const std::filesystem::path& path) {
    const std::filesystem::path whole = std::filesystem::absolute(path, error);
    const std::filesystem::path there = std::filesystem::weakly_canonical(whole, error);
    return error ? whole.lexically_normal() : there;
  };
  return resolved(one) == resolved(other);
}

Result<Done> write_file(std::string_view path, std::string_view text) {
  std::FILE* file = std::fopen(std::string(path).c_str(), "wb");
  if (!file) return in_file(path, std::string("cannot be written: ") + std::strerror(errno));
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int error = errno;
  // What is still buffered may fail only now.
  if (std::fclose(file) != 0 || !written)
    return in_file(path,
                   std::string("cannot be written: ") + std::strerror(written ? errno : error));
  return Done{};
}

std::string_view file_stem(std::string_view path) {
  const size_t slash = path.find_last_of('/');
  if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  return path.substr(0, path.rfind('.'));
}

}  // namespace cutline

# The native part of setup: compilers, CMake, GoogleTest, header-only libraries. Sourced, not run.

setup_native() {
  local packages=() cmake_version
  begin "the native tools"
  if command -v cmake >/dev/null; then
    cmake_version=$(cmake --version | sed -n 's/^cmake version \([0-9.]*\).*/\1/p')
    in_range "$cmake_version" 3.22 99 ||
      fail "CMake on PATH is $cmake_version; put 3.22 or later first on PATH."
  else
    packages+=(cmake)
  fi
  command -v g++ >/dev/null || packages+=(g++)
  command -v clang++ >/dev/null || packages+=(clang)
  clang++ -fsanitize=address -x c++ - -o /dev/null 2>/dev/null <<<'int main() {}' ||
    packages+=(libclang-rt-dev)
  command -v make >/dev/null || packages+=(make)
  command -v ninja >/dev/null || packages+=(ninja-build)
  [ -x /usr/bin/python3 ] || packages+=(python3)
  [ -e /usr/src/googletest/googletest/src/gtest-all.cc ] || packages+=(googletest)
  [ -e /usr/include/nlohmann/json.hpp ] || packages+=(nlohmann-json3-dev)
  [ -e /usr/include/toml++/toml.h ] || packages+=(libtomlplusplus-dev)
  /usr/bin/python3 -c 'import jsonschema' 2>/dev/null || packages+=(python3-jsonschema)
  [ ${#packages[@]} -eq 0 ] || need_packages "${packages[@]}"
  say "native: $(g++ --version | head -n 1); $(clang++ --version | head -n 1)"
}

// A fuzz target is a function that is given any bytes at all: it may refuse them, but not fail. It
// checks what must be true of every input, and returns whether it accepted this one.
//
// The same functions run in two ways: fuzz_test.cc gives them seeded changes of good inputs, as
// part of the tests; built with -DCUTLINE_FUZZ=ON, each is a program of its own under libFuzzer.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cutline {

bool fuzz_exercise(std::string_view input);
bool fuzz_submission(std::string_view input);  // for where-is-the-money
bool fuzz_work(std::string_view input);        // for where-is-the-money
bool fuzz_kept(std::string_view input);        // progress in the course
bool fuzz_json(std::string_view input);
bool fuzz_run(std::string_view input);
bool fuzz_scenario(std::string_view input);
bool fuzz_cluster(std::string_view input);
bool fuzz_events(std::string_view input);  // topology, script and draws, between lines of "---"
bool fuzz_case(std::string_view input);
bool fuzz_vectors(std::string_view input);
bool fuzz_job(std::string_view input);

}  // namespace cutline

#ifdef CUTLINE_LIBFUZZER
#define CUTLINE_FUZZ_TARGET(name)                                                      \
  extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count) {          \
    cutline::name(std::string_view(reinterpret_cast<const char*>(bytes), count));      \
    return 0;                                                                          \
  }
#else
#define CUTLINE_FUZZ_TARGET(name)
#endif

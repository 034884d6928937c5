#include "shell/cli/run_subject.h"

#include "core/base/text.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/job_file.h"
#include "core/lesson/run_file.h"
#include "core/lesson/scenario_file.h"
#include "shell/cli/files.h"

namespace cutline {
namespace {

template <class T>
Result<RunSubject> found(Result<T> read, std::string_view file) {
  if (read) return RunSubject(std::move(*read));
  Fault problem = read.error();
  problem.file = file;
  return problem;
}

std::string known_names() {
  std::string out;
  for (const EmbeddedText& each : embedded_scenarios())
    out += (out.empty() ? "" : ", ") + std::string(each.name);
  for (const EmbeddedText& each : embedded_jobs()) out += ", " + std::string(each.name);
  return out;
}

// The name of the scenario in a file: one word, since a saved run says "scenario NAME".
std::string name_in(std::string_view path) {
  std::string name;
  for (char c : file_stem(path)) name += why_no_name(std::string_view(&c, 1)) ? '-' : c;
  return why_no_name(name) ? "scenario" : name;
}

Result<std::string> text_of(std::string_view word) {
  for (const EmbeddedText& each : embedded_jobs())
    if (each.name == word) return std::string(each.text);
  return read_file(word);
}

}  // namespace

Result<RunSubject> read_run_subject(std::string_view word) {
  for (const EmbeddedText& each : embedded_jobs())
    if (each.name == word) return found(read_job(each.name, each.text), word);
  for (const EmbeddedText& each : embedded_scenarios())
    if (each.name == word) return found(read_scenario(each.name, each.text), word);
  Result<std::string> text = read_file(word);
  const bool is_path = word.find_first_of("/.") != std::string_view::npos;
  if (!text && !is_path && !is_there(word))
    return fault("there is no scenario " + in_quotes(word) + " and no such file; there are " +
                 known_names());
  if (!text) return text.error();
  if (is_run_text(*text)) return RunSubject(SavedRun{std::string(word), std::move(*text)});
  if (is_job_text(*text)) return found(read_job(name_in(word), *text), word);
  return found(read_scenario(name_in(word), *text), word);
}

Fault at_key(std::string_view word, std::string_view key, std::string sentence) {
  const Result<std::string> text = text_of(word);
  Fault out = text ? place_of_key(*text, key) : fault("");
  out.file = word;
  out.sentence = std::move(sentence);
  return out;
}

}  // namespace cutline

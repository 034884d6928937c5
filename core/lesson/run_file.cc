#include "core/lesson/run_file.h"

#include <charconv>
#include <optional>
#include <utility>

#include "core/base/fingerprint.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/job_verbs.h"
#include "core/lesson/lab.h"
#include "core/lesson/lab_verbs.h"

namespace cutline {
namespace {

constexpr std::string_view kForm = "cutline run ";
constexpr std::string_view kFingerprint = "fingerprint";

// The parts of a saved run, in their order.
enum class Part : uint8_t { start, scenario, settings, steps, place, queue, cut, order, screen };
constexpr std::string_view kPartNames[] = {
    "",          "its scenario",  "its settings", "its steps",
    "its place", "its queue lab", "its cut",      "the order of its events",
    "its screen",
};

std::optional<Part> part_of(Verb verb) {
  switch (verb) {
    case Verb::scenario: return Part::scenario;
    case Verb::seed: case Verb::set: return Part::settings;
    case Verb::step: case Verb::until:
    case Verb::send: case Verb::deliver: case Verb::snapshot: case Verb::join: case Verb::read:
    case Verb::read_all: case Verb::read_each: case Verb::record_only: case Verb::markers:
    case Verb::drop: case Verb::duplicate:
    case Verb::fail: case Verb::checkpoint: case Verb::savepoint:
      return Part::steps;
    case Verb::seek: return Part::place;
    case Verb::queue_lambda: case Verb::queue_mu: case Verb::queue_step: return Part::queue;
    case Verb::cut_set: return Part::cut;
    case Verb::straighten: return Part::order;
    case Verb::show: case Verb::select: return Part::screen;
    default: return std::nullopt;
  }
}

// Reads line by line and remembers how far the run has come.
class Reader {
 public:
  // Nothing for a line that is read and says nothing.
  Result<Done> add(std::string_view line, int number);
  Result<RunFile> finish(int lines);

 private:
  Fault wrong(int column, std::string sentence) const {
    return fault_at(number_, column, std::move(sentence));
  }
  Result<Done> add_form(const std::vector<Word>& words);
  Result<Done> add_fingerprint(const std::vector<Word>& words);
  Result<Done> add_command(std::string_view line, const Word& first);

  RunFile file_;
  int number_ = 0;
  size_t settings_ = 0;
  bool shows_ = false;
  bool selects_ = false;
  bool has_form_ = false;
  bool has_fingerprint_ = false;
  Part part_ = Part::start;
};

Result<Done> Reader::add_form(const std::vector<Word>& words) {
  if (words[0].text != "cutline" || words.size() < 2 || words[1].text != "run")
    return wrong(words[0].column, "this is not a saved run: its first line must be \"cutline run " +
                                      std::to_string(kRunFormVersion) + "\"");
  if (words.size() != 3)
    return wrong(words[1].column, "the form needs its version: cutline run " +
                                      std::to_string(kRunFormVersion));
  const Result<int64_t> version = parse_integer(words[2].text, 1, INT32_MAX, "the version");
  if (!version) return wrong(words[2].column, version.error().sentence);
  if (*version > kRunFormVersion)
    return wrong(words[2].column, "this run was saved by a newer Cutline, in form " +
                                      std::to_string(*version) + "; this one reads form " +
                                      std::to_string(kRunFormVersion));
  if (*version < kRunFormVersion)
    return wrong(words[2].column, "this run was saved by an older Cutline, in form " +
                                      std::to_string(*version) + ", whose fingerprint left out " +
                                      "the cut and the screen; this one reads form " +
                                      std::to_string(kRunFormVersion));
  has_form_ = true;
  return Done{};
}

Result<Done> Reader::add_fingerprint(const std::vector<Word>& words) {
  const std::string_view digits = words.size() == 2 ? words[1].text : "";
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), file_.fingerprint, 16);
  if (digits.size() != 16 || error != std::errc() || end != digits.data() + digits.size())
    return wrong(words.back().column, "a fingerprint has 16 hexadecimal digits");
  file_.fingerprint_line = number_;
  file_.fingerprint_column = words[1].column;
  has_fingerprint_ = true;
  return Done{};
}

Result<Done> Reader::add_command(std::string_view line, const Word& first) {
  Result<Command> command = parse_command(line);
  if (!command) return wrong(command.error().column, command.error().sentence);
  const std::optional<Part> part = part_of(command->verb);
  if (!part) return wrong(first.column, in_quotes(line) + " is no part of a saved run");
  if (part_ == Part::start && *part != Part::scenario)
    return wrong(first.column, "a saved run starts with its scenario: scenario NAME");
  bool once = *part == Part::scenario || *part == Part::place || *part == Part::cut ||
              *part == Part::order;
  if (command->verb == Verb::show) once = std::exchange(shows_, true);
  if (command->verb == Verb::select) once = std::exchange(selects_, true);
  if (*part < part_ || (once && *part == part_))
    return wrong(first.column,
                 in_quotes(line) + " stands too late: behind " +
                     std::string(kPartNames[static_cast<size_t>(part_)]) +
                     " a saved run cannot come back to " +
                     std::string(kPartNames[static_cast<size_t>(*part)]));
  if (*part == Part::settings && ++settings_ > kRunSettingsMax)
    return wrong(first.column,
                 "a saved run has at most " + std::to_string(kRunSettingsMax) + " settings");
  part_ = *part;
  file_.lines.push_back({number_, first.column, std::move(*command)});
  return Done{};
}

Result<Done> Reader::add(std::string_view line, int number) {
  number_ = number;
  const std::vector<Word> words = split_words(line);
  if (words.empty() || words[0].text.starts_with('#')) return Done{};
  if (!has_form_) return add_form(words);
  if (has_fingerprint_)
    return wrong(words[0].column, "nothing stands behind the fingerprint of a saved run");
  if (words[0].text == kFingerprint) return add_fingerprint(words);
  if (file_.lines.size() >= kRunLinesMax)
    return wrong(0, "a saved run has at most " + std::to_string(kRunLinesMax) + " commands");
  return add_command(line, words[0]);
}

Result<RunFile> Reader::finish(int lines) {
  number_ = lines + 1;
  if (!has_form_)
    return wrong(1, "this is not a saved run: its first line must be \"cutline run " +
                        std::to_string(kRunFormVersion) + "\"");
  if (!has_fingerprint_)
    return wrong(1, "the run is cut short: its last line must be its fingerprint");
  if (part_ == Part::start) return wrong(1, "a saved run starts with its scenario: scenario NAME");
  return std::move(file_);
}

// All lines but the last.
std::string body_of(const Lab& lab) {
  std::string out = std::string(kForm) + std::to_string(kRunFormVersion) + "\n";
  for (const std::string& line : lab.run_lines()) out += line + "\n";
  const bool jobs = lab.screen() == Screen::jobs;
  const bool selected = jobs ? is_selectable(lab.job()->history, lab.selected())
                             : is_selectable(lab.history(), lab.selected());
  // Starting a snapshot has selected it.
  const bool selects = !jobs && !lab.history().world().snapshots.empty();
  if (selected || selects)
    out += print_command({Verb::select, {selected ? lab.selected() : "none"}}) + "\n";
  if (lab.screen() == Screen::queue) out += print_command({Verb::show, {"queue"}}) + "\n";
  return out;
}

// The lines say what lies over the run, the lab's own number where the run has led.
uint64_t fingerprint_of(const Lab& lab, const std::string& body) {
  Fingerprint out;
  out.add(lab.fingerprint());
  out.add(body);
  return out.value();
}

}  // namespace

bool is_run_text(std::string_view text) {
  for (std::string_view line : split_lines(without_byte_order_mark(text))) {
    const std::vector<Word> words = split_words(line);
    if (words.empty() || words[0].text.starts_with('#')) continue;
    return words.size() >= 2 && words[0].text == "cutline" && words[1].text == "run";
  }
  return false;
}

Result<RunFile> read_run_file(std::string_view text) {
  if (text.size() > kRunBytesMax)
    return fault("a saved run has at most " + std::to_string(kRunBytesMax) + " bytes");
  Reader reader;
  int number = 0;
  for (std::string_view line : split_lines(without_byte_order_mark(text)))
    if (Result<Done> done = reader.add(line, ++number); !done) return done.error();
  return reader.finish(number);
}

std::string print_run_file(const Lab& lab) {
  const std::string body = body_of(lab);
  return body + std::string(kFingerprint) + " " + print_fingerprint(fingerprint_of(lab, body)) +
         "\n";
}

uint64_t run_fingerprint(const Lab& lab) { return fingerprint_of(lab, body_of(lab)); }

}  // namespace cutline

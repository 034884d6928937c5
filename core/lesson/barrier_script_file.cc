// Reads files of barrier scripts (barrier_script.h).
#include <algorithm>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/barrier_script_parts.h"
#include "core/lesson/json_fields.h"

namespace cutline {
namespace {

constexpr std::string_view kEntryKeys =
    "id family mode source test channels checkpoints_after_tasks_finish setup script expect note "
    "form";

struct NamedFamily {
  std::string_view name;
  ScriptFamily family;
};
constexpr NamedFamily kFamilies[] = {
    {"aligned", ScriptFamily::aligned},
    {"tracker", ScriptFamily::tracker},
    {"unaligned", ScriptFamily::unaligned},
    {"alternating", ScriptFamily::alternating},
};

// Of what else a file may hold, which is skipped.
constexpr std::string_view kOtherFamilies[] = {
    "buffers", "channel", "coordinator", "derived", "end_to_end", "plan",
    "rescale", "sink",    "source",      "stats",   "subtask",
};

const NamedFamily* find_family(std::string_view name) {
  for (const NamedFamily& each : kFamilies)
    if (each.name == name) return &each;
  return nullptr;
}

// One of ours; nothing for another, which is skipped. A slip of one that is known is refused: a
// script must not be skipped for a letter.
Result<const NamedFamily*> family_of(const JsonValue& name) {
  if (const NamedFamily* ours = find_family(name.text)) return ours;
  std::vector<std::string_view> known;
  for (const NamedFamily& each : kFamilies) known.push_back(each.name);
  for (std::string_view each : kOtherFamilies) {
    if (each == name.text) return static_cast<const NamedFamily*>(nullptr);
    known.push_back(each);
  }
  const std::string meant = did_you_mean(name.text, known);
  if (meant.empty()) return static_cast<const NamedFamily*>(nullptr);
  return name.wrong("there is no family " + in_quotes(name.text) + meant);
}

// The words of a mode without what only separates them: "At-Least-Once" is "atleastonce".
std::string letters_of(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c >= 'a' && c <= 'z') out += c;
  }
  return out;
}

// A mode is words for the reader; the family decides. Only one that says the contrary of its family
// is refused: then one of the two is a slip.
Result<Done> check_mode(const JsonValue& entry, const NamedFamily& family) {
  const JsonValue* mode = entry.find("mode");
  if (!mode || mode->is(JsonKind::null)) return Done{};
  if (const Result<Done> text = of_kind(*mode, "mode", JsonKind::text); !text) return text.error();
  const std::string letters = letters_of(mode->text);
  const bool at_least = letters.find("atleastonce") != std::string::npos;
  const bool exactly = letters.find("exactlyonce") != std::string::npos;
  const bool tracker = family.family == ScriptFamily::tracker;
  if (at_least == exactly || at_least == tracker) return Done{};
  return mode->wrong("a script of the family " + std::string(family.name) + " is " +
                     (tracker ? "at-least-once" : "exactly-once") +
                     ", which contradicts the mode " + in_quotes(mode->text));
}

// A count, or "local" and "remote" for each.
Result<std::vector<InputChannelKind>> read_channels(const JsonValue& value) {
  const auto most = static_cast<int64_t>(kChannelsMax);
  if (!value.is(JsonKind::array)) {
    const Result<int64_t> count = whole_number(value, "channels", 1, most);
    if (!count) return count.error();
    return std::vector<InputChannelKind>(static_cast<size_t>(*count), InputChannelKind::remote);
  }
  if (value.items.empty() || value.items.size() > kChannelsMax)
    return value.wrong("a subtask has from 1 to " + std::to_string(most) + " channels");
  std::vector<InputChannelKind> kinds;
  for (const JsonValue& item : value.items) {
    const bool local = item.is(JsonKind::text) && item.text == "local";
    if (!local && !(item.is(JsonKind::text) && item.text == "remote"))
      return item.wrong("a channel is \"local\" or \"remote\"");
    kinds.push_back(local ? InputChannelKind::local : InputChannelKind::remote);
  }
  return kinds;
}

// Events are steps; in the alternating family everything is.
bool is_numbered(ScriptFamily family, BarrierAct act) {
  return family == ScriptFamily::alternating || act == BarrierAct::arrive;
}

Result<std::vector<ScriptStep>> read_steps(const JsonValue& value, ScriptFamily family,
                                           size_t channels) {
  if (value.items.size() > kStepsMax)
    return value.wrong("a script has at most " + std::to_string(kStepsMax) + " steps");
  std::vector<ScriptStep> steps;
  int64_t numbered = 0;
  Tick passed = 0;
  for (const JsonValue& item : value.items) {
    if (const Result<Done> text = of_kind(item, "script", JsonKind::text); !text)
      return text.error();
    Result<ScriptStep> step = read_script_token(item, family, channels);
    if (!step) return step.error();
    passed += step->duration;
    if (passed > kScriptMillisecondsMax * kMillisecond)
      return item.wrong("a script takes at most " + std::to_string(kScriptMillisecondsMax) + " ms");
    if (is_numbered(family, step->act)) step->number = numbered++;
    steps.push_back(std::move(*step));
  }
  return steps;
}

int64_t count_numbered(const std::vector<ScriptStep>& steps) {
  int64_t count = 0;
  for (const ScriptStep& step : steps) count += step.number != kNotAStep ? 1 : 0;
  return count;
}

// "P:ann" is a question, too: is it an announcement that comes?
bool expects_items(const std::vector<ScriptStep>& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const ScriptStep& step) {
    return step.act == BarrierAct::take_one;
  });
}

// "words" tells what happens in prose.
Result<bool> is_told_in_words(const JsonValue& entry) {
  const JsonValue* form = entry.find("form");
  if (!form) return false;
  if (form->is(JsonKind::text) && form->text == "words") return true;
  return form->wrong("\"form\" can only be \"words\"");
}

}  // namespace

Result<BarrierScript> read_barrier_script(const JsonValue& entry) {
  const auto need = [&](std::string_view name, JsonKind kind) {
    return member(entry, "a script", name, kind);
  };
  if (const Result<Done> known = only_members(entry, "a script", kEntryKeys); !known)
    return known.error();
  BarrierScript script;
  const Result<const JsonValue*> id = need("id", JsonKind::text);
  if (!id) return id.error();
  if (const auto why = why_no_line((*id)->text)) return (*id)->wrong("\"id\" " + *why);
  script.id = (*id)->text;
  const Result<const JsonValue*> family = need("family", JsonKind::text);
  if (!family) return family.error();
  const NamedFamily* named = find_family((*family)->text);
  if (!named) return (*family)->wrong("there is no family " + in_quotes((*family)->text));
  script.family = named->family;
  if (const Result<Done> right = check_mode(entry, *named); !right) return right.error();

  const Result<const JsonValue*> channels = member(entry, "a script", "channels");
  if (!channels) return channels.error();
  Result<std::vector<InputChannelKind>> kinds = read_channels(**channels);
  if (!kinds) return kinds.error();
  script.channels = std::move(*kinds);
  if (const JsonValue* after = entry.find("checkpoints_after_tasks_finish")) {
    const Result<Done> right =
        of_kind(*after, "checkpoints_after_tasks_finish", JsonKind::boolean);
    if (!right) return right.error();
    script.after_finish = after->boolean;
  }
  const Result<const JsonValue*> tokens = need("script", JsonKind::array);
  if (!tokens) return tokens.error();
  Result<std::vector<ScriptStep>> steps =
      read_steps(**tokens, script.family, script.channels.size());
  if (!steps) return steps.error();
  script.steps = std::move(*steps);

  const Result<const JsonValue*> expect = need("expect", JsonKind::object);
  if (!expect) return expect.error();
  Result<std::vector<ScriptExpectation>> expectations =
      read_script_expectations(**expect, count_numbered(script.steps));
  if (!expectations) return expectations.error();
  if (expectations->empty() && !expects_items(script.steps))
    return (*expect)->wrong("a script must expect something: \"expect\" asks nothing of the run");
  script.expectations = std::move(*expectations);
  return script;
}

Result<BarrierScripts> read_barrier_scripts(std::string_view json_text) {
  const Result<JsonValue> root = parse_json(json_text);
  if (!root) return root.error();
  if (const Result<Done> right = of_kind(*root, "the file", JsonKind::object); !right)
    return right.error();
  if (const Result<Done> known = only_members(*root, "the file", "meta vectors"); !known)
    return known.error();
  const Result<const JsonValue*> entries = member(*root, "the file", "vectors", JsonKind::array);
  if (!entries) return entries.error();

  BarrierScripts read;
  for (const JsonValue& entry : (*entries)->items) {
    if (const Result<Done> right = of_kind(entry, "vectors", JsonKind::object); !right)
      return right.error();
    const Result<const JsonValue*> family = member(entry, "an entry", "family", JsonKind::text);
    if (!family) return family.error();
    const Result<const NamedFamily*> ours = family_of(**family);
    if (!ours) return ours.error();
    if (*ours)
      if (const Result<Done> right = check_mode(entry, **ours); !right) return right.error();
    const Result<bool> words = *ours ? is_told_in_words(entry) : Result<bool>(true);
    if (!words) return words.error();
    if (*words) {
      ++read.skipped;
      continue;
    }
    Result<BarrierScript> script = read_barrier_script(entry);
    if (!script) return script.error();
    read.scripts.push_back(std::move(*script));
  }
  return read;
}

}  // namespace cutline

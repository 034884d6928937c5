#include "core/lesson/snapshot_case_file.h"

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/json_fields.h"

namespace cutline {
namespace {

// What an op needs and may have, by its name; and the algorithm it belongs to, if to one only.
struct OpForm {
  std::string_view name;
  CaseAct act;
  std::string_view needs;
  std::string_view may;
  std::string_view algorithm = "";
};
constexpr OpForm kOpForms[] = {
    {"send", CaseAct::send, "frm to msg", "amount vec state"},
    {"recv", CaseAct::recv, "at frm expect", "state"},
    {"snapshot", CaseAct::snapshot, "at", ""},
    {"local", CaseAct::local, "at event", ""},
    {"read", CaseAct::read, "what", ""},
    {"record-only", CaseAct::record_only, "at", "", "cl"},
    {"markers", CaseAct::markers, "at", "", "cl"},
    {"turn-red", CaseAct::turn_red, "at", "", "lai-yang"},
    {"drop", CaseAct::drop, "frm to expect", ""},
    {"dup", CaseAct::duplicate, "frm to expect", ""},
};

class CaseReader {
 public:
  explicit CaseReader(const JsonValue& json) : json_(json) {}
  Result<SnapshotCase> read();

 private:
  Result<Done> read_options();
  Result<Done> read_processes();
  Result<Done> read_process(const JsonMember& member);
  Result<Done> read_channels();
  Result<Done> read_channel(const JsonValue& pair);
  Result<Done> read_step(const JsonValue& op);
  Result<Done> read_send(const JsonValue& op, CaseStep& step);
  Result<Done> read_amount(const JsonValue& amount, CaseStep& step);
  Result<Done> read_what(const JsonValue& what, CaseStep& step);
  Result<Done> read_label(const JsonValue& op, ProcessId process, CaseStep& step);

  Result<ProcessId> process(const JsonValue& name) const;
  Result<ChannelId> channel(const JsonValue& from, const JsonValue& to) const;
  uint32_t label(const std::string& name);
  std::string process_name(ProcessId process) const {
    return out_.scenario.processes[process.index].name;
  }

  const JsonValue& json_;
  SnapshotCase out_;
};

Result<const OpForm*> form_of(const JsonValue& op, std::string_view algorithm) {
  if (!op.is(JsonKind::object)) return of_kind(op, "ops", JsonKind::object).error();
  const auto name = member(op, "an op", "op", JsonKind::text);
  if (!name) return name.error();
  std::string known;
  for (const OpForm& form : kOpForms) {
    known += (known.empty() ? "" : ", ") + std::string(form.name);
    if (form.name != (*name)->text) continue;
    if (!form.algorithm.empty() && form.algorithm != algorithm)
      return (*name)->wrong(in_quotes(form.name) + " belongs to the algorithm " +
                            std::string(form.algorithm));
    return &form;
  }
  return (*name)->wrong("there is no op " + in_quotes((*name)->text) + "; there are " + known);
}

// Numbers in order: 5 is one, [50, 2000] are two.
Result<std::vector<int64_t>> read_parts(const JsonValue& value, std::string_view name) {
  std::vector<int64_t> parts;
  const bool several = value.is(JsonKind::array);
  if (several && (value.items.empty() || value.items.size() > kValueParts))
    return value.wrong(in_quotes(name) + " must have from 1 to " + std::to_string(kValueParts) +
                       " numbers");
  const size_t count = several ? value.items.size() : 1;
  for (size_t index = 0; index < count; ++index) {
    const auto part = whole_number(several ? value.items[index] : value, name, 0, kAmountMax);
    if (!part) return part.error();
    parts.push_back(*part);
  }
  return parts;
}

Value value_of(const std::vector<int64_t>& parts) {
  Value value;
  for (size_t index = 0; index < parts.size(); ++index) value.part[index] = parts[index];
  return value;
}

Result<Done> check_name(const JsonValue& name, std::string_view what) {
  if (auto right = of_kind(name, what, JsonKind::text); !right) return right;
  if (name.text.empty() || name.text.size() > kNameLengthMax)
    return name.wrong(in_quotes(what) + " must have from 1 to " + std::to_string(kNameLengthMax) +
                      " bytes");
  if (const auto why = why_no_line(name.text)) return name.wrong(in_quotes(what) + " " + *why);
  return Done{};
}

Result<SnapshotCase> CaseReader::read() {
  if (auto done = only_members(json_, "a case of this algorithm",
                               "id title source answer_source note algorithm fifo state_kind "
                               "marker initial channels ops expected");
      !done)
    return done.error();
  if (auto done = read_options(); !done) return done.error();
  if (auto done = read_processes(); !done) return done.error();
  if (auto done = read_channels(); !done) return done.error();
  if (auto why = why_unusable(out_.scenario)) return json_.find("initial")->wrong(*why);
  const auto expected = member(json_, "a case", "expected", JsonKind::object);
  if (!expected) return expected.error();
  out_.keeps_run_states =
      (*expected)->find("run_states") || (*expected)->find("occurred_during_run");
  const auto ops = member(json_, "a case", "ops", JsonKind::array);
  if (!ops) return ops.error();
  for (const JsonValue& op : (*ops)->items)
    if (auto done = read_step(op); !done) return done.error();
  return std::move(out_);
}

Result<Done> CaseReader::read_options() {
  const std::string& algorithm = json_.find("algorithm")->text;
  out_.coordinated = algorithm != "naive";
  if (algorithm == "lai-yang") out_.scenario.algorithm = SnapshotAlgorithm::lai_yang;
  if (const JsonValue* fifo = json_.find("fifo")) {
    if (auto right = of_kind(*fifo, "fifo", JsonKind::boolean); !right) return right;
    out_.scenario.fifo = fifo->boolean;
  }
  if (const JsonValue* kind = json_.find("state_kind")) {
    if (!kind->is(JsonKind::text) || kind->text != "receive-count")
      return kind->wrong("\"state_kind\" can only be \"receive-count\"");
    out_.receive_count = true;
  }
  out_.marker = "M";
  if (const JsonValue* marker = json_.find("marker")) {
    if (auto right = check_name(*marker, "marker"); !right) return right;
    out_.marker = marker->text;
  }
  return Done{};
}

Result<Done> CaseReader::read_processes() {
  const auto initial = member(json_, "a case", "initial", JsonKind::object);
  if (!initial) return initial.error();
  for (const JsonMember& each : (*initial)->members)
    if (auto done = read_process(each); !done) return done;
  return Done{};
}

Result<Done> CaseReader::read_process(const JsonMember& member) {
  ProcessSetup setup;
  setup.name = member.name;
  StateKind kind = StateKind::label;
  if (out_.receive_count && !member.value.is_number())
    return member.value.wrong("with \"receive-count\" a state must be a number");
  if (member.value.is(JsonKind::text)) {
    if (auto right = check_name(member.value, member.name); !right) return right;
    setup.label = label(member.value.text);
  } else if (member.value.is_number() || member.value.is(JsonKind::array)) {
    const auto parts = read_parts(member.value, member.name);
    if (!parts) return parts.error();
    kind = member.value.is(JsonKind::array) ? StateKind::parts : StateKind::amount;
    for (size_t other = 0; other < out_.kinds.size(); ++other)
      if (out_.kinds[other] != StateKind::label &&
          (out_.kinds[other] != kind || static_cast<size_t>(out_.parts) != parts->size()))
        return member.value.wrong("all states must have as many numbers as the first");
    out_.parts = static_cast<int>(parts->size());
    setup.balance = value_of(*parts);
  } else {
    return member.value.wrong("a state must be a number, an array of numbers or a name");
  }
  out_.kinds.push_back(kind);
  out_.scenario.processes.push_back(std::move(setup));
  return Done{};
}

Result<Done> CaseReader::read_channels() {
  const auto channels = member(json_, "a case", "channels", JsonKind::array);
  if (!channels) return channels.error();
  for (const JsonValue& pair : (*channels)->items)
    if (auto done = read_channel(pair); !done) return done;
  return Done{};
}

Result<Done> CaseReader::read_channel(const JsonValue& pair) {
  if (!pair.is(JsonKind::array) || pair.items.size() != 2)
    return pair.wrong("a channel must be a pair: [\"p\", \"q\"]");
  const auto from = process(pair.items[0]);
  if (!from) return from.error();
  const auto to = process(pair.items[1]);
  if (!to) return to.error();
  const std::string name = in_quotes(process_name(*from) + ">" + process_name(*to));
  if (*from == *to) return pair.wrong("channel " + name + ": a process has no channel to itself");
  if (find_channel(out_.scenario, *from, *to))
    return pair.wrong("channel " + name + " is there twice");
  out_.scenario.channels.push_back({*from, *to});
  return Done{};
}

Result<Done> CaseReader::read_step(const JsonValue& op) {
  const auto found = form_of(op, json_.find("algorithm")->text);
  if (!found) return found.error();
  const OpForm& form = **found;
  const std::string where = in_quotes(form.name);
  const std::string allowed = "op note " + std::string(form.needs) + " " + std::string(form.may);
  if (auto done = only_members(op, where, allowed); !done) return done;
  for (const Word& word : split_words(form.needs)) {
    const auto value = member(op, where, word.text);
    if (!value) return value.error();
    if (auto right = check_name(**value, word.text); !right) return right;
  }
  CaseStep step;
  step.act = form.act;
  const JsonValue* at = op.find("at");
  const JsonValue* from = op.find("frm");
  const JsonValue* to = op.find("to") ? op.find("to") : at;
  step.place = at ? at : to;
  if (at) {
    const auto acting = process(*at);
    if (!acting) return acting.error();
    step.process = *acting;
  }
  if (from) {
    const auto between = channel(*from, *to);
    if (!between) return between.error();
    step.channel = *between;
  }
  for (std::string_view name : {"msg", "expect", "event"})
    if (const JsonValue* value = op.find(name)) {
      step.name = value->text;
      step.place = value;
    }
  if (form.act == CaseAct::read)
    if (auto done = read_what(*op.find("what"), step); !done) return done;
  if (form.act == CaseAct::send)
    if (auto done = read_send(op, step); !done) return done;
  if (form.act == CaseAct::recv)
    if (auto done = read_label(op, step.process, step); !done) return done;
  out_.steps.push_back(std::move(step));
  return Done{};
}

Result<Done> CaseReader::read_send(const JsonValue& op, CaseStep& step) {
  const JsonValue* amount = op.find("amount");
  const JsonValue* parts = op.find("vec");
  if (amount && parts) return parts->wrong("\"send\" takes \"amount\" or \"vec\", not both");
  if (amount && !amount->is_number()) return of_kind(*amount, "amount", JsonKind::real);
  if (parts && !parts->is(JsonKind::array)) return of_kind(*parts, "vec", JsonKind::array);
  if (const JsonValue* moved = amount ? amount : parts)
    if (auto done = read_amount(*moved, step); !done) return done;
  return read_label(op, out_.scenario.channels[step.channel.index].from, step);
}

// What moves must have as many numbers as the states at its ends; zero fits everywhere.
Result<Done> CaseReader::read_amount(const JsonValue& amount, CaseStep& step) {
  const bool several = amount.is(JsonKind::array);
  const std::string_view name = several ? "vec" : "amount";
  const auto parts = read_parts(amount, name);
  if (!parts) return parts.error();
  step.value = value_of(*parts);
  step.place = &amount;
  if (step.value == Value{} || out_.receive_count) return Done{};
  const ChannelSetup& setup = out_.scenario.channels[step.channel.index];
  for (ProcessId end : {setup.from, setup.to}) {
    const StateKind kind = out_.kinds[end.index];
    const bool fits = several ? kind == StateKind::parts &&
                                    parts->size() == static_cast<size_t>(out_.parts)
                              : kind == StateKind::amount;
    if (!fits)
      return amount.wrong("the state of " + process_name(end) + " is not of the form of " +
                          in_quotes(name));
  }
  return Done{};
}

Result<Done> CaseReader::read_what(const JsonValue& what, CaseStep& step) {
  step.place = &what;
  if (const auto found = find_channel(out_.scenario, what.text)) {
    step.act = CaseAct::read_channel;
    step.channel = *found;
    return Done{};
  }
  if (what.text.find('>') != std::string::npos)
    return what.wrong("there is no channel " + in_quotes(what.text));
  const auto found = process(what);
  if (!found) return found.error();
  step.process = *found;
  return Done{};
}

Result<Done> CaseReader::read_label(const JsonValue& op, ProcessId process, CaseStep& step) {
  const JsonValue* state = op.find("state");
  if (!state) return Done{};
  if (auto right = check_name(*state, "state"); !right) return right;
  if (out_.kinds[process.index] != StateKind::label)
    return state->wrong("\"state\" names a state, but the state of " + process_name(process) +
                        " is a number");
  step.label = label(state->text);
  return Done{};
}

Result<ProcessId> CaseReader::process(const JsonValue& name) const {
  if (auto right = check_name(name, "a process"); !right) return right.error();
  if (const auto found = find_process(out_.scenario, name.text)) return *found;
  return name.wrong("there is no process " + in_quotes(name.text));
}

Result<ChannelId> CaseReader::channel(const JsonValue& from, const JsonValue& to) const {
  const auto sender = process(from);
  if (!sender) return sender.error();
  const auto receiver = process(to);
  if (!receiver) return receiver.error();
  if (const auto found = find_channel(out_.scenario, *sender, *receiver)) return *found;
  return from.wrong("there is no channel " + in_quotes(from.text + ">" + to.text));
}

// The number of a named state; a new name gets the next one.
uint32_t CaseReader::label(const std::string& name) {
  std::vector<std::string>& labels = out_.scenario.labels;
  for (uint32_t index = 0; index < labels.size(); ++index)
    if (labels[index] == name) return index;
  labels.push_back(name);
  return static_cast<uint32_t>(labels.size() - 1);
}

}  // namespace

Result<SnapshotCase> read_snapshot_case(const JsonValue& json) { return CaseReader(json).read(); }

}  // namespace cutline

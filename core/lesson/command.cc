#include "core/lesson/command.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/limits.h"
#include "core/base/text.h"

namespace cutline {
namespace {

constexpr VerbInfo kVerbs[] = {
    {Verb::scenario, "scenario", "NAME", "opens a scenario at its start", ""},
    {Verb::open, "open", "RUN", "opens a run that comes with the lab", ""},
    {Verb::seed, "seed", "NUMBER", "restarts the run with other dice", ""},
    {Verb::set, "set", "KEY VALUE", "restarts the run with a parameter changed", ""},
    {Verb::reset, "reset", "", "goes back to the start, or to the run as it was opened", "R"},
    {Verb::step, "step", "[COUNT]", "does the next event, or the next COUNT", "Right"},
    {Verb::back, "back", "[COUNT]", "undoes the last event, or the last COUNT", "Left"},
    {Verb::seek, "seek", "STEP", "goes to the state after that many steps; jobs also to a time",
     ""},
    {Verb::until, "until", "TIME", "runs by the clock up to that time", ""},
    {Verb::play, "play", "", "steps again and again", "Space"},
    {Verb::pause, "pause", "", "stops playing", "Space"},
    {Verb::speed, "speed", "STEPS", "steps per second while playing; jobs: seconds per second", ""},
    {Verb::send, "send", "CHANNEL AMOUNT", "transfers now: send A>B 10", ""},
    {Verb::deliver, "deliver", "CHANNEL [PLACE]", "delivers now; place 1 is the oldest", ""},
    {Verb::snapshot, "snapshot", "PROCESS", "starts a snapshot by the marker rule", ""},
    {Verb::join, "join", "PROCESS", "starts the snapshot under way at one more process", ""},
    {Verb::read, "read", "PROCESS", "reads one balance, without markers", ""},
    {Verb::read_all, "read-all", "", "reads every balance at once, and no channel", "E"},
    {Verb::read_each, "read-each", "PROCESS", "reads the balances one by one, and no channel", ""},
    {Verb::record_only, "record-only", "PROCESS", "records, but keeps the markers back", ""},
    {Verb::markers, "markers", "PROCESS", "sends the markers that were kept back", ""},
    {Verb::drop, "drop", "CHANNEL [PLACE]", "loses a message", ""},
    {Verb::duplicate, "duplicate", "CHANNEL [PLACE]", "puts a copy behind a message", ""},
    {Verb::cut, "cut", "PLACE [COUNT]", "cut A 5, cut all 12 (behind step 12), cut now, cut off",
     ""},
    {Verb::cut_set, "cut-set", "COUNTS", "the cut at every process: cut-set 3,4,5", ""},
    {Verb::cut_shrink, "cut-shrink", "", "to the greatest consistent cut inside", ""},
    {Verb::cut_grow, "cut-grow", "", "to the smallest consistent cut around", ""},
    {Verb::cut_load, "cut-load", "SNAPSHOT", "lays the cut where a snapshot recorded", ""},
    {Verb::straighten, "straighten", "[SWAPS]", "orders the events so that the cut is straight",
     ""},
    {Verb::swap, "swap", "[COUNT]", "the next swap of two neighbours, or the next COUNT", ""},
    {Verb::unswap, "unswap", "[COUNT]", "takes back the last swap, or the last COUNT", ""},
    {Verb::clocks, "clocks", "HOW", "vector clocks on or off", ""},
    {Verb::arrive, "arrive", "CHANNEL [PLACE]", "takes a message off a reliable wire", ""},
    {Verb::retransmit, "retransmit", "CHANNEL", "a reliable channel sends its oldest again", ""},
    {Verb::fail, "fail", "TASK", "a task of the job fails now", ""},
    {Verb::checkpoint, "checkpoint", "", "asks the coordinator for a checkpoint now", "C"},
    {Verb::savepoint, "savepoint", "", "asks the coordinator for a savepoint now", ""},
    {Verb::next, "next", "MOMENT", "goes on to the next moment of that kind", ""},
    {Verb::panel, "panel", "NAME", "of a job in the picture: graph, charts or compare", "V"},
    {Verb::compare, "compare", "MODE [MODE] [MODE] [MODE]",
     "the job in other modes beside it: compare aligned unaligned, compare off", ""},
    {Verb::queue_lambda, "queue lambda", "RATE", "arrivals per second; keeps the time", ""},
    {Verb::queue_mu, "queue mu", "RATE", "service per second; keeps the time", ""},
    {Verb::queue_predict, "queue predict", "BACKLOG", "your prediction for the next step", ""},
    {Verb::queue_step, "queue step", "[COUNT]", "half a second on, or COUNT of them", "Right"},
    {Verb::queue_back, "queue back", "[COUNT]", "half a second back, or COUNT of them", "Left"},
    {Verb::queue_reset, "queue reset", "", "back to t = 0 and the default rates", "R"},
    {Verb::explore_on, "explore on", "[STATES] [TIME]",
     "goes on exploring from so many states; TIME has passed since", ""},
    {Verb::explore_stop, "explore stop", "", "ends the exploration where it is", ""},
    {Verb::explore_open, "explore open", "PREDICATE [ROLE]", "opens the run that decides a claim",
     ""},
    {Verb::explore_limit, "explore limit", "WHAT VALUE",
     "ends an exploration at so many states, so much memory (MB) or time", ""},
    {Verb::explore, "explore", "[STATES]", "explores every interleaving, up to STATES states", ""},
    {Verb::claim, "claim", "ROLE [PREDICATE]",
     "claims it of every interleaving: claim always consistent; claim usual", ""},
    {Verb::unclaim, "unclaim", "ROLE PREDICATE", "takes a claim back", ""},
    {Verb::exercise_next, "exercise next", "", "goes on to the next step of the exercise", ""},
    {Verb::exercise_back, "exercise back", "", "goes back to the step before", ""},
    {Verb::exercise_run, "exercise run", "[STEP]",
     "shows the run that a wrong answer was held against; alone: your own again", ""},
    {Verb::exercise_again, "exercise again", "", "forgets what was done in the exercise", ""},
    {Verb::exercise_leave, "exercise leave", "", "goes back to the run before the exercise", ""},
    {Verb::exercise, "exercise", "NAME", "opens an exercise, where it was left", ""},
    {Verb::answer, "answer", "STEP ANSWER...", "answers a question: answer 2 10 EUR", ""},
    {Verb::hint, "hint", "[STEP]", "the next hint of a step; alone: of the present one", ""},
    {Verb::show, "show", "SCREEN", "transfers, queue or jobs", ""},
    {Verb::select, "select", "NAME", "a process, channel, transfer or snapshot; or none", ""},
    {Verb::dismiss, "dismiss", "NOTICE", "removes a notice by its number, or all", ""},
};

struct ArgumentCount {
  size_t least = 0;
  size_t most = 0;
};

ArgumentCount argument_count(std::string_view arguments) {
  ArgumentCount count;
  for (const Word& word : split_words(arguments)) {
    ++count.most;
    if (!word.text.starts_with('[')) ++count.least;
    if (word.text.ends_with("...")) count.most = kCommandBytesMax;
  }
  return count;
}

const VerbInfo& info_of(Verb verb) {
  const auto found = std::find_if(std::begin(kVerbs), std::end(kVerbs),
                                  [&](const VerbInfo& info) { return info.verb == verb; });
  CUTLINE_CHECK(found != std::end(kVerbs), "every verb has a line in kVerbs");
  return *found;
}

}  // namespace

std::span<const VerbInfo> verbs() { return kVerbs; }

bool is_of_exercises(Verb verb) { return verb >= Verb::exercise_next && verb <= Verb::hint; }

Result<Command> parse_command(std::string_view line) {
  if (line.size() > kCommandBytesMax)
    return fault_at(1, 1, "a command has at most " + std::to_string(kCommandBytesMax) + " bytes");
  const std::vector<Word> words = split_words(line);
  if (words.empty()) return fault_at(1, 1, "a command starts with a verb");
  for (const VerbInfo& info : kVerbs) {
    const std::vector<Word> verb_words = split_words(info.words);
    if (words.size() < verb_words.size()) continue;
    if (!std::equal(verb_words.begin(), verb_words.end(), words.begin(),
                    [](const Word& left, const Word& right) { return left.text == right.text; }))
      continue;
    const size_t given = words.size() - verb_words.size();
    const ArgumentCount wanted = argument_count(info.arguments);
    const std::string form = std::string(info.words) + (info.arguments.empty() ? "" : " ") +
                             std::string(info.arguments);
    if (given < wanted.least)
      return fault_at(1, static_cast<int>(line.size()) + 1,
                      in_quotes(info.words) + " needs more words: " + form);
    if (given > wanted.most)
      return fault_at(1, words[verb_words.size() + wanted.most].column,
                      in_quotes(words[verb_words.size() + wanted.most].text) +
                          " is one word too many: " + form);
    Command command;
    command.verb = info.verb;
    for (size_t at = verb_words.size(); at < words.size(); ++at)
      command.arguments.emplace_back(words[at].text);
    return command;
  }
  return fault_at(1, words[0].column, "there is no command " + in_quotes(words[0].text));
}

std::string print_command(const Command& command) {
  std::string out(info_of(command.verb).words);
  for (const std::string& argument : command.arguments) out += " " + argument;
  return out;
}

}  // namespace cutline

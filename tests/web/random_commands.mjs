// Lines for the command bus by dice: what a learner could ask for, in any order, and a share that
// the lab must refuse. The same seed gives the same lines.

// mulberry32: whole numbers below 2^32.
function dice(seed) {
  let state = seed >>> 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

const kProcesses = ["A", "B", "C", "X"];
const kScenarios = ["transfers", "two-banks", "ring", "join", "doubling", "lossy", "mesh-3"];
const kJobs = ["t1-aligned", "t2-unaligned", "t3-timeout", "t13-transaction-kept"];
const kMoments = ["barrier", "blocked", "completed", "failure", "restored", "nothing"];
const kTasks = ["source-1", "count-1", "count-2", "sink-1", "nobody-1"];

// Each kind of line with its weight; `n(k)` is a number below k, `of(list)` one of a list.
const kKinds = {
  transfers: [
    [30, () => "step"],
    [10, ({n}) => `step ${n(6)}`],
    [12, ({n}) => (n(2) ? "back" : `back ${n(8)}`)],
    [4, ({n}) => `seek ${n(200)}`],
    [3, ({n}) => `until ${n(30)}00ms`],
    [8, ({of, n}) => `send ${of(kProcesses)}>${of(kProcesses)} ${n(40)}`],
    [12, ({of, n}) => `deliver ${of(kProcesses)}>${of(kProcesses)}${n(4) ? "" : " 2"}`],
    [6, ({of}) => `snapshot ${of(kProcesses)}`],
    [2, ({of}) => `${of(["read", "read-each", "record-only", "markers"])} ${of(kProcesses)}`],
    [2, ({of}) => `${of(["drop", "duplicate", "arrive"])} ${of(kProcesses)}>${of(kProcesses)}`],
    [1, () => "read-all"],
    [6, ({of, n}) => `cut ${of(["A", "B", "C", "all"])} ${n(40)}`],
    [3, ({of}) => of(["cut-shrink", "cut-grow", "cut-load S1", "cut off", "straighten"])],
    [3, ({of, n}) => `${of(["swap", "unswap"])} ${n(4)}`],
    [2, ({of}) => `clocks ${of(["on", "off", "maybe"])}`],
    [3, ({of, n}) => `select ${of(["A", "B", "S1", `T${n(20)}`, "A>B", "none"])}`],
    [2, ({of, n}) => of([`set fifo ${of(["on", "off"])}`, `set amount-max ${n(80)}`, "reset"])],
    [1, ({of}) => `scenario ${of(kScenarios)}`],
    [1, ({n}) => `seed ${n(1000)}`],
    [1, ({of}) => of(["dismiss all", "sned A>B 1", "step -1", "step 1e9", "seek 9999999"])],
  ],
  jobs: [
    [30, () => "step"],
    [20, ({n}) => `step ${n(60)}`],
    [10, ({n}) => `back ${n(40)}`],
    [6, ({n}) => `seek ${n(8000)}ms`],
    [4, ({n}) => `until ${n(9)}s`],
    [12, ({of}) => `next ${of(kMoments)}`],
    [4, ({of}) => `fail ${of(kTasks)}`],
    [5, ({of}) => of(["checkpoint", "savepoint"])],
    [1, ({n}) => `set execution.checkpointing.interval ${n(5)}s`],
    [1, ({of}) => `scenario ${of(kJobs)}`],
    [1, ({of}) => of(["reset", "send A>B 1", "cut all 3", "seed -1", "dismiss all"])],
  ],
  queue: [
    [30, ({n}) => (n(2) ? "queue step" : `queue step ${n(5)}`)],
    [20, ({n}) => `queue back ${n(4)}`],
    [20, ({n}) => `queue lambda ${n(90) / 10}`],
    [20, ({n}) => `queue mu ${n(90) / 10}`],
    [20, ({n}) => `queue predict ${n(30) - 2}`],
    [2, ({of}) => of(["queue reset", "queue", "queue lambda many", "dismiss all"])],
  ],
};

// `count` lines of one kind: "transfers", "jobs" or "queue".
export function random_lines(kind, seed, count) {
  const n = dice(seed);
  const of = (list) => list[n(list.length)];
  const kinds = kKinds[kind];
  const total = kinds.reduce((sum, [weight]) => sum + weight, 0);
  return Array.from({length: count}, () => {
    let place = n(total);
    const [, line] = kinds.find(([weight]) => (place -= weight) < 0);
    return line({n, of});
  });
}

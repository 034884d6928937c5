#!/usr/bin/env bash
# The terminal as others meet it: exit status, stdout, stderr, word for word.
#
#   tests/cli/cli_test.sh TERMINAL...     (a command, such as: node build/web-tests/cutline.js)
#
# A refusal has status 2, one line on stderr and nothing on stdout.
set -uo pipefail

[ $# -gt 0 ] || {
  echo "cli: name the terminal to test." >&2
  exit 2
}
terminal=()
for word in "$@"; do
  if [ -e "$word" ]; then terminal+=("$(realpath "$word")"); else terminal+=("$word"); fi
done
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
passed=0 failed=0

verdict() { # verdict WHAT EXPECTED GOT
  if [ "$2" = "$3" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf '%s\n  expected: %s\n  got:      %s\n' "$1" "$2" "$3"
  fi
}

call() { # call ARGUMENT...: into status, out and err
  "${terminal[@]}" "$@" >out 2>err
  status=$?
  out=$(cat out) err=$(cat err)
}

refuses() { # refuses STDERR ARGUMENT...
  local expected=$1
  shift
  call "$@"
  verdict "cutline $*" "2||$expected" "$status|$out|$err"
}

says() { # says STATUS STDOUT ARGUMENT...
  local expected="$1|$2|"
  shift 2
  call "$@"
  verdict "cutline $*" "$expected" "$status|$out|$err"
}

holds() { # holds STATUS PATTERN ARGUMENT...: stdout has the pattern, stderr is empty
  local expected=$1 pattern=$2
  shift 2
  call "$@"
  grep -qE -- "$pattern" out && out=$pattern
  verdict "cutline $*" "$expected|$pattern|" "$status|$out|$err"
}

# --- commands and options ---

refuses 'cutline: a command is missing; cutline --help lists them'
refuses 'cutline: there is no command "rnu"; did you mean run?' rnu
refuses 'cutline: there is no command "case"; did you mean cases?' case file.json
refuses 'cutline: there is no command "cos4178"; did you mean cos418?' cos4178
call frobnicate
verdict 'an unlike word is not guessed' \
  '2||cutline: there is no command "frobnicate"; there are' \
  "$status|$out|${err%% run,*}"
holds 0 '^  cutline run SCENARIO' --help
holds 0 '^Exit status: 0 success, 1 a check failed, 2 unusable input' help

run_usage='(use: cutline run SCENARIO [--mode M] [--seed N] [--set KEY=VALUE]... [--until T]'
run_usage+=' [--commands FILE [--pass-refused]] [--save FILE] [--json] [--export FORMAT]'
run_usage+=' [--out FILE])'
refuses "cutline: a word is missing $run_usage" run
refuses "cutline: \"b\" is one word too many $run_usage" run transfers b
refuses "cutline: there is no option \"--sede\"; did you mean --seed? $run_usage" run a --sede 1
refuses "cutline: there is no option \"--frobnicate\" $run_usage" run a --frobnicate
refuses "cutline: --seed needs a value $run_usage" run transfers --seed
refuses "cutline: --seed is there twice $run_usage" run transfers --seed 1 --seed=2
refuses "cutline: --json takes no value $run_usage" run transfers --json=1

# --- explore ---

holds 0 '^mesh-2: 64 states, 101 transitions: every interleaving was looked at\.$' explore mesh-2
holds 0 '^mesh-2: 416 states, 850 transitions' \
  explore mesh-2 --set explore-transfers=2 --set balances=2
holds 1 '^  After step 2 it was certain: whatever happens then, it fails\.$' \
  explore mesh-2 --set record=off
holds 1 '^always consistent: fails' explore join --mode at-least-once
holds 0 '^always consistent: holds' explore join --mode aligned
holds 1 '^always not-stuck: fails' explore ring --mode aligned
holds 1 '^always consistent: fails' explore ring --mode endpoints-only
holds 0 '^reachable overlap: reached' explore mesh-2 --set explore-snapshots=2 --reachable overlap
holds 1 '^Ended early \(too many states\)\. ' explore mesh-3 --max-states 1000
holds 1 '^Ended early \(too much memory\)\. ' \
  explore mesh-3 --set explore-transfers=3 --max-memory 2000000
holds 1 '^Ended early \(too much time\)\. ' explore mesh-3 --set explore-transfers=3 --max-time 0
holds 0 '^never complete: met ' explore mesh-2 --never complete
holds 1 '^always consistent: fails' explore lossy
holds 1 '^always not-stuck: fails' explore lossy
holds 0 '^always consistent: holds' explore repaired
holds 0 '^always consistent: holds' explore lossy --set explore-faults=0
holds 0 '"states":64,"transitions":101,' explore mesh-2 --json
call explore mesh-2 --set record=off --run consistent
verdict 'explore --run prints a command file' \
  '1|scenario mesh-2 set record off snapshot A send B>A 1 deliver A>B deliver B>A deliver B>A|' \
  "$status|$(echo $out)|$err"
printf '%s\n' "$out" >counterexample
holds 1 'T1 \(1\) is lost' run mesh-2 --commands counterexample
refuses 'cutline: t2-unaligned is no system of processes: only those are explored' \
  explore t2-unaligned
modes='chandy-lamport, aligned, at-least-once, unaligned, lai-yang, mattern and endpoints-only'
refuses "cutline: --mode: there is no mode \"fast\"; there are $modes" explore mesh-2 --mode fast
refuses 'cutline: --set needs KEY=VALUE, not "fifo"' explore mesh-2 --set fifo
refuses 'cutline: "Exploring: snapshots in all" (explore-snapshots) must be from 0 to 8, not "9"' \
  explore mesh-2 --set explore-snapshots=9
refuses 'cutline: balances: one for all, or 2, not 3' explore mesh-2 --set balances=1,2,3
refuses 'cutline: --max-states must be from 1 to 100000000, not "0"' explore mesh-2 --max-states 0
refuses 'cutline: --max-memory must be a whole number, not "1GB"' explore mesh-2 --max-memory 1GB
refuses 'cutline: --run: no run decides "consistent": it is "holds"' explore mesh-2 --run consistent
refuses 'cutline: --run: "loses" is none of the claims' explore mesh-2 --run loses
twice='"complete" is claimed in two roles: say always:complete or reachable:complete'
refuses "cutline: --run: $twice" \
  explore mesh-2 --always complete --reachable complete --run complete
refuses 'cutline: --always: "complete" is claimed twice' \
  explore mesh-2 --always complete --always complete
call explore mesh-2 --always complete --reachable complete --run reachable:complete
verdict 'explore --run ROLE:P prints the run of that claim' \
  '0|scenario mesh-2 snapshot A deliver A>B deliver B>A|' "$status|$(echo $out)|$err"
call explore mesh-2 --always lost
verdict 'an unknown predicate is refused with the list' \
  '2||cutline: --always: there is no predicate "lost"; there are consistent, loses, repeats' \
  "$status|$out|${err%%, right*}"

# --- files ---

mkdir a-folder
truncate -s 16777217 large.json
refuses 'cutline: a word is missing (use: cutline cases FILE.json)' cases
refuses 'none.json: there is no such file' cases none.json
refuses 'a-folder: is a folder, not a file' cases a-folder
refuses 'large.json: is too large: a file has at most 16777216 bytes' cases large.json
refuses 'none.toml: there is no such file' run none.toml
refuses 'a-folder: is a folder, not a file' run transfers --commands a-folder
if [ "${#terminal[@]}" = 1 ] && [ -e /proc/self/mem ]; then
  refuses '/proc/self/mem: cannot be read: Input/output error' cases /proc/self/mem
fi
if [ "$(id -u)" != 0 ]; then
  echo '[]' >secret.json && chmod 000 secret.json
  refuses 'secret.json: cannot be opened: Permission denied' cases secret.json
fi

# --- cases ---

says 0 '23 passed, 0 failed, 0 skipped' cases "$root/tests/cases/snapshots.json"
says 0 '4 passed, 0 failed, 0 skipped' cases "$root/tests/cases/streams.json"
echo '[]' >empty.json
says 0 '0 passed, 0 failed, 0 skipped' cases empty.json
cat >failing.json <<'END'
[{"id": "half", "algorithm": "mmc", "lam": 1, "mu": 2, "c": 1, "expected": {"rho": 0.6, "L": 1}},
 {"id": "full", "algorithm": "mmc", "lam": 2, "mu": 2, "c": 1, "expected": {"rho": 1, "L": 1}},
 {"id": "one", "algorithm": "naive", "initial": {"p": 1}, "channels": [],
  "ops": [{"op": "read", "what": "p"}], "expected": {"states": {"p": 2}, "total": 1}}]
END
says 1 'failed half: rho: expected 0.6, got 0.5
failed full: L: expected 1, got none: no steady state: λ = 2 is not below μ = 2
failed one: state of p: expected 2, got 1
0 passed, 3 failed, 0 skipped' cases failing.json
printf '[{"id": "q", "algorithm": "mmc", "lam": 1, "mu": 2, "c": 1, "expected": {"rho": 0.5}},
 {"id": "q", "algorithm": "mmc", "lam": 1, "mu": 4, "c": 1, "expected": {"rho": 0.25}}]' >twice.json
refuses 'twice.json:2:9: the id "q" is there already, in line 1' cases twice.json
printf '[{"id": "a",\n  "algorithm": "cl"' >cut.json
refuses "cut.json:2:20: this is not JSON: unexpected end of input where '}' is expected" \
  cases cut.json
printf '[{"id": "a", "algorithm": "raft"}]' >raft.json
algorithms='cl, naive, lai-yang, flink-aligned, flink-unaligned, flink-at-least-once, mmc,'
algorithms+=' mm1-inverse, mm1-feedback, fluid'
refuses "raft.json:1:27: there is no algorithm \"raft\"; there are $algorithms" cases raft.json
cat >overdrawn.json <<'END'
[{"id": "a", "algorithm": "cl", "initial": {"p": 1, "q": 1}, "channels": [["p", "q"]],
  "ops": [{"op": "send", "frm": "p", "to": "q", "msg": "m", "amount": 2}],
  "expected": {"total": 2}}]
END
refuses 'overdrawn.json:2:71: p has 1 and cannot send 2' cases overdrawn.json
sed 's/"amount": 2/"amount": 1/
     s/}],$/}, {"op": "recv", "at": "q", "frm": "p", "expect": "x"}],/' overdrawn.json >absent.json
refuses 'absent.json:2:123: the head of p>q is "m", not "x", and the channel is FIFO' \
  cases absent.json
printf '[{"id": "a", "algorithm": "fluid", "mu": 1, "segments": [[1]], "expected": {"peak": 0}}]' \
  >segment.json
refuses 'segment.json:1:58: a segment must be a duration and a rate: [10, 120]' cases segment.json

# --- vectors ---

cat >vectors.json <<'END'
{"meta": {}, "vectors": [
 {"id": "K-1", "family": "coordinator"},
 {"id": "X-31", "family": "alternating", "form": "words"},
 {"id": "A-1", "family": "aligned", "channels": 2, "script": ["b1@0", "b1@1"],
  "expect": {"triggered": [1], "blocked_channels_after_step": {"0": [0]}}},
 {"id": "A-2", "family": "aligned", "channels": 2, "script": ["b1@0"],
  "expect": {"triggered": [1], "latest_checkpoint_id": 2}}]}
END
says 1 'failed A-2: triggered: expected [1], got []; latest_checkpoint_id: expected 2, got 1
1 passed, 1 failed, 2 skipped' vectors vectors.json
sed '/"A-2"/,/latest/d; s/}},$/}}]}/' vectors.json >good.json
says 0 '1 passed, 0 failed, 2 skipped' vectors good.json
printf '{"vectors": [{"id": "S-1", "family": "stats"}]}' >skipped.json
says 0 '0 passed, 0 failed, 1 skipped' vectors skipped.json
sed 's/"b1@1"/"b1@7"/' vectors.json >channel.json
refuses 'channel.json:4:75: "b1@7": there is no channel 7, only 2 channels' vectors channel.json
printf '{"vectors": [{"id": "S-1", "family": "sta"}]}' >family.json
refuses 'family.json:1:38: there is no family "sta"; did you mean stats?' vectors family.json
sed 's/"sta"/"network"/' family.json >other.json
says 0 '0 passed, 0 failed, 1 skipped' vectors other.json
sed 's/"channels": 2, "script": \["b1@0"\]/"mode": "exactly once, two channels", &/' vectors.json \
  >mode.json
says 1 'failed A-2: triggered: expected [1], got []; latest_checkpoint_id: expected 2, got 1
1 passed, 1 failed, 2 skipped' vectors mode.json
sed 's/"b1@1"/"b-1@1"/' vectors.json >negative.json
refuses 'negative.json:4:73: "b-1@1": a checkpoint id must be a whole number without a sign, '\
'not "-1"' vectors negative.json
sed 's/{"triggered": \[1\], "latest.*}}\]}/{}}]}/' vectors.json >nothing.json
refuses 'nothing.json:7:13: a script must expect something: "expect" asks nothing of the run' \
  vectors nothing.json
refuses 'cutline: a word is missing (use: cutline vectors FILE.json)' vectors
refuses 'none.json: there is no such file' vectors none.json

# --- cos418 ---

printf '2\nA 10\nB 0\nA B\nB A\n' >pair.top
printf 'send A B 4\r\nsnapshot B # first\r\ntick 2\r\nsnapshot A\r\n' >two.events
printf '0\n0\n0\n0\n0\n' >draws
says 0 '0
A 6
B 0
A B token(4)
1
A 6
B 4' cos418 pair.top two.events --draws draws
cos418_usage='(use: cutline cos418 TOP EVENTS --draws FILE)'
refuses "cutline: a word is missing $cos418_usage" cos418 pair.top --draws draws
refuses "cutline: --draws is missing $cos418_usage" cos418 pair.top two.events
refuses 'none: there is no such file' cos418 none two.events --draws draws
refuses 'none: there is no such file' cos418 pair.top none --draws draws
refuses 'none: there is no such file' cos418 pair.top two.events --draws none
printf '3\nA 10\nB 0\n' >short.top
refuses 'short.top:4:1: the topology ends after 2 of its 3 processes' \
  cos418 short.top two.events --draws draws
printf 'snapshot A\nsend A' >cut.events
refuses 'cut.events:2:7: a word is missing: send SRC DST AMOUNT' \
  cos418 pair.top cut.events --draws draws
printf 'snapshot A\nsend A B 11\n' >over.events
refuses 'over.events:2:10: A has 10 and cannot send 11' cos418 pair.top over.events --draws draws
printf '0 7\n' >wild
refuses 'wild:1:3: a draw must be from 0 to 4, not "7"' cos418 pair.top two.events --draws wild
printf '0 0\n' >few
refuses 'two.events:3:1: more delays are needed than the 2 draws given' \
  cos418 pair.top two.events --draws few

# --- run ---

holds 0 '^  S1 is consistent: every transfer is counted exactly once, and the total is 200\.$' \
  run transfers
holds 0 '^Two banks \(two-banks\), seed 9: ' run two-banks --seed 9 --until 5s
holds 0 '"fingerprint": "[0-9a-f]{16}"' run ring --json
holds 0 '^  S1 is consistent' run transfers --mode lai-yang --set fifo=off
call run transfers --json
"${terminal[@]}" run transfers --json >again
verdict 'the same run, the same text' "$(cksum <again)" "$(cksum <out)"
printf '# endpoints only\nsend A>B 10\n\nread-all\n' >endpoints
holds 1 ' is lost: .* recorded after sending .*, and the channel to . lost ' run lossy
holds 1 ' counted twice: .* more than once, as the channel doubled ' run doubling
holds 0 '^  S1 is consistent: every transfer is counted exactly once' run repaired
holds 1 '^Snapshot S1 .Chandy–Lamport, records twice.' run transfers --set record-twice=on --seed 4
refuses 'cutline: "Messages lost, per mille" (loss) must be from 0 to 1000, not "2000"' \
  run two-banks --set loss=2000
holds 1 '^  S1 recorded 190 of 200\. T1 \(10\) is lost' run two-banks --commands endpoints
printf 'send A>B 10\n  sned A>B 10\n' >typo
refuses 'typo:2:3: there is no command "sned"' run two-banks --commands typo
printf 'send A>B 10\n snapshot X\n' >nobody
refuses 'nobody:2:2: there is no process "X"; there are A and B' run two-banks --commands nobody
printf 'send A>B\n' >short
call run two-banks --commands typo --pass-refused --save passed.run.txt
verdict 'what is refused is passed over where that is asked for' \
  "0|cutline: 1 lines were refused|send A>B 10" "$status|$err|$(grep send passed.run.txt)"
refuses 'cutline: --pass-refused is about the lines of --commands, and there is none' \
  run two-banks --pass-refused
refuses 'short:1:9: "send" needs more words: send CHANNEL AMOUNT' run two-banks --commands short
scenarios='doubling, join, lossy, mesh-2, mesh-3, never-existed, repaired, ring'
scenarios+=', transfers, two-banks'
for job in "$root"/assets/scenarios/jobs/*.toml; do scenarios+=", $(basename "$job" .toml)"; done
refuses "cutline: there is no scenario \"nope\" and no such file; there are $scenarios" run nope
cp large.json large
refuses 'large: is too large: a file has at most 16777216 bytes' run large
refuses 'a-folder: is a folder, not a file' run a-folder
sed 's/send-interval = .*/send-interval = "1ms"/' "$root/assets/scenarios/two-banks.toml" >busy.toml
call run busy.toml --until 1h
verdict 'a run that does not reach its end in 20000 steps is refused' \
  '2||cutline: a run has at most 20000 steps, and they reach only to' \
  "$status|$out|${err% [0-9]*s: an earlier time*}"
yes 'cut now' | head -n 100000 | sed '1s/.*/until 10min/' >cuts
refuses_work='the commands up to here do the work of more than 100000000 steps'
call run transfers --commands cuts
verdict 'commands are counted' "2||cuts|$refuses_work" \
  "$status|$out|${err%%:*}|$(grep -o "$refuses_work" err)"
modes='there are chandy-lamport, lai-yang and mattern'
for mode in aligned unaligned aligned-timeout at-least-once; do
  refuses "cutline: --mode $mode is for streaming jobs; this is a system of processes; $modes" \
    run transfers --mode $mode
done
refuses "cutline: --mode: there is no mode \"quick\"; $modes" run transfers --mode quick

cp "$root/assets/scenarios/ring.toml" mine.toml
holds 0 '^Ring of five \(mine\), seed 5: ' run mine.toml

sed 's/^#.*//; /^cutline/d; /^fingerprint/d; s/^select S1$/straighten 1\n&/' \
  "$root/assets/runs/never-existed.run" >commands
call run never-existed --commands commands --save straightened
holds 0 '^  The run was never in this state' run "$root/assets/runs/never-existed.run"
holds 0 '^  done: T1.s sending at p and T2.s sending at q are at different' run straightened
holds 0 '^  place 3, outside: T1.s sending at p$' run straightened

# --- saved runs ---

printf '\xef\xbb\xbfsend A>B 10\r\nsnapshot A\r\n' >marked
holds 0 '^  A>B +10  T1 10' run two-banks --commands marked
call run transfers --seed 5 --save saved.run.txt
cp out first
verdict 'a saved run starts with its form' 'cutline run 2
scenario transfers
seed 5' "$(head -3 saved.run.txt)"
call run saved.run.txt --save again.run.txt
verdict 'a saved run comes back the same' "0|$(cksum <first)|" "$status|$(cksum <out)|$err"
verdict 'and is saved the same' "$(cksum <saved.run.txt)" "$(cksum <again.run.txt)"
call run transfers --commands saved.run.txt
verdict 'a saved run is a list of commands too' "0|$(cksum <first)|" "$status|$(cksum <out)|$err"
call run mine.toml --save mine.run.txt
cp out first
call run mine.toml --commands mine.run.txt
verdict 'so is one of a scenario from a file' "0|$(cksum <first)|" "$status|$(cksum <out)|$err"
known='doubling, join, lossy, mesh-2, mesh-3, never-existed, repaired, ring'
known+=', transfers and two-banks'
refuses "mine.run.txt:2:1: there is no scenario \"mine\"; there are $known" run mine.run.txt
sed 's/^snapshot A/snapshot Q/' saved.run.txt >edited.run.txt
line=$(grep -n 'snapshot Q' edited.run.txt | cut -d: -f1)
refuses "edited.run.txt:$line:1: there is no process \"Q\"; there are A, B and C" run edited.run.txt
sed 's/^seed 5/seed 8/' saved.run.txt >other.run.txt
call run other.run.txt
last=$(wc -l <other.run.txt)
verdict 'a saved run that ends elsewhere is refused at its last line' \
  "2||other.run.txt:$last:13: this run ends elsewhere than when it was saved (fingerprint" \
  "$status|$out|${err%% [0-9a-f][0-9a-f]*}"
sed 's/^select .*/select B/' saved.run.txt >select.run.txt
call run select.run.txt
verdict 'so is one whose selection was edited' "2||select.run.txt:$last:13: this run ends" \
  "$status|$out|${err%% elsewhere*}"
sed 's/^cutline run 2/cutline run 3/' saved.run.txt >newer.run.txt
newer='this run was saved by a newer Cutline, in form 3; this one reads form 2'
refuses "newer.run.txt:1:13: $newer" run newer.run.txt
for option in --mode=mattern --seed=1 --set=fifo=off; do
  refuses "cutline: ${option%%=*}: saved.run.txt is a saved run, with settings of its own" \
    run saved.run.txt "$option"
done
refuses 'cutline: --commands: saved.run.txt is a saved run, with commands of its own' \
  run saved.run.txt --commands marked
refuses 'none/a.run.txt: cannot be written: No such file or directory' \
  run transfers --save none/a.run.txt
refuses 'cutline: --save and --out both name ./a.txt: the second would replace the first' \
  run transfers --save a.txt --out ./a.txt
refuses 'cutline: --save and --out both name a-folder/../a.txt: the second would replace the '\
'first' \
  run t1-aligned --commands marked --save a.txt --out a-folder/../a.txt
cp mine.toml 'my own ring.toml'
call run 'my own ring.toml' --save spaced.run.txt
call run 'my own ring.toml' --commands spaced.run.txt
verdict 'the name of a scenario is one word' '0|Ring of five (my-own-ring), seed 5|' \
  "$status|${out%%:*}|$err"
refuses "cutline: --save needs --commands: without them a job's file and its options are its run" \
  run t1-aligned --save a.run.txt

# --- exports (what is in them: exports_test.py) ---

forms='json, shiviz, trace, svg, svg-dark, csv-events, csv-messages, csv-snapshots, csv-series'
refuses "cutline: \"xml\" is no export of a system of processes; there is $forms" \
  run transfers --export xml
forms='shiviz, trace, svg, svg-dark, csv-checkpoints, csv-subtasks, csv-series, csv-queues,'
forms+=' csv-recoveries'
refuses "cutline: \"csv-events\" is no export of a streaming job; there is $forms" \
  run t1-aligned --export csv-events
refuses 'cutline: there is no checkpoint yet' run t1-aligned --until 1s --export svg
refuses 'cutline: nothing has failed or restarted yet' \
  run t1-aligned --until 1s --export csv-recoveries
printf 'until 1s\n' >early
refuses 'cutline: there is no checkpoint yet' \
  run t1-aligned --commands early --export svg --save early.run.txt
verdict 'a refused export saves no run' 'none' "$(ls early.run.txt 2>/dev/null || echo none)"
call run t1-aligned --commands early --save early.run.txt
verdict 'the run itself is saved' '0|step 1403' "$status|$(grep step early.run.txt)"
refuses 'cutline: there is no checkpoint yet' \
  run early.run.txt --export svg --save again.early.run.txt
verdict 'nor does one of a saved run' 'none' "$(ls again.early.run.txt 2>/dev/null || echo none)"
printf '# nothing\n' >nothing
refuses 'cutline: nothing has happened yet: the run is at its start' \
  run transfers --commands nothing --export svg
printf 'step 3\n' >three
refuses 'cutline: there is no snapshot yet' run transfers --commands three --export csv-snapshots
printf 'show queue\nqueue step 2\n' >queue
refuses 'cutline: "trace" is no export of the queue lab; there is csv-backlog' \
  run transfers --commands queue --export trace
refuses 'cutline: --json and --export exclude each other: there is one result' \
  run transfers --json --export svg
refuses 'none/a.svg: cannot be written: No such file or directory' \
  run transfers --export svg --out none/a.svg
holds 0 '^0\.5,3\.5.$' run transfers --commands queue --export csv-backlog
call run transfers --export svg --out a.svg
verdict 'a file instead of stdout' '0||' "$status|$out|$err"
verdict 'and what is in it' '<svg xmlns="http://www.w3.org/2000/svg"' "$(head -c 39 a.svg)"

# --- exercises ---

holds 0 '^  ok     step 3: the right answer is 190$' check where-is-the-money
holds 0 '^snapshot-total SNAPSHOT .*a number: the sum of all it recorded$' check --figures
refuses 'cutline: a word is missing (use: cutline check EXERCISE... | --figures)' check
refuses 'cutline: there is no option "--json" (use: cutline check EXERCISE... | --figures)' \
  check --json
sed 's/^goal = .*/goal = "balnce A = 0"/' "$root/assets/exercises/lost-marker.toml" >typo.toml
refuses "typo.toml:12:8: goal: \"balnce A = 0\": there is no figure \"balnce\"; \
cutline check --figures lists them" check typo.toml
sed 's/^goal = .*/goal = "total = 200"/' "$root/assets/exercises/lost-marker.toml" >easy.toml
holds 1 '^  failed goal: it holds at the start already$' check easy.toml
holds 0 '^   2\. No: one transfer is lost and another counted twice\.$' exercise overtaken-marker
printf 'answer 2 0\nanswer 2 10\nanswer 3 190 EUR\nanswer 4 T1\ndeliver A>B\nread-all\n' >work
call exercise where-is-the-money --work work --out work.json
verdict 'a work is graded' '0||where-is-the-money: 4 of 4 right, goal reached' \
  "$status|$err|${out%%$'\n'*}"
holds 0 '^  step 2 right after 2 answers: ' grade work.json
sed 's/"190 EUR"/"200 EUR"/' work.json >forged.json
refuses 'forged.json:27:12: the submission says 4 for "right", the replay says 3' grade forged.json
printf 'deliver A>B\n\nsnapshot A\n' >work
refuses "work:3:1: \"snapshot A\": \"snapshot A\" is not allowed in this exercise; allowed are \
deliver and read-all" exercise where-is-the-money --work work
refuses 'cutline: --out goes with --work' exercise lost-marker --out a.json
printf '{"cutline-submission": 1, "exercise": "../secret.toml"}' >stranger.json
stranger='the submission is for the exercise "../secret.toml", which is none of this build'
refuses "cutline: $stranger; give its file with --exercise" grade stranger.json
printf '{"cutline-submission": 1, "exercise": "lost-marker", "text": "0"}' >other.json
call grade other.json
verdict 'a submission for another text' \
  '2||other.json:1:62: this submission is for another text of the exercise' \
  "$status|$out|${err%% \"lost*}"

# --- jobs ---

holds 0 '^checkpoint 2  triggered at 9457 ms  completed, end to end 2827 ms' run t1-aligned
holds 0 '"checkpoint_type": "UNALIGNED_CHECKPOINT"' run t2-unaligned --json
holds 0 '^failure at 20000 ms: 4 tasks restarted after 1408 ms, from checkpoint 10$' \
  run t15-one-region
holds 1 '^  sink: [0-9]* records in its state, [0-9]* visible behind it, 16 repeated: source-0:' \
  run t12-repeated-commit
holds 1 'visible behind it, 50 lost: source:50, source:51' run t13-transaction-lost
holds 1 '"lost": 50,' run t13-transaction-lost --json
holds 0 'visible behind it, each once$' run t13-transaction-kept
holds 0 'visible behind it, [0-9]* repeated, as such a sink may$' run t8-scan-livelock
holds 0 'because more checkpoints failed in a row than are tolerated .C23., from the start$' \
  run t4-expiry
refuses "cutline: --mode: a job has no mode \"mattern\"; there are aligned, unaligned, \
aligned-timeout and at-least-once" run t1-aligned --mode mattern
refuses "cutline: --mode: a job has no mode \"unaligend\"; there are aligned, unaligned, \
aligned-timeout and at-least-once; did you mean unaligned?" run t1-aligned --mode unaligend
refuses 'cutline: there is no option "frobnicate"' run t1-aligned --set frobnicate=2
refuses 'cutline: there is no option "min-pauze"; did you mean '\
'execution.checkpointing.min-pause?' run t1-aligned --set min-pauze=2s
refuses 'cutline: execution.checkpointing.interval: at least 10ms, not 1ms' \
  run t1-aligned --set checkpointing.interval=1ms
sed 's/"execution.checkpointing.interval" = .*/"execution.checkpointing.intervall" = "1s"/' \
  "$root/assets/scenarios/jobs/t1-aligned.toml" >option.toml
line=$(grep -n intervall option.toml | cut -d: -f1)
refuses "option.toml:$line:1: there is no option \"execution.checkpointing.intervall\"; \
did you mean execution.checkpointing.interval?" run option.toml
sed 's/^until = .*/until = "0s"/' "$root/assets/scenarios/jobs/t1-aligned.toml" >never.toml
line=$(grep -n ^until never.toml | cut -d: -f1)
refuses "never.toml:$line:9: until must be above 0" run never.toml
sed 's/^until = .*/until = "24h"/; s/rate = 1000/rate = 10000000/; s/service-time = .*//' \
  "$root/assets/scenarios/jobs/t1-aligned.toml" >endless.toml
line=$(grep -n ^until endless.toml | cut -d: -f1)
call run endless.toml
verdict 'a run that would not end is refused at its until' \
  "2||endless.toml:$line:9: a run up to 86400s would be up to" "$status|$out|${err% [0-9]* times*}"
call run endless.toml --until 23h
verdict 'or at the option' '2||cutline: --until: a run up to 82800s would be up to' \
  "$status|$out|${err% [0-9]* times*}"
printf 'until 12s\nfail count-1\nuntil 20s\n' >fail.txt
holds 0 '^failure at 12000 ms: 4 tasks restarted after 1000 ms, from checkpoint 2$' \
  run t2-unaligned --commands fail.txt --save job.run.txt
holds 0 '^failure at 12000 ms: 4 tasks restarted after 1000 ms, from checkpoint 2$' run job.run.txt
refuses 'job.run.txt:2:1: this is a run of "t2-unaligned", not of "t3-timeout"' \
  run t3-timeout --commands job.run.txt
refuses 'cutline: "loses" cannot be explored with record-twice: snapshots are then judged by '\
'their totals alone; claim "consistent"' explore mesh-2 --set record-twice=on --reachable loses
if [ -w /dev/full ]; then
  "${terminal[@]}" run two-banks --until 1s >/dev/full 2>err
  verdict 'a full disk' '2|cutline: the output could not be written' "$?|$(cat err)"
fi
holds 0 'transfers' run transfers --until 2s --save transfers.run.txt
refuses 'transfers.run.txt:2:1: this is a run of "transfers", not of "ring"' \
  run ring --commands transfers.run.txt
holds 0 '"note": "count>sink: unaligned over a forward or rescale edge' \
  run pipeline --until 1s --mode unaligned --json
refuses "cutline: restoring a checkpoint without its in-flight data (U16) is not simulated" \
  run t2-unaligned --set \
  execution.state-recovery.without-channel-state.checkpoint-id=3
sed 's/fail count-1/fail count-9/' job.run.txt >edited.run.txt
tasks='source-0, source-1, count-0 and count-1'
refuses "edited.run.txt:4:1: there is no task \"count-9\"; there are $tasks" \
  run t2-unaligned --commands edited.run.txt
printf 'until 1s\nsnapshot A\n' >foreign.txt
why="a job's snapshots are the coordinator's checkpoints; \"checkpoint\" asks for one"
refuses "foreign.txt:2:1: \"snapshot\" is for transfers: $why" \
  run t1-aligned --commands foreign.txt
printf 'scenario ring\n' >away.txt
refuses 'cutline: --commands: away.txt leads away from the job' run t1-aligned --commands away.txt
sed 's/rate = 1000/rate = 0/' "$root/assets/scenarios/jobs/t1-aligned.toml" >rate.toml
refuses 'rate.toml:14:8: rate must be a whole number from 1 to 10000000' run rate.toml
sed 's/to = "count"/to = "counts"/' "$root/assets/scenarios/jobs/t1-aligned.toml" >edge.toml
refuses 'edge.toml:27:6: there is no vertex "counts" above this line' run edge.toml
printf '[[edge]]\nfrom = "count"\nto = "source"\nkind = "hash"\n' |
  cat "$root/assets/scenarios/jobs/t1-aligned.toml" - >back.toml
refuses 'back.toml:32:6: edge count>source: a source has no input' run back.toml
call run t1-aligned --mode unaligned --set max-concurrent=2
verdict 'a refused combination names its page' 2 "$status"
holds_error='checkpointing_under_backpressure#concurrent-checkpoints'
verdict 'a refused combination names its page' "$holds_error" "$(grep -o "$holds_error" err)"
refuses 'cutline: the seed must be a whole number, not "x"' run transfers --seed x
refuses 'cutline: --set needs KEY=VALUE, not "fifo"' run transfers --set fifo
refuses 'cutline: "Channels keep the order (FIFO)" (fifo): must be on or off, not "1"' \
  run transfers --set fifo=1
refuses 'cutline: --until: a duration needs a unit (ns, us, ms, s, min or h): "5"' \
  run transfers --until 5
sed 's/to = "B"/to = "X"/' "$root/assets/scenarios/two-banks.toml" >broken.toml
refuses 'broken.toml:25:6: channel "A>X": there is no process X' run broken.toml
printf 'title = "T"\nspeed = 3\n' >speed.toml
keys='title, unit, seed, traffic, process, channel, channels, markers, explore; did you mean seed?'
refuses "speed.toml:2:1: unknown key \"speed\": a scenario takes $keys" run speed.toml

# --- compare ---

holds 0 'Mean duration: unaligned [0-9.]+ s, [0-9.]+ s less than aligned' compare t1-aligned
holds 0 'queue: source-|queue: count-' compare t1-aligned --until 30s
holds 0 '"name": "at-least-once"' compare t1-aligned --modes aligned,at-least-once --json
"${terminal[@]}" run t2-unaligned --json >cluster.json 2>/dev/null
holds 0 'Mean channel state: the cluster' \
  compare t1-aligned --modes aligned --checkpoints cluster.json
printf '{\n "counts": 3}' >none.json
refuses 'none.json:2:12: "counts" must be an object, not a whole number' \
  compare t1-aligned --checkpoints none.json
refuses 'cutline: --modes: the mode aligned is named twice' \
  compare t1-aligned --modes aligned,aligned
alone="one mode alone is no comparison: name two to four, or open a cluster's document"
refuses "cutline: --modes: $alone" \
  compare t1-aligned --modes aligned
refuses 'cutline: compare is for streaming jobs; "transfers" is none' compare transfers
printf 'until 12s\nfail count-0\n' >fails
holds 0 'at-least-once: AT_LEAST_ONCE' \
  compare t1-aligned --modes aligned,at-least-once --commands fails --until 30s

echo "cli: $passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -ge 60 ]

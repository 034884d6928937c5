#!/usr/bin/env bash
# Shows that run_count.sh adds up what each kind of runner says, and takes no silence for success.
set -uo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
source run_count.sh
log=$(mktemp)
trap 'rm -f "$log"' EXIT
right=0 mistaken=0

expect() { # expect "PASSED FAILED SKIPPED" PART STATUS LOG-LINE...
  local wanted=$1 part=$2 status=$3 passed=0 failed=0 skipped=0 closing=() wrong=()
  shift 3
  printf '%s\n' "$@" >"$log"
  count "$part" "$status" "$log"
  if [ "$passed $failed $skipped" = "$wanted" ] && [ ${#wrong[@]} = $((failed > 0)) ]; then
    right=$((right + 1))
  else
    mistaken=$((mistaken + 1))
    echo "run_count: $part, status $status: $passed $failed $skipped, not $wanted"
  fi
}

ctest_skip=' 2/12 Test  #2: A.B ..........***Skipped   0.01 sec'
expect "12 0 0" native 0 "100% tests passed, 0 tests failed out of 12"
expect "10 2 0" web-tests 8 "83% tests passed, 2 tests failed out of 12"
expect "11 0 1" clang 0 "$ctest_skip" "100% tests passed, 0 tests failed out of 12"
expect "0 1 0" web-tests 2 "ninja: build stopped: subcommand failed."
expect "0 1 0" native 0 "No tests were found!!!"
expect "31 0 0" tidy 0 "tidy: 11 passed, 0 failed" "Ran 20 tests in 0.004s" "OK"
expect "28 3 0" tidy 1 "tidy: 9 passed, 2 failed" "Ran 20 tests in 0.1s" "FAILED (failures=1)"
expect "27 4 0" tidy 1 "tidy: 9 passed, 2 failed" "Ran 20 tests in 0.1s" \
  "FAILED (failures=1, errors=1)"
expect "9 0 0" fingerprints 0 "fingerprints: 9 passed, 0 failed"
expect "0 9 0" fingerprints 1 "fingerprints: 0 passed, 9 failed"
expect "0 1 0" fingerprints 2 "fingerprints: nothing to compare"
expect "1 0 0" page 0 "sum 949225 330933 278113"
expect "0 1 0" page 1 "sum 949225 330933 600000"
expect "14 0 2" browser 0 "ℹ pass 14" "ℹ fail 0" "ℹ cancelled 0" "ℹ skipped 2" "ℹ todo 0"
expect "13 3 0" browser 1 "ℹ pass 13" "ℹ fail 2" "ℹ cancelled 1" "ℹ skipped 0" "ℹ todo 0"
expect "0 1 0" browser 1 "there is no browser test in tests/web"
echo "counting: $right passed, $mistaken failed"
[ "$mistaken" = 0 ]

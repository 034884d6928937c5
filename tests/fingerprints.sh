#!/usr/bin/env bash
# The same run gives the same fingerprint, and the same report to the byte, from every build.
#
#   tests/fingerprints.sh TERMINAL...    (each a command, like "node build/web-tests/cutline.js")
#
# Runs every scenario and job of assets/scenarios with a few seeds. A run without a fingerprint
# fails.
set -uo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
seeds=(1 7 4242)
reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT

fingerprint() { sed -nE 's/.*"fingerprint": *"([0-9a-f]{16})".*/\1/p' "$1" | head -n 1; }

# compare SCENARIO SEED TERMINAL...: prints what is wrong, or nothing.
compare() {
  local scenario=$1 seed=$2 index=0 terminal report first=
  shift 2
  for terminal in "$@"; do
    report=$reports/$((index++))
    # Status 1 is a verdict: channels that lose or double end so.
    $terminal run "$scenario" --seed "$seed" --json >"$report" 2>"$reports/error"
    [ $? -le 1 ] || {
      echo "$terminal failed: $(head -n 1 "$reports/error")"
      return
    }
    [ -n "$(fingerprint "$report")" ] || {
      echo "$terminal reported no fingerprint"
      return
    }
    if [ -z "$first" ]; then
      first=$report
    elif [ "$(fingerprint "$report")" != "$(fingerprint "$first")" ]; then
      echo "$(fingerprint "$first") from $1, $(fingerprint "$report") from $terminal"
      return
    elif ! cmp -s "$report" "$first"; then
      echo "the same fingerprint, but $terminal reports other text than $1"
      return
    fi
  done
}

[ $# -ge 2 ] || {
  echo "fingerprints: nothing to compare: name two terminals or more." >&2
  exit 2
}
passed=0 failed=0
for scenario in assets/scenarios/*.toml assets/scenarios/jobs/*.toml; do
  for seed in "${seeds[@]}"; do
    wrong=$(compare "$scenario" "$seed" "$@")
    if [ -z "$wrong" ]; then
      passed=$((passed + 1))
      echo "$(fingerprint "$reports/0")  $scenario seed $seed"
    else
      failed=$((failed + 1))
      echo "$scenario seed $seed: $wrong"
    fi
  done
done
echo "fingerprints: $passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]

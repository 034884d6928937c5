#!/usr/bin/env bash
# The explorer beside spin's compiled search without reductions, in the same run.
#
#   tests/bench/spin.sh TERMINAL [MODEL.pml]
#
# MODEL is the Promela reference; left out, the one beside the clone. Without spin (Debian: spin), a
# C compiler or the model it says so and exits 0: nothing of the project needs them.
set -euo pipefail

terminal=${1:?name the terminal, such as build/native/cutline}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
model=${2:-$root/../shared/cases/explorer-reference.pml}
for need in spin cc; do
  command -v "$need" >/dev/null || {
    echo "spin.sh: skipped, there is no $need."
    exit 0
  }
done
[ -e "$model" ] || {
  echo "spin.sh: skipped, the Promela reference is not there; give its path."
  exit 0
}
terminal=$(realpath "$terminal") model=$(realpath "$model")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

for setting in "1 2 429804" "2 2 2009291"; do
  read -r tokens transfers states <<<"$setting"
  spin -a -DN=3 -DTOK="$tokens" -DSENDS="$transfers" "$model" >/dev/null
  # -DNOREDUCE: no partial-order reduction. -DSAFETY: as fast as it gets.
  cc -O2 -DNOREDUCE -DSAFETY -DMEMLIM=4096 -o pan pan.c 2>/dev/null
  ./pan -m100000 -w24 >report
  TIMEFORMAT=%U
  seconds=$({ time ./pan -m100000 -w24 >/dev/null; } 2>&1)
  found=$(sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p' report)
  [ "$found" = "$states" ] || echo "spin.sh: spin found $found states, not $states"
  echo "spin, $tokens tokens, $transfers transfers: $found states in $seconds s," \
    "$(awk "BEGIN {printf \"%.0f\", $found / $seconds}") a second"
  ours=$({ time "$terminal" explore mesh-3 --set balances="$tokens" \
    --set explore-transfers="$transfers" >/dev/null; } 2>&1)
  echo "cutline: in $ours s, $(awk "BEGIN {printf \"%.0f\", $states / $ours}") a second," \
    "$(awk "BEGIN {printf \"%.2f\", $seconds / $ours}") times the rate of spin"
done

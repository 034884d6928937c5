# Adds up what the runners say in their closing lines. Sourced by tests/all; run_count_test.sh shows
# that it counts right.

number() { # number PATTERN FILE [GROUP]: the sum of the numbers that PATTERN's group takes
  sed -nE "s/^(.*[^0-9])?$1.*$/\\${3:-2}/p" "$2" | awk '{ sum += $1 } END { print sum + 0 }'
}

# count PART STATUS LOG: adds to passed, failed, skipped, closing and wrong. A part that fails
# without a failed test (it did not build, say) counts as one failed; so does one without any test.
count() {
  local part=$1 status=$2 log=$3 ok=0 bad=0 left=0 total lines
  case $part in
    tidy)
      lines=$(grep -E '^(tidy: |counting: |Ran [0-9]+ tests|OK|FAILED)' "$log")
      total=$(number 'Ran ([0-9]+) tests?' "$log")
      bad=$(($(number 'failures=([0-9]+)' "$log") + $(number 'errors=([0-9]+)' "$log")))
      ok=$((total - bad + $(number '(tidy|counting): ([0-9]+) passed' "$log" 3)))
      bad=$((bad + $(number '(tidy|counting): [0-9]+ passed, ([0-9]+) failed' "$log" 3)))
      ;;
    native | clang | web-tests)
      lines=$(grep -E 'tests passed, [0-9]+ tests failed out of' "$log")
      total=$(number 'tests failed out of ([0-9]+)' "$log")
      bad=$(number 'tests passed, ([0-9]+) tests failed' "$log")
      left=$(grep -cE '^ *[0-9]+/[0-9]+ Test .*\*\*\*Skipped' "$log")
      ok=$((total - bad - left))
      ;;
    fingerprints)
      lines=$(grep -E 'fingerprints: ' "$log")
      ok=$(number 'fingerprints: ([0-9]+) passed' "$log")
      bad=$(number 'fingerprints: [0-9]+ passed, ([0-9]+) failed' "$log")
      ;;
    page)
      lines=$(grep -E '^sum ' "$log" | tail -n 1)
      [ "$status" != 0 ] || ok=1
      ;;
    browser)
      lines=$(grep -E 'ℹ (tests|pass|fail|cancelled|skipped|todo) ' "$log" | paste -sd' ')
      ok=$(number 'ℹ pass ([0-9]+)' "$log")
      bad=$(($(number 'ℹ fail ([0-9]+)' "$log") + $(number 'ℹ cancelled ([0-9]+)' "$log")))
      left=$(($(number 'ℹ skipped ([0-9]+)' "$log") + $(number 'ℹ todo ([0-9]+)' "$log")))
      ;;
  esac
  if [ "$bad" = 0 ] && { [ "$status" != 0 ] || [ "$ok" = 0 ]; }; then bad=1; fi
  [ "$bad" = 0 ] || wrong+=("$part")
  passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + left))
  closing+=("$(sed "s/^/$part: /" <<<"${lines:-no closing line}")")
}

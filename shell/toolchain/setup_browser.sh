# The browser part of setup: Chromium and the npm packages of the browser tests. Sourced, not run.

setup_browser() {
  local tests=$root/tests/web wanted
  begin "the browser"
  need_command node nodejs npm
  need_command npm npm
  [ -n "${CUTLINE_CHROMIUM:-}" ] || need_command chromium chromium
  begin "the npm packages of tests/web"
  wanted=$(sha256sum <"$tests/package-lock.json")
  if [ "$(cat "$tests/node_modules/.cutline" 2>/dev/null)" != "$wanted" ]; then
    say "npm ci in tests/web"
    (cd "$tests" && npm ci --ignore-scripts --no-audit --no-fund) >>"$cache/setup.log" 2>&1
    echo "$wanted" >"$tests/node_modules/.cutline"
  fi
  say "browser: $("${CUTLINE_CHROMIUM:-chromium}" --version 2>/dev/null | head -n 1)"
}

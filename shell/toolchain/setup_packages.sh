# Debian packages for setup: installed ones, and single ones unpacked from a newer release. Sourced,
# not run.

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

# need_packages PACKAGE...: installs those that are missing, and touches nothing when all are there.
need_packages() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed ||
      missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null ||
    fail "this machine has no apt-get; install what these Debian packages hold: ${missing[*]}."
  begin "installing ${missing[*]}" \
    "run as root: apt-get update && apt-get install ${missing[*]}"
  say "installing ${missing[*]}"
  as_root apt-get -qq -o DPkg::Lock::Timeout=600 update >>"$cache/setup.log" 2>&1
  as_root apt-get -qq -y -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0 install \
    --no-install-recommends "${missing[@]}" >>"$cache/setup.log" 2>&1
}

# need_command COMMAND PACKAGE...: the packages, unless the command is there already.
need_command() {
  command -v "$1" >/dev/null || need_packages "${@:2}"
}

debian_mirror() { # the address of the main archive in this machine's own apt configuration
  local codename
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  apt-get indextargets --format '$(REPO_URI) $(RELEASE)' \
    'Created-By: Packages' 'Origin: Debian' 'Component: main' |
    awk -v codename="$codename" '$2 == codename { print $1; exit }'
}

# other_release ARGUMENT...: apt-get over the release $suite, with an index of its own, away from
# the machine's apt state.
other_release() {
  local apt=$cache/apt keyring=/usr/share/keyrings/debian-archive-keyring.gpg mirror
  local options=(-qq -o Dir::Etc::SourceList="$apt/sources.list"
    -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$apt/lists" -o Dir::Cache="$apt/cache"
    -o APT::Sandbox::User=root -o Acquire::Languages=none -o Acquire::Retries=3)
  if [ ! -e "$apt/indexed" ]; then
    mirror=$(debian_mirror)
    if [ -z "$mirror" ]; then # a fresh machine knows its mirrors only after a first update
      as_root apt-get -qq update >>"$cache/setup.log" 2>&1
      mirror=$(debian_mirror)
    fi
    [ -n "$mirror" ] ||
      fail "apt is not configured with a Debian mirror; put emcc 3.1.69 or later on PATH."
    rm -rf "$apt/lists"
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
    printf "%s [signed-by=$keyring] $mirror $suite main\n" deb deb-src >"$apt/sources.list"
    apt-get "${options[@]}" update >>"$cache/setup.log" 2>&1
    touch "$apt/indexed"
  fi
  (cd "$cache/download" && apt-get "${options[@]}" "$@") >>"$cache/setup.log" 2>&1 || {
    rm -f "$apt/indexed" # the mirror may have moved on since the index was read
    return 1
  }
}

forget_other_release() {
  rm -rf "$cache/apt" "$cache/download"
}

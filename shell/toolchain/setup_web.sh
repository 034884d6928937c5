# The web part of setup: Emscripten, SDL2, Dear ImGui, ImPlot, fonts. Sourced, not run.
#
# Every unpacked piece is one folder $cache/NAME-$recipe, made beside it and renamed when complete:
# a folder that is there is whole. chosen.cmake is what the build reads; env.sh says the same to a
# shell.

setup_web() {
  begin "the tools of the page build"
  local packages=()
  command -v node >/dev/null || packages+=(nodejs npm)
  command -v cmake >/dev/null || packages+=(cmake)
  command -v make >/dev/null || packages+=(make)
  command -v ninja >/dev/null || packages+=(ninja-build)
  command -v brotli >/dev/null || packages+=(brotli)
  command -v esbuild >/dev/null || packages+=(esbuild)
  [ -x /usr/bin/python3 ] || packages+=(python3)
  need_packages "${packages[@]}" xz-utils fonts-inter python3-fonttools nlohmann-json3-dev \
    libtomlplusplus-dev
  mkdir -p "$cache/download"
  choose_emscripten
  choose_source sdl2 "${CUTLINE_SDL2_SOURCE:-}" 2.28 3
  choose_source imgui "${CUTLINE_IMGUI_SOURCE:-}" 1.90 1.92
  choose_source implot "${CUTLINE_IMPLOT_SOURCE:-}" 0.16 0.18
  forget_other_release
  write_choice
}

# --- Emscripten ---

emcc_version() { # emcc_version EMCC
  "$1" --version 2>/dev/null | sed -n '1s/^emcc.* \([0-9][0-9.]*\).*/\1/p'
}

choose_emscripten() {
  begin "choosing Emscripten"
  local own version
  if own=$(command -v emcc); then
    version=$(emcc_version "$own")
    if in_range "$version" 3.1.69 99; then
      emscripten_root=$(dirname "$(realpath "$own")")
      emscripten_version=$version emscripten_own=1
      say "Emscripten $version, the one on PATH"
      return
    fi
    say "the emcc on PATH is ${version:-broken}, older than 3.1.69: not used"
  fi
  emscripten_root=$cache/emscripten-$recipe/emscripten emscripten_own=0
  [ -e "$cache/emscripten-$recipe" ] || unpack_emscripten
  emscripten_version=$(emcc_version "$emscripten_root/emcc")
  in_range "$emscripten_version" 3.1.69 99 ||
    fail "the emcc in $cache/emscripten-$recipe does not start; remove that folder and try again."
  say "Emscripten $emscripten_version, from Debian's packages"
}

# Debian's Emscripten is scripts and prebuilt system libraries for any machine; its compiler is the
# clang-19 of bookworm just as well. Only binaryen is a program of the newer release: it is started
# through that release's own loader.
unpack_emscripten() {
  local llvm=19 new=$cache/.new-emscripten final=$cache/emscripten-$recipe package file
  begin "getting Emscripten" \
    "put emcc 3.1.69 or later on PATH, or use Debian 12; the details are in $cache/setup.log"
  need_packages clang-$llvm lld-$llvm llvm-$llvm
  begin "getting Emscripten"
  say "downloading Emscripten (about 240 MB)"
  other_release download emscripten binaryen libc6 libgcc-s1 libstdc++6 node-acorn
  say "unpacking Emscripten"
  rm -rf "$new"
  mkdir -p "$new/emscripten/node_modules" "$new/binaryen/bin" "$new/runtime"
  dpkg-deb --fsys-tarfile "$cache"/download/emscripten_*.deb |
    tar -x -C "$new/emscripten" --strip-components=4 --exclude='*/lto*' \
      --exclude='*/wasm32-emscripten/pic' --exclude='*/emscripten/docs' \
      --exclude='*/emscripten/test' --exclude='*-ww*.a' --exclude='*-mt*.a' --exclude='*asan*.a' \
      ./usr/share/emscripten
  dpkg-deb --fsys-tarfile "$cache"/download/emscripten_*.deb |
    tar -x -O ./usr/share/doc/emscripten/copyright >"$new/emscripten/LICENSE"
  for package in binaryen libc6 libgcc-s1 libstdc++6 node-acorn; do
    dpkg-deb -x "$cache/download/${package}"_*.deb "$new/runtime"
  done
  # Emscripten's optimiser imports acorn as an ES module, which does not look at NODE_PATH.
  cp -a "$new/runtime/usr/share/nodejs/." "$new/emscripten/node_modules/"
  for file in "$new"/runtime/usr/bin/wasm*; do
    write_loader "$(basename "$file")" >"$new/binaryen/bin/$(basename "$file")"
  done
  chmod +x "$new"/binaryen/bin/*
  # Debian's launchers take the first python3 of PATH; the system's own is the one known to work.
  for file in "$new"/emscripten/em{cc,++,ar,ranlib,-config,nm}; do
    sed -i 's|command -v python3 |command -v /usr/bin/python3 |' "$file"
  done
  cat >"$new/emscripten/.emscripten" <<END
import shutil
LLVM_ROOT = '/usr/bin'
LLVM_ADD_VERSION = '$llvm'
CLANG_ADD_VERSION = '$llvm'
BINARYEN_ROOT = '$final/binaryen'
NODE_JS = shutil.which('node') or '/usr/bin/node'
CACHE = '$final/emscripten/cache'
FROZEN_CACHE = True
END
  mv "$new" "$final"
}

write_loader() { # write_loader PROGRAM: a launcher for a binaryen program
  cat <<'END'
#!/bin/sh
runtime=$(dirname "$(readlink -f "$0")")/../../runtime
for lib in "$runtime"/usr/lib/*-linux-gnu; do break; done
for loader in "$lib"/ld-linux-*.so.*; do break; done
END
  echo "exec \"\$loader\" --library-path \"\$lib\" \"\$runtime/usr/bin/$1\" \"\$@\""
}

# --- sources: an own one in range, one in a usual place, or the package's ---

sdl2_header_version() {
  sed -nE 's/^#define SDL_(MAJOR_VERSION|MINOR_VERSION|PATCHLEVEL) +([0-9]+).*/\2/p' "$1" |
    paste -sd.
}

source_version() { # source_version NAME FOLDER; empty when the folder does not hold NAME's sources
  case $1 in
    sdl2)
      [ -e "$2/src/SDL.c" ] && [ -e "$2/include/SDL_version.h" ] || return 0
      sdl2_header_version "$2/include/SDL_version.h"
      ;;
    imgui)
      [ -e "$2/imgui.cpp" ] && [ -e "$2/backends/imgui_impl_sdl2.cpp" ] || return 0
      sed -nE 's/^#define IMGUI_VERSION +"([0-9.]+).*/\1/p' "$2/imgui.h"
      ;;
    implot)
      [ -e "$2/implot.cpp" ] || return 0
      sed -nE 's/^#define IMPLOT_VERSION +"([0-9.]+).*/\1/p' "$2/implot.h"
      ;;
  esac
}

package_of() {
  case $1 in sdl2) echo libsdl2 ;; imgui) echo imgui ;; implot) echo satdump ;; esac
}

sdl2_library= # set where a built SDL2 is taken

choose_source() { # choose_source NAME OWN LOW HIGH; sets NAME_source and NAME_version
  local name=$1 own=$2 low=$3 high=$4 folder version
  begin "choosing $name"
  if [ -n "$own" ]; then
    version=$(source_version "$name" "$own")
    if in_range "$version" "$low" "$high"; then
      own=$(realpath "$own")
      say "$name $version, from $own"
      printf -v "${name}_source" %s "$own"
      printf -v "${name}_version" %s "$version"
      return
    fi
    say "$own: $name ${version:-of no known version} is not >= $low and < $high: not used"
  fi
  if [ "$name" = sdl2 ]; then
    if sdl2_in_sysroot "$low" "$high"; then return; fi
    sdl2_library=
  fi
  for folder in /usr{,/local}/src/{"$name",SDL2}* "/usr/include/$name" "$cache/$name-$recipe"; do
    version=$(source_version "$name" "$folder")
    in_range "$version" "$low" "$high" && break
    version=
  done
  if [ -z "$version" ]; then
    folder=$cache/$name-$recipe
    unpack_source "$name" "$folder"
    version=$(source_version "$name" "$folder")
    in_range "$version" "$low" "$high" ||
      fail "the package has version ${version:-unknown}; set CUTLINE_${name^^}_SOURCE to another."
  fi
  say "$name $version, from $folder"
  printf -v "${name}_source" %s "$folder"
  printf -v "${name}_version" %s "$version"
}

# An own Emscripten may have built its SDL2 port already: then that one is taken.
sdl2_in_sysroot() {
  [ "$emscripten_own" = 1 ] || return 1
  local sysroot header
  sysroot=$("$emscripten_root/em-config" CACHE 2>/dev/null)/sysroot || return 1
  header=$sysroot/include/SDL2/SDL_version.h
  sdl2_library=$sysroot/lib/wasm32-emscripten/libSDL2.a
  [ -e "$header" ] && [ -e "$sdl2_library" ] || return 1
  sdl2_version=$(sdl2_header_version "$header")
  in_range "$sdl2_version" "$1" "$2" || return 1
  sdl2_source=$sysroot/include/SDL2
  say "sdl2 $sdl2_version, the one in Emscripten's own sysroot"
}

unpack_source() { # unpack_source NAME FOLDER
  local name=$1 folder=$2 package new=$cache/.new-$1
  package=$(package_of "$name")
  begin "getting the source of $name" \
    "run setup again, or set CUTLINE_${name^^}_SOURCE; the details are in $cache/setup.log"
  say "downloading the source of $name (package $package)"
  other_release source --download-only --tar-only "$package"
  rm -rf "$new"
  mkdir -p "$new"
  if [ "$name" = implot ]; then # one MIT folder of a larger program; nothing else of it is unpacked
    tar -xf "$cache/download/${package}"_*.orig.tar.* -C "$new" --wildcards \
      --strip-components=4 '*/src-core/imgui/implot/*'
  else
    tar -xf "$cache/download/${package}"_*.orig.tar.* -C "$new" --strip-components=1
  fi
  mv "$new" "$folder"
}

# --- what was chosen ---

write_choice() {
  begin "writing what was chosen" "make $cache writable"
  {
    echo "# Written by shell/toolchain/setup: what the page is built with."
    echo "set(CUTLINE_EMSCRIPTEN_ROOT \"$emscripten_root\")"
    echo "set(CUTLINE_EMSCRIPTEN_VERSION \"$emscripten_version\")"
    echo "set(CUTLINE_SDL2_LIBRARY \"$sdl2_library\")"
    local name
    for name in sdl2 imgui implot; do
      local source=${name}_source version=${name}_version
      echo "set(CUTLINE_${name^^}_SOURCE \"${!source}\")"
      echo "set(CUTLINE_${name^^}_VERSION \"${!version}\")"
    done
  } >"$cache/.chosen.new"
  sed -nE 's/^set\(([A-Z0-9_]+) "?([^")]*)"?\)$/\1="\2"/p' "$cache/.chosen.new" >"$cache/.env.new"
  echo "export PATH=\"$emscripten_root:\$PATH\" EMSDK_PYTHON=/usr/bin/python3" >>"$cache/.env.new"
  replace_if_changed "$cache/.chosen.new" "$cache/chosen.cmake"
  replace_if_changed "$cache/.env.new" "$cache/env.sh"
}

replace_if_changed() { # an unchanged file keeps its time: the build does not configure again
  if cmp -s "$1" "$2"; then rm "$1"; else mv "$1" "$2"; fi
}

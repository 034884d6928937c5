#!/usr/bin/python3
"""Gathers the licences of what is compiled into the page, from the sources and packages in use.

    notices.py OUTPUT --emscripten FOLDER --sdl2 FOLDER --imgui FOLDER --implot FOLDER
               --headers FOLDER

A piece without a licence text stops the build. Nothing of these texts is kept in the repository.
"""

import argparse
import gzip
import re
import sys
from pathlib import Path

DOC = Path("/usr/share/doc")


def leading_comment(text):
    """The comment a header opens with, without its slashes and stars."""
    block = re.match(r"\s*/\*(.*?)\*/", text, re.DOTALL)
    if block:
        lines = block.group(1).splitlines()
    else:
        lines = re.match(r"(?:\s*//[^\n]*\n|\s*\n)+", text).group(0).splitlines()
    return "\n".join(re.sub(r"^\s*(//|\*)? ?", "", line) for line in lines).strip()


def read(path):
    if path.suffix == ".gz":
        return gzip.decompress(path.read_bytes()).decode()
    return path.read_text(encoding="utf-8", errors="replace")


def licence(name, *candidates):
    """The text of the first candidate that is there; of a header only its opening comment."""
    for path in candidates:
        if path.is_file():
            text = read(path).strip()
            if path.suffix in (".h", ".hpp"):
                text = leading_comment(text)
            if not re.search("licen[sc]e|copyright|permission", text, re.IGNORECASE):
                sys.exit(f"notices: {path} holds no licence of {name}.")
            return text
    sys.exit(f"notices: no licence of {name} in {', '.join(map(str, candidates))}.")


def pieces(args):
    emscripten = Path(args.emscripten)
    library = emscripten / "system/lib"
    sdl2 = Path(args.sdl2)
    yield "SDL2", licence("SDL2", sdl2 / "LICENSE.txt", sdl2 / "SDL.h")
    yield "Dear ImGui", licence("Dear ImGui", Path(args.imgui) / "LICENSE.txt")
    yield "ImPlot", licence("ImPlot", Path(args.implot) / "LICENSE", Path(args.implot) / "implot.h")
    headers = Path(args.headers)
    yield "JSON for Modern C++", licence(
        "nlohmann-json", DOC / "nlohmann-json3-dev/copyright", headers / "nlohmann/json.hpp")
    yield "toml++", licence(
        "toml++", DOC / "libtomlplusplus-dev/copyright", headers / "toml++/toml.h")
    yield "Inter", licence("Inter", DOC / "fonts-inter/copyright")
    yield "Emscripten and its system libraries", licence(
        "Emscripten", emscripten / "LICENSE", DOC / "emscripten/copyright")
    yield "musl", licence("musl", library / "libc/musl/COPYRIGHT")
    for name in ("libcxx", "libcxxabi", "compiler-rt"):  # Debian has these within Emscripten's text
        path = library / name / "LICENSE.TXT"
        if path.is_file():
            yield name, licence(name, path)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("output")
    for name in ("emscripten", "sdl2", "imgui", "implot", "headers"):
        parser.add_argument(f"--{name}", required=True)
    args = parser.parse_args()
    texts = ["Cutline contains the work of others. Their notices:\n"]
    for name, text in pieces(args):
        texts.append(f"{'=' * 72}\n{name}\n{'=' * 72}\n\n{text}\n")
    Path(args.output).write_text("\n".join(texts), encoding="utf-8")


if __name__ == "__main__":
    main()

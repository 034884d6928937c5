#!/usr/bin/python3
"""Splits the linked program: what the first picture needs, and what may come after it.

    split_program.py PROGRAM.wasm LATER.wasm --list LIST --objects FILE --emscripten FOLDER
        [--texts FOLDER]

PROGRAM.wasm, linked with function names, is replaced by its first part; LATER.wasm is the other. A
function comes later if it is defined in an object file whose name is in LIST and in no other one,
or if nothing but such functions calls it.
The two share memory and table: what the first part calls of the other is a placeholder that it
imports, until the other has put itself in the table (shell/page/program_parts.js). Texts that only
the second part reads come with it (later_data.py); so do the files of the folder --texts.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from fnmatch import fnmatch
from pathlib import Path

import later_data

FEATURES = ("--enable-bulk-memory", "--enable-sign-ext", "--enable-mutable-globals",
            "--enable-nontrapping-float-to-int", "--enable-multivalue",
            "--enable-reference-types")


def run(program, *words):
    done = subprocess.run([str(program), *map(str, words)], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"split_program: {Path(program).name} failed:\n{done.stderr.strip()[-2000:]}")
    return done.stdout


def patterns_of(path):
    lines = (line.split("#")[0].strip() for line in path.read_text().splitlines())
    return [line for line in lines if line]


def is_later(object_file, patterns, used):
    name = Path(object_file).as_posix()
    for pattern in patterns:
        if fnmatch(name, f"*/{pattern}.c*.o"):
            used.add(pattern)
            return True
    return False


def functions(nm, objects, kinds):
    """The names of the functions of these kinds (as nm says) that the object files define."""
    found = set()
    for line in run(nm, "--defined-only", "--no-sort", *objects).splitlines():
        words = line.split()
        if len(words) == 3 and words[1] in kinds:
            found.add(words[2])
    return found


def with_helpers(names, disassembled):
    """The names and those of all functions that only they call, directly or through each other.

    What is exported or in the table may be called by anybody.
    """
    callers, caller = {}, ""
    kept = set(re.findall(r'\(export "[^"]*" \(func \$([^\s)]+)', disassembled))
    kept.update(re.findall(r"\((?:ref\.func|start) \$([^\s)]+)", disassembled))
    for elements in re.findall(r"^ \(elem [^\n]*", disassembled, re.MULTILINE):
        kept.update(re.findall(r"\$([^\s)]+)", elements))
    for head, called in re.findall(r"^ \(func \$([^\s)]+)|call \$([^\s)]+)", disassembled,
                                   re.MULTILINE):
        caller = head or caller
        if called:
            callers.setdefault(called, set()).add(caller)
    helpers = {name for name in callers if re.fullmatch(r"[\w.$]+", name)} - kept - names
    while True:
        out = {name for name in helpers if not callers[name] <= names | helpers}
        if not out:
            return names | helpers
        helpers -= out


def split(args):
    objects = [line for line in args.objects.read_text().split(";") if line.endswith(".o")]
    patterns, used = patterns_of(args.list), set()
    later = [one for one in objects if is_later(one, patterns, used)]
    first = [one for one in objects if one not in later]
    if set(patterns) != used:
        sys.exit(f"split_program: {args.list.name} names files that are not there: "
                 f"{sorted(set(patterns) - used)}.")
    nm = args.emscripten / "emnm"
    binaryen = run(args.emscripten / "em-config", "BINARYEN_ROOT").strip()
    wasm_split = Path(binaryen) / "bin/wasm-split"
    # Templates and other inline functions (W) come if they are helpers: many are equal, and of
    # equal functions the optimiser keeps one, under either name.
    names = functions(nm, later, "Tt") - functions(nm, first, "TtWw")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        whole = folder / "whole.wasm"
        whole.write_bytes(args.program.read_bytes())
        names = with_helpers(names, run(wasm_split.with_name("wasm-dis"), whole))
        (folder / "names").write_text("\n".join(sorted(names)) + "\n")
        run(wasm_split, whole, f"--split-funcs=@{folder / 'names'}", "--import-namespace=primary",
            "--placeholder-namespace=placeholder", "--export-prefix=%", *FEATURES,
            "-o1", folder / "first.wasm", "-o2", folder / "later.wasm")
        for part, out in (("first", args.program), ("later", args.later)):
            run(wasm_split.with_name("wasm-opt"), folder / f"{part}.wasm", args.level, *FEATURES,
                "-o", out)
    disassembled = run(wasm_split.with_name("wasm-dis"), args.program)
    literals_of = [later_data.literals(map(Path, each)) for each in (first, later)]
    files = {path.read_bytes() for path in args.texts.glob("*")} if args.texts else set()
    first_part, later_part, moved = later_data.move_texts(
        args.program.read_bytes(), args.later.read_bytes(), disassembled, literals_of,
        files)
    args.program.write_bytes(first_part)
    args.later.write_bytes(later_part)
    print(f"program: {moved} bytes of texts come later")
    print(f"program: {args.program.stat().st_size} bytes first, "
          f"{args.later.stat().st_size} bytes later")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=Path)
    parser.add_argument("later", type=Path)
    parser.add_argument("--list", type=Path, required=True)
    parser.add_argument("--objects", type=Path, required=True)
    parser.add_argument("--emscripten", type=Path, required=True)
    parser.add_argument("--texts", type=Path, help="folder of files that come later")
    parser.add_argument("--level", default="-Oz", help="how each part is optimised")
    split(parser.parse_args())


if __name__ == "__main__":
    main()

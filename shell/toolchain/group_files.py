#!/usr/bin/python3
"""Says which source files can be compiled as one, so that a build from nothing is quicker.

    group_files.py FOLDER FILE...

Prints FILE=GROUP, one a line; a file that is not printed is compiled alone. Files of one group
share no name of their unnamed namespaces, and have none that a header of FOLDER declares: read as
text, by what stands at the beginning of a line, as this code is written.
"""

import re
import sys
from pathlib import Path

SIZE = 6  # files of a group
OPEN = 12  # groups that are still filled
UNNAMED = re.compile(r"^namespace \{\n(.*?)^\}  // namespace$", re.DOTALL | re.MULTILINE)
# "int64_t to_ms(", "constexpr Row kRows[] =", "struct Row {", "using Row ="; not "}" or a comment.
BEGINS = re.compile(r"^(?!//|\}|#|namespace\b|template\b|public|private)[\w:][^;{=(]*?"
                    r"\b(\w+)(?:\[[^\]]*\])*\s*(?:[({=;]|$)", re.MULTILINE)


def names(text):
    text = re.sub(r" : uint\d+_t \{", " {", text)  # what an enum is made of
    return {found.group(1) for found in BEGINS.finditer(text)}


def own_names(path):
    found = set()
    for part in UNNAMED.finditer(path.read_text()):
        found |= names(part.group(1))
    return found


def declared(folder):
    return set().union(*(names(path.read_text()) for path in folder.rglob("*.h")))


def main():
    folder = Path(sys.argv[1])
    public = declared(folder)
    groups = []  # (number, files, names)
    for number, file in enumerate(sys.argv[2:]):
        own = own_names(folder / file)
        if own & public:
            continue
        for group in groups[-OPEN:]:
            if len(group[1]) < SIZE and not group[2] & own:
                break
        else:
            group = (number, [], set())
            groups.append(group)
        group[1].append(file)
        group[2].update(own)
    for number, files, _ in groups:
        if len(files) > 1:
            for file in files:
                print(f"{file}={number}")


if __name__ == "__main__":
    main()

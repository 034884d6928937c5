#!/usr/bin/python3
"""Writes exercises as a learner gets them: without comments, solution and claims.

    learner_exercises.py FOLDER OUT

None of those is needed to meet an exercise, and a solution should not be read before it is found.
"""

import json
import re
import sys
import tomllib
from pathlib import Path

LEFT_OUT = ("solution", "claim")


def key_text(key):
    """A name with dots, as a job's options have, is one key only in quotes."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)


def value(what):
    if isinstance(what, dict):
        pairs = (f"{key_text(key)} = {value(each)}" for key, each in what.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(what, list):
        return "[" + ", ".join(map(value, what)) + "]"
    return json.dumps(what, ensure_ascii=False)  # a TOML text, number or flag, too


def learner_text(exercise):
    """The exercise, read from TOML, as TOML."""
    kept = {key: each for key, each in exercise.items() if key not in LEFT_OUT}
    text = "".join(f"{key_text(key)} = {value(each)}\n" for key, each in kept.items())
    if tomllib.loads(text) != kept:
        raise ValueError("it is not the same when it is written again")
    return text


def main():
    folder, out = map(Path, sys.argv[1:])
    out.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.glob("*.toml")):
        try:
            text = learner_text(tomllib.loads(path.read_text()))
        except ValueError as error:
            sys.exit(f"learner_exercises: {path}: {error}.")
        (out / path.name).write_text(text)


if __name__ == "__main__":
    main()

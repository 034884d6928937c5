#!/usr/bin/python3
"""Builds packages for learning platforms from a list of entries.

    package.py LIST.json --lab SITE/cutline-lab.html --out FOLDER [--kind scorm12|scorm2004|cmi5]...

One zip for each entry and kind, FOLDER/ID-KIND.zip. LIST.json: {"entries": [...]}; an entry is the
name of an exercise that comes with the lab, or {"id", "title", "exercises": names, or files such as
"mine.toml" beside the list, "parameters": options of the address, "mastery": share of right answers
from 0 to 1, or null}. Without exercises it is the lab itself, and "answers" says how many
predictions of the queue lab are asked for (0: taking part is enough). The same list gives the same
bytes.
"""

import argparse
import json
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

ROOM = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOM.parent / "toolchain"))
from learner_exercises import learner_text  # noqa: E402

KINDS = ("scorm12", "scorm2004", "cmi5")
COURSE = ROOM.parents[1] / "assets/exercises"
ENTRIES_MAX, TITLE_MAX, ANSWERS_MAX, EXERCISES_MAX = 500, 200, 1000, 50
EXERCISE_BYTES_MAX = 256 * 1024  # kExerciseBytesMax of the core
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
FORBIDDEN = ("exercise", "exercise-url", "exercises", "screen", "scenario", "storage")
OWN = ("lesson.html", "lesson.css", "lesson.js", "lesson_kept.js", "pack.js", "interaction.js",
       "record_scorm.js", "record_cmi5.js")
IRI = "https://cutline.invalid/lesson/"  # of cmi5 activities: an address that nobody owns

SCORM12 = """<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier={id} version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="all"><organization identifier="all"><title>{title}</title>
    <item identifier="lesson" identifierref="lab" isvisible="true">
      <title>{title}</title>{mastery}
    </item>
  </organization></organizations>
  <resources><resource identifier="lab" type="webcontent" adlcp:scormtype="sco" href="lesson.html">
{files}
  </resource></resources>
</manifest>
"""
SCORM2004 = """<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier={id} version="1.0"
  xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
  xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="all"><organization identifier="all"><title>{title}</title>
    <item identifier="lesson" identifierref="lab" isvisible="true">
      <title>{title}</title>{mastery}
    </item>
  </organization></organizations>
  <resources><resource identifier="lab" type="webcontent" adlcp:scormType="sco" href="lesson.html">
{files}
  </resource></resources>
</manifest>
"""
CMI5 = """<?xml version="1.0" encoding="UTF-8"?>
<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id={course}><title><langstring lang="en">{title}</langstring></title>
    <description><langstring lang="en">{title}</langstring></description></course>
  <au id={id} moveOn={move_on} launchMethod="AnyWindow"{mastery}>
    <title><langstring lang="en">{title}</langstring></title>
    <description><langstring lang="en">{title}</langstring></description>
    <url>lesson.html</url>
  </au>
</courseStructure>
"""


class Refused(Exception):
    pass


def need(condition, where, sentence):
    if not condition:
        raise Refused(f"{where}: {sentence}")


def check_parameters(where, parameters):
    """By the page's own table of options."""
    script = (ROOM.parent / "page/options.js").read_text() + """
      const {kOptions, fault_of} = globalThis.cutline_options;
      for (const [name, text] of Object.entries(JSON.parse(process.argv[1]))) {
        const option = kOptions.find((one) => one.name === name);
        const fault = option ? fault_of(option, text, true) : `there is no option "${name}".`;
        if (fault) console.log(fault.replace("The address", "It"));
      }"""
    done = subprocess.run(["node", "-e", script, json.dumps(parameters)],
                          capture_output=True, text=True, check=True)
    need(done.stdout == "", where, done.stdout.split("\n")[0])


def read_exercise(where, name, folder):
    """One of the lab's by its name, or one of one's own from a file, without what is not for
    learners; what is in it `cutline check` proves."""
    own = name.endswith(".toml")
    path = folder / name if own else COURSE / f"{name}.toml"
    stem = path.stem
    there = sorted(each.stem for each in COURSE.glob("*.toml"))
    need(own or name in there, where,
         f'there is no exercise "{name}"; there are {", ".join(there)}.')
    need(NAME.fullmatch(stem), where, f'"{stem}" is no name of small letters, digits and hyphens.')
    need(not own or stem not in there, where,
         f'"{stem}" is the name of an exercise of the lab: call the file otherwise.')
    try:
        text = path.read_text()
        content = tomllib.loads(text)
    except (OSError, ValueError) as error:
        raise Refused(f"{where}: {name}: {error}.") from None
    need(len(text.encode()) <= EXERCISE_BYTES_MAX, where,
         f"{name} has more than {EXERCISE_BYTES_MAX} bytes.")
    steps = content.get("step")
    need(isinstance(content.get("title"), str) and isinstance(steps, list), where,
         f"{name} is no exercise: it has no title or no step.")
    asked = sum("predict" in step or "do" in step for step in steps)
    need(asked > 0, where, f"{name} asks nothing, so that nothing could be scored.")
    out = {"id": stem, "title": content["title"], "of": asked}
    return {**out, "toml": learner_text(content)} if own else out


def check_exercises(where, entry, folder):
    names = entry.get("exercises", [])
    need(isinstance(names, list) and len(names) <= EXERCISES_MAX
         and all(isinstance(name, str) for name in names), where,
         f"exercises is a list of at most {EXERCISES_MAX} names.")
    found = [read_exercise(where, name, folder) for name in names]
    ids = [each["id"] for each in found]
    need(len(set(ids)) == len(ids), where, "an exercise is there twice.")
    if found:
        for name in FORBIDDEN:
            need(name not in entry.get("parameters", {}), where,
                 f"{name} is said by the list of exercises.")
        need("answers" not in entry, where, "answers are those of the exercises.")
    return found


def check_entry(entry, place, seen, folder):
    where = f"entry {place}"
    if isinstance(entry, str):
        entry = {"id": entry, "exercises": [entry]}
    need(isinstance(entry, dict), where, "is not an object.")
    unknown = set(entry) - {"id", "title", "parameters", "answers", "mastery", "exercises"}
    need(not unknown, where, f"does not know {', '.join(sorted(unknown))}.")
    parameters = entry.get("parameters", {})
    need(isinstance(parameters, dict)
         and all(isinstance(value, str) for value in parameters.values()), where,
         "parameters are options of the address, each a text.")
    exercises = check_exercises(where, entry, folder)
    name = entry.get("id")
    title = entry.get("title", exercises[0]["title"] if len(exercises) == 1 else None)
    need(isinstance(name, str) and re.fullmatch(r"[a-z][a-z0-9-]{0,63}", name), where,
         "id is a letter, then small letters, digits and hyphens, at most 64.")
    need(name not in seen, where, f'id "{name}" is there twice.')
    seen.add(name)
    need(isinstance(title, str) and 0 < len(title) <= TITLE_MAX and title.isprintable(), where,
         f"title is a line of at most {TITLE_MAX} characters.")
    answers = entry.get("answers", 0)
    check_parameters(where, parameters)
    need(type(answers) is int and 0 <= answers <= ANSWERS_MAX, where,
         f"answers is a whole number from 0 to {ANSWERS_MAX}.")
    mastery = entry.get("mastery")
    need(mastery is None or (type(mastery) in (int, float) and 0 <= mastery <= 1), where,
         "mastery is a number from 0 to 1, or null.")
    need(mastery is None or answers > 0 or exercises, where, "mastery needs answers to judge.")
    return {"id": name, "title": title, "parameters": parameters, "answers": answers,
            "mastery": mastery, "exercises": exercises}


def read_list(path):
    try:
        content = json.loads(path.read_text())
    except json.JSONDecodeError as error:
        raise Refused(f"{path}:{error.lineno}:{error.colno}: {error.msg}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{path}: {error}.") from None
    entries = content.get("entries") if isinstance(content, dict) else None
    need(isinstance(entries, list) and 0 < len(entries) <= ENTRIES_MAX, str(path),
         f"holds no list of 1 to {ENTRIES_MAX} entries.")
    seen = set()
    return [check_entry(entry, place, seen, path.parent)
            for place, entry in enumerate(entries, start=1)]


def manifest(kind, entry, names):
    title, mastery = escape(entry["title"]), entry["mastery"]
    files = "\n".join(f"    <file href={quoteattr(name)}/>" for name in names)
    if kind == "scorm12":
        score = "" if mastery is None else \
            f"<adlcp:masteryscore>{round(mastery * 100)}</adlcp:masteryscore>"
        return "imsmanifest.xml", SCORM12.format(
            id=quoteattr("cutline-" + entry["id"]), title=title, files=files, mastery=score)
    if kind == "scorm2004":
        score = "" if mastery is None else (
            '<imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="lesson" '
            'satisfiedByMeasure="true"><imsss:minNormalizedMeasure>'
            f"{mastery}</imsss:minNormalizedMeasure></imsss:primaryObjective>"
            "</imsss:objectives></imsss:sequencing>")
        return "imsmanifest.xml", SCORM2004.format(
            id=quoteattr("cutline-" + entry["id"]), title=title, files=files, mastery=score)
    move_on = "Completed" if mastery is None else "CompletedAndPassed"
    return "cmi5.xml", CMI5.format(
        course=quoteattr(IRI + entry["id"] + "/course"), id=quoteattr(IRI + entry["id"]),
        title=title, move_on=quoteattr(move_on),
        mastery="" if mastery is None else f' masteryScore="{mastery}"')


def write_package(path, kind, entry, lab):
    config = json.dumps({**entry, "kind": kind}, ensure_ascii=True, sort_keys=True)
    files = {name: (ROOM / name).read_bytes() for name in OWN}
    files["cutline-lab.js"] = (ROOM.parent / "embed/cutline-lab.js").read_bytes()
    files["cutline-lab.html"] = lab
    files["entry.js"] = f"globalThis.cutline_entry = {config};\n".encode()
    name, text = manifest(kind, entry, sorted(files))
    files[name] = text.encode()
    with zipfile.ZipFile(path, "w") as package:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            package.writestr(info, files[name])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("list", type=Path)
    parser.add_argument("--lab", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--kind", choices=KINDS, action="append")
    args = parser.parse_args()
    try:
        entries = read_list(args.list)
        lab = args.lab.read_bytes()
    except (Refused, OSError) as error:
        print(f"package: {error}", file=sys.stderr)
        sys.exit(2)
    args.out.mkdir(parents=True, exist_ok=True)
    for entry in entries:
        for kind in args.kind or KINDS:
            path = args.out / f"{entry['id']}-{kind}.zip"
            write_package(path, kind, entry, lab)
            print(f"{path}  {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()

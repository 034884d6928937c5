#!/usr/bin/python3
"""The JSON Schemas of assets/scenarios say what the readers of the core say.

    tests/schema_test.py TERMINAL...        (a command, like build/native/cutline)

Every scenario and job that comes with a build is valid; what a schema refuses the terminal refuses,
too; and where a table takes a key in one of them, it does in the other.
Needs the package python3-jsonschema; without it the status is 77, which counts as skipped.
"""

import json
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest
from pathlib import Path

try:
    import jsonschema
except ImportError:
    print("schema_test: python3-jsonschema is not installed: nothing was checked")
    sys.exit(77)

EXERCISES = Path(__file__).resolve().parent.parent / "assets" / "exercises"
SCENARIOS = Path(__file__).resolve().parent.parent / "assets" / "scenarios"
TERMINAL = []

JOB = """title = "A job"
until = "1s"
[options]
"execution.checkpointing.interval" = "5s"
[network]
latency = "1ms"
[storage]
bytes-per-second = 1000
[rpc]
latency = "1ms"
[[vertex]]
name = "source"
kind = "source"
rate = 10
record-bytes = 100
burst = ["1s", "2s"]
[[vertex]]
name = "half"
kind = "filter"
keep = [1, 2]
parallelism = 2
service-time = ["1ms", "2 ms"]
state = { fixed = 10 }
[[vertex]]
name = "sink"
kind = "sink"
sink = { kind = "transactional" }
[[edge]]
from = "source"
to = "half"
kind = "hash"
split = [1, 2]
[[edge]]
from = "half"
to = "sink"
kind = "rebalance"
[[failure]]
vertex = "half"
at = "0.5s"
[[savepoint]]
at = "600ms"
kind = "suspend"
[[restart]]
at = "700ms"
from = "savepoint"
parallelism = { source = 3 }
"""

# What to replace in JOB, and with what.
WRONG_JOBS = [
    ('title = "A job"\n', ""),
    ('title = "A job"', "title = 3"),
    ('until = "1s"', "until = 1"),
    ('until = "1s"', 'until = "1 second"'),
    ('until = "1s"', 'until = "1s"\nseed = -1'),
    ('until = "1s"', 'until = "1s"\nmachines = 129'),
    ('until = "1s"', 'until = "1s"\nnamed = "yes"'),
    ('= "5s"', "= 1.5"),
    ("bytes-per-second = 1000", "bytes-per-second = 0"),
    ('name = "source"\n', ""),
    ('name = "source"', 'name = ""'),
    ('name = "source"', 'name = "a source"'),
    ('name = "source"', 'name = "a>b"'),
    ('name = "source"', 'name = "a\\u200bb"'),
    ('name = "source"', 'name = "a\\nb"'),
    ('title = "A job"', 'title = "A\\u001bjob"'),
    ('kind = "source"', 'kind = "spring"'),
    ("rate = 10\n", ""),
    ("record-bytes = 100\n", ""),
    ("rate = 10", "rate = 0"),
    ('["1s", "2s"]', '"1s"'),
    ('kind = "filter"', 'kind = "map"'),
    ('kind = "filter"', 'kind = "filter"\nrate = 5'),
    ('kind = "filter"', 'kind = "filter"\nsink = {}'),
    ("keep = [1, 2]", "keep = [1]"),
    ("keep = [1, 2]", "keep = [-1, 2]"),
    ("parallelism = 2", "parallelism = 0"),
    ('"2 ms"]', "2]"),
    ("{ fixed = 10 }", "{ fixed = -10 }"),
    ("{ fixed = 10 }", "{ compaction-every = 0 }"),
    ('"transactional"', '"transactionl"'),
    ('to = "half"\n', ""),
    ('kind = "hash"\n', ""),
    ('kind = "hash"', 'kind = "forward"'),
    ("split = [1, 2]", "split = []"),
    ("split = [1, 2]", "split = [0, 2]"),
    ('at = "0.5s"\n', ""),
    ('at = "0.5s"', 'at = "0.5s"\nsubtask = -1'),
    ('at = "0.5s"', 'at = "0.5s"\nafter-completed = 0'),
    ('at = "600ms"\n', ""),
    ('"suspend"', '"stop"'),
    ('at = "700ms"\n', ""),
    ('at = "700ms"', 'at = "700ms"\nwith-failure = 1'),
    ('from = "savepoint"', 'from = "start"'),
    ("{ source = 3 }", "{ source = 0 }"),
    ("{ source = 3 }", "3"),
    ("rate = 10", "rate = 10\nsplits = 0"),
    ('kind = "filter"', 'kind = "filter"\nsplits = 2'),
    ('kind = "filter"', 'kind = "filter"\nmax-parallelism = 0'),
]

SCENARIO = """title = "Two banks"
[traffic]
delay = ["1ms", "1s"]
send-interval = "1s"
amount-max = 5
[markers]
rule = "aligned"
[explore]
transfers = 1
[[process]]
name = "A"
balance = 10
[[process]]
name = "B"
balance = 10
[[channel]]
from = "A"
to = "B"
"""

WRONG_SCENARIOS = [
    ('title = "Two banks"\n', ""),
    ('"Two banks"', '""'),
    ('delay = ["1ms", "1s"]\n', ""),
    ('["1ms", "1s"]', '["1ms"]'),
    ('["1ms", "1s"]', "5"),
    ("amount-max = 5\n", ""),
    ("amount-max = 5", "amount-max = 0"),
    ('rule = "aligned"', 'rule = "straight"'),
    ('rule = "aligned"', 'rule = "aligned"\nhold = true'),
    ('rule = "aligned"', "hold = true"),
    ('rule = "aligned"', "fifo = 1"),
    ('name = "A"', 'name = "A>B"'),
    ('name = "A"', 'name = "A\\u00a0B"'),
    ('"Two banks"', '"Two\\nbanks"'),
    ('name = "A"', 'name = ""'),
    ('name = "A"\n', ""),
    ("balance = 10", "balance = -1"),
    ("transfers = 1", "transfers = 101"),
    ("transfers = 1", "amount = 0"),
    ("transfers = 1", "snapshots = 9"),
    ("transfers = 1", "faults = 101"),
    ("transfers = 1", "initiators = []"),
    ("transfers = 1", 'initiators = ["A", "A"]'),
    ("transfers = 1", "endpoints-only = 1"),
    ('to = "B"\n', ""),
]

EXERCISE = """title = "An exercise"
chapter = "cuts"
proves = "p"
assumes = "a"
source = "s"
scenario = "never-existed"
start = ["send p>q 1"]
allowed = ["deliver"]
goal = "in-flight = 0"
goal-text = "g"
[[step]]
say = "s"
[[step]]
predict = "n"
number = "total"
unit = "tokens"
tolerance = 0
[[step.mistake]]
is = "in-flight"
because = "b"
[[step]]
predict = "c"
[[step.choice]]
text = "yes"
is = "total = 20"
[[step.choice]]
text = "no"
is = "total = 21"
[[step]]
predict = "x"
choose = "records-in p>q"
from = "transfers"
[[step]]
predict = "o"
after = ["deliver p>q"]
order = ["T1 sent", "T1 received"]
[[step]]
do = "d"
until = "in-flight = 0"
[[claim]]
always = "consistent"
"""

WRONG_EXERCISES = [
    ('title = "An exercise"\n', ""),
    ('chapter = "cuts"\n', ""),
    ('source = "s"\n', ""),
    ('goal-text = "g"\n', ""),
    ('goal = "in-flight = 0"\n', ""),
    ('allowed = ["deliver"]\n', ""),
    ('scenario = "never-existed"\n', ""),
    ('start = ["send p>q 1"]', "start = [3]"),
    ('source = "s"', 'source = "s"\nmisconceptions = [14]'),
    ('say = "s"', 'say = ""'),
    ('say = "s"', 'say = "s"\nobserve = "o"'),
    ('say = "s"', 'say = "s"\nuntil = "total = 20"'),
    ('number = "total"\n', ""),
    ('number = "total"', 'number = "total"\ncut = "cut-consistent"'),
    ("tolerance = 0", "tolerance = -1"),
    ("tolerance = 0", 'from = "transfers"'),
    ('because = "b"\n', ""),
    ('text = "yes"\n', ""),
    ('[[step.choice]]\ntext = "no"\nis = "total = 21"\n', ""),
    ('from = "transfers"\n', ""),
    ('from = "transfers"', 'from = "banks"'),
    ('"T1 sent", "T1 received"', '"T1 sent"'),
    ('"T1 sent", "T1 received"', '"T1 sent", "T1 gone"'),
    ('until = "in-flight = 0"\n', ""),
    ('until = "in-flight = 0"', 'until = "in-flight = 0"\nshortest = 1'),
    ('always = "consistent"', 'always = "right"'),
    ('always = "consistent"', 'always = "consistent"\nreachable = "loses"'),
    ('always = "consistent"', 'always = "consistent"\nfail = ["p"]'),
    ('always = "consistent"', 'always = "consistent"\nseeds = [-1]'),
    ('scenario = "never-existed"', 'scenario = "never-existed"\njob = { title = "j" }'),
    ('order = ["T1 sent", "T1 received"]', 'order = ["chk-1 begun", "chk-1 completed"]'),
]

# Where an unknown key can be put: behind this line of the text; and the table's path in the schema.
JOB_TABLES = [
    ('title = "A job"', []),
    ("[network]", ["network"]),
    ("[storage]", ["storage"]),
    ("[rpc]", ["rpc"]),
    ('name = "source"', ["vertex", []]),
    ("{ fixed = 10", ["vertex", [], "state"]),
    ('{ kind = "transactional"', ["vertex", [], "sink"]),
    ('from = "source"', ["edge", []]),
    ('vertex = "half"', ["failure", []]),
    ('kind = "suspend"', ["savepoint", []]),
    ('at = "700ms"', ["restart", []]),
]
SCENARIO_TABLES = [
    ('title = "Two banks"', []),
    ("[traffic]", ["traffic"]),
    ("[markers]", ["markers"]),
    ("[explore]", ["explore"]),
    ('name = "A"', ["process", []]),
    ('from = "A"', ["channel", []]),
]


def schema(name):
    return json.loads((SCENARIOS / name).read_text())


def is_valid(text, by):
    return jsonschema.Draft7Validator(by).is_valid(tomllib.loads(text))


def check(text):
    """The same of cutline check."""
    with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([*TERMINAL, "check", file.name], capture_output=True, text=True,
                              check=False)
    return done.returncode, done.stderr


def run(text, *arguments):
    """Status and stderr of the terminal for a file with this text."""
    with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([*TERMINAL, "run", file.name, "--until", "1ms", *arguments],
                              capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def changed(text, old, new):
    assert text.count(old) >= 1, old
    return text.replace(old, new, 1)


def table_at(by, path):
    """The schema of a table: a name goes into a table's key, [] into an array's items."""
    at = by
    for step in path:
        at = at["items"] if step == [] else at["properties"][step]
        if "$ref" in at:
            at = by["definitions"][at["$ref"].rsplit("/", 1)[1]]
    return at


class Schemas(unittest.TestCase):
    def test_they_are_schemas(self):
        for name in ("job.schema.json", "scenario.schema.json"):
            jsonschema.Draft7Validator.check_schema(schema(name))

    def test_every_file_of_a_build_is_valid(self):
        for folder, name in ((SCENARIOS / "jobs", "job.schema.json"),
                             (SCENARIOS, "scenario.schema.json")):
            files = sorted(folder.glob("*.toml"))
            self.assertGreater(len(files), 2)
            for file in files:
                with self.subTest(file.name):
                    self.assertTrue(is_valid(file.read_text(), schema(name)))

    def refused_by_both(self, text, name, wrong):
        by = schema(name)
        self.assertTrue(is_valid(text, by))
        self.assertEqual(run(text), (0, ""))
        for old, new in wrong:
            with self.subTest(f"{old!r} -> {new!r}"):
                self.assertFalse(is_valid(changed(text, old, new), by))
                status, said = run(changed(text, old, new))
                self.assertEqual(status, 2)
                self.assertRegex(said, r"\.toml:\d+:\d+: ")

    def test_what_is_wrong_in_a_job_is_refused_by_both(self):
        self.refused_by_both(JOB, "job.schema.json", WRONG_JOBS)

    def test_what_is_wrong_in_a_scenario_is_refused_by_both(self):
        self.refused_by_both(SCENARIO, "scenario.schema.json", WRONG_SCENARIOS)

    def test_every_exercise_is_valid_and_its_system_too(self):
        by = json.loads((EXERCISES / "exercise.schema.json").read_text())
        jsonschema.Draft7Validator.check_schema(by)
        files = sorted(EXERCISES.glob("*.toml"))
        self.assertGreater(len(files), 10)
        for file in files:
            with self.subTest(file.name):
                exercise = tomllib.loads(file.read_text())
                errors = jsonschema.Draft7Validator(by).iter_errors(exercise)
                self.assertEqual([error.message for error in errors], [])
                if "system" in exercise:
                    jsonschema.Draft7Validator(schema("scenario.schema.json")).validate(
                        exercise["system"])
                if "job" in exercise:
                    jsonschema.Draft7Validator(schema("job.schema.json")).validate(exercise["job"])

    def test_what_is_wrong_in_an_exercise_is_refused_by_both(self):
        by = json.loads((EXERCISES / "exercise.schema.json").read_text())
        self.assertTrue(is_valid(EXERCISE, by))
        self.assertEqual(check(EXERCISE), (0, ""))
        for old, new in WRONG_EXERCISES:
            with self.subTest(f"{old!r} -> {new!r}"):
                self.assertFalse(is_valid(changed(EXERCISE, old, new), by))
                status, said = check(changed(EXERCISE, old, new))
                self.assertEqual(status, 2)
                self.assertRegex(said, r"\.toml:\d+:\d+: ")

    def tables_take_the_same_keys(self, text, name, tables):
        by = schema(name)
        for line, path in tables:
            with self.subTest(path):
                inline = line.startswith("{")
                wrong = changed(text, line, line + (", zzz = 1" if inline else "\nzzz = 1"))
                self.assertFalse(is_valid(wrong, by))
                status, said = run(wrong)
                self.assertEqual(status, 2)
                takes = re.search(r'unknown key "zzz": .* takes ([a-z, -]*)$', said.strip())
                self.assertIsNotNone(takes, said)
                self.assertEqual(sorted(takes[1].split(", ")),
                                 sorted(table_at(by, path)["properties"]))

    def test_a_job_takes_the_same_keys_in_both(self):
        self.tables_take_the_same_keys(JOB, "job.schema.json", JOB_TABLES)

    def test_a_scenario_takes_the_same_keys_in_both(self):
        self.tables_take_the_same_keys(SCENARIO, "scenario.schema.json", SCENARIO_TABLES)

    def test_every_option_of_the_schema_is_one_of_the_engines(self):
        options = schema("job.schema.json")["properties"]["options"]["properties"]
        self.assertGreater(len(options), 30)
        for name in options:
            with self.subTest(name):
                self.assertNotIn("there is no option", run(JOB, "--set", f"{name}=")[1])


if __name__ == "__main__":
    TERMINAL = sys.argv[1:]
    if not TERMINAL:
        sys.exit("schema_test: name the terminal, like build/native/cutline")
    unittest.main(argv=sys.argv[:1])

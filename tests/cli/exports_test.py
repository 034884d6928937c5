#!/usr/bin/python3
"""Exports as those who read them would: a schema validator, a CSV reader, an XML parser, ShiViz's
expression, and the rules of trace events.

    tests/cli/exports_test.py TERMINAL...     (a command, such as: node build/web-tests/cutline.js)
"""

import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

from strict_readers import read_shiviz, read_trace

try:
    import jsonschema
except ImportError:
    jsonschema = None

ROOT = Path(__file__).resolve().parent.parent.parent
GOLDENS = ROOT / "tests/golden/exports"
TERMINAL = []
RUNS = {
    "snapshot": ["step 14", "snapshot A", "step 30"],
    "under way": ["step 14", "snapshot B", "step 2"],
    "endpoints": ["step 12", "read-all", "read-each B", "step 9"],
    "faults": ["step 12", "send A>B 2", "duplicate A>B", "send B>C 1", "drop B>C", "snapshot C",
               "step 20"],
    "in the past": ["step 40", "snapshot A", "step 5", "seek 20"],
    "with a cut": ["step 40", "cut all 12", "cut A 7", "seek 30"],
}


JOBS = ["t1-aligned", "t12-repeated-commit", "t13-transaction-lost", "t15-two-regions",
        "rescale-unaligned", "stop-with-savepoint"]


def call(*words):
    return subprocess.run([*TERMINAL, *words], capture_output=True, check=False)


def export(form, lines, scenario="transfers"):
    """The text of a run of these commands in this form, and what stands on stderr."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "commands"
        path.write_text("\n".join(lines), encoding="utf-8")
        done = call("run", scenario, "--commands", str(path), "--export", form)
    if done.returncode == 2:
        raise AssertionError(done.stderr.decode())
    return done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


def run_of(lines, scenario="transfers"):
    return json.loads(export("json", lines, scenario)[0])


class Exports(unittest.TestCase):
    @unittest.skipUnless(jsonschema, "there is no python3-jsonschema")
    def test_json_is_what_its_schema_says(self):
        schema = json.loads((ROOT / "assets/exports/run.schema.json").read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for name, lines in RUNS.items():
            with self.subTest(name):
                run = run_of(lines)
                self.assertEqual([error.message for error in validator.iter_errors(run)], [])
                self.assertGreaterEqual(len(run["events"]), run["step"] - 2)  # faults are none
                broken = {**run, "events": [{**run["events"][0], "clock": 3}]}
                self.assertFalse(validator.is_valid(broken))

    @unittest.skipUnless(jsonschema, "there is no python3-jsonschema")
    def test_a_job_is_what_its_schema_says(self):
        schema = json.loads((ROOT / "assets/exports/job.schema.json").read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for name in JOBS:
            with self.subTest(name):
                job = json.loads(call("run", name, "--json").stdout)
                self.assertEqual([error.message for error in validator.iter_errors(job)], [])
                broken = {**job, "ledger": {**job["ledger"], "lost": -1}}
                self.assertFalse(validator.is_valid(broken))

    def test_json_accounts_for_every_transfer(self):
        for name, lines in RUNS.items():
            with self.subTest(name):
                run = run_of(lines)
                flying = sum(message["amount"] for message in run["messages"]
                             if message["kind"] == "transfer" and message["end"] == "in flight")
                self.assertEqual(flying, run["ledger"]["now"]["in_channels"])
                self.assertTrue(all(event["step"] <= run["step"] for event in run["events"]))

    def test_shiviz_reads_the_log_and_its_clocks_are_happened_before(self):
        for name, lines in RUNS.items():
            with self.subTest(name):
                log, words = export("shiviz", lines)
                parser = words.strip().partition("with the parser expression ")[2]
                self.assertEqual(parser, r"(?<host>\S*) (?<clock>{.*})\n(?<event>.*)")
                events = read_shiviz(log, parser)
                run = run_of(lines)
                self.assertEqual(
                    events,
                    [(event["process"], {k: v for k, v in event["clock"].items() if v > 0},
                      event["text"]) for event in run["events"]])
                self.receipts_are_after_their_sendings(run)

    def receipts_are_after_their_sendings(self, run):
        at = {(event["process"], event["step"]): event["clock"] for event in run["events"]}
        received = 0
        for message in run["messages"]:
            if message["end"] != "received":
                continue
            sender, receiver = message["channel"].split(">")
            sent = at[sender, message["sent"]["step"]]
            got = at[receiver, message["ended"]["step"]]
            self.assertTrue(all(got[process] >= count for process, count in sent.items()))
            self.assertLess(sent[receiver], got[receiver])
            received += 1
        self.assertGreater(received, 4)

    def test_trace_events_keep_the_rules_of_their_form(self):
        for name, lines in RUNS.items():
            with self.subTest(name):
                run = run_of(lines)
                trace, tracks = read_trace(export("trace", lines)[0])
                self.assertEqual(list(tracks.values()),
                                 [process["name"] for process in run["scenario"]["processes"]])
                self.assertEqual(sum(event["ph"] == "X" for event in trace), len(run["events"]))
                self.flows_hold_on(trace, run)
                begun = {event["id"] for event in trace if event["ph"] == "b"}
                ended = {event["id"] for event in trace if event["ph"] == "e"}
                self.assertEqual(begun, {each["name"] for each in run["snapshots"]})
                self.assertEqual(ended, {each["name"] for each in run["snapshots"]
                                         if "completed" in each})
                waiting = {}
                for event in trace:
                    if event["ph"] == "C":
                        waiting[event["name"]] = event["args"]["messages"]
                self.assertEqual(sum(waiting.values()),
                                 sum(each["end"] == "in flight" for each in run["messages"]))

    def flows_hold_on(self, trace, run):
        starts = {event["id"]: event for event in trace if event["ph"] == "s"}
        ends = {event["id"]: event for event in trace if event["ph"] == "f"}
        self.assertEqual(len(starts), len(run["messages"]))
        self.assertLessEqual(set(ends), set(starts))
        for number, start in starts.items():
            self.assertEqual(start["args"]["end"] == "received", number in ends)
        points = {(event["pid"], event["tid"], event["ts"]) for event in trace
                  if event["ph"] == "X"}
        for event in [*starts.values(), *ends.values()]:
            self.assertIn((event["pid"], event["tid"], event["ts"]), points)

    def rows_of(self, form, lines):
        text = export(form, lines)[0]
        self.assertEqual(text.count("\n"), text.count("\r\n"))
        rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
        self.assertEqual({len(row) for row in rows}, {len(rows[0])})
        return rows[0], rows[1:]

    def test_csv_tables_read_back_as_the_run(self):
        for name, lines in RUNS.items():
            with self.subTest(name):
                run = run_of(lines)
                header, rows = self.rows_of("csv-events", lines)
                names = [process["name"] for process in run["scenario"]["processes"]]
                self.assertEqual(header[4:], [f"clock_{name}" for name in names])
                self.assertEqual(
                    rows, [[str(event["step"]), str(event["time_ns"]), event["process"],
                            event["text"], *(str(event["clock"][name]) for name in names)]
                           for event in run["events"]])
                header, rows = self.rows_of("csv-messages", lines)
                self.assertEqual([(row[0], row[8]) for row in rows],
                                 [(each["name"], each["end"]) for each in run["messages"]])
                header, rows = self.rows_of("csv-series", lines)
                self.assertEqual(len(rows), run["step"] + 1)
                last = dict(zip(header, rows[-1]))
                now = run["ledger"]["now"]
                self.assertEqual(sum(int(last[name]) for name in names), now["at_processes"])
                self.assertEqual(sum(map(int, rows[-1][2:])), now["total"])
                if run["snapshots"]:
                    header, rows = self.rows_of("csv-snapshots", lines)
                    for name, verdict in {(row[0], row[1]) for row in rows}:
                        self.assertEqual(run["ledger"]["snapshots"][name[1:]]["verdict"], verdict)

    def test_a_field_with_commas_and_quotes_is_quoted(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "odd.toml"
            text = (ROOT / "assets/scenarios/two-banks.toml").read_text(encoding="utf-8")
            path.write_text(text.replace('"A"', "'a,\"b<&'"), encoding="utf-8")
            lines = ["step 9", "snapshot B", "step 20"]
            _, rows = self.rows_of_scenario("csv-messages", lines, str(path))
            self.assertIn('a,"b<&', {row[3] for row in rows})
            for form in ("svg", "json", "shiviz", "trace"):
                self.assertIn("b", export(form, lines, str(path))[0])
            xml.etree.ElementTree.fromstring(export("svg", lines, str(path))[0])

    def rows_of_scenario(self, form, lines, scenario):
        rows = list(csv.reader(io.StringIO(export(form, lines, scenario)[0], newline="")))
        return rows[0], rows[1:]

    def test_svg_is_well_formed_and_says_what_it_shows(self):
        space = "{http://www.w3.org/2000/svg}"
        for name, lines in RUNS.items():
            with self.subTest(name):
                run = run_of(lines)
                for form, paper in (("svg", "#ffffff"), ("svg-dark", "#1a1e25")):
                    picture = xml.etree.ElementTree.fromstring(export(form, lines)[0])
                    self.assertEqual(picture.tag, f"{space}svg")
                    self.assertEqual(picture[0].text, "Space-time diagram: " +
                                     run["scenario"]["title"])
                    self.assertIn(f"{run['step']} steps taken", picture[1].text)
                    self.assertEqual(picture.find(f"{space}rect").get("fill"), paper)
                    words = [text.text for text in picture.iter(f"{space}text")]
                    for process in run["scenario"]["processes"]:
                        self.assertIn(process["name"], words)
                    for snapshot in run["snapshots"]:
                        self.assertIn(snapshot["name"], words)
                    width = float(picture.get("width"))
                    for dot in picture.iter(f"{space}circle"):
                        self.assertTrue(0 < float(dot.get("cx")) < width)

    def test_a_small_run_is_exported_word_for_word(self):
        """CUTLINE_WRITE_GOLDENS=1 writes the files anew; look at what changed in them."""
        lines = (GOLDENS / "commands").read_text(encoding="utf-8").splitlines()
        cut = [*lines, "cut A 2", "cut B 6", "clocks on"]
        for form in ("json", "shiviz", "trace", "svg", "csv-events", "csv-messages",
                     "csv-snapshots", "csv-series"):
            with self.subTest(form):
                self.is_golden(f"two-banks.{form}", export(form, lines, "two-banks")[0])
        for form in ("json", "svg"):
            with self.subTest(form, cut=True):
                self.is_golden(f"two-banks-cut.{form}", export(form, cut, "two-banks")[0])

    def is_golden(self, name, text):
        if os.environ.get("CUTLINE_WRITE_GOLDENS"):
            (GOLDENS / name).write_bytes(text.encode("utf-8"))
        self.assertEqual(text, (GOLDENS / name).read_bytes().decode("utf-8"))

    def test_a_cut_that_was_laid_is_judged_as_its_messages_say(self):
        for cut in ({"A": 3, "B": 9, "C": 4}, {"A": 9, "B": 2, "C": 9}, {"A": 5, "B": 5, "C": 5}):
            with self.subTest(cut):
                lines = ["step 40", *(f"cut {name} {count}" for name, count in cut.items())]
                run = run_of(lines)
                found = run["cut"]
                self.assertEqual(found["inside"], cut)
                number = {(event["process"], event["step"]): event["clock"][event["process"]]
                          for event in run["events"]}
                orphans, in_flight = [], []
                for message in run["messages"]:
                    sender, receiver = message["channel"].split(">")
                    sent = number[sender, message["sent"]["step"]] <= cut[sender]
                    got = message["end"] == "received" and \
                        number[receiver, message["ended"]["step"]] <= cut[receiver]
                    if got and not sent:
                        orphans.append(message["name"])
                    if sent and not got and message["end"] != "lost":
                        in_flight.append(message["name"])
                self.assertEqual([each["name"] for each in found["orphans"]], orphans)
                self.assertCountEqual([each["name"] for each in found["in_flight"]], in_flight)
                self.assertEqual(found["consistent"], not orphans)
                ledger = found["ledger"]
                self.assertEqual(ledger["total"], ledger["expected"] + ledger["orphaned"] +
                                 ledger["doubled"] - ledger["lost"])
                self.assertEqual(sum(ledger["balances"].values()), ledger["at_processes"])
                self.assertEqual(self.report_of(lines)["cut"], found)
                words = [text.text for text in
                         xml.etree.ElementTree.fromstring(export("svg", lines)[0]).iter(
                             "{http://www.w3.org/2000/svg}text")]
                self.assertIn("cut: " + ("not consistent" if orphans else "consistent"), words)
                for name in orphans:
                    self.assertIn(f"{name} orphan", words)
        self.assertNotIn("cut", self.report_of(["step 40"]))
        self.assertNotIn("cut", run_of(["step 40"]))

    def report_of(self, lines):
        return json.loads(self.text_of(lines, "--json"))

    def text_of(self, lines, *options):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "commands"
            path.write_text("\n".join(lines), encoding="utf-8")
            return call("run", "transfers", "--commands", str(path), *options).stdout.decode()

    def test_clocks_are_in_the_text_while_they_are_shown(self):
        lines = ["step 20"]
        self.assertNotIn("Vector clocks", self.text_of(lines))
        text = self.text_of([*lines, "clocks on"])
        listed = text.partition("\nVector clocks\n")[2].partition("\n\n")[0].splitlines()
        self.assertEqual(
            [line.split("  (")[1].split(")")[0] for line in listed],
            [", ".join(f"{name} {count}" for name, count in event["clock"].items())
             for event in run_of(lines)["events"]])
        self.assertRegex(listed[0], r"^  step +1  \(A \d, B \d, C \d\)  T1's sending at [ABC]$")

    def test_the_queue_lab_has_its_curve(self):
        lines = ["show queue", "queue lambda 3", "queue step 4"]
        _, rows = self.rows_of("csv-backlog", lines)
        self.assertEqual(rows, [["0", "4"], ["0.5", "4.5"], ["1", "5"], ["1.5", "5.5"],
                                ["2", "6"]])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("exports: name the terminal to test.")
    TERMINAL = [str(Path(word).resolve()) if Path(word).exists() else word
                for word in sys.argv[1:]]
    unittest.main(argv=sys.argv[:1])

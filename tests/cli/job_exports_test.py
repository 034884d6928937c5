#!/usr/bin/python3
"""Exports of streaming jobs, read strictly and held against the job's own report.

    tests/cli/job_exports_test.py TERMINAL...
"""

import csv
import io
import json
import os
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

import exports_test
from exports_test import GOLDENS, call
from strict_readers import read_shiviz, read_trace

MS = 1_000_000
JOBS = {
    "t1-aligned": ["--until", "40s"],
    "t2-unaligned": ["--until", "40s"],
    "t4-expiry": [],
    "t9-incremental": ["--until", "60s"],
    "t11-two-phase": [],
    "t15-two-regions": [],
    "rescale-unaligned": [],
    "stop-with-savepoint": [],
}
NAMED = ["t11-two-phase", "t12-repeated-commit", "t13-transaction-kept", "t13-transaction-lost",
         "stop-with-savepoint"]


def export(form, job, options=()):
    done = call("run", job, *options, "--export", form)
    if done.returncode == 2:
        raise AssertionError(done.stderr.decode())
    return done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


def report_of(job, options=()):
    return json.loads(call("run", job, *options, "--json").stdout)


def table(form, job, options=()):
    text = export(form, job, options)[0]
    rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    assert all(None not in row and None not in row.values() for row in rows), form
    assert text.count("\n") == text.count("\r\n") == len(rows) + 1
    return rows


def tasks_of(job):
    """Names of the tasks that a job starts with."""
    trace = json.loads(export("trace", job)[0])["traceEvents"]
    first = {event["pid"] for event in trace if event["ph"] == "X" and event["ts"] == 0}
    names = {(event["pid"], event["tid"]): event["args"]["name"] for event in trace
             if event["name"] == "thread_name" and event["pid"] in first}
    return {names[event["pid"], event["tid"]] for event in trace
            if event["ph"] == "X" and event["ts"] == 0}


def milliseconds(field):
    return int(field) // MS if field else -1


def clock_milliseconds(start, duration):
    """Between two readings of a clock that counts whole milliseconds, as the report has it."""
    return -1 if duration == "" else (int(start) + int(duration)) // MS - int(start) // MS


class JobExports(unittest.TestCase):
    def test_checkpoints_are_those_of_the_report(self):
        for job, options in JOBS.items():
            with self.subTest(job):
                details = report_of(job, options)["details"]
                rows = table("csv-checkpoints", job, options)
                self.assertEqual([row["checkpoint"] for row in rows], list(details))
                for row, detail in zip(rows, details.values()):
                    self.assertEqual(row["status"].upper().replace(" ", "_"), detail["status"])
                    self.assertEqual(row["kind"] != "checkpoint", detail["is_savepoint"])
                    for column, key in (("triggered_ns", "trigger_timestamp"),
                                        ("latest_acknowledgement_ns", "latest_ack_timestamp")):
                        self.assertEqual(milliseconds(row[column]), detail[key], column)
                    self.assertEqual(
                        clock_milliseconds(row["triggered_ns"], row["end_to_end_ns"]),
                        detail["end_to_end_duration"])
                    for column, key in (("processed_bytes", "processed_data"),
                                        ("persisted_bytes", "persisted_data"),
                                        ("checkpointed_bytes", "checkpointed_size"),
                                        ("full_bytes", "state_size"),
                                        ("subtasks", "num_subtasks"),
                                        ("acknowledged_subtasks", "num_acknowledged_subtasks")):
                        self.assertEqual(int(row[column]), detail[key], column)

    def test_a_duration_that_begins_within_a_millisecond_is_counted_as_the_report_does(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "commands"
            path.write_text("until 12.0005s\nsavepoint\nuntil 20s", encoding="utf-8")
            options = ["--commands", str(path)]
            details = report_of("t1-aligned", options)["details"].values()
            rows = table("csv-checkpoints", "t1-aligned", options)
        odd = [(row, detail["end_to_end_duration"]) for row, detail in zip(rows, details)
               if int(row["triggered_ns"]) % MS != 0]
        self.assertEqual([row["triggered_ns"] for row, _ in odd], ["12000500000"])
        for row, duration in odd:
            self.assertEqual(clock_milliseconds(row["triggered_ns"], row["end_to_end_ns"]),
                             duration)
            self.assertEqual(milliseconds(row["end_to_end_ns"]), duration - 1)

    def test_parts_are_those_of_the_report(self):
        for job, options in JOBS.items():
            with self.subTest(job):
                parts = [(checkpoint, vertex, part)
                         for checkpoint, vertices in report_of(job, options)["subtasks"].items()
                         for vertex, task in vertices.items() for part in task["subtasks"]]
                triggered = {row["checkpoint"]: row["triggered_ns"]
                             for row in table("csv-checkpoints", job, options)}
                rows = table("csv-subtasks", job, options)
                self.assertEqual([(row["checkpoint"], row["vertex"], int(row["subtask"]))
                                  for row in rows],
                                 [(number, vertex, part["index"])
                                  for number, vertex, part in parts])
                for row, (_, _, part) in zip(rows, parts):
                    if part["className"] == "pending":
                        self.assertEqual({value for name, value in row.items()
                                          if name.endswith(("_ns", "_bytes"))}, {""})
                        continue
                    alignment = part["alignment"]
                    self.assertEqual(
                        [clock_milliseconds(triggered[row["checkpoint"]], row[name])
                         for name in ("end_to_end_ns", "start_delay_ns")],
                        [part["end_to_end_duration"], part["start_delay"]])
                    self.assertEqual(
                        [milliseconds(row[name]) for name in
                         ("acknowledged_ns", "alignment_ns", "sync_ns", "async_ns")],
                        [part["ack_timestamp"], alignment["duration"],
                         part["checkpoint"]["sync"], part["checkpoint"]["async"]])
                    self.assertEqual(
                        [int(row[name]) for name in ("processed_bytes", "persisted_bytes",
                                                     "checkpointed_bytes", "full_bytes")],
                        [alignment["processed"], alignment["persisted"],
                         part["checkpointed_size"], part["state_size"]])
                    self.assertEqual([row["unaligned"] == "true", row["aborted"] == "true"],
                                     [part["unaligned_checkpoint"], part["aborted"]])

    def test_figures_over_time_agree_with_each_other(self):
        for job, options in JOBS.items():
            with self.subTest(job):
                series = table("csv-series", job, options)
                self.assertGreater(len(series), 60)
                times = [int(row["time_ns"]) for row in series]
                self.assertEqual(len({later - sooner for sooner, later in
                                      zip(times, times[1:])}), 1)
                waiting = dict.fromkeys(times, 0)
                for row in table("csv-queues", job, options):
                    waiting[int(row["time_ns"])] += int(row["queued_bytes"])
                self.assertEqual([waiting[time] for time in times],
                                 [int(row["queued_bytes"]) for row in series])
                interval_s = (times[1] - times[0]) / 1e9
                for row in series[1:]:
                    self.assertAlmostEqual(int(row["throughput_records_per_s"]) * interval_s,
                                           int(row["worked_off_records"]), delta=interval_s)

    def test_what_is_stored_is_what_the_retained_checkpoint_refers_to(self):
        series = table("csv-series", "t1-aligned", JOBS["t1-aligned"])
        completed = [row for row in table("csv-checkpoints", "t1-aligned", JOBS["t1-aligned"])
                     if row["status"] == "completed"]
        between = [row for row in series
                   if int(row["time_ns"]) > int(completed[-1]["ended_ns"])
                   and row["storage_transfers"] == "0"]
        self.assertTrue(between)
        for row in between:
            self.assertGreaterEqual(int(row["stored_checkpoints_bytes"]),
                                    int(completed[-1]["full_bytes"]))

    def test_the_trace_is_the_run(self):
        for job, options in JOBS.items():
            with self.subTest(job):
                events, tracks = read_trace(export("trace", job, options)[0])
                report = report_of(job, options)
                coordinator = [event for event in events if event["ph"] in "bne"]
                self.assertEqual(
                    [(event["id"], event["ts"] // MS) for event in coordinator
                     if event["ph"] == "b"],
                    [(f"chk-{number}", detail["trigger_timestamp"])
                     for number, detail in report["details"].items()])
                parts = [(number, part) for number, vertices in report["subtasks"].items()
                         for task in vertices.values() for part in task["subtasks"]
                         if part["className"] == "completed"]
                self.assertEqual(sum(event["ph"] == "n" for event in coordinator), len(parts))
                self.phases_are_those_of(parts, events, tracks)
                self.counters_are_those_of(table("csv-series", job, options), events)

    def phases_are_those_of(self, parts, events, tracks):
        def spans(kind, name):
            return [(event["ts"], event["dur"]) for event in events
                    if event["ph"] == "X" and event["name"] == name
                    and kind in tracks[event["pid"], event["tid"]]]

        def lengths(kind, name):
            return sorted(length // MS for _, length in spans(kind, name))
        self.assertEqual(sorted(clock_milliseconds(*span)
                                for span in spans(" barriers", "start delay")),
                         sorted(part["start_delay"] for _, part in parts))
        self.assertEqual(lengths(" barriers", "alignment"),
                         sorted(max(0, part["alignment"]["duration"]) for _, part in parts))
        self.assertEqual(lengths(" snapshot", "sync"),
                         sorted(part["checkpoint"]["sync"] for _, part in parts))
        self.assertEqual(lengths(" snapshot", "async"),
                         sorted(part["checkpoint"]["async"] for _, part in parts))

    def counters_are_those_of(self, series, events):
        for name, column in (("backlog of the sources", "backlog_records"),
                             ("queued between tasks", "queued_bytes"),
                             ("back-pressured tasks", "back_pressured_tasks"),
                             ("transfers to and from the storage", "storage_transfers"),
                             ("stored checkpoints", "stored_checkpoints_bytes")):
            found = [(event["ts"], *event["args"].values()) for event in events
                     if event["ph"] == "C" and event["name"] == name]
            self.assertEqual(found, [(int(row["time_ns"]), int(row[column])) for row in series])
        # Who is back-pressured at an instant is within such a slice then.
        spans = [(event["ts"], event["ts"] + event["dur"]) for event in events
                 if event["ph"] == "X" and event["name"] == "back-pressured"]
        for row in series:
            time = int(row["time_ns"])
            within = sum(start <= time < end for start, end in spans)
            self.assertGreaterEqual(sum(start <= time <= end for start, end in spans),
                                    int(row["back_pressured_tasks"]))
            self.assertLessEqual(within, int(row["back_pressured_tasks"]))

    def test_recoveries_are_those_of_the_report(self):
        for job in ("t15-two-regions", "rescale-unaligned", "t13-transaction-lost"):
            with self.subTest(job):
                recoveries = report_of(job)["recovery"]
                rows = table("csv-recoveries", job)
                self.assertEqual(
                    [(row["cause"], *(milliseconds(row[name]) for name in
                                      ("failed_ns", "restarted_ns", "restored_ns", "running_ns")))
                     for row in rows],
                    [(each["cause"], each["failed_at"], each["restarted_at"],
                      each["restored_at"], each["running_at"]) for each in recoveries])
                events, tracks = read_trace(export("trace", job)[0])
                begun = [event["ts"] // MS for event in events if event["ph"] == "X"
                         and event["name"] in ("failure", "restart")
                         and tracks[event["pid"], event["tid"]] == "recoveries"]
                self.assertEqual(begun, [each["failed_at"] for each in recoveries])

    def test_a_restart_at_another_parallelism_gives_tracks_of_its_own(self):
        _, tracks = read_trace(export("trace", "rescale-unaligned")[0])
        self.assertLessEqual({"count-0", "count-1", "count-2", "source-2"}, set(tracks.values()))
        tasks = {row["task"] for row in table("csv-queues", "rescale-unaligned")}
        self.assertEqual(tasks, {"count-0", "count-1", "count-2", "sink"})

    def test_shiviz_reads_the_log_of_a_job_with_named_records(self):
        for job in NAMED:
            with self.subTest(job):
                log, words = export("shiviz", job)
                events = read_shiviz(log, words.strip().partition("parser expression ")[2])
                self.records_travel_with_their_clocks(events)
                hosts = {host for host, _, _ in events}
                self.assertIn("coordinator", hosts)
                completed = [clock for host, clock, text in events
                             if host == "coordinator" and " is complete" in text]
                self.assertTrue(completed)
                # Every task has stored its part before the coordinator says so.
                self.assertLessEqual({"coordinator", *tasks_of(job)}, set(completed[0]))
                self.assertLessEqual(set(completed[0]), hosts)

    def records_travel_with_their_clocks(self, events):
        put, received = {}, 0
        for host, clock, text in events:
            for clause in text.split("; "):
                words = clause.split(" ")
                if words[0] == "puts":
                    for name in self.names_in(clause[len("puts "):clause.index(" into ")]):
                        put.setdefault((words[-1], name), []).append((host, clock[host]))
                if words[0] != "takes" or " from " not in clause or "barrier" in clause:
                    continue
                for name in self.names_in(clause[len("takes "):clause.index(" from ")]):
                    senders = put[words[-1], name]
                    self.assertTrue(any(clock.get(sender, 0) >= count
                                        for sender, count in senders), (text, clock))
                    received += 1
        self.assertGreater(received, 20)

    def names_in(self, words):
        """"A:3, B:7-9" as A:3, B:7, B:8, B:9."""
        for name in words.split(", "):
            split, _, places = name.partition(":")
            first, _, last = places.partition("-")
            yield from (f"{split}:{place}" for place in range(int(first), int(last or first) + 1))

    def test_svg_is_well_formed_and_says_what_it_shows(self):
        space = "{http://www.w3.org/2000/svg}"
        for job, options in JOBS.items():
            with self.subTest(job):
                numbers = list(report_of(job, options)["details"])[-20:]
                for form, paper in (("svg", "#ffffff"), ("svg-dark", "#1a1e25")):
                    picture = xml.etree.ElementTree.fromstring(export(form, job, options)[0])
                    self.assertTrue(picture[0].text.startswith("Checkpoints: "))
                    self.assertEqual(picture.find(f"{space}rect").get("fill"), paper)
                    words = [text.text for text in picture.iter(f"{space}text")]
                    for number in numbers:
                        self.assertIn(f"chk-{number}", words)
                        self.assertIn(f"chk-{number} is ", picture[1].text)
                    width, height = float(picture.get("width")), float(picture.get("height"))
                    for text in picture.iter(f"{space}text"):
                        self.assertTrue(0 <= float(text.get("x")) < width)
                        self.assertTrue(0 < float(text.get("y")) < height)

    def test_a_run_in_the_past_exports_its_past(self):
        lines = ["until 30s", "fail count-0", "until 40s", "seek 12s"]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "commands"
            path.write_text("\n".join(lines), encoding="utf-8")
            options = ["--commands", str(path)]
            events, _ = read_trace(export("trace", "t1-aligned", options)[0])
            self.assertTrue(all(event["ts"] + event.get("dur", 0) <= 12_000 * MS
                                for event in events))
            self.assertEqual(max(int(row["time_ns"]) for row in
                                 table("csv-series", "t1-aligned", options)) <= 12_000 * MS, True)
            path.write_text("\n".join(lines[:-1]), encoding="utf-8")
            self.assertEqual([row["cause"] for row in
                              table("csv-recoveries", "t1-aligned", options)], ["failure"])

    def test_a_small_run_is_exported_word_for_word(self):
        """CUTLINE_WRITE_GOLDENS=1 writes the files anew; look at what changed in them."""
        lines = GOLDENS / "job-commands"
        for form in ("trace", "svg", "shiviz", "csv-checkpoints", "csv-subtasks", "csv-series",
                     "csv-queues", "csv-recoveries"):
            with self.subTest(form):
                text = export(form, "t11-two-phase", ["--commands", str(lines)])[0].encode("utf-8")
                path = GOLDENS / f"t11-two-phase.{form}"
                if os.environ.get("CUTLINE_WRITE_GOLDENS"):
                    path.write_bytes(text)
                self.assertEqual(text.decode("utf-8"), path.read_bytes().decode("utf-8"))

    def test_without_names_there_are_no_vector_clocks(self):
        done = call("run", "t1-aligned", "--export", "shiviz")
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"a vector clock needs records with names", done.stderr)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("job_exports: name the terminal to test.")
    exports_test.TERMINAL[:] = [str(Path(word).resolve()) if Path(word).exists() else word
                                for word in sys.argv[1:]]
    unittest.main(argv=sys.argv[:1])

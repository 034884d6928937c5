"""Readers of exports that accept nothing doubtful: ShiViz's log, and files of trace events."""

import json
import re
from fractions import Fraction


def read_shiviz(log, expression):
    """The events as (host, clock, text). Every clock must be possible: its own entry counts the
    host's events without a gap, nothing goes back, and who knows of an event knows all that it
    knew."""
    pattern = re.compile(expression.replace("(?<", "(?P<"))
    events, at = [], 0
    while at < len(log):
        match = pattern.match(log, at)
        if not match:
            raise AssertionError(f"not read: {log[at:at + 80]!r}")
        clock = json.loads(match["clock"], object_pairs_hook=unique)
        events.append((match["host"], clock, match["event"]))
        at = match.end()
        if log[at:at + 1] != "\n":
            raise AssertionError(f"no end of line behind {match['event']!r}")
        at += 1
    check_clocks(events)
    return events


def unique(pairs):
    """A JSON object, each key once."""
    out = dict(pairs)
    if len(out) != len(pairs):
        raise AssertionError(f"a key is there twice in {pairs}")
    return out


def check_clocks(events):
    own = {}  # by host: the clocks of its events
    for host, clock, text in events:
        before = own.setdefault(host, [])
        if not text or not all(isinstance(count, int) and count > 0 for count in clock.values()):
            raise AssertionError(f"{host} {clock}: {text!r}")
        if clock.get(host) != len(before) + 1:
            raise AssertionError(f"{host} {clock} is event {len(before) + 1} of its host")
        before.append(clock)
    for host, clock, _ in events:
        causes = [(other, count if other != host else count - 1) for other, count in clock.items()]
        for other, count in causes:
            if count > len(own.get(other, [])):
                raise AssertionError(f"{host} {clock}: {other} has no event {count}")
            if count and any(clock.get(name, 0) < known
                             for name, known in own[other][count - 1].items()):
                raise AssertionError(f"{host} {clock} knows event {count} of {other}, and not "
                                     f"{own[other][count - 1]}")


# What each phase must have beside ph, pid, tid, name and ts, and what it may have.
PHASES = {
    "M": ({"args"}, set()),
    "X": ({"dur"}, {"args"}),
    "s": ({"cat", "id"}, {"args"}),
    "f": ({"cat", "id", "bp"}, {"args"}),
    "b": ({"cat", "id"}, {"args"}),
    "n": ({"cat", "id"}, {"args"}),
    "e": ({"cat", "id"}, {"args"}),
    "C": ({"args"}, set()),
}


def nanoseconds(microseconds):
    """Times are written in microseconds with as many digits as they need."""
    exact = Fraction(str(microseconds)) * 1000
    if exact.denominator != 1 or exact < 0:
        raise AssertionError(f"{microseconds} is no time")
    return int(exact)


def read_trace(text):
    """The events with ts and dur as whole nanoseconds; {(pid, tid): name}."""
    trace = json.loads(text, object_pairs_hook=unique)
    if trace["displayTimeUnit"] != "ms":
        raise AssertionError(trace["displayTimeUnit"])
    events, tracks, groups = [], {}, set()
    for event in trace["traceEvents"]:
        must, may = PHASES[event["ph"]]
        must = must | {"ph", "pid", "tid", "name"} | (set() if event["ph"] == "M" else {"ts"})
        if not must <= set(event) <= must | may or not event["name"]:
            raise AssertionError(event)
        if event["ph"] == "M":
            if event["name"] == "thread_name":
                tracks[event["pid"], event["tid"]] = event["args"]["name"]
            groups.add(event["pid"])
            continue
        event["ts"] = nanoseconds(event["ts"])
        if "dur" in event:
            event["dur"] = nanoseconds(event["dur"])
        if events and event["ts"] < events[-1]["ts"]:
            raise AssertionError(f"{event} goes back in time")
        known = event["pid"] in groups if event["ph"] == "C" else \
            (event["pid"], event["tid"]) in tracks
        if not known:
            raise AssertionError(f"{event} is on a track without a name")
        events.append(event)
    check_slices(events)
    check_pairs(events)
    return events, tracks


def check_slices(events):
    """Slices of a track lie in each other or beside each other."""
    open_ends = {}
    for event in events:
        if event["ph"] != "X":
            continue
        stack = open_ends.setdefault((event["pid"], event["tid"]), [])
        end = event["ts"] + event["dur"]
        while stack and stack[-1] <= event["ts"] and end > stack[-1]:
            stack.pop()
        if stack and end > stack[-1]:
            raise AssertionError(f"{event} reaches out of the slice around it")
        stack.append(end)


def check_pairs(events):
    """Flows and asynchronous slices begin once, and end once at most."""
    begun, ended = {}, set()
    for event in events:
        key = event.get("cat"), event.get("id"), event["ph"] in "sf"
        if event["ph"] in "sb":
            if key in begun:
                raise AssertionError(f"{event} begins again")
            begun[key] = event["ts"]
        elif event["ph"] in "nfe":
            if key not in begun or key in ended:
                raise AssertionError(f"{event} is of nothing that has begun")
            if event["ph"] in "fe":
                ended.add(key)
        elif event["ph"] == "C":
            if not all(isinstance(value, (int, float)) for value in event["args"].values()):
                raise AssertionError(event)

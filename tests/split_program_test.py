#!/usr/bin/python3
"""What comes with the second part of the program: which functions, which texts; and that nothing of
the first part is missing.

    tests/split_program_test.py
"""

import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "shell/toolchain"))
import later_data  # noqa: E402
import split_program  # noqa: E402

HEAD = b"\0asm\1\0\0\0"
BASE = 1024  # address of the data
LATER = b"only the second part says this sentence\0"
SECOND = b"and this other one, which stands behind\0"
SHARED = b"a sentence that both of the parts can say\0"
LISTED = b"a sentence in a table that anyone may read\0"
EXERCISE = b'title = "An exercise"\n# of several lines\n'


def section(kind, body):
    return bytes([kind]) + later_data.write_leb(len(body)) + body


def program(data):
    segment = b"\0\x41" + later_data.write_signed(BASE) + b"\x0b" + later_data.write_leb(len(data))
    return HEAD + section(10, b"\0") + section(11, b"\1" + segment + data)


def memory_of(*parts):
    memory = bytearray(4096)
    for part in parts:
        for address, start, end in later_data.segments(part):
            memory[address:address + end - start] = part[start:end]
    return bytes(memory)


class Helpers(unittest.TestCase):
    PROGRAM = """(module
 (export "main" (func $first))
 (elem $0 (i32.const 1) $in_table $job)
 (func $first (param $0 i32)
  (call $shared)
  (drop (call $job))
 )
 (func $job (result i32)
  (call $shared)
  (call $_ZNSt3sortI$_0Ev)
  (call $in_table)
  (return_call $called)
 )
 (func $_ZNSt3sortI$_0Ev
  (call $below)
  (call $_ZNSt3sortI$_0Ev)
 )
 (func $below
  (call $called)
 )
 (func $called (result i32)
  (i32.const 0)
 )
 (func $shared
  (call $of_shared)
 )
 (func $of_shared
 )
 (func $in_table
 )
)
"""

    def test_what_only_the_second_part_calls_comes_with_it(self):
        self.assertEqual(split_program.with_helpers({"job"}, self.PROGRAM),
                         {"job", "_ZNSt3sortI$_0Ev", "below", "called"})

    def test_what_the_first_part_calls_stays(self):
        program = self.PROGRAM.replace("(call $shared)\n  (drop", "(call $below)\n  (drop")
        self.assertEqual(split_program.with_helpers({"job"}, program),
                         {"job", "_ZNSt3sortI$_0Ev", "shared", "of_shared"})


class LaterData(unittest.TestCase):
    def setUp(self):
        texts = b"\0\0\0\0" + LATER + SECOND + SHARED + EXERCISE + b"\0"
        texts += b"\0" * (-len(texts) % 4) + LISTED
        texts += b"\0" * (-len(texts) % 4)
        listed = BASE + texts.index(LISTED)
        written = BASE + texts.index(EXERCISE)
        self.data = texts + listed.to_bytes(4, "little") + written.to_bytes(4, "little")
        self.first = program(self.data)
        self.later = HEAD + section(10, b"\0") + section(0, b"\4name")

    def move(self, code=""):
        return later_data.move_texts(
            self.first, self.later, code,
            [{SHARED}, {LATER, SECOND, SHARED, LISTED, b"short\0", SECOND[9:]}], {EXERCISE})

    def test_texts_of_the_second_part_and_files_are_moved(self):
        first, later, moved = self.move()
        self.assertEqual(moved, len(LATER) + len(SECOND) + len(EXERCISE))
        for text in (LATER, SECOND, EXERCISE):
            self.assertNotIn(text[:-1], first)
            self.assertIn(text[:-1], later)
        self.assertEqual(len(first), len(self.first))
        self.assertEqual(memory_of(first, later), memory_of(self.first))
        self.assertTrue(later.endswith(section(0, b"\4name")))
        self.assertEqual(len(list(later_data.segments(later))), 2)  # neighbours are one

    def test_what_the_first_part_can_reach_stays(self):
        for text in (SHARED, LISTED):
            self.assertIn(text, self.move()[0])
        for text, at in ((LATER, 0), (SECOND, 0), (SECOND, 9)):
            first, _, moved = self.move(f"(i32.const {BASE + self.data.index(text) + at})")
            self.assertIn(text, first)
            self.assertEqual(moved, len(LATER) + len(EXERCISE) if text == SECOND
                             else len(SECOND) + len(EXERCISE))
        first, _, _ = self.move(f"(i32.const {BASE + self.data.index(SECOND) + len(SECOND)})")
        self.assertNotIn(SECOND, first)
        first, _, _ = self.move(f"(i64.load offset={BASE + self.data.index(EXERCISE)}")
        self.assertIn(EXERCISE, first)

    def test_a_text_that_is_there_twice_or_within_another_stays(self):
        self.first = program(self.data + LATER + b"It is " + SECOND)
        first, _, moved = self.move()
        self.assertEqual(moved, len(EXERCISE))
        self.assertEqual(first.count(LATER), 2)

    def test_literals_are_read_from_object_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.o")
            path.write_bytes(program(LATER))
            other = Path(folder, "b.o")
            other.write_bytes(program(b"two\0words\0"))
            self.assertEqual(later_data.literals([path, other]), {LATER})

    def test_numbers_are_written_as_they_are_read(self):
        for value in (0, 1, 63, 64, 127, 128, 8191, 8192, 1048576, 2**31 - 1):
            self.assertEqual(later_data.read_leb(later_data.write_leb(value), 0)[0], value)
            self.assertEqual(later_data.read_leb(later_data.write_signed(value), 0)[0], value)


if __name__ == "__main__":
    unittest.main()

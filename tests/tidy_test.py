#!/usr/bin/python3
"""Shows that each check of tidy.py catches what it is for, and leaves alone what it is not for."""

import unittest

import tidy


def lines(check, tree, **options):
    """What CHECK reports in TREE, as path:line."""
    return [f"{path}:{line}" for path, line, _ in check(tree, **options)]


class TopLevel(unittest.TestCase):
    def test_only_what_the_design_names(self):
        tree = {"core/a.h": "", ".ci/run": "", "LICENSE": "", "docs/a.md": "", "notes.txt": ""}
        self.assertEqual(lines(tidy.check_top_level, tree), ["docs:1", "notes.txt:1"])


class Doors(unittest.TestCase):
    def reports(self, path, included):
        return lines(tidy.check_doors, {path: f'#include <map>\n#include "{included}"\n'})

    def test_open_doors(self):
        for path, included in [
            ("core/base/a.cc", "core/base/a.h"), ("core/system/a.cc", "core/base/a.h"),
            ("core/run/a.cc", "core/system/a.h"), ("core/queue/a.cc", "core/base/a.h"),
            ("core/report/a.cc", "core/run/a.h"), ("core/lesson/a.cc", "core/queue/a.h"),
            ("core/lesson/a.cc", "core/report/a.h"), ("web/a.cc", "core/lesson/a.h"),
            ("shell/cli/a.cc", "core/report/a.h"), ("tests/run/a_test.cc", "web/a.h"),
        ]:
            self.assertEqual(self.reports(path, included), [], (path, included))

    def test_closed_doors(self):
        for path, included in [
            ("core/base/a.cc", "core/system/a.h"), ("core/system/a.cc", "core/run/a.h"),
            ("core/run/a.cc", "core/lesson/a.h"), ("core/queue/a.cc", "core/system/a.h"),
            ("core/report/a.cc", "core/lesson/a.h"), ("core/lesson/a.cc", "web/a.h"),
            ("web/a.cc", "shell/cli/a.h"), ("shell/cli/a.cc", "web/a.h"),
            ("core/run/a.cc", "core/report/a.h"), ("web/a.cc", "tests/a.h"),
        ]:
            self.assertEqual(self.reports(path, included), [f"{path}:2"], (path, included))

    def test_a_header_is_named_from_the_top(self):
        self.assertEqual(self.reports("core/run/a.cc", "clock.h"), ["core/run/a.cc:2"])


class CoreHeaders(unittest.TestCase):
    def test_banned_ones(self):
        text = ("#include <vector>\n#include <random>\n# include <chrono>\n"
                "#include <nlohmann/json.hpp>\n")
        self.assertEqual(lines(tidy.check_core_headers, {"core/run/a.cc": text}),
                         ["core/run/a.cc:2", "core/run/a.cc:3"])
        self.assertEqual(lines(tidy.check_core_headers, {"shell/cli/a.cc": text}), [])

    def test_platforms(self):
        tree = {"core/base/a.h": "#include <cstdint>\n#include <SDL.h>\n#include <sys/stat.h>\n"}
        self.assertEqual(lines(tidy.check_core_headers, tree),
                         ["core/base/a.h:2", "core/base/a.h:3"])


class WholeNumbers(unittest.TestCase):
    def test_no_floating_point_where_it_decides(self):
        text = 'int a; // a double\nconst char* b = "float";\ndouble c;\n/* float\n*/ float d;\n'
        self.assertEqual(lines(tidy.check_whole_numbers, {"core/run/a.h": text}),
                         ["core/run/a.h:3", "core/run/a.h:5"])
        self.assertEqual(lines(tidy.check_whole_numbers, {"core/queue/a.h": text}), [])


class ViewStatics(unittest.TestCase):
    def test_a_view_keeps_nothing(self):
        text = ("static int helper() {\n  static int count = 0;\n  static const int a = 1;\n"
                "  static constexpr int b = 1;\n  return static_cast<int>(a);\n}\n")
        self.assertEqual(lines(tidy.check_view_statics, {"web/view_graph.cc": text}),
                         ["web/view_graph.cc:2"])
        self.assertEqual(lines(tidy.check_view_statics, {"web/host_web.cc": text}), [])


class Types(unittest.TestCase):
    def reports(self, first, second):
        scope = "namespace cutline {{\n{}\n}}  // namespace cutline\n"
        tree = {"core/run/a.h": scope.format(first), "shell/cli/b.cc": scope.format(second)}
        return lines(tidy.check_types, tree)

    def test_one_name_in_two_files(self):
        for kind in ("struct Act {};", "class Act final : public Base {};", "enum class Act {};",
                     "enum Act : int {};", "template <class T>\nstruct Act {};",
                     "// a type\n#include <map>\nstruct Act {\n  int a = 0;\n};"):
            line = kind[:kind.index("{")].count("\n") + 2
            self.assertEqual(self.reports("struct Act {\n};", kind), [f"shell/cli/b.cc:{line}"])

    def test_what_the_linker_tells_apart(self):
        for other in ("namespace {\nstruct Act {};\n}", "namespace test {\nstruct Act {};\n}",
                      "struct Outer {\n  struct Act {};\n};", "void f() { struct Act {}; }",
                      "struct Act;", "template <>\nstruct Act<int> {};", "Act act() {\n}",
                      "Act act = {};", "struct Act make(int a) {\n}", "// struct Act {"):
            self.assertEqual(self.reports("struct Act {\n};", other), [], other)
        self.assertEqual(lines(tidy.check_types, {
            "tests/a.cc": "struct Act {};\n", "tests/b.cc": "struct Act {};\n"}), [])


class Sizes(unittest.TestCase):
    def test_files(self):
        tree = {"core/a.h": "\n" * 400, "core/b.h": "\n" * 401, "web/readme.md": "\n" * 999,
                "tests/a.cc": "\n" * 600, "tests/b.cc": "\n" * 601,
                "shell/run": "#!/bin/sh" + "\n" * 401}
        self.assertEqual(lines(tidy.check_file_length, tree),
                         ["core/b.h:400", "tests/b.cc:600", "shell/run:400"])

    def test_columns_are_characters(self):
        tree = {"core/a.h": "λ" * 100 + "\n" + "λ" * 101, "a.md": "x" * 300}
        self.assertEqual(lines(tidy.check_columns, tree), ["core/a.h:2"])


class FunctionLength(unittest.TestCase):
    def reports(self, path, text):
        return lines(tidy.check_function_length, {path: text})

    def cpp(self, body_lines):
        return "namespace a {\nint f(int b)\n    const {\n" + "  g({1});\n" * body_lines + "}\n}\n"

    def test_cpp(self):
        self.assertEqual(self.reports("core/a.cc", self.cpp(67)), [])
        self.assertEqual(self.reports("core/a.cc", self.cpp(68)), ["core/a.cc:2"])

    def test_cpp_members_and_tests(self):
        body = "  g();\n" * 70
        self.assertEqual(self.reports("core/a.h", "struct A {\n  void f() {\n" + body + "}\n};\n"),
                         ["core/a.h:2"])
        self.assertEqual(self.reports("tests/a.cc", "TEST(A, B) {\n" + body + "}\n"),
                         ["tests/a.cc:1"])

    def test_cpp_tables_and_braces_in_texts_do_not_count(self):
        table = "constexpr A a[] = {\n" + "{f(1)},\n" * 90 + "};\n"
        self.assertEqual(self.reports("core/a.cc", table), [])
        texts = 'int f() { g("{", \'{\', R"({)"); }\n' * 90
        self.assertEqual(self.reports("core/a.cc", texts), [])

    def test_javascript(self):
        body = "    f({a: 1});\n" * 69
        self.assertEqual(self.reports("a.js", "  function f(a) {\n" + body + "  }\n"), ["a.js:1"])
        self.assertEqual(self.reports("a.js", "  function f(a) {\n" + body[16:] + "  }\n"), [])
        self.assertEqual(self.reports("a.mjs", "  async step(a, b) {\n" + body + "  }\n"),
                         ["a.mjs:1"])

    def test_python(self):
        self.assertEqual(self.reports("a.py", "def f():\n" + "    g()\n" * 71 + "\nh()\n"),
                         ["a.py:1"])


class Listed(unittest.TestCase):
    def test_every_source_is_listed(self):
        tree = {"core/CMakeLists.txt": "run/a.cc\n", "core/run/a.cc": "", "core/run/b.cc": "",
                "core/run/c/a.cc": "", "core/a.cc": "", "core/run/b.h": ""}
        self.assertEqual(lines(tidy.check_listed, tree),
                         ["core/run/b.cc:1", "core/run/c/a.cc:1", "core/a.cc:1"])


class Finished(unittest.TestCase):
    def test_marks(self):
        tree = {"core/a.h": "// " + "TO" + "DO later\n// " + "FIX" + "ME\n// fixture\n"}
        self.assertEqual(lines(tidy.check_finished, tree), ["core/a.h:1", "core/a.h:2"])


class Machine(unittest.TestCase):
    def test_paths(self):
        tree = {"a.sh": "cd $root/wo" + "rk/x\ncd ~/home/x\n/usr/bin/x\n"
                        + "cd /ho" + "me/x\n\"/wo" + "rk/x\"\n"}
        self.assertEqual(lines(tidy.check_machine, tree, hosts=set()), ["a.sh:4", "a.sh:5"])

    def test_hosts(self):
        tree = {"a.sh": "curl packages.example/x\n", "b/package-lock.json": '{\n"resolved": "x"}\n'}
        self.assertEqual(lines(tidy.check_machine, tree, hosts={"packages.example"}),
                         ["a.sh:1", "b/package-lock.json:1"])


class Completeness(unittest.TestCase):
    def test_every_check_runs(self):
        checks = {function for name, function in vars(tidy).items() if name.startswith("check_")}
        self.assertEqual(checks, set(tidy.CHECKS))


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3
"""The project's style as a test: rooms and their doors, sizes, banned things.

    tests/tidy.py [FOLDER]

Prints one line for each violation, then how many checks passed. tests/tidy_test.py shows that each
check can fail.
A check takes the tree as {path: text} and yields (path, line, sentence).
"""

import re
import subprocess
import sys
from pathlib import Path

TOP_LEVEL = {
    "core", "web", "shell", "assets", "tests",
    "CMakeLists.txt", "CMakePresets.json", "index.html", "README.md", "LICENSE",
}

# What a room may include: itself and the rooms named here.
DOORS = {
    "core/base": set(),
    "core/system": {"core/base"},
    "core/run": {"core/base", "core/system"},
    "core/queue": {"core/base"},
    "core/report": {"core/base", "core/system", "core/run"},
    "core/lesson": {"core/base", "core/system", "core/run", "core/queue", "core/report"},
}
DOORS["web"] = set(DOORS)
DOORS["shell/cli"] = set(DOORS) - {"web"}

BANNED_IN_CORE = {
    "random", "iostream", "chrono", "thread", "unordered_map", "unordered_set", "fstream", "regex",
    "ctime", "mutex", "future", "filesystem",
}
LIBRARIES_IN_CORE = ("nlohmann/", "toml++/")

FILE_LINES, TEST_FILE_LINES, FUNCTION_LINES, COLUMNS = 400, 600, 70, 100
CPP = (".h", ".cc")
SCRIPT = (".js", ".mjs")
CODE = CPP + SCRIPT + (".css", ".py", ".sh", ".cmake", "CMakeLists.txt")
UNFINISHED = re.compile("|".join([r"\bTO" + r"DO\b", r"\bFIX" + r"ME\b", r"\bXX" + r"X\b"]))


def is_code(path, text):
    return path.endswith(CODE) or text.startswith("#!")


def room_of(path):
    return next((room for room in DOORS if path.startswith(room + "/")), None)


def numbered(text):
    return enumerate(text.split("\n"), start=1)


def bare(text):
    """C++ with comments and the contents of strings blanked; every line keeps its place."""
    token = re.compile(
        r'//[^\n]*|/\*.*?\*/|R"(?P<tag>[^(\s]*)\(.*?\)(?P=tag)"|"(?:\\.|[^"\\\n])*"'
        r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])*'",
        re.DOTALL)
    return token.sub(lambda match: re.sub(r"[^\n]", " ", match.group(0)), text)


def includes(text):
    for line, content in numbered(text):
        match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', content)
        if match:
            yield line, match.group(1) == "<", match.group(2)


# --- the checks ---

def check_top_level(tree):
    for entry in sorted({path.split("/")[0] for path in tree}):
        if entry not in TOP_LEVEL and not entry.startswith("."):
            yield entry, 1, "the top level holds only what the design names"


def check_doors(tree):
    for path, text in tree.items():
        room = room_of(path)
        if room is None or not path.endswith(CPP):
            continue
        for line, angled, name in includes(text):
            other = room_of(name)
            if not angled and "/" not in name:
                yield path, line, f'"{name}" must be included by its path from the top'
            elif not angled and other is None:
                yield path, line, f'"{name}" lies in no room'
            elif other not in (None, room) and other not in DOORS[room]:
                yield path, line, f"{room} may not include {other}"


def check_core_headers(tree):
    for path, text in tree.items():
        if not path.startswith("core/") or not path.endswith(CPP):
            continue
        for line, angled, name in includes(text):
            if not angled:
                continue
            if name in BANNED_IN_CORE:
                yield path, line, f"<{name}> is banned in the core"
            elif not re.fullmatch(r"[a-z_]+", name) and not name.startswith(LIBRARIES_IN_CORE):
                yield path, line, f"<{name}> is a platform's header: the core has none"


def check_whole_numbers(tree):
    for path, text in tree.items():
        if not path.startswith(("core/system/", "core/run/")) or not path.endswith(CPP):
            continue
        for line, content in numbered(bare(text)):
            if re.search(r"\b(float|double)\b", content):
                yield path, line, "what decides has no floating point"


def check_view_statics(tree):
    for path, text in tree.items():
        if not re.match(r"web/view_\w+\.(cc|h)$", path):
            continue
        for line, content in numbered(bare(text)):
            if re.match(r"\s+(?:thread_local\s+)?static\s+(?!const\b|constexpr\b)", content):
                yield path, line, "a view keeps nothing in a static: its state is in the UI struct"


def check_file_length(tree):
    for path, text in tree.items():
        if not is_code(path, text) and not path.endswith(".html"):
            continue
        limit = TEST_FILE_LINES if path.startswith("tests/") else FILE_LINES
        lines = text.count("\n")
        if lines > limit:
            yield path, limit, f"{lines} lines; at most {limit}"


def check_columns(tree):
    for path, text in tree.items():
        if not is_code(path, text):
            continue
        for line, content in numbered(text):
            if len(content) > COLUMNS:
                yield path, line, f"{len(content)} columns; at most {COLUMNS}"


def cpp_functions(text):
    """(first line, last line) of each function body outside any other function."""
    text = bare(text)
    stack = []  # open braces: is it a function, where its head begins
    since = 0  # where the last statement ended
    for match in re.finditer(r"[{};]", text):
        head = text[since:match.start()]
        if match.group(0) == "{":
            inside = any(function for function, _ in stack)
            value = re.search(r"(?<![=!<>])=\s*$|\breturn\s*$", head)
            container = re.search(r"\b(namespace|struct|class|union|enum)\b[^()]*$", head)
            function = not inside and "(" in head and not value and not container
            stack.append((function, since + len(head) - len(head.lstrip())))
        elif match.group(0) == "}" and stack:
            function, start = stack.pop()
            if function:
                yield text.count("\n", 0, start) + 1, text.count("\n", 0, match.start()) + 1
        since = match.end()


def indented_functions(text, opening, closing):
    """The same for a language whose functions end where the indentation comes back."""
    lines = text.split("\n")
    for first, content in enumerate(lines):
        match = re.match(opening, content)
        if not match:
            continue
        indent, last = match.group(1), first + 1
        inside = (indent + " ", indent + ")")
        while last < len(lines) and (not lines[last].strip() or lines[last].startswith(inside)):
            last += 1
        if closing and last < len(lines) and lines[last].startswith(indent + closing):
            last += 1
        yield first + 1, last


def functions(path, text):
    if path.endswith(CPP):
        return cpp_functions(text)
    if path.endswith(SCRIPT):
        words = r"(?!if|for|while|switch|catch|return|test|describe|suite|it\b)"
        return indented_functions(
            text, r"( *)(?:export |default |async |static )*(?:function\b.*|" + words
            + r"[\w#]+\([^;]*\)) \{$", "}")
    if path.endswith(".py"):
        return indented_functions(text, r"( *)def ", "")
    return ()


def check_function_length(tree):
    for path, text in tree.items():
        for first, last in functions(path, text):
            if last - first + 1 > FUNCTION_LINES:
                lines = last - first + 1
                yield path, first, f"a function of {lines} lines; at most {FUNCTION_LINES}"


def cpp_types(text):
    """(line, qualified name) of each type that other files can see: its scopes all have names."""
    text = bare(text)
    scopes = []  # of each open brace: the namespace's name; None for anything else
    since = 0
    for match in re.finditer(r"[{};]", text):
        head = text[since:match.start()]
        since = match.end()
        if match.group(0) == "}" and scopes:
            scopes.pop()
        if match.group(0) != "{":
            continue
        head = re.sub(r"^\s*#.*$", "", head, flags=re.MULTILINE)
        namespace = re.search(r"\bnamespace\s+([\w:]+)\s*$", head)
        defined = re.search(
            r"(?:^|[\s>])(?:struct|union|class|enum(?:\s+(?:class|struct))?)\s+(?:\[\[\w+\]\]\s*)?"
            r"(\w+)\s*(?:final\s*)?(?::(?!:)[^()]*)?$", head)
        if defined and None not in scopes:
            yield (text.count("\n", 0, match.start()) + 1,
                   "::".join([*scopes, defined.group(1)]))
        scopes.append(namespace.group(1) if namespace else None)


def check_types(tree):
    first = {}
    for path, text in tree.items():
        if not path.endswith(CPP):
            continue
        for line, name in cpp_types(text):
            if name.startswith("cutline::") and first.setdefault(name, path) != path:
                yield path, line, f"{name} is defined in {first[name]} too: the linker takes either"


def check_listed(tree):
    lists = {path.rpartition("/")[0]: text
             for path, text in tree.items() if path.endswith("CMakeLists.txt")}
    for path in tree:
        if not path.endswith(".cc"):
            continue
        folder = path.rpartition("/")[0]
        while folder not in lists and folder:
            folder = folder.rpartition("/")[0]
        name = path[len(folder) + 1:] if folder else path
        if not re.search(rf"(?<![\w/.]){re.escape(name)}(?![\w.])", lists.get(folder, "")):
            yield path, 1, f"is not listed in {folder}/CMakeLists.txt"


def check_finished(tree):
    for path, text in tree.items():
        for line, content in numbered(text):
            if UNFINISHED.search(content):
                yield path, line, "an unfinished mark"


def registry_hosts():
    """The hosts this machine's own configuration names, so that none stands here."""
    hosts = set()
    for command in (["apt-get", "indextargets", "--format", "$(SITE)"],
                    ["npm", "config", "get", "registry"]):
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
        except (OSError, subprocess.TimeoutExpired):
            continue
        hosts.update(re.sub(r"^\w+://|[/:].*$", "", address) for address in done.stdout.split())
    return {host for host in hosts if "." in host}


def check_machine(tree, hosts=None):
    hosts = registry_hosts() if hosts is None else hosts
    names = re.compile("|".join(map(re.escape, sorted(hosts)))) if hosts else None
    for path, text in tree.items():
        for line, content in numbered(text):
            if names and names.search(content):
                yield path, line, "names the host of a package registry"
            if re.search(r"(?<![\w.$}~*-])/(work|farm|root|home)/\w", content):
                yield path, line, "names a path of one machine"
        if path.endswith("package-lock.json") and '"resolved"' in text:
            yield path, 1, "records where its packages were fetched"


CHECKS = [
    check_top_level, check_doors, check_core_headers, check_whole_numbers, check_view_statics,
    check_file_length, check_columns, check_function_length, check_types, check_listed,
    check_finished, check_machine,
]


def read_tree(root):
    listed = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True, check=True)
    tree = {}
    for name in sorted(listed.stdout.decode().split("\0")):
        path = root / name
        if name and path.is_file():
            tree[name] = path.read_bytes().decode("utf-8", errors="replace")
    return tree


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    tree = read_tree(root)
    if not tree:
        sys.exit(f"tidy: git lists no file in {root}.")
    failed = 0
    for check in CHECKS:
        violations = list(check(tree))
        failed += bool(violations)
        for path, line, sentence in violations:
            print(f"{path}:{line}: {sentence}")
    print(f"tidy: {len(CHECKS) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

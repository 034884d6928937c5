#!/usr/bin/python3
"""Says what a first visit of the page loads, raw and compressed, and fails above the budget.

    page_bytes.py SITE [--budget BYTES]

Everything in the site folder counts, except what the page loads only on demand.
"""

import argparse
import gzip
import shutil
import subprocess
import sys
from pathlib import Path

ON_DEMAND = ("notices.txt", "cutline-lab.html", "service_worker.js", "shell/embed/", "shell/lms/")
BUDGET = 610_000  # bytes, brotli; 500,000 is the aim: see README.md


def brotli(path):
    if shutil.which("brotli") is None:
        sys.exit("page_bytes: there is no brotli on PATH: run bash shell/toolchain/setup web.")
    done = subprocess.run(
        ["brotli", "--stdout", "--quality=11", str(path)], capture_output=True, check=True)
    return len(done.stdout)


def first_visit(site):
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        if path.is_file() and not name.startswith(ON_DEMAND):
            yield name, path


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("site", type=Path)
    parser.add_argument("--budget", type=int, default=BUDGET)
    args = parser.parse_args()
    print(f"{'first visit':32}{'raw':>10}{'gzip':>10}{'brotli':>10}")
    total = [0, 0, 0]
    for name, path in first_visit(args.site):
        content = path.read_bytes()
        sizes = (len(content), len(gzip.compress(content, 9)), brotli(path))
        total = [a + b for a, b in zip(total, sizes)]
        print(f"{name:32}{sizes[0]:>10}{sizes[1]:>10}{sizes[2]:>10}")
    print(f"{'sum':32}{total[0]:>10}{total[1]:>10}{total[2]:>10}")
    if total[2] > args.budget:
        sys.exit(f"page_bytes: the first visit is {total[2]} bytes brotli, "
                 f"over the budget of {args.budget}.")


if __name__ == "__main__":
    main()

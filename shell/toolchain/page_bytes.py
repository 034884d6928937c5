#!/usr/bin/python3
"""Says what the page loads for its first picture and behind it, raw and compressed.

    page_bytes.py SITE [--budget BYTES] [--later BYTES]

Fails above the budgets. Everything in the site folder counts for the first picture, except what the
page loads behind it or only on demand.
"""

import argparse
import gzip
import shutil
import subprocess
import sys
from pathlib import Path

ON_DEMAND = ("notices.txt", "cutline-lab.html", "service_worker.js", "shell/embed/", "shell/lms/")
# behind the first picture
LATER = ("cutline-later.wasm", "shell/page/view_explore.js", "shell/page/view_explore_claims.js",
         "shell/page/exercise_")
BUDGET = 500_000  # bytes, brotli
LATER_BUDGET = 330_000


def brotli(path):
    if shutil.which("brotli") is None:
        sys.exit("page_bytes: there is no brotli on PATH: run bash shell/toolchain/setup web.")
    done = subprocess.run(
        ["brotli", "--stdout", "--quality=11", str(path)], capture_output=True, check=True)
    return len(done.stdout)


def files(site, later):
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        if path.is_file() and not name.startswith(ON_DEMAND) and name.startswith(LATER) == later:
            yield name, path


def table(title, listed):
    """Prints a line for each file and their sum; returns the bytes compressed by brotli."""
    print(f"{title:32}{'raw':>10}{'gzip':>10}{'brotli':>10}")
    total = [0, 0, 0]
    for name, path in listed:
        content = path.read_bytes()
        sizes = (len(content), len(gzip.compress(content, 9)), brotli(path))
        total = [a + b for a, b in zip(total, sizes)]
        print(f"{name:32}{sizes[0]:>10}{sizes[1]:>10}{sizes[2]:>10}")
    print(f"{'sum':32}{total[0]:>10}{total[1]:>10}{total[2]:>10}")
    return total[2]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("site", type=Path)
    parser.add_argument("--budget", type=int, default=BUDGET)
    parser.add_argument("--later", type=int, default=LATER_BUDGET)
    args = parser.parse_args()
    later = table("behind the first picture", files(args.site, later=True))
    first = table("for the first picture", files(args.site, later=False))
    for what, size, budget in (("the first picture", first, args.budget),
                               ("what comes behind it", later, args.later)):
        if size > budget:
            sys.exit(f"page_bytes: {what} takes {size} bytes brotli, over the budget of {budget}.")


if __name__ == "__main__":
    main()

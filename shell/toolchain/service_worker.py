#!/usr/bin/python3
"""Writes the service worker of a site: the files it keeps, each with its digest.

    service_worker.py SITE

The version is a digest of the list, so that a site that is the same is not installed again.
"""

import hashlib
import json
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "page/service_worker.js"
LEFT_OUT = ("cutline-lab.html", "service_worker.js", "shell/lms/")


def main():
    site = Path(sys.argv[1])
    files = {}
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        page = path.suffix in (".html", ".js", ".css", ".wasm", ".ttf", ".svg", ".txt")
        if path.is_file() and page and not name.startswith(LEFT_OUT):
            files[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
    text = SOURCE.read_text()
    for before, after in ((' = "unbuilt"', f' = "{version}"'),
                          ("const kFiles = {}", f"const kFiles = {json.dumps(files, indent=2)}")):
        if text.count(before) != 1:
            sys.exit(f"service_worker: the script has no one place for {before}.")
        text = text.replace(before, after)
    (site / "service_worker.js").write_text(text)


if __name__ == "__main__":
    main()

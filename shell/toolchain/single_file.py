#!/usr/bin/python3
"""Puts the whole site into one HTML file, which runs from a disk and in a sandbox.

    single_file.py SITE OUT [--budget BYTES]

The page's scripts are bundled by esbuild; the program, fonts and notices go in as gzip in base64,
in scripts that no browser runs: shell/page/loader.js unpacks them.
"""

import argparse
import base64
import gzip
import re
import subprocess
import sys
from pathlib import Path

BUDGET = 1_500_000  # bytes of the file
PACKED = {
    "cutline.wasm": "application/wasm",
    "cutline-later.wasm": "application/wasm",
    "cutline-font.ttf": "font/ttf",
    "cutline-font-semibold.ttf": "font/ttf",
    "notices.txt": "text/plain",
}


def bundle(path, *options):
    done = subprocess.run(
        ["esbuild", str(path), "--minify", "--log-level=error", "--charset=utf8",
         "--target=chrome100,firefox100,safari15", *options],
        capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"single_file: esbuild could not take {path}:\n{done.stderr}")
    return done.stdout.strip()


def script(text, attributes=""):
    # Neither an end tag nor a comment may stand inside a script.
    safe = re.sub(r"<(?=/script|!--)", r"\\x3c", text, flags=re.IGNORECASE)
    return f"<script{attributes}>{safe}</script>"


def pack(path, kind):
    text = base64.b64encode(gzip.compress(path.read_bytes(), 9, mtime=0)).decode()
    return f'<script type="application/octet-stream" data-file="{path.name}" ' \
           f'data-type="{kind}">{text}</script>'


def replace_once(page, pattern, text):
    page, count = re.subn(pattern, lambda _: text, page)
    if count != 1:
        sys.exit(f"single_file: index.html has {count} places for {pattern}, not one.")
    return page


def make(site):
    page = (site / "index.html").read_text()
    page = re.sub(r"<!--.*?-->\n?", "", page, flags=re.DOTALL)
    page = replace_once(page, r' *<link rel="preload"[^>]*>\n', "")
    icon = base64.b64encode((site / "shell/page/icon.svg").read_bytes()).decode()
    page = page.replace('href="shell/page/icon.svg"', f'href="data:image/svg+xml;base64,{icon}"')
    for name in re.findall(r'<link rel="stylesheet" href="([^"]+)">', page):
        page = page.replace(f'<link rel="stylesheet" href="{name}">',
                            f"<style>{bundle(site / name)}</style>")
    for name in re.findall(r'<script src="([^"]+)"></script>', page):
        program = script((site / "cutline.js").read_text()) if name.endswith("boot.js") else ""
        page = page.replace(f'<script src="{name}"></script>',
                            program + script(bundle(site / name)))
    main = bundle(site / "shell/page/main.js", "--bundle", "--format=iife")
    page = replace_once(page, r' *<script type="module"[^>]*></script>\n', "")
    packed = "\n".join(pack(site / name, kind) for name, kind in PACKED.items())
    page = replace_once(page, r"</body>", f"{packed}\n{script(main)}\n</body>")
    left = re.findall(r'(?:src|href)="((?!data:|#)[^"]+)"', page.split("data-file", 1)[0])
    if left:
        sys.exit(f"single_file: the file still asks for {left}.")
    return page


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("site", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--budget", type=int, default=BUDGET)
    args = parser.parse_args()
    text = make(args.site).encode()
    args.out.write_bytes(text)
    print(f"single file: {len(text)} bytes, {len(gzip.compress(text, 9))} gzip")
    if len(text) > args.budget:
        sys.exit(f"single_file: {len(text)} bytes are over the budget of {args.budget}.")


if __name__ == "__main__":
    main()

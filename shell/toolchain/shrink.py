#!/usr/bin/python3
"""Takes comments and blanks out of a site's scripts and style sheets; removes what no page loads.

    shrink.py SITE
"""

import shutil
import subprocess
import sys
from pathlib import Path


def main():
    site = Path(sys.argv[1])
    # The worker stands at the top of the site: service_worker.py.
    for path in [*site.glob("shell/*/*.md"), *site.glob("shell/*/*.mjs"),
                 *site.glob("shell/page/service_worker.js")]:
        path.unlink()
    if shutil.which("esbuild") is None:
        return  # a larger site works as well
    files = sorted([*site.glob("shell/*/*.js"), *site.glob("shell/*/*.css")])
    done = subprocess.run(
        ["esbuild", *map(str, files), "--minify", "--charset=utf8", "--log-level=error",
         "--allow-overwrite", f"--outdir={site / 'shell'}", f"--outbase={site / 'shell'}"],
        check=False)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()

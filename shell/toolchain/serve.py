#!/usr/bin/python3
"""Serves a folder to this machine alone, with the right types; a browser asks again each time.

    serve.py FOLDER [--port N]
"""

import argparse
import errno
import functools
import http.server
import sys

FIRST_PORT, PORTS_TRIED = 8000, 100


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".html": "text/html; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".mjs": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".ttf": "font/ttf",
        ".txt": "text/plain; charset=utf-8",
        ".wasm": "application/wasm",
    }

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_):
        pass  # the address stays the last line printed


def listen(folder, port):
    handler = functools.partial(Handler, directory=folder)
    candidates = [port] if port is not None else range(FIRST_PORT, FIRST_PORT + PORTS_TRIED)
    for candidate in candidates:
        try:
            return http.server.ThreadingHTTPServer(("127.0.0.1", candidate), handler)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                sys.exit(f"serve: port {candidate} cannot be opened: {error.strerror}.")
    if port is not None:
        sys.exit(f"serve: port {port} is taken; leave --port out to get the next free one.")
    sys.exit(f"serve: the ports {FIRST_PORT} to {FIRST_PORT + PORTS_TRIED - 1} are all taken.")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--port", type=int)
    args = parser.parse_args()
    server = listen(args.folder, args.port)
    print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()

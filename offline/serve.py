#!/usr/bin/env python3
"""Show this copy of the site on http://127.0.0.1:8000/: `python serve.py`. Needs Python 3.8 or later and nothing else.

The pages also open from the folder, without a server: site/index.html. With one, addresses look as they do online,
and a missing page is answered with the site's own.
"""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

SITE = Path(__file__).resolve().parent / "site"
# Said here, because a system's own table may say otherwise: Windows takes some from its registry.
TYPES = {
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".ndjson": "application/x-ndjson",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".xml": "application/xml",
}


class Pages(SimpleHTTPRequestHandler):
    """Files of the site; the path below which it is published leads to them too, as its 404 page links there."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012 - as its base has it
    below = "/"

    def translate_path(self, path: str) -> str:
        """Return the file for an address, with or without the published path before it."""
        if path.startswith(self.below):
            path = "/" + path[len(self.below) :]
        return super().translate_path(path)

    def list_directory(self, path: Any) -> None:  # noqa: ARG002
        """Answer a folder without a page as any missing address."""
        self.send_error(404)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer a missing address with the site's own page."""
        page = SITE / "404.html"
        if code != 404 or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", TYPES[".html"])
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002 - the name of its base
        """Tell of what went wrong alone."""
        if len(arguments) > 1 and str(arguments[1]).startswith(("4", "5")):
            super().log_message(format, *arguments)


def published_below(site: Path) -> str:
    """Return the path below which the site is published, as its own index of entries says."""
    index = json.loads((site / "api" / "v1" / "index.json").read_text(encoding="utf-8"))
    return urlsplit(str(index["bulk"])).path[: -len("api/v1/entries.ndjson")]


def main() -> str | None:
    """Serve until interrupted; return what is wrong where that cannot be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=8000, help="8000 unless told; 0: any that is free")
    parser.add_argument("--bind", default="127.0.0.1", metavar="ADDRESS", help="0.0.0.0: also for other machines")
    asked = parser.parse_args()
    if not (SITE / "index.html").is_file():
        return f"{SITE} is not there: keep serve.py beside the folder 'site', as they were in the archive"
    Pages.below = published_below(SITE)
    try:
        server = ThreadingHTTPServer((asked.bind, asked.port), partial(Pages, directory=str(SITE)))
    except OSError as error:
        return f"cannot listen on {asked.bind}:{asked.port}: {error}. Another port: python serve.py --port 0"
    with server:
        print("http://{}:{}/ (stop with Ctrl-C)".format(*server.server_address[:2]), flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return None


if __name__ == "__main__":
    sys.exit(main())

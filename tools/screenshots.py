"""Pictures of every kind of page, in every language, at three widths and in both schemes, for people to look at."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path

from tools.browser import SCHEMES, WIDTHS, browser, served, show_at_width, use_scheme

MAX_HEIGHT = 16000
# Of the permalinks, one that leads on and one that asks which.
PERMALINKS = ("CUDNN_STATUS_BAD_PARAM", "700")


def pages(site: Path) -> Iterator[str]:
    """Yield the path of every page of the site but the many permalinks."""
    for file in sorted(site.rglob("index.html")):
        path = file.relative_to(site).as_posix().removesuffix("index.html")
        parts = path.strip("/").split("/")
        if "e" not in parts[:2] or parts[-1] in ("e", *PERMALINKS):
            yield path
    yield "404.html"


def page_kinds(site: Path, most: float = inf) -> Iterator[str]:
    """Yield the path of one page of each kind in each language: the longest, as it has most of what a page can have.

    Of a kind that has some of at most so many bytes, the longest of these.

    All entries are of a kind, their pages of runs, all domains, and the pages below one section (`codes/…/`,
    `evidence/…/`), and the pages of myths; every other page is its own.
    """
    domains = {
        entry["id"].partition("/")[0] for entry in json.loads((site / "api/v1/index.json").read_bytes())["entries"]
    }
    longest: dict[str, str] = {}
    for path in pages(site):
        kind = _kind(path, domains)
        if kind not in longest or _rank(site, path, most) > _rank(site, longest[kind], most):
            longest[kind] = path
    yield from longest.values()


def _kind(path: str, domains: set[str]) -> str:
    parts = path.strip("/").split("/")
    language = [parts.pop(0)] if parts[0] == "zh" else []
    if parts and parts[0] in domains:
        parts = ["domain", *("*" for _name in parts[1:])]
    elif len(parts) > 1 and parts[0] == "myths":  # by domain, more of a list, one: lists look alike
        parts[1:] = "*" * (1 + (len(parts) == 3 and "page" not in parts))
    elif parts[:2] == ["browse", "versions"]:
        parts[2:] = "*" * (len(parts) - 2)
    elif len(parts) > 1 and parts[0] != "e":
        parts[-1] = "*"
    return "/".join(language + parts)


def _rank(site: Path, path: str, most: float) -> tuple[bool, int]:
    size = (site / path / "index.html" if path.endswith("/") or not path else site / path).stat().st_size
    return (size <= most, size)


def _name(path: str) -> str:
    return path.removesuffix(".html").strip("/").replace("/", "_") or "home"


def take(site: Path, folder: Path, only: str = "") -> int:
    """Take pictures into a folder and return how many: of each kind of page, or of all whose name holds `only`."""
    folder.mkdir(parents=True, exist_ok=True)
    taken = 0
    with served(site) as address, browser() as driver:
        for path in pages(site) if only else page_kinds(site):
            name = _name(path)
            if only not in name:
                continue
            for scheme in SCHEMES:
                use_scheme(driver, scheme)
                driver.get(address + path)
                for width in WIDTHS:
                    show_at_width(driver, width)
                    height = int(driver.execute_script("return document.documentElement.scrollHeight"))
                    show_at_width(driver, width, min(max(height, 600), MAX_HEIGHT))
                    driver.save_screenshot(
                        str(folder / f"{name}-{width}-{'dark' if scheme == 'slate' else 'light'}.png")
                    )
                    taken += 1
    return taken


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path, help="a built site")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("only", nargs="?", default="", help="every page whose name holds this")
    arguments = parser.parse_args()
    taken = take(arguments.site, arguments.folder, arguments.only)
    print(f"{taken} pictures in {arguments.folder}/")  # noqa: T201 - a command of its own
    sys.exit(0 if taken else f"no page of {arguments.site} has '{arguments.only}' in its name")

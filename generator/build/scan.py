"""What a build reads, as names, sizes and times of files: whether anything has changed, and which entries have.

Standard library only, so that a build with nothing to do ends before anything else is imported.
"""

from __future__ import annotations

import hashlib
import operator
import os
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from generator.content.lookup_cases import cases_folder
from generator.paths import ROOT, local_store

ENTRIES, EVIDENCE = "entries", "evidence"
ENTRY_FILE = "entry.yaml"
ENTRY_DEPTH = 3  # of an entry's file below `entries/`: domain, entry, name
YAML = (".yaml", ".yml")
CODE = ("generator", "faultbook", "mkdocs.yml", "requirements/site.txt")
FRAME = ("templates", "site_overrides", "wheel", "LICENSE")
MANY = 2000  # entries: looking at them takes longer than starting processes
SLICE = 100  # entries that a process looks at at a time
RECENT = 20_000_000  # nanoseconds: a file changed so shortly before it was looked at may change again unseen

_Entry = tuple[str, list[str]]  # its id, and the folders that have a folder of it


@dataclass(slots=True)
class Scan:
    """Stamps of all that a build reads: two scans with the same stamp found the same files."""

    began: int
    """When it began, in nanoseconds."""
    entries: dict[str, str] = field(default_factory=dict)
    """Entry → the stamp of its folder and of what is recorded of it; of one that was just changed, never the same."""
    rest: str = ""
    """All other content."""
    code: str = ""
    frame: str = ""
    """Templates, interface texts, what stands around a page, and what the package says of itself."""
    newest: int = 0
    """When the newest file was changed."""
    ids: frozenset[str] = frozenset()
    """The folders that hold an entry."""
    is_odd: bool = False
    """Whether something below `entries/` is not where it is read."""
    yaml: list[str] = field(default_factory=list)
    """All that has the name of a YAML file."""
    site: Callable[[], str] = str
    """Returns a hash of the site's files as they lay there at that time; nothing where nobody looked."""

    @property
    def is_settled(self) -> bool:
        """Tell whether all files were changed long enough ago to be known by their times."""
        return self.newest < self.began - RECENT

    @property
    def stamp(self) -> str:
        """Return one hash of all stamps."""
        lines = (f"{entry_id} {stamp}" for entry_id, stamp in sorted(self.entries.items()))
        return _hash((self.rest, self.code, self.frame, *lines))


def scan(content_root: Path, *, may_fork: bool = False) -> Scan:
    """Look at everything that a build of a content folder reads.

    `may_fork`: whether this process has one thread only, so that others may be forked from it.
    """
    found = Scan(time.time_ns())
    top = str(content_root)
    recorded = (f"{top}/{EVIDENCE}", str(local_store(content_root)))
    by_entry: dict[str, list[str]] = {}
    for folder in (f"{top}/{ENTRIES}", *recorded):
        for domain in _folders(folder):
            for slug in _folders(f"{folder}/{domain}"):
                by_entry.setdefault(f"{domain}/{slug}", []).append(folder)
    for some in _scanned(list(by_entry.items()), found.began, may_fork=may_fork):
        found.entries |= some.entries
        found.yaml += some.yaml
        found.newest = max(found.newest, some.newest)
    rest = list(_lines(found, top, top, skip=(ENTRIES, EVIDENCE)))
    for folder in (f"{top}/{ENTRIES}", *recorded):
        domains = [name for name in _folders(folder) if name != "environments"]
        rest.extend(_lines(found, folder, folder, skip=domains))
        for domain in domains:
            rest.extend(_lines(found, f"{folder}/{domain}", folder, skip=_folders(f"{folder}/{domain}")))
    _find_entries(found, f"{top}/{ENTRIES}")
    rest.extend(_lines(found, str(cases_folder(content_root)), ""))  # a warning may be about one
    found.rest = _hash((sys.version, str(content_root.resolve()), os.getcwd(), *rest))
    found.code = _hash(line for name in CODE for line in _lines(found, str(ROOT / name), ""))
    found.frame = _hash(line for name in FRAME for line in _lines(found, str(ROOT / name), ""))
    return found


def _scanned(entries: Sequence[_Entry], began: int, *, may_fork: bool) -> Iterator[Scan]:
    """Yield what was found of some entries at a time: in several processes where there are thousands."""
    if len(entries) < MANY or not may_fork:
        yield _scan_entries(entries, began)
        return
    from generator.build.pool import over  # it takes longer than looking at a few entries

    slices = [entries[start : start + SLICE] for start in range(0, len(entries), SLICE)]
    yield from over(lambda some: _scan_entries(some, began), slices, len(slices))


def _scan_entries(entries: Iterable[_Entry], began: int) -> Scan:
    """Look at the folders of some entries."""
    found = Scan(began)
    newest = 0
    for entry_id, folders in entries:
        lines: list[str] = []
        for folder in folders:
            found.newest = 0
            lines.extend(_lines(found, f"{folder}/{entry_id}", folder))
            if not found.is_settled:
                lines.append(f"at {began}")
            newest = max(newest, found.newest)
        found.entries[entry_id] = _hash(lines)
    found.newest = newest
    return found


def _find_entries(found: Scan, top: str) -> None:
    """Note which folders hold an entry, and whether anything else is there that an author may take for one."""
    ids = []
    domains = _folders(top)
    for domain in domains:
        for slug in _folders(f"{top}/{domain}"):
            folder = f"{top}/{domain}/{slug}"
            if os.path.exists(f"{folder}/{ENTRY_FILE}"):
                ids.append(f"{domain}/{slug}")
                found.is_odd |= os.path.islink(folder)
            else:
                found.is_odd = True
    found.ids = frozenset(ids)
    below = (path.removeprefix(top) for path in found.yaml if path.startswith(f"{top}/"))
    found.is_odd |= any(path.count("/") != ENTRY_DEPTH and "/." not in path for path in below)
    found.is_odd |= not all(os.access(folder, os.R_OK) for folder in (top, *(f"{top}/{name}" for name in domains)))


def _hash(lines: Iterable[str]) -> str:
    return hashlib.blake2b("\n".join(lines).encode(errors="surrogateescape"), digest_size=16).hexdigest()


def _folders(top: str) -> list[str]:
    try:
        with os.scandir(top) as found:
            return sorted(item.name for item in found if _is_folder(item) and not item.name.startswith("."))
    except OSError:
        return []


def _lines(found: Scan, top: str, base: str, skip: Collection[str] = ()) -> Iterator[str]:
    """Yield a line for each file below a folder, or for the file itself, in a fixed order.

    `skip`: folders right in it.
    """
    try:
        with os.scandir(top) as items:
            listed = sorted(items, key=_name_of)
    except OSError:
        if os.path.lexists(top):
            yield _line(found, top, top)
        return
    yield top[len(base) :]
    below = []
    for item in listed:
        name = item.name
        if name.endswith(YAML):
            found.yaml.append(f"{top}/{name}")
        if not _is_folder(item):
            yield _line(found, name, item)
        elif name not in skip and name != "__pycache__":
            below.append(name)
    for name in below:
        yield from _lines(found, f"{top}/{name}", base)


def _is_folder(item: os.DirEntry[str]) -> bool:
    try:
        return item.is_dir()
    except OSError:  # a link that leads to itself
        return False


_name_of = operator.attrgetter("name")


def _line(found: Scan, name: str, item: os.DirEntry[str] | str) -> str:
    try:
        state = os.stat(item)
    except OSError:  # a link that leads nowhere
        return f"{name} -"
    changed = state.st_mtime_ns
    found.newest = max(found.newest, changed)
    return f"{name} {state.st_size} {changed}"

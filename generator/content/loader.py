"""Disk → typed content. Everything wrong with a file's form is a `Problem`; nothing here raises for bad content."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from generator.content.codes_loader import LOOKUP_FILE, load_codes, load_lookup
from generator.content.codes_model import Library, LookupTexts
from generator.content.entry_folders import ENTRY_FILE, find_entries
from generator.content.lookup_cases import LookupCases, load_cases
from generator.content.model import Entry, Site, Start
from generator.content.neighbours import Neighbours
from generator.content.pages import Pages, load_pages
from generator.content.permalink_ledger import Ledger, load_ledger
from generator.content.programs import Snippet, load_programs
from generator.content.reading import YamlFile, load_model, yaml_file
from generator.content.translations import Compared, load_compared
from generator.evidence.control_runs import ControlRun, load_control_runs
from generator.evidence.store import Evidence, load_evidence
from generator.problems import Problem

SITE_FILE = "site.yaml"
START_FILE = "start.yaml"


@dataclass(frozen=True, slots=True, eq=False)
class LoadedEntry:
    """An entry in whose file nothing is wrong with the form, its folder and its programs.

    `file` says where something in it stands. `control_runs` are how the controls of its workarounds ended.
    """

    id: str
    folder: Path
    file: YamlFile
    entry: Entry
    snippets: dict[str, Snippet]
    control_runs: tuple[ControlRun, ...] = ()

    @property
    def domain(self) -> str:
        """Return the part of the id before the slash."""
        return self.id.partition("/")[0]

    @property
    def slug(self) -> str:
        """Return the part of the id after the slash."""
        return self.id.partition("/")[2]


@dataclass(frozen=True, slots=True)
class Content:
    """All content of one site. `site` is `None` when its file cannot be read.

    `ids` are those of all entry folders, also of entries that cannot be read. `codes` are those that can be read;
    `codes_complete` is false when there are more. `committed` is the evidence that lies with the content.
    """

    root: Path
    site: Site | None
    site_file: YamlFile
    entries: tuple[LoadedEntry, ...]
    problems: tuple[Problem, ...]
    ids: frozenset[str] = frozenset()
    codes: tuple[Library, ...] = ()
    codes_complete: bool = True
    lookup: LookupTexts = field(default_factory=LookupTexts)
    lookup_file: YamlFile = field(default_factory=lambda: yaml_file(Path(LOOKUP_FILE)))
    start: Start | None = None
    start_file: YamlFile = field(default_factory=lambda: yaml_file(Path(START_FILE)))
    ledger: Ledger | None = None
    compared: Compared | None = None
    cases: LookupCases | None = None
    pages: Pages = field(default_factory=Pages)
    committed: Evidence = field(default_factory=Evidence)
    control_runs: Mapping[str, tuple[ControlRun, ...]] = field(default_factory=dict)
    neighbours: Neighbours | None = None
    """What belongs to which entry, where `entries` are not all."""

    def of_domain(self, domain: str) -> tuple[LoadedEntry, ...]:
        """Return the entries of one domain, by id."""
        return tuple(entry for entry in self.entries if entry.domain == domain)

    def find(self, entry_id: str) -> LoadedEntry | None:
        """Return the entry with this id, if there is one."""
        return next((entry for entry in self.entries if entry.id == entry_id), None)


def load_content(root: Path, *, address: str | None = None) -> Content:
    """Load everything below a content folder; `address` replaces the site's own."""
    folders, misplaced = find_entries(root / "entries")
    shared = load_shared(root, folders, address=address)
    entries = [load_entry(shared, entry_id) for entry_id in folders]
    found = (problem for _entry, problems in entries for problem in problems)
    return replace(
        shared,
        entries=tuple(entry for entry, _problems in entries if entry),
        problems=(*shared.problems, *misplaced, *found),
        committed=load_evidence(root / "evidence"),
    )


def load_shared(root: Path, ids: Iterable[str], *, address: str | None = None) -> Content:
    """Load everything but entries and evidence; `ids` are those of all entry folders."""
    site, site_problems = load_site(root, address=address)
    control_runs, control_problems = load_control_runs(root)
    codes = load_codes(root)
    lookup, lookup_problems = load_lookup(root)
    start, start_problems = load_start(root)
    return Content(
        root=root,
        site=site,
        site_file=yaml_file(root / SITE_FILE),
        entries=(),
        problems=(*site_problems, *control_problems, *codes.problems, *lookup_problems, *start_problems),
        ids=frozenset(ids),
        codes=codes.libraries,
        codes_complete=codes.complete,
        lookup=lookup,
        lookup_file=yaml_file(root / LOOKUP_FILE),
        start=start,
        start_file=yaml_file(root / START_FILE),
        ledger=load_ledger(root),
        compared=load_compared(root),
        cases=load_cases(root),
        pages=load_pages(root),
        control_runs=control_runs,
    )


def load_site(root: Path, *, address: str | None = None) -> tuple[Site | None, tuple[Problem, ...]]:
    """Load `site.yaml` of a content folder; `address` replaces its own. The address ends with a slash."""
    site, problems = load_model(yaml_file(root / SITE_FILE), Site)
    if site:
        site = site.model_copy(update={"address": (address or site.address).rstrip("/") + "/"})
    return site, problems


def load_start(root: Path) -> tuple[Start | None, tuple[Problem, ...]]:
    """Load `start.yaml`; there need be no such file."""
    path = root / START_FILE
    return load_model(yaml_file(path), Start) if os.path.lexists(path) else (None, ())


def load_entry(content: Content, entry_id: str) -> tuple[LoadedEntry | None, tuple[Problem, ...]]:
    """Load an entry from the files in its folder; return it, or what is wrong with the form of its files.

    Of the content, the root and the runs of controls are used. Programs of an entry that is returned carry their own
    problems. Paths in problems are as seen from the current folder.
    """
    folder = content.root / "entries" / entry_id
    file = yaml_file(folder / ENTRY_FILE)
    entry, problems = load_model(file, Entry)
    # Before the names of programs too: to show a path, the file system is asked about every folder above.
    shown = file.name.removesuffix(ENTRY_FILE)
    snippets = load_programs(folder, shown, entry.programs if entry else {})
    if entry is None:
        of_programs = (snippet.problem for snippet in snippets.values() if snippet.problem)
        return None, (*problems, *of_programs)
    return LoadedEntry(entry_id, folder, file, entry, snippets, content.control_runs.get(entry_id, ())), ()

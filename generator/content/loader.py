"""Disk → typed content. Everything wrong with a file's form is a `Problem`; nothing here raises for bad content."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from generator.content.codes_loader import load_codes, load_lookup
from generator.content.codes_model import Library, LookupTexts
from generator.content.lookup_cases import LookupCases, load_cases
from generator.content.model import Entry, Site, Waiver, Waivers
from generator.content.pages import Pages, load_pages
from generator.content.permalink_ledger import Ledger, load_ledger
from generator.content.positions import MAX_BYTES, Tree, read_tree
from generator.content.positions import Path as KeyPath
from generator.content.programs import Snippet, load_snippet, set_up_snippet
from generator.content.reading import load_model
from generator.content.translations import Compared, load_compared
from generator.content.validation import nearest, validate
from generator.evidence.control_runs import ControlRun, load_control_runs
from generator.evidence.store import Evidence, load_evidence
from generator.files import leads_out, printable, read_file, show
from generator.paths import WAIVERS_FILE
from generator.problems import Location, Problem

ENTRY_FILE = "entry.yaml"
SITE_FILE = "site.yaml"
ENTRY_PLACE = "entries/<domain>/<slug>/entry.yaml"
# What other parts of an entry refer to: where one of these is a guess, nothing can be said of the others.
REFERRED = frozenset(
    {"causes", "reproduce", "workarounds", "dead_ends", "claims", "id", "cause", "cures", "tried_on", "snippet"}
    | {"expect", "not_run", "judged", "lifecycle", "status"}
)


@dataclass(frozen=True, slots=True, eq=False)
class LoadedEntry:
    """An entry, its folder, its programs, and where each part of it stands in its file.

    `whole` is false when something that other parts refer to cannot be read, and a guess stands in its place.
    `control_runs` are how the controls of its workarounds ended.
    """

    id: str
    folder: Path
    entry: Entry
    tree: Tree
    snippets: dict[str, Snippet]
    whole: bool = True
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
class LoadedWaiver:
    """A waiver, and where each part of it stands in its file."""

    waiver: Waiver
    tree: Tree
    index: int

    def at(self, *keys: str) -> Location:
        """Return where a value of it stands, or where it begins."""
        return self.tree.at("waivers", self.index, *keys)


@dataclass(frozen=True, slots=True)
class Content:
    """All content of one site. `site` is `None` when its file cannot be read.

    `ids` are those of all entry folders, also of entries that cannot be read. `waivers` and `codes` are those that can
    be read; `codes_whole` is false when there are more. `committed` is the evidence that lies with the content.
    """

    root: Path
    site: Site | None
    site_tree: Tree
    entries: tuple[LoadedEntry, ...]
    problems: tuple[Problem, ...]
    ids: frozenset[str] = frozenset()
    waivers: tuple[LoadedWaiver, ...] = ()
    codes: tuple[Library, ...] = ()
    codes_whole: bool = True
    lookup: LookupTexts = field(default_factory=LookupTexts)
    lookup_tree: Tree = field(default_factory=lambda: Tree(""))
    ledger: Ledger | None = None
    compared: Compared | None = None
    cases: LookupCases | None = None
    pages: Pages = field(default_factory=Pages)
    committed: Evidence = field(default_factory=Evidence)

    def of_domain(self, domain: str) -> tuple[LoadedEntry, ...]:
        """Return the entries of one domain, by id."""
        return tuple(entry for entry in self.entries if entry.domain == domain)

    def find(self, entry_id: str) -> LoadedEntry | None:
        """Return the entry with this id, if there is one."""
        return next((entry for entry in self.entries if entry.id == entry_id), None)


def load_content(root: Path, *, address: str | None = None) -> Content:
    """Load everything below a content folder but its evidence; `address` replaces the site's own."""
    site_tree, site, guesses = load_model(root / SITE_FILE, Site)
    if not guesses <= {("address",), ("repository",)}:
        site = None  # too little is known to check the entries by it
    if site:
        site = site.model_copy(update={"address": (address or site.address).rstrip("/") + "/"})
    problems = list(site_tree.problems)
    control_runs = load_control_runs(root, problems)
    entries: list[LoadedEntry] = []
    ids: set[str] = set()
    for folder in _entry_folders(root / "entries", problems):
        entry_id = folder.relative_to(root / "entries").as_posix()
        ids.add(entry_id)
        tree, entry, guesses = load_model(folder / ENTRY_FILE, Entry, site.locale_codes if site else ())
        problems.extend(tree.problems)
        snippets = {file.name: load_snippet(file) for file in sorted(folder.glob("*.py"))}
        if entry is None:
            problems.extend(snippet.problem for snippet in snippets.values() if snippet.problem)
        else:
            snippets = {name: set_up_snippet(snippet, entry.programs.get(name)) for name, snippet in snippets.items()}
            runs = control_runs.get(entry_id, ())
            entries.append(LoadedEntry(entry_id, folder, entry, tree, snippets, not _matter(guesses), runs))
    waivers = _load_waivers(root / WAIVERS_FILE, problems)
    locales = site.locale_codes if site else ()
    codes, codes_whole = load_codes(root, locales, problems)
    lookup, lookup_tree = load_lookup(root, locales, problems)
    return Content(
        root=root,
        site=site,
        site_tree=site_tree,
        entries=tuple(entries),
        problems=tuple(problems),
        ids=frozenset(ids),
        waivers=waivers,
        codes=codes,
        codes_whole=codes_whole,
        lookup=lookup,
        lookup_tree=lookup_tree,
        ledger=load_ledger(root),
        compared=load_compared(root),
        cases=load_cases(root),
        pages=load_pages(root),
        committed=load_evidence(root / "evidence"),
    )


def _matter(guesses: Iterable[KeyPath]) -> bool:
    """Tell whether other parts of an entry could refer to a guess."""
    last = {next((part for part in reversed(path) if isinstance(part, str)), "") for path in guesses}
    return bool(last & REFERRED) or any(path[:1] == ("programs",) for path in guesses)


def _entry_folders(entries: Path, problems: list[Problem]) -> Iterator[Path]:
    """Yield the folders that hold an entry, by id; report what stands in the wrong place."""
    if not entries.is_dir():
        problems.append(_misplaced(entries, "there is no entries folder", f"create it: {ENTRY_PLACE}"))
        return
    strays = {path for path in entries.rglob("*.y*ml") if not _is_hidden(path.relative_to(entries))}
    for folder in [slug for domain in _folders_in(entries, problems) for slug in _folders_in(domain, problems)]:
        names = _names_in(folder, problems)
        strays.difference_update(folder / name for name in names)
        if leads_out(folder, entries):
            problems.append(_misplaced(folder, "the folder is a link that leads out", "put the folder itself there"))
        elif ENTRY_FILE in names:
            yield folder
        elif names:
            near = nearest(ENTRY_FILE, names)
            hint = f"rename {printable(near)}" if near else "add it or delete the folder"
            problems.append(_misplaced(folder, f"the folder has no {ENTRY_FILE}", hint))
    problems.extend(_misplaced(path, "the file is not read here", f"an entry is {ENTRY_PLACE}") for path in strays)


def _misplaced(path: Path, message: str, hint: str) -> Problem:
    return Problem(Location(show(path)), "ENT000", message, hint)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _folders_in(folder: Path, problems: list[Problem]) -> list[Path]:
    try:
        return [path for path in sorted(folder.iterdir()) if path.is_dir() and not path.name.startswith(".")]
    except OSError as error:
        problems.append(_unreadable(folder, error))
        return []


def _names_in(folder: Path, problems: list[Problem]) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir())
    except OSError as error:
        problems.append(_unreadable(folder, error))
        return []


def _unreadable(folder: Path, error: OSError) -> Problem:
    return _misplaced(folder, f"the folder cannot be read: {error.strerror}", "mend its permissions")


def _load_waivers(path: Path, problems: list[Problem]) -> tuple[LoadedWaiver, ...]:
    """Load the waivers in which nothing is a guess. There need be no such file, and it may hold comments only."""
    if not os.path.lexists(path):
        return ()
    shown = show(path)
    content = read_file(path, shown, MAX_BYTES, "a YAML file")
    tree = Tree(shown, problems=[content]) if isinstance(content, Problem) else read_tree(shown, content)
    waivers, guesses = None, frozenset[KeyPath]()
    if tree.data is not None:
        # A model has keys: the list is read as the value of one.
        tree.rename((), ("waivers",))
        tree.unread = {("waivers", *place) for place in tree.unread}
        tree.data = {"waivers": tree.data}
        waivers, guesses = validate(tree, Waivers)
    problems.extend(tree.problems)
    guessed = {place[:2] for place in guesses}
    found = [LoadedWaiver(waiver, tree, index) for index, waiver in enumerate(waivers.waivers if waivers else ())]
    return tuple(waiver for waiver in found if ("waivers", waiver.index) not in guessed)

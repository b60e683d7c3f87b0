"""Disk → typed content. Everything wrong with a file's form is a `Problem`; nothing here raises for bad content."""

from __future__ import annotations

import ast
import os
import shlex
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from generator.code_loader import load_codes, load_lookup
from generator.code_schema import Library, LookupTexts
from generator.compared import Compared, load_compared
from generator.control_runs import ControlRun, load_control_runs
from generator.evidence import Evidence, Observation, load_evidence, observation_key, program_digest
from generator.handwritten import Pages, load_pages
from generator.inputs import WAIVERS_FILE
from generator.ledger import Ledger, load_ledger
from generator.lookup_cases import LookupCases, load_cases
from generator.needs import imported_frameworks
from generator.problems import Location, Problem
from generator.reading import leads_out, load_model, printable, read_file, show
from generator.schema import Entry, Program, Site, Waiver, Waivers
from generator.validation import nearest, validate
from generator.yamltree import MAX_BYTES, Tree, decode, read_tree
from generator.yamltree import Path as KeyPath

ENTRY_FILE = "entry.yaml"
SITE_FILE = "site.yaml"
ENTRY_PLACE = "entries/<domain>/<slug>/entry.yaml"
MAX_SNIPPET_BYTES = 64 * 1024
# What other parts of an entry refer to: where one of these is a guess, nothing can be said of the others.
REFERRED = frozenset(
    {"causes", "reproduce", "workarounds", "dead_ends", "claims", "id", "cause", "cures", "tried_on", "snippet"}
    | {"expect", "not_run", "judged", "lifecycle", "status"}
)


@dataclass(frozen=True, slots=True)
class Snippet:
    """One program of an entry. `tree` is `None` when it does not parse; `problem` then says why.

    `files` lie beside it when it runs, `variables` are set before it starts, and `fresh` asks for an interpreter
    of its own: what the entry says of it under `programs`.
    """

    name: str
    path: Path
    content: bytes
    text: str = ""
    tree: ast.Module | None = None
    problem: Problem | None = None
    files: tuple[tuple[str, bytes], ...] = ()
    variables: tuple[tuple[str, str], ...] = ()
    fresh: bool = False
    frameworks: tuple[str, ...] = field(init=False, default=())
    """The frameworks that it imports, sorted."""

    def __post_init__(self) -> None:
        if self.tree:
            object.__setattr__(self, "frameworks", imported_frameworks(self.tree))

    @property
    def digest(self) -> str:
        """Return the hash of all that makes this program what it is."""
        return program_digest(self.content, dict(self.files), dict(self.variables))

    def is_seen_in(self, observation: Observation, environment: str) -> bool:
        """Tell whether an observation, made in the environment with this id, is of the program as it is now."""
        if observation.mode == "fork" and self.fresh:
            return False
        return observation.key == observation_key(self.digest, observation.mode, environment)

    @property
    def command(self) -> str:
        """Return what a reader types to run it: the variables that are set, and the program."""
        return " ".join((*(f"{name}={shlex.quote(value)}" for name, value in self.variables), f"python {self.name}"))

    @property
    def texts_beside(self) -> tuple[tuple[str, str], ...]:
        """Return the files that lie beside it when it runs, as text."""
        return tuple((name, content.decode("utf-8-sig")) for name, content in self.files)


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
            snippets = {name: _set_up(snippet, entry.programs.get(name)) for name, snippet in snippets.items()}
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


def leaves_folder(name: str) -> bool:
    """Tell whether a name is more than that of a file in the entry's own folder."""
    return len(PurePosixPath(name).parts) != 1 or name in (".", "..") or "\\" in name


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


def load_snippet(path: Path) -> Snippet:
    """Read and parse one program; a program that cannot be parsed carries its problem. A link out is not read."""
    if leads_out(path, path.parent):
        return Snippet(path.name, path, b"")
    shown = show(path)
    content = read_file(path, shown, MAX_SNIPPET_BYTES, "a short program")
    if isinstance(content, Problem):
        return Snippet(path.name, path, b"", problem=_of_snippet(content))
    text = decode(shown, content)
    if isinstance(text, Problem):
        return Snippet(path.name, path, content, problem=_of_snippet(text))
    try:
        tree = _parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line, column = getattr(error, "lineno", None) or 1, getattr(error, "offset", None) or 1
        where = Location(shown, line, max(column, 1))
        problem = Problem(where, "SNIP002", f"not valid Python: {getattr(error, 'msg', None) or error}")
        return Snippet(path.name, path, content, problem=_of_snippet(problem))
    empty = Problem(Location(shown), "SNIP002", "the program is empty")
    return Snippet(path.name, path, content, text, tree, None if tree.body else _of_snippet(empty))


def _set_up(snippet: Snippet, program: Program | None) -> Snippet:
    """Give a program what its entry says of how it is run. A file that cannot be read is left out; a check says so."""
    if program is None:
        return snippet
    read = {name: read_beside(snippet.path.parent, name) for name in program.files if name != snippet.name}
    files = {name: content for name, content in read.items() if isinstance(content, bytes)}
    return replace(
        snippet,
        files=tuple(sorted(files.items())),
        variables=tuple(sorted(program.variables.items())),
        fresh=program.fresh_interpreter,
    )


def read_beside(folder: Path, name: str) -> bytes | Problem | None:
    """Read a text file that is to lie beside a program. `None`: it is not in this folder, or leads out of it."""
    path = folder / name
    if leaves_folder(name) or leads_out(path, folder):
        return None
    shown = show(path)
    content = read_file(path, shown, MAX_SNIPPET_BYTES, "a short text")
    text = decode(shown, content) if isinstance(content, bytes) else content
    return text if isinstance(text, Problem) else content


def _parse(program: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(program)
        compile(tree, "program", "exec", dont_inherit=True)  # finds a `return` outside a function, and the like
    return tree


def _of_snippet(problem: Problem) -> Problem:
    return replace(problem, code="SNIP002", hint=problem.hint or "make it a program that `python FILE` can start")


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

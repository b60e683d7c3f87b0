"""What entries and pages are made from besides entries: settings, codes, texts, environments, our own code."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from generator.build.scan import CODE, EVIDENCE, FRAME, Scan
from generator.content.codes_loader import CODES_FOLDER, LOOKUP_FILE
from generator.content.entry_folders import find_entries
from generator.content.interface_texts import LOCALES
from generator.content.loader import SITE_FILE, Content, load_shared
from generator.evidence.records import Environment
from generator.evidence.store import load_environments
from generator.paths import ROOT, local_store
from generator.problems import Problem
from generator.store import digest_of

FOR_ENTRIES = (SITE_FILE, CODES_FOLDER, LOOKUP_FILE, LOCALES)  # of a content folder: what every entry is made with


@dataclass(frozen=True, slots=True)
class Context:
    """All content but the entries, and the keys of what is made from it."""

    content: Content
    environments: tuple[tuple[Path, dict[str, Environment]], ...]
    """Folders of evidence, each with its records: what is committed, and what ran here."""
    problems: tuple[Problem, ...]
    """What is wrong with the form of its files."""
    entry_key: str
    """A hash of all that an entry is made from besides its own files."""
    rest: str
    """The stamp of all content that belongs to no entry."""
    images: bool
    """Whether pages have pictures for those who share them."""
    page_key: str
    """A hash of the entries' key, of templates and interface texts, and of whether there are pictures."""

    @property
    def all_environments(self) -> dict[str, Environment]:
        """Return every environment that there is a record of, by id."""
        return {name: one for _folder, found in self.environments for name, one in found.items()}


def load_context(root: Path, address: str | None, seen: Scan, *, images: bool) -> Context:
    """Load everything but entries."""
    problems: list[Problem] = []
    if seen.is_odd:
        problems.extend(find_entries(root / "entries")[1])
    content = load_shared(root, seen.ids, address=address)
    folders = (root / EVIDENCE, local_store(root))
    environments = tuple((folder, load_environments(folder, problems)) for folder in folders)
    records = (repr(sorted(found.items())) for _folder, found in environments)
    start = repr(content.start.title) if content.start else ""  # lists link to the page of questions
    base = (str(root.resolve()), str(Path.cwd()), address or "", start)
    entry_key = digest_of(*base, *records, *_contents(ROOT, CODE), *_contents(root, FOR_ENTRIES))
    return with_frame(Context(content, environments, (*content.problems, *problems), entry_key, seen.rest, images, ""))


def with_frame(context: Context) -> Context:
    """Return the context with the key of pages as templates are now."""
    return replace(context, page_key=digest_of(context.entry_key, str(context.images), *_contents(ROOT, FRAME)))


def _contents(top: Path, names: Iterable[str]) -> Iterator[str | bytes]:
    """Yield the name and the hash of every file below some folders."""
    for name in names:
        place = top / name
        for path in sorted(place.rglob("*")) if place.is_dir() else (place,):
            if path.is_file() and "__pycache__" not in path.parts:
                yield str(path.relative_to(top))
                yield hashlib.sha256(path.read_bytes()).digest()

"""A content folder → a published site: what changed is made again, everything else stays as it is."""

from __future__ import annotations

import pickle
import sqlite3
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from generator.build.context import Context, load_context
from generator.build.entries import Changed, EntryStage
from generator.build.kinds import COLLECTIONS
from generator.build.loading import InvalidContentError
from generator.build.plan import Plan, make_plan
from generator.build.pool import over
from generator.build.preview import keep_context
from generator.build.problems import find_all
from generator.build.publication import Publication
from generator.build.scan import Scan, scan
from generator.content import model
from generator.content.interface_texts import LOCALES
from generator.content.neighbours import Facts
from generator.judge.catalogue import EntryRef, catalogue_of
from generator.judge.counts import Contradiction, Counts
from generator.problems import Problem, has_errors, sort_problems
from generator.publish.writer import Published, alone, refuse_foreign
from generator.render.addresses import Addresses
from generator.render.entry import Site
from generator.render.frame.theme import build_theme
from generator.store import DamagedStoreError, Store, discard, store_path, unwritable
from generator.terminal.progress import Progress

DAMAGED = (DamagedStoreError, sqlite3.DatabaseError, pickle.UnpicklingError, zlib.error, EOFError)
BATCH = 100  # entries that are stored at a time


class Wanted(NamedTuple):
    """What a site may do without, for a quick build. None: as the last build said."""

    images: bool | None = None
    """Whether pages get pictures for those who share them; no at first."""
    package: bool | None = None
    """Whether the package that looks errors up offline is put beside its page; yes at first."""


AS_BEFORE = Wanted()


@dataclass(frozen=True, slots=True)
class Built:
    """What a build made, and what there is to say of it."""

    site: model.Site
    texts: Path
    """The folder with interface texts of the content's own."""
    entries: int
    counts: Counts
    contradicted: tuple[tuple[str, Contradiction], ...]
    """Entries with each of their claims that a run contradicts."""
    published: Published
    warnings: list[Problem]


def build_site(
    content_root: Path,
    site_dir: Path,
    address: str | None = None,
    progress: Progress | None = None,
    seen: Scan | None = None,
    wanted: Wanted = AS_BEFORE,
) -> Built:
    """Build and publish a site; `progress` hears how far that is. `seen`: what a look at the inputs found just now.

    Raises InvalidContentError, ThemeError, LayoutError, PublishError, StoreError or WorkerLostError. But for a full
    disk and a lost process, the published site is then as it was.
    """
    refuse_foreign(site_dir)
    with alone(site_dir):
        refuse_foreign(site_dir)
        build = _Build(
            content_root, site_dir, address, progress or Progress(), seen or scan(content_root, may_fork=True), wanted
        )
        try:
            return build.run()
        except sqlite3.OperationalError as error:  # a full disk, say
            raise unwritable(store_path(content_root, site_dir), error) from error
        except DAMAGED:
            discard(store_path(content_root, site_dir))  # it is a cache: all is made again
            return build.run()


@dataclass(frozen=True, slots=True)
class _Build:
    content_root: Path
    site_dir: Path
    address: str | None
    progress: Progress
    seen: Scan
    wanted: Wanted

    def run(self) -> Built:
        store = Store.open(store_path(self.content_root, self.site_dir), [one.name for one in COLLECTIONS])
        try:
            return self._run(store)
        finally:
            store.close()

    def _run(self, store: Store) -> Built:
        self.progress.stage("reading the content")
        seen = self.seen
        context = load_context(
            self.content_root, self.address, seen, images=self._wants(store, "images", at_first=False)
        )
        settings = context.content.site
        if settings is None:
            raise InvalidContentError(sort_problems(context.problems))
        self._entries(context, settings, seen, store)
        facts = [found for _id, found in store.column("facts")]
        problems, compared = find_all(context, store, facts)
        if has_errors(problems):
            raise InvalidContentError(sort_problems([*problems, *compared()]))
        try:
            publication, plan = self._planned(context, settings, store, facts)
        finally:  # entries that contradict each other may be why planning failed
            problems = sort_problems([*problems, *compared()])
            if has_errors(problems):
                raise InvalidContentError(problems)
        del facts  # while pages are made, the memory is theirs
        published = publication.publish(plan, self.progress, seen.site())
        keep_context(store, context, self.address)
        counts, contradicted = _count(store)
        number = len(publication.site.catalogue.entries)
        return Built(settings, self.content_root / LOCALES, number, counts, contradicted, published, problems)

    def _planned(
        self, context: Context, settings: model.Site, store: Store, facts: list[Facts]
    ) -> tuple[Publication, Plan]:
        """Return what publishes the site, and the plan of what is to be made."""
        refs: list[EntryRef] = [ref for _id, ref in store.column("ref")]
        catalogue = catalogue_of(context.content, settings, refs, context.all_environments)
        self.progress.stage("building the hand-written pages with MkDocs")
        theme = build_theme(context.content, settings)
        has_package = self._wants(store, "package", at_first=True)
        publication = Publication.of(context, catalogue, theme, store, self.site_dir, has_package=has_package)
        return publication, make_plan(publication.site, store, publication.page_key, facts)

    def _wants(self, store: Store, what: Literal["images", "package"], *, at_first: bool) -> bool:
        """Tell whether something is wanted that a site may do without, and remember it for the next build."""
        name, wanted = f"whether there are {what}", getattr(self.wanted, what)
        if wanted is None:
            kept = store.recall(name, "")
            return at_first if kept is None else bool(kept)
        with store.transaction():
            store.keep(name, "", wanted)
        return bool(wanted)

    def _entries(self, context: Context, settings: model.Site, seen: Scan, store: Store) -> None:
        """Bring what is stored of entries up to date."""
        known = store.stamps()
        gone = known.keys() - seen.ids
        if gone:
            with store.transaction():
                store.drop_entries(gone)
        stamp_of = {entry_id: f"{context.entry_key} {seen.entries[entry_id]}" for entry_id in sorted(seen.ids)}
        changed = [one for one, stamp in stamp_of.items() if known.get(one, ("", ""))[0] != stamp]
        site = Site(catalogue_of(context.content, settings, (), context.all_environments), Addresses(settings), {})
        stage = EntryStage(context.entry_key, context.content, site, COLLECTIONS, context.environments)

        def make(entry_id: str) -> tuple[str, Changed | None]:
            return entry_id, stage.make(entry_id, stamp_of[entry_id], known.get(entry_id, ("", ""))[1])

        results = self.progress.over(over(make, changed, len(changed)), f"judging {len(changed)} entries", len(changed))
        batch: list[tuple[str, Changed | None]] = []
        for result in results:
            batch.append(result)
            if len(batch) == BATCH:
                _keep(store, batch, stamp_of)
                batch = []
        _keep(store, batch, stamp_of)


def _keep(store: Store, results: list[tuple[str, Changed | None]], stamps: dict[str, str]) -> None:
    with store.transaction():
        for entry_id, changed in results:
            if changed:
                store.put_entry(changed.row, changed.parts)
            else:
                store.set_stamp(entry_id, stamps[entry_id])


def _count(store: Store) -> tuple[Counts, tuple[tuple[str, Contradiction], ...]]:
    counts = Counts()
    contradicted: list[tuple[str, Contradiction]] = []
    for entry_id, one in store.column("counts"):
        counts.add(one)
        contradicted.extend((entry_id, item) for item in one.contradicted)
    return counts, tuple(contradicted)

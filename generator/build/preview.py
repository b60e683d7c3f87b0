"""Single entries → their pages, at once: for the local server, before the rest of the site is brought up to date."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from generator.build.context import Context, with_frame
from generator.build.entries import EntryStage
from generator.build.kinds import COLLECTIONS
from generator.build.loading import InvalidContentError
from generator.build.plan import entry_task
from generator.build.publication import Order, Publication, Work
from generator.content.neighbours import Facts
from generator.judge.catalogue import catalogue_of
from generator.problems import Problem, has_errors, sort_problems
from generator.publish.writer import Target, alone
from generator.render.addresses import Addresses
from generator.render.entry import Site
from generator.render.frame.theme import build_theme
from generator.store import EntryRow, Store, store_path

LAST = "context of the last build"


def keep_context(store: Store, context: Context, address: str | None) -> None:
    """Keep what entries were made from, for previews."""
    with store.transaction():
        store.keep(LAST, address or "", context)


def preview(content_root: Path, site_dir: Path, address: str | None, ids: Iterable[str]) -> list[str]:
    """Bring the pages of entries up to date in a site that was built before; return the ids of those that changed.

    Nothing else is looked at. Raises InvalidContentError for an entry with errors by itself, PublishError, StoreError.
    """
    with alone(site_dir):
        store = Store.open(store_path(content_root, site_dir), [one.name for one in COLLECTIONS])
        try:
            context: Context | None = store.recall(LAST, address or "")
            if context is None or context.content.site is None or not site_dir.is_dir():
                return []
            return _Preview(store, with_frame(context), site_dir).of(ids)
        finally:
            store.close()


class _Preview:
    def __init__(self, store: Store, context: Context, site_dir: Path) -> None:
        content = context.content
        assert content.site
        self._store = store
        self._target = Target(site_dir, is_new=False)
        none = catalogue_of(content, content.site, (), context.all_environments)
        site = Site(none, Addresses(content.site), {})
        self._stage = EntryStage(context.entry_key, content, site, COLLECTIONS, context.environments)
        theme = build_theme(content, content.site)
        self._publication = Publication.of(context, none, theme, store, site_dir)

    def of(self, ids: Iterable[str]) -> list[str]:
        """Make entries and write their files."""
        known = self._store.stamps()
        wanted = [entry_id for entry_id in ids if entry_id in known]
        problems: list[Problem] = []
        for entry_id in wanted:
            changed = self._stage.make(entry_id, "", known[entry_id][1])
            if changed:
                problems.extend(_problems(changed.row))
                with self._store.transaction():
                    self._store.put_entry(changed.row, changed.parts)
        if has_errors(problems):
            raise InvalidContentError(sort_problems(problems))
        return [entry_id for entry_id in wanted if self._write(entry_id)]

    def _write(self, entry_id: str) -> bool:
        facts: Facts = self._store.facts(entry_id)
        named = self._store.refs((entry_id, *facts.links))
        keys = {entry_id: self._store.key(entry_id)}
        digests = {one: digest for one, (digest, _ref) in named.items()}
        task = entry_task(facts, digests, keys, self._publication.page_key)
        if self._store.key_of_owner(task.owner) == task.key:
            return False
        refs = tuple(ref for one, (_digest, ref) in named.items() if one != entry_id)
        site = self._publication.site
        work = Work(replace(site, catalogue=replace(site.catalogue, entries=refs)), self._target)
        with self._store.transaction():
            self._store.begin([task.owner])
        order = Order(task, self._store.outputs_of(task.owner), judged=self._store.judged(entry_id))
        rendered = work.do(order)
        with self._store.transaction():
            self._store.put_outputs(task.owner, task.key, rendered.outputs)
        return True


def _problems(row: EntryRow) -> Sequence[Problem]:
    return pickle.loads(row.problems) if row.problems else []  # noqa: S301 - it was just pickled

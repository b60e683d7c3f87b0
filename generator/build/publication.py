"""The last stage: render what is due, write what differs, delete what is gone."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from generator.build.context import Context
from generator.build.handwritten import FromTheme, Generate
from generator.build.kept import KeptInStore
from generator.build.kinds import BY_NAME
from generator.build.plan import CopiedParts, Plan, StoredParts, Task, due, entry_of, with_sizes
from generator.build.pool import over
from generator.content.loader import Content
from generator.content.pages import LAYOUT_URI
from generator.files import file_states
from generator.judge.catalogue import Catalogue
from generator.publish.output import SiteFile
from generator.publish.stamp import digest_of_states
from generator.publish.writer import CHECKED, Published, Target, publishing
from generator.render.addresses import Addresses, file_of
from generator.render.collection import Listed
from generator.render.domains import entry_list
from generator.render.entry import Site
from generator.render.entry_files import entry_files, entry_paths
from generator.render.find import find_box
from generator.render.frame.layout import Layout
from generator.render.home import Home, home_parts
from generator.render.sitemap import sitemap_files
from generator.store import Output, Store, digest_of, unpack
from generator.terminal.progress import Progress

BY_HAND = "pages"  # the owner of hand-written pages and of the theme's files
SITEMAP = "sitemap"  # the owner of its files
LEFT = "the site's files as they were left"
BATCH = 50  # tasks that are noted as done at a time
MANY = 1000  # entries: a shard that shows more is rendered here, because sending their parts would take twice the room


class Order(NamedTuple):
    """A task with all that it needs of the store."""

    task: Task
    known: dict[str, Output]
    judged: bytes = b""
    parts: CopiedParts | StoredParts | None = None

    @property
    def size(self) -> int:
        """Return how many bytes of the store it holds."""
        return len(self.judged) + (self.parts.size if isinstance(self.parts, CopiedParts) else 0)


class Rendered(NamedTuple):
    """The files of a task as they lie on the disk now, and how many of them were written."""

    task: Task
    outputs: tuple[Output, ...]
    written: int


@dataclass(slots=True)
class Publication:
    """A site on its way to the disk."""

    site: Site
    content: Content
    store: Store
    site_dir: Path
    theme: Path
    page_key: str

    @classmethod
    def of(
        cls,
        context: Context,
        catalogue: Catalogue,
        theme: Path,
        store: Store,
        site_dir: Path,
        *,
        has_package: bool = False,
    ) -> Publication:
        """Put together what pages are made with."""
        addresses = Addresses(catalogue.site)
        texts = {code: _layout_text(theme, addresses.prefix(code)) for code in catalogue.site.locale_codes}
        layouts = {code: Layout.parse(code, text) for code, text in texts.items()}
        kept = KeptInStore(store, context.entry_key)
        content = context.content.root if has_package else None
        site = Site(catalogue, addresses, layouts, kept=kept, images=context.images, content=content)
        key = digest_of(context.page_key, *texts.values())
        return cls(site, context.content, store, site_dir, theme, key)

    def publish(self, plan: Plan, progress: Progress, found: str = "") -> Published:
        """Render, write and delete. `found`: a hash of the site's files as they lie there, where somebody looked.

        Raises PublishError, or InvalidContentError for a dead link on a page.
        """
        own, listed = self._by_hand(plan)
        strangers = self._look_at_disk(found)
        with publishing(self.site_dir) as target, self._all_or_nothing(target):
            written = self._write_all(target, plan, own, progress)
            written += self._write_sitemap(target, plan, listed)
            deleted = target.delete((*self.store.gone(), *self._without_outputs(strangers)))
            with self._transaction(target):
                self.store.forget_gone()
            files, pages = self.store.count_outputs()
            left = digest_of_states(self.store.states() if files <= CHECKED else ())
            with self._transaction(target):
                self.store.keep(LEFT, "", left)
        return Published(files, written, deleted, pages, left)

    def _by_hand(self, plan: Plan) -> tuple[list[SiteFile], list[Listed]]:
        """Return the files of the theme and of hand-written pages, and these pages for the sitemap."""
        known = _Planned(self.site, plan)
        by_hand = FromTheme(self.content, self.site, self.theme, self._generated(plan))
        return list(by_hand.files(known)), list(by_hand.listed(known))

    def _without_outputs(self, uris: list[str]) -> list[str]:
        """Return those of some files that are not of the site as it is now."""
        outputs = {uri for uri, _size, _modified in self.store.states()} if uris else set()
        return [uri for uri in uris if uri not in outputs]

    def _generated(self, plan: Plan) -> dict[str, Generate]:
        """Return what makes the parts of hand-written pages, by the word that asks for each."""
        site, home = self.site, plan.parts[Home.name]
        [shard] = Home().shards(site, home)
        return {
            "entries": lambda locale, path: entry_list(site, locale, path),
            "find": lambda locale, path: find_box(site, locale, path),
            "home": lambda locale, path: home_parts(site, shard, home, locale, path),
        }

    def _write_sitemap(self, target: Target, plan: Plan, by_hand: Sequence[Listed]) -> int:
        of_entries = ((one.id, one.modified, one.has_programs, one.myths) for one in self.site.catalogue.entries)
        own = [(dict(page.paths), page.modified) for page in by_hand]
        key = digest_of(self.page_key, repr(own), *map(repr, of_entries), *(task.pages for task in plan.shards))
        if self.store.key_of_owner(SITEMAP) == key:
            return 0
        with self._transaction(target):
            self.store.begin([SITEMAP])
        known = self.store.outputs_of(SITEMAP)
        files = sitemap_files(self.site.addresses, (*by_hand, *entry_paths(self.site), *plan.listed()))
        outputs = [target.write(file, known.get(file.uri), SITEMAP) for file in files]
        with self._transaction(target):
            self.store.put_outputs(SITEMAP, key, [output for output, _was_written in outputs])
        return sum(was_written for _output, was_written in outputs)

    def _all_or_nothing(self, target: Target) -> contextlib.AbstractContextManager[None]:
        """Keep nothing of a first build that does not end: its files are deleted then."""
        return self.store.transaction() if target.is_new else contextlib.nullcontext()

    def _transaction(self, target: Target) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext() if target.is_new else self.store.transaction()

    def _write_all(self, target: Target, plan: Plan, own: list[SiteFile], progress: Progress) -> int:
        """Write the theme's files, then what is due, then hand-written pages; return how many files were written."""
        done = self.store.owners()
        entries, shards = due(plan.entries, done), due([task for task in plan.shards if not _measures(task)], done)
        with self._transaction(target):
            self.store.begin((BY_HAND, *(task.owner for task in (*entries, *shards))))
        known = self.store.outputs_of(BY_HAND)
        own.sort(key=lambda file: file.uri.endswith(".html"))
        assets = [file for file in own if not file.uri.endswith(".html")]
        outputs = [target.write(file, known.get(file.uri), BY_HAND) for file in assets]
        what = f"rendering {len(plan.entries)} entries in {len(self.site.locales)} languages"
        written = self._work(target, plan, entries, progress, what)
        what = "rendering what leads to the entries: lists, permalinks, evidence, search"
        written += self._work(target, plan, shards, progress, what)
        written += self._write_measured(target, plan, done, progress)
        outputs += [target.write(file, known.get(file.uri), BY_HAND) for file in own[len(assets) :]]
        with self._transaction(target):
            self.store.put_outputs(BY_HAND, "", [output for output, _was_written in outputs])
            self.store.drop_owners(done.keys() - plan.owners - {BY_HAND, SITEMAP})
        return written + sum(was_written for _output, was_written in outputs)

    def _write_measured(self, target: Target, plan: Plan, done: Mapping[str, str], progress: Progress) -> int:
        """Write what shows the sizes of files that are written by now."""
        tasks = [task for task in plan.shards if _measures(task)]
        sized = [with_sizes(task, self.store.sizes(_measures(task))) for task in tasks]
        found = due(sized, done)
        with self._transaction(target):
            self.store.begin(task.owner for task in found)
        return self._work(target, plan, found, progress, "rendering what shows the sizes of files")

    def _work(self, target: Target, plan: Plan, tasks: list[Task], progress: Progress, what: str) -> int:
        work = Work(replace(self.site, published=target.read), target)
        here = (self._order(plan, task) for task in tasks if _shows_many(task))
        others = [task for task in tasks if not _shows_many(task)]
        orders = (self._order(plan, task) for task in others)
        elsewhere = over(work.do, orders, len(others), lambda order: order.size)
        rendered = progress.over(chain(map(work.do, here), elsewhere), what, len(tasks))
        written = 0
        while batch := list(islice(rendered, BATCH)):
            with self._transaction(target):
                for task, outputs, count in batch:
                    self.store.put_outputs(task.owner, task.key, outputs)
                    written += count
        return written

    def _order(self, plan: Plan, task: Task) -> Order:
        known = self.store.outputs_of(task.owner)
        if task.shard is None:
            return Order(task, known, judged=self.store.judged(task.entry))
        parts = plan.parts[task.collection]
        return Order(task, known, parts=parts if _shows_many(task) else parts.copied(task.shard.entries))

    def _look_at_disk(self, found_before: str) -> list[str]:
        """Forget what is not on the disk as it was written; return the files that are not known.

        Of what a build was writing that did not end, nothing is known.
        """
        store = self.store
        with store.transaction():
            if not self.site_dir.exists():
                store.forget_outputs()
            was_cut_short = store.forget_pending()
        if store.count_files() > CHECKED:
            return []
        if found_before and not was_cut_short and found_before == store.recall(LEFT, ""):
            return []
        known = set(store.states())
        found = set(file_states(self.site_dir))
        if found == known:
            return []
        with store.transaction():
            store.forget_files(uri for uri, _size, _modified in known - found)
        uris = {uri for uri, _size, _modified in known}
        return [uri for uri, _size, _modified in found - known if uri not in uris]


def _files_of(listed: Iterable[Listed]) -> set[str]:
    return {file_of(path) for page in listed for path in page.paths.values()}


class _Planned:
    """The files that a site will have, as far as hand-written pages may link to them."""

    def __init__(self, site: Site, plan: Plan) -> None:
        self._site = site
        self._shared = _files_of(plan.listed())
        self._shared |= {uri for task in plan.shards if task.shard for uri in task.shard.files}

    def __contains__(self, uri: object) -> bool:
        return uri in self._shared or (isinstance(uri, str) and self._is_of_an_entry(uri)) or uri in self._of_entries

    @cached_property
    def _of_entries(self) -> set[str]:
        """The pages of entries: ten times as many as the others, and few hand-written pages link to them."""
        return _files_of(entry_paths(self._site))

    def _is_of_an_entry(self, uri: str) -> bool:
        entry, name = entry_of(self._site, uri), uri.rpartition("/")[2]
        return bool(entry) and (name == "index.md" or name.endswith((".json", ".py")))


@dataclass(frozen=True, slots=True)
class Work:
    """What a process does: a task at a time."""

    site: Site
    target: Target

    def do(self, order: Order) -> Rendered:
        """Render and write the files of a task."""
        task, written = order.task, 0
        outputs = {}
        for file in self._files(order):
            output, was_written = self.target.write(file, order.known.get(file.uri), task.owner)
            written += was_written
            outputs[file.uri] = output
        return Rendered(task, tuple(outputs.values()), written)

    def _files(self, order: Order) -> Iterable[SiteFile]:
        if order.parts is None:
            own = replace(self.site, catalogue=self.site.catalogue.only(order.task.links))
            return entry_files(own, unpack(order.judged))
        assert order.task.shard
        return BY_NAME[order.task.collection].render(self.site, order.task.shard, order.parts)


def _shows_many(task: Task) -> bool:
    return task.shard is not None and len(task.shard.entries) > MANY


def _measures(task: Task) -> tuple[str, ...]:
    return task.shard.measures if task.shard else ()


def _layout_text(theme: Path, prefix: str) -> str:
    return (theme / f"{prefix}{LAYOUT_URI}index.html").read_text(encoding="utf-8")

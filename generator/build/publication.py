"""The last stage: render what is due, write what differs, delete what is gone."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from generator.build.context import Context
from generator.build.handwritten import FromTheme
from generator.build.kinds import BY_NAME
from generator.build.plan import CopiedParts, Plan, Task, due
from generator.build.pool import over
from generator.content.loader import Content
from generator.content.pages import PLATE_URI
from generator.judge.catalogue import Catalogue
from generator.publish.output import SiteFile
from generator.publish.writer import CHECKED, Published, Target, publishing
from generator.render.addresses import Addresses, file_of
from generator.render.domains import entry_list
from generator.render.entry import Site
from generator.render.entry_files import entry_files, entry_paths
from generator.render.frame.layout import Plate
from generator.store import Output, Store, digest_of, unpack
from generator.terminal.progress import Progress

UNFINISHED = "publishing"  # kept while files are written: what is known of them is then not to be relied on
BY_HAND = "pages"  # the owner of hand-written pages and of the theme's files
LEADING = "site"  # the owner of what leads to all pages


class Order(NamedTuple):
    """A task with all that it needs of the store."""

    task: Task
    known: dict[str, Output]
    judged: bytes = b""
    parts: CopiedParts | None = None


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
    def of(cls, context: Context, catalogue: Catalogue, theme: Path, store: Store, site_dir: Path) -> Publication:
        """Put together what pages are made with."""
        addresses = Addresses(catalogue.site)
        texts = {code: _layout_text(theme, addresses.prefix(code)) for code in catalogue.site.locale_codes}
        plates = {code: Plate.parse(code, text) for code, text in texts.items()}
        site = Site(catalogue, addresses, plates)
        key = digest_of(context.page_key, *texts.values())
        return cls(site, context.content, store, site_dir, theme, key)

    def publish(self, plan: Plan, progress: Progress) -> Published:
        """Render, write and delete. Raises PublishError, or InvalidContentError for a dead link on a page."""
        by_hand = FromTheme(
            self.content, self.site, self.theme, {"entries": lambda *where: entry_list(self.site, *where)}
        )
        own = list(by_hand.files(_Planned(self.site, plan)))
        strangers = self._look_at_disk()
        with publishing(self.site_dir) as target:
            self._begin()
            with self.store.transaction():
                published = self._render(target, plan, own, progress)
                gone = self.store.drop_owners(self.store.owners().keys() - plan.owners - {BY_HAND, LEADING})
                deleted = self._delete(target, (*published.gone, *gone, *strangers))
                self.store.forget(UNFINISHED)
                files, pages = self.store.count_outputs()
        return Published(files, published.written, deleted, pages)

    def _begin(self) -> None:
        with self.store.transaction():
            self.store.keep(UNFINISHED, "", "yes")

    def _render(self, target: Target, plan: Plan, own: list[SiteFile], progress: Progress) -> _Tally:
        done = self.store.owners()
        tally = _Tally()
        assets = [file for file in own if not file.uri.endswith(".html")]
        pages = [file for file in own if file.uri.endswith(".html")]
        outputs = [self._write(target, BY_HAND, file, tally) for file in assets]
        languages = len(self.site.locales)
        for what, tasks in (
            (f"{len(plan.entries)} entries in {languages} languages", due(plan.entries, done)),
            ("what leads to the entries: lists, permalinks, evidence, search", due(plan.shards, done)),
        ):
            work = _Work(self.site, target)
            rendered = over(work.do, (self._order(plan, task) for task in tasks), len(tasks))
            for task, made, written in progress.over(rendered, f"rendering {what}", len(tasks)):
                tally.gone |= self.store.put_outputs(task.owner, task.key, made)
                tally.written += written
        outputs.extend(self._write(target, BY_HAND, file, tally) for file in pages)
        tally.gone |= self.store.put_outputs(BY_HAND, "", outputs)
        return tally

    def _order(self, plan: Plan, task: Task) -> Order:
        known = self.store.outputs_of(task.owner)
        if task.shard is None:
            return Order(task, known, judged=self.store.judged(task.entry))
        return Order(task, known, parts=plan.parts[task.collection].copied(task.shard.entries))

    def _write(self, target: Target, owner: str, file: SiteFile, tally: _Tally) -> Output:
        known = self.store.outputs_of(owner).get(file.uri)
        output, was_written = target.write(file, known, owner)
        tally.written += was_written
        return output

    def _delete(self, target: Target, uris: Iterable[str]) -> int:
        return target.delete(uri for uri in uris if not self.store.has_output(uri))

    def _look_at_disk(self) -> list[str]:
        """Forget what is not on the disk as it was written; return the files that are not known.

        After a build that did not end, nothing that was known of the disk can be relied on.
        """
        store = self.store
        if store.recall(UNFINISHED, "") or not self.site_dir.exists():
            with store.transaction():
                store.forget_outputs()
            return [uri for uri, _size, _modified in _files_in(self.site_dir)]
        known = {output.uri: output for output in store.outputs()}
        if len(known) > CHECKED:
            return []
        found = {uri: (size, modified) for uri, size, modified in _files_in(self.site_dir)}
        changed = [uri for uri, one in known.items() if found.get(uri) != (one.size, one.modified)]
        if changed:
            with store.transaction():
                store.forget_files(changed)
        return [uri for uri in found if uri not in known]


@dataclass(slots=True)
class _Tally:
    written: int = 0
    gone: set[str] = field(default_factory=set)


class _Planned:
    """The files that a site will have, as far as hand-written pages may link to them."""

    def __init__(self, site: Site, plan: Plan) -> None:
        self._site = site
        listed = (*plan.listed(), *entry_paths(site))
        self._uris = {file_of(path) for page in listed for path in page.paths.values()}
        self._uris |= {uri for task in plan.shards if task.shard for uri in task.shard.files}

    def __contains__(self, uri: object) -> bool:
        return uri in self._uris


@dataclass(frozen=True, slots=True)
class _Work:
    """What a process does: a task at a time."""

    site: Site
    target: Target

    def do(self, order: Order) -> Rendered:
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


def _layout_text(theme: Path, prefix: str) -> str:
    return (theme / f"{prefix}{PLATE_URI}index.html").read_text(encoding="utf-8")


def _files_in(top: Path) -> Iterator[tuple[str, int, int]]:
    """Yield every file of a folder: its uri, its size in bytes and its time in nanoseconds."""
    base = len(str(top)) + 1
    waiting = [str(top)]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as items:
                for item in items:
                    if item.is_dir(follow_symlinks=False):
                        waiting.append(item.path)
                    else:
                        state = item.stat(follow_symlinks=False)
                        yield item.path[base:], state.st_size, state.st_mtime_ns
        except OSError:
            continue

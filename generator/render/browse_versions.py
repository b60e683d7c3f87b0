"""The packages and versions of which anything is known: a table of them, and a page for each package."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from packaging.version import InvalidVersion, Version

from generator.content.model import VersionRow
from generator.judge.catalogue import JudgedEntry
from generator.judge.environment_diff import main_versions
from generator.judge.version_table import Result, stated_rows
from generator.publish.output import SiteFile
from generator.render.collection import PAGE_SIZE, Collection, Listed, Parts, Shard
from generator.render.entry import Site
from generator.render.labels import N_
from generator.render.sections import by_label, fixed, last_change, list_pages, list_shards, paged, sections_of

TITLE = N_("By framework and version")
DESCRIPTION = N_("Which entries were tested with which version of which framework, or state something about one.")
STATED = ""  # in the place of a version: what is stated, of whatever versions


@dataclass(frozen=True, slots=True)
class Tested:
    """That programs of an entry ran with one version of a package."""

    package: str
    version: str
    results: tuple[Result, ...]
    """What its reproductions did there; nothing where only other programs of it ran."""


@dataclass(frozen=True, slots=True)
class Known:
    """What an entry knows of versions."""

    tested: tuple[Tested, ...]
    stated: tuple[VersionRow, ...]


def known_of(entry: JudgedEntry) -> Known:
    """Return the versions with which any program of an entry ran, and what it states of any."""
    result_in = {row.environment.id: row.result for row in entry.tested}
    found: dict[tuple[str, str], dict[Result, None]] = {}
    for item in entry.judged:
        for verdict in item.verdicts:
            if not verdict.ran or verdict.environment is None:
                continue
            for package, version in main_versions(verdict.environment, item.needs).items():
                results = found.setdefault((package, version), {})
                if item.role == "reproduce":
                    results[result_in[verdict.environment.id]] = None
    tested = (Tested(*place, tuple(results)) for place, results in found.items() if place[0] != "Python")
    return Known(tuple(tested), stated_rows(entry.loaded.entry))


class Versions(Collection[Known]):
    """The table of packages, and the page of each: what was tested by version, and what is stated."""

    name = "versions"

    def __init__(self, size: int = PAGE_SIZE) -> None:
        """Set how many entries a page lists at most."""
        self.size = size

    def part(self, site: Site, entry: JudgedEntry) -> Known | None:
        """Return what the entry knows of versions."""
        del site
        known = known_of(entry)
        return known if known.tested or known.stated else None

    def labels(self, part: Known) -> tuple[str, ...]:
        """Return each package and version with which it was tested, and each package of which it states something."""
        stated = dict.fromkeys(row.package for row in part.stated)
        return (
            *(f"{one.package} {one.version}" for one in part.tested),
            *(f"{package} {STATED}" for package in stated),
        )

    def shards(self, site: Site, parts: Parts[Known]) -> Iterator[Shard]:
        """Yield the table's shard, and one for each page of each package."""
        found = _by_package(parts)
        newest = last_change(site)
        yield _table(site, found)
        for package, versions in found.items():
            paths = {code: site.addresses.browse(code, f"versions/{package}") for code in site.locales}
            yield from list_shards(site, package, paths, paged(versions, self.size), newest)

    def render(self, site: Site, shard: Shard, parts: Parts[Known]) -> Iterator[SiteFile]:
        """Yield the table, or one page of a package, in every language."""
        if not shard.entries:
            values = {"packages": json.loads(shard.facts[0])}
            return list_pages(site, shard, "browse_versions.html", fixed(TITLE, DESCRIPTION), values)
        package = shard.name.rpartition(" ")[0]
        found = dict(parts.of(shard.entries))
        sections = [
            (
                section,
                [(site.catalogue.by_id[name], _shown(found[name], package, section.name)) for name in section.entries],
            )
            for section in sections_of(shard)
        ]
        values = {"package": package, "sections": sections}
        return list_pages(site, shard, "browse_package.html", fixed(package, DESCRIPTION), values)


def _by_package(parts: Parts[Known]) -> dict[str, dict[str, dict[str, int]]]:
    """Return the entries of each version of each package: the most frequent package and the newest version first."""
    found: dict[str, dict[str, dict[str, int]]] = defaultdict(dict)
    for label, entries in by_label(parts).items():
        package, _space, version = label.partition(" ")
        found[package][version] = entries
    frequent = sorted(found, key=lambda package: (-_count(found[package]), package))
    return {package: dict(sorted(found[package].items(), key=_order, reverse=True)) for package in frequent}


def _order(item: tuple[str, object]) -> tuple[bool, Version]:
    version, _entries = item
    try:
        return version != STATED, Version(version)
    except InvalidVersion:
        return version != STATED, Version("0")


def _count(versions: Mapping[str, Mapping[str, int]]) -> int:
    return len({entry_id for ids in versions.values() for entry_id in ids})


def _table(site: Site, found: Mapping[str, Mapping[str, Mapping[str, int]]]) -> Shard:
    """Return the shard of the table of packages: how many entries each version has, and how many state something."""
    rows = [
        (
            package,
            [(version, len(ids)) for version, ids in versions.items() if version != STATED],
            len(versions.get(STATED, ())),
        )
        for package, versions in found.items()
    ]
    paths = {code: site.addresses.browse(code, "versions") for code in site.locales}
    return Shard("table", pages=(Listed(paths, last_change(site)),), facts=(json.dumps(rows),))


def _shown(known: Known, package: str, version: str) -> tuple[Result, ...] | list[VersionRow]:
    """Return what a package's page shows of an entry below one heading."""
    if version == STATED:
        return [row for row in known.stated if row.package == package]
    return next(one.results for one in known.tested if (one.package, one.version) == (package, version))

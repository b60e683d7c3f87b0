"""Packages and versions: a table of them, a page for each package, and one for what changes between two versions."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from packaging.version import Version

from generator.content.model import VersionRow
from generator.judge.catalogue import EntryRef, JudgedEntry
from generator.judge.environment_diff import main_versions
from generator.judge.version_table import Result, order_of, stated_rows
from generator.publish.output import SiteFile
from generator.render.collection import PAGE_SIZE, Collection, Listed, Parts, Shard
from generator.render.entry import Site
from generator.render.labels import N_, ROLES
from generator.render.sections import (
    Heading,
    Section,
    by_label,
    fixed,
    last_change,
    list_pages,
    list_shards,
    paged,
    sections_of,
)
from generator.render.templates import PageContext
from generator.render.version_changes import (
    KINDS,
    Change,
    Compared,
    RanClaim,
    Tally,
    changes,
    labels_of,
    ran_claims,
    tallies,
)

TITLE = N_("By framework and version")
OF_PACKAGE = N_("%(package)s: errors by version")
DESCRIPTION = N_("Which entries were tested with which version of which framework, or state something about one.")
CHANGES = N_("What changes from %(package)s %(older)s to %(newer)s")
CHANGES_DESCRIPTION = N_(
    "Errors that appear, vanish or change their words from %(package)s %(older)s to %(newer)s, by runs with both."
)
STATED = ""  # in the place of a version: what is stated, of whatever versions
TESTED = "tested"  # the section with what was tested, of any version
OTHERS = "others"  # in the place of a result: only other programs of an entry ran
# No colour for an error that is raised as said: it is neither good nor bad news.
SIGNS = {"reproduced": "●", "partly": "◐", "not_reproduced": "○", "otherwise": "✗", OTHERS: "◌"}
TONES = {"reproduced": "plain", "partly": "part", "not_reproduced": "good", "otherwise": "bad", OTHERS: "plain"}


class Tested(NamedTuple):
    """That programs of an entry ran with one version of a package."""

    package: str
    version: str
    results: tuple[Result, ...]
    """What its reproductions did there; nothing where only other programs of it ran."""


Shown = dict[str, tuple[Result, ...] | list[VersionRow]]


@dataclass(frozen=True, slots=True)
class Known:
    """What an entry knows of versions."""

    tested: tuple[Tested, ...]
    stated: tuple[VersionRow, ...]
    ran: tuple[RanClaim, ...]


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
    return Known(tuple(tested), stated_rows(entry.loaded.entry), ran_claims(entry))


class Versions(Collection[Known]):
    """The table of packages, and the page of each: what was tested by version, what is stated, and what changes."""

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
            *labels_of(part.ran),
        )

    def shards(self, site: Site, parts: Parts[Known]) -> Iterator[Shard]:
        """Yield the table's shard, and one for each page of each package and of each two versions that differ."""
        found = _by_package(parts)
        compared = tallies((entry_id, parts.labels(entry_id)) for entry_id in parts.ids)
        newest = last_change(site)
        yield _table(site, found)
        for package, versions in found.items():
            paths = {code: site.addresses.browse(code, f"versions/{package}") for code in site.locales}
            tally = compared.get(package, Tally())
            pairs = [(*pair, *tally.compared(pair)) for pair in tally.all_pairs()]
            tested = [version for version in versions if version != STATED]
            for shard in list_shards(site, package, paths, paged(_lists(versions), self.size), newest):
                yield _with_fact(shard, {"pairs": pairs, "versions": tested})
            for older, newer, *counts in pairs:
                if counts[0]:
                    yield from self._pair_shards(site, tally, package, (older, newer))

    def _pair_shards(self, site: Site, tally: Tally, package: str, pair: tuple[str, str]) -> Iterator[Shard]:
        paths = {code: site.addresses.changes(code, package, *pair) for code in site.locales}
        fact = (package, *pair, *tally.compared(pair))
        listed = tally.listed(pair)
        newest = last_change(site, {entry_id for ids in listed.values() for entry_id in ids})
        for shard in list_shards(site, " ".join((package, *pair)), paths, paged(listed, self.size), newest):
            yield _with_fact(shard, fact)

    def render(self, site: Site, shard: Shard, parts: Parts[Known]) -> Iterator[SiteFile]:
        """Yield the table, or one page of a package or of two of its versions, in every language."""
        if not shard.entries:
            values = {"packages": json.loads(shard.facts[0])}
            return list_pages(site, shard, "browse_versions.html", fixed(TITLE, DESCRIPTION), values)
        package, *pair = shard.name.rpartition(" ")[0].split(" ")
        fact = json.loads(shard.facts[1])
        if pair:
            changed = {name: tuple(changes(known.ran, package, *pair)) for name, known in parts.of(shard.entries)}
            return _pair_pages(site, shard, changed, (package, *pair), Compared(*fact[3:]))
        found = {name: _shown(known, package) for name, known in parts.of(shard.entries)}
        sections = [
            (section, [(site.catalogue.by_id[name], found[name]) for name in section.entries])
            for section in sections_of(shard)
        ]
        given = fact["pairs"] if shard.number == 1 else []
        pairs = [(older, newer, Compared(*counts)) for older, newer, *counts in given]
        compared = [pair for pair in pairs if pair[-1].compared]
        apart = [pair for pair in pairs if not pair[-1].compared]
        values = {"package": package, "sections": sections, "pairs": compared, "apart": apart, "signs": SIGNS}
        values |= {"tones": TONES, "versions": fact["versions"], "others": OTHERS, "shown": _results(sections)}
        return list_pages(site, shard, "browse_package.html", _of_package(package), values)


def _of_package(package: str) -> Heading:
    return lambda words: (words.texts.gettext(OF_PACKAGE) % {"package": package}, words.texts.gettext(DESCRIPTION))


def _by_package(parts: Parts[Known]) -> dict[str, dict[str, dict[str, int]]]:
    """Return the entries of each version of each package: the most frequent package and the newest version first."""
    found: dict[str, dict[str, dict[str, int]]] = defaultdict(dict)
    for label, entries in by_label(parts).items():
        package, version, *counts = label.split(" ")
        if not counts:
            found[package][version] = entries
    frequent = sorted(found, key=lambda package: (-_count(found[package]), package))
    return {package: dict(sorted(found[package].items(), key=_order, reverse=True)) for package in frequent}


def _lists(versions: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """Return the entries below each heading of a package's page: tested with any version, and with what they state."""
    tested = sorted({entry_id for version, ids in versions.items() if version != STATED for entry_id in ids})
    lists = {TESTED: dict.fromkeys(tested, 1), STATED: dict(versions.get(STATED, {}))}
    return {name: ids for name, ids in lists.items() if ids}


def _order(item: tuple[str, object]) -> tuple[bool, Version]:
    version, _entries = item
    return version != STATED, order_of(version)


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


def _shown(known: Known, package: str) -> Shown:
    """Return what a package's page shows of an entry, by version, and what is stated."""
    tested: Shown = {one.version: one.results for one in known.tested if one.package == package}
    return tested | {STATED: [row for row in known.stated if row.package == package]}


def _results(sections: Sequence[tuple[Section, Sequence[tuple[EntryRef, Shown]]]]) -> frozenset[str]:
    """Return which results the table of a page shows."""
    rows = [known for section, found in sections if section.name for _entry, known in found]
    cells = [results for known in rows for version, results in known.items() if version != STATED]
    return frozenset(str(result) for results in cells for result in results or (OTHERS,))


def _with_fact(shard: Shard, fact: object) -> Shard:
    return replace(shard, facts=(*shard.facts, json.dumps(fact)))


def _pair_pages(
    site: Site, shard: Shard, found: Mapping[str, Sequence[Change]], versions: Sequence[str], counts: Compared
) -> Iterator[SiteFile]:
    """Yield the page of what changes from one version of a package to another, in every language."""
    package, older, newer = versions
    names = {"package": package, "older": older, "newer": newer}

    def heading(words: PageContext) -> tuple[str, str]:
        return words.texts.gettext(CHANGES) % names, words.texts.gettext(CHANGES_DESCRIPTION) % names

    sections = []
    for section in sections_of(shard):
        shown = [
            (site.catalogue.by_id[name], [one for one in found[name] if one.kind == section.name])
            for name in section.entries
        ]
        sections.append((section, shown))
    values = {**names, "sections": sections, "counts": counts, "kinds": KINDS, "roles": ROLES}
    return list_pages(site, shard, "browse_changes.html", heading, values)

"""Ways into the entries other than search: by recovery, verdict, framework version, date; and the page that lists them.

Domains, status codes, permalinks, evidence and what was found have pages of their own; the list leads there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from packaging.version import InvalidVersion, Version

from generator.content.model import Cause, Change, Recovery, VersionRow
from generator.judge.catalogue import Catalogue, JudgedEntry
from generator.judge.environment_diff import main_versions
from generator.judge.summary import Badge
from generator.judge.version_table import Result, stated_rows
from generator.publish.output import SiteFile
from generator.render import labels
from generator.render.entry import PageHead, Site, label_values, stamp
from generator.render.findings import Found
from generator.render.labels import N_
from generator.render.map import error_map
from generator.render.templates import render

NEWEST = 100  # changes on one page
WORST_FIRST: tuple[Recovery, ...] = ("replace-hardware", "reboot", "reset-gpu", "restart-process", "retry", "none")
NO_GPU = "no_gpu"
# Page below /browse/ → title and description.
PAGES: dict[str, tuple[str, str]] = {
    "": (
        N_("Browse"),
        N_("GPU errors by domain, status code, recovery, verdict, framework version and date, and as a map."),
    ),
    "recovery": (
        N_("By recovery"),
        N_("Which GPU errors need a reboot, a reset of the GPU or a new process, and which are over when fixed."),
    ),
    "verdict": (
        N_("By verdict"),
        N_("Which entries are verified by runs, which in part, and what has not been run yet, with the reasons."),
    ),
    "versions": (
        N_("By framework and version"),
        N_("Which entries were tested with which version of which framework, or state something about one."),
    ),
    "newest": (N_("Newest changes"), N_("New and changed entries, by day, and what was run on that day.")),
    "map": (
        N_("Map of errors"),
        N_("Which GPU error leads to which, and which are mistaken for each other."),
    ),
}


@dataclass(frozen=True, slots=True)
class Tested:
    """That programs of an entry ran with one version of a framework."""

    entry: JudgedEntry
    results: tuple[Result, ...]
    """What its reproductions did there; nothing where only other programs of it ran."""


@dataclass(frozen=True, slots=True)
class Package:
    """What is known of the versions of one package: tested points, the newest first, and what is stated."""

    name: str
    tested: tuple[tuple[str, tuple[Tested, ...]], ...]
    stated: tuple[tuple[JudgedEntry, tuple[VersionRow, ...]], ...]

    @property
    def entries(self) -> int:
        """Return how many entries say anything of it."""
        shown = {one.entry.id for _version, entries in self.tested for one in entries}
        return len(shown | {entry.id for entry, _rows in self.stated})


@dataclass(frozen=True, slots=True)
class Recovering:
    """An entry under a recovery."""

    entry: JudgedEntry
    causes: tuple[Cause, ...]
    """The causes that need it, where others of the entry need something else; else none."""


@dataclass(frozen=True, slots=True)
class Day:
    """What changed on one day, and how many programs were run on it, in how many environments."""

    date: date
    changes: tuple[tuple[JudgedEntry, Change], ...]
    runs: int
    environments: int


def browse_paths(catalogue: Catalogue) -> Iterator[str]:
    """Yield the name of every page below /browse/."""
    yield from PAGES
    yield from (f"versions/{package.name}" for package in packages_of(catalogue))


def browse_pages(site: Site) -> Iterator[SiteFile]:
    """Yield every way in, in every language."""
    catalogue = site.catalogue
    packages = packages_of(catalogue)
    values: dict[str, object] = {
        "site": catalogue.site,
        "roles": labels.ROLES,
        "by_recovery": by_recovery(catalogue),
        "late": [entry for entry in catalogue.entries if entry.loaded.entry.reported == "asynchronously"],
        "by_badge": by_badge(catalogue),
        "waiting": waiting_for_a_gpu(catalogue),
        "not_run": not_run(catalogue),
        "packages": packages,
        "days": newest(catalogue),
        "map": error_map(catalogue),
        "pages": PAGES,
        **label_values(),
    }
    for name, (title, description) in PAGES.items():
        template = f"browse_{name}.html" if name else "browse.html"
        yield from _in_every_language(site, name, template, (title, description), values)
    for package in packages:
        title, description = package.name, PAGES["versions"][1]
        shown = {**values, "package": package}
        yield from _in_every_language(
            site, f"versions/{package.name}", "browse_package.html", (title, description), shown
        )


def _in_every_language(
    site: Site, name: str, template: str, texts: tuple[str, str], values: dict[str, object]
) -> Iterator[SiteFile]:
    paths = {code: site.addresses.browse(code, name) for code in site.locales}
    for locale, path in paths.items():
        title, description = (site.texts(locale).gettext(text) for text in texts)
        head = PageHead(title, description, paths, site.addresses.absolute(path), wide=name == "map")
        body = render(template, site.words(locale, path), title=title, **values)
        yield stamp(site, locale, path, head, body)


def by_recovery(catalogue: Catalogue) -> dict[Recovery, list[Recovering]]:
    """Return the entries by what it takes to recover, the hardest first; also what no entry needs.

    An entry stands under each recovery that one of its causes needs, with these causes.
    """
    found: dict[Recovery, list[Recovering]] = {recovery: [] for recovery in WORST_FIRST}
    for entry in catalogue.entries:
        authored = entry.loaded.entry
        needed = [authored.recovery_of(cause) for cause in authored.causes]
        for recovery in dict.fromkeys(needed):
            causes = [cause for cause, own in zip(authored.causes, needed, strict=True) if own == recovery]
            found[recovery].append(Recovering(entry, () if len(set(needed)) == 1 else tuple(causes)))
    return found


def by_badge(catalogue: Catalogue) -> dict[Badge, list[JudgedEntry]]:
    """Return the entries by badge, leaving out badges that none has."""
    found: dict[Badge, list[JudgedEntry]] = defaultdict(list)
    for entry in catalogue.entries:
        found[entry.summary.badge].append(entry)
    return dict(sorted(found.items(), key=lambda item: list(labels.BADGES).index(item[0])))


def _unrun(entry: JudgedEntry) -> Iterator[Found]:
    return (Found(entry, item) for item in entry.judged if item.verdict.word == "not_run")


def waiting_for_a_gpu(catalogue: Catalogue) -> list[tuple[JudgedEntry, list[Found]]]:
    """Return the claims that wait for nothing but a GPU, by entry."""
    found = (
        (entry, [one for one in _unrun(entry) if one.item.verdict.reason == NO_GPU]) for entry in catalogue.entries
    )
    return [(entry, claims) for entry, claims in found if claims]


def not_run(catalogue: Catalogue) -> list[tuple[JudgedEntry, list[Found]]]:
    """Return the claims that did not run for any other reason, by entry."""
    found = (
        (entry, [one for one in _unrun(entry) if one.item.verdict.reason != NO_GPU]) for entry in catalogue.entries
    )
    return [(entry, claims) for entry, claims in found if claims]


def packages_of(catalogue: Catalogue) -> tuple[Package, ...]:
    """Return every package that an entry was tested with or states something about, the most frequent first."""
    tested: dict[str, dict[str, list[Tested]]] = defaultdict(lambda: defaultdict(list))
    stated: dict[str, list[tuple[JudgedEntry, tuple[VersionRow, ...]]]] = defaultdict(list)
    for entry in catalogue.entries:
        for (name, version), results in _tested_with(entry).items():
            tested[name][version].append(Tested(entry, results))
        rows = stated_rows(entry.loaded.entry)
        for name in dict.fromkeys(row.package for row in rows):
            stated[name].append((entry, tuple(row for row in rows if row.package == name)))
    found = (
        Package(
            name,
            tuple(
                (version, tuple(tested[name][version])) for version in sorted(tested[name], key=_order, reverse=True)
            ),
            tuple(stated[name]),
        )
        for name in {**tested, **stated}
    )
    return tuple(sorted(found, key=lambda package: (-package.entries, package.name)))


def _tested_with(entry: JudgedEntry) -> dict[tuple[str, str], tuple[Result, ...]]:
    """Return the framework versions with which any program of an entry ran, and what its reproductions did there."""
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
    return {key: tuple(results) for key, results in found.items() if key[0] != "Python"}


def _order(version: str) -> Version:
    try:
        return Version(version)
    except InvalidVersion:
        return Version("0")


def newest(catalogue: Catalogue) -> list[Day]:
    """Return what changed last, by day, the newest day first."""
    changes = [(entry, change) for entry in catalogue.entries for change in entry.loaded.entry.history]
    changes.sort(key=lambda one: (-one[1].date.toordinal(), one[0].id))
    runs: dict[date, list[str]] = defaultdict(list)
    for entry in catalogue.entries:
        for day, environment in _runs(entry):
            runs[day].append(environment)
    shown = changes[:NEWEST]
    days = sorted({change.date for _entry, change in shown}, reverse=True)
    return [
        Day(
            day,
            tuple(one for one in shown if one[1].date == day),
            len(runs[day]),
            len(set(runs[day])),
        )
        for day in days
    ]


def _runs(entry: JudgedEntry) -> Iterable[tuple[date, str]]:
    seen = {
        (verdict.observation.snippet, verdict.environment.id): date.fromisoformat(verdict.observation.date)
        for item in entry.judged
        for verdict in item.verdicts
        if verdict.observation and verdict.environment
    }
    return ((day, environment) for (_snippet, environment), day in seen.items())

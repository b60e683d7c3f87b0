"""New and changed entries by day, and what was run on these days."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from generator.content.model import Text
from generator.judge.catalogue import JudgedEntry
from generator.publish.output import SiteFile
from generator.render.collection import Collection, Listed, Parts, Shard
from generator.render.entry import Site
from generator.render.labels import N_
from generator.render.sections import fixed, last_change, list_pages

TITLE = N_("Newest changes")
DESCRIPTION = N_("New and changed entries, by day, and what was run on that day.")
LONGEST = 100  # changes on the page


@dataclass(frozen=True, slots=True)
class Days:
    """When an entry changed, and when its programs ran. Days are written as YYYY-MM-DD."""

    changes: tuple[tuple[str, Text], ...]
    runs: tuple[tuple[str, str, int], ...]
    """A day, the id of an environment, and how many programs ran there on that day."""


def days_of(entry: JudgedEntry) -> Days:
    """Return when an entry changed and when its programs ran."""
    seen = {
        (verdict.observation.snippet, verdict.environment.id): verdict.observation.date
        for item in entry.judged
        for verdict in item.verdicts
        if verdict.observation and verdict.environment
    }
    runs = Counter((day, environment) for (_program, environment), day in seen.items())
    return Days(
        tuple((change.date.isoformat(), change.text) for change in entry.loaded.entry.history),
        tuple((day, environment, number) for (day, environment), number in runs.items()),
    )


class Newest(Collection[Days]):
    """The page of the newest changes."""

    name = "newest"

    def __init__(self, size: int = LONGEST) -> None:
        """Set how many changes the page lists."""
        self.size = size

    def part(self, site: Site, entry: JudgedEntry) -> Days:
        """Return when the entry changed and when its programs ran."""
        del site
        return days_of(entry)

    def labels(self, part: Days) -> tuple[str, ...]:
        """Return the day of each change, and the runs of each day."""
        return (
            *(f"changed {day}" for day, _text in part.changes),
            *(f"ran {day} {environment} {number}" for day, environment, number in part.runs),
        )

    def shards(self, site: Site, parts: Parts[Days]) -> Iterator[Shard]:
        """Yield the one shard. Its fact: each day with its runs, their environments, and its changes by entry."""
        changes: list[tuple[str, str]] = []
        ran: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for entry_id in parts.ids:
            for label in parts.labels(entry_id):
                kind, day, *run = label.split()
                if kind == "changed":
                    changes.append((day, entry_id))
                else:
                    ran[day].append((run[0], int(run[1])))
        changes.sort(key=lambda change: (-date.fromisoformat(change[0]).toordinal(), change[1]))
        days = [
            (
                day,
                sum(number for _environment, number in ran[day]),
                len({environment for environment, _number in ran[day]}),
                Counter(entry_id for _day, entry_id in found),
            )
            for day, found in groupby(changes[: self.size], key=lambda change: change[0])
        ]
        shown = tuple(dict.fromkeys(entry_id for _day, entry_id in changes[: self.size]))
        paths = {code: site.addresses.browse(code, "newest") for code in site.locales}
        yield Shard("newest", shown, (Listed(paths, last_change(site)),), facts=(json.dumps(days),))

    def render(self, site: Site, shard: Shard, parts: Parts[Days]) -> Iterator[SiteFile]:
        """Yield the page in every language."""
        found = dict(parts.of(shard.entries))
        days = [
            (
                date.fromisoformat(day),
                runs,
                environments,
                [
                    (site.catalogue.by_id[name], text)
                    for name, number in changed.items()
                    for text in _texts(found[name], day)[:number]
                ],
            )
            for day, runs, environments, changed in json.loads(shard.facts[0])
        ]
        return list_pages(site, shard, "browse_newest.html", fixed(TITLE, DESCRIPTION), {"days": days})


def _texts(days: Days, day: str) -> list[Text]:
    return [text for changed, text in days.changes if changed == day]

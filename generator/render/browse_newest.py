"""New and changed entries by day, and what was run on these days."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from generator.content.model import Text
from generator.judge.catalogue import JudgedEntry
from generator.publish.output import SiteFile
from generator.render.collection import Collection, Listed, Parts, Shard
from generator.render.entry import Site
from generator.render.labels import N_
from generator.render.sections import by_label, fixed, last_change, list_pages

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
        changed: dict[str, dict[str, int]] = {}
        ran: dict[str, Counter[str]] = defaultdict(Counter)
        for label, entries in by_label(parts).items():
            kind, day, *run = label.split()
            if kind == "changed":
                changed[day] = entries
            else:
                environment, number = run
                ran[day][environment] += int(number) * len(entries)
        newest = {day: dict(sorted(changed[day].items())) for day in sorted(changed, reverse=True)}
        days = [(day, ran[day].total(), len(ran[day]), entries) for day, entries in _first(newest, self.size).items()]
        shown = tuple(dict.fromkeys(entry_id for *_day, entries in days for entry_id in entries))
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


def _first(changes: Mapping[str, Mapping[str, int]], size: int) -> dict[str, dict[str, int]]:
    """Return so many changes: day → entry → how many it has on that day."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for day, entries in changes.items():
        for entry_id, number in entries.items():
            if size > 0:
                found[day][entry_id] = min(number, size)
            size -= number
    return found


def _texts(days: Days, day: str) -> list[Text]:
    return [text for changed, text in days.changes if changed == day]

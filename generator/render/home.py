"""What the home page shows besides the look-up box: errors people often ask about, domains, what was run last."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from generator.evidence.records import Environment
from generator.judge.catalogue import Catalogue
from generator.render.entry import Site, label_values
from generator.render.evidence import environments_of
from generator.render.findings import Found, found_in
from generator.render.templates import render

NEWEST = 5  # environments, and refuted statements


@dataclass(frozen=True, slots=True)
class RanLast:
    """An environment, the day of its last run that a page shows, and the number of programs that ran."""

    environment: Environment
    day: date
    runs: int


def home_parts(site: Site, locale: str, path: str) -> str:
    """Render what stands below the box on the home page."""
    catalogue = site.catalogue
    often = [entry for entry_id in catalogue.site.often if (entry := catalogue.find(entry_id))]
    return render(
        "home.html",
        site.words(locale, path),
        often=often,
        domains=[
            (domain, title, entries)
            for domain, title in catalogue.site.domains.items()
            if (entries := catalogue.of_domain(domain))
        ],
        newest=ran_last(catalogue)[:NEWEST],
        refuted=one_of_each(catalogue, found_in(catalogue, "claim", "refuted"))[:NEWEST],
        **label_values(),
    )


def ran_last(catalogue: Catalogue) -> list[RanLast]:
    """Return the environments with shown runs: the one that ran last first, and where days are equal, by its runs."""
    days: dict[str, dict[tuple[str, str], date]] = {}
    for entry in catalogue.entries:
        for item in entry.judged:
            for verdict in item.verdicts:
                if verdict.environment and verdict.observation:
                    program = (entry.id, verdict.observation.snippet)
                    day = date.fromisoformat(verdict.observation.date)
                    days.setdefault(verdict.environment.id, {})[program] = day
    found = [
        RanLast(one, max(days[one.id].values()), len(days[one.id]))
        for one in environments_of(catalogue)
        if one.id in days
    ]
    return sorted(found, key=lambda one: (one.day, one.runs), reverse=True)


def one_of_each(catalogue: Catalogue, found: tuple[Found, ...]) -> list[Found]:
    """Return the first statement of each entry; those of the entries that people need most come first."""
    order = {entry_id: place for place, entry_id in enumerate(catalogue.site.often)}
    first: dict[str, Found] = {}
    for one in found:
        first.setdefault(one.entry.id, one)
    return sorted(first.values(), key=lambda one: order.get(one.entry.id, len(order)))

"""Pages about runs: entries × environments at a glance, and one page per environment with its full record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from generator.content.model import Text
from generator.evidence.records import Environment
from generator.judge.catalogue import Catalogue, JudgedEntry
from generator.judge.verdicts import JudgedClaim, Verdict
from generator.publish.output import SiteFile
from generator.render import labels
from generator.render.claims import title_of
from generator.render.entry import PageHead, Site, label_values, stamp
from generator.render.labels import N_, Label, label_of
from generator.render.templates import render

TITLE = N_("Evidence")
NOT_RUN = "not_run"

# How many claims came out how, in the order in which a bar shows them.
Tally = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Run:
    """One claim of an entry and what its run in an environment means."""

    entry: JudgedEntry
    item: JudgedClaim
    verdict: Verdict

    @property
    def label(self) -> Label:
        """Return how the verdict is shown."""
        return label_of(self.item, self.verdict)

    @property
    def outcome(self) -> str:
        """Return the word under which the verdict is counted."""
        return labels.outcome_of(self.verdict)

    @property
    def title(self) -> Text:
        """Return what the claim is called on its entry's page."""
        return title_of(self.entry, self.item)


def environments_of(catalogue: Catalogue) -> tuple[Environment, ...]:
    """Return every environment that a shown run comes from: those with a GPU first, then by name."""
    found = {run.verdict.environment.id: run.verdict.environment for run in _runs(catalogue) if run.verdict.environment}
    return tuple(sorted(found.values(), key=lambda environment: (not environment.gpus, environment.name)))


def _runs(catalogue: Catalogue) -> Iterator[Run]:
    for entry in catalogue.entries:
        for item in entry.judged:
            for verdict in item.verdicts:
                if verdict.environment:
                    yield Run(entry, item, verdict)


def _tally(outcomes: Iterable[str]) -> Tally:
    counted = Counter(outcomes)
    return tuple((word, counted[word]) for word in labels.OUTCOMES if counted[word])


def _outcomes_in(environment: Environment, entry: JudgedEntry) -> list[str]:
    """Return one word for each claim of an entry: what its run in an environment showed, or that there was none."""
    return [
        next(
            (
                labels.outcome_of(verdict)
                for verdict in item.verdicts
                if verdict.environment and verdict.environment.id == environment.id
            ),
            NOT_RUN,
        )
        for item in entry.judged
    ]


@dataclass(frozen=True, slots=True)
class Matrix:
    """What is counted: each entry in each environment where it ran, each environment, and every claim once."""

    cells: dict[tuple[str, str], Tally]
    columns: dict[str, Tally]
    together: Tally

    @property
    def legend(self) -> tuple[str, ...]:
        """Return the words that occur anywhere."""
        found = {word for tally in (*self.columns.values(), self.together) for word, _count in tally}
        return tuple(word for word in labels.OUTCOMES if word in found)


def count_outcomes(catalogue: Catalogue, environments: Iterable[Environment]) -> Matrix:
    """Count how the claims of a catalogue came out."""
    cells: dict[tuple[str, str], Tally] = {}
    columns: dict[str, Tally] = {}
    for environment in environments:
        everything: list[str] = []
        for entry in catalogue.entries:
            outcomes = _outcomes_in(environment, entry)
            everything.extend(outcomes)
            if set(outcomes) != {NOT_RUN}:
                cells[entry.id, environment.id] = _tally(outcomes)
        columns[environment.id] = _tally(everything)
    leading = [item.verdict for entry in catalogue.entries for item in entry.judged]
    words = (labels.outcome_of(verdict) if verdict.environment else NOT_RUN for verdict in leading)
    return Matrix(cells, columns, _tally(words))


def evidence_pages(site: Site) -> Iterator[SiteFile]:
    """Yield the table of entries and environments, and the page of each environment, in every language."""
    catalogue = site.catalogue
    environments = environments_of(catalogue)
    matrix = count_outcomes(catalogue, environments)
    shared = {**label_values(), "outcomes": labels.OUTCOMES, "site": catalogue.site}
    values: dict[str, object] = {"environments": environments, "matrix": matrix, **shared}
    yield from _in_every_language(site, "", "evidence.html", TITLE, values)
    runs = list(_runs(catalogue))
    for environment in environments:
        here = [run for run in runs if run.verdict.environment and run.verdict.environment.id == environment.id]
        values = {
            "environment": environment,
            "runs": here,
            "tally": matrix.columns[environment.id],
            "counts": dict(_tally(run.outcome for run in here)),
            "roles": labels.ROLES,
            "mode_names": labels.MODE_NAMES,
            "isolation_names": labels.ISOLATION,
            **shared,
        }
        yield from _in_every_language(site, environment.id, "environment.html", environment.name, values)


def _in_every_language(
    site: Site, name: str, template: str, title: str, values: dict[str, object]
) -> Iterator[SiteFile]:
    paths = {code: site.addresses.evidence(code, name) for code in site.locales}
    for locale, path in paths.items():
        shown = site.texts(locale).gettext(title)
        head = PageHead(shown, shown, paths, site.addresses.absolute(path), wide=True)
        yield stamp(site, locale, path, head, render(template, site.words(locale, path), **values))

"""Pages about runs: entries × environments at a glance, and one page per environment with its full record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalogue import Catalogue, JudgedEntry
from generator.evidence import Environment
from generator.outputs import SiteFile
from generator.render.labels import N_, Label, label_of
from generator.render.locales import translations
from generator.render.pages import PageHead, Site, label_values, stamp
from generator.render.templates import render
from generator.verdicts import JudgedClaim, Verdict

TITLE = N_("Evidence")


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


def _cells(runs: list[Run]) -> dict[tuple[str, str], list[tuple[Label, int]]]:
    """Count the verdicts of each entry in each environment, by how they are shown."""
    counted: dict[tuple[str, str], dict[Label, int]] = {}
    for run in runs:
        if run.verdict.environment:
            cell = counted.setdefault((run.entry.id, run.verdict.environment.id), {})
            cell[run.label] = cell.get(run.label, 0) + 1
    return {key: list(cell.items()) for key, cell in counted.items()}


def evidence_pages(site: Site) -> Iterator[SiteFile]:
    """Yield the table of entries and environments, and the page of each environment, in every language."""
    environments = environments_of(site.catalogue)
    runs = list(_runs(site.catalogue))
    legend = sorted({run.label for run in runs})
    values = {"environments": environments, "cells": _cells(runs), "legend": legend, **label_values()}
    yield from _in_every_language(site, "", "evidence.html", TITLE, values)
    for environment in environments:
        here = [run for run in runs if run.verdict.environment and run.verdict.environment.id == environment.id]
        values = {"environment": environment, "runs": here, **label_values()}
        yield from _in_every_language(site, environment.id, "environment.html", environment.name, values)


def _in_every_language(
    site: Site, name: str, template: str, title: str, values: dict[str, object]
) -> Iterator[SiteFile]:
    paths = {code: site.addresses.evidence(code, name) for code in site.locales}
    for locale, path in paths.items():
        shown = translations(locale).gettext(title)
        head = PageHead(shown, shown, paths, site.addresses.absolute(path))
        yield stamp(site, locale, path, head, render(template, site.words(locale, path), **values))

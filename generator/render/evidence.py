"""Pages about runs: entries × environments at a glance, and one page per environment with its full record."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from generator.content.model import Role, Text
from generator.evidence.records import Environment, Mode, Observation
from generator.judge.catalogue import JudgedEntry
from generator.judge.verdicts import JudgedClaim, Verdict, verdicts_in
from generator.publish.output import SiteFile
from generator.render import labels
from generator.render.claims import title_of
from generator.render.collection import PAGE_SIZE, Collection, Listed, Parts, Shard, numbered
from generator.render.entry import Site
from generator.render.environments import in_order, records
from generator.render.labels import N_, Label, label_for
from generator.render.sections import Heading, Section, last_change, list_pages, list_shards, paged, sections_of
from generator.render.tallies import NOT_RUN, TOGETHER, Counts, Matrix, Tally, read_label, tally, write_label
from generator.render.templates import PageContext

TITLE = N_("Evidence")
MATRIX_SIZE = 200  # entries in a table: a row has a cell for each environment, so it is heavier than that of a list
RUNS = "runs"
ROWS = "rows"

Rows = Mapping[str, Sequence[str]]  # id of an entry → its labels
Pages = Mapping[str, Sequence[Sequence[Section]]]  # id of an environment → the pages of its runs


class Claim(NamedTuple):
    """A claim of an entry that ran somewhere."""

    role: Role
    anchor: str
    title: Text


class Run(NamedTuple):
    """What the run of a claim's program means, and what it took. Memory in MiB."""

    claim: int
    """The place of its claim among those of the entry that ran somewhere."""
    outcome: str
    """The word under which it is counted."""
    label: Label
    as_predicted: tuple[int, int] | None
    snippet: str
    mode: Mode
    audited: bool
    date: str
    seconds: float
    peak_memory_mib: int
    peak_gpu_memory_mib: int | None


@dataclass(frozen=True, slots=True)
class EntryRuns:
    """What the pages about runs show of an entry."""

    together: Tally
    """Each of its claims once, by the run that weighs most."""
    claims: tuple[Claim, ...]
    runs: Mapping[str, tuple[Run, ...]]
    """Id of an environment → what ran there, in the order of the claims."""
    waiting: Mapping[str, int]
    """Id of an environment → how many claims could run there and did not, or did in a run that says nothing of them."""


def runs_of(entry: JudgedEntry, environments: Iterable[Environment]) -> EntryRuns:
    """Return what ran of an entry, by environment; `environments`: all in which anything may run."""
    ran = [item for item in entry.judged if any(verdict.environment for verdict in item.verdicts)]
    runs: dict[str, list[Run]] = defaultdict(list)
    silent: Counter[str] = Counter()
    for place, item in enumerate(ran):
        for verdict in item.verdicts:
            if not verdict.environment or not verdict.observation:
                continue
            if labels.outcome_of(verdict) == NOT_RUN:  # with a version, for example, that the claim is not about
                silent[verdict.environment.id] += 1
            else:
                runs[verdict.environment.id].append(_run(place, item, verdict, verdict.observation))
    known = tuple(environments)
    able = (verdict for item in entry.judged for verdict in verdicts_in(item, known))
    waiting = Counter(one.environment.id for one in able if one.environment and not one.observation)
    leading = (item.verdict for item in entry.judged)
    return EntryRuns(
        tally(labels.outcome_of(verdict) if verdict.environment else NOT_RUN for verdict in leading),
        tuple(Claim(item.role, item.anchor, title_of(entry, item)) for item in ran),
        {environment: tuple(here) for environment, here in runs.items()},
        waiting + silent,
    )


def _run(claim: int, item: JudgedClaim, verdict: Verdict, seen: Observation) -> Run:
    return Run(
        claim,
        labels.outcome_of(verdict),
        label_for(item, verdict),
        verdict.as_predicted,
        seen.snippet,
        seen.mode,
        seen.audited,
        seen.date,
        seen.seconds,
        seen.peak_memory_mib,
        seen.peak_gpu_memory_mib,
    )


class Evidence(Collection[EntryRuns]):
    """The table of entries and environments, and the page of each environment.

    Where one table would be too long, its page counts by domain, and each domain has tables of its own.
    """

    name = "evidence"

    def __init__(self, rows: int = MATRIX_SIZE, runs: int = PAGE_SIZE) -> None:
        """Set how many entries a table has at most, and how many runs a page of an environment."""
        self.rows = rows
        self.runs = runs

    def part(self, site: Site, entry: JudgedEntry) -> EntryRuns:
        """Return what ran of an entry."""
        return runs_of(entry, site.catalogue.environments.values())

    def labels(self, part: EntryRuns) -> tuple[str, ...]:
        """Return how the entry's claims came out: each once, and then in each environment that can run any."""
        here = {where: Counter(run.outcome for run in runs) for where, runs in part.runs.items()}
        for where, number in part.waiting.items():
            here.setdefault(where, Counter())[NOT_RUN] += number
        shown = (write_label(where, tally(outcomes)) for where, outcomes in sorted(here.items()))
        return write_label(TOGETHER, part.together), *shown

    def shards(self, site: Site, parts: Parts[EntryRuns]) -> Iterator[Shard]:
        """Yield the tables, and the pages of each environment."""
        rows = {entry_id: parts.labels(entry_id) for entry_id in parts.ids}
        pages = {where: paged({RUNS: runs}, self.runs) for where, runs in _runs_in(rows).items()}
        yield from self._tables(site, rows, pages)
        counts, newest = Counts.of(label for found in rows.values() for label in found), last_change(site)
        for environment in in_order(site.catalogue.environments, pages):
            paths = {code: site.addresses.evidence(code, environment.id) for code in site.locales}
            name = f"environment {environment.id}"
            for shard in list_shards(site, name, paths, pages[environment.id], newest):
                whole = counts.column(environment.id) if shard.number == 1 else ()
                yield replace(shard, facts=(*shard.facts, json.dumps(whole), *_named(site, [environment])))

    def _tables(self, site: Site, rows: Rows, pages: Pages) -> Iterator[Shard]:
        domains = {domain: [name for name in rows if name.startswith(f"{domain}/")] for domain in _domains(site)}
        firsts = {where: [page[0].entries[0] for page in found[1:]] for where, found in pages.items()}
        if not pages or len(rows) <= self.rows:
            shown = [entry_id for ids in domains.values() for entry_id in ids] if pages else []
            yield _table(site, "", shown, rows, firsts)
            return
        yield _overview(site, domains, rows, pages)
        for domain, ids in domains.items():
            pieces = paged({ROWS: dict.fromkeys(ids, 1)}, self.rows) if ids else []
            for number, (section,) in enumerate(pieces, 1):
                shard = _table(site, domain, section.entries, rows, firsts, number)
                yield replace(shard, total=len(pieces))

    def render(self, site: Site, shard: Shard, parts: Parts[EntryRuns]) -> Iterator[SiteFile]:
        """Yield one table, or one page of an environment, in every language."""
        kind, _space, name = shard.name.partition(" ")
        if kind == "environment":
            where = name.partition(" ")[0]
            ran = {entry_id: (part.claims, part.runs[where]) for entry_id, part in parts.of(shard.entries)}
            return _environment_page(site, shard, where, ran)
        if kind == "overview":
            return _overview_page(site, shard)
        return _table_page(site, shard, {name: self.labels(part) for name, part in parts.of(shard.entries)})


def _domains(site: Site) -> Iterable[str]:
    return site.catalogue.site.domains


def _runs_in(rows: Rows) -> dict[str, dict[str, int]]:
    """Return the environments in which anything ran: how many runs there are of each entry."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for entry_id, (_together, *here) in rows.items():
        for label in here:
            where, outcomes = read_label(label)
            if runs := sum(number for word, number in outcomes if word != NOT_RUN):
                found[where][entry_id] = runs
    return found


def _table(
    site: Site, domain: str, ids: Sequence[str], rows: Rows, firsts: Mapping[str, Sequence[str]], number: int = 1
) -> Shard:
    """Return the shard of a table: of a domain, or of all. `firsts`: the first entry on each further page of runs."""
    ran_in = (where for name in ids for where in _runs_in({name: rows[name]}))
    environments = in_order(site.catalogue.environments, ran_in)
    numbers = {one.id: _numbers(firsts[one.id], ids) for one in environments}
    name = f"domain/{domain}" if domain else ""
    paths = {code: site.addresses.evidence(code, name) for code in site.locales}
    listed = Listed(numbered(paths, number), last_change(site, ids or None))
    facts = (json.dumps(numbers), *_named(site, environments))
    return Shard(f"table {domain} {number}", tuple(ids), (listed,), facts=facts, number=number)


def _named(site: Site, environments: Iterable[Environment]) -> tuple[str, ...]:
    """Return what is shown of environments as facts: their records, and their names, which others may lengthen."""
    found = tuple(environments)
    return (*records(found), *(site.environment_names[one.id] for one in found))


def _numbers(firsts: Sequence[str], ids: Sequence[str]) -> tuple[int, Sequence[str]]:
    """Return on which page of an environment these entries begin, and which of them are first on a further one."""
    begin, end = bisect_right(firsts, min(ids)), bisect_right(firsts, max(ids))
    return begin + 1, firsts[begin:end]


def _table_page(site: Site, shard: Shard, rows: Rows) -> Iterator[SiteFile]:
    numbers: dict[str, tuple[int, list[str]]] = json.loads(shard.facts[0])
    entries = [site.catalogue.by_id[name] for name in shard.entries]
    domain = site.catalogue.site.domains.get(shard.name.split(" ")[1])

    def runs_path(locale: str, where: str, entry_id: str) -> str:
        number, firsts = numbers[where]
        path = site.addresses.evidence(locale, where)
        return numbered({locale: path}, number + bisect_right(firsts, entry_id))[locale]

    values = {
        "environments": [site.catalogue.environments[where] for where in numbers],
        "matrix": Matrix.of(rows),
        "domains": [
            (name, title, found)
            for name, title in site.catalogue.site.domains.items()
            if (found := [entry for entry in entries if entry.domain == name])
        ],
        "domain": domain,
        "runs_path": runs_path,
        "outcomes": labels.OUTCOMES,
    }
    return list_pages(site, shard, "evidence.html", _heading(domain), values)


def _heading(domain: Text | None) -> Heading:
    def heading(page: PageContext) -> tuple[str, str]:
        gettext = page.texts.gettext
        title = gettext(TITLE) + (gettext(N_(": ")) + page.plain(domain) if domain else "")
        return title, title

    return heading


def _overview(site: Site, domains: Mapping[str, Sequence[str]], rows: Rows, environments: Iterable[str]) -> Shard:
    """Return the shard of the table that has a row for each domain in the place of its entries."""
    paths = {code: site.addresses.evidence(code) for code in site.locales}
    counts = {
        domain: (len(ids), Counts.of(label for name in ids for label in rows[name]).labels)
        for domain, ids in domains.items()
        if ids
    }
    here = in_order(site.catalogue.environments, environments)
    order = [environment.id for environment in here]
    facts = (json.dumps([order, counts]), *_named(site, here))
    return Shard("overview", pages=(Listed(paths, last_change(site)),), facts=facts)


def _overview_page(site: Site, shard: Shard) -> Iterator[SiteFile]:
    order, counts = json.loads(shard.facts[0])
    values = {
        "environments": [site.catalogue.environments[where] for where in order],
        "matrix": Matrix.of({domain: found for domain, (_entries, found) in counts.items()}),
        "domains": [(name, site.catalogue.site.domains[name], entries) for name, (entries, _found) in counts.items()],
        "outcomes": labels.OUTCOMES,
    }
    return list_pages(site, shard, "evidence_overview.html", _heading(None), values)


def _environment_page(
    site: Site, shard: Shard, where: str, ran: Mapping[str, tuple[tuple[Claim, ...], tuple[Run, ...]]]
) -> Iterator[SiteFile]:
    """Yield a page of an environment. `ran`: the claims of each entry on it, and what ran there."""
    environment = site.catalogue.environments[where]
    (section,) = sections_of(shard)
    groups = [(site.catalogue.by_id[name], *ran[name]) for name in section.entries]
    runs = [run for _entry, _claims, found in groups for run in found]
    here = {entry.domain for entry, _claims, _found in groups}
    values = {
        "environment": environment,
        "groups": groups,
        "gpu_memory": any(run.peak_gpu_memory_mib is not None for run in runs),
        "first": shard.number == 1,
        "tally": json.loads(shard.facts[1]),
        "counts": dict(tally(run.outcome for run in runs)),
        "domains": [(name, title) for name, title in site.catalogue.site.domains.items() if name in here],
        "roles": labels.ROLES,
        "mode_names": labels.MODE_NAMES,
        "isolation_names": labels.ISOLATION,
        "outcomes": labels.OUTCOMES,
    }

    def heading(page: PageContext) -> tuple[str, str]:
        return page.environment(environment), page.environment(environment)

    return list_pages(site, shard, "environment.html", heading, values)

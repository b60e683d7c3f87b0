"""What the command line says at the end: counts of entries, files and verdicts, with reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from generator.build.site import Built
from generator.content.interface_texts import all_texts, untranslated
from generator.content.loader import Content
from generator.evidence.records import Environment
from generator.evidence.store import Evidence
from generator.files import printable
from generator.judge.counts import Contradiction, Counts, count
from generator.judge.expectations import NO_ASSERTION
from generator.judge.verdicts import JudgedClaim, Verdict, judge_entry, verdicts_in
from generator.problems import Problem
from generator.render.addresses import Addresses
from generator.terminal.hints import generator_command

# Verdicts on a claim that no run in an environment shows to be as it says.
UNCONFIRMED = ("contradicted", "flaky", "stale", "not_run", "harness_error", "isolation_violation")


class _Where(NamedTuple):
    """Where a verdict stands, in words: the claim, and the environment with the page."""

    claim: str
    page: str


def judged_claims(content: Content, evidence: Evidence) -> Iterator[JudgedClaim]:
    """Yield every claim of the content, judged by the evidence."""
    for entry in content.entries:
        yield from judge_entry(entry, evidence)


def contradictions(content: Content, evidence: Evidence) -> list[str]:
    """Return a line for every claim that a run contradicts, with the page it concerns."""
    assert content.site
    counted = ((entry.id, count(judge_entry(entry, evidence))) for entry in content.entries)
    found = ((entry_id, one) for entry_id, counts in counted for one in counts.contradicted)
    return _contradicted(Addresses(content.site), found)


def unconfirmed(content: Content, evidence: Evidence, environments: Collection[Environment]) -> list[str]:
    """Return a line for every claim that one of these environments can run and that is not shown there."""
    assert content.site
    addresses = Addresses(content.site)
    return [
        f"{_place(entry.id, item)}: {verdict.word} ({verdict.reason}){_where(addresses, entry.id, item, verdict)}"
        for entry in content.entries
        for item in judge_entry(entry, evidence)
        for verdict in verdicts_in(item, environments)
        if verdict.word in UNCONFIRMED
    ]


def flaky_lines(content: Content, evidence: Evidence) -> list[str]:
    """Return a line for every claim that only some runs of the same program met, with the page it concerns."""
    lines = []
    for where, item, verdict in _verdicts(content, evidence):
        if verdict.word == "flaky":
            met, runs = verdict.as_predicted or (0, 0)
            lines.append(
                f"flaky: {where.claim} ({item.claim.snippet}): as predicted in {met} of {runs} runs{where.page}"
            )
    return lines


def unasserted_lines(content: Content, evidence: Evidence) -> list[str]:
    """Return a line for every claim whose program ended clean without an assertion that decided, with its page."""
    return [
        f"no evidence: {where.claim} ({item.claim.snippet}): it ended clean, and none of its own assertions was "
        f"evaluated{where.page}"
        for where, item, verdict in _verdicts(content, evidence)
        if verdict.reason == NO_ASSERTION
    ]


def _verdicts(content: Content, evidence: Evidence) -> Iterator[tuple[_Where, JudgedClaim, Verdict]]:
    """Yield every verdict on every claim, with words for where it stands."""
    assert content.site
    addresses = Addresses(content.site)
    for entry in content.entries:
        for item in judge_entry(entry, evidence):
            for verdict in item.verdicts:
                yield _Where(_place(entry.id, item), _where(addresses, entry.id, item, verdict)), item, verdict


def _contradicted(addresses: Addresses, found: Iterable[tuple[str, Contradiction]]) -> list[str]:
    return [
        f"contradicted: {entry_id} {one.role} {one.claim} ({one.snippet}): {one.reason}; {printable(one.seen)}"
        f"{f'; in {one.environment}' if one.environment else ''}; page "
        f"{addresses.rooted(addresses.entry(entry_id, addresses.site.locale_codes[0]))}#{one.anchor}"
        for entry_id, one in found
    ]


def _place(entry_id: str, item: JudgedClaim) -> str:
    """Name a claim: its entry, its role and its own id."""
    return f"{entry_id} {item.role} {item.claim.id}"


def _where(addresses: Addresses, entry_id: str, item: JudgedClaim, verdict: Verdict) -> str:
    """Say in which environment a verdict was found, and where a reader sees it."""
    page = addresses.rooted(addresses.entry(entry_id, addresses.site.locale_codes[0]))
    environment = f"; in {verdict.environment.name}" if verdict.environment else ""
    return f"{environment}; page {page}#{item.anchor}"


def verdict_lines(counts: Counts) -> list[str]:
    """Return the counts of verdicts, and of the reasons why claims have none."""
    lines = [f"verdicts  {_counted(counts.words) or 'none'}"]
    if counts.reasons:
        lines.append(f"not run   {counts.reasons.total()}: {_counted(counts.reasons)}")
    return lines


def count_lines(built: Built) -> list[str]:
    """Return what a site holds: entries, languages, verdicts."""
    return [
        f"entries   {built.entries} in {len(built.site.locales)} languages",
        *verdict_lines(built.counts),
        *_in_english(built),
        *_contradicted(Addresses(built.site), built.contradicted),
    ]


def _in_english(built: Built) -> Iterator[str]:
    """Say for each language how many texts of the interface are not translated, and where that is to be done."""
    own = built.texts
    for locale in built.site.locale_codes:
        missing, path = untranslated(locale, own), own / f"{locale}.po"
        todo = "" if path.is_file() else f"run {generator_command(f'locale {locale}', own.parent)}, and "
        if missing:
            yield f"{locale}: {missing} of {len(all_texts())} interface texts are in English: {todo}translate {path}"


def checked_line(content: Content, problems: Collection[Problem]) -> str:
    """Return the line that ends a check: counts of entries, errors and warnings."""
    errors = sum(problem.severity == "error" for problem in problems)
    return f"{len(content.ids)} entries checked: {errors} errors, {len(problems) - errors} warnings"


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {word}" for word, count in counts.most_common())

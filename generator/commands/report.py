"""What the command line says at the end: counts of entries, files and verdicts, with reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from generator.build import Built
from generator.content.interface_texts import all_texts, untranslated
from generator.content.loader import Content, LoadedWaiver
from generator.evidence.records import Environment
from generator.evidence.store import Evidence
from generator.files import printable
from generator.judge.catalogue import Catalogue
from generator.judge.describe import expected_and_seen
from generator.judge.expectations import NO_ASSERTION
from generator.judge.verdicts import JudgedClaim, Verdict, judge_entry
from generator.judge.waivers import is_waived, verdicts_in
from generator.problems import Problem
from generator.publish.writer import Published
from generator.render.addresses import Addresses
from generator.terminal.hints import generator_command, make_command

# Words for a claim that no run in an environment shows to be as it says.
UNCONFIRMED = ("contradicted", "flaky", "stale", "not_run", "harness_error", "isolation_violation")


def judged_claims(content: Content, evidence: Evidence) -> Iterator[JudgedClaim]:
    """Yield every claim of the content, judged by the evidence."""
    for entry in content.entries:
        yield from judge_entry(entry, evidence)


def contradictions(content: Content, evidence: Evidence) -> list[str]:
    """Return a line for every claim that a run contradicts, with the page it concerns. What is waived has none."""
    assert content.site
    judged = ((entry.id, judge_entry(entry, evidence)) for entry in content.entries)
    return _contradicted(Addresses(content.site), content.waivers, judged)


def unconfirmed(content: Content, evidence: Evidence, environments: Collection[Environment]) -> list[str]:
    """Return a line for every claim that one of these environments can run and that is not shown or waived there."""
    assert content.site
    addresses = Addresses(content.site)
    return [
        f"{_place(entry.id, item)}: {verdict.word} ({verdict.reason}){_where(addresses, entry.id, item, verdict)}"
        for entry in content.entries
        for item in judge_entry(entry, evidence)
        for verdict in verdicts_in(item, environments)
        if verdict.word in UNCONFIRMED and not is_waived(content.waivers, entry.id, item, verdict)
    ]


def flaky_lines(content: Content, evidence: Evidence) -> list[str]:
    """Return a line for every claim that only some runs of the same program met, with the page it concerns."""
    assert content.site
    addresses = Addresses(content.site)
    return [
        f"flaky: {_place(entry.id, item)} ({item.claim.snippet}): as predicted in {met} of {runs} runs"
        f"{_where(addresses, entry.id, item, verdict)}"
        for entry in content.entries
        for item in judge_entry(entry, evidence)
        for verdict in item.verdicts
        if verdict.word == "flaky" and not is_waived(content.waivers, entry.id, item, verdict)
        for met, runs in [verdict.as_predicted or (0, 0)]
    ]


def unasserted_lines(content: Content, evidence: Evidence) -> list[str]:
    """Return a line for every claim whose program ended clean without an assertion that decided, with its page."""
    assert content.site
    addresses = Addresses(content.site)
    return [
        f"no evidence: {_place(entry.id, item)} ({item.claim.snippet}): it ended clean, and none of its own assertions "
        f"was evaluated{_where(addresses, entry.id, item, verdict)}"
        for entry in content.entries
        for item in judge_entry(entry, evidence)
        for verdict in item.verdicts
        if verdict.reason == NO_ASSERTION and not is_waived(content.waivers, entry.id, item, verdict)
    ]


def _contradicted(
    addresses: Addresses, waivers: Collection[LoadedWaiver], entries: Iterable[tuple[str, Iterable[JudgedClaim]]]
) -> list[str]:
    return [
        f"contradicted: {_place(entry_id, item)} ({item.claim.snippet}): {verdict.reason}; "
        f"{printable(expected_and_seen(item.claim.expect, verdict.observation))}"
        f"{_where(addresses, entry_id, item, verdict)}"
        for entry_id, judged in entries
        for item in judged
        for verdict in item.verdicts
        if verdict.word == "contradicted" and verdict.observation and not is_waived(waivers, entry_id, item, verdict)
    ]


def _place(entry_id: str, item: JudgedClaim) -> str:
    """Name a claim: its entry, its role and its own id."""
    return f"{entry_id} {item.role} {item.claim.id}"


def _where(addresses: Addresses, entry_id: str, item: JudgedClaim, verdict: Verdict) -> str:
    """Say in which environment a verdict was found, and where a reader sees it."""
    page = addresses.rooted(addresses.entry(entry_id, addresses.site.locale_codes[0]))
    environment = f"; in {verdict.environment.name}" if verdict.environment else ""
    return f"{environment}; page {page}#{item.anchor}"


def verdict_lines(items: Iterable[JudgedClaim]) -> list[str]:
    """Return the counts of verdicts, and of the reasons why claims have none.

    Reasons that entries give for single claims are counted together: fifty claims have nearly as many, and each page
    says its own.
    """
    judged = list(items)
    words: Counter[str] = Counter(item.verdict.word for item in judged if item.verdict.word != "not_run")
    reasons = Counter(
        "as their pages say" if item.claim.not_run else item.verdict.reason
        for item in judged
        if item.verdict.word == "not_run"
    )
    lines = [f"verdicts  {_counted(words) or 'none'}"]
    if reasons:
        lines.append(f"not run   {reasons.total()}: {_counted(reasons)}")
    return lines


def count_lines(built: Built) -> list[str]:
    """Return what a site holds: entries, languages, verdicts."""
    catalogue = built.catalogue
    entries, languages = len(catalogue.entries), len(catalogue.site.locales)
    verdicts = verdict_lines(item for entry in catalogue.entries for item in entry.judged)
    return [
        f"entries   {entries} in {languages} languages",
        *verdicts,
        *waived_lines(built.waivers),
        *_in_english(catalogue),
        *_contradicted(
            Addresses(catalogue.site), built.waivers, ((entry.id, entry.judged) for entry in catalogue.entries)
        ),
    ]


def _in_english(catalogue: Catalogue) -> Iterator[str]:
    """Say for each language how many texts of the interface are not translated, and where that is to be done."""
    own = catalogue.texts
    for locale in catalogue.site.locale_codes if own else ():
        assert own
        missing, path = untranslated(locale, own), own / f"{locale}.po"
        todo = "" if path.is_file() else f"run {generator_command(f'locale {locale}', own.parent)}, and "
        if missing:
            yield f"{locale}: {missing} of {len(all_texts())} interface texts are in English: {todo}translate {path}"


def waived_lines(waivers: Collection[LoadedWaiver]) -> list[str]:
    """Return the count of claims that somebody waived, by verdict; nothing where there are none."""
    words = {(loaded.waiver.entry, loaded.waiver.claim): loaded.waiver.verdict for loaded in waivers}
    return [f"waived    {len(words)}: {_counted(Counter(words.values()))}"] if words else []


def checked_line(content: Content, problems: Collection[Problem]) -> str:
    """Return the line that ends a check: counts of entries, errors and warnings, and of waivers where there are any."""
    errors = sum(problem.severity == "error" for problem in problems)
    waivers = f", {len(content.waivers)} waivers" if content.waivers else ""
    return f"{len(content.entries)} entries checked: {errors} errors, {len(problems) - errors} warnings{waivers}"


def build_summary(
    counts: Iterable[str], published: Published, ran_on: str, folders: tuple[Path, Path], seconds: float
) -> str:
    """Return the few lines that end a build. `folders` are those of the content and of the site."""
    content, site_dir = folders
    lines = [
        "",
        *counts,
        f"pages     {published.pages}",
        f"files     {published.files} in {site_dir}/: {published.written} written, {published.deleted} deleted",
        f"ran on    {ran_on or 'nothing here: recorded evidence only'}",
        f"took      {seconds:.1f} s",
        f"look at it: {make_command('serve', content, site_dir)}, then http://127.0.0.1:8000/",
    ]
    return "\n".join(lines)


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {word}" for word, count in counts.most_common())

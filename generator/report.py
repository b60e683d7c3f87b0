"""What the command line says at the end: counts of entries, files and verdicts, with reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from generator.build import Built
from generator.evidence import Evidence
from generator.loader import Content
from generator.publish import Published
from generator.verdicts import JudgedClaim, judge_entry


def judged_claims(content: Content, evidence: Evidence) -> Iterator[JudgedClaim]:
    """Yield every claim of the content, judged by the evidence."""
    for entry in content.entries:
        yield from judge_entry(entry, evidence)


def contradictions(content: Content, evidence: Evidence) -> list[str]:
    """Return a line for every claim that a run contradicts."""
    return _contradicted((entry.id, judge_entry(entry, evidence)) for entry in content.entries)


def unconfirmed(content: Content, evidence: Evidence, environments: Collection[str]) -> list[str]:
    """Return a line for every claim that could run in one of these environments and is not confirmed there."""
    return [
        f"{_place(entry.id, item)}: {verdict.word} ({verdict.reason})"
        for entry in content.entries
        for item in judge_entry(entry, evidence)
        for verdict in item.verdicts
        if verdict.environment is not None
        and verdict.environment.id in environments
        and verdict.word in ("contradicted", "stale", "harness_error")
    ]


def _seen(item: JudgedClaim) -> str:
    """Say what the run of a claim did, beside what was expected of it."""
    observation = item.verdict.observation
    if observation is None:
        return "nothing was seen"
    ended = observation.signal or f"exit code {observation.exit_code}"
    seen = observation.exception.line.split("\n")[0] if observation.exception else ended
    return f"expected {item.claim.expect}, saw: {seen}"


def _place(entry_id: str, item: JudgedClaim) -> str:
    """Name a claim: its entry, its role and its own id."""
    return f"{entry_id} {item.role} {item.claim.id}"


def verdict_lines(items: Iterable[JudgedClaim]) -> list[str]:
    """Return the counts of verdicts, and of the reasons why claims have none."""
    verdicts = [item.verdict for item in items]
    words: Counter[str] = Counter(verdict.word for verdict in verdicts if verdict.word != "not_run")
    reasons = Counter(verdict.reason for verdict in verdicts if verdict.word == "not_run")
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
        *_contradicted((entry.id, entry.judged) for entry in catalogue.entries),
    ]


def _contradicted(entries: Iterable[tuple[str, Iterable[JudgedClaim]]]) -> list[str]:
    return [
        f"contradicted: {_place(entry_id, item)} ({item.claim.snippet}): {item.verdict.reason}; {_seen(item)}"
        for entry_id, judged in entries
        for item in judged
        if item.verdict.word == "contradicted"
    ]


def build_summary(
    counts: Iterable[str], published: Published, ran_on: Collection[str], site_dir: Path, seconds: float
) -> str:
    """Return the few lines that end a build."""
    lines = [
        "",
        *counts,
        f"pages     {published.pages}",
        f"files     {published.files} in {site_dir}/: {published.written} written, {published.deleted} deleted",
        f"ran on    {', '.join(ran_on) or 'nothing here: recorded evidence only'}",
        f"took      {seconds:.1f} s",
        "look at it: make serve, then http://127.0.0.1:8000/",
    ]
    return "\n".join(lines)


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {word}" for word, count in counts.most_common())

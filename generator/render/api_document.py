"""The JSON document of an entry: what is authored, with what ran and the verdicts."""

from __future__ import annotations

import hashlib
from datetime import date
from typing import Any

from generator.content.model import DeadEnd, Entry, Workaround
from generator.content.programs import Snippet
from generator.evidence.records import Environment
from generator.judge.catalogue import JudgedEntry
from generator.judge.grades import grade_of
from generator.judge.verdicts import JudgedClaim
from generator.publish.output import SiteFile
from generator.render.addresses import Addresses
from generator.render.api_form import (
    SCHEMA_VERSION,
    ClaimOut,
    CountsOut,
    EntryOut,
    FileOut,
    SnippetOut,
    TestedOut,
    VerdictOut,
)


def entry_file(entry: JudgedEntry, addresses: Addresses) -> SiteFile:
    """Return the JSON document of an entry."""
    return SiteFile.text(addresses.json(entry.id), entry_document(entry, addresses).model_dump_json(indent=2))


def entry_head(entry: JudgedEntry, addresses: Addresses) -> dict[str, Any]:
    """Return what of an entry's document the index of all entries has too."""
    authored = entry.loaded.entry
    return {
        "id": entry.id,
        "url": {code: addresses.absolute(addresses.entry(entry.id, code)) for code in addresses.site.locale_codes},
        "permalink": addresses.absolute(addresses.permalink(entry.loaded.slug)),
        "title": authored.title,
        "summary": authored.summary,
        "words": authored.words,
        "codes": authored.codes,
        "aliases": authored.aliases,
        "domain": entry.loaded.domain,
        "category": authored.category,
        "verification": entry.summary.badge,
        "modified": entry.modified,
    }


def entry_document(entry: JudgedEntry, addresses: Addresses) -> EntryOut:
    """Return the published document of an entry."""
    authored = entry.loaded.entry
    counts = {name: getattr(entry.summary, name) for name in CountsOut.model_fields}
    shared = {
        name: getattr(authored, name)
        for name in (
            *("symptoms", "lifecycle", "recovery", "reported", "first_seen", "causes", "related", "sources"),
            *("history", "numbers", "bar", "questions"),
        )
    }
    return EntryOut(
        **entry_head(entry, addresses),
        **shared,
        schema_version=SCHEMA_VERSION,
        licence=addresses.site.licence,
        withdrawn=None,
        counts=CountsOut(**counts),
        tested=_tested(entry),
        stated=authored.versions,
        claims=tuple(_claim(authored, item) for item in entry.judged),
        environments=_environments(entry),
    )


def _tested(entry: JudgedEntry) -> tuple[TestedOut, ...]:
    return tuple(
        TestedOut(
            environment=row.environment.id,
            packages=dict(row.packages),
            result=row.result,
            date=date.fromisoformat(row.date),
        )
        for row in entry.tested
    )


def _environments(entry: JudgedEntry) -> tuple[Environment, ...]:
    found = {
        verdict.environment.id: verdict.environment
        for item in entry.judged
        for verdict in item.verdicts
        if verdict.environment
    }
    return tuple(found.values())


def _snippet(snippet: Snippet) -> SnippetOut:
    return SnippetOut(
        name=snippet.name,
        code=snippet.text,
        sha256=hashlib.sha256(snippet.content).hexdigest(),
        variables=dict(snippet.variables),
        files=tuple(FileOut(name=name, text=text) for name, text in snippet.texts_beside),
        fresh_interpreter=snippet.fresh,
    )


def _claim(entry: Entry, item: JudgedClaim) -> ClaimOut:
    names = (
        *("title", "text", "trade_off", "origin", "source", "finding", "cause", "cures", "tried_on", "expect"),
        *("do", "basis"),
    )
    given = {name: getattr(item.claim, name, None) for name in names}
    return ClaimOut(
        **given,
        id=item.claim.id,
        role=item.role,
        snippet=_snippet(item.snippet) if item.snippet else None,
        needs=item.needs,
        not_run=item.claim.not_run,
        causes=_causes(entry, item),
        grade=grade_of(item),
        verdict=item.verdict.word,
        verdicts=tuple(
            VerdictOut(
                verdict=verdict.word,
                reason=verdict.reason or None,
                environment=verdict.environment.id if verdict.environment else None,
                source=verdict.source,
                observation=verdict.observation,
            )
            for verdict in item.verdicts
        ),
    )


def _causes(entry: Entry, item: JudgedClaim) -> tuple[str, ...] | None:
    if isinstance(item.claim, Workaround | DeadEnd):
        return tuple(cause.id for cause in entry.causes_of(item.claim))
    return None

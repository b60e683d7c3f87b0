"""The files of the JSON API: every entry, all of them in one file, an index and the schema."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import date
from typing import Any

from generator.content.model import DeadEnd, Entry, Workaround
from generator.content.programs import Snippet
from generator.evidence.records import Environment
from generator.judge.catalogue import Catalogue, JudgedEntry
from generator.judge.grades import grade_of
from generator.judge.verdicts import JudgedClaim
from generator.publish.output import SiteFile
from generator.render.addresses import API, Addresses
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


def api_files(catalogue: Catalogue, addresses: Addresses) -> Iterator[SiteFile]:
    """Yield the JSON of every entry, the bulk files and the schema."""
    documents = [entry_document(entry, addresses) for entry in catalogue.entries]
    for document in documents:
        yield SiteFile.text(addresses.json(document["id"]), _pretty(document))
    lines = (json.dumps(document, ensure_ascii=False, separators=(",", ":")) for document in documents)
    yield SiteFile.text(f"{API}/entries.ndjson", "\n".join(lines))
    yield SiteFile.text(f"{API}/index.json", _pretty(_index(catalogue, addresses, documents)))
    schema = {"$id": addresses.absolute(f"{API}/schema/entry.json"), **EntryOut.model_json_schema(mode="serialization")}
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    yield SiteFile.text(f"{API}/schema/entry.json", _pretty(schema))


def entry_document(entry: JudgedEntry, addresses: Addresses) -> dict[str, Any]:
    """Return the published document of an entry."""
    authored = entry.loaded.entry
    counts = {name: getattr(entry.summary, name) for name in CountsOut.model_fields}
    shared = {
        name: getattr(authored, name)
        for name in (
            *("aliases", "title", "summary", "symptoms", "codes", "category", "lifecycle", "recovery", "reported"),
            *("first_seen", "causes", "related", "sources", "history", "words", "numbers", "bar", "questions"),
        )
    }
    document = EntryOut(
        **shared,
        schema_version=SCHEMA_VERSION,
        id=entry.id,
        url={code: addresses.absolute(addresses.entry(entry.id, code)) for code in addresses.site.locale_codes},
        permalink=addresses.absolute(addresses.permalink(entry.loaded.slug)),
        licence=addresses.site.licence,
        modified=entry.modified,
        withdrawn=None,
        domain=entry.loaded.domain,
        verification=entry.summary.badge,
        counts=CountsOut(**counts),
        tested=_tested(entry),
        stated=authored.versions,
        claims=tuple(_claim(authored, item) for item in entry.judged),
        environments=_environments(entry),
    )
    return document.model_dump(mode="json")


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


def _index(catalogue: Catalogue, addresses: Addresses, documents: list[dict[str, Any]]) -> dict[str, Any]:
    names = (
        "id",
        "url",
        "permalink",
        "title",
        "summary",
        "words",
        "codes",
        "aliases",
        "domain",
        "category",
        "verification",
        "modified",
    )
    return {
        "schema_version": SCHEMA_VERSION,
        "modified": max((document["modified"] for document in documents), default=None),
        "licence": catalogue.site.licence.model_dump(),
        "entry_schema": addresses.absolute(f"{API}/schema/entry.json"),
        "bulk": addresses.absolute(f"{API}/entries.ndjson"),
        "entries": [
            {
                **{name: document[name] for name in names},
                "symptoms": [symptom["text"] for symptom in document["symptoms"]],
                "json": addresses.absolute(addresses.json(document["id"])),
            }
            for document in documents
        ],
    }


def _pretty(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)

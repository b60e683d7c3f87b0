"""The JSON contract: one entry with its evidence and verdicts, as models that are also its JSON Schema.

`schema_version` follows SemVer for the shape only; contents change at any time. Absent values are
`null`, never left out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from generator.catalogue import Catalogue, JudgedEntry
from generator.evidence import Environment, Observation
from generator.loader import Snippet
from generator.outputs import SiteFile
from generator.render.addresses import API, Addresses
from generator.schema import (
    Cause,
    Change,
    Expectation,
    FirstSeen,
    Licence,
    Lifecycle,
    NotRun,
    Recovery,
    Relation,
    Reported,
    Role,
    Source,
    Symptom,
    Text,
    VersionRow,
)
from generator.summary import Badge
from generator.verdicts import JudgedClaim, Word
from generator.versions import Result

SCHEMA_VERSION = "1.4.0"


class Out(BaseModel):
    """Base of published records: nothing beyond the schema is published."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class VerdictOut(Out):
    """A verdict in one environment; `environment` and `observation` are null where nothing ran."""

    verdict: Word
    """confirmed, contradicted (reproduce, workaround, dead-end); upheld, refuted (claim); flaky: repeated runs differ;
    stale: it must be run again; isolation_violation: the program ran into a fence around it; harness_error: the run
    itself failed; not_run. The last four are evidence of nothing.
    """
    reason: str | None
    """Why. contradicted, refuted: no_error, other_error, other_message, timed_out, crashed, latent_error (it left an
    error on the device), now_works (a dead end that fails no more). flaky: K/N, as predicted in K of N runs. stale:
    snippet_changed; fork_cannot_contradict (a run with frameworks loaded beforehand differed; only one in a fresh
    interpreter counts). isolation_violation: the first fence. harness_error: no_report; no_assertion (it
    ended clean, and its main thread evaluated none of its own assertions). not_run: no_gpu, not_yet,
    needs_network, needs:NAME, out_of_range (nothing is expected with these versions), or the entry's own word.
    confirmed: unopposed, a workaround ran clean where the error it cures does not occur. by_source.
    """
    environment: str | None
    """Id of an item of environments."""
    source: str | None
    """Where a verdict comes from that is not from a run."""
    observation: Observation | None
    """What the run did, exactly as recorded."""


class FileOut(Out):
    """A text file that lies beside a program when it runs."""

    name: str
    text: str


class SnippetOut(Out):
    """A program: its text, the SHA-256 of its bytes, and how it is run."""

    name: str
    code: str
    sha256: str
    variables: dict[str, str]
    """Environment variables set before it starts."""
    files: tuple[FileOut, ...]
    """Files that lie beside it when it runs."""
    fresh_interpreter: bool
    """True: never run with frameworks loaded beforehand."""


class ClaimOut(Out):
    """One claim in any role; texts that a role does not have are null."""

    id: str
    """Unique in the entry; the page's anchor is ROLE-ID."""
    role: Role
    title: Text | None
    text: Text | None
    trade_off: Text | None
    origin: Text | None
    source: str | None
    finding: Text | None
    """What is so instead, or what the run shows (role claim)."""
    cause: str | None
    """Id of the cause that a reproduction shows."""
    cures: tuple[str, ...] | None
    """Ids of the reproductions that a workaround cures."""
    tried_on: tuple[str, ...] | None
    """Ids of the reproductions that a dead end was tried on."""
    snippet: SnippetOut | None
    expect: Expectation | None
    """What the claim predicts of its program: symptom (one of this entry's symptoms is raised), completes, a rule, or
    rules for different versions: one that speaks of the versions at hand must be met.
    """
    needs: tuple[str, ...]
    """What a machine must have: words such as gpu, and import names or requirements of packages."""
    not_run: NotRun | None
    """Why there is no program to run."""
    verdict: Word
    """The most telling of verdicts."""
    verdicts: tuple[VerdictOut, ...]


class TestedOut(Out):
    """One tested point of the version table."""

    environment: str
    """Id of an item of environments."""
    packages: dict[str, str]
    """Package, driver or GPU → version or compute capability."""
    result: Result
    """reproduced: every reproduction raised the error; partly: some did, or did in some of their runs; not_reproduced:
    none did and none failed; otherwise: none did, some failed in another way.
    """
    date: date


class CountsOut(Out):
    """Counts computed from verdicts; nothing here is estimated."""

    causes: int
    causes_verified: int
    """Causes shown whole in one environment: reproduced, cured, and every dead end failing as said."""
    workarounds: int
    workarounds_clean: int
    """Workarounds that ran clean where the error occurs."""
    dead_ends: int
    dead_ends_failed: int
    """Dead ends that failed as the entry says."""
    claims: int
    upheld: int
    refuted: int
    not_run: int
    contradicted: int
    environments: int
    """Environments those runs come from."""
    observations: int
    """Runs of the present programs on record."""


class EntryOut(Out):
    """One entry in all languages, with everything that is known of it."""

    schema_version: Literal["1.4.0"]
    """SemVer of this form only; contents change whenever something is run."""
    id: str
    """DOMAIN/SLUG; never changes."""
    url: dict[str, str]
    """Page address by language."""
    permalink: str
    """Language-neutral address for links in messages; kept for ever."""
    licence: Licence
    modified: date
    """Day of the last change of text or evidence."""
    withdrawn: date | None
    """Day on which the entry was withdrawn; the record stays."""
    aliases: tuple[str, ...]
    """Further names under which the permalink works."""
    title: Text
    summary: Text
    symptoms: tuple[Symptom, ...]
    """Wordings of the error, the most current first."""
    codes: tuple[str, ...]
    """Symbolic status codes."""
    domain: str
    category: str
    lifecycle: Lifecycle
    recovery: Recovery
    reported: Reported
    first_seen: FirstSeen | None
    verification: Badge
    """verified: all causes; partly: some; unverified: some programs ran, no cause is shown whole; not_run;
    contradicted; never_observed; no_longer_raised.
    """
    counts: CountsOut
    causes: tuple[Cause, ...]
    tested: tuple[TestedOut, ...]
    """Points that were tested; never widened into ranges."""
    stated: tuple[VersionRow, ...]
    """What vendors or source code state, each with its source."""
    claims: tuple[ClaimOut, ...]
    """Reproductions, workarounds, dead ends and popular claims, in page order."""
    environments: tuple[Environment, ...]
    """Environments that verdicts refer to. `contributed`: where a reader's run came from; null where we ran it."""
    related: tuple[Relation, ...]
    sources: tuple[Source, ...]
    history: tuple[Change, ...]


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
            *("first_seen", "causes", "related", "sources", "history"),
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
        claims=tuple(_claim(item) for item in entry.judged),
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


def _claim(item: JudgedClaim) -> ClaimOut:
    names = ("title", "text", "trade_off", "origin", "source", "finding", "cause", "cures", "tried_on", "expect")
    given = {name: getattr(item.claim, name, None) for name in names}
    return ClaimOut(
        **given,
        id=item.claim.id,
        role=item.role,
        snippet=_snippet(item.snippet) if item.snippet else None,
        needs=item.needs,
        not_run=item.claim.not_run,
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


def _index(catalogue: Catalogue, addresses: Addresses, documents: list[dict[str, Any]]) -> dict[str, Any]:
    names = (
        "id",
        "url",
        "permalink",
        "title",
        "summary",
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

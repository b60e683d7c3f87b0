"""The JSON contract as models, which are also its JSON Schema: one entry with its evidence and verdicts, and the index.

What the models say of each field is what the schema, the OpenAPI description and the page of all data say.
`schema_version` follows SemVer for the shape only; contents change at any time. Absent values are
`null`, never left out.
"""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from generator.content.model import (
    Bar,
    Cause,
    Change,
    Expectation,
    FirstSeen,
    Licence,
    Lifecycle,
    NotRun,
    Question,
    Recovery,
    Relation,
    Reported,
    Role,
    Source,
    Step,
    Symptom,
    Text,
    VersionRow,
)
from generator.evidence.records import Environment, Observation
from generator.judge.grades import Grade
from generator.judge.summary import Badge
from generator.judge.verdicts import Word
from generator.judge.version_table import Result
from generator.render.labels import N_

SCHEMA_VERSION = "1.8.0"
# What each version of the form brought, the newest first; CHANGELOG.md says more.
SCHEMA_CHANGES: dict[str, str] = {
    "1.8.0": N_("The batch job of a cluster that ran a program (job)."),
    "1.7.0": N_(
        "Tables of claims, runs and environments in CSV and Parquet, an OpenAPI description; every field is described."
    ),
    "1.6.0": N_("The documents of more than 100 entries are in several files, which the index lists."),
    "1.5.0": N_("Words that people type, numbers, questions, causes with signs and steps, grades."),
    "1.4.0": N_("What a run confirms: assertions, seconds after imports, no_assertion."),
    "1.3.0": N_("Kinds of environment: a real device, none, or a simulated driver."),
    "1.2.0": N_("Wordings that other errors print too (shared); lookup.json beside the entries."),
    "1.1.0": N_("Files and variables of a program; the verdicts flaky and isolation_violation."),
    "1.0.0": N_("The first version."),
}


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
    ended clean, and its main thread evaluated none of its own assertions); own_words (it raises the error itself).
    not_run: no_gpu, not_yet,
    needs_network, needs:NAME, out_of_range (nothing is expected with these versions), or the entry's own word.
    confirmed: unopposed, a workaround ran clean where the error it cures does not occur; control_clean, its program
    runs clean without the cure too. by_source.
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
    """Its name in the folder where the program runs."""
    text: str
    """Its content."""


class SnippetOut(Out):
    """A program: its text, the SHA-256 of its bytes, and how it is run."""

    name: str
    """Its file name."""
    code: str
    """Its text as it is run."""
    sha256: str
    """Of its bytes, in hexadecimal."""
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
    """reproduce: a program that raises the error; workaround: one with a cure; dead-end: one with a popular change that
    does not cure; claim: a popular statement put to the test.
    """
    title: Text | None
    """What it is called; null for a statement."""
    text: Text | None
    """What to do, why it does not help, or the statement itself."""
    trade_off: Text | None
    """What a workaround costs."""
    origin: Text | None
    """Where people say it (role claim)."""
    source: str | None
    """A page on which it is said (role claim)."""
    finding: Text | None
    """What is so instead, or what the run shows (role claim)."""
    cause: str | None
    """Id of the cause that a reproduction shows."""
    causes: tuple[str, ...] | None
    """Ids of all causes that a workaround is for, or that a dead end does not help with."""
    do: tuple[Step, ...] | None
    """What to type (role workaround): blocks to copy as they are."""
    basis: str | None
    """What says so where no run stands behind a workaround or dead end."""
    cures: tuple[str, ...] | None
    """Ids of the reproductions that a workaround cures."""
    tried_on: tuple[str, ...] | None
    """Ids of the reproductions that a dead end was tried on."""
    snippet: SnippetOut | None
    """The program that tests it; null where there is none."""
    expect: Expectation | None
    """What the claim predicts of its program: symptom (one of this entry's symptoms is raised), completes, a rule, or
    rules for different versions: one that speaks of the versions at hand must be met.
    """
    needs: tuple[str, ...]
    """What a machine must have: words such as gpu, and import names or requirements of packages."""
    not_run: NotRun | None
    """Why there is no program to run."""
    grade: Grade
    """What backs it, the strongest that holds. gpu: a run on a GPU; run: a run without one; simulated: a run with a
    simulated driver; source: the line of a source or a vendor's page; nothing.
    """
    verdict: Word
    """The most telling of verdicts."""
    verdicts: tuple[VerdictOut, ...]
    """One for each environment in which it ran, else one that says why it did not."""


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
    """Day of the run."""


class CountsOut(Out):
    """Counts computed from verdicts; nothing here is estimated."""

    causes: int
    """Causes of the error."""
    causes_verified: int
    """Causes shown whole in one environment: reproduced, cured, and every dead end failing as said. Runs with a
    simulated driver count for none of the counts but those that say so, and observations.
    """
    causes_simulated: int
    """Further causes shown whole with a simulated driver."""
    workarounds: int
    """Workarounds that the entry has."""
    workarounds_clean: int
    """Workarounds that ran clean where the error occurs."""
    dead_ends: int
    """Dead ends that the entry has."""
    dead_ends_failed: int
    """Dead ends that failed as the entry says."""
    claims: int
    """Popular statements put to the test."""
    upheld: int
    """Statements that proved true."""
    refuted: int
    """Statements that did not hold."""
    not_run: int
    """Claims of any role without a run."""
    contradicted: int
    """Claims that a run contradicts."""
    environments: int
    """Environments those runs come from."""
    observations: int
    """Runs of the present programs on record."""
    simulated: int
    """Claims whose verdict comes from runs with a simulated driver only."""


class HeadOut(Out):
    """What of an entry the index of all entries has too."""

    id: str
    """DOMAIN/SLUG; never changes."""
    url: dict[str, str]
    """Page address by language."""
    permalink: str
    """Language-neutral address for links in messages; kept for ever."""
    title: Text
    """The name under which people know the error."""
    summary: Text
    """What it means and what helps, in short."""
    words: dict[str, tuple[str, ...]]
    """By language: what people type who look for it, besides its title, wordings and codes."""
    codes: tuple[str, ...]
    """Symbolic status codes."""
    aliases: tuple[str, ...]
    """Further names under which the permalink works."""
    domain: str
    """The first part of the id."""
    category: str
    """One of the site's categories, such as memory-error."""
    verification: Badge
    """verified: all causes; partly: some; simulated: some, with a simulated driver only; unverified: some programs ran,
    no cause is shown whole; not_run; contradicted; never_observed; no_longer_raised.
    """
    modified: date
    """Day of the last change of text or evidence."""


class EntryOut(HeadOut):
    """One entry in all languages, with everything that is known of it."""

    schema_version: Literal["1.8.0"]
    """SemVer of this form only; contents change whenever something is run."""
    licence: Licence
    """Of the entry and of this document."""
    withdrawn: date | None
    """Day on which the entry was withdrawn; the record stays."""
    symptoms: tuple[Symptom, ...]
    """Wordings of the error, the most current first."""
    lifecycle: Lifecycle
    """Whether current versions still print it."""
    recovery: Recovery
    """What must be restarted afterwards, for causes that do not say so themselves."""
    reported: Reported
    """synchronously: by the call that failed; asynchronously: perhaps by a later one."""
    first_seen: FirstSeen | None
    """The earliest public report at hand."""
    counts: CountsOut
    """What its runs show, in numbers."""
    numbers: dict[str, tuple[str, ...]]
    """Numbers that conditions name: for each, literal texts of the message with one <number> where it stands."""
    bar: Bar | None
    """Numbers to draw as parts of a whole."""
    questions: tuple[Question, ...]
    """Questions that lead to a cause by hand; none: the telltales of the causes are the question."""
    causes: tuple[Cause, ...]
    """The most frequent first. shows and never: signs in a reader's text; recovery: null where the entry's holds."""
    tested: tuple[TestedOut, ...]
    """Points that were tested; never widened into ranges."""
    stated: tuple[VersionRow, ...]
    """What vendors or source code state, each with its source."""
    claims: tuple[ClaimOut, ...]
    """Reproductions, workarounds, dead ends and popular claims, in page order."""
    environments: tuple[Environment, ...]
    """Environments that verdicts refer to. `contributed`: where a reader's run came from; null where we ran it."""
    related: tuple[Relation, ...]
    """Other entries, and why one would follow the link."""
    sources: tuple[Source, ...]
    """Pages that facts of the entry come from."""
    history: tuple[Change, ...]
    """What changed, and when; the feeds show it."""


class IndexEntryOut(HeadOut):
    """An entry in the index of all entries."""

    symptoms: tuple[str, ...]
    """Wordings of the error, the most current first."""
    json_: str = Field(alias="json")
    """Address of its document."""


class TableOut(Out):
    """The files of one table; a long table is cut into several, each with the same columns."""

    csv: tuple[str, ...]
    """Addresses of its pieces as CSV: UTF-8, a line of column names, no value where there is none."""
    parquet: tuple[str, ...]
    """Addresses of its pieces as Parquet."""


class IndexOut(Out):
    """What of each entry one needs to choose it, and where everything else is."""

    schema_version: Literal["1.8.0"]
    """SemVer of the form of the index and of entries; contents change whenever something is run."""
    modified: date | None
    """Day of the last change of any entry."""
    licence: Licence
    """Of all entries and data."""
    entry_schema: str
    """Address of the JSON Schema of an entry's document."""
    openapi: str
    """Address of the OpenAPI description of all files."""
    bulk: str
    """Address of the first file of `bulk_files`."""
    bulk_files: tuple[str, ...]
    """Addresses of the files with the documents of all entries, one a line."""
    tables: dict[str, TableOut]
    """The tables `claims`, `runs` and `environments`."""
    entries: tuple[IndexEntryOut, ...]
    """All entries, by id."""

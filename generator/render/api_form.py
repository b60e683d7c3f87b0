"""The JSON contract as models, which are also its JSON Schema: one entry with its evidence and verdicts.

`schema_version` follows SemVer for the shape only; contents change at any time. Absent values are
`null`, never left out.
"""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict

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

SCHEMA_VERSION = "1.5.0"


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
    """Causes shown whole in one environment: reproduced, cured, and every dead end failing as said. Runs with a
    simulated driver count for none of the counts but those that say so, and observations.
    """
    causes_simulated: int
    """Further causes shown whole with a simulated driver."""
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
    simulated: int
    """Claims whose verdict comes from runs with a simulated driver only."""


class EntryOut(Out):
    """One entry in all languages, with everything that is known of it."""

    schema_version: Literal["1.5.0"]
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
    words: dict[str, tuple[str, ...]]
    """By language: what people type who look for it, besides its title, wordings and codes."""
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
    """verified: all causes; partly: some; simulated: some, with a simulated driver only; unverified: some programs ran,
    no cause is shown whole; not_run; contradicted; never_observed; no_longer_raised.
    """
    counts: CountsOut
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
    sources: tuple[Source, ...]
    history: tuple[Change, ...]

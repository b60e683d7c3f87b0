"""The vocabulary: one entry and one site as typed, frozen models.

Everything after the loader handles these models, never a `dict`. Texts for readers are
`Text`: a mapping from locale to Markdown.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    Strict,
    StringConstraints,
    Tag,
    model_validator,
)

Recovery = Literal["none", "retry", "restart-process", "reset-gpu", "reboot", "replace-hardware"]
Reported = Literal["synchronously", "asynchronously"]
LifecycleStatus = Literal["active", "changed", "no-longer-raised", "never-observed"]
RowStatus = Literal["affected", "not-affected", "changed"]
RelationKind = Literal["confused-with", "leads-to", "caused-by"]
SourceKind = Literal["docs", "source", "release-note", "issue"]
Role = Literal["reproduce", "workaround", "dead-end", "claim"]

ID_PATTERN = r"^[a-z0-9]+(-[a-z0-9]+)*$"
VARIABLE_PART = re.compile(r"<[^<>]*>")
NAME_PATTERN = r"^[A-Za-z0-9_.:\-]+$"


def _is_web_address(value: str) -> str:
    if not value.startswith(("https://", "http://")) or " " in value:
        message = "must be a web address that begins with https://"
        raise ValueError(message)
    return value


NonEmpty = Annotated[str, StringConstraints(min_length=1, pattern=r"\S")]
Slug = Annotated[str, StringConstraints(pattern=ID_PATTERN, max_length=80)]
Name = Annotated[str, StringConstraints(pattern=NAME_PATTERN, max_length=120)]
WebAddress = Annotated[str, AfterValidator(_is_web_address)]
Day = Annotated[date, Strict(strict=False)]
Text = dict[str, str]


class Model(BaseModel):
    """Base of all content models: unknown keys are refused, nothing is converted, nothing changes."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, use_attribute_docstrings=True)


class Symptom(Model):
    """One wording of the error, verbatim."""

    text: NonEmpty
    """Verbatim, variable parts as <angle brackets>."""
    match: NonEmpty | None = None
    """Literal text in which * stands for anything; null: the text, with * for each variable part. It is found anywhere
    in a line.
    """
    package: Name | None = None
    """The distribution that prints it."""
    since: NonEmpty | None = None
    """First version with this wording."""
    until: NonEmpty | None = None
    """Last version with this wording."""
    source: WebAddress | None = None
    """Where this wording can be seen."""
    shared: bool = False
    """True: other errors print this wording too, so it alone does not lead a look-up here."""

    @property
    def signature(self) -> str:
        """Return the literal text with `*` that finds this wording in a log; a <variable part> stands for anything."""
        return self.match or VARIABLE_PART.sub("*", self.text)


class Lifecycle(Model):
    """Whether current versions still print the error."""

    status: LifecycleStatus
    package: Name | None = None
    since: NonEmpty | None = None
    text: Text | None = None
    source: WebAddress | None = None


class FirstSeen(Model):
    """The earliest public report at hand."""

    date: Day
    source: WebAddress


class Cause(Model):
    """One mechanism behind the symptom, and how to tell that it is the reader's."""

    id: Slug
    title: Text
    text: Text
    telltale: Text


class VersionRow(Model):
    """What a vendor or its source code states of a range of versions."""

    package: Name
    introduced: NonEmpty | None = None
    """First affected version."""
    fixed: NonEmpty | None = None
    """First good version."""
    last_affected: NonEmpty | None = None
    """Last affected version known when this was written."""
    status: RowStatus
    note: Text
    source: WebAddress


class NotRun(Model):
    """Why a claim cannot be run at all."""

    reason: Slug
    text: Text


class Rule(Model):
    """An expectation spelled out: exactly one of `raises`, `exits` and `hangs`, perhaps for some versions only."""

    raises: tuple[NonEmpty, ...] | None = None
    message: NonEmpty | None = None
    exits: int | NonEmpty | None = None
    hangs: Annotated[float, Field(gt=0, le=600)] | None = None
    package: Name | None = None
    """The distribution that `since` and `until` speak of."""
    since: NonEmpty | None = None
    """First version for which this is expected."""
    until: NonEmpty | None = None
    """Last version for which this is expected."""

    @model_validator(mode="after")
    def _fits_together(self) -> Rule:
        given = [name for name in ("raises", "exits", "hangs") if getattr(self, name) is not None]
        if len(given) != 1:
            message = "needs exactly one of: raises, exits, hangs"
            raise ValueError(message)
        if self.message is not None and self.raises is None:
            message = "message goes with raises"
            raise ValueError(message)
        if (self.since or self.until) and self.package is None:
            message = "since and until need a package"
            raise ValueError(message)
        return self


def _kind_of_expectation(value: object) -> str:
    if isinstance(value, str):
        return "word"
    return "rules" if isinstance(value, tuple | list) else "rule"


Rules = Annotated[tuple[Rule, ...], Field(min_length=1)]
Expectation = Annotated[
    Annotated[Literal["symptom", "completes"], Tag("word")]
    | Annotated[Rule, Tag("rule")]
    | Annotated[Rules, Tag("rules")],
    Discriminator(_kind_of_expectation),
]


def rules_of(expect: Expectation | None) -> tuple[Rule, ...]:
    """Return the rules that an expectation is made of: none where it is a word."""
    if isinstance(expect, Rule):
        return (expect,)
    return expect if isinstance(expect, tuple) else ()


class Claim(Model):
    """What every claim has: a snippet that tests it, or the reason why there is none."""

    id: Slug
    snippet: NonEmpty | None = None
    needs: tuple[NonEmpty, ...] = ()
    not_run: NotRun | None = None


class Reproduction(Claim):
    """A program that raises the symptom."""

    cause: Slug
    title: Text | None = None
    expect: Expectation = "symptom"


class Workaround(Claim):
    """The reproduction with a change that cures it."""

    title: Text
    text: Text
    trade_off: Text
    cures: tuple[Slug, ...]
    expect: Expectation = "completes"


class DeadEnd(Claim):
    """The reproduction with a popular change that does not cure it."""

    title: Text
    text: Text
    tried_on: tuple[Slug, ...]
    expect: Expectation = "symptom"


class Judged(Model):
    """A verdict taken from a source one can read, where no program can give it."""

    verdict: Literal["upheld", "refuted"]
    source: WebAddress


class Statement(Claim):
    """A popular statement put to the test; it may be refuted."""

    text: Text
    origin: Text | None = None
    source: WebAddress | None = None
    expect: Expectation | None = None
    finding: Text
    judged: Judged | None = None


class Program(Model):
    """How one program of an entry is run, where that differs from `python FILE` in an empty folder."""

    fresh_interpreter: bool = False
    """True: never with frameworks loaded beforehand, because the entry is about import, drivers or the way out."""
    variables: dict[NonEmpty, str] = {}
    """Environment variables set before it starts. They are part of what was run."""
    files: tuple[NonEmpty, ...] = ()
    """Text files of the entry's folder that lie beside it when it runs. They are part of what was run."""


class Relation(Model):
    """A link to another entry and why a reader would follow it."""

    id: NonEmpty
    kind: RelationKind
    text: Text


class Source(Model):
    """A page that facts of the entry come from."""

    url: WebAddress
    title: NonEmpty
    kind: SourceKind
    accessed: Day


class Change(Model):
    """One line of the entry's history."""

    date: Day
    text: Text


class Entry(Model):
    """One documented defect, as authored. `docs/content-model.md` explains every key."""

    title: Text
    summary: Text
    symptoms: Annotated[tuple[Symptom, ...], Field(min_length=1)]
    codes: tuple[Name, ...] = ()
    aliases: tuple[Name, ...] = ()
    category: Slug
    lifecycle: Lifecycle
    recovery: Recovery
    reported: Reported
    first_seen: FirstSeen | None = None
    causes: Annotated[tuple[Cause, ...], Field(min_length=1)]
    versions: tuple[VersionRow, ...] = ()
    reproduce: tuple[Reproduction, ...] = ()
    workarounds: tuple[Workaround, ...] = ()
    dead_ends: tuple[DeadEnd, ...] = ()
    claims: tuple[Statement, ...] = ()
    programs: dict[NonEmpty, Program] = {}
    related: tuple[Relation, ...] = ()
    sources: tuple[Source, ...] = ()
    history: Annotated[tuple[Change, ...], Field(min_length=1)]

    def all_claims(self) -> tuple[tuple[Role, Reproduction | Workaround | DeadEnd | Statement], ...]:
        """Return everything that a run can judge, with its role, in page order."""
        return (
            *(("reproduce", claim) for claim in self.reproduce),
            *(("workaround", claim) for claim in self.workarounds),
            *(("dead-end", claim) for claim in self.dead_ends),
            *(("claim", claim) for claim in self.claims),
        )


class Waiver(Model):
    """A verdict that is not as it should be, and is accepted for a reason."""

    entry: NonEmpty
    claim: Slug
    verdict: Literal["contradicted", "flaky", "stale", "not_run"]
    environment: NonEmpty | None = None
    """Names of environments, with `*` for anything; null: all of them."""
    reason: NonEmpty
    until: Day | None = None
    """The last day on which it holds."""


class Waivers(Model):
    """What `waivers.yaml` holds."""

    waivers: tuple[Waiver, ...]


class Licence(Model):
    """The licence of entries and downloads."""

    name: NonEmpty
    url: WebAddress


class Locale(Model):
    """A language of the site: its MkDocs Material code and its own name for itself."""

    code: Annotated[str, StringConstraints(pattern=r"^[a-z]{2}$")]
    name: NonEmpty


class Site(Model):
    """`site.yaml`: what makes a content folder a site of its own. The first locale is the default."""

    name: Text
    description: Text
    address: WebAddress
    repository: WebAddress | None = None
    locales: Annotated[tuple[Locale, ...], Field(min_length=1)]
    domains: dict[Slug, Text]
    categories: dict[Slug, Text]
    licence: Licence
    often: tuple[str, ...] = ()
    """Ids of the entries that the home page shows first, in this order."""
    scope: Text | None = None
    """What the entries speak of where they do not say otherwise: systems, devices, ways of installing."""

    @property
    def locale_codes(self) -> tuple[str, ...]:
        """Return the locale codes, the default first."""
        return tuple(locale.code for locale in self.locales)

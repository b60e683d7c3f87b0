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
StepKind = Literal["shell", "powershell", "python", "yaml", "toml", "ini", "dockerfile", "cmake", "cuda", "text"]
SourceKind = Literal["docs", "source", "release-note", "issue"]
Role = Literal["reproduce", "workaround", "dead-end", "claim"]

MIN_WORDS = 2  # characters
MAX_NAME = 80  # bytes of a slug, or of the name of a program
ID_PATTERN = r"^[a-z0-9]+(-[a-z0-9]+)*$"
VARIABLE_PART = re.compile(r"<[^<>]*>")
NUMBER_NAME_PATTERN = r"^[a-z][a-z0-9_]*$"
NAME_PATTERN = r"^[A-Za-z0-9_.:\-]+$"


def _is_web_address(value: str) -> str:
    if not value.startswith(("https://", "http://")) or " " in value:
        message = "must be a web address that begins with https://"
        raise ValueError(message)
    return value


def _is_group(value: str) -> str:
    """Refuse a group of words of which one would be found in every line, or in none."""
    for words in value.removeprefix("!").split("|"):
        if VARIABLE_PART.search(words) or "*" in words.strip().strip("*"):
            message = f"{words!r} is a wording: words stand as they are, with * before or behind them alone"
            raise ValueError(message)
        if len(words.strip("* ")) < MIN_WORDS:
            message = f"{words!r} says too little: write words of {MIN_WORDS} characters or more, with | between"
            raise ValueError(message)
    return value


def _is_rule(groups: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse a rule that look-up could not file: it files a rule under the words of the first group."""
    for words in groups[0].split("|"):
        if groups[0].startswith("!") or "*" in words or not re.search("[A-Za-z0-9_]", words):
            message = f"the first group must say what is sought, in whole words without ! and *, not {words!r}"
            raise ValueError(message)
    return groups


NonEmpty = Annotated[str, StringConstraints(min_length=1, pattern=r"\S")]
Group = Annotated[str, AfterValidator(_is_group)]
LineRule = Annotated[tuple[Group, ...], Field(min_length=1), AfterValidator(_is_rule)]
Slug = Annotated[str, StringConstraints(pattern=ID_PATTERN, max_length=80)]
Name = Annotated[str, StringConstraints(pattern=NAME_PATTERN, max_length=120)]
NumberName = Annotated[str, StringConstraints(pattern=NUMBER_NAME_PATTERN, max_length=40)]
WebAddress = Annotated[str, AfterValidator(_is_web_address)]
Day = Annotated[date, Strict(strict=False)]
Text = dict[str, str]


_GIVEN: dict[frozenset[str], set[str]] = {}  # at most as many as there are ways to leave keys out


class Model(BaseModel):
    """Base of all content models: unknown keys are refused, nothing is converted, nothing changes."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, use_attribute_docstrings=True)

    def model_post_init(self, _context: object, /) -> None:
        """Share the set of the keys that were given with all models of the same keys: it takes more than the values."""
        given = self.__pydantic_fields_set__
        object.__setattr__(self, "__pydantic_fields_set__", _GIVEN.setdefault(frozenset(given), given))


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
    """active: current versions print it; changed: they print it in other words; no-longer-raised; never-observed."""
    package: Name | None = None
    """The distribution that this is about."""
    since: NonEmpty | None = None
    """First version for which the status holds."""
    text: Text | None = None
    """What changed, for readers."""
    source: WebAddress | None = None
    """Where it is said."""


class FirstSeen(Model):
    """The earliest public report at hand."""

    date: Day
    """Day of the report."""
    source: WebAddress
    """Where it was reported."""


class Condition(Model):
    """A telltale that a program can read: all that is given must hold of the reader's text."""

    text: NonEmpty | None = None
    """Literal text in which * stands for anything, sought in the whole text."""
    where: NonEmpty | None = None
    """A condition on the entry's `numbers`, such as `unallocated > tried`."""

    @model_validator(mode="after")
    def _asks_something(self) -> Condition:
        if self.text is None and self.where is None:
            message = "needs text, where, or both"
            raise ValueError(message)
        return self


def _kind_of_sign(value: object) -> str:
    return "text" if isinstance(value, str) else "condition"


Sign = Annotated[
    Annotated[NonEmpty, Tag("text")] | Annotated[Condition, Tag("condition")],
    Discriminator(_kind_of_sign),
]


class Step(Model):
    """One block to copy: exactly what a terminal or a file takes."""

    kind: StepKind
    """What the block is: a language, or the kind of file or shell that takes it."""
    code: NonEmpty
    """At most six lines."""
    label: Text | None = None
    """Where it goes or what it is for, one line, where the block alone does not say so."""


class Cause(Model):
    """One mechanism behind the symptom, how to tell that it is the reader's, and what must be restarted afterwards."""

    id: Slug
    """Unique in the entry; part of the anchor on its page."""
    title: Text
    """The mechanism in one line."""
    short: Text | None = None
    """Two or three words, for a tab; null: the title."""
    text: Text
    """What happens, and why it ends in this error."""
    telltale: Text
    """How a reader can tell that it is this cause."""
    shows: tuple[Sign, ...] = ()
    """Any of these in the reader's text says that it is this cause."""
    never: tuple[Sign, ...] = ()
    """Any of these in the reader's text says that it is not."""
    recovery: Recovery | None = None
    """What must be restarted afterwards; null: the entry's `recovery`."""


class Answer(Model):
    """An answer to a question: it leads to exactly one of a cause, a further question, and another entry."""

    text: Text
    """What the reader sees or says."""
    cause: Slug | None = None
    """Id of the cause that it leads to."""
    question: Slug | None = None
    """Id of the question that it leads to."""
    entry: NonEmpty | None = None
    """Id of the other entry that it leads to."""

    @model_validator(mode="after")
    def _leads_somewhere(self) -> Answer:
        if sum(place is not None for place in (self.cause, self.question, self.entry)) != 1:
            message = "needs exactly one of: cause, question, entry"
            raise ValueError(message)
        return self


class Question(Model):
    """What to ask a reader whose text does not show the cause. The first question of an entry is asked first."""

    id: Slug
    """Unique in the entry."""
    ask: Text
    """The question."""
    run: Step | None = None
    """A command whose output answers it."""
    answers: Annotated[tuple[Answer, ...], Field(min_length=2)]
    """At least two."""


class StartAnswer(Model):
    """An answer on the page for readers without a message: it leads to a question, to advice, or to an entry."""

    text: Text
    question: Slug | None = None
    advice: Slug | None = None
    entry: NonEmpty | None = None
    cause: Slug | None = None
    """A cause of that entry."""

    @model_validator(mode="after")
    def _leads_somewhere(self) -> StartAnswer:
        if sum(place is not None for place in (self.question, self.advice, self.entry)) != 1:
            message = "needs exactly one of: question, advice, entry"
            raise ValueError(message)
        if self.cause is not None and self.entry is None:
            message = "cause goes with entry"
            raise ValueError(message)
        return self


class StartQuestion(Model):
    """A question to a reader without a message. The first one is asked first."""

    id: Slug
    ask: Text
    run: Step | None = None
    """A command whose output answers it."""
    answers: Annotated[tuple[StartAnswer, ...], Field(min_length=2)]


class Advice(Model):
    """What is said where a way ends at no entry. No run stands behind it: a source does, or it leads to the look-up."""

    id: Slug
    title: Text
    text: Text
    do: Annotated[tuple[Step, ...], Field(max_length=3)] = ()
    """What to type."""
    basis: WebAddress | None = None
    """What says so: a vendor's page, or the very line of a source."""
    look_up: bool = False
    """True: the reader has a message now, and is sent to the box for it."""

    @model_validator(mode="after")
    def _is_backed(self) -> Advice:
        if self.basis is None and (self.do or not self.look_up):
            message = "needs basis, what says so; or look_up: true, and nothing to type"
            raise ValueError(message)
        return self


class Start(Model):
    """`start.yaml`: questions for readers who have no message to look up."""

    title: Text
    summary: Text
    questions: Annotated[tuple[StartQuestion, ...], Field(min_length=1)]
    advice: tuple[Advice, ...] = ()


class BarPart(Model):
    """A part of a bar: one of the entry's numbers, and what it is called."""

    number: NumberName
    """Name of one of the entry's `numbers`."""
    label: Text
    """What the part is called."""


class Bar(Model):
    """Numbers of the reader's message drawn as parts of a whole."""

    whole: NumberName
    """Name of the number that the parts add up to."""
    parts: Annotated[tuple[BarPart, ...], Field(min_length=1)]
    """In the order in which they are drawn."""


class VersionRow(Model):
    """What a vendor or its source code states of a range of versions."""

    package: Name
    """The distribution whose versions these are."""
    introduced: NonEmpty | None = None
    """First affected version."""
    fixed: NonEmpty | None = None
    """First good version."""
    last_affected: NonEmpty | None = None
    """Last affected version known when this was written."""
    status: RowStatus
    """affected, not-affected, or changed: it is raised in another way."""
    note: Text
    """What is stated of these versions."""
    source: WebAddress
    """Where it is stated."""


class NotRun(Model):
    """Why a claim cannot be run at all."""

    reason: Slug
    """One word for it."""
    text: Text
    """The reason, for readers."""


class Rule(Model):
    """An expectation spelled out: exactly one of `raises`, `exits` and `hangs`, perhaps for some versions only."""

    raises: tuple[NonEmpty, ...] | None = None
    """Class names of the exception that must end the program: any of them."""
    message: NonEmpty | None = None
    """Literal text in which * stands for anything, which the exception's message must hold."""
    exits: int | NonEmpty | None = None
    """The exit code with which it must end, or the name of the signal."""
    hangs: Annotated[float, Field(gt=0, le=600)] | None = None
    """Seconds after its imports for which it must still be running."""
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
    causes: tuple[Slug, ...] = ()
    """Causes it is for besides those of the reproductions that it cures."""
    do: Annotated[tuple[Step, ...], Field(max_length=3)] = ()
    """What to type, one to three blocks."""
    basis: WebAddress | None = None
    """What says so where no run stands behind it: the very line of a source, or a vendor's page."""
    expect: Expectation = "completes"


class DeadEnd(Claim):
    """The reproduction with a popular change that does not cure it."""

    title: Text
    text: Text
    tried_on: tuple[Slug, ...]
    causes: tuple[Slug, ...] = ()
    """Causes it does not help with besides those of the reproductions that it was tried on."""
    basis: WebAddress | None = None
    """What says so where no run stands behind it: the very line of a source, or a vendor's page."""
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
    """Id of the other entry."""
    kind: RelationKind
    """confused-with, leads-to or caused-by."""
    text: Text
    """Why a reader would follow it."""


class Source(Model):
    """A page that facts of the entry come from."""

    url: WebAddress
    """Its address."""
    title: NonEmpty
    """What it is called."""
    kind: SourceKind
    """docs, source (code), release-note or issue."""
    accessed: Day
    """Day on which it was read."""


class Change(Model):
    """One line of the entry's history."""

    date: Day
    """Day of the change."""
    text: Text
    """What changed for somebody who met the error."""


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
    """What must be restarted afterwards, for causes that do not say so themselves."""
    reported: Reported
    first_seen: FirstSeen | None = None
    words: dict[str, tuple[NonEmpty, ...]] = {}
    """By language: what people type who look for it, besides its title, wordings and codes."""
    lines: tuple[LineRule, ...] = ()
    """For texts without any wording: of each, a line must have one of every group (`a|b`), and none of one with `!`."""
    numbers: dict[NumberName, Annotated[tuple[NonEmpty, ...], Field(min_length=1)]] = {}
    """Numbers that conditions may name: for each, literal texts with one `<number>` where it stands."""
    bar: Bar | None = None
    questions: tuple[Question, ...] = ()
    causes: Annotated[tuple[Cause, ...], Field(min_length=1)]
    """The most frequent first: the order in which readers see them."""
    versions: tuple[VersionRow, ...] = ()
    reproduce: tuple[Reproduction, ...] = ()
    workarounds: tuple[Workaround, ...] = ()
    dead_ends: tuple[DeadEnd, ...] = ()
    claims: tuple[Statement, ...] = ()
    programs: dict[NonEmpty, Program] = {}
    related: tuple[Relation, ...] = ()
    sources: tuple[Source, ...] = ()
    history: Annotated[tuple[Change, ...], Field(min_length=1)]

    @property
    def popular(self) -> tuple[str, ...]:
        """Return the ids of the popular fixes and statements: each has an address below `/myths/`."""
        return tuple(claim.id for claim in (*self.dead_ends, *self.claims))

    def recovery_of(self, cause: Cause) -> Recovery:
        """Return what must be restarted after an error with this cause."""
        return cause.recovery or self.recovery

    def causes_of(self, claim: Workaround | DeadEnd) -> tuple[Cause, ...]:
        """Return the causes that a workaround is for, or that a dead end does not help with, in the entry's order."""
        against = claim.cures if isinstance(claim, Workaround) else claim.tried_on
        named = {*claim.causes, *(item.cause for item in self.reproduce if item.id in against)}
        return tuple(cause for cause in self.causes if cause.id in named)

    def all_claims(self) -> tuple[tuple[Role, Reproduction | Workaround | DeadEnd | Statement], ...]:
        """Return everything that a run can judge, with its role, in page order."""
        return (
            *(("reproduce", claim) for claim in self.reproduce),
            *(("workaround", claim) for claim in self.workarounds),
            *(("dead-end", claim) for claim in self.dead_ends),
            *(("claim", claim) for claim in self.claims),
        )


class Licence(Model):
    """The licence of entries and downloads."""

    name: NonEmpty
    """Its short name."""
    url: WebAddress
    """Where its text is."""


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

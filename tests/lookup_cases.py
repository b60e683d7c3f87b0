"""The evaluation set of look-up: texts from public threads (`lookup/cases/`), and how right the matcher is on them."""

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from faultbook.matcher import Answer, Index, find

FOLDER = Path(__file__).parent / "lookup/cases"
HEADER = ("source", "expect", "form", "own")
OPTIONAL = "cause"
NONE = "none"
ASK = "ask"


@dataclass(frozen=True)
class Case:
    """A text, and what it is about: an entry's slug, a status code, or `none`."""

    id: str
    source: str
    expect: str
    forms: tuple[str, ...]
    own: str
    text: str
    cause: str | None = None
    """The cause that the text shows, `ask` where it does not decide; None: nobody has said."""


@dataclass(frozen=True)
class Judged:
    """A case, the answer to it, and what that is: right, wrong, missed, silent (rightly), false (a match for none)."""

    case: Case
    answer: Answer
    word: str


def load_case(path: Path) -> Case:
    header, _blank, text = path.read_text(encoding="utf-8", errors="surrogateescape").partition("\n\n")
    fields = dict(line.split(": ", 1) for line in header.split("\n"))
    if tuple(name for name in fields if name != OPTIONAL) != HEADER:
        raise ValueError(f"{path}: the header needs {', '.join(HEADER)}, and may have {OPTIONAL}")
    forms = tuple(form.strip() for form in fields["form"].split(","))
    return Case(path.stem, fields["source"], fields["expect"], forms, fields["own"], text, fields.get(OPTIONAL))


@functools.cache
def load_cases() -> tuple[Case, ...]:
    return tuple(load_case(path) for path in sorted(FOLDER.glob("*.txt")))


def judge(case: Case, answer: Answer, document: Mapping) -> Judged:
    entries = {entry["name"]: entry["id"] for entry in document["entries"]}
    codes = {code["name"]: code["entries"] for code in document["codes"]}
    hit = answer.best
    if case.expect in entries:
        right = hit is not None and hit.id == entries[case.expect]
        return Judged(case, answer, "right" if right else "wrong" if hit else "missed")
    if case.expect in codes:
        right = hit is not None and case.expect in (hit.id, hit.code)
        return Judged(case, answer, "right" if right else "wrong" if hit else "missed")
    if case.expect == NONE:
        return Judged(case, answer, "false" if hit else "silent")
    # No entry of that name yet: its status code may be told, an entry about something else may not.
    return Judged(case, answer, "false" if hit and hit.kind == "entry" else "silent")


def judge_all(document: Mapping, cases: Iterable[Case]) -> list[Judged]:
    index = Index(document)
    return [judge(case, find(case.text, index), document) for case in cases]


@dataclass(frozen=True)
class Figures:
    """Counts over a set of judged cases, and the rates that follow from them."""

    with_entry: int
    right: int
    answered: int
    without: int
    false: int

    @property
    def precision(self) -> float:
        return self.right / max(1, self.answered)

    @property
    def recall(self) -> float:
        return self.right / max(1, self.with_entry)

    @property
    def false_share(self) -> float:
        return self.false / max(1, self.without)

    def __str__(self) -> str:
        return (
            f"look-up, {self.with_entry + self.without} texts of public threads: "
            f"precision at 1 {self.precision:.3f} ({self.right} of {self.answered} answers), "
            f"recall {self.recall:.3f} ({self.right} of {self.with_entry} texts with an entry or code), "
            f"false matches {self.false_share:.3f} ({self.false} of {self.without} texts without)"
        )


def figures_of(judged: Iterable[Judged]) -> Figures:
    words = [item.word for item in judged]
    count = words.count
    return Figures(
        with_entry=count("right") + count("wrong") + count("missed"),
        right=count("right"),
        answered=count("right") + count("wrong"),
        without=count("silent") + count("false"),
        false=count("false"),
    )


def judge_cause(case: Case, answer: Answer, document: Mapping) -> str:
    """Tell what a reader is shown of the cause: right, wrong, or missed (asked, where the text says it; or no entry).

    A text that does not decide is right when it is asked, which is where no cause or several are shown.
    """
    entry = next((entry for entry in document["entries"] if entry["name"] == case.expect), None)
    if entry is None or answer.best is None or answer.best.id != entry["id"]:
        return "missed"
    causes = [cause["id"] for cause in entry["causes"]]
    shown, excluded = answer.best.reading.shown, answer.best.reading.excluded
    if not shown and len(causes) == 1:  # there is nothing to ask
        shown = tuple(name for name in causes if name not in excluded)
    if case.cause == ASK:
        return "wrong" if len(shown) == 1 and len(causes) > 1 else "right"
    if case.cause in shown:
        return "right"
    return "wrong" if shown or case.cause in excluded else "missed"


@dataclass(frozen=True)
class CauseFigures:
    """How often readers are shown the right cause, or the right question."""

    cases: int
    right: int
    wrong: int

    @property
    def right_share(self) -> float:
        return self.right / max(1, self.cases)

    @property
    def wrong_share(self) -> float:
        return self.wrong / max(1, self.cases)

    def __str__(self) -> str:
        return (
            f"causes, {self.cases} texts of which the cause is known: right cause or right question "
            f"{self.right_share:.3f} ({self.right}), wrong cause shown {self.wrong_share:.3f} ({self.wrong})"
        )

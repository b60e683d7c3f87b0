"""The decision figure of an entry: what one sees → which cause it is → what cures it, as boxes and arrows.

It says what the table under "Which one is yours?" says, once more and at a glance: a cure that several causes share is
one box with several arrows. Only sizes and places are decided here; `templates/decision.html` draws them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from generator.catalogue import JudgedEntry
from generator.render.drawn_text import break_lines
from generator.render.labels import label_of
from generator.render.templates import Words
from generator.schema import Cause, Reproduction, Text, Workaround
from generator.verdicts import JudgedClaim

WIDTH = 688  # of the page's text on most screens, so that letters come out as large as in its tables
SIZE = 13
LEADING = 17
PAD = 8
GAP = 12
HEAD = 24
TRUNK = 3
BOLD = 1.14  # how much wider bold letters are
# Left edge and width of the columns: what one sees, cause, cure.
COLUMNS = ((14, 302), (338, 160), (518, 170))


@dataclass(frozen=True, slots=True)
class Box:
    """A box with text, large enough for its lines; `target` is the place on the page that it leads to, if any."""

    x: int
    y: int
    width: int
    height: int
    text: Text
    target: str = ""
    tone: str = ""
    verdict: str = ""
    """The sign and the words of a verdict, which stand on lines of their own."""

    @property
    def room(self) -> int:
        """Return how wide a line of it may be."""
        return self.width - 2 * PAD

    @property
    def middle(self) -> int:
        """Return the height at which arrows come in and leave."""
        return self.y + self.height // 2


@dataclass(frozen=True, slots=True)
class Row:
    """One cause: how one tells it, its name, and the cures that stand beside it."""

    telltale: Box
    cause: Box
    cures: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """A figure that can be drawn."""

    height: int
    rows: tuple[Row, ...]
    arrows: str
    """All lines and arrowheads as one SVG path."""
    width: int = WIDTH
    size: int = SIZE
    columns: tuple[int, ...] = tuple(left for left, _width in COLUMNS)


@dataclass(frozen=True, slots=True)
class _Sized:
    """A box that has no place yet."""

    text: Text
    height: int
    target: str = ""
    tone: str = ""
    verdict: str = ""

    def at(self, column: int, y: int) -> Box:
        x, width = COLUMNS[column]
        return Box(x, y, width, self.height, self.text, self.target, self.tone, self.verdict)


def decision_of(entry: JudgedEntry, words: Words) -> Decision | None:
    """Lay out the figure of an entry in one language; an entry with one cause has nothing to decide."""
    causes = entry.loaded.entry.causes
    if len(causes) < 2:
        return None
    cures = {item.claim.id: (item, _causes_cured(entry, item)) for item in entry.of_role("workaround")}
    rows: list[Row] = []
    y = HEAD
    for cause in causes:
        beside = [item for item, cured in cures.values() if cured and cured[0] == cause.id]
        rows.append(_row(cause, beside, words, y))
        y += _height(rows[-1]) + GAP
    placed = {box.target: box for row in rows for box in row.cures}
    arrows = [_trunk(rows)]
    for row, cause in zip(rows, causes, strict=True):
        arrows.append(_arrow(row.telltale, row.cause))
        targets = (placed[_anchor(item)] for item, cured in cures.values() if cause.id in cured)
        arrows.extend(_arrow(row.cause, box) for box in targets)
    return Decision(y - GAP + 1, tuple(rows), "".join(arrows))


def _causes_cured(entry: JudgedEntry, item: JudgedClaim) -> list[str]:
    """Return the causes whose reproductions a workaround cures, in the order of the page."""
    cures = item.claim.cures if isinstance(item.claim, Workaround) else ()
    shown = {
        claim.cause for claim in entry.loaded.entry.reproduce if isinstance(claim, Reproduction) and claim.id in cures
    }
    return [cause.id for cause in entry.loaded.entry.causes if cause.id in shown]


def _anchor(item: JudgedClaim) -> str:
    return f"workaround-{item.claim.id}"


def _sized(text: Text, column: int, locale: str, *, verdict: str = "", target: str = "", tone: str = "") -> _Sized:
    room = COLUMNS[column][1] - 2 * PAD
    lines = break_lines(text[locale], room, SIZE) + break_lines(verdict, room / BOLD, SIZE)
    return _Sized(text, len(lines) * LEADING + 2 * PAD - 2, target, tone, verdict)


def _cure(item: JudgedClaim, claim: Workaround, words: Words) -> _Sized:
    label = label_of(item, item.verdict)
    verdict = f"{label.sign} {words.texts.gettext(label.text)}"
    return _sized(claim.title, 2, words.locale, verdict=verdict, target=_anchor(item), tone=label.tone)


def _row(cause: Cause, cures: Iterable[JudgedClaim], words: Words, y: int) -> Row:
    telltale = _sized(cause.telltale, 0, words.locale)
    named = _sized(cause.title, 1, words.locale, target=f"cause-{cause.id}")
    sized = [_cure(item, item.claim, words) for item in cures if isinstance(item.claim, Workaround)]
    stacked = sum(box.height + GAP for box in sized) - GAP if sized else 0
    height = max(telltale.height, named.height, stacked)
    below = y + (height - stacked) // 2
    boxes = []
    for box in sized:
        boxes.append(box.at(2, below))
        below += box.height + GAP
    return Row(
        telltale.at(0, y + (height - telltale.height) // 2),
        named.at(1, y + (height - named.height) // 2),
        tuple(boxes),
    )


def _height(row: Row) -> int:
    boxes = (row.telltale, row.cause, *row.cures)
    return max(box.y + box.height for box in boxes) - min(box.y for box in boxes)


def _trunk(rows: list[Row]) -> str:
    """Draw the line from which every telltale branches off."""
    branches = "".join(f"M{TRUNK} {row.telltale.middle}H{row.telltale.x}{_HEAD}" for row in rows)
    return f"M{TRUNK} {HEAD}V{rows[-1].telltale.middle}{branches}"


_HEAD = "m-5-3l5 3-5 3"


def _arrow(start: Box, end: Box) -> str:
    x, y = start.x + start.width, start.middle
    if abs(y - end.middle) < 3:  # one of the two heights is odd
        return f"M{x} {y}H{end.x}{_HEAD}"
    half = (x + end.x) // 2
    return f"M{x} {y}C{half} {y} {half} {end.middle} {end.x} {end.middle}{_HEAD}"

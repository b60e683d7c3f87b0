"""What programs did on this machine, beside what the site says of them → a table."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from faultbook.cards import Reader
from faultbook.language import N_
from faultbook.terminal import printable

Cell = Mapping[str, Any]
# What the site calls a verdict, and what its worker says is missing: the words come with the programs.
VERDICTS = (
    *(N_("reproduced"), N_("not reproduced"), N_("ran clean"), N_("ran, but where the error does not occur")),
    N_("ran, but shows no cure"),
    *(N_("did not work"), N_("still fails, as said"), N_("not as said"), N_("runs, and shows that it does not help")),
    *(N_("upheld"), N_("refuted"), N_("flaky"), N_("must be run again"), N_("ran into its fences")),
    *(N_("the run itself failed"), N_("not run"), N_("says nothing of these versions")),
)
MISSING = (
    *(N_("a GPU"), N_("two GPUs"), N_("a C compiler (cc) in /usr/local/bin, /usr/bin, /bin")),
    *(N_("a PyTorch built with CUDA"), N_("a CPU build of PyTorch"), N_("a TensorFlow built with CUDA")),
    *(N_("a machine without a driver"), N_("a simulated driver")),
)
AS_STATED = {"confirmed": True, "upheld": True, "contradicted": False, "refuted": False}
CLIP = 70


class Row(NamedTuple):
    """A claim, by its place on the page, what it did here and what the site says. `differs`: here, otherwise."""

    claim: str
    here: str
    site: str
    differs: bool = False


class Ran:
    """Which programs ended so far, with what was seen, or why that is evidence of nothing."""

    def __init__(self, total: int) -> None:
        self.total, self.count = total, 0
        self.seen: dict[int, Mapping[str, Any]] = {}  # by the identity of a cell
        self.trouble: dict[int, str] = {}

    def keep(self, cell: Cell, seen: Mapping[str, Any]) -> None:
        """Take an observation."""
        self.seen[id(cell)] = seen

    def line(self, cell: Cell, trouble: str, how: str, reader: Reader) -> str:
        """Count a program that ended, and say how."""
        self.count += 1
        if trouble:
            self.trouble[id(cell)] = trouble
            how = reader.words("no evidence") + reader.words(" ({what})").format(what=printable(trouble))
        return f"[{self.count}/{self.total}] {cell['job']['name']}: {how}"


def rows_of(plan: Any, facts: Mapping[str, Any], ran: Ran, reader: Reader) -> Iterator[Row]:
    """Yield a row for each claim of a plan."""
    from faultbook.verification import planfile

    for cell in plan.cells:
        for place, claim in enumerate(cell["claims"]):
            label = claim["label"]
            name, site = f"{claim['role']}-{claim['id']}", reader.words(label)
            lacking = planfile.first_missing(claim["needs"], facts, plan)
            if lacking:
                here = reader.words("cannot run here (needs {what})").format(what=reader.words(lacking))
                yield Row(name, here, site)
            elif id(cell) in ran.seen:
                yield _row_of_run(name, site, claim, cell["job"]["hints"][place], ran.seen[id(cell)], reader)
            else:
                yield Row(name, _without_evidence(ran.trouble.get(id(cell), ""), reader), site)


def _without_evidence(trouble: str, reader: Reader) -> str:
    if not trouble:
        return reader.words("not run")
    return reader.words("no evidence") + reader.words(" ({what})").format(what=printable(trouble)[:CLIP])


def _row_of_run(
    name: str, site: str, claim: Cell, hint: dict[str, Any], seen: Mapping[str, Any], reader: Reader
) -> Row:
    from faultbook.verification import batch, worker

    met = bool(worker.meets(hint, seen))
    raised = seen["exception"]
    how = printable(raised["line"].partition("\n")[0])[:CLIP] if raised else batch.ending_of(seen)
    otherwise = reader.words("otherwise") + reader.words(" ({what})").format(what=how)
    differs = AS_STATED.get(claim["verdict"], met) != met
    return Row(name, reader.words("as stated") if met else otherwise, site, differs)


def table(rows: Sequence[Row], reader: Reader) -> str:
    """Return rows under a heading, in columns. What came out otherwise than on the site is marked."""
    heading = Row(reader.words("claim"), reader.words("here"), reader.words("on the site"))
    lines = [heading, *rows]
    first, second = max(_width(line.claim) for line in lines), max(_width(line.here) for line in lines)
    shown = [
        f"{'≠' if line.differs else ' '} {_padded(line.claim, first)}  {_padded(line.here, second)}  {line.site}"
        for line in lines
    ]
    return "\n".join([reader.style.bold(shown[0]), *shown[1:]])


def _width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def needed(plan: Any, facts: Mapping[str, Any], reader: Reader) -> str:
    """Say what an environment lacks for the programs of a plan, the most frequent first."""
    from faultbook.verification import planfile

    reasons = Counter(planfile.missing(cell, facts, plan) for cell in plan.cells)
    reasons.update(
        planfile.first_missing(claim["needs"], facts, plan) for cell in plan.cells for claim in cell["claims"]
    )
    return reader.words(", ").join(reader.words(reason) for reason, _count in reasons.most_common() if reason)

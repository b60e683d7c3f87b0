"""What a card says first: the reader's cause, or the question that tells the causes apart; what to type; what it costs.

A `reading` is what the matcher read in a text: causes that it shows, causes that it rules out, numbers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from faultbook.asking import Asking
from faultbook.catalogue import Item
from faultbook.language import N_
from faultbook.terminal import code_lines, printable

if TYPE_CHECKING:
    from faultbook.cards import Reader

GRADES = {
    "gpu": N_("run on a GPU"),
    "run": N_("run without a GPU"),
    "simulated": N_("run on a simulated driver"),
    "source": N_("from source or vendor"),
    "nothing": N_("no run or source yet"),
}
PLACE = "<number>"
MIB, GIB = 2**20, 2**30

OTHER = N_("Process {process} holds {size}. Whose is it?")
OF_HOST = N_("The number is the host's: in a container, run this on the host.")
WHOSE = "ps -o user,etime,cmd -p {process}"

SEEKS = "--query-compute-apps"  # in a command that looks for the process
PID = re.compile(r"\bPID\b")

SHELLS = ("shell", "powershell")


def cause_of(entry: Item, reading: Any = None) -> Item | None:
    """Return the reader's cause: the one that the text shows, or the only one there is and not ruled out."""
    causes: list[Item] = entry.get("causes", [])  # an index from before version 1.2 has none
    shown = [cause for cause in causes if reading and cause["id"] in reading.shown]
    if len(shown) == 1:
        return shown[0]
    is_sole = len(causes) == 1 and not (reading and reading.excluded)
    return causes[0] if is_sole else None


def is_shown(reading: Any, cause: Item | None) -> bool:
    """Tell whether a text shows a cause, which is more than that there is no other."""
    return bool(reading and cause and cause["id"] in reading.shown)


def advice(reader: Reader, entry: Item, reading: Any = None) -> list[str]:
    """Return the first lines of an entry's card; none where an older index knows no causes."""
    if not entry.get("causes"):
        return []
    cause = cause_of(entry, reading)
    other = _other(reader, reading)
    if cause is None:
        return [
            *other,
            *([""] if other else []),
            *_undecided(reader, entry, reading),
            *_numbers(reader, entry, reading),
        ]
    heading = reader.words("Your message: {cause}") if is_shown(reading, cause) else reader.words("Cause: {cause}")
    title = reader.style.bold(heading.format(cause=reader.text(cause["title"])))
    return [title, *([""] if other else []), *other, *_step(reader, cause, reading), *_numbers(reader, entry, reading)]


def first_command(reader: Reader, cause: Item) -> str:
    """Return the first step of a cause on one line, with its first command, or nothing where there is no step.

    The first of several lines of a program says nothing by itself, so it is left out.
    """
    if not cause["steps"]:
        return ""
    step = cause["steps"][0]
    title = reader.text(step["title"])
    block = step["do"][0] if step["do"] else None
    lines = code_lines(block["code"]) if block else []
    command = lines[0] if block and (len(lines) == 1 or block["kind"] in SHELLS) else ""
    return reader.words("{title}: {command}").format(title=title, command=command) if command else title


def _step(reader: Reader, cause: Item, reading: Any) -> list[str]:
    """Return the first step of a cause. Its code begins where a line begins, so that it can be copied as it is."""
    if not cause["steps"]:
        return ["", reader.words("Nothing is known to help yet. The page says what was tried.")]
    step = cause["steps"][0]
    lines = ["", reader.text(step["title"])]
    for block in _typed(step["do"], reading):
        label = [reader.style.dim(reader.text(block["label"]))] if block.get("label") else []
        lines += ["", *label, *code_lines(block["code"])]
    if not step["do"]:
        lines.append(reader.text(step["text"]))
    return [
        *lines,
        "",
        *reader.named(N_("What it costs"), reader.text(step["cost"])),
        *reader.named(N_("What backs it"), _grade(reader, step["grade"])),
    ]


def _typed(blocks: list[Item], reading: Any) -> list[Item]:
    """Return what to type. Where the message names the process, nothing needs to look for it."""
    if reading is None or reading.other is None:
        return blocks
    process = str(reading.other.process)
    kept = (block for block in blocks if SEEKS not in block["code"])
    return [{**block, "code": PID.sub(process, block["code"])} for block in kept]


def _grade(reader: Reader, grade: str) -> str:
    return reader.words(GRADES[grade]) if grade in GRADES else printable(grade)


def _undecided(reader: Reader, entry: Item, reading: Any) -> list[str]:
    """Return what to ask where the text shows no cause, or several."""
    causes = entry["causes"]
    excluded = set(reading.excluded if reading else ())
    shown = [cause for cause in causes if reading and cause["id"] in reading.shown]
    asking = Asking(reader, entry, excluded)
    if len(excluded) == len(causes):
        text = reader.words("Your message contradicts every cause that is known here. See the page before you try one.")
        return [reader.style.bold(text), ""]
    if shown:
        heading = reader.words("Your message fits several causes. Which of these do you see?")
        answers = [{"text": cause["telltale"], "cause": cause["id"]} for cause in shown]
        return [reader.style.bold(heading), *asking.answers(answers), ""]
    return [*asking.lines(), ""]


def _numbers(reader: Reader, entry: Item, reading: Any) -> list[str]:
    """Return the numbers that were read in the message, in its own words."""
    values = reading.numbers if reading else {}
    told = [_told(patterns[0], values[name]) for name, patterns in entry.get("numbers", {}).items() if name in values]
    return reader.named(N_("Read in your message"), reader.words("; ").join(told))


def _other(reader: Reader, reading: Any) -> list[str]:
    """Return which other process holds more of the GPU, and what shows whose it is."""
    if not (reading and reading.other):
        return []
    process, size = reading.other
    told = reader.words(OTHER).format(process=process, size=amount(size))
    return [told, "", *code_lines(WHOSE.format(process=process)), "", reader.words(OF_HOST)]


def _told(pattern: str, value: float) -> str:
    text = pattern.replace(PLACE, amount(value)).replace("*", " … ")
    return printable(" ".join(text.split()).strip(" ;,.:"))


def amount(value: float) -> str:
    """Return a number as messages print it: what is a MiB or more has a unit, since such numbers are bytes."""
    for size, unit in ((GIB, "GiB"), (MIB, "MiB")):
        if value >= size:
            return f"{value / size:.2f} {unit}"
    return f"{value:g}"

"""`faultbook verify`: an entry's programs on the reader's machine, what they did beside the site's verdicts, a file.

Whether a program did as stated is asked of the worker's `meets`, which knows no ranges of versions: a first look. The
verdict is made where the file is taken in.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from faultbook import __version__
from faultbook.cards import RECOVERIES, Reader
from faultbook.catalogue import Item
from faultbook.contribution import Contribution
from faultbook.language import N_
from faultbook.names import Named
from faultbook.outcomes import Ran, needed, rows_of, table
from faultbook.output import FOUND, USAGE, Said, write
from faultbook.programs import NOTHING_RUNS, Carried, RefusedError, carried_programs, choose_host, free_gpus
from faultbook.terminal import printable

DIFFERS, LEFT, STOPPED = 1, 4, 130
NEEDS_HANDS = ("reset-gpu", "reboot", "replace-hardware")
YES = ("y", "yes", "是")
_LOOKING = N_("Asking the Pythons here which frameworks they have …")
_WHAT = N_("{count} of the {total} programs of {entry} can run here; they take about {time}.")
_WHERE = N_("with {python}\non {gpu}; the file will be {path}")
_CARD = N_(
    "They fill the memory of a GPU and cause errors on it, on purpose, each in a process of its own. Other programs on "
    "that GPU can fail meanwhile or become slower. Where the kernel allows, they have no network and can write only "
    "into a folder that is deleted afterwards. Nothing is sent anywhere."
)
_ASK = N_("Run them? [y/N] ")
_NOBODY_TO_ASK = N_("there is no terminal to ask on: add --yes to run them")
_NOTHING_ABLE = N_("none of the programs of {entry} can run with {python}: they need {what}")
_ANOTHER = N_("--python names another interpreter")
_EXISTS = N_("{path} exists already: delete it, or name another file with --out")
_UNWRITABLE = N_("{path} cannot be written ({reason}): name another file with --out")
_SEVERAL = N_("{name} is not an entry; name one of those that show it: {entries}")
_NO_ENTRY = N_("{name} is not an entry, and no entry shows it")
_WRITTEN = N_("Written: {path}. It holds versions, the GPU's name and what the programs printed: read it, then")
_ATTACH = N_("attach it to an issue: {address}")
_GIVE = N_("give it to whoever keeps {address}")
_LEFT_OVER = N_("{count} programs have not run")


class Task(NamedTuple):
    """What is to be run, with which interpreter, on which GPUs, and where it is written."""

    entry: str
    carried: Carried
    host: Any
    gpu_pool: Any
    path: str


def verify(options: argparse.Namespace, reader: Reader, named: Named) -> Said:
    """Run the programs of an entry, if the reader agrees; return what there is to say."""
    try:
        entry = _entry_of(named, reader)
        task = _prepare(entry, options, reader)
        _agree(task, reader, agreed=options.yes)
        return _run(task, options.minutes, reader)
    except RefusedError as refused:
        return Said("", f"faultbook: {refused}", refused.status)


def _entry_of(named: Named, reader: Reader) -> str:
    """Return the entry that a name stands for, also by a status code that only one entry shows."""
    catalogue = reader.catalogue
    if named.id in catalogue.entries:
        return str(named.id)
    codes: list[Item] = catalogue.with_number(named.number) if named.number is not None else []
    codes = codes or [catalogue.codes[str(named.id)]]
    entries = list(dict.fromkeys(entry for code in codes for entry in code["entries"] if entry in catalogue.entries))
    if len(entries) == 1:
        return str(entries[0])
    name = printable(named.id or str(named.number))
    told = reader.words(_SEVERAL if entries else _NO_ENTRY)
    raise RefusedError(told.format(name=name, entries=reader.words(", ").join(map(printable, entries))), USAGE)


def _prepare(entry: str, options: argparse.Namespace, reader: Reader) -> Task:
    """Find everything that a run needs, before anybody is asked. Raises RefusedError."""
    carried = carried_programs(entry, reader.words)
    write(reader.words(_LOOKING), sys.stderr)
    gpu_pool = free_gpus(carried.plan, shared=options.shared_gpu, words=reader.words)
    host = choose_host(carried.plan, options.python, gpu_pool, reader.words)
    from faultbook.verification import resultfile

    name = f"faultbook-{entry.rpartition('/')[2]}-{resultfile.environment_id(host.facts)}.json"
    task = Task(entry, carried, host, gpu_pool, options.out or name)
    if not host.due:
        what = needed(carried.plan, host.facts, reader)
        text = reader.words(_NOTHING_ABLE).format(entry=entry, python=host.interpreter.python, what=what)
        raise RefusedError(f"{text}\n{reader.words(_ANOTHER)}")
    if os.path.lexists(task.path):
        raise RefusedError(reader.words(_EXISTS).format(path=task.path), USAGE)
    return task


def _agree(task: Task, reader: Reader, *, agreed: bool) -> None:
    """Say what will happen, and ask. Raises RefusedError where the answer is no."""
    write("\n".join(_announcement(task, reader)), sys.stderr)
    if agreed:
        return
    if sys.stdin is None or not sys.stdin.isatty():
        raise RefusedError(reader.words(_NOBODY_TO_ASK), USAGE)
    sys.stderr.write(reader.words(_ASK))
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() not in YES:
        raise RefusedError(reader.words("nothing was run"))


def _announcement(task: Task, reader: Reader) -> Iterator[str]:
    from faultbook.verification import progress

    due, facts = task.host.due, task.host.facts
    seconds = progress.duration(sum(cell["seconds"] for cell in due))
    counted = {"count": len(due), "total": len(task.carried.plan.cells), "entry": task.entry, "time": seconds}
    yield reader.words(_WHAT).format(**counted)
    gpu = printable(_gpu_of(task, reader))
    yield reader.words(_WHERE).format(python=printable(task.host.interpreter.line()), gpu=gpu, path=task.path)
    if facts["gpus"]:
        yield reader.words(_CARD)
    recovery = reader.catalogue.entries[task.entry]["recovery"]
    if facts["gpus"] and recovery in NEEDS_HANDS:
        yield from reader.named(N_("Recovery"), reader.words(RECOVERIES[recovery]))


def _gpu_of(task: Task, reader: Reader) -> str:
    """Say on which GPU programs run; of several, on how many of them."""
    facts = task.host.facts
    if not facts["gpus"]:
        return reader.words("no GPU")
    told = ["{name}, {memory_mib} MiB".format(**facts["gpus"][0]), f"driver {facts['driver']}"]
    if len(facts["gpus"]) > 1 and task.gpu_pool.all:
        used = {"used": len(task.gpu_pool.all), "count": len(facts["gpus"])}
        told.insert(0, reader.words("{used} of {count} GPUs").format(**used))
    return reader.words(", ").join(told)


def _run(task: Task, minutes: float | None, reader: Reader) -> Said:
    """Run what is due until it is done, the time is up, or somebody stops it; what ended is in the file."""
    from faultbook.verification import batch

    file, ran = _file_of(task), Ran(len(task.host.due))

    def keep(cell: Item, _facts: object, seen: dict[str, Any]) -> None:
        file.add(cell["program"], seen)
        ran.keep(cell, seen)

    def ended(cell: Item, trouble: str, how: str) -> None:
        write(ran.line(cell, trouble, how, reader), sys.stderr)

    status, trouble = FOUND, ""
    give_up = float("inf") if minutes is None else time.monotonic() + 60 * minutes
    try:
        batch.interrupt_on_sigterm()
        file.begin()
        try:
            batch.run_host(task.host, keep, ended, task.gpu_pool, give_up)
        finally:
            file.end()
    except KeyboardInterrupt:
        status = STOPPED
    except OSError as error:
        status, trouble = USAGE, reader.words(_UNWRITABLE).format(path=task.path, reason=error.strerror or error)
    return _said(task, ran, reader, trouble, status if status or ran.seen else NOTHING_RUNS)


def _file_of(task: Task) -> Contribution:
    from faultbook.verification import resultfile

    facts = task.host.facts
    head = {"faultbook": __version__, "site": task.carried.site, "entry": task.entry, "facts": facts}
    return Contribution(task.path, {**head, "environment": resultfile.environment_id(facts)})


def _said(task: Task, ran: Ran, reader: Reader, trouble: str, status: int) -> Said:
    """Return the table, where the file is and what is left, with the exit status."""
    rows = list(rows_of(task.carried.plan, task.host.facts, ran, reader))
    left = len(task.host.due) - ran.count
    notes = [f"faultbook: {trouble}"] if trouble else []
    notes += [reader.words(_LEFT_OVER).format(count=left)] if left else []
    if ran.seen:
        repository = task.carried.repository
        address = f"{repository.rstrip('/')}/issues" if repository else task.carried.site
        told = reader.words(_ATTACH if repository else _GIVE).format(address=reader.style.link(printable(address)))
        notes.append(f"{reader.words(_WRITTEN).format(path=task.path)} {told}")
    status = status or (DIFFERS if any(row.differs for row in rows) else LEFT if left else FOUND)
    return Said(table(rows, reader), "\n".join(notes), status)

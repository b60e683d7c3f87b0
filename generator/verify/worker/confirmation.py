"""Which run of a program counts: one in a fork may only confirm what its claims expect."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .messages import ExceptionRecord, Hint, Job, Outcome, Result
    from .session import Session

OUTCOME = (
    *("exit_code", "signal", "timed_out", "reported"),
    *("exception", "exit_requested", "assertions", "device_sync", "stderr", "seconds", "seconds_after_imports"),
)


def observe(session: Session, job: Job) -> Result:
    """Run a job as often as it says and return the run that counts, with the outcomes of the others.

    A run in a fork may only confirm: where it does not look as expected, the job is run in a fresh interpreter,
    and that counts. So it is where the fork was refused, and for the sample of confirmations that is audited.
    """
    first = session.run(job, job["mode"])
    if job["mode"] == "fork":
        first = confirmed_or_rerun(session, job, first)
    if "harness" in first:
        return first
    repeats: list[Any] = []
    for _repeat in range(job["repeat"] - 1):
        seen = session.run(job, first["mode"])
        if "harness" in seen:
            return seen
        fields: Any = seen
        repeats.append({name: fields[name] for name in OUTCOME})
        first["violations"] = sorted({*first["violations"], *seen["violations"]})
    return {**first, "repeats": repeats}


def confirmed_or_rerun(session: Session, job: Job, forked: Result) -> Result:
    """Return the fork run if it confirms and is not to be audited or agrees with its audit, else a run in exec mode."""
    confirms = "harness" not in forked and not forked["violations"] and looks_right(job["hints"], forked)
    if confirms and not job["audit"]:
        return forked
    rerun = session.run(job, "exec")
    if not confirms or "harness" in forked or "harness" in rerun:
        return rerun
    agrees = looks_right(job["hints"], rerun) and not rerun["violations"]
    return {**forked, "audited": True} if agrees else rerun


def looks_right(hints: Iterable[Hint], seen: Outcome) -> bool:
    """Tell whether a run looks like what every claim of its program expects: a hint, the verdict is made elsewhere."""
    return all(meets(hint, seen) for hint in hints)


def meets(hint: Hint, seen: Outcome) -> bool:
    """Tell whether a run looks like what a claim expects."""
    if "any" in hint:
        return any(meets(one, seen) for one in hint["any"])
    if seen["timed_out"] or "hangs" in hint:
        after_imports = seen["seconds_after_imports"]
        seconds = seen["seconds"] if after_imports is None else after_imports
        return bool(seen["timed_out"] and "hangs" in hint and seconds >= hint["hangs"])
    raised = seen["exception"]
    if "exits" in hint:
        return not raised and hint["exits"] in (seen["exit_code"], seen["signal"])
    if "texts" in hint:
        text = raised["line"] if raised else seen["stderr"] if seen["signal"] else ""
        return any(contains_in_order(parts, text) for parts in hint["texts"])
    if "classes" in hint:
        names = class_names(raised)
        return any(wanted.rpartition(".")[2] in names for wanted in hint["classes"]) and contains_in_order(
            hint["parts"], raised["message"] if raised else ""
        )
    reached_end = seen["reported"] and not raised and not seen["exit_requested"] and seen["assertions"] != 0
    return bool(reached_end and seen["exit_code"] == 0 and not seen["device_sync"])


def class_names(raised: ExceptionRecord | None) -> list[str]:
    """Return the names of an exception's classes; what cannot be imported is no more than an ImportError."""
    found = raised["classes"] if raised else []
    names = [name if name.startswith("__main__.") else name.rpartition(".")[2] for name in found]
    return names[: names.index("ImportError") + 1] if "ImportError" in names else names


def contains_in_order(parts: Iterable[str], text: str) -> bool:
    """Tell whether a text contains all parts, one behind the other."""
    place = 0
    for part in parts:
        place = text.find(part, place)
        if place < 0:
            return False
        place += len(part)
    return True

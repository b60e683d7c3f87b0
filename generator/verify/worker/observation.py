"""What a guardian and a program reported → the fields of an observation."""

from __future__ import annotations

import json
import os

from .protocol import PROTOCOL, STARTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from .messages import Report, Result, RunEnd
    from .privacy import Scrubber
    from .streams import Capture

# EROFS; EFBIG, ENOSPC, EDQUOT; ENETUNREACH, EHOSTUNREACH
READ_ONLY_ERRNO, FULL_ERRNOS, UNREACHABLE_ERRNOS = 30, (27, 28, 122), (101, 113)


def make_observation(
    name: str,
    mode: str,
    end: RunEnd,
    captures: Mapping[str, Capture],
    scrubber: Scrubber,
    gpu_mib: int | None,
) -> Result:
    """Make the fields of an observation of what a guardian and a program reported, or say why there are none.

    `gpu_mib` is the most memory seen in use on the GPUs of the run.
    """
    started, report = read_report(captures["result"].text())
    failure = end.get("harness") or end.get("refused") or report.get("refused")
    if not failure and not started:
        failure = "the program was not started: " + captures["stderr"].text()[-500:].strip()
    if failure or not ("status" in end or end["timed_out"]):
        return {"harness": failure or "the guardian does not know how the program ended"}
    if not end["gone"]:
        return {"harness": "a process of the program could not be killed"}
    code = os.waitstatus_to_exitcode(end.get("status", 9))  # what ran into the deadline was killed
    return {
        "snippet": name,
        "mode": mode,
        "date": today(),
        "exit_code": code if code >= 0 else None,
        "signal": signal_name(-code) if code < 0 else None,
        "timed_out": end["timed_out"],
        "reported": bool(report),
        "exception": scrubber.tree(report.get("exception")),
        "exit_requested": report.get("exit_requested", False),
        "assertions": report.get("assertions"),
        "device_sync": report.get("device_sync"),
        "stdout": scrubber.text(captures["stdout"].text()),
        "stderr": scrubber.text(captures["stderr"].text()),
        "seconds": round(end["seconds"], 2),
        "seconds_after_imports": round(end["after_imports"], 3) if "after_imports" in end else None,
        "peak_memory_mib": end.get("peak_kib", 0) // 1024,
        "peak_gpu_memory_mib": gpu_mib,
        "imported": report.get("imported", []),
        "violations": find_violations(report.get("errnos", []), end["touched"]),
    }


# What is in a report, and which types each field may have.
REPORTED: dict[str, Any] = {
    "exception": (dict, type(None)),
    "errnos": list,
    "exit_requested": bool,
    "assertions": (int, type(None)),
    "device_sync": (int, type(None)),
    "imported": list,
}


def read_report(text: str) -> tuple[bool, Report]:
    """Tell whether a program was started, and return its report; where it is cut off or not one, an empty one."""
    started = text.startswith(STARTED.decode())
    try:
        report = json.loads(text[len(STARTED) :] if started else text)
    except ValueError:
        return started, {}
    if not isinstance(report, dict):
        return started, {}
    found: Any = report
    if not started:
        return False, found if "refused" in report else {}
    well_formed = report.get("protocol") == PROTOCOL
    complete = well_formed and all(isinstance(report.get(name, 0.5), kind) for name, kind in REPORTED.items())
    return True, found if complete else {}


def find_violations(errnos: Iterable[int], touched: Iterable[str]) -> list[str]:
    """Name what isolation kept from a program, by the system errors it raised and by what its guardian saw."""
    found = set(touched)
    for number in errnos:
        found |= {"files"} if number == READ_ONLY_ERRNO else set()
        found |= {"disk quota"} if number in FULL_ERRNOS else set()
        found |= {"network"} if number in UNREACHABLE_ERRNOS else set()
    return sorted(found)


def today() -> str:
    """Return the date in UTC."""
    import datetime as dt

    return dt.datetime.now(dt.timezone.utc).date().isoformat()


def signal_name(number: int) -> str:
    """Return the name of a signal."""
    import signal

    try:
        return signal.Signals(number).name
    except ValueError:
        return f"SIG{number}"  # most real-time signals have no name

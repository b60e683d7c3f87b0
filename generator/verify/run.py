"""Run one snippet in a fresh interpreter and return what it did.

Isolation, and what it is not: an own session that is killed as a whole, a private directory, a clean
environment, no network where the kernel allows it, capped output, a deadline. It keeps honest
programs from disturbing each other; it is no wall against a hostile one.
"""

from __future__ import annotations

import contextlib
import os
import resource
import selectors
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from pydantic import BaseModel, ValidationError

from generator.evidence import Observation, Raised, observation_key
from generator.loader import Snippet
from generator.verify.environments import WORKER, Host
from generator.verify.scrub import Scrubber

MODE = "exec"
DEADLINE_SECONDS = 60.0
OUTPUT_CAP = 32 * 1024
RESULT_CAP = 4 * 1024 * 1024  # more than the longest messages of the longest chain, every character escaped
GRACE_SECONDS = 0.25
# Nothing else of the caller's environment reaches a snippet: no token, no proxy, no Python settings.
PASSED_ON = ("CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES", "LD_LIBRARY_PATH")


@dataclass(slots=True)
class _Capture:
    """Head and tail of a stream: what is over the cap is counted and dropped."""

    cap: int
    head: bytearray = field(default_factory=bytearray)
    tail: bytearray = field(default_factory=bytearray)
    dropped: int = 0

    def add(self, data: bytes) -> None:
        room = self.cap // 2 - len(self.head)
        self.head += data[:room] if room > 0 else b""
        self.tail += data[max(room, 0) :]
        surplus = len(self.tail) - self.cap // 2
        if surplus > 0:
            del self.tail[:surplus]
            self.dropped += surplus

    def text(self) -> str:
        if not self.dropped:
            return (self.head + self.tail).decode(errors="replace")
        head, tail = (part.decode(errors="replace") for part in (self.head, self.tail))
        return f"{head}\n[… {self.dropped:,} bytes left out …]\n{tail}"


@dataclass(slots=True)
class _Ended:
    status: int = 0
    timed_out: bool = False
    seconds: float = 0.0
    peak_kib: int = 0


class _Report(BaseModel):
    """What the worker sends. A part of it, or anything else on the descriptor, is no report."""

    protocol: int
    exception: Raised | None
    device_sync: int | None
    imported: tuple[str, ...]


def key_of(snippet: Snippet, host: Host) -> str:
    """Return the key of the observation that a run of this snippet on this host would give."""
    return observation_key(snippet.content, MODE, host.environment.id)


def run_snippet(snippet: Snippet, host: Host, *, deadline: float = DEADLINE_SECONDS) -> Observation:
    """Run a snippet on a host for at most `deadline` seconds and return the observation."""
    with _private_directory() as private:
        work = private / "work"
        (work / snippet.name).write_bytes(snippet.content)
        captures = {"stdout": _Capture(OUTPUT_CAP), "stderr": _Capture(OUTPUT_CAP), "result": _Capture(RESULT_CAP)}
        ended = _run_process(snippet.name, host, private, captures, deadline)
        return _observation(snippet, host, captures, ended, Scrubber.of(private, host.python))


@contextlib.contextmanager
def _private_directory() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="faultbook-")).resolve()  # as the program will see it
    try:
        for name in ("work", "home", "tmp"):
            (folder / name).mkdir()
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if folder.exists():
            with contextlib.suppress(OSError):
                _unlock(folder)
            shutil.rmtree(folder, ignore_errors=True)


def _unlock(folder: Path) -> None:
    """Make every folder below writable: a program may have left some that are not."""
    for place, names, _files in os.walk(folder):
        for path in (Path(place, name) for name in names):
            if not path.is_symlink():
                path.chmod(0o700)


def _clean_environment(private: Path) -> dict[str, str]:
    passed = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    places = {"HOME": str(private / "home"), "TMPDIR": str(private / "tmp"), "PATH": "/usr/local/bin:/usr/bin:/bin"}
    return {**passed, **places, "LANG": "C.UTF-8", "COLUMNS": "100"}


def _run_process(name: str, host: Host, private: Path, captures: dict[str, _Capture], deadline: float) -> _Ended:
    read_end, write_end = os.pipe()
    told = ["--parent", str(os.getpid()), "--result-fd", str(write_end), name]
    command = [str(host.python), "-I", "-X", "faulthandler", str(WORKER), "run", *told]
    with os.fdopen(read_end, "rb", buffering=0) as result:
        try:
            process = subprocess.Popen(
                command,
                cwd=private / "work",
                env=_clean_environment(private),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(write_end,),
                start_new_session=True,
                bufsize=0,
            )
        finally:
            os.close(write_end)
        pipes = {"stdout": process.stdout, "stderr": process.stderr, "result": result}
        return _watch(process, {name: pipe for name, pipe in pipes.items() if pipe}, captures, deadline)


def _watch(
    process: subprocess.Popen[bytes], pipes: dict[str, IO[bytes] | Any], captures: dict[str, _Capture], deadline: float
) -> _Ended:
    started = time.monotonic()
    ended = _Ended()
    with selectors.DefaultSelector() as selector:
        for name, pipe in pipes.items():
            selector.register(pipe, selectors.EVENT_READ, name)
        exited = False
        while True:
            now = time.monotonic() - started
            if not exited and (exited := _exited(process.pid, ended)):
                # What is still in the pipes is read; a grandchild that holds them open is not waited for.
                deadline = now + GRACE_SECONDS
                _kill_group(process.pid)
            elif not exited and now >= deadline:
                ended.timed_out = True
                _kill_group(process.pid)
            elif exited and (now >= deadline or not selector.get_map()):
                break
            _drain(selector, captures)
    ended.seconds = round(time.monotonic() - started, 2)
    for pipe in pipes.values():
        pipe.close()
    process.returncode = os.waitstatus_to_exitcode(ended.status)
    return ended


def _exited(pid: int, ended: _Ended) -> bool:
    found, status, usage = os.wait4(pid, os.WNOHANG)
    if found == 0:
        return False
    ended.status, ended.peak_kib = status, usage.ru_maxrss
    return True


def _drain(selector: selectors.BaseSelector, captures: dict[str, _Capture]) -> None:
    if not selector.get_map():
        time.sleep(0.01)
        return
    for key, _events in selector.select(timeout=0.02):
        data = os.read(key.fd, 65536)
        if data:
            captures[key.data].add(data)
        else:
            selector.unregister(key.fileobj)


def _kill_group(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _observation(
    snippet: Snippet, host: Host, captures: dict[str, _Capture], ended: _Ended, scrubber: Scrubber
) -> Observation:
    report = _report_of(captures["result"].text())
    code = os.waitstatus_to_exitcode(ended.status)
    raised = report.exception if report else None
    return Observation(
        snippet=snippet.name,
        key=key_of(snippet, host),
        mode=MODE,
        date=datetime.now(UTC).date().isoformat(),
        exit_code=code if code >= 0 else None,
        signal=_signal_name(-code) if code < 0 else None,
        timed_out=ended.timed_out,
        reported=report is not None,
        exception=Raised.model_validate(scrubber.tree(raised.model_dump(mode="json"))) if raised else None,
        device_sync=report.device_sync if report else None,
        stdout=scrubber.text(captures["stdout"].text()),
        stderr=scrubber.text(captures["stderr"].text()),
        seconds=ended.seconds,
        peak_memory_mib=ended.peak_kib // 1024,
        imported=report.imported if report else (),
    )


def _report_of(text: str) -> _Report | None:
    try:
        return _Report.model_validate_json(text)
    except ValidationError:
        return None  # the process died before it could report, or the program wrote to its descriptor


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"SIG{number}"  # most real-time signals have no name


def limit_core_dumps() -> None:
    """Keep crashing snippets from leaving core files; children inherit the limit."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))

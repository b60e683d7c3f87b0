"""Descriptions of interpreters, kept until something changes that could make one describe itself otherwise.

Asking takes a third of a second of work for each, and `make site` asks all of them. Standard library only.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.verify import worker

PLACE = Path(".cache/descriptions")
WORKER = Path(worker.SCRIPT).parent
READ_BY_A_PROBE = ("CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES", "LD_LIBRARY_PATH", "PATH")
BOOT = Path("/proc/sys/kernel/random/boot_id")  # what the kernel allows may differ after a start


def kept(python: Path, libraries: str, state: list[str]) -> dict[str, Any] | None:
    """Return what an interpreter said of itself in a state, if that is kept."""
    try:
        found = json.loads(_file(python, libraries).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(found, dict) or found.get("state") != state:
        return None
    facts: dict[str, Any] = found["facts"]
    return facts


def keep(python: Path, libraries: str, state: list[str], facts: dict[str, Any]) -> None:
    """Keep what an interpreter said of itself in a state; not where there are GPUs, as what they do changes."""
    if facts["gpus"]:
        return
    PLACE.mkdir(parents=True, exist_ok=True)
    path = _file(python, libraries)
    unfinished = path.with_suffix(f".{os.getpid()}")
    unfinished.write_text(json.dumps({"state": state, "facts": facts}), encoding="utf-8")
    unfinished.replace(path)


def _file(python: Path, libraries: str) -> Path:
    name = hashlib.sha256(f"{python.absolute()}\n{libraries}".encode(errors="surrogateescape")).hexdigest()[:16]
    return PLACE / f"{name}.json"


def state_of(python: Path, libraries: str, looked: Mapping[str, str]) -> list[str]:
    """Return what a description depends on: the interpreter, what is installed, the driver, the machine, the user.

    `looked` is what somebody saw of frameworks and of variables that lead to them.
    """
    tools = (shutil.which("nvidia-smi"), shutil.which("cc", path=worker.PATH))
    return [
        *map(_seen, (*_places(python, libraries), *(Path(tool) for tool in tools if tool))),
        *(f"{name}={os.environ.get(name)}" for name in READ_BY_A_PROBE),
        *sorted(map(str, Path("/dev").glob("nvidia*"))),
        BOOT.read_text(encoding="ascii") if BOOT.exists() else "",
        str(os.getuid()),
        repr(sorted(looked.items())),
    ]


def _places(python: Path, libraries: str) -> Iterator[Path]:
    """Yield files and folders; a folder changes when a package is put there or taken away."""
    yield from sorted(WORKER.glob("*.py"))
    yield from (python, python.resolve())
    yield from sorted(python.absolute().parents[1].glob("lib/python*/site-packages"))
    yield from sorted(python.absolute().parents[1].glob("lib/python*/site-packages/torch/version.py"))
    if libraries:
        yield from sorted(Path(libraries).iterdir())


def _seen(path: Path) -> str:
    try:
        seen = path.stat()
    except OSError:
        return f"{path}: none"
    return f"{path}: {seen.st_mtime_ns} {seen.st_size}"

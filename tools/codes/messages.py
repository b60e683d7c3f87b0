"""What a library itself says for its codes."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from tools.codes.calls import Answer, call
from tools.codes.enums import Constant
from tools.codes.packages import Messages
from tools.codes.wheels import Wheel


class Said(NamedTuple):
    """Messages by name, and where they are from, in words."""

    messages: dict[str, str]
    origins: tuple[str, ...]


def say(asked: Messages, wheel: Wheel, others: Iterable[Wheel], constants: Sequence[Constant]) -> Said | None:
    """Return what the library in a wheel says for codes, or nothing where it cannot be called here.

    A library that it needs may be in another wheel.
    """
    if asked.installed:
        return _installed(asked, constants)
    with tempfile.TemporaryDirectory(prefix="codes-") as folder:
        found: dict[str, Path] = {}
        for place in (wheel, *others):
            missing = tuple(name for name in asked.files if name not in found)
            found |= place.extract(missing, Path(folder))
        if asked.files[0] not in found:
            return None
        paths = [str(found[name]) for name in asked.files if name in found]
        answer = call(paths, asked.function, [constant.number for constant in constants])
        origin = f"{asked.function} of {Path(paths[0]).name} in {wheel.package} {wheel.release}"
        return answer and Said(_by_name(answer, constants), (origin,))


def _installed(asked: Messages, constants: Sequence[Constant]) -> Said | None:
    numbers = [constant.number for constant in constants]
    answer = call(asked.files, asked.function, numbers, by_pointer=asked.by_pointer, version=asked.version)
    if answer is None:
        return None
    version = f"{answer.version // 1000}.{answer.version % 1000 // 10}"
    origin = f"{asked.function} of {asked.files[0]} in a driver for CUDA {version}"
    return Said(_by_name(answer, constants), (origin,))


def _by_name(answer: Answer, constants: Sequence[Constant]) -> dict[str, str]:
    """Return the message of each name that has one which says more than the name."""
    said = {constant.name: answer.said.get(constant.number, "") for constant in constants}
    return {name: text for name, text in said.items() if text and text != name}

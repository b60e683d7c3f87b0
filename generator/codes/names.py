"""Names and numbers of an old version: what its library answers when asked for the name of every number."""

from __future__ import annotations

import hashlib
import re
import tempfile
from pathlib import Path

from generator.codes.calls import call
from generator.codes.enums import Constant
from generator.codes.history import Reading
from generator.codes.packages import Names
from generator.codes.wheels import Wheel
from generator.content.codes_model import ReadFile


def read_names(asked: Names, wheel: Wheel) -> Reading | None:
    """Return the codes of the library in a wheel; none where it is not there or cannot be called here."""
    with tempfile.TemporaryDirectory(prefix="codes-") as folder:
        found = wheel.extract_matching(asked.file, Path(folder))
        if found is None:
            return None
        answer = call([str(found)], asked.function, asked.numbers, version=asked.version)
        if answer is None:
            return None
        file = ReadFile(
            version=_version(asked, found.name, answer.version),
            package=wheel.package,
            release=wheel.release,
            file=found.name,
            sha256=hashlib.sha256(found.read_bytes()).hexdigest(),
        )
        return Reading(file, tuple(Constant(name, number) for number, name in sorted(answer.said.items())), {})


def _version(asked: Names, name: str, number: int) -> str:
    matched = re.fullmatch(asked.file, name)
    if matched and matched.groups():
        return str(matched[1])
    return f"{number // 1000}.{number % 1000 // 100}"

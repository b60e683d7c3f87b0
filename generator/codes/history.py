"""Codes of several versions → each name once, with its numbers by range of versions."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from generator.codes.enums import Constant
from generator.codes.wheels import version_key
from generator.content.codes_model import ReadCode, ReadFile, ReadLibrary, ReadNumber


class Reading(NamedTuple):
    """What one file had."""

    file: ReadFile
    constants: tuple[Constant, ...]
    symbols: Mapping[str, str]
    """The mnemonics of codes that have one."""


def readings_of(library: ReadLibrary) -> list[Reading]:
    """Return what was read before, as it was read."""
    order = {file.version: place for place, file in enumerate(library.read)}
    return [
        Reading(
            file,
            tuple(
                Constant(code.name, item.number, code.alias_of)
                for code in library.codes
                for item in code.numbers
                if item.since is not None
                and order[item.since] <= place
                and (item.until is None or place <= order[item.until])
            ),
            {code.name: code.symbol for code in library.codes if code.symbol},
        )
        for place, file in enumerate(library.read)
    ]


def merged(before: Iterable[Reading], now: Iterable[Reading]) -> list[Reading]:
    """Return one reading for each version, the one of the highest release, oldest version first."""
    lowest_first = sorted((*before, *now), key=lambda item: (version_key(item.file.release), item.file.package))
    by_version = {reading.file.version: reading for reading in lowest_first}
    return sorted(by_version.values(), key=lambda reading: version_key(reading.file.version))


def codes_of(readings: Sequence[Reading], messages: Mapping[str, str]) -> list[ReadCode]:
    """Return all codes: in the newest file's order, then those that it has no more, the last to go first."""
    newest_first = list(reversed(readings))
    last: dict[str, tuple[Constant, str | None]] = {}
    for reading in newest_first:
        for constant in reading.constants:
            last.setdefault(constant.name, (constant, reading.symbols.get(constant.name)))
    return [
        ReadCode(
            name=name,
            symbol=symbol,
            message=messages.get(name),
            numbers=tuple(numbers_of(name, readings)),
            alias_of=constant.alias_of,
        )
        for name, (constant, symbol) in last.items()
    ]


def numbers_of(name: str, readings: Sequence[Reading]) -> list[ReadNumber]:
    """Return one item for each run of versions without a gap in which a name has the same number."""
    by_version = [
        next((constant.number for constant in reading.constants if constant.name == name), None) for reading in readings
    ]
    spans = []
    for number, run in itertools.groupby(enumerate(by_version), key=lambda item: item[1]):
        places = [place for place, _number in run]
        if number is not None:
            until = None if places[-1] == len(readings) - 1 else readings[places[-1]].file.version
            since = readings[places[0]].file.version
            spans.append(ReadNumber(number=number, since=since, until=until, from_first=places[0] == 0))
    return spans

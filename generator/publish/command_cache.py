"""What a command said when it had nothing to do, kept until something changes. Standard library only."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

PLACE = Path(".cache/remembered")


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What a command says in the end, and its exit code. `lasting`: asked again, it would say the same."""

    said: tuple[str, ...]
    code: int
    lasting: bool = False


def find_conclusion(command: str, inputs: str) -> Conclusion | None:
    """Return what a command said last, if it had then read the same."""
    try:
        found = json.loads((PLACE / f"{command}.json").read_text(encoding="utf-8"))
        return Conclusion(tuple(found["said"]), found["code"]) if found["inputs"] == inputs else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def remember_conclusion(command: str, inputs: str, conclusion: Conclusion) -> None:
    """Keep what a command said, with the hash of all that it read."""
    PLACE.mkdir(parents=True, exist_ok=True)
    unfinished = PLACE / f"{command}.unfinished"
    unfinished.write_text(json.dumps({"inputs": inputs, **asdict(conclusion)}), encoding="utf-8")
    unfinished.replace(PLACE / f"{command}.json")

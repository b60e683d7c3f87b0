"""The texts of public threads that look-up is tested with, where the content folder lies beside tests: ours does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

CASES = Path("tests/lookup/cases")
UNFINISHED = "TODO"
ASK = "ask"  # instead of a cause: the text does not decide
SKELETON = """\
source: TODO https://<the public thread that the text below is from>
expect: {slug}
form: traceback
own: no

TODO the text, as a user pastes it
"""


@dataclass(frozen=True, slots=True)
class LookupCases:
    """What the cases expect look-up to lead to: slugs, codes or none. Of one to be filled in, its file."""

    folder: Path
    finished: frozenset[str]
    unfinished: Mapping[str, Path]
    causes: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By what a case expects: the causes that finished cases say they show."""


def cases_folder(content_root: Path) -> Path:
    """Return where the cases are, if there are any."""
    return content_root.resolve().parent / CASES


def load_cases(content_root: Path) -> LookupCases | None:
    """Read what each case expects; return `None` where no folder of cases lies beside the content folder."""
    folder = cases_folder(content_root)
    if not folder.is_dir():
        return None
    finished: set[str] = set()
    unfinished: dict[str, Path] = {}
    causes: dict[str, set[str]] = {}
    for path in sorted(folder.glob("*.txt")):
        header, _blank, text = path.read_text(encoding="utf-8", errors="replace").partition("\n\n")
        fields = dict(line.partition(": ")[::2] for line in header.split("\n"))
        expect, cause = fields.get("expect", ""), fields.get("cause", ASK)
        if UNFINISHED in header or text.startswith(UNFINISHED):
            unfinished[expect] = path
            continue
        finished.add(expect)
        if cause != ASK:
            causes.setdefault(expect, set()).add(cause)
    return LookupCases(
        folder, frozenset(finished), unfinished, {expect: frozenset(shown) for expect, shown in causes.items()}
    )


def start_case(content_root: Path, slug: str) -> Path | None:
    """Write a case to fill in for a new entry, where there are cases and none is about it; return its path."""
    cases = load_cases(content_root)
    if cases is None or slug in cases.finished or slug in cases.unfinished:
        return None
    path = cases.folder / f"{slug}-1.txt"
    if path.exists():
        return None
    path.write_text(SKELETON.format(slug=slug), encoding="utf-8")
    return path

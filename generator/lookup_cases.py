"""The texts of public threads that look-up is tested with, where the content folder lies beside tests: ours does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

CASES = Path("tests/lookup/cases")
UNFINISHED = "TODO"
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
    for path in sorted(folder.glob("*.txt")):
        header, _blank, text = path.read_text(encoding="utf-8", errors="replace").partition("\n\n")
        expect = next((line.partition(": ")[2] for line in header.split("\n") if line.startswith("expect: ")), "")
        if UNFINISHED in header or text.startswith(UNFINISHED):
            unfinished[expect] = path
        else:
            finished.add(expect)
    return LookupCases(folder, frozenset(finished), unfinished)


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

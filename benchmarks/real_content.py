"""A content folder of any size, made of our own entries, which stand in it too: the same in each run.

`python -m benchmarks.real_content FOLDER 990` writes FOLDER/content. It passes `generator check` as our own does; each
further entry has texts in both languages, wordings, programs and evidence that no other has (`benchmarks.variation`).
"""

from __future__ import annotations

import argparse
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.variation import Copy, Corpus, Variation
from generator.content.loader import load_content

ROOT = Path(__file__).resolve().parents[1]
OURS = ROOT / "content"
SYLLABLES = tuple(first + second for first in "bdfghklmnprstvwz" for second in "aeiou")
APART = 191  # shifts between two real entries: copies of both with one shift come late
LISTS = ("controls.txt", "permalinks.txt", "translations.txt")  # of lines about entries: those of the copies are added


class Made(NamedTuple):
    """A folder that was made: its files, their bytes, and the bytes that they take on disk."""

    root: Path
    files: int
    size: int
    on_disk: int


def make_content(folder: Path, entries: int, source: Path = OURS) -> Made:
    """Write `<folder>/content`, which must not be there, with so many entries: at least as many as the source has."""
    content = load_content(source)
    real = [entry.id for entry in content.entries]
    if entries < len(real):
        raise ValueError(f"{entries} entries are asked for, and {source} has {len(real)}")
    root = folder / "content"
    shutil.copytree(source, root)
    lines: dict[str, list[str]] = {name: [] for name in LISTS}
    corpus = Corpus(content.entries, content.codes)
    for index, entry in enumerate(content.entries):
        variation = Variation(entry, corpus, source / "evidence")
        for place in range(len(real) + index, entries, len(real)):
            copy = _copy(real, place, entries)
            _write(root, variation.files(copy))
            aliases = (f"{name}-{copy.tag}" for name in entry.entry.aliases)
            slug = copy.id.partition("/")[2]
            lines["permalinks.txt"] += [slug, *aliases, *(f"{slug}/{claim}" for claim in entry.entry.popular)]
            lines["translations.txt"].append(" ".join((copy.id, "zh", *dict.fromkeys(variation.marks(copy)))))
            lines["controls.txt"] += [" ".join((copy.id, *run[1:])) for run in entry.control_runs]
    for name, added in lines.items():
        with (root / name).open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in added)
    return _measured(root)


def _copy(real: Sequence[str], place: int, entries: int) -> Copy:
    """Return the entry at a place among all: the real ones come first, then as many copies of each as can be."""
    number, index = divmod(place, len(real))

    def link(entry_id: str) -> str:
        # Where there is no copy with this number of what a link leads to, it leads to the real one.
        other = number * len(real) + real.index(entry_id)
        return f"{entry_id}-{_tag(other)}" if other < entries else entry_id

    return Copy(link(real[index]), _tag(place), number + APART * index, link)


def _tag(place: int) -> str:
    """Return the name of a number, in syllables."""
    first, rest = divmod(place, len(SYLLABLES) ** 2)
    return "".join(SYLLABLES[digit] for digit in (first, *divmod(rest, len(SYLLABLES))))


def _write(root: Path, files: Iterator[tuple[str, str]]) -> None:
    for name, text in files:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _measured(root: Path) -> Made:
    found = [os.lstat(f"{folder}/{name}") for folder, _folders, names in os.walk(root) for name in names]
    return Made(root, len(found), sum(one.st_size for one in found), sum(one.st_blocks for one in found) * 512)


def main() -> None:
    """Make a folder; say what it takes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("entries", type=int)
    arguments = parser.parse_args()
    started = time.monotonic()
    made = make_content(arguments.folder, arguments.entries)
    took = time.monotonic() - started
    print(
        f"{made.root}: {made.files} files, {made.size / 1e6:.0f} MB, on disk {made.on_disk / 1e6:.0f} MB; {took:.0f} s"
    )


if __name__ == "__main__":
    main()

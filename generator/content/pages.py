"""Hand-written pages: all that is below `pages/`, looked at once, before MkDocs sees any of it. Nothing here raises."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from generator.content.model import Model, NonEmpty
from generator.content.positions import MAX_BYTES, MAX_DEPTH, read_tree
from generator.content.validation import validate
from generator.files import decode, leads_out, read_file, show
from generator.problems import Location, Problem

# What hand-written pages may not use: how the page layout marks its placeholders, and the folder of its own page.
HOLE = re.compile(r"@@([a-z]+)@@")
PLATE_URI = "_plate/"
FOLDER = "pages"
MAX_LINE = 8 * 1024  # characters: what Markdown does with a line takes the square of its length
MARKDOWN = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")
FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?\n)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
KEY_WITHOUT_FENCE = re.compile(r" {0,3}[A-Za-z0-9_-]+:")
LEVELS = re.compile(r"(?:[ \t]|>|[-*+](?=[ \t])|\d+\.(?=[ \t])|!!!|\?\?\?)*")
MARKERS = re.compile(r"[^ \t\d.]+|\d+\.")
LANGUAGE = re.compile(r"[a-z]{2}(-[A-Za-z]{4})?(-[A-Z]{2})?|[a-z]{2}_[A-Z]{2}")  # as static-i18n reads it in a name


class FrontMatter(Model):
    """What a page may say of itself before its text."""

    title: NonEmpty | None = None
    description: NonEmpty | None = None
    hide: tuple[Literal["navigation", "toc", "footer"], ...] = ()


@dataclass(frozen=True, slots=True)
class HandWritten:
    """A file below `pages/`: its name there, with slashes, and its text where it is a page."""

    name: str
    path: Path
    text: str | None = None

    @property
    def suffix(self) -> str:
        """Return what its name says of its language: `zh` for `about.zh.md`; nothing where it says nothing."""
        last = _stem(self.name).rpartition("/")[2].rpartition(".")
        return last[2] if last[0] and LANGUAGE.fullmatch(last[2]) else ""

    @property
    def uri(self) -> str:
        """Return where it stands in its language's part of the site, by the rules of MkDocs and static-i18n."""
        stem = _stem(self.name)
        if self.suffix:
            stem = stem.removesuffix(f".{self.suffix}")
        if not self.name.endswith(MARKDOWN):
            return stem + os.path.splitext(self.name)[1]  # noqa: PTH122 - this splits as MkDocs does
        folder, _slash, name = stem.rpartition("/")
        return "/".join(part for part in (folder, "" if name in ("index", "README") else name, "index.html") if part)


@dataclass(frozen=True, slots=True)
class Pages:
    """The hand-written files that MkDocs may see, and what is wrong with these and with others."""

    files: tuple[HandWritten, ...] = ()
    problems: tuple[Problem, ...] = ()


def load_pages(root: Path) -> Pages:
    """Look at everything below the `pages/` of a content folder, but for what is hidden."""
    folder = root / FOLDER
    problems: list[Problem] = []
    if not os.path.lexists(folder):
        return Pages()
    wrong = _wrong_folder(folder, root)
    if wrong:
        return Pages(problems=(_misplaced(folder, *wrong),))
    files = [_load(path, folder, problems) for path in sorted(_walk(folder, problems))]
    return Pages(tuple(file for file in files if file), tuple(problems))


def _stem(name: str) -> str:
    return os.path.splitext(name)[0]  # noqa: PTH122 - this splits as MkDocs does


# --- what is there -----------------------------------------------------------------------------


def _walk(folder: Path, problems: list[Problem]) -> Iterator[Path]:
    """Yield the files below a folder; report what is neither file nor folder, or not of this folder."""
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            found = [path for path in here.iterdir() if not path.name.startswith(".")]
        except OSError as error:
            problems.append(_misplaced(here, f"the folder cannot be read: {error.strerror}", "correct its permissions"))
            continue
        for path in found:
            wrong = _wrong_place(path, folder)
            if wrong:
                problems.append(_misplaced(path, *wrong))
            elif path.is_dir():
                waiting.append(path)
            else:
                yield path


def _wrong_folder(folder: Path, root: Path) -> tuple[str, str] | None:
    if leads_out(folder, root):
        return "the folder is a link that leads out of the content folder", "put the folder itself there"
    return None if folder.is_dir() else ("this is not a folder", "make it a folder, or delete it")


def _wrong_place(path: Path, folder: Path) -> tuple[str, str] | None:
    """Say why something cannot be published, and what to do about it."""
    if not path.name.isprintable():
        return "the name has characters that cannot be shown, or is not UTF-8", "rename it: it becomes an address"
    try:
        if path.is_symlink():
            return _wrong_link(path, folder)
        if path.is_dir():
            return None
        if not path.is_file():
            return "this is not a regular file", "delete it, or put the file itself there"
    except OSError as error:
        return f"the file cannot be read: {error.strerror}", "correct its permissions"
    readable = os.access(path, os.R_OK, effective_ids=True)
    return None if readable else ("the file cannot be read", "correct its permissions")


def _wrong_link(path: Path, folder: Path) -> tuple[str, str] | None:
    if leads_out(path, folder):
        return f"the link leads out of {FOLDER}/", "put the file itself there"
    if path.is_dir():
        return "the folder is a link", "put the folder itself there, or link the files in it"
    return None if path.is_file() else ("the link leads to no file", "put the file itself there, or delete the link")


def _misplaced(path: Path, message: str, hint: str) -> Problem:
    return Problem(Location(show(path)), "PAGE004", message, hint)


# --- what is in a page -------------------------------------------------------------------------


def _load(path: Path, folder: Path, problems: list[Problem]) -> HandWritten | None:
    name = path.relative_to(folder).as_posix()
    if not name.endswith(MARKDOWN):
        return HandWritten(name, path)
    shown = show(path)
    content = read_file(path, shown, MAX_BYTES, "a Markdown page")
    text = decode(shown, content) if isinstance(content, bytes) else content
    if isinstance(text, Problem):
        problems.append(_of_page(text))
        return None
    text = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n") + "\n"  # MkDocs sees no fence without its end
    problems.extend((*_too_much(shown, text), *_front_matter_problems(shown, text)))
    return HandWritten(name, path, text)


def _of_page(problem: Problem) -> Problem:
    if problem.code == "YAML004":
        return replace(problem, code="PAGE003", hint="make several pages of it")
    return replace(problem, code="PAGE001")


def _too_much(shown: str, text: str) -> Iterator[Problem]:
    """Yield what Markdown would not end with, or not for minutes: the first place of each kind."""
    lines = text.split("\n")
    long = next((number for number, line in enumerate(lines, 1) if len(line) > MAX_LINE), 0)
    if long:
        hint = "break the line; put pictures and data into files of their own"
        yield Problem(Location(shown, long), "PAGE003", f"the line has more than {MAX_LINE} characters", hint)
    deep = next((number for number, line in enumerate(lines, 1) if _levels(line) > MAX_DEPTH), 0)
    if deep:
        hint = "make lists and quotations less deep"
        yield Problem(Location(shown, deep), "PAGE003", f"nested deeper than {MAX_DEPTH} levels", hint)


def _levels(line: str) -> int:
    """Return how deep a line stands in lists, quotations and boxes: by its indentation and by the signs before it."""
    lead = LEVELS.match(line[:MAX_LINE].expandtabs(4))
    assert lead  # it matches nothing too
    signs = len(MARKERS.findall(lead.group().replace(">", "> ")))
    return signs + lead.group().count(" ") // 4 if signs else 0


def _front_matter_problems(shown: str, text: str) -> Iterator[Problem]:
    found = FRONT_MATTER.match(text)
    if found is None:
        yield from _no_front_matter(shown, text)
        return
    tree = read_tree(shown, found.group(1).encode())
    if isinstance(tree.data, dict):
        validate(tree, FrontMatter)
    elif not tree.problems:
        tree.report(tree.at(), "SCH003", "there must be keys and values", "write title: … or delete it with its fences")
    for problem in tree.problems:
        where = replace(problem.location, line=problem.location.line + 1)
        yield replace(problem, location=where, code="PAGE002", message=f"front matter: {problem.message}")


def _no_front_matter(shown: str, text: str) -> Iterator[Problem]:
    """Yield what MkDocs would take for front matter, or what was meant as such."""
    if re.match(r"---[ \t]*(\n|\Z)", text):
        message = "front matter: it is empty or has no end"
        yield Problem(Location(shown), "PAGE002", message, "end it with a line ---; a rule is written ***")
    elif KEY_WITHOUT_FENCE.match(text):
        hint = "put --- on a line before and after it; if it is text, begin the page with an empty line"
        yield Problem(Location(shown), "PAGE002", "MkDocs takes the first line for front matter", hint)


def homes_missing(pages: Pages, locales: Collection[str]) -> list[str]:
    """Return the languages without a home page; the first of them is the default one."""
    default = next(iter(locales))
    there = {file.suffix or default for file in pages.files if file.uri == "index.html"}
    return [locale for locale in locales if locale not in there]

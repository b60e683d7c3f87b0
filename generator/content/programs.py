"""The programs of an entry: read, parsed, and with what the entry says of how each is run."""

from __future__ import annotations

import ast
import codecs
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path, PurePosixPath

from generator.content.frameworks import imported_frameworks
from generator.content.model import Program
from generator.content.syntax import TREES_HELD, compiled, parsed
from generator.evidence.records import Observation, observation_key, program_digest
from generator.files import decode, leads_out, printable, read_file, show
from generator.problems import Location, Problem

MAX_SNIPPET_BYTES = 64 * 1024
HINT = "make it a program that `python FILE` can start"


@dataclass(frozen=True, slots=True)
class Snippet:
    """One program of an entry, in `folder`. Where it is no program, `problem` says why.

    `parses` tells whether Python can read it, and `frameworks` are those that it imports, sorted. `files` lie beside
    it when it runs, `variables` are set before it starts, and `fresh` asks for an interpreter of its own: what the
    entry says of it under `programs`.
    """

    name: str
    folder: Path
    content: bytes = b""
    parses: bool = False
    problem: Problem | None = None
    frameworks: tuple[str, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()
    variables: tuple[tuple[str, str], ...] = ()
    fresh: bool = False

    @property
    def path(self) -> Path:
        """Return where it is."""
        return self.folder / self.name

    @property
    def leads_out(self) -> bool:
        """Tell whether it is a link that leads out of its folder: what is there was not read."""
        return not self.parses and self.problem is None

    @property
    def text(self) -> str:
        """Return its text, or nothing where it does not parse."""
        return _decoded(self.content) if self.parses else ""

    @property
    def tree(self) -> ast.Module | None:
        """Return its syntax tree, parsed when it is asked for, or `None` where it does not parse."""
        return parsed(self.text) if self.parses else None

    def with_text(self, text: str) -> Snippet | None:
        """Return the program with another text, or `None` where that does not parse."""
        changed = parse_snippet(self.name, self.folder, text.encode(), self.name)
        return replace(self, content=changed.content, frameworks=changed.frameworks) if changed.parses else None

    @property
    def digest(self) -> str:
        """Return the hash of all that makes this program what it is."""
        return _digest_of(self.content, self.files, self.variables)

    def is_seen_in(self, observation: Observation, environment: str) -> bool:
        """Tell whether an observation, made in the environment with this id, is of the program as it is now."""
        if observation.mode == "fork" and self.fresh:
            return False
        return observation.key == observation_key(self.digest, observation.mode, environment)

    @property
    def command(self) -> str:
        """Return what a reader types to run it: the variables that are set, and the program."""
        return " ".join((*(f"{name}={shlex.quote(value)}" for name, value in self.variables), f"python {self.name}"))

    @property
    def texts_beside(self) -> tuple[tuple[str, str], ...]:
        """Return the files that lie beside it when it runs, as text."""
        return tuple((name, _decoded(content)) for name, content in self.files)


def _decoded(content: bytes) -> str:
    return content.removeprefix(codecs.BOM_UTF8).decode()  # "utf-8-sig" does the same, in Python


@lru_cache(maxsize=TREES_HELD)
def _digest_of(content: bytes, files: tuple[tuple[str, bytes], ...], variables: tuple[tuple[str, str], ...]) -> str:
    """Return a program's digest: kept, because it is asked for with every observation of the program."""
    return program_digest(content, dict(files), dict(variables))


def leaves_folder(name: str) -> bool:
    """Tell whether a name is more than that of a file in the entry's own folder."""
    return len(PurePosixPath(name).parts) != 1 or name in (".", "..") or "\\" in name


def load_programs(folder: Path, shown: str, programs: Mapping[str, Program]) -> dict[str, Snippet]:
    """Load every program of an entry's folder, by name, each with what the entry says of how it is run.

    `shown` is what messages say before the name of a file of the folder.
    """
    found = sorted(file.name for file in folder.glob("*.py"))
    return {name: _set_up(_load(folder, name, printable(shown + name)), programs.get(name), shown) for name in found}


def load_snippet(path: Path) -> Snippet:
    """Read and parse one program; one that cannot be parsed carries its problem. A link out is not read."""
    return _load(path.parent, path.name, show(path))


def _load(folder: Path, name: str, shown: str) -> Snippet:
    path = folder / name
    if leads_out(path, folder):
        return Snippet(name, folder)
    content = read_file(path, shown, MAX_SNIPPET_BYTES, "a short program")
    if isinstance(content, Problem):
        return Snippet(name, folder, problem=_of_snippet(content))
    return parse_snippet(name, folder, content, shown)


def parse_snippet(name: str, folder: Path, content: bytes, shown: str) -> Snippet:
    """Parse the content of a program; one that cannot be parsed carries its problem."""
    text = decode(shown, content)
    if isinstance(text, Problem):
        return Snippet(name, folder, content, problem=_of_snippet(text))
    try:
        tree = compiled(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line, column = getattr(error, "lineno", None) or 1, getattr(error, "offset", None) or 1
        where = Location(shown, line, max(column, 1))
        problem = Problem(where, "SNIP002", f"not valid Python: {getattr(error, 'msg', None) or error}", HINT)
        return Snippet(name, folder, content, problem=problem)
    empty = None if tree.body else Problem(Location(shown), "SNIP002", "the program is empty", HINT)
    return Snippet(name, folder, content, parses=True, problem=empty, frameworks=imported_frameworks(tree))


def _set_up(snippet: Snippet, program: Program | None, shown: str) -> Snippet:
    """Give a program what its entry says of how it is run. A file that cannot be read is left out; a check says so."""
    if program is None:
        return snippet
    read = {
        name: read_beside(snippet.folder, name, printable(shown + name))
        for name in program.files
        if name != snippet.name
    }
    files = {name: content for name, content in read.items() if isinstance(content, bytes)}
    return replace(
        snippet,
        files=tuple(sorted(files.items())),
        variables=tuple(sorted(program.variables.items())),
        fresh=program.fresh_interpreter,
    )


def read_beside(folder: Path, name: str, shown: str) -> bytes | Problem | None:
    """Read a text file that is to lie beside a program. `None`: it is not in this folder, or leads out of it."""
    path = folder / name
    if leaves_folder(name) or leads_out(path, folder):
        return None
    content = read_file(path, shown, MAX_SNIPPET_BYTES, "a short text")
    text = decode(shown, content) if isinstance(content, bytes) else content
    return text if isinstance(text, Problem) else content


def _of_snippet(problem: Problem) -> Problem:
    return replace(problem, code="SNIP002", hint=problem.hint or HINT)

"""The programs of an entry: read, parsed, and with what the entry says of how each is run."""

from __future__ import annotations

import ast
import shlex
import warnings
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from generator.content.frameworks import imported_frameworks
from generator.content.model import Program
from generator.evidence.records import Observation, observation_key, program_digest
from generator.files import decode, leads_out, read_file, show
from generator.problems import Location, Problem

MAX_SNIPPET_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Snippet:
    """One program of an entry. `tree` is `None` when it does not parse; `problem` then says why.

    `files` lie beside it when it runs, `variables` are set before it starts, and `fresh` asks for an interpreter
    of its own: what the entry says of it under `programs`.
    """

    name: str
    path: Path
    content: bytes
    text: str = ""
    tree: ast.Module | None = None
    problem: Problem | None = None
    files: tuple[tuple[str, bytes], ...] = ()
    variables: tuple[tuple[str, str], ...] = ()
    fresh: bool = False
    frameworks: tuple[str, ...] = field(init=False, default=())
    """The frameworks that it imports, sorted."""

    def __post_init__(self) -> None:
        if self.tree:
            object.__setattr__(self, "frameworks", imported_frameworks(self.tree))

    @property
    def digest(self) -> str:
        """Return the hash of all that makes this program what it is."""
        return program_digest(self.content, dict(self.files), dict(self.variables))

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
        return tuple((name, content.decode("utf-8-sig")) for name, content in self.files)


def leaves_folder(name: str) -> bool:
    """Tell whether a name is more than that of a file in the entry's own folder."""
    return len(PurePosixPath(name).parts) != 1 or name in (".", "..") or "\\" in name


def load_snippet(path: Path) -> Snippet:
    """Read and parse one program; a program that cannot be parsed carries its problem. A link out is not read."""
    if leads_out(path, path.parent):
        return Snippet(path.name, path, b"")
    shown = show(path)
    content = read_file(path, shown, MAX_SNIPPET_BYTES, "a short program")
    if isinstance(content, Problem):
        return Snippet(path.name, path, b"", problem=_of_snippet(content))
    text = decode(shown, content)
    if isinstance(text, Problem):
        return Snippet(path.name, path, content, problem=_of_snippet(text))
    try:
        tree = _parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line, column = getattr(error, "lineno", None) or 1, getattr(error, "offset", None) or 1
        where = Location(shown, line, max(column, 1))
        problem = Problem(where, "SNIP002", f"not valid Python: {getattr(error, 'msg', None) or error}")
        return Snippet(path.name, path, content, problem=_of_snippet(problem))
    empty = Problem(Location(shown), "SNIP002", "the program is empty")
    return Snippet(path.name, path, content, text, tree, None if tree.body else _of_snippet(empty))


def set_up_snippet(snippet: Snippet, program: Program | None) -> Snippet:
    """Give a program what its entry says of how it is run. A file that cannot be read is left out; a check says so."""
    if program is None:
        return snippet
    read = {name: read_beside(snippet.path.parent, name) for name in program.files if name != snippet.name}
    files = {name: content for name, content in read.items() if isinstance(content, bytes)}
    return replace(
        snippet,
        files=tuple(sorted(files.items())),
        variables=tuple(sorted(program.variables.items())),
        fresh=program.fresh_interpreter,
    )


def read_beside(folder: Path, name: str) -> bytes | Problem | None:
    """Read a text file that is to lie beside a program. `None`: it is not in this folder, or leads out of it."""
    path = folder / name
    if leaves_folder(name) or leads_out(path, folder):
        return None
    shown = show(path)
    content = read_file(path, shown, MAX_SNIPPET_BYTES, "a short text")
    text = decode(shown, content) if isinstance(content, bytes) else content
    return text if isinstance(text, Problem) else content


def _parse(program: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(program)
        compile(tree, "program", "exec", dont_inherit=True)  # finds a `return` outside a function, and the like
    return tree


def _of_snippet(problem: Problem) -> Problem:
    return replace(problem, code="SNIP002", hint=problem.hint or "make it a program that `python FILE` can start")

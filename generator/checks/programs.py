"""Checks of how programs are set up: what an entry says of them under `programs`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.checks.names import nearest
from generator.checks.rule import Check, Finding
from generator.content.loader import Content, LoadedEntry
from generator.content.programs import leaves_folder, read_beside
from generator.files import leads_out
from generator.problems import Location, Problem

SHELL_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
SET_BY_THE_RUN = frozenset({"PATH", "HOME", "TMPDIR", "LANG"})


def _known_programs(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    run = {claim.snippet for _role, claim in loaded.entry.all_claims() if claim.snippet}
    for name in loaded.entry.programs:
        if name not in run:
            hint = nearest(name, run) or "name the program of a claim"
            yield Finding(loaded.tree.at_key("programs", name), f"no claim runs {name}", hint)


def _files_beside(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    for program, setup in loaded.entry.programs.items():
        for index, name in enumerate(setup.files):
            where = loaded.tree.at("programs", program, "files", index)
            if name == program:
                yield Finding(where, f"{name} is the program itself", "name what lies beside it, or delete the line")
            else:
                yield from _wrong_file(loaded, name, where)


def _wrong_file(loaded: LoadedEntry, name: str, where: Location) -> Iterator[Finding]:
    """Yield what keeps a file from lying beside a program."""
    path = loaded.folder / name
    if leaves_folder(name):
        yield Finding(where, f"{name} is not in the entry's folder", "name a file that stands beside entry.yaml")
    elif leads_out(path, loaded.folder):
        message = f"{name} is a link that leads out of the entry's folder"
        yield Finding(where, message, "put the file itself there")
    elif name not in (names := {file.name for file in loaded.folder.glob("*")}):
        hint = nearest(name, names) or "create it beside entry.yaml"
        yield Finding(where, f"there is no file {name} in the entry's folder", hint)
    elif isinstance(problem := read_beside(loaded.folder, name), Problem):
        yield Finding(problem.location, problem.message, problem.hint)


def _possible_variables(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    for program, setup in loaded.entry.programs.items():
        for name in setup.variables:
            where = loaded.tree.at_key("programs", program, "variables", name)
            if not SHELL_NAME.fullmatch(name):
                hint = "letters, digits and _ only, and no digit first"
                yield Finding(where, f"'{name}' is no name of an environment variable", hint)
            elif name in SET_BY_THE_RUN:
                yield Finding(where, f"the run sets {name} itself", "delete the line, or set it in the program")


PROGRAM_CHECKS = (
    Check("SNIP011", "known-programs", "a setting for what is never run does nothing", _known_programs, whole=True),
    Check("SNIP012", "files-beside", "a file that is not there makes another program of it", _files_beside),
    Check("SNIP013", "possible-variables", "a reader must be able to set the same in a shell", _possible_variables),
)

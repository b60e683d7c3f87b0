"""Checks of how programs are set up: what an entry says of them under `programs`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.checks.hints import nearest
from generator.checks.rule import Check, Finding
from generator.content.loader import Content, LoadedEntry
from generator.content.programs import leaves_folder, read_beside
from generator.files import leads_out, show
from generator.problems import Problem

SHELL_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
SET_BY_THE_RUN = frozenset({"PATH", "HOME", "TMPDIR", "LANG"})


def _known_programs(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    run = {claim.snippet for _role, claim in loaded.entry.all_claims() if claim.snippet}
    for name in loaded.entry.programs:
        if name not in run:
            hint = nearest(name, run) or "name the program of a claim"
            yield Finding(loaded.file.at_key("programs", name), f"no claim runs {name}", hint)


def _files_beside(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    there = {path.name for path in loaded.folder.iterdir()} if loaded.entry.programs else set()
    for program, setup in loaded.entry.programs.items():
        for index, name in enumerate(setup.files):
            if name in there and _was_read(loaded, program, name):
                continue
            wrong = _wrong_file(loaded, program, name)
            if isinstance(wrong, Problem):
                yield Finding(wrong.location, wrong.message, wrong.hint)
            elif wrong:
                yield Finding(loaded.file.at("programs", program, "files", index), *wrong)


def _was_read(loaded: LoadedEntry, program: str, name: str) -> bool:
    return program in loaded.snippets and name in dict(loaded.snippets[program].files)


def _wrong_file(loaded: LoadedEntry, program: str, name: str) -> Problem | tuple[str, str] | None:
    """Say what keeps a file from lying beside a program, and what to do about it."""
    if name == program:
        return f"{name} is the program itself", "name what lies beside it, or delete the line"
    if leaves_folder(name):
        return f"{name} is not in the entry's folder", "name a file that stands beside entry.yaml"
    if leads_out(loaded.folder / name, loaded.folder):
        return f"{name} is a link that leads out of the entry's folder", "put the file itself there"
    names = {file.name for file in loaded.folder.glob("*")}
    if name not in names:
        hint = nearest(name, names) or "create it beside entry.yaml"
        return f"there is no file {name} in the entry's folder", hint
    read = read_beside(loaded.folder, name, show(loaded.folder / name))
    return read if isinstance(read, Problem) else None


def _possible_variables(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    for program, setup in loaded.entry.programs.items():
        for name in setup.variables:
            wrong = _wrong_variable(name)
            if wrong:
                yield Finding(loaded.file.at_key("programs", program, "variables", name), *wrong)


def _wrong_variable(name: str) -> tuple[str, str] | None:
    if not SHELL_NAME.fullmatch(name):
        message = f"'{name}' is not a valid name of an environment variable"
        return message, "letters, digits and _ only, and no digit first"
    if name in SET_BY_THE_RUN:
        return f"the run sets {name} itself", "delete the line, or set it in the program"
    return None


PROGRAM_CHECKS = (
    Check("SNIP011", "known-programs", "a setting for what is never run does nothing", _known_programs),
    Check("SNIP012", "files-beside", "a file that is not there makes another program of it", _files_beside),
    Check("SNIP013", "possible-variables", "a reader must be able to set the same in a shell", _possible_variables),
)

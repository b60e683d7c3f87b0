"""Checks of what readers copy: short, clean, and what a program of the entry has in it or a source says."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator

from generator.checks.rule import Check, Finding
from generator.content.loader import Content, LoadedEntry
from generator.content.model import Step, Workaround
from generator.content.programs import Snippet
from generator.content.reading import YamlFile
from generator.content.regions import lines_of, region_of

MAX_LINES = 6
PROMPTS = ("$ ", ">>> ", "... ", "PS> ")
SIGNS = ("+ ", "- ")  # of a difference; in YAML the second is the item of a list
GENERIC = frozenset({"$", "sudo", "export", "env", "python", "python3", "pip", "pip3", "-m", "set", "cd"})
ASSIGNED = re.compile(r"\b([A-Za-z_][A-Za-z0-9_]*)=")
SHOUTED = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b")
OPTION = re.compile(r"(?<!\S)--[a-z][a-z0-9-]+")
KEY = re.compile(r"^\s*(?:- )?([A-Za-z_][\w.-]*)\s*[:=]", re.MULTILINE)
COMMAND = re.compile(r"[;&|]+|\n")
KINDS_WITH_KEYS = frozenset({"yaml", "toml", "ini"})
KINDS_WITH_COMMANDS = frozenset({"shell", "powershell", "dockerfile"})


def _steps_in(loaded: LoadedEntry) -> Iterator[tuple[int, int, Workaround, Step]]:
    for index, workaround in enumerate(loaded.entry.workarounds):
        for number, step in enumerate(workaround.do):
            yield index, number, workaround, step


def _copyable(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    for index, number, _workaround, step in _steps_in(loaded):
        path = ("workarounds", index, "do", number, "code")
        yield from wrong_block(loaded.file, path, step)
    for index, question in enumerate(loaded.entry.questions):
        if question.run:
            yield from wrong_block(loaded.file, ("questions", index, "run", "code"), question.run)


def wrong_block(file: YamlFile, path: tuple[str | int, ...], step: Step) -> Iterator[Finding]:
    """Find what nobody would type in a block to copy, and a block that is too long."""
    lines = step.code.strip("\n").splitlines()
    if len(lines) > MAX_LINES:
        message = f"the block has {len(lines)} lines; readers copy at most {MAX_LINES}"
        yield Finding(file.at(*path), message, "keep what changes, or make two blocks of it")
    for line in lines:
        sign = next((sign for sign in _never_typed(step.kind) if line.startswith((sign, sign.rstrip() + "\t"))), None)
        if sign or line.strip() in (">>>", "$"):
            message = f"the line begins with '{(sign or line).strip()}', which nobody types: '{line}'"
            where = file.at_words(line, *path)
            yield Finding(where, message, "leave the sign out: the block is copied as it stands")


def _never_typed(kind: str) -> tuple[str, ...]:
    return PROMPTS + SIGNS[:1] if kind == "yaml" else PROMPTS + SIGNS


def _of_its_program(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    for index, number, workaround, step in _steps_in(loaded):
        own = loaded.snippets.get(workaround.snippet or "")
        if step.kind != "python" or (not own.parses if own else workaround.basis):
            continue
        texts = list(_proving(loaded, workaround))
        path = ("workarounds", index, "do", number, "code")
        if not texts:
            hint = "add a program that shows that it helps, with the block in it, or name what says so under basis:"
            yield Finding(loaded.file.at(*path), "no program has this block", hint)
        elif not any(region_of(text, step.code) for _name, text in texts):
            names = ", ".join(dict.fromkeys(name for name, _text in texts))
            message = f"this block does not stand in {names}"
            yield Finding(loaded.file.at(*path), message, _difference(step.code, texts))


def _proving(loaded: LoadedEntry, workaround: Workaround) -> Iterator[tuple[str, str]]:
    """Yield the texts that a block may be a part of: its own program and what lies beside it, or without one any.

    Never what only reproduces the error or does not help.
    """
    own = loaded.snippets.get(workaround.snippet or "")
    others = [claim.snippet for claim in (*loaded.entry.workarounds, *loaded.entry.claims) if claim.snippet]
    for snippet in [own] if own else [loaded.snippets[name] for name in others if name in loaded.snippets]:
        yield snippet.name, snippet.text
        yield from snippet.texts_beside


def _difference(block: str, texts: Iterable[tuple[str, str]]) -> str:
    """Name the first line of a block that the programs have nowhere: it is what to correct."""
    known = {line.strip() for _name, text in texts for line in text.splitlines()}
    odd = next((line.strip() for line in lines_of(block) if line.strip() and line.strip() not in known), "")
    reason = f"no program has the line '{odd}'" if odd else "its lines do not follow each other there"
    return f"{reason}; take it from the program, letter by letter (indent is free)"


def _backed(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    for index, number, workaround, step in _steps_in(loaded):
        own = loaded.snippets.get(workaround.snippet or "")
        if step.kind in ("python", "text") or workaround.basis or own is None or not own.parses:
            continue
        words = names_in(step)
        if words and not _stand_in(words, own):
            where = loaded.file.at("workarounds", index, "do", number, "code")
            message = f"{own.name} has none of: {', '.join(sorted(words))}"
            hint = "name what says so under basis:, or let the program use what readers type"
            yield Finding(where, message, hint)


def names_in(step: Step) -> set[str]:
    """Return the commands, options, variables and keys of a block that are worth looking for in a program."""
    found = {*ASSIGNED.findall(step.code), *SHOUTED.findall(step.code), *OPTION.findall(step.code)}
    if step.kind in KINDS_WITH_KEYS:
        found.update(KEY.findall(step.code))
    if step.kind in KINDS_WITH_COMMANDS:
        found.update(word for line in COMMAND.split(step.code) if (word := _command(line)))
    return found


def _command(line: str) -> str:
    """Return the word of a command line that says what is run."""
    try:
        found = shlex.split(line, comments=True)
    except ValueError:  # a quote that goes on in the next line
        found = line.split()
    words = [word for word in found if not ASSIGNED.match(word)]
    if words[:1] in (["RUN"], ["ENV"], ["CMD"], ["ENTRYPOINT"]):
        words = words[1:]
    return next((word for word in words if word not in GENERIC), "")


def _stand_in(words: set[str], program: Snippet) -> bool:
    texts = (program.text, *(text for _name, text in program.texts_beside))
    return any(word in text for word in words for text in texts) or bool(words & dict(program.variables).keys())


def _has_steps(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    for index, workaround in enumerate(loaded.entry.workarounds):
        if not workaround.do:
            message = f"workaround '{workaround.id}' has nothing to copy"
            yield Finding(loaded.file.at("workarounds", index), message, "add do: one to three blocks of what to type")


def _cause_is_cured(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    reproductions = {claim.id for claim in loaded.entry.reproduce}
    if not {name for workaround in loaded.entry.workarounds for name in workaround.cures} <= reproductions:
        return  # reported where names are checked: what is not there shows no cause
    cured = {cause.id for workaround in loaded.entry.workarounds for cause in loaded.entry.causes_of(workaround)}
    for index, cause in enumerate(loaded.entry.causes if loaded.entry.workarounds else ()):
        if cause.id not in cured:
            message = f"no workaround is for cause '{cause.id}'"
            hint = "add one, or name the cause under causes: of one that helps"
            yield Finding(loaded.file.at("causes", index), message, hint)


STEP_CHECKS = (
    Check("STEP001", "copyable", "a reader copies a block and runs it", _copyable),
    Check("STEP002", "of-its-program", "what readers copy is what was run", _of_its_program),
    Check("STEP003", "backed", "what readers type is in the program, or a source says so", _backed, "warning"),
    Check("STEP004", "has-steps", "readers want to know what to type", _has_steps, "warning"),
    Check(
        "STEP005",
        "cause-is-cured",
        "who finds the cause wants to know what to do",
        _cause_is_cured,
        "warning",
    ),
)

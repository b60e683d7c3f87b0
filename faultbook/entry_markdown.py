"""An entry of the index → Markdown, for whoever reads all of it: causes, steps, costs, what does not help, the page."""

from __future__ import annotations

from collections.abc import Iterator

from faultbook.advice import GRADES
from faultbook.asking import Asking
from faultbook.cards import BADGES, RECOVERIES, Reader, word_for
from faultbook.catalogue import Item
from faultbook.language import N_
from faultbook.terminal import code_lines, printable


def markdown(reader: Reader, name: str) -> str:
    """Return an entry as Markdown, without its versions and runs, which its page has."""
    return "\n".join(_entry(reader, reader.catalogue.entries[name])) + "\n"


def _entry(reader: Reader, entry: Item) -> Iterator[str]:
    _ = reader.words
    yield from (f"# {reader.text(entry['title'])}", "")
    yield from _code(entry["symptom"])
    yield from (reader.text(entry["summary"]), "")
    yield f"{word_for(reader, BADGES, entry['badge'])} · {reader.link(entry['id'])}"
    if entry.get("questions"):
        yield from _heading(_("Which one is yours?"))
        yield from Asking(reader, entry, frozenset()).lines()
    for cause in entry.get("causes", ()):
        yield from _cause(reader, cause)
    if entry.get("myths"):
        yield from _heading(_("What does not help, and what is not so"))
        for myth in entry["myths"]:
            backing = _(" ({what})").format(what=word_for(reader, GRADES, myth["grade"]))
            yield f"- {reader.text(myth['title'])} → {reader.text(myth['truth'])}{backing}"


def _cause(reader: Reader, cause: Item) -> Iterator[str]:
    yield from _heading(reader.words("Cause: {cause}").format(cause=reader.text(cause["title"])))
    yield from reader.named(N_("How to tell"), reader.text(cause["telltale"]))
    if cause["recovery"] != "none":
        yield from reader.named(N_("Recovery"), word_for(reader, RECOVERIES, cause["recovery"]))
    for step in cause["steps"]:
        yield from ("", f"### {reader.text(step['title'])}", "")
        for block in step["do"]:
            if block.get("label"):
                yield from (reader.text(block["label"]), "")
            yield from _code(block["code"], block["kind"])
        yield from (reader.text(step["text"]), "")
        yield from reader.named(N_("What it costs"), reader.text(step["cost"]))
        yield from reader.named(N_("What backs it"), word_for(reader, GRADES, step["grade"]))
    if not cause["steps"]:
        yield from ("", reader.words("Nothing is known to help yet. The page says what was tried."))


def _heading(text: str) -> tuple[str, ...]:
    return "", f"## {text}", ""


def _code(code: str, kind: str = "text") -> Iterator[str]:
    yield from (f"```{printable(kind)}", *code_lines(code), "```", "")

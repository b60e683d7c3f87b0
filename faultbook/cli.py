"""The command line: `explain`, `find`, `open`, `env`, `doctor`, `verify`, `mcp`. `run` has its own (`runner.py`)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from faultbook import __version__, index, language, terminal
from faultbook.arguments import AnsweredError, asked_language, parse
from faultbook.cards import WHICH, Reader, card, choice_card, number_card
from faultbook.catalogue import Catalogue
from faultbook.names import Named, has_blanks, understood
from faultbook.output import FOUND, NOTHING, USAGE, Said, as_json, deliver


def main(arguments: Sequence[str]) -> int:
    """Run a command; return the exit status."""
    terminal.prepare(sys.stdout)
    terminal.prepare(sys.stderr)
    words = language.words(asked_language(arguments))
    return deliver(_run(arguments, words), words)


def _run(arguments: Sequence[str], words: language.Words) -> Said:
    try:
        options = parse(arguments, words)
    except AnsweredError as answered:
        return answered.said
    if options.command == "env":
        return _describe_environment(options)
    try:
        document = index.load()
        with index.blamed_for_failures(document):
            return Said(_version(document)) if options.version else _look_up(options, Catalogue(document))
    except index.IndexUnavailableError as error:
        return Said(__version__ if options.version else "", f"faultbook: {error.in_words(words)}", USAGE)


def _version(document: Mapping[str, Any]) -> str:
    parts = [f"faultbook {__version__}", f"index {document['modified']}", document["site"]]
    licence = document.get("licence")
    return terminal.printable(" · ".join([*parts, licence["name"]] if licence else parts))


def _look_up(options: argparse.Namespace, catalogue: Catalogue) -> Said:
    locale = language.choose(catalogue.locales, options.lang)
    reader = Reader(catalogue, locale, language.words(locale), terminal.style_of(sys.stdout))
    if options.lang and options.lang.replace("_", "-").split("-")[0].lower() not in catalogue.locales:
        known = reader.words(", ").join(catalogue.locales)
        text = reader.words("no language '{asked}' in this index: it has {known}").format(
            asked=options.lang, known=known
        )
        return Said("", f"faultbook: {text}", USAGE)
    command = {"explain": _explain, "find": _find, "open": _open, "verify": _verify, "mcp": _serve, "doctor": _doctor}[
        options.command
    ]
    return command(options, reader)


def _find(options: argparse.Namespace, reader: Reader) -> Said:
    from faultbook.finding import find  # the matcher takes its time, and other commands can do without it

    return find(options, reader)


def _explain(options: argparse.Namespace, reader: Reader) -> Said:
    name = " ".join(options.name)
    named = understood(name, reader.catalogue)
    if options.json:
        from faultbook.records import of_name  # of use here alone

        is_found = named.is_known or bool(named.called)
        return Said(as_json(of_name(reader.catalogue, named)), status=FOUND if is_found else NOTHING)
    if named.id is not None:
        return Said(card(reader, named.id))
    if named.number is not None:
        codes = [code["name"] for code in reader.catalogue.with_number(named.number)]
        return Said(number_card(reader, named.number, codes))
    if named.called:
        return Said(choice_card(reader, WHICH, named.called))
    return _unknown(name, named, reader)


def _verify(options: argparse.Namespace, reader: Reader) -> Said:
    name = " ".join(options.name)
    named = understood(name, reader.catalogue)
    if not named.is_known:
        return _unknown(name, named, reader)
    from faultbook.verify import verify  # of use to this command alone

    return verify(options, reader, named)


def _doctor(options: argparse.Namespace, reader: Reader) -> Said:
    from faultbook.doctor import doctor  # of use to this command alone

    return doctor(options, reader)


def _serve(options: argparse.Namespace, reader: Reader) -> Said:
    try:
        from faultbook.mcp_server import serve  # it needs the SDK, which this command alone asks for
    except ImportError as error:
        text = reader.words("`faultbook mcp` needs the Python SDK of MCP ({reason}): pip install 'faultbook[mcp]'")
        return Said("", f"faultbook: {text.format(reason=error)}", USAGE)
    serve(reader.catalogue, options.lang, options.http)
    return Said()


def _open(options: argparse.Namespace, reader: Reader) -> Said:
    name = " ".join(options.name)
    named = understood(name, reader.catalogue)
    if not named.is_known:
        return _unknown(name, named, reader)
    address = reader.catalogue.permalink(named.id or str(named.number), reader.locale)
    besides = "" if options.print or _show_page(address) else reader.words("no browser could be started here")
    return Said(terminal.printable(address), besides)


def _unknown(name: str, named: Named, reader: Reader) -> Said:
    text = reader.words("no entry and no status code is called '{name}'").format(name=terminal.printable(name))
    near = named.called or named.near
    if near:
        text += reader.words("; near it: ") + terminal.printable(reader.words(", ").join(near))
    if not near or has_blanks(name):
        text += reader.words("; to look up a message, use: faultbook find TEXT")
    return Said("", f"faultbook: {text}", NOTHING)


def _show_page(address: str) -> bool:
    import webbrowser  # of use to this command alone

    try:
        return webbrowser.open(address)
    except (webbrowser.Error, OSError):
        return False


def _describe_environment(options: argparse.Namespace) -> Said:
    from faultbook import environment  # of use to this command alone

    found = environment.describe()
    return Said(as_json(found) if options.json else environment.as_text(found))

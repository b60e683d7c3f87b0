"""The command line: `faultbook explain`, `find`, `open`, `env`, `run`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from faultbook import __version__, index, language, terminal
from faultbook.cards import Reader, answer_card, card, near_card, number_card
from faultbook.catalogue import Catalogue
from faultbook.language import N_
from faultbook.names import Named, resolve

FOUND, NOTHING, USAGE = 0, 1, 2
# A log of any size: of a longer one the beginning and the end are read, where its errors are.
HEAD, TAIL, BLOCK = 1 << 20, 4 << 20, 1 << 20


class Said(NamedTuple):
    """What a command has to say: what was found, everything else, and the exit status."""

    found: str = ""
    besides: str = ""
    status: int = FOUND


def main(arguments: Sequence[str]) -> int:
    """Run a command; return the exit status."""
    terminal.prepare(sys.stdout)
    terminal.prepare(sys.stderr)
    said = _run(list(arguments))
    _write(said.besides, sys.stderr)
    reason = _write(said.found, sys.stdout)
    if not reason:
        return said.status
    words = language.words(_asked_language(arguments))
    text = words("standard output cannot be written ({reason}): is the disk full?").format(reason=reason)
    _write(f"faultbook: {text}", sys.stderr)
    return USAGE


def _write(text: str, stream: Any) -> str | None:
    """Write a text; return why that failed. A reader that went away, as `head -1` does, has what it wanted."""
    if not text or stream is None:
        return None
    try:
        stream.write(text + "\n")
        stream.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # nothing is to be flushed again at the end
        return None if isinstance(error, BrokenPipeError) else error.strerror or str(error)
    return None


def _run(arguments: list[str]) -> Said:
    words = language.words(_asked_language(arguments))
    parser = _parser(words)
    options = parser.parse_args(arguments)
    if options.command is None and not options.version:
        return Said("", parser.format_help().rstrip(), USAGE)
    if options.command == "env":
        return _describe_environment(options)
    try:
        catalogue = Catalogue(index.load())
    except index.IndexUnavailableError as error:
        return Said(__version__ if options.version else "", f"faultbook: {error.in_words(words)}", USAGE)
    if options.version:
        return Said(_version(catalogue.document))
    return _look_up(options, catalogue)


def _version(document: Mapping[str, Any]) -> str:
    parts = [f"faultbook {__version__}", f"index {document['modified']}", document["site"]]
    licence = document.get("licence")
    return terminal.printable(" · ".join([*parts, licence["name"]] if licence else parts))


def _asked_language(arguments: Sequence[str], available: Sequence[str] = ("en", "zh")) -> str:
    """Return the language of our own words; --lang holds for the help and for what is wrong with the arguments too."""
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    first.add_argument("--lang")
    try:
        asked = first.parse_known_args(_before_texts(arguments))[0].lang
    except SystemExit:  # --lang without a language: the parser of the command says so
        asked = None
    return language.choose(available, asked)


def _before_texts(arguments: Sequence[str]) -> list[str]:
    return list(arguments[: arguments.index("--")] if "--" in arguments else arguments)


def _look_up(options: argparse.Namespace, catalogue: Catalogue) -> Said:
    locale = language.choose(catalogue.locales, options.lang)
    reader = Reader(catalogue, locale, language.words(locale), terminal.style_of(sys.stdout))
    if options.lang and options.lang.replace("_", "-").split("-")[0].lower() not in catalogue.locales:
        known = reader.words(", ").join(catalogue.locales)
        text = reader.words("no language '{asked}' in this index: it has {known}").format(
            asked=options.lang, known=known
        )
        return Said("", f"faultbook: {text}", USAGE)
    command = {"explain": _explain, "find": _find, "open": _open}[options.command]
    return command(options, reader)


def _explain(options: argparse.Namespace, reader: Reader) -> Said:
    named = resolve(" ".join(options.name), reader.catalogue)
    if options.json:
        return Said(_as_json(_named_json(reader.catalogue, named)), status=FOUND if _is_known(named) else NOTHING)
    if named.id is not None:
        return Said(card(reader, named.id))
    if named.number is not None:
        codes = [code["name"] for code in reader.catalogue.with_number(named.number)]
        return Said(number_card(reader, named.number, codes))
    return _unknown(" ".join(options.name), named, reader)


def _is_known(named: Named) -> bool:
    return named.id is not None or named.number is not None


def _unknown(name: str, named: Named, reader: Reader) -> Said:
    text = reader.words("no entry and no status code is called '{name}'").format(name=terminal.printable(name))
    if named.near:
        text += reader.words("; near it: ") + terminal.printable(reader.words(", ").join(named.near))
    else:
        text += reader.words("; to look up a message, use: faultbook find TEXT")
    return Said("", f"faultbook: {text}", NOTHING)


def _open(options: argparse.Namespace, reader: Reader) -> Said:
    named = resolve(" ".join(options.name), reader.catalogue)
    if named.id is not None:
        address = reader.catalogue.address(named.id, reader.locale)
    elif named.number is not None:
        address = reader.catalogue.permalink(str(named.number), reader.locale)
    else:
        return _unknown(" ".join(options.name), named, reader)
    besides = "" if options.print or _show_page(address) else reader.words("no browser could be started here")
    return Said(terminal.printable(address), besides)


def _show_page(address: str) -> bool:
    import webbrowser  # of use to this command alone

    try:
        return webbrowser.open(address)
    except (webbrowser.Error, OSError):
        return False


def _find(options: argparse.Namespace, reader: Reader) -> Said:
    from faultbook import matcher  # of use to this command alone, and takes its time

    text, left_out = _read_stdin(reader) if options.text == ["-"] else (_decode_arguments(options.text), "")
    answer = matcher.find(text, matcher.Index(reader.catalogue.document))
    status = FOUND if answer.kind in ("entry", "code") else NOTHING
    if options.json:
        return Said(_as_json(_answer_json(reader.catalogue, answer)), left_out, status)
    if answer.best is not None:
        return Said(answer_card(reader, answer.best, answer.others), left_out, status)
    return Said("", "\n".join(part for part in (left_out, _no_match(reader, answer)) if part), status)


def _no_match(reader: Reader, answer: Any) -> str:
    document = reader.catalogue.document
    if answer.kind == "number":
        return number_card(reader, answer.number, answer.codes)
    if answer.kind == "foreign":
        return _marker_text(reader, document["foreign"], (answer.foreign,))
    told = _marker_text(reader, document["wrappers"], answer.wrappers) if answer.kind == "wrapper" else ""
    parts = (told or reader.words("No entry for this."), near_card(reader, answer.near))
    return "\n\n".join(part for part in parts if part)


def _marker_text(reader: Reader, markers: Any, ids: Sequence[str]) -> str:
    return "\n".join(reader.text(marker["text"]) for marker in markers if marker["id"] in ids)


def _decode_arguments(texts: Sequence[str]) -> str:
    return os.fsencode(" ".join(texts)).decode("utf-8", "replace")


def _read_stdin(reader: Reader) -> tuple[str, str]:
    """Return what standard input holds, and a word on what was left out of it."""
    if sys.stdin is None:
        return "", ""
    if sys.stdin.isatty():
        _write(reader.words("Paste the text, then press Ctrl-D (on Windows: Ctrl-Z and Enter)."), sys.stderr)
    head = sys.stdin.buffer.read(HEAD)
    tail = b""
    left_out = 0
    while block := sys.stdin.buffer.read(BLOCK):
        tail += block
        if len(tail) > TAIL:
            left_out += len(tail) - TAIL
            tail = tail[-TAIL:]
    word = reader.words("{count} bytes from the middle of the text were left out").format(count=left_out)
    return decode(head + (b"\n" if left_out else b"") + tail), word if left_out else ""


def decode(content: bytes) -> str:
    """Decode a log of any encoding: UTF-16 as PowerShell writes it, else UTF-8, and what is none is replaced."""
    for mark, encoding in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"), (b"\xef\xbb\xbf", "utf-8")):
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, "replace")
    return content.decode("utf-8", "replace")


def _describe_environment(options: argparse.Namespace) -> Said:
    from faultbook import environment  # of use to this command alone

    found = environment.describe()
    return Said(_as_json(found) if options.json else environment.as_text(found))


def _as_json(value: Any) -> str:
    # A stream without UTF-8 would mix escapes of its own into the text.
    unicode = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "") == "utf8"
    return json.dumps(value, ensure_ascii=not unicode, indent=2)


def _named_json(catalogue: Catalogue, named: Named) -> dict[str, Any]:
    if named.id is not None:
        entry = catalogue.entries.get(named.id)
        kind, item = ("code", catalogue.codes[named.id]) if entry is None else ("entry", entry)
        return {"kind": kind, kind: item, "found": _found(catalogue, [named.id, *item.get("entries", ())])}
    if named.number is not None:
        codes = catalogue.with_number(named.number)
        found = _found(catalogue, [code["name"] for code in codes])
        return {"kind": "number", "number": named.number, "codes": codes, "found": found}
    return {"kind": "none", "near": list(named.near)}


def _answer_json(catalogue: Catalogue, answer: Any) -> dict[str, Any]:
    hits = [*([answer.best] if answer.best else []), *answer.others]
    names = [*(hit.id for hit in hits), *(hit.code for hit in hits if hit.code), *answer.codes, *answer.near]
    return {**answer.as_json(), "found": _found(catalogue, names)}


def _found(catalogue: Catalogue, names: Sequence[str]) -> dict[str, Any]:
    """Return title and addresses in each language, by id or name."""
    return {
        name: {
            "title": {locale: catalogue.title(name, locale) for locale in catalogue.locales},
            "address": catalogue.addresses(name),
            "permalink": {locale: catalogue.permalink(name, locale) for locale in catalogue.locales},
        }
        for name in dict.fromkeys(names)
        if name in catalogue.entries or name in catalogue.codes
    }


class _Parser(argparse.ArgumentParser):
    """A parser whose usage errors end with the status for them, in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.format_usage()}{self.prog}: {message}\n")


def _parser(words: language.Words) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="faultbook",
        description=words(
            "GPU errors: what they mean, what to do first, and the address of their page. Works offline."
        ),
        epilog=words(_EPILOG),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    version = words("print the version, the index's date and the site's address")
    parser.add_argument("--version", action="store_true", help=version)
    parser.add_argument("--lang", metavar="LANG", help=words(_LANGUAGE))
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    for name, text in _COMMANDS.items():
        command = commands.add_parser(name, help=words(text), description=words(text), allow_abbrev=False)
        _add_options(command, name, words)
    return parser


_COMMANDS = {
    "explain": N_("explain an entry, a status code, an exception class, a number or an Xid"),
    "find": N_("find the entry that a message or a log shows"),
    "open": N_("open the page of a name in the browser"),
    "env": N_("print the versions that matter, for pasting into an issue"),
    "run": N_("run a program; an uncaught GPU error gets a line with its page"),
}
_LANGUAGE = N_("the language, such as en or zh; default: that of the locale")
_EPILOG = N_(
    "exit status: 0 found; 1 no entry for this; 2 wrong usage, no index, or nowhere to write;\n"
    "`run`: the program's own. What was found goes to standard output, everything else to standard error.\n"
    "variables: FAULTBOOK_LANG=zh the language; FAULTBOOK_INDEX=FILE another site's lookup.json;\n"
    "FAULTBOOK=0 no line under tracebacks; NO_COLOR; FORCE_HYPERLINK=0|1."
)


def _add_options(command: argparse.ArgumentParser, name: str, words: language.Words) -> None:
    if name in ("explain", "open"):
        what = words("such as cudaErrorIllegalAddress, torch.OutOfMemoryError, 700, xid-79, pytorch/cuda-out-of-memory")
        command.add_argument("name", nargs="+", metavar="NAME", help=what)
    if name == "find":
        what = words("the text; several words are joined; - reads standard input")
        command.add_argument("text", nargs="+", metavar="TEXT", help=what)
    if name == "open":
        command.add_argument("--print", action="store_true", help=words("only print the address"))
    if name in ("explain", "find", "env"):
        command.add_argument("--json", action="store_true", help=words("print JSON"))
    if name in ("explain", "find", "open"):
        # No default here: it would take the place of a --lang given before the command.
        command.add_argument("--lang", metavar="LANG", default=argparse.SUPPRESS, help=words(_LANGUAGE))

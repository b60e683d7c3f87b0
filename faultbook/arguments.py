"""The command line's words: commands, options, help. A new command is a row in `_COMMANDS` and what it takes."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from faultbook import language
from faultbook.language import N_
from faultbook.output import USAGE, Said

_COMMANDS = {
    "explain": N_("explain an entry, a status code, an exception class, a number or an Xid"),
    "find": N_("find the entry that a message or a log shows"),
    "open": N_("open the page of a name in the browser"),
    "env": N_("print the versions that matter, for pasting into an issue"),
    "doctor": N_("look at this machine: driver, libraries, frameworks, limits, and the errors whose signs it shows"),
    "verify": N_("run an entry's programs on this machine, and write what they did into a file for an issue"),
    "mcp": N_("serve look-ups to agents and editors over the Model Context Protocol, on standard input and output"),
    "run": N_("run a program; an uncaught GPU error gets a line with its page"),
}
_LANGUAGE = N_("the language, such as en or zh; default: that of the locale")
_EPILOG = N_(
    "exit status: 0 found; 1 no entry for this; 2 wrong usage, no usable index, or nowhere to write;\n"
    "`doctor`: 0 nothing wrong was found; 1 something was; 2 no usable index;\n"
    "`verify`: 0 as on the site; 1 something came out otherwise; 2 wrong usage; 3 nothing ran; 4 some are left;\n"
    "`run`: the program's own. What was found goes to standard output, everything else to standard error.\n"
    "variables: FAULTBOOK_LANG=zh the language; FAULTBOOK_INDEX=FILE another site's lookup.json;\n"
    "FAULTBOOK=0 no line under tracebacks; NO_COLOR; FORCE_HYPERLINK=0|1."
)
_TEXT = N_(
    "the text (several words are joined), or a file with it; - reads standard input, and passes a pipe on to standard "
    "error as it comes"
)


class AnsweredError(Exception):
    """The arguments need no command: they ask for help, or are wrong. `said` is what there is to say."""

    def __init__(self, said: Said) -> None:
        super().__init__(said)
        self.said = said


class _Parser(argparse.ArgumentParser):
    """A parser that writes nothing itself: a stream that cannot be written to is dealt with in one place."""

    def print_help(self, _file: Any = None) -> NoReturn:
        raise AnsweredError(Said(self.format_help().rstrip()))

    def error(self, message: str) -> NoReturn:
        raise AnsweredError(Said("", f"{self.format_usage()}{self.prog}: {message}", USAGE))


def parse(arguments: Sequence[str], words: language.Words) -> argparse.Namespace:
    """Return what is asked for. Raises AnsweredError where that is help, or where it is wrong."""
    parser = _parser(words)
    options = parser.parse_args(arguments)
    if options.command is None and not options.version:
        raise AnsweredError(Said("", parser.format_help().rstrip(), USAGE))
    return options


def asked_language(arguments: Sequence[str], available: Sequence[str] = ("en", "zh")) -> str:
    """Return the language of our own words; --lang holds for the help and for what is wrong with the arguments too."""
    first = _Parser(add_help=False, allow_abbrev=False)
    first.add_argument("--lang")
    try:
        asked = first.parse_known_args(_before_texts(arguments))[0].lang
    except AnsweredError:  # --lang without a language: the parser of the command says so
        asked = None
    return language.choose(available, asked)


def _before_texts(arguments: Sequence[str]) -> list[str]:
    return list(arguments[: arguments.index("--")] if "--" in arguments else arguments)


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


def _add_options(command: argparse.ArgumentParser, name: str, words: language.Words) -> None:
    if name in ("explain", "open", "verify"):
        what = words("such as cudaErrorIllegalAddress, torch.OutOfMemoryError, 700, xid-79, pytorch/cuda-out-of-memory")
        command.add_argument("name", nargs="+", metavar="NAME", help=what)
    if name == "verify":
        _add_options_of_verify(command, words)
    if name == "find":
        command.add_argument("text", nargs="+", metavar="TEXT", help=words(_TEXT))
    if name == "open":
        command.add_argument("--print", action="store_true", help=words("only print the address"))
    if name == "mcp":
        http = words("serve streamable HTTP at this address instead, below /mcp")
        command.add_argument("--http", metavar="HOST:PORT", type=_address, help=http)
    if name in ("explain", "find", "env", "doctor"):
        command.add_argument("--json", action="store_true", help=words("print JSON"))
    if name in ("explain", "find", "open", "verify", "mcp", "doctor"):
        # No default here: it would take the place of a --lang given before the command.
        command.add_argument("--lang", metavar="LANG", default=argparse.SUPPRESS, help=words(_LANGUAGE))


def _address(text: str) -> tuple[str, int]:
    """Return host and port. Raises ValueError, of which the parser makes a message."""
    host, _colon, port = text.rpartition(":")
    if not host or not 0 < int(port) < 1 << 16:
        raise ValueError(text)
    return host.strip("[]"), int(port)


_address.__name__ = "HOST:PORT"  # as the message calls it


def _add_options_of_verify(command: argparse.ArgumentParser, words: language.Words) -> None:
    python = words("what has the frameworks: an interpreter, an environment's folder, or a conda environment")
    command.add_argument("--python", metavar="PYTHON", help=python)
    command.add_argument("--out", metavar="FILE", help=words("the file; default: one named after entry and machine"))
    command.add_argument("--yes", action="store_true", help=words("run without asking"))
    command.add_argument("--minutes", type=float, metavar="N", help=words("start no program after so many minutes"))
    shared = words("run on a GPU that something else uses, and record that nobody watched its memory")
    command.add_argument("--shared-gpu", action="store_true", help=shared)

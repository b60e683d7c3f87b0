"""Text as users paste it → clean lines. The twin of the first part of `site_overrides/assets/matcher.js`.

What differs between two pastes of one message goes: colours, box drawing, quotes of several kinds, full-width
punctuation, escaped line ends, the prefixes that launchers and loggers put before a line. Only explicit classes of
characters are used, so that Python and JavaScript agree on every text; each step is linear in the text.
"""

from __future__ import annotations

import re

_ENTITY = re.compile("&(?:amp|lt|gt|quot|nbsp|#39|#x27|#34);")
_ENTITIES = {
    "&amp;": "&",
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": "'",
    "&nbsp;": " ",
    "&#39;": "'",
    "&#x27;": "'",
    "&#34;": "'",
}
# ECMA-48's control sequences, hyperlinks and others. Each begins with a fixed character, so that looking is quick.
_ESCAPE = re.compile("\x1b(?:\\[[0-?]*[ -/]*[@-~]?|\\][^\x07\x1b\n]*(?:\x07|\x1b\\\\)?|[ -/]*[0-Z\\\\^-~]?)")
_ESCAPE_C1 = re.compile("\x9b[0-?]*[ -/]*[@-~]?")
_ESCAPE_WRITTEN = re.compile(r"\\(?:x1[bB]|u001[bB]|033|e)\[[0-9;]*[A-Za-z]")  # as a log in JSON has it
_ESCAPE_CARET = re.compile("\\^\\[\\[[0-9;]*[A-Za-z]")  # as `cat -v` and a browser show it
_ESCAPE_SYMBOL = re.compile("\u241b\\[[0-9;]*[A-Za-z]")
_ESCAPE_LOST = re.compile("\\[[0-9;]{1,12}m")  # after a tool dropped the escape character
_CONTROLS = [chr(code) for code in (*range(10), *range(11, 32), 127)]
_NOT_ASCII = re.compile("[^\x00-\x7f]")
_SPACES = re.compile("  +")
# A path on Windows, which has `\n`, `\r` and `\t` that are none (`\torch\nn`), or a written-out line end, tab or quote.
_WRITTEN_OUT = re.compile(
    r"((?:\\{1,2}(?![nrt](?![a-z_])|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})"
    r"(?:[A-Za-z0-9_~()+@%$&-]|[^\x00-\x7f]|\.(?!(?:pyd?|cpp|cuh?|hpp|[ch]|dll|exe)\\{1,2}[nrt]))+)+)"
    r"""|\\(?:r\\n|n|r|t|'|"|u0027|u0022)"""
)
_ESCAPED = re.compile(r"\\(?:r\\n|n|r|t)")
_FOLDER = re.compile(r"\\{1,2}[^nrt\\]")  # a backslash that begins no such escape
_DRIVE = re.compile("(?:^|[^A-Za-z0-9_])[A-Za-z]:")
_EMPHASIS = re.compile(r"\*\*+_?|_\*\*+")  # Markdown's, around a message

# What a launcher or logger puts before a line. The first group of alternatives tells which process the line is from.
_PROCESS = re.compile(
    r"(?:\[(?:rank|Rank|RANK) ?[0-9]{1,5}\]:? ?"  # PyTorch, of its own processes
    r"|\[(?:default)?[0-9]{1,5}\]: ?"  # torchrun --tee
    r"|\[[0-9]{1,5},[0-9]{1,5}\]<std(?:out|err)>: ?"  # mpirun --tag-output
    r"|\((?:[A-Za-z0-9_.:-]{1,60} )?pid=[0-9]{1,10}(?:, ?[a-z]{1,10}=[^ ()]{0,60})*\) ?"  # Ray, vLLM
    r"|[0-9]{1,4}: )"  # srun --label
)
_PREFIX = re.compile(
    r"(?:\[?[0-9]{4}[-/][0-9]{2}[-/][0-9]{2}[ T][0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.,][0-9]{1,9})?"
    r"(?:Z|[+-][0-9]{2}:?[0-9]{2})?\]?:? ?"
    r"|\[ ?[0-9]{1,8}\.[0-9]{1,9}\] ?"  # the kernel's log
    r"|[A-Z][a-z]{2} [0-9]{1,2} [0-9]{2}:[0-9]{2}:[0-9]{2} [A-Za-z0-9_.-]{1,64} "  # syslog
    r"|[A-Za-z0-9_.-]{1,64} \| "  # docker compose
    r"|\| "
    r"|> ?)"
)
_MAX_PREFIXES = 6


class _Characters(dict[int, str]):
    """Maps a code point that is not ASCII to what stands for it; most stand for themselves."""

    def __missing__(self, code: int) -> str:
        kept = " " if code > 0xFFFF or 0xD800 <= code <= 0xDFFF else chr(code)
        if 0xFF01 <= code <= 0xFF5E:
            kept = chr(code - 0xFEE0)  # full-width forms
        elif 0x2500 <= code <= 0x259F:
            kept = " "  # box drawing, blocks
        self[code] = kept
        return kept


def _characters() -> _Characters:
    table = _Characters({0x85: "\n", 0x2028: "\n", 0x2029: "\n", 0x2026: "..."})
    table.update(dict.fromkeys((*range(0x80, 0x85), *range(0x86, 0xA1), 0x1680, *range(0x2000, 0x200B)), " "))
    table.update(dict.fromkeys((0x202F, 0x205F, 0x3000), " "))
    table.update(dict.fromkeys((0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)), ""))
    table[0xFEFF] = ""
    quotes = (0xB4, 0xAB, 0xBB, *range(0x2018, 0x2020), 0x2032, 0x2033, 0x2039, 0x203A, *range(0x300C, 0x3010))
    table.update(dict.fromkeys(quotes, "'"))
    table.update(dict.fromkeys((*range(0x2010, 0x2016), 0x2212), "-"))
    table.update({0x3001: ",", 0x3002: ".", 0x3010: "[", 0x3011: "]", 0x3008: "<", 0x3009: ">", 0xD7: "x"})
    return table


_TABLE = _characters()


def lower(text: str) -> str:
    """Make the ASCII letters small, and no others."""
    return text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")  # bytes know ASCII only


def fold(text: str) -> str:
    """Return a text with one character for all that look alike; lines are kept."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "&" in text:
        text = _ENTITY.sub(lambda found: _ENTITIES[found.group()], text)
    text = _without_escapes(text)
    if not text.isascii():
        text = _NOT_ASCII.sub(lambda found: _TABLE[ord(found.group())], text)
    for control in _CONTROLS:
        if control in text:
            text = text.replace(control, " ")
    if "\\" in text:
        text = _WRITTEN_OUT.sub(_read_backslashes, text)
    if "**" in text:
        text = _EMPHASIS.sub(" ", text)
    return text.replace('"', "'").replace("`", "'")


def _without_escapes(text: str) -> str:
    if "\x1b" in text:
        text = _ESCAPE.sub("", text)
    if not text.isascii():
        text = _ESCAPE_SYMBOL.sub("", _ESCAPE_C1.sub("", text))
    if "\\" in text:
        text = _ESCAPE_WRITTEN.sub("", text)
    if "^[" in text:
        text = _ESCAPE_CARET.sub("", text)
    return _ESCAPE_LOST.sub("", text)


def _read_backslashes(found: re.Match[str]) -> str:
    written, start = found.group(), found.start()
    if found.group(1) is None:
        return _read_escape(written)
    if _FOLDER.search(written) or _DRIVE.fullmatch(found.string[max(0, start - 3) : start]):
        return written
    return _ESCAPED.sub(lambda escape: _read_escape(escape.group()), written)


def _read_escape(written: str) -> str:
    if written[1] in "nr":
        return "\n"
    return " " if written[1] == "t" else "'"


def clean(text: str) -> list[str]:
    """Return the lines of a text without what launchers, loggers and terminals added; lines of one process together."""
    return Cleaner(text).lines


class Cleaner:
    """The lines of one text that comes in parts, cleaned; those of one process together."""

    def __init__(self, text: str) -> None:
        self._groups: dict[str, list[str]] = {}
        self._process = ""
        self.add(text)

    def add(self, text: str) -> None:
        """Take the next part, which begins with a line of its own."""
        for raw in _SPACES.sub(" ", fold(text)).split("\n"):
            line, named = _without_prefixes(raw.strip(" ").removesuffix(" |"))
            if line[:1] == "_" == line[-1:] and " " in line:  # Markdown's, around a line
                line = line.strip("_").strip(" ")
            self._process = named or self._process
            if line:
                self._groups.setdefault(self._process, []).append(line)

    @property
    def lines(self) -> list[str]:
        """Return all lines: process after process, in the order in which they first wrote."""
        return [line for lines in self._groups.values() for line in lines]

    def counts(self) -> dict[str, int]:
        """Return how many lines there are so far, by process."""
        return {process: len(lines) for process, lines in self._groups.items()}


def _may_have_prefix(line: str) -> bool:
    """Tell quickly, for most lines, that no prefix is there: `Jan 21`, `name | `, or a telling first character."""
    return line[0] in "[(|>0123456789" or line[3:4] == " " or " | " in line[:67]


def _without_prefixes(line: str) -> tuple[str, str]:
    process = ""
    for _turn in range(_MAX_PREFIXES):
        if not (line and _may_have_prefix(line)):
            break
        found = _PREFIX.match(line)
        if found is None:
            found = _PROCESS.match(line)
            if found is None:
                break
            process += found.group()
        line = line[found.end() :]
    return line, process

"""What a stream can show: characters, colours, links."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from typing import NamedTuple, TextIO

SAMPLE = "故障 →"
_CONTROLS = {code: " " for code in (*range(0x20), *range(0x7F, 0xA0)) if code != 0x0A}


class Style(NamedTuple):
    """How texts are set off on a stream: with escape sequences where it is a terminal that knows them."""

    colours: bool = False
    links: bool = False

    def bold(self, text: str) -> str:
        """Return a text that stands out."""
        return f"\x1b[1m{text}\x1b[22m" if self.colours else text

    def dim(self, text: str) -> str:
        """Return a text that stands back."""
        return f"\x1b[2m{text}\x1b[22m" if self.colours else text

    def link(self, address: str) -> str:
        """Return an address, to be clicked on where the terminal can; it can be read and copied everywhere."""
        return f"\x1b]8;;{address}\x1b\\{address}\x1b]8;;\x1b\\" if self.links else address


def style_of(stream: TextIO | None, environment: Mapping[str, str] | None = None) -> Style:
    """Return how texts are set off on a stream."""
    known = os.environ if environment is None else environment
    terminal = _is_terminal(stream) and known.get("TERM") != "dumb"
    forced = known.get("FORCE_HYPERLINK")
    links = terminal and _knows_links(known) if forced is None else forced.strip() != "0"
    return Style(terminal and not known.get("NO_COLOR") and _knows_colours(known), links)


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


def _knows_colours(known: Mapping[str, str]) -> bool:
    # The old Windows console shows the sequences themselves unless a program asks it not to.
    return os.name != "nt" or "WT_SESSION" in known or "TERM_PROGRAM" in known or "TERM" in known


def _knows_links(known: Mapping[str, str]) -> bool:
    """Tell whether the terminal is known for OSC 8 links.

    FORCE_HYPERLINK and the list are those of the Rust crate supports-hyperlinks (zkat/supports-hyperlinks, src/lib.rs).
    """
    vte = known.get("VTE_VERSION", "")
    return (
        any(name in known for name in ("DOMTERM", "WT_SESSION", "KONSOLE_VERSION"))
        or (vte.isdigit() and int(vte) >= 5000)
        or known.get("TERM_PROGRAM") in ("Hyper", "iTerm.app", "terminology", "WezTerm", "vscode")
        or known.get("TERM") in ("xterm-kitty", "alacritty", "alacritty-direct")
        or known.get("COLORTERM") == "xfce4-terminal"
    )


def can_write(stream: TextIO | None, text: str) -> bool:
    """Tell whether a stream's encoding has all characters of a text; one without an encoding takes any."""
    try:
        text.encode(getattr(stream, "encoding", None) or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def prepare(stream: TextIO | None) -> None:
    """Let one of our own streams take any text: as UTF-8 where its encoding has no Chinese, such as in the C locale."""
    if not isinstance(stream, io.TextIOWrapper):
        return
    if can_write(stream, SAMPLE) or os.environ.get("PYTHONIOENCODING"):
        stream.reconfigure(errors="backslashreplace")
    else:
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def printable(text: str) -> str:
    """Return a text without control characters: what others wrote is to move no cursor."""
    return text.translate(_CONTROLS)


def code_lines(code: str) -> list[str]:
    """Return the lines of code, safe to print and otherwise as they are to be typed."""
    return printable(code.strip("\n")).split("\n")

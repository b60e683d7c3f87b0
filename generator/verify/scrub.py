"""Take out of captured text what tells of this machine: directories, user, host."""

from __future__ import annotations

import getpass
import re
import socket
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

TOO_SHORT = 3
# What everybody has tells nothing, and stands in messages by itself.
SHARED_FOLDERS = ("/", "/usr", "/usr/local")
SHARED_NAMES = ("root", "localhost")
OWN_FOLDER = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Scrubber:
    """Replaces known private texts by neutral ones, longest first."""

    replacements: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, private: Path, python: Path) -> Scrubber:
        """Make a scrubber for one run."""
        pairs = [(f"{private}/work/", ""), (str(private), "<private>"), *_places(python), *_people()]
        return cls(tuple(sorted(pairs, key=lambda pair: -len(pair[0]))))

    def text(self, text: str) -> str:
        """Return the text without private parts."""
        for old, new in self.replacements:
            # A name is replaced where it stands alone, a folder where its own name ends.
            before = r"(?<![A-Za-z0-9_])" if old[0].isalnum() else ""
            after = r"(?![A-Za-z0-9_])" if old[-1].isalnum() else ""
            text = re.sub(f"{before}{re.escape(old)}{after}", new, text)
        return text

    def tree(self, value: Any) -> Any:
        """Return JSON data with every text in it scrubbed."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.tree(item) for item in value]
        if isinstance(value, dict):
            return {key: self.tree(item) for key, item in value.items()}
        return value


@cache
def _places(python: Path) -> tuple[tuple[str, str], ...]:
    code = (
        "import sys,sysconfig,os\n"
        "for d in sorted({sysconfig.get_path('purelib'),sysconfig.get_path('platlib')}): print('<site-packages>',d)\n"
        "print('<python>',sysconfig.get_path('stdlib'))\n"
        "for d in sorted({sys.prefix,sys.base_prefix}): print('<prefix>',d)\n"
    )
    done = subprocess.run([str(python), "-I", "-c", code], capture_output=True, text=True, check=True)
    found = [line.partition(" ") for line in done.stdout.splitlines()]
    places = [(folder, name) for name, _space, folder in found]
    own = [(_home(), "<home>"), (str(Path.cwd()), "<checkout>"), (str(OWN_FOLDER), "<checkout>")]
    return tuple((folder, name) for folder, name in (*places, *own) if folder not in SHARED_FOLDERS)


def _home() -> str:
    try:
        return str(Path.home())
    except RuntimeError:  # a user whom nobody has given a home
        return "/"


@cache
def _people() -> tuple[tuple[str, str], ...]:
    words = [(socket.gethostname(), "<host>")]
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        user = ""
    words.append((user, "<user>"))
    return tuple((word, new) for word, new in words if len(word) >= TOO_SHORT and word not in SHARED_NAMES)

"""What tells of this machine is removed from captured text."""

from __future__ import annotations

import os
import re
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

SHORTEST_NAME = 3  # characters: a shorter one would be found in words
# What every machine has tells nothing, and messages name it.
SHARED_FOLDERS = ("/", "/usr", "/usr/local")
SHARED_NAMES = ("root", "localhost")


class Scrubber:
    """Removes from captured text what tells of this machine: directories, user, host. The longest first."""

    def __init__(self, replacements: Iterable[tuple[str, str]]) -> None:
        self.replacements = sorted(replacements, key=lambda pair: -len(pair[0]))

    @classmethod
    def for_run(cls, private: str, found: Iterable[tuple[str, str]], own_folders: Iterable[str] = ()) -> Scrubber:
        """Make a scrubber for one run in a private folder, with the interpreter's folders and further ones."""
        own = [(os.path.expanduser("~"), "<home>"), *((folder, "<checkout>") for folder in (os.getcwd(), *own_folders))]
        outer = os.path.dirname(private)
        folders = with_targets([*found, *own])
        return cls([(private + "/work/", ""), (private, "<private>"), (outer, "<private>"), *folders, *host_and_user()])

    def text(self, text: str) -> str:
        """Return the text without private parts."""
        for old, new in self.replacements:
            # A name is replaced where it stands alone, a folder where its own name ends.
            before = r"(?<![A-Za-z0-9_])" if old[0].isalnum() else ""
            after = r"(?![A-Za-z0-9_])" if old[-1].isalnum() else ""
            text = re.sub(before + re.escape(old) + after, new.replace("\\", r"\\"), text)
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


def with_targets(folders: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return folders, and where each leads over links, without those every machine has; what is written in their place.

    A library that names itself names its real path, which is not below sys.prefix of an environment behind a link.
    """
    names: dict[str, str] = {}
    for folder, name in folders:
        for place in (folder, os.path.realpath(folder)):
            if folder[:1] == "/" and place not in SHARED_FOLDERS:
                names.setdefault(place, name)
    return list(names.items())


def host_and_user() -> list[tuple[str, str]]:
    """Return the names of host and user, each with what is written in its place."""
    import getpass
    import socket

    names = [(socket.gethostname(), "<host>")]
    try:
        names.append((getpass.getuser(), "<user>"))
    except (KeyError, OSError):
        pass  # a user without a name
    return [(name, new) for name, new in names if len(name) >= SHORTEST_NAME and name not in SHARED_NAMES]


def interpreter_folders() -> list[tuple[str, str]]:
    """Return folders of this interpreter that tell of the machine, each with what is written in its place."""
    import sysconfig

    pure = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
    added = [os.environ.get("PYTHONUSERBASE", ""), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    found = [(folder, "<site-packages>") for folder in (*pure, *filter(None, added))]
    found.append((sysconfig.get_path("stdlib"), "<python>"))
    return found + [(folder, "<prefix>") for folder in sorted({sys.prefix, sys.base_prefix})]

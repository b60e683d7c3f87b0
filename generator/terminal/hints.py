"""Commands in messages: they name the content folder and the site wherever these are not the usual ones."""

from __future__ import annotations

import shlex
from pathlib import Path

CONTENT, SITE = Path("content"), Path("site")  # as in the Makefile and in the options of the commands


def make_command(target: str, content: Path = CONTENT, site: Path = SITE) -> str:
    """Return the call of a make target for a content folder and a site: `make check CONTENT=../our-errors`."""
    named = (("CONTENT", content, CONTENT), ("SITE", site, SITE))
    return " ".join(
        ["make", target, *(f"{name}={_quoted(path)}" for name, path, usual in named if _differ(path, usual))]
    )


def generator_command(words: str, content: Path = CONTENT) -> str:
    """Return the call of a command of the generator for a content folder."""
    option = f" --content {_quoted(content)}" if _differ(content, CONTENT) else ""
    return f".venv/bin/python -m generator {words}{option}"


def _differ(path: Path, usual: Path) -> bool:
    return path.resolve() != usual.resolve()


def _quoted(path: Path) -> str:
    return shlex.quote(str(path))

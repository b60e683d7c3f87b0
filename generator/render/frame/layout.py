"""The plate: one finished page of the theme per language, with named holes to stamp entries into.

A hole is written `@@name@@` in the theme's output, which neither HTML nor JSON escapes. Every address in
a plate begins with the hole `base`, so that one plate serves every depth of the site.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from generator.content.pages import HOLE

HOLES = frozenset({"base", "title", "description", "canonical", "alternates", "languages", "toc", "body"})
ONLY_IF_MULTILINGUAL = frozenset({"languages"})


class PlateError(Exception):
    """A plate does not have the holes it must have: the theme has changed under us."""


def hole(name: str) -> str:
    """Return how a hole is written in the theme's output."""
    return f"@@{name}@@"


@dataclass(frozen=True, slots=True)
class Plate:
    """A page cut at its holes: literal parts alternate with hole names."""

    locale: str
    parts: tuple[str, ...]

    @classmethod
    def parse(cls, locale: str, html: str) -> Plate:
        """Cut a page at its holes. Raises PlateError when a hole is missing, unknown, or an address escaped."""
        parts = tuple(HOLE.split(html))
        found = frozenset(parts[1::2])
        if not HOLES - ONLY_IF_MULTILINGUAL <= found <= HOLES:
            missing, unknown = sorted(HOLES - ONLY_IF_MULTILINGUAL - found), sorted(found - HOLES)
            message = (
                f"the plate for '{locale}' lacks holes {missing} and has unknown ones {unknown}: see site_overrides/"
            )
            raise PlateError(message)
        relative = re.search(r'(?:href|src)="(\.{1,2}(?:/[^"]*)?)"', html)
        if relative:
            message = (
                f"the plate for '{locale}' holds {relative.group(1)}, an address that breaks at other depths: "
                "let the template that wrote it use the filter `url`"
            )
            raise PlateError(message)
        return cls(locale, parts)

    def stamp(self, values: Mapping[str, str]) -> str:
        """Fill every hole with HTML: whoever renders it escapes. Raises KeyError for a hole without a value."""
        return "".join(values[part] if index % 2 else part for index, part in enumerate(self.parts))

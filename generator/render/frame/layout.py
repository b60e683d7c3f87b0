"""The page layout: one finished page of the theme per language, with placeholders that each page fills.

A placeholder is written `@@name@@` in the theme's output, which neither HTML nor JSON escapes. Every address in a
layout begins with the placeholder `base`, so that one layout serves every depth of the site.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from generator.content.pages import PLACEHOLDER

PLACEHOLDERS = frozenset({"base", "title", "description", "canonical", "alternates", "languages", "toc", "body"})
ONLY_IF_MULTILINGUAL = frozenset({"languages"})


class LayoutError(Exception):
    """A layout does not have the placeholders it must have: the theme has changed under us."""


def placeholder(name: str) -> str:
    """Return how a placeholder is written in the theme's output."""
    return f"@@{name}@@"


@dataclass(frozen=True, slots=True)
class Layout:
    """A page cut at its placeholders: literal parts alternate with their names."""

    locale: str
    parts: tuple[str, ...]

    @classmethod
    def parse(cls, locale: str, html: str) -> Layout:
        """Cut a page at its placeholders. Raises LayoutError for a missing or unknown one, or a relative address."""
        parts = tuple(PLACEHOLDER.split(html))
        found = frozenset(parts[1::2])
        if not PLACEHOLDERS - ONLY_IF_MULTILINGUAL <= found <= PLACEHOLDERS:
            missing, unknown = sorted(PLACEHOLDERS - ONLY_IF_MULTILINGUAL - found), sorted(found - PLACEHOLDERS)
            message = (
                f"the page layout for '{locale}' lacks placeholders {missing} and has unknown ones {unknown}: "
                "see site_overrides/"
            )
            raise LayoutError(message)
        relative = re.search(r'(?:href|src)="(\.{1,2}(?:/[^"]*)?)"', html)
        if relative:
            message = (
                f"the page layout for '{locale}' holds {relative.group(1)}, an address that breaks at other depths: "
                "let the template that wrote it use the filter `url`"
            )
            raise LayoutError(message)
        return cls(locale, parts)

    def fill(self, values: Mapping[str, str]) -> str:
        """Fill every placeholder with HTML: whoever renders it escapes. Raises KeyError for one without a value."""
        parts = list(self.parts)
        parts[1::2] = map(values.__getitem__, parts[1::2])
        return "".join(parts)

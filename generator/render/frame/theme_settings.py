"""What MkDocs is told of a site: all that its pages show besides their own text, ready for each language.

The hook reads this and nothing else, so that MkDocs needs neither the content nor what renders it.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel


class NavigationItem(BaseModel):
    """A link of the navigation. The title is HTML; the path is from the site's root."""

    title: str
    path: str


class Language(BaseModel):
    """One language of a site, the default one with an empty `prefix`; paths are from the site's root."""

    code: str
    name: str
    territory: str
    """As OpenGraph asks for it: zh_CN."""
    prefix: str
    layout: str
    """Where the page layout goes."""
    site_name: str
    site_description: str
    home: NavigationItem
    """The home page, whose own title is too long for a list."""
    after_home: tuple[NavigationItem, ...]
    """What the navigation has between the home page and the other hand-written pages."""
    at_the_end: tuple[NavigationItem, ...]
    offer: str
    """Offers a page in this language to a reader who prefers it, in its own words."""
    switches: dict[str, str]
    """Names of the switches of colours, by what a browser is asked for."""
    variables: dict[str, dict[str, str]]
    """What templates read besides: names and paths."""


class ThemeSettings(BaseModel):
    """A site as MkDocs sees it. The first language is the default; `pages` is the folder of hand-written files."""

    address: str
    repository: str | None
    licence_name: str
    licence_url: str
    placeholders: dict[str, str]
    """How the page layout marks what the generator fills in, by name."""
    languages: tuple[Language, ...]
    pages: Path

"""Checks of hand-written pages: each has an address of its own, in a language of the site, and its links lead on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from generator.checks.hints import nearest
from generator.checks.names import OWN_FOLDERS
from generator.checks.rule import Finding, problems
from generator.content.loader import Content
from generator.content.model import Site
from generator.content.pages import LAYOUT_URI, MAX_LINE, PLACEHOLDER, HandWritten
from generator.content.positions import MAX_BYTES, MAX_DEPTH
from generator.files import place_in, show
from generator.problems import Location, Problem

PAGE_CODES: dict[str, str] = {
    "PAGE001": "a hand-written page can be read: it is UTF-8 text without control characters",
    "PAGE002": "the front matter of a page is valid YAML without anchors and tags, and says what the theme understands",
    "PAGE003": f"a page is built in no time: at most {MAX_BYTES // 1024} KiB, {MAX_LINE} characters in a line, "
    f"{MAX_DEPTH} levels of lists and quotations",
    "PAGE004": "no file of the machine is ever published: `pages/` holds plain files, and links to these only",
    "PAGE005": "each page and file has an address of its own, which nothing of the site takes",
    "PAGE006": "a page is in a language of the site, or it would be left out",
}
ENTRY_LINK = re.compile(r"\]\((entry:([^)\s#]*))")
# Files of the site that are in no folder, and the name of a folder that MkDocs leaves out.
OWN_FILES = frozenset(
    (
        "404.html",
        "CITATION.cff",
        "feed.xml",
        "llms-full.txt",
        "llms.txt",
        "manifest.webmanifest",
        "robots.txt",
        "sitemap.xml",
        "assets",
    )
)
OWN_PIECES = re.compile(r"(?:llms|llms-full)-\d+\.txt|sitemap-\d+\.xml")  # of files that are too long for one
LEFT_OUT = "templates"


def check_pages(content: Content) -> Iterator[Problem]:
    """Yield everything wrong with what is below `pages/`."""
    yield from content.pages.problems
    yield from problems("LINK001", _dead_links(content))
    yield from problems("TEXT005", _placeholders(content))
    if content.site:
        yield from problems("PAGE005", _taken_addresses(content, content.site))
        yield from problems("PAGE006", _unknown_languages(content, content.site))


def _dead_links(content: Content) -> Iterator[Finding]:
    for file in content.pages.files:
        for number, line in enumerate((file.text or "").splitlines(), 1):
            for found in ENTRY_LINK.finditer(line):
                if found[2] not in content.ids:
                    where = Location(show(file.path), number, found.start(1) + 1)
                    hint = nearest(found[2], content.ids) or "correct the link entry:…"
                    yield Finding(where, f"there is no entry '{found[2]}'", hint)


def _placeholders(content: Content) -> Iterator[Finding]:
    """Find what would be filled in as if it stood in the theme: titles of pages and texts of the site stand there."""
    texts = {show(file.path): file.text for file in content.pages.files}
    for shown, text in {content.site_file.name: content.site_file.text, **texts}.items():
        found = PLACEHOLDER.search(text or "")
        if text and found:
            message = f"'{found[0]}' is a placeholder of the site's own pages"
            yield Finding(place_in(shown, text, found.start()), message, f"write it with blanks: @@ {found[1]} @@")


def _unknown_languages(content: Content, site: Site) -> Iterator[Finding]:
    for file in content.pages.files:
        if file.suffix and file.suffix not in site.locale_codes:
            message = f"'.{file.suffix}' in the name is not a language of this site: the file would be left out"
            hint = f"site.yaml has: {', '.join(site.locale_codes)}; if no language is meant, rename the file"
            yield Finding(Location(show(file.path)), message, hint)


def _taken_addresses(content: Content, site: Site) -> Iterator[Finding]:
    """Find files whose address is taken: by the site, or by another file."""
    default = site.locale_codes[0]
    there: dict[tuple[str, str], HandWritten] = {}
    for file in sorted(content.pages.files, key=lambda file: bool(file.suffix)):
        there.setdefault((file.suffix or default, file.uri), file)
    for file in content.pages.files:
        where, locale = Location(show(file.path)), file.suffix or default
        above = [(locale, str(parent)) for parent in PurePosixPath(file.uri).parents]
        other = next((there[key] for key in ((locale, file.uri), *above) if there.get(key, file) is not file), None)
        if owner := _owner(content, site, file.uri):
            yield Finding(where, f"its address {_address(file)} {owner}", "rename the file")
        elif other:
            message = f"its address {_address(file)} is taken by {other.name}"
            hint = f"rename or delete one; a name without a language is in '{default}', the first of site.yaml"
            yield Finding(where, message, hint)


def _address(file: HandWritten) -> str:
    return f"'{file.uri.removesuffix('index.html') or '/'}'"


def _owner(content: Content, site: Site, uri: str) -> str:
    """Say what of the site a path belongs to, or nothing."""
    first, _slash, rest = uri.partition("/")
    if first == LEFT_OUT:
        return "is in a folder that MkDocs leaves out"
    if first in {*OWN_FOLDERS, *site.locale_codes, LAYOUT_URI.rstrip("/")} - {"assets"}:
        return "is in a folder of the site itself"
    if uri in OWN_FILES or OWN_PIECES.fullmatch(uri):
        return "is that of a file of the site itself"
    if first in site.domains and rest in ("", "index.html"):
        return f"is that of the list of entries of '{first}'"
    entry = "/".join(uri.split("/")[:2])
    return f"belongs to the entry '{entry}'" if entry in content.ids else ""

"""Hand-written pages and the theme's own files, from what MkDocs made: links resolved, generated parts put in."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from generator.build.loading import InvalidContentError
from generator.content.loader import Content
from generator.content.pages import FOLDER, LAYOUT_URI
from generator.files import show
from generator.problems import Location, Problem, sort_problems
from generator.publish.output import SiteFile
from generator.render.addresses import file_of, relative
from generator.render.collection import Listed
from generator.render.entry import Site

OWN_LINK = re.compile(r'(?<=href=")(entry|site):([^"]*)(?=")')
GENERATED_PART = re.compile(r'<div data-faultbook="([a-z]+)">\s*</div>')
Generate = Callable[[str, str], str]
"""Language and path of a page → the HTML of a generated part."""


@dataclass(frozen=True, slots=True)
class FromTheme:
    """MkDocs's output for a site. `generated` are the parts that pages may ask for by a word."""

    content: Content
    site: Site
    folder: Path
    generated: Mapping[str, Generate]

    def files(self, known: Container[str]) -> Iterator[SiteFile]:
        """Yield every file but those that are known already. Raises InvalidContentError for a dead link on a page."""
        paths = self._paths()
        problems: list[Problem] = []
        for uri, path in paths.items():
            if uri in known:
                continue
            if not _is_page(uri):
                yield SiteFile.whole(uri, path.read_bytes())
                continue
            file, dead = self._page(uri, path.read_text(encoding="utf-8"), known, paths)
            yield file
            problems.extend(self._dead_link(uri, link) for link in dead)
        if problems:
            raise InvalidContentError(sort_problems(problems))

    def listed(self, known: Container[str]) -> Iterator[Listed]:
        """Yield the pages for the sitemap, each with its languages, the default one first."""
        site = self.site
        newest = max((entry.modified for entry in site.catalogue.entries), default=None)
        found: dict[str, dict[str, str]] = {}
        for code in site.locales:
            for uri in self._paths():
                path = uri.removesuffix("index.html")
                if _is_page(uri) and uri not in known and self._locale_of(path) == code:
                    found.setdefault(path.removeprefix(site.addresses.prefix(code)), {})[code] = path
        for name, pages in found.items():
            # The home page lists the entries, so it changes with them; no true date is known of the others.
            yield Listed(pages, newest if name == "" else None)

    def _paths(self) -> dict[str, Path]:
        inside = {path.relative_to(self.folder): path for path in sorted(self.folder.rglob("*")) if path.is_file()}
        return {
            name.as_posix(): path
            for name, path in inside.items()
            if LAYOUT_URI.rstrip("/") not in name.parts and not name.name.startswith("sitemap.xml")
        }

    def _locale_of(self, path: str) -> str:
        locales = self.site.locales
        return next((code for code in locales[1:] if path.startswith(f"{code}/")), locales[0])

    def _page(self, uri: str, html: str, known: Container[str], paths: Container[str]) -> tuple[SiteFile, list[str]]:
        """Return a page with links resolved and generated parts in place, and the links that lead nowhere."""
        path = uri.removesuffix("index.html")
        locale = self._locale_of(path)
        dead: list[str] = []

        def resolve(found: re.Match[str]) -> str:
            scheme, target = found.groups()
            if scheme == "entry":
                is_there = self.site.catalogue.find(target) is not None
                address = self.site.addresses.entry(target, locale)
            else:
                address = target
                file = file_of(unquote(target.partition("#")[0]))
                is_there = file in known or file in paths or file == "sitemap.xml"
            if not is_there:
                dead.append(found.group())
            return relative(path, address)

        def generate(part: re.Match[str]) -> str:
            made = self.generated.get(part.group(1))
            return made(locale, path) if made else part.group()

        return SiteFile.text(uri, GENERATED_PART.sub(generate, OWN_LINK.sub(resolve, html))), dead

    def _dead_link(self, uri: str, link: str) -> Problem:
        locale = self._locale_of(uri)
        rest = uri.removeprefix(self.site.addresses.prefix(locale))
        files = self.content.pages.files
        pages = (file for file in files if (file.suffix or self.site.locales[0], file.uri) == (locale, rest))
        source = next(pages, None)
        lines: Iterable[tuple[int, str]] = enumerate((source.text or "").splitlines() if source else (), 1)
        line, column = next(((number, text.index(link) + 1) for number, text in lines if link in text), (1, 1))
        where = Location(show(source.path if source else self.content.root / FOLDER), line, column)
        scheme, _colon, target = link.partition(":")
        message = f"there is no entry '{target}'" if scheme == "entry" else f"the site has no file '{target}'"
        return Problem(where, "LINK001", message, f"correct the link {link}")


def _is_page(uri: str) -> bool:
    return uri.rpartition("/")[2] == "index.html"

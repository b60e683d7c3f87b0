"""Compose the floors: load → check → judge → render → publish."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from generator.catalogue import Catalogue, judge_content
from generator.checks import check_content
from generator.evidence import Evidence, load_evidence
from generator.loader import Content, load_content
from generator.outputs import SiteFile
from generator.plate import PLATE_URI, Plate
from generator.problems import Location, Problem, has_errors, relative_to_cwd, sort_problems
from generator.publish import Published, publish
from generator.render.addresses import Addresses, file_of, relative
from generator.render.api import api_files
from generator.render.pages import (
    Site,
    domain_pages,
    entry_list,
    entry_pages,
    not_found_page,
    permalink_names,
    permalink_pages,
)
from generator.render.sitemap import Listed, sitemap_file
from generator.theme import build_theme
from generator.verify.engine import LOCAL_STORE

ENTRY_LIST = re.compile(r'<div data-faultbook="entries">\s*</div>')
OWN_LINK = re.compile(r'(?<=href=")(entry|site):([^"]*)(?=")')


class InvalidContentError(Exception):
    """Content has errors; `problems` holds them and the warnings."""

    def __init__(self, problems: list[Problem]) -> None:
        errors = sum(problem.severity == "error" for problem in problems)
        super().__init__(f"{errors} problem(s) in content; the published site was left as it is")
        self.problems = problems


def load_valid(content_root: Path, address: str | None = None) -> tuple[Content, list[Problem]]:
    """Load and check content; return it with its warnings. Raises InvalidContentError if there are errors."""
    content = load_content(content_root, address=address)
    problems = check_content(content)
    if has_errors(problems):
        raise InvalidContentError(problems)
    return content, problems


@dataclass(frozen=True, slots=True)
class Built:
    """What a build made."""

    catalogue: Catalogue
    published: Published
    warnings: list[Problem]


def build_site(content: Content, site_dir: Path, warnings: list[Problem]) -> Built:
    """Build and publish a site.

    Raises InvalidContentError, ThemeError, PlateError or PublishError; the published site is then as it was.
    """
    catalogue = judged_catalogue(content)
    domains = [domain for domain in catalogue.site.domains if content.of_domain(domain)]
    theme = build_theme(content.root, catalogue.site.address, domains)
    return Built(catalogue, publish(site_dir, assemble(content, catalogue, theme)), warnings)


def recorded_evidence(content_root: Path) -> Evidence:
    """Load what is committed with the content, and what ran on this machine."""
    return load_evidence(content_root / "evidence", LOCAL_STORE)


def judged_catalogue(content: Content) -> Catalogue:
    """Judge valid content by the evidence at hand. Raises InvalidContentError for evidence that cannot be read."""
    evidence = recorded_evidence(content.root)
    if content.site is None or evidence.problems:
        raise InvalidContentError(sort_problems((*content.problems, *evidence.problems)))
    return judge_content(content, content.site, evidence)


def assemble(content: Content, catalogue: Catalogue, theme: Path) -> Iterator[SiteFile]:
    """Yield every file of the site from MkDocs's output. Raises InvalidContentError for a dead link on a page."""
    addresses = Addresses(catalogue.site)
    plates = {code: _plate(theme, addresses.prefix(code), code) for code in catalogue.site.locale_codes}
    site = Site(catalogue, addresses, plates)
    generated = list(_generated(site))
    known = {file.uri for file in generated}
    theirs = list(_from_theme(content, site, theme, known))
    yield from theirs
    yield from generated
    yield sitemap_file(addresses, _listed(site, [file.uri for file in theirs]))


def _plate(theme: Path, prefix: str, locale: str) -> Plate:
    return Plate.parse(locale, (theme / f"{prefix}{PLATE_URI}index.html").read_text(encoding="utf-8"))


def _generated(site: Site) -> Iterator[SiteFile]:
    for entry in site.catalogue.entries:
        yield from entry_pages(site, entry)
    yield from domain_pages(site)
    yield from permalink_pages(site)
    yield not_found_page(site)
    yield from api_files(site.catalogue, site.addresses)


def _from_theme(content: Content, site: Site, theme: Path, known: set[str]) -> Iterator[SiteFile]:
    problems: list[Problem] = []
    for path in sorted(theme.rglob("*")):
        uri = path.relative_to(theme).as_posix()
        if path.is_dir() or PLATE_URI in uri or uri in known or uri.startswith("sitemap.xml"):
            continue
        if not uri.endswith("index.html"):
            yield SiteFile(uri, path.read_bytes())
            continue
        yield _hand_written(content, site, uri, path.read_text(encoding="utf-8"), problems)
    if problems:
        raise InvalidContentError(sort_problems(problems))


def _hand_written(content: Content, site: Site, uri: str, html: str, problems: list[Problem]) -> SiteFile:
    path = uri.removesuffix("index.html")
    locale = next((code for code in site.locales[1:] if path.startswith(f"{code}/")), site.locales[0])

    def resolve(found: re.Match[str]) -> str:
        scheme, target = found.groups()
        if scheme == "site":
            return relative(path, target)
        if site.catalogue.find(target) is None:
            where = Location(relative_to_cwd(content.root / "pages" / _source_of(path, locale, site)))
            problems.append(Problem(where, "LINK001", f"there is no entry '{target}'", "mend the link entry:…"))
        return relative(path, site.addresses.entry(target, locale))

    html = OWN_LINK.sub(resolve, html)
    return SiteFile.text(uri, ENTRY_LIST.sub(lambda _found: entry_list(site, locale, path), html))


def _source_of(path: str, locale: str, site: Site) -> str:
    name = path.removeprefix(site.addresses.prefix(locale)).strip("/") or "index"
    return f"{name}{'' if locale == site.locales[0] else '.' + locale}.md"


def _listed(site: Site, theirs: Iterable[str]) -> Iterator[Listed]:
    addresses = site.addresses
    uris = set(theirs)
    newest = max((entry.modified for entry in site.catalogue.entries), default=None)
    for uri in sorted(uris):
        path = uri.removesuffix("index.html")
        if not uri.endswith("index.html") or any(path.startswith(f"{code}/") for code in site.locales[1:]):
            continue
        paths = {code: addresses.prefix(code) + path for code in site.locales}
        there = {code: other for code, other in paths.items() if file_of(other) in uris}
        # The home page lists the entries, so it changes with them; no true date is known of the others.
        yield Listed(there, newest if path == "" else None)
    for domain in site.catalogue.site.domains:
        entries = site.catalogue.of_domain(domain)
        if entries:
            paths = {code: addresses.domain(domain, code) for code in site.locales}
            yield Listed(paths, max(entry.modified for entry in entries))
    for entry in site.catalogue.entries:
        yield Listed({code: addresses.entry(entry.id, code) for code in site.locales}, entry.modified)
    for name, owners in permalink_names(site.catalogue).items():
        paths = {code: addresses.permalink(name, code) for code in site.locales}
        yield Listed(paths, max(entry.modified for entry in owners))

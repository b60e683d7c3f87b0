"""Compose the floors: load → check → judge → render → publish."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from generator.checks import check_content
from generator.checks.evidence import check_evidence
from generator.content.loader import Content, LoadedWaiver, load_content
from generator.content.pages import FOLDER, PLATE_URI
from generator.evidence.records import Observation
from generator.evidence.store import Evidence, load_evidence, merge_evidence
from generator.files import show
from generator.judge.catalogue import Catalogue, judge_content
from generator.paths import local_store
from generator.problems import Location, Problem, has_errors, sort_problems
from generator.publish.output import SiteFile
from generator.publish.writer import Published, publish, refuse_foreign
from generator.render.addresses import Addresses, file_of, relative
from generator.render.api import api_files
from generator.render.browse import browse_pages, browse_paths
from generator.render.claims import with_programs
from generator.render.codes import code_pages
from generator.render.entry import Site, domain_pages, entry_list, entry_pages
from generator.render.evidence import environments_of, evidence_pages
from generator.render.feeds import feed_files
from generator.render.find import find_box, find_pages
from generator.render.findings import found_pages
from generator.render.frame.layout import Plate
from generator.render.frame.theme import build_theme
from generator.render.home import home_parts
from generator.render.llms import llms_files
from generator.render.lookup import lookup_files
from generator.render.manifests import manifest_files
from generator.render.not_found import names_script, not_found_page
from generator.render.permalinks import permalink_pages
from generator.render.reader_parts import reader_scripts
from generator.render.runs import run_pages
from generator.render.search import search_files
from generator.render.sitemap import Listed, robots_file, sitemap_file
from generator.terminal.progress import Progress

GENERATED = {
    "entries": entry_list,
    "find": find_box,
    "home": home_parts,
}  # parts of hand-written pages, by the word that asks for them
GENERATED_PART = re.compile(rf'<div data-faultbook="({"|".join(GENERATED)})">\s*</div>')
OWN_LINK = re.compile(r'(?<=href=")(entry|site):([^"]*)(?=")')


class InvalidContentError(Exception):
    """Content has errors; `problems` holds them and the warnings."""

    def __init__(self, problems: list[Problem]) -> None:
        errors = sum(problem.severity == "error" for problem in problems)
        super().__init__(f"{errors} problem(s) in content; nothing was changed")
        self.problems = problems


def load_valid(content_root: Path, address: str | None = None, *, judged: bool = True) -> tuple[Content, list[Problem]]:
    """Load and check content; return it with its warnings. Raises InvalidContentError if there are errors.

    A command that is about to change the evidence does not have the content `judged` by what is recorded now.
    """
    content = load_content(content_root, address=address)
    problems = find_problems(content, judged=judged)
    if has_errors(problems):
        raise InvalidContentError(problems)
    return content, problems


def find_problems(content: Content, *, judged: bool = True) -> list[Problem]:
    """Return everything wrong with the content and its evidence.

    Only what is committed judges here, so that the answer is the same on every machine.
    """
    evidence = content.committed
    found = check_evidence(content, evidence) if judged and not evidence.problems else ()
    return sort_problems((*check_content(content), *evidence.problems, *found))


@dataclass(frozen=True, slots=True)
class Built:
    """What a build made."""

    catalogue: Catalogue
    published: Published
    waivers: tuple[LoadedWaiver, ...]


def build_site(content: Content, site_dir: Path, progress: Progress | None = None) -> Built:
    """Build and publish a site; `progress` hears how far that is.

    Raises InvalidContentError, ThemeError, PlateError or PublishError; the published site is then as it was.
    """
    refuse_foreign(site_dir)
    progress = progress or Progress()
    progress.stage("judging the entries by what ran")
    catalogue = judged_catalogue(content)
    progress.stage("building the hand-written pages with MkDocs")
    theme = build_theme(content, catalogue.site)
    return Built(catalogue, publish(site_dir, assemble(content, catalogue, theme, progress), progress), content.waivers)


def recorded_evidence(content: Content) -> Evidence:
    """Load what is committed with the content, and what ran on this machine."""
    programs = {(entry.id, name): snippet for entry in content.entries for name, snippet in entry.snippets.items()}

    def is_current(entry_id: str, environment: str, observation: Observation) -> bool:
        snippet = programs.get((entry_id, observation.snippet))
        return snippet is not None and snippet.is_seen_in(observation, environment)

    return merge_evidence(content.committed, load_evidence(local_store(content.root)), is_current)


def judged_catalogue(content: Content) -> Catalogue:
    """Judge valid content by the evidence at hand. Raises InvalidContentError for evidence that cannot be read."""
    evidence = recorded_evidence(content)
    if content.site is None or evidence.problems:
        raise InvalidContentError(sort_problems((*content.problems, *evidence.problems)))
    return judge_content(content, content.site, evidence)


def assemble(
    content: Content, catalogue: Catalogue, theme: Path, progress: Progress | None = None
) -> Iterator[SiteFile]:
    """Yield every file of the site from MkDocs's output. Raises InvalidContentError for a dead link on a page."""
    addresses = Addresses(catalogue.site)
    plates = {code: _plate(theme, addresses.prefix(code), code) for code in catalogue.site.locale_codes}
    site = Site(catalogue, addresses, plates)
    generated = list(_generated(site, progress or Progress()))
    generated.extend(llms_files(site, {file.uri: file for file in generated}))
    known = {file.uri for file in generated}
    theirs = list(_from_theme(content, site, theme, known))
    yield from theirs
    yield from generated
    yield sitemap_file(addresses, _listed(site, [file.uri for file in theirs]))


def _plate(theme: Path, prefix: str, locale: str) -> Plate:
    return Plate.parse(locale, (theme / f"{prefix}{PLATE_URI}index.html").read_text(encoding="utf-8"))


def _generated(site: Site, progress: Progress) -> Iterator[SiteFile]:
    entries = site.catalogue.entries
    what = f"rendering {len(entries)} entries in {len(site.locales)} languages"
    for entry in progress.over(entries, what, len(entries)):
        yield from entry_pages(site, entry)
        yield from run_pages(site, entry)
    progress.stage("rendering what leads to the entries: lists, permalinks, evidence, search")
    yield from domain_pages(site)
    yield from permalink_pages(site)
    yield from evidence_pages(site)
    yield from find_pages(site)
    yield from found_pages(site)
    yield from code_pages(site)
    yield from browse_pages(site)
    yield not_found_page(site)
    yield from reader_scripts(site)
    yield names_script(site)
    yield from api_files(site.catalogue, site.addresses)
    yield from lookup_files(site.catalogue, site.addresses)
    yield from feed_files(site)
    yield from manifest_files(site)
    yield robots_file(site.addresses)
    yield from search_files(site.catalogue, site.addresses)


def _from_theme(content: Content, site: Site, theme: Path, known: set[str]) -> Iterator[SiteFile]:
    paths = {path.relative_to(theme): path for path in sorted(theme.rglob("*")) if path.is_file()}
    kept = {
        inside.as_posix(): path
        for inside, path in paths.items()
        if PLATE_URI.rstrip("/") not in inside.parts and not inside.name.startswith("sitemap.xml")
    }
    problems: list[Problem] = []
    for uri, path in kept.items():
        if uri in known:
            continue
        if not _is_page(uri):
            yield SiteFile(uri, path.read_bytes())
            continue
        file, dead = _hand_written(site, uri, path.read_text(encoding="utf-8"), known | kept.keys())
        yield file
        problems.extend(_dead_link(content, site, uri, link) for link in dead)
    if problems:
        raise InvalidContentError(sort_problems(problems))


def _is_page(uri: str) -> bool:
    return uri.rpartition("/")[2] == "index.html"


def _locale_of(site: Site, path: str) -> str:
    return next((code for code in site.locales[1:] if path.startswith(f"{code}/")), site.locales[0])


def _hand_written(site: Site, uri: str, html: str, known: set[str]) -> tuple[SiteFile, list[str]]:
    """Return a page with its own links resolved and its generated parts in place, and the links that lead nowhere."""
    path = uri.removesuffix("index.html")
    locale = _locale_of(site, path)
    dead: list[str] = []

    def resolve(found: re.Match[str]) -> str:
        scheme, target = found.groups()
        if scheme == "entry":
            is_there = site.catalogue.find(target) is not None
            address = site.addresses.entry(target, locale)
        else:
            address = target
            is_there = file_of(unquote(target.partition("#")[0])) in known | {"sitemap.xml"}
        if not is_there:
            dead.append(found.group())
        return relative(path, address)

    html = OWN_LINK.sub(resolve, html)
    html = GENERATED_PART.sub(lambda part: GENERATED[part.group(1)](site, locale, path), html)
    return SiteFile.text(uri, html), dead


def _dead_link(content: Content, site: Site, uri: str, link: str) -> Problem:
    locale = _locale_of(site, uri)
    rest = uri.removeprefix(site.addresses.prefix(locale))
    pages = (file for file in content.pages.files if (file.suffix or site.locales[0], file.uri) == (locale, rest))
    source = next(pages, None)
    lines = enumerate((source.text or "").splitlines() if source else (), 1)
    line, column = next(((number, text.index(link) + 1) for number, text in lines if link in text), (1, 1))
    where = Location(show(source.path if source else content.root / FOLDER), line, column)
    scheme, _colon, target = link.partition(":")
    message = f"there is no entry '{target}'" if scheme == "entry" else f"the site has no file '{target}'"
    return Problem(where, "LINK001", message, f"correct the link {link}")


def _listed(site: Site, theirs: Iterable[str]) -> Iterator[Listed]:
    addresses = site.addresses
    newest = max((entry.modified for entry in site.catalogue.entries), default=None)
    for name, paths in _by_name(site, theirs).items():
        # The home page lists the entries, so it changes with them; no true date is known of the others.
        yield Listed(paths, newest if name == "" else None)
    for domain in site.catalogue.site.domains:
        entries = site.catalogue.of_domain(domain)
        if entries:
            paths = {code: addresses.domain(domain, code) for code in site.locales}
            yield Listed(paths, max(entry.modified for entry in entries))
    for entry in site.catalogue.entries:
        yield Listed({code: addresses.entry(entry.id, code) for code in site.locales}, entry.modified)
        if with_programs(entry):
            yield Listed({code: addresses.runs(entry.id, code) for code in site.locales}, entry.modified)
    yield Listed({code: addresses.permalinks(code) for code in site.locales}, newest)
    yield Listed({code: addresses.find(code) for code in site.locales}, newest)
    yield Listed({code: addresses.found(code) for code in site.locales}, newest)
    for name in ("", *(environment.id for environment in environments_of(site.catalogue))):
        yield Listed({code: addresses.evidence(code, name) for code in site.locales}, newest)
    for name in browse_paths(site.catalogue):
        yield Listed({code: addresses.browse(code, name) for code in site.locales}, newest)
    libraries = site.catalogue.libraries
    for slug in ("", *(library.slug for library in libraries)) if libraries else ():
        # Codes change with what is read and written; no true date is known.
        yield Listed({code: addresses.codes(code, slug) for code in site.locales}, None)
    for item in site.catalogue.permalinks.values():
        paths = {code: addresses.permalink(item.name, code) for code in site.locales}
        shown = [site.catalogue.by_id[entry_id].modified for entry_id in item.entries]
        yield Listed(paths, max(shown, default=None))


def _by_name(site: Site, uris: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return the paths of hand-written pages: page → locale → path, the default language first."""
    found: dict[str, dict[str, str]] = {}
    for code in site.locales:
        for uri in sorted(uris):
            path = uri.removesuffix("index.html")
            if _is_page(uri) and _locale_of(site, path) == code:
                found.setdefault(path.removeprefix(site.addresses.prefix(code)), {})[code] = path
    return found

"""The hook that MkDocs loads: it makes the plates, and stamps the site when MkDocs is run by hand.

The only module that imports mkdocs. `generator build` hands it the settings of the site (FAULTBOOK_THEME) and
stamps by itself; without them (`mkdocs build`, `mkdocs serve`) the content is loaded and stamped here, once,
after the outermost build: static-i18n builds the other languages inside its own `on_post_build`.
"""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from html import escape
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, pass_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Link, Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents
from mkdocs.utils import templates

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:  # `mkdocs` by itself does not look into the current folder
    sys.path.insert(0, str(ROOT))

from generator.build import InvalidContentError, assemble, judged_catalogue, load_valid  # noqa: E402
from generator.content.loader import Content  # noqa: E402
from generator.content.pages import FOLDER, PLATE_URI  # noqa: E402
from generator.problems import format_problems  # noqa: E402
from generator.publish.writer import write_in_place  # noqa: E402
from generator.render.addresses import Addresses  # noqa: E402
from generator.render.frame.layout import PlateError, hole  # noqa: E402
from generator.render.frame.slim import (  # noqa: E402
    IconLoader,
    ThemeChangedError,
    fill_frame,
    fill_sheet,
    frame_script,
    without_gaps,
)
from generator.render.frame.theme import SETTINGS, ThemeSettings, theme_settings  # noqa: E402
from generator.render.labels import N_  # noqa: E402
from generator.render.locales import translations, with_territory  # noqa: E402
from generator.render.search import directory_of  # noqa: E402

PLATE_SOURCE = "_plate.md"
# What the switch of colours says, by what the browser is asked for; any other keeps its words of mkdocs.yml.
SWITCHES = {
    "(prefers-color-scheme)": N_("Switch to light mode"),
    "(prefers-color-scheme: light)": N_("Switch to dark mode"),
    "(prefers-color-scheme: dark)": N_("Switch to the colours of the system"),
}
BEFORE_I18N = 100
AFTER_I18N = -200
_depth = 0
_content: Content | None = None  # of a build without `generator build`
_drawings: dict[str, str] = {}  # of the icons that any page has shown, by their templates


class _SearchBox(BasePlugin):  # type: ignore[type-arg,no-untyped-call]  # MkDocs has its own idea of a class
    """Stands in for Material's search plugin: the theme's header has a search box where that is."""

    def __init__(self) -> None:
        self.config = {"enabled": True}
        self.search_index = SimpleNamespace(entries=[])  # static-i18n empties it, and says when it has done so

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write nothing: generator/render/search.py does."""


def _settings() -> ThemeSettings:
    """Return what `generator build` says of the site, or else find it in the content, which then must be valid."""
    global _content
    given = os.environ.get(SETTINGS)
    if given:
        return ThemeSettings.model_validate_json(Path(given).read_bytes())
    root = Path(os.environ.get("FAULTBOOK_CONTENT", ROOT / "content")).resolve()
    try:
        _content, _warnings = load_valid(root, os.environ.get("SITE_ADDRESS") or None)
    except InvalidContentError as error:
        raise _as_plugin_error(error) from error
    assert _content.site  # what is valid has one
    work = Path(tempfile.mkdtemp(prefix="faultbook-pages-"))
    atexit.register(shutil.rmtree, work, ignore_errors=True)
    return theme_settings(_content, _content.site, work / FOLDER)


def _gettext(config: MkDocsConfig) -> Callable[[str], str]:
    return translations(_locale(config), config.extra["locales"]).gettext


def _as_plugin_error(error: InvalidContentError) -> PluginError:
    return PluginError(f"{format_problems(error.problems)}\n{error}")


@event_priority(BEFORE_I18N)
def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the content folder's own name, address and languages in place of those in mkdocs.yml."""
    plugin: Any = config.plugins["i18n"]
    if plugin.current_language is not None:  # a nested build: done already
        return config
    settings = _settings()
    site = settings.site
    default = site.locale_codes[0]
    config.site_name = site.name[default]
    config.site_description = site.description[default]
    config.site_url = site.address
    config.repo_url = site.repository
    config.repo_name = urlsplit(site.repository).hostname if site.repository else None
    config.docs_dir = str(settings.pages)
    if _content:
        config.watch.append(str(_content.root))  # for `mkdocs serve`
    config.extra["site"] = site
    config.extra["domains"] = settings.domains
    config.extra["has_codes"] = settings.has_codes
    config.extra["locales"] = settings.locales
    languages = [
        {
            "locale": locale.code,
            "name": locale.name,
            "default": locale.code == default,
            "site_name": site.name[locale.code],
            "site_description": site.description[locale.code],
        }
        for locale in site.locales
    ]
    plugin.load_config({**dict(plugin.config), "languages": languages})
    return config


def on_pre_build(config: MkDocsConfig) -> None:
    """Count how deep we are: the outermost build stamps."""
    global _depth  # noqa: PLW0603 - MkDocs hooks are plain functions; there is no other place between two events
    _depth += 1
    del config


def on_build_error(error: Exception) -> None:
    """Forget the depth of a build that failed, so that `mkdocs serve` can try again."""
    global _depth  # noqa: PLW0603
    _depth = 0
    del error


@event_priority(AFTER_I18N)
def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
    """Add the stamped pages, which MkDocs does not know: look-up, domains that have entries, codes, evidence."""
    locale, site = _locale(config), config.extra["site"]
    addresses, gettext = Addresses(site), _gettext(config)
    links = [
        Link(escape(site.domains[domain][locale]), addresses.domain(domain, locale))  # Material does not escape it
        for domain in config.extra["domains"]
    ]
    if links:
        links.insert(0, Link(gettext(N_("Browse")), addresses.browse(locale)))
        nav.items.insert(1, Section(gettext(N_("Errors")), list(links)))
    nav.items.insert(1, Link(gettext(N_("Find an error")), addresses.find(locale)))
    nav.items.append(Link(gettext(N_("What we found")), addresses.found(locale)))
    if config.extra["has_codes"]:
        nav.items.append(Link(gettext(N_("Status codes")), addresses.codes(locale)))
    nav.items.append(Link(gettext(N_("Evidence")), addresses.evidence(locale)))
    del files
    return nav


@event_priority(AFTER_I18N)
def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page that becomes this language's plate."""
    prefix = Addresses(config.extra["site"]).prefix(_locale(config))
    head = {"template": "entry.html", "title": hole("title"), "description": hole("description")}
    content = "---\n" + "".join(f"{key}: '{value}'\n" for key, value in head.items()) + "---\n"
    file = File.generated(config, PLATE_SOURCE, content=content, inclusion=InclusionLevel.NOT_IN_NAV)
    file.dest_uri = f"{prefix}{PLATE_URI}index.html"
    file.url = prefix + PLATE_URI
    files.append(file)
    return files


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    """Make every address of the plate begin with the hole `base`; give the footer its words; take the icons out."""
    env.filters["url"] = _url
    env.filters["script_tag"] = _script_tag
    env.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "sort_keys": True}  # pages are UTF-8
    env.loader = IconLoader(env.loader, _drawings)
    gettext = _gettext(config)
    _name_switches(config.theme.get("palette"), gettext)
    env.globals["footer_words"] = {
        "data": gettext(N_("Entries and data")),
        "code": gettext(N_("Code")),
        "colon": gettext(N_(": ")),
    }
    addresses, locale = Addresses(config.extra["site"]), _locale(config)
    env.globals["machines"] = {
        "feed": addresses.feed(locale),
        "feed_title": gettext(N_("New and changed entries")),
        "manifest": addresses.manifest(locale),
        "locale": with_territory(locale),
    }
    env.globals["search_words"] = {
        "index": directory_of(_locale(config)),
        "failed": gettext(N_("The search could not be loaded. Reload the page, or go by the lists of the menu.")),
    }
    config.plugins.setdefault("material/search", _SearchBox())
    del files
    return env


def _name_switches(palette: object, gettext: Callable[[str], str]) -> None:
    """Name the switches of a palette that has some, in a language."""
    for option in palette if isinstance(palette, list) else ():
        words, toggle = SWITCHES.get(option.get("media")), option.get("toggle")
        if words and toggle:
            toggle["name"] = gettext(words)


@pass_context
def _url(context: Any, value: str) -> str:
    if not _is_plate(context.get("page")):
        return templates.url_filter(context, value)
    value = str(value)
    if value.startswith((hole("base"), "#", "/", "data:", "mailto:")) or "://" in value:
        return value
    return f"{hole('base')}/{_plain(value)}"


@pass_context
def _script_tag(context: Any, script: Any) -> str:
    html = str(templates.script_tag_filter(context, script))
    if not _is_plate(context.get("page")):
        return html
    return html.replace(templates.url_filter(context, str(script)), _url(context, str(script)))


def _is_plate(page: Page | None) -> bool:
    return page is not None and page.file.src_uri == PLATE_SOURCE


@event_priority(AFTER_I18N)
def on_page_context(context: dict[str, Any], page: Page, config: MkDocsConfig, nav: object) -> dict[str, Any]:
    """Give templates this page's addresses in every language; for the plate they are holes."""
    context["is_plate"] = _is_plate(page)
    context["default_locale"] = config.extra["site"].locale_codes[0]
    if _is_plate(page):
        context["base_url"] = hole("base")
        page.canonical_url = hole("canonical")
        page.toc = TableOfContents([AnchorLink("", "content", 1)])  # the target of the skip link
        return context
    if 'data-faultbook="find"' in (page.content or ""):
        page.meta["hide"] = [*page.meta.get("hide", []), "toc"]  # the box needs the room
    names = {locale.code: locale.name for locale in config.extra["site"].locales}
    alternates = getattr(page.file, "alternates", {})
    context["page_alternates"] = [
        {
            "code": code,
            "name": names[code],
            "territory": with_territory(code),
            "url": alternates[code].url,
            "address": (config.site_url or "") + _plain(alternates[code].url),
        }
        for code in names
        if code in alternates
    ]
    del nav
    return context


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Leave out what a page is as good without."""
    del page, config
    return without_gaps(output)


def _plain(url: str) -> str:
    return "" if url == "." else url.removeprefix("./")


def _locale(config: MkDocsConfig) -> str:
    plugin: Any = config.plugins["i18n"]
    return str(plugin.current_language)


def _of_the_theme(config: MkDocsConfig) -> list[Path]:
    """Return the folders with the theme's own templates."""
    own = Path(config.theme.custom_dir or "").resolve()
    return [folder for folder in map(Path, config.theme.dirs) if folder.resolve() != own]


@event_priority(AFTER_I18N)
def on_post_build(config: MkDocsConfig) -> None:
    """Stamp the entries after the outermost build, unless `generator build` will do it."""
    global _depth  # noqa: PLW0603
    _depth -= 1
    if _depth > 0:
        return
    target = Path(config.site_dir)
    fill_sheet(target, _drawings)
    try:
        fill_frame(target, frame_script(_of_the_theme(config)))
    except ThemeChangedError as error:
        raise PluginError(str(error)) from error
    if _content is None:  # `generator build` stamps by itself
        return
    try:
        files = list(assemble(_content, judged_catalogue(_content), target))
    except InvalidContentError as error:
        raise _as_plugin_error(error) from error
    except PlateError as error:
        raise PluginError(str(error)) from error
    for plate in target.glob(f"**/{PLATE_URI}"):
        shutil.rmtree(plate)
    write_in_place(target, files)

"""The hook that MkDocs loads: it puts a site's settings into the theme, and adds the page of each language's layout.

The only module that imports mkdocs. `generator build` starts MkDocs with settings (see theme.py), which are all that
this reads. While it loads a hook, MkDocs puts the hook's folder on `sys.path`: no module here may be named like a
package that is imported meanwhile.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, pass_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import ConfigurationError, PluginError
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Link, Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents
from mkdocs.utils import templates

SETTINGS = os.environ.get("FAULTBOOK_THEME")  # the file with what is told of the site
if SETTINGS is None:  # before anything of ours is imported, which MkDocs by itself does not find
    raise ConfigurationError("MkDocs makes only a part of this site, and is started by the generator: run `make site`")

from generator.render.frame.slim import (  # noqa: E402
    IconLoader,
    ThemeChangedError,
    fill_frame,
    fill_sheet,
    frame_script,
    without_gaps,
)
from generator.render.frame.theme_settings import Language, ThemeSettings  # noqa: E402

LAYOUT_SOURCE = "_layout.md"
BEFORE_I18N = 100
AFTER_I18N = -200


class _SearchBox(BasePlugin):  # type: ignore[type-arg,no-untyped-call]  # MkDocs has its own idea of a class
    """Stands in for Material's search plugin: the theme's header has a search box where that is."""

    def __init__(self) -> None:
        self.config = {"enabled": True}
        self.search_index = SimpleNamespace(entries=[])  # static-i18n empties it, and says when it has done so

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write nothing: generator/render/search.py does."""


@event_priority(BEFORE_I18N)
def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the content folder's own name, address and languages in place of those in mkdocs.yml."""
    plugin: Any = config.plugins["i18n"]
    if plugin.current_language is not None:  # a nested build: done already
        return config
    settings = ThemeSettings.model_validate_json(Path(str(SETTINGS)).read_bytes())
    default = settings.languages[0]
    config.site_name = default.site_name
    config.site_description = default.site_description
    config.site_url = settings.address
    config.repo_url = settings.repository
    config.repo_name = urlsplit(settings.repository).hostname if settings.repository else None
    config.docs_dir = str(settings.pages)
    config.extra["settings"] = settings
    config.extra["drawings"] = {}  # of the icons that any page has shown, by their templates
    languages = [
        {
            "locale": language.code,
            "name": language.name,
            "default": language is default,
            "site_name": language.site_name,
            "site_description": language.site_description,
        }
        for language in settings.languages
    ]
    plugin.load_config({**dict(plugin.config), "languages": languages})
    return config


@event_priority(AFTER_I18N)
def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
    """Add the pages that the generator renders, which MkDocs does not know; name the first, the home page, briefly."""
    language = _language(config)
    nav.items[:1] = [Link(item.title, item.path) for item in (language.home, *language.after_home)]
    nav.items += [Link(item.title, item.path) for item in language.at_the_end]
    del files
    return nav


@event_priority(AFTER_I18N)
def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page that becomes this language's layout."""
    language, placeholders = _language(config), _settings(config).placeholders
    head = {"template": "entry.html", "title": placeholders["title"], "description": placeholders["description"]}
    content = "---\n" + "".join(f"{key}: '{value}'\n" for key, value in head.items()) + "---\n"
    file = File.generated(config, LAYOUT_SOURCE, content=content, inclusion=InclusionLevel.NOT_IN_NAV)
    file.dest_uri = f"{language.layout}index.html"
    file.url = language.layout
    files.append(file)
    return files


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    """Make addresses of the layout begin with the placeholder `base`; give templates words; take the icons out."""
    language = _language(config)
    env.filters["url"] = _url
    env.filters["script_tag"] = _script_tag
    env.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "sort_keys": True}  # pages are UTF-8
    env.loader = IconLoader(env.loader, config.extra["drawings"])
    env.globals.update(language.variables)
    env.globals["ways_in"] = [*language.after_home, *language.at_the_end]
    _name_switches(config.theme.get("palette"), language)
    config.plugins.setdefault("material/search", _SearchBox())
    del files
    return env


def _name_switches(palette: object, language: Language) -> None:
    """Name the switches of a palette that has some, in a language."""
    for option in palette if isinstance(palette, list) else ():
        words, toggle = language.switches.get(option.get("media")), option.get("toggle")
        if words and toggle:
            toggle["name"] = words


@pass_context
def _url(context: Any, value: str) -> str:
    if not _is_layout(context.get("page")):
        return templates.url_filter(context, value)
    base, value = _settings(context["config"]).placeholders["base"], str(value)
    if value.startswith((base, "#", "/", "data:", "mailto:")) or "://" in value:
        return value
    return f"{base}/{_plain(value)}"


@pass_context
def _script_tag(context: Any, script: Any) -> str:
    html = str(templates.script_tag_filter(context, script))
    if not _is_layout(context.get("page")):
        return html
    return html.replace(templates.url_filter(context, str(script)), _url(context, str(script)))


def _is_layout(page: Page | None) -> bool:
    return page is not None and page.file.src_uri == LAYOUT_SOURCE


@event_priority(AFTER_I18N)
def on_page_context(context: dict[str, Any], page: Page, config: MkDocsConfig, nav: object) -> dict[str, Any]:
    """Give templates this page's addresses in every language; in the layout they are placeholders."""
    settings = _settings(config)
    context["is_layout"] = _is_layout(page)
    context["default_locale"] = settings.languages[0].code
    if _is_layout(page):
        context["base_url"] = settings.placeholders["base"]
        page.canonical_url = settings.placeholders["canonical"]
        page.toc = TableOfContents([AnchorLink("", "content", 1)])  # the target of the skip link
        return context
    if 'data-faultbook="find"' in (page.content or ""):
        page.meta["hide"] = [*page.meta.get("hide", []), "toc"]  # the box needs the room
    alternates = getattr(page.file, "alternates", {})
    context["page_alternates"] = [
        {
            "code": language.code,
            "name": language.name,
            "offer": language.offer,
            "is_own": language.code == _language(config).code,
            "territory": language.territory,
            "url": alternates[language.code].url,
            "address": settings.address + _plain(alternates[language.code].url),
        }
        for language in settings.languages
        if language.code in alternates
    ]
    del nav
    return context


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Leave out what a page is as good without."""
    del page, config
    return without_gaps(output)


def _plain(url: str) -> str:
    return "" if url == "." else url.removeprefix("./")


def _settings(config: MkDocsConfig) -> ThemeSettings:
    settings = config.extra["settings"]
    assert isinstance(settings, ThemeSettings)
    return settings


def _language(config: MkDocsConfig) -> Language:
    """Return the language that is being built."""
    plugin: Any = config.plugins["i18n"]
    return next(one for one in _settings(config).languages if one.code == plugin.current_language)


def _of_the_theme(config: MkDocsConfig) -> list[Path]:
    """Return the folders with the theme's own templates."""
    own = Path(config.theme.custom_dir or "").resolve()
    return [folder for folder in map(Path, config.theme.dirs) if folder.resolve() != own]


@event_priority(AFTER_I18N)
def on_post_build(config: MkDocsConfig) -> None:
    """Put icons and scripts of the theme into files of their own, once all languages are built."""
    plugin: Any = config.plugins["i18n"]
    if plugin.building:  # static-i18n builds the other languages inside its own `on_post_build`
        return
    target = Path(config.site_dir)
    fill_sheet(target, config.extra["drawings"])
    try:
        fill_frame(target, frame_script(_of_the_theme(config)))
    except ThemeChangedError as error:
        raise PluginError(str(error)) from error

"""Prepare what MkDocs works on: the settings of a site, and copies of the hand-written files that were checked."""

from __future__ import annotations

import shutil
from html import escape
from pathlib import Path

from babel.support import NullTranslations

from generator.content.interface_texts import LOCALES
from generator.content.loader import Content
from generator.content.model import Locale, Site
from generator.content.pages import LAYOUT_URI, Pages, homes_missing
from generator.render.addresses import Addresses
from generator.render.frame.layout import PLACEHOLDERS, placeholder
from generator.render.frame.theme_settings import Language, NavigationItem, ThemeSettings
from generator.render.labels import N_
from generator.render.locales import offer_of, translations, with_territory
from generator.render.prose import plain
from generator.render.search import directory_of

GENERATED_PARTS = '<div data-faultbook="find"></div>\n\n<div data-faultbook="entries"></div>'
# What the switch of colours says, by what the browser is asked for; any other keeps its words of mkdocs.yml.
SWITCHES = {
    "(prefers-color-scheme)": N_("Switch to light mode"),
    "(prefers-color-scheme: light)": N_("Switch to dark mode"),
    "(prefers-color-scheme: dark)": N_("Switch to the colours of the system"),
}


def theme_settings(content: Content, site: Site, pages: Path) -> ThemeSettings:
    """Copy the hand-written files into a folder, with a home page for each language that has none; return settings."""
    _copy_pages(content.pages, site, pages)
    return ThemeSettings(
        address=site.address,
        repository=site.repository,
        licence_name=site.licence.name,
        licence_url=site.licence.url,
        placeholders={name: placeholder(name) for name in sorted(PLACEHOLDERS)},
        languages=tuple(_language(content, site, locale) for locale in site.locales),
        pages=pages.resolve(),
    )


def _copy_pages(pages: Pages, site: Site, folder: Path) -> None:
    folder.mkdir(parents=True)
    for file in pages.files:
        target = folder / file.name
        target.parent.mkdir(parents=True, exist_ok=True)
        if file.text is None:
            shutil.copyfile(file.path, target)
        else:
            target.write_text(file.text, encoding="utf-8")
    for locale in homes_missing(pages, site.locale_codes):
        suffix = "" if locale == site.locale_codes[0] else f".{locale}"
        text = f"# {site.name[locale]}\n\n{site.description[locale]}\n\n{GENERATED_PARTS}\n"
        (folder / f"index{suffix}.md").write_text(text, encoding="utf-8")


def _language(content: Content, site: Site, locale: Locale) -> Language:
    code, addresses = locale.code, Addresses(site)
    texts = translations(code, content.root / LOCALES)
    return Language(
        code=code,
        name=locale.name,
        territory=with_territory(code),
        prefix=addresses.prefix(code),
        layout=addresses.prefix(code) + LAYOUT_URI,
        site_name=site.name[code],
        site_description=site.description[code],
        home=_item(texts.gettext(N_("Home")), addresses.prefix(code)),
        after_home=_after_home(content, addresses, code, texts),
        at_the_end=_at_the_end(content, addresses, code, texts),
        offer=offer_of(locale.name, texts),
        switches={media: texts.gettext(words) for media, words in SWITCHES.items()},
        variables=_variables(content, addresses, code, texts),
    )


def _after_home(
    content: Content, addresses: Addresses, code: str, texts: NullTranslations
) -> tuple[NavigationItem, ...]:
    """Return the way to all entries, and the questions for readers without a message."""
    start = [_item(plain(content.start.title[code]), addresses.start(code))] if content.start else []
    return *([_item(texts.gettext(N_("Errors")), addresses.browse(code))] if content.ids else ()), *start


def _at_the_end(
    content: Content, addresses: Addresses, code: str, texts: NullTranslations
) -> tuple[NavigationItem, ...]:
    myths = _item(texts.gettext(N_("Myths")), addresses.myths(code))
    evidence = _item(texts.gettext(N_("Evidence")), addresses.evidence(code))
    data = _item(texts.gettext(N_("Data")), addresses.data(code))
    codes = [_item(texts.gettext(N_("Status codes")), addresses.codes(code))] if content.codes else []
    return myths, *codes, evidence, data


def _item(title: str, path: str) -> NavigationItem:
    return NavigationItem(title=escape(title), path=path)  # Material does not escape it


def _variables(content: Content, addresses: Addresses, code: str, texts: NullTranslations) -> dict[str, dict[str, str]]:
    return {
        "footer_words": {
            "data": texts.gettext(N_("Entries and data")),
            "code": texts.gettext(N_("Code")),
            "colon": texts.gettext(N_(": ")),
        },
        "footer_links": {
            texts.gettext(N_("Data")): addresses.data(code),
            texts.gettext(N_("Link to an entry")): addresses.linking(code),
            **({texts.gettext(N_("Install faultbook")): addresses.downloads(code)} if content.ids else {}),
            texts.gettext(N_("New and changed entries")): addresses.browse(code, "newest"),
        },
        "machines": {
            "feed": addresses.feed(code),
            "feed_title": texts.gettext(N_("New and changed entries")),
            "manifest": addresses.manifest(code),
            "locale": with_territory(code),
        },
        "search_words": {
            "index": directory_of(code),
            "failed": texts.gettext(
                N_("The search could not be loaded. Reload the page, or go by the lists of the menu.")
            ),
        },
    }

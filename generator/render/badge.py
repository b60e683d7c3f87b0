"""A badge of an entry: a small picture with its verdict, for a README or an issue."""

from __future__ import annotations

from html import escape

from generator.judge.catalogue import JudgedEntry
from generator.publish.output import SiteFile
from generator.render import labels
from generator.render.entry import Site
from generator.render.prose import plain

COLOURS = {"good": "#0b6b3a", "bad": "#a3161c", "wait": "#4b5563", "part": "#7a4b00", "refuted": "#0f4fa0"}
NARROW, BROAD, PAD = 6.6, 11.5, 10  # widths in pixels, of 11-pixel letters; the picture stretches its text to them


def badge_files(site: Site, entry: JudgedEntry) -> list[SiteFile]:
    """Return an entry's badge in every language."""
    return [
        SiteFile.text(site.addresses.badge(entry.id, locale), _badge(site, entry, locale)) for locale in site.locales
    ]


def _badge(site: Site, entry: JudgedEntry, locale: str) -> str:
    label = labels.BADGES[entry.summary.badge]
    name, word = plain(site.catalogue.site.name[locale]).lower(), site.texts(locale).gettext(label.text).lower()
    left, right = _width(name), _width(word)
    whole = left + right + 4 * PAD
    title = escape(f"{name}: {word} · {plain(entry.loaded.entry.title[locale])}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="20" role="img" aria-label="{title}">'
        f'<title>{title}</title><clipPath id="r"><rect width="{whole}" height="20" rx="3"/></clipPath>'
        f'<g clip-path="url(#r)"><path fill="#10151c" d="M0 0h{left + 2 * PAD}v20H0z"/>'
        f'<path fill="{COLOURS[label.tone]}" d="M{left + 2 * PAD} 0h{right + 2 * PAD}v20H{left + 2 * PAD}z"/></g>'
        '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
        f'<text x="{PAD}" y="14" textLength="{left}">{escape(name)}</text>'
        f'<text x="{left + 3 * PAD}" y="14" textLength="{right}">{escape(word)}</text></g></svg>'
    )


def _width(text: str) -> int:
    return round(sum(NARROW if letter.isascii() else BROAD for letter in text))

"""The loaded index by names: entries, codes, their texts in a language and their addresses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Item = Mapping[str, Any]
ENDS = (". ", ": ", "; ", "。", "：", "；")
SHORTEST = 10  # characters; what ends before is no statement: "Note: …"


class Catalogue:
    """What a `lookup.json` says, found by id or name."""

    def __init__(self, document: Item) -> None:
        self.document = document
        self.entries: dict[str, Item] = {entry["id"]: entry for entry in document["entries"]}
        self.codes: dict[str, Item] = {code["name"]: code for code in document["codes"]}
        self.locales: list[str] = list(document["locales"])

    def text(self, texts: Mapping[str, str] | None, locale: str) -> str:
        """Return a text in a language; where it has none, in the site's first."""
        return (texts or {}).get(locale) or (texts or {}).get(self.locales[0]) or ""

    def address(self, name: str, locale: str) -> str:
        """Return the address of what an id or the name of a code stands for."""
        if name in self.entries:
            return f"{self._base(locale)}{name}/"
        return self.permalink(name, locale)

    def permalink(self, name: str, locale: str) -> str:
        """Return the address that is kept for ever: of an entry, a code, or a number."""
        named = self.entries[name]["name"] if name in self.entries else name
        named = self.codes[name]["permalink"] if name in self.codes else named
        return f"{self._base(locale)}e/{named}/"

    def addresses(self, name: str) -> dict[str, str]:
        """Return the address in each language."""
        return {locale: self.address(name, locale) for locale in self.locales}

    def myth_address(self, name: str, myth: str, locale: str) -> str:
        """Return the address of the page of one of an entry's myths."""
        return f"{self._base(locale)}myths/{name.rpartition('/')[2]}/{myth}/"

    def _base(self, locale: str) -> str:
        site: str = self.document["site"]
        return site if locale == self.locales[0] else f"{site}{locale}/"

    def title(self, name: str, locale: str) -> str:
        """Return what an entry or a code says in one line."""
        if name in self.entries:
            return self.text(self.entries[name]["title"], locale)
        code = self.codes[name]
        return first_clause(self.text(code["meaning"], locale)) or code["message"] or name

    def with_number(self, number: int) -> list[Item]:
        """Return the codes that have or had a number."""
        return [code for code in self.document["codes"] if any(given["number"] == number for given in code["numbers"])]

    def names(self) -> Iterator[tuple[str, str]]:
        """Yield every name as authored, with the id or the code it leads to. Of two equal ones the first counts."""
        for entry in self.document["entries"]:
            yield entry["name"], entry["id"]
            yield entry["id"], entry["id"]
        for code in self.document["codes"]:
            yield code["name"], code["name"]
            yield code["permalink"], code["name"]
            for name in (code["symbol"], *(code.get("documented") or {}).get("mnemonics", ())):
                if name:
                    yield name, code["name"]
        for entry in self.document["entries"]:
            for alias in entry["aliases"]:
                yield alias, entry["id"]


def first_clause(text: str) -> str:
    """Return what a text says before it explains itself: up to its first full stop, colon or semicolon."""
    ends = [place for place in (text.find(end) for end in ENDS) if place >= SHORTEST]
    return text[: min(ends, default=len(text))].rstrip(".。 ")

"""A name as someone typed it → what it stands for, repaired where it is a little wrong; else the nearest names."""

from __future__ import annotations

import difflib
import re
from typing import Any, NamedTuple

from faultbook.catalogue import Catalogue

MAX_NEAR = 5
MAX_NAME = 200  # what is longer is no name
_AROUND = " \t\r\n/.,:;!?'\"`()[]{}<>，。：；！？（）【】《》「」‘’“”、"


# What people write before a number or an Xid: `NVRM: Xid 79`, `CUDA error code: 700`.
_BEFORE = re.compile(
    "(?:(?:nvrm|cuda|gpu|nvidia|error|err|code|status|number|no)[ :.,#=]+|(?:错误码?|错误代码|报错|状态码)[ :：]*)+"
)


class Named(NamedTuple):
    """What a name stands for: an id or the name of a code, or a number, or nothing but what is near."""

    id: str | None = None
    number: int | None = None
    near: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    """Entries that people call so, where it does not name exactly one; the best first."""

    @property
    def is_known(self) -> bool:
        """Tell whether it stands for anything."""
        return self.id is not None or self.number is not None


def resolve(name: str, catalogue: Catalogue) -> Named:
    """Find what a name stands for: any case, with punctuation stuck to it, as an address, or after a class's name."""
    known: dict[str, str] = {}
    for given, leads_to in catalogue.names():
        known.setdefault(given.casefold(), leads_to)
    wanted = _bare(name, catalogue)
    for form in _forms(wanted):
        if form in known:
            return Named(known[form])
    number = _without_words(wanted)
    if number.isascii() and number.isdigit() and len(number) < 10 and catalogue.with_number(int(number)):
        return Named(number=int(number))
    return Named(near=_nearest(wanted, catalogue))


def understood(name: str, catalogue: Catalogue, index: Any = None) -> Named:
    """Return what a name stands for, also as people call it; words that name nothing may be a message.

    `index` is the matcher's, where one is at hand; making one takes its time.
    """
    named = resolve(name, catalogue)
    if named.is_known:
        return named
    from faultbook.matcher import Index, find  # takes its time, and most names can do without it

    answer = find(name, index or Index(catalogue.document))
    if answer.best is not None:
        return Named(answer.best.id) if has_blanks(name) else named
    called = tuple(dict.fromkeys(hit.id for hit in answer.others if hit.id in catalogue.entries))
    return Named(called[0]) if len(called) == 1 else named._replace(called=called)


def has_blanks(name: str) -> bool:
    """Tell whether a name is several words, which may be a message."""
    return len(name.split()) > 1


def _bare(name: str, catalogue: Catalogue) -> str:
    name = name.strip(_AROUND)
    site: str = catalogue.document["site"]
    if name.startswith(site):
        name = name[len(site) :].partition("#")[0].partition("?")[0].strip("/")
        for locale in catalogue.locales:
            name = name.removeprefix(f"{locale}/")
        name = name.removeprefix("e/")
    return " ".join(name.casefold().split()).strip(_AROUND)


def _forms(name: str) -> tuple[str, ...]:
    """Return a name, with hyphens for blanks, without the class before it (`cudaError_t::…`), and `XID79` as a name."""
    joined = name.replace(" ", "-")
    last = name.replace("::", ".").rpartition(".")[2]
    bare = _without_words(name)
    xid = f"xid-{bare[3:].strip(_AROUND + '-_')}" if bare.startswith("xid") else name
    return name, joined, joined.replace("_", "-"), last, xid


def _without_words(name: str) -> str:
    """Return a name without the words that people write before a number."""
    found = _BEFORE.match(name)
    return name[found.end() :] if found else name


def _nearest(wanted: str, catalogue: Catalogue) -> tuple[str, ...]:
    if not wanted or len(wanted) > MAX_NAME:
        return ()
    names = {name.casefold(): name for name, _leads_to in catalogue.names()}
    holding = [name for name in names if len(wanted) > 3 and wanted in name]
    similar = difflib.get_close_matches(wanted, names, MAX_NEAR, 0.7)
    return tuple(names[name] for name in dict.fromkeys((*holding[:MAX_NEAR], *similar)))[:MAX_NEAR]

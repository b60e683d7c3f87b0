"""An exception → the lines for it, in the reader's language as far as the stream has the characters."""

from __future__ import annotations

import functools
import os
from typing import TextIO

from faultbook import index, language, terminal
from faultbook.cards import Reader, below_traceback
from faultbook.catalogue import Catalogue
from faultbook.chain import text_of
from faultbook.matcher import Index, find


def line_for(exception: BaseException, stream: TextIO | None) -> tuple[str, str] | None:
    """Return the name of what an exception shows and what is said of it.

    None if it shows no GPU error, and where its text has the page's address already: from an integration, a library.
    """
    catalogue, known = loaded(os.environ.get(index.VARIABLE))
    said = text_of(exception)
    hit = find(said, known).by_wording
    if hit is None:
        return None
    name = hit.id
    style = terminal.style_of(stream)
    own = language.choose(catalogue.locales)
    if terminal.printable(catalogue.permalink(name, own)) in said:
        return None
    for locale in (own, catalogue.locales[0]):
        text = "→ " + below_traceback(Reader(catalogue, locale, language.words(locale), style), hit)
        if terminal.can_write(stream, text):
            return name, text
    return name, text.replace("→", "->", 1)


@functools.lru_cache(maxsize=1)
def loaded(_named: str | None) -> tuple[Catalogue, Index]:
    """Load the index that is named, or the package's own; once, because a notebook meets many exceptions."""
    document = index.load()
    return Catalogue(document), Index(document)

"""The look-up box of the home page: what is pasted is matched in the browser."""

from __future__ import annotations

from urllib.parse import urlsplit

from generator.judge.catalogue import Catalogue, EntryRef
from generator.render.entry import Site, label_values
from generator.render.environments import BETWEEN, WITHOUT_DEVICE
from generator.render.issues import new_issue
from generator.render.templates import render

FAMOUS = 8  # entries below the box


def find_box(site: Site, locale: str, path: str) -> str:
    """Render the box for a page, with the entries that people need most below it."""
    repository = site.catalogue.site.repository
    return render(
        "find_box.html",
        site.page(locale, path),
        famous=_famous(site.catalogue),
        new_issue=new_issue(repository) if repository else "",
        issue_host=urlsplit(repository).hostname if repository else "",
        without_device=WITHOUT_DEVICE,
        between=BETWEEN,
        **label_values(),
    )


def _famous(catalogue: Catalogue) -> list[EntryRef]:
    """Return the entries that people need most; where the content names none, the first ones."""
    often = [entry for entry_id in catalogue.site.often if (entry := catalogue.find(entry_id))]
    return (often or list(catalogue.entries))[:FAMOUS]

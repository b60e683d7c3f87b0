"""Filled-in issues: links that open a form at the repository’s host. Nothing is sent before it is submitted there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlsplit

from generator.judge.catalogue import JudgedEntry
from generator.judge.verdicts import JudgedClaim, Verdict
from generator.render.labels import N_, label_for
from generator.render.templates import PageContext, render

TITLE = N_("did not work for me")
# Hosts refuse addresses above 8,192 characters. The rest is for what the reader puts in.
MAX_LINK = 6000
MAX_TITLE = 120
NO_MARKS = str.maketrans("", "", "`*")


def new_issue(repository: str) -> str:
    """Return the address that opens a filled-in issue, with `{title}` and `{body}` where these go.

    GitHub, Gitea and Forgejo have one form of it, GitLab another.
    """
    base = repository.rstrip("/")
    if "gitlab" in (urlsplit(base).hostname or ""):
        return f"{base}/-/issues/new?issue[title]={{title}}&issue[description]={{body}}"
    return f"{base}/issues/new?title={{title}}&body={{body}}"


def feedback_links(page: PageContext, entry: JudgedEntry) -> Callable[[JudgedClaim], str]:
    """Return a function: workaround → the address of an issue that it did not work; without a repository nothing."""
    repository = page.catalogue.site.repository

    def link(item: JudgedClaim) -> str:
        return _link(new_issue(repository), page, entry, item) if repository else ""

    return link


def _link(form: str, page: PageContext, entry: JudgedEntry, item: JudgedClaim) -> str:
    """Return the address, with as many of the environments in which it ran as there is room for."""
    gettext = page.texts.gettext
    title = f"{entry.id}: {item.claim.id}: {gettext(TITLE)}".translate(NO_MARKS)[:MAX_TITLE]
    ran = [verdict for verdict in item.verdicts if verdict.observation and verdict.environment]
    for shown in range(len(ran), -1, -1):
        body = _body(page, entry, item, ran[:shown], len(ran) - shown)
        address = form.format(title=quote(title, safe=""), body=quote(body, safe=""))
        if len(address) <= MAX_LINK:
            break
    return address


def _body(page: PageContext, entry: JudgedEntry, item: JudgedClaim, ran: list[Verdict], more: int) -> str:
    values: dict[str, Any] = {"entry": entry, "item": item, "ran": ran, "more": more, "label_for": label_for}
    return render("feedback.md", page, **values).strip()

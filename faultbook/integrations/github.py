"""For a job of GitHub Actions that failed: what its log shows, as a comment on the pull request and in its summary.

    python -m faultbook.integrations.github train.log

It reads what GitHub gives every job (GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_API_URL, GITHUB_STEP_SUMMARY) and
GITHUB_TOKEN, and sends the comment to that API and nothing anywhere else. No line of the log is in it but the one that
was matched.
"""

from __future__ import annotations

import json
import os
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator

from faultbook import index, language
from faultbook.cards import Reader, answer_card
from faultbook.catalogue import Catalogue
from faultbook.finding import look_up
from faultbook.hook import is_off
from faultbook.incoming import file_blocks
from faultbook.matcher import Index
from faultbook.passages import decoded
from faultbook.terminal import Style

MARK = "<!-- faultbook: {job} -->"  # by which the comment of a job is known, and replaced
PAGE = 100  # comments
TIMEOUT = 20  # seconds


def main() -> int:
    """Comment on what a log shows; return the exit status: 0, also where it shows nothing known."""
    if len(sys.argv) != 2:
        sys.stderr.write("usage: python -m faultbook.integrations.github LOG\n")
        return 2
    if is_off():
        return 0
    try:
        text = comment_on(sys.argv[1])
    except (OSError, index.IndexUnavailableError) as error:
        sys.stderr.write(f"faultbook: {error}\n")
        return 2
    if text is None:
        sys.stderr.write("faultbook: the log shows no GPU error that is known\n")
        return 0
    try:
        _summarise(text)
        _send(text)
    except (OSError, KeyError, ValueError) as error:
        remedy = "give the job `permissions: pull-requests: write`; a pull request from a fork has no such permission"
        sys.stderr.write(f"faultbook: no comment was made ({error}): {remedy}\n")
        return 2
    return 0


def comment_on(log: str) -> str | None:
    """Return the Markdown of a comment on a log; None where it shows no error that is known."""
    document = index.load()
    answer = look_up(Index(document), decoded(file_blocks(log))).answer()
    if answer.best is None:
        return None
    catalogue = Catalogue(document)
    locale = language.choose(catalogue.locales)
    reader = Reader(catalogue, locale, language.words(locale), Style())
    fence = "`" * 4
    card = answer_card(reader, answer.best, answer.others)
    title = f"[{reader.title(answer.best.id)}]({reader.link(answer.best.id)})"
    return f"{_mark()}\n### {title}\n\n{fence}text\n{card.replace(fence, '')}\n{fence}\n"


def _mark() -> str:
    return MARK.format(job=os.environ.get("GITHUB_JOB", ""))


def _summarise(text: str) -> None:
    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)


def _send(text: str) -> None:
    """Write the comment, or put it in the place of the one that an earlier run of the job wrote."""
    with open(os.environ["GITHUB_EVENT_PATH"], encoding="utf-8") as file:
        event = json.load(file)
    number = (event.get("pull_request") or event.get("issue") or {}).get("number")
    if number is None:  # a push: the summary is all there is
        return
    api = os.environ.get("GITHUB_API_URL", "https://api.github.com")
    issues = f"{api}/repos/{os.environ['GITHUB_REPOSITORY']}/issues"
    earlier = [one for one in _comments(f"{issues}/{number}/comments") if (one["body"] or "").startswith(_mark())]
    if earlier:
        _call("PATCH", f"{issues}/comments/{earlier[-1]['id']}", {"body": text})
    else:
        _call("POST", f"{issues}/{number}/comments", {"body": text})


def _comments(address: str) -> Iterator[dict[str, str]]:
    number, is_last = 1, False
    while not is_last:
        found = _call("GET", f"{address}?per_page={PAGE}&page={number}")
        yield from found
        number, is_last = number + 1, len(found) < PAGE


def _call(method: str, address: str, body: object = None) -> list[dict[str, str]]:
    request = urllib.request.Request(  # noqa: S310 - the address is that of GitHub's API
        address,
        json.dumps(body).encode() if body is not None else None,
        {
            "Authorization": f"Bearer {os.environ['GITHUB_TOKEN']}",
            "Accept": "application/vnd.github+json",
            "Content-Type": "application/json",
        },
        method=method,
    )
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310 - see above
            return json.loads(answer.read() or b"[]")  # type: ignore[no-any-return]
    except urllib.error.HTTPError as error:
        raise OSError(f"{method} {error.url}: {error.code} {error.reason}") from error


if __name__ == "__main__":
    sys.exit(main())

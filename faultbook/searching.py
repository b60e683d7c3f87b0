"""Words → entries, best first: SQLite's full-text search over names, titles, causes and summaries."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator

from faultbook.catalogue import Catalogue, Item

MAX_FOUND = 8
MAX_WORDS = 16
ENOUGH = 2  # words: of so many none may be missing
STOP = frozenset(
    """
    a an and are at be by can do does for from how i in is it my no not of on or that the to what when with
    """.split()  # noqa: SIM905 - a list would be long
)
COLUMNS = {"names": 8.0, "title": 6.0, "causes": 2.0, "summary": 1.0}  # what a word there counts
_WORD = re.compile("[0-9A-Za-z_]+|[\u3400-\u9fff]+")


class WordIndex:
    """The words of all entries, in every language."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        self._database.execute(f"CREATE VIRTUAL TABLE entries USING fts5(id UNINDEXED, {', '.join(COLUMNS)})")
        places = ", ".join("?" * (1 + len(COLUMNS)))
        rows = ((entry["id"], *map(_spaced, _texts(entry))) for entry in catalogue.entries.values())
        self._database.executemany(f"INSERT INTO entries VALUES ({places})", rows)  # noqa: S608 - question marks alone

    def find(self, text: str) -> list[str]:
        """Return the ids of entries that have all words of a text, then of those that lack one; the best first."""
        words = [word for word in _WORD.findall(text) if word.lower() not in STOP][:MAX_WORDS]
        terms = [_term(word) for word in words]
        if not terms:
            return []
        found = self._query(" AND ".join(terms))
        if len(terms) > ENOUGH:
            shorter = (" AND ".join(terms[:place] + terms[place + 1 :]) for place in range(len(terms)))
            found += self._query(" OR ".join(f"({one})" for one in shorter))
        return list(dict.fromkeys(found))[:MAX_FOUND]

    def _query(self, match: str) -> list[str]:
        weights = ", ".join(map(str, (0.0, *COLUMNS.values())))
        query = f"SELECT id FROM entries WHERE entries MATCH ? ORDER BY bm25(entries, {weights}) LIMIT {MAX_FOUND}"  # noqa: S608
        return [name for (name,) in self._database.execute(query, (match,))]


def _texts(entry: Item) -> Iterator[str]:
    """Yield the text of each column."""
    words = [word for given in entry.get("words", {}).values() for word in given]
    yield " ; ".join([entry["id"], *words, *entry["aliases"], *entry["codes"]])
    yield " ; ".join([*entry["title"].values(), entry.get("symptom") or ""])
    causes = entry.get("causes", ())
    yield " ; ".join(text for cause in causes for text in _all([cause["title"], cause["telltale"]]))
    yield " ; ".join(_all([entry["summary"]]))


def _all(texts: Iterable[Item | None]) -> Iterator[str]:
    return (text for given in texts for text in (given or {}).values())


def _spaced(text: str) -> str:
    """Return a text as the index splits it: Chinese by characters, names at underscores too."""
    return " ".join(part for word in _WORD.findall(text) for part in _parts(word))


def _parts(word: str) -> list[str]:
    return list(word) if word[0] > "\u2fff" else word.replace("_", " ").split()


def _term(word: str) -> str:
    """Return a phrase; its last part may be the beginning of a word, where that is not Chinese."""
    phrase = '"' + " ".join(_parts(word)) + '"'
    return phrase if word[0] > "\u2fff" else f"{phrase}*"

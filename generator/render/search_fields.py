"""What is searched of an entry and of a status code: its texts by field, and their terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from generator.content.codes_model import Code
from generator.content.model import DeadEnd, Reproduction, Statement, Text, Workaround
from generator.judge.catalogue import JudgedEntry
from generator.render.search_index import Document
from generator.render.search_terms import markdown_terms

AnyClaim: TypeAlias = Reproduction | Workaround | DeadEnd | Statement
Fields: TypeAlias = Mapping[str, Sequence[str]]
"""What is searched of one page: field → its texts."""


def entry_fields(entry: JudgedEntry, locale: str) -> Fields:
    """Return the texts of an entry by which it is found.

    What the error prints, and what people call it, is the same in every language: they type either.
    """
    authored = entry.loaded.entry
    claims = [claim for _role, claim in authored.all_claims()]
    heads = [text for cause in authored.causes for text in (cause.title, cause.telltale)]
    heads += [head for claim in claims if (head := head_of(claim))]
    bodies = [cause.text for cause in authored.causes] + [body for claim in claims if (body := _body(claim))]
    return {
        "codes": [*authored.codes, *authored.aliases, entry.loaded.slug.replace("-", " ")],
        "title": [authored.title[locale]],
        "words": [text for texts in authored.words.values() for text in texts],
        "symptoms": [symptom.text for symptom in authored.symptoms],
        "summary": [authored.summary[locale]],
        "heads": [text[locale] for text in heads],
        "body": [text[locale] for text in bodies],
    }


def code_fields(code: Code, locale: str) -> Fields:
    """Return the texts of a status code by which its page is found: an entry that shows the code is to come first."""
    texts = [text[locale] for text in (code.meaning, code.first) if text]
    return {
        "codes": [code.name, *([code.symbol] if code.symbol else []), *code.mnemonics],
        "body": [*([code.message] if code.message else []), *texts],
    }


def document(fields: Fields) -> Document:
    """Return what is searched of a page as terms."""
    return {field: _terms(tuple(texts)) for field, texts in fields.items()}


def head_of(claim: AnyClaim) -> Text | None:
    """Return the heading of a claim on its entry's page."""
    return claim.text if isinstance(claim, Statement) else claim.title


def _body(claim: AnyClaim) -> Text | None:
    """Return what is said below the heading."""
    if isinstance(claim, Statement):
        return claim.finding
    return None if isinstance(claim, Reproduction) else claim.text


@lru_cache(maxsize=16)
def _terms(texts: tuple[str, ...]) -> list[str]:
    """Return the terms of the texts of a field: kept, because what an error prints is alike in all languages."""
    return [term for text in texts for term in markdown_terms(text)]

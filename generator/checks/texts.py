"""Checks of texts for readers: every language there, real, and well set."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path as FilePath

import autocorrect_py
from babel import localedata

from generator.checks.neighbours import hash_of, neighbours_of
from generator.checks.rule import Check, Find, Finding, problems
from generator.checks.sentences import CODE_SPAN, HAN, long_sentences
from generator.content.loader import Content, LoadedEntry
from generator.content.model import Model, Text
from generator.content.outdated import texts_of
from generator.content.positions import Path
from generator.content.reading import YamlFile
from generator.problems import Problem, Severity

LATIN = re.compile(r"[A-Za-z]")
UNFINISHED = re.compile(r"\b(TODO|FIXME|TBD|XXX)\b|lorem ipsum", re.IGNORECASE)
# One of them stands in each, in letters that have no other forms than these and their capitals.
IN_UNFINISHED = ("todo", "xme", "tbd", "xxx", "lorem")
Texts = Iterable[tuple[Path, Text]]
TextRule = Callable[[Content, YamlFile, Texts], Iterator[Finding]]


def languages_of_site(content: Content) -> Iterator[Problem]:
    """Yield what TEXT001 finds in site.yaml."""
    if content.site is None:
        return
    found = list(_every_language(content, content.site_file, texts_of(content.site)))
    for index, code in enumerate(content.site.locale_codes):
        if code in content.site.locale_codes[:index]:
            where = content.site_file.at("locales", index, "code")
            found.append(Finding(where, f"language '{code}' stands twice", "delete one"))
        elif code not in languages_of_theme():
            where = content.site_file.at("locales", index, "code")
            hint = "take a language that Material for MkDocs is translated into"
            found.append(Finding(where, f"the theme has no words in '{code}'", hint))
    yield from problems("TEXT001", found)


@lru_cache(maxsize=1)
def languages_of_theme() -> frozenset[str]:
    """Return the codes of the languages that the theme has words in, and Babel knows the dates of."""
    spec = find_spec("material")
    places = spec.submodule_search_locations if spec else None
    folders = [FilePath(place) / "templates/partials/languages" for place in places or ()]
    found = (file.stem for folder in folders for file in folder.glob("??.html"))
    return frozenset(code for code in found if localedata.exists(code))


def _every_language(content: Content, file: YamlFile, texts: Texts) -> Iterator[Finding]:
    known = content.site.locale_codes if content.site else ()
    for path, text in texts if known else ():
        for locale in known:
            if not text.get(locale, "").strip():
                shown = ".".join(map(str, path))
                yield Finding(file.at(*path, locale), f"{shown} has no text in '{locale}'", f"add {locale}: …")
        for locale in sorted(text.keys() - set(known)):
            where = file.at_key(*path, locale)
            yield Finding(where, f"'{locale}' is not a language of this site", f"site.yaml has: {', '.join(known)}")


def _chinese_is_chinese(_content: Content, file: YamlFile, texts: Texts) -> Iterator[Finding]:
    for path, text in texts:
        for locale, words in text.items():
            prose = CODE_SPAN.sub("", words) if "`" in words else words
            if bool(HAN.search(prose)) == (locale == "zh"):
                continue
            han, latin = len(HAN.findall(prose)), len(LATIN.findall(prose))
            shown = ".".join(map(str, (*path, locale)))
            if _unfinished(words):
                continue  # reported as that, once
            if locale == "zh" and not han and re.search(r"\w", prose):
                yield Finding(file.at(*path, locale), f"{shown} has no Chinese in it", "translate it")
            elif locale == "en" and han > latin:
                yield Finding(file.at(*path, locale), f"{shown} is Chinese", "translate it, or swap the two")


def _translation_differs(content: Content, file: YamlFile, texts: Texts) -> Iterator[Finding]:
    if content.site is None:
        return
    default, *others = content.site.locale_codes
    for path, text in texts:
        for locale in set(others) - {default}:
            same = text.get(locale, "").strip() == text.get(default, "").strip()
            if (
                same
                and not _unfinished(text.get(locale, ""))
                and re.search(r"\w", CODE_SPAN.sub("", text.get(default, "")))
            ):
                message = f"{'.'.join(map(str, path))}.{locale} is the same as {default}"
                yield Finding(file.at(*path, locale), message, "translate it")


def _chinese_typography(_content: Content, file: YamlFile, texts: Texts) -> Iterator[Finding]:
    for path, text in texts:
        for old, new in _typography(text.get("zh", "")):
            where = file.at_words(old, *path, "zh")
            yield Finding(where, f"typography: '{_clip(old)}'", f"'{_clip(new)}'")


def _typography(text: str) -> tuple[tuple[str, str], ...]:
    result = autocorrect_py.lint_for(text, "markdown")
    return tuple((line.old, line.new) for line in result.lines if line.old != line.new)


def _clip(text: str, width: int = 60) -> str:
    text = " ".join(text.split())
    return text if len(text) <= width else text[: width - 1] + "…"


def _finished(_content: Content, file: YamlFile, texts: Texts) -> Iterator[Finding]:
    for path, text in texts:
        for locale, words in text.items():
            found = _unfinished(words)
            if found:
                where = file.at_words(found.group(), *path, locale)
                yield Finding(where, f"'{found.group()}' in a text for readers", "finish the text")


def _unfinished(words: str) -> re.Match[str] | None:
    """Find a placeholder: by the pattern, which is slow, only where there may be one."""
    lowered = words.lower()
    return UNFINISHED.search(words) if any(part in lowered for part in IN_UNFINISHED) else None


def _own_sentences(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    owners = neighbours_of(content).sentences
    for path, text in texts_of(loaded.entry):
        for locale, words in text.items():
            for sentence in long_sentences(words):
                owner = owners.get(hash_of(sentence), loaded.id)
                if owner != loaded.id:
                    message = f"this sentence stands in {owner} too: '{_clip(sentence)}'"
                    where = loaded.file.at_words(sentence, *path, locale)
                    yield Finding(where, message, "say what is so for this error")


def _in_entry(rule: TextRule) -> Find:
    """Return a rule about texts as one about entries."""
    return lambda content, loaded: rule(content, loaded.file, texts_of(loaded.entry))


# Of every text for readers, wherever it stands: code, name, what it guards, rule, severity.
TEXT_RULES: tuple[tuple[str, str, str, TextRule, Severity], ...] = (
    ("TEXT001", "every-language", "a page in one language never falls back to another", _every_language, "error"),
    ("TEXT002", "chinese-is-chinese", "a field left in English is not a translation", _chinese_is_chinese, "error"),
    ("TEXT003", "translation-differs", "a copied field is not a translation", _translation_differs, "error"),
    (
        "TEXT004",
        "chinese-typography",
        "spaces and punctuation as Chinese readers expect",
        _chinese_typography,
        "warning",
    ),
    ("TEXT005", "finished", "no placeholder is published", _finished, "error"),
)
TEXT_CHECKS = (
    *(Check(code, name, why, _in_entry(rule), severity) for code, name, why, rule, severity in TEXT_RULES),
    Check("TEXT006", "own-sentences", "no sentence stands in two entries", _own_sentences, "warning", cross=True),
)


def check_texts(content: Content, file: YamlFile, model: Model, *, proper: Collection[Path] = ()) -> Iterator[Problem]:
    """Yield what is wrong with the texts of another file than an entry. `proper` names need no translation."""
    texts = tuple(texts_of(model))
    for code, _name, _why, rule, severity in TEXT_RULES:
        asked = texts if rule is _every_language else [(path, text) for path, text in texts if path not in proper]
        yield from problems(code, rule(content, file, asked), severity)

"""Variations of our own entries: each copy has other words, wordings, names of variables and keys of its evidence.

An entry is read once and becomes a few templates; a copy is made by filling these, which takes milliseconds. What the
checks and verdicts compare is changed alike on both sides: a word of a wording in the recorded output too, a variable
in a program and in the block that readers copy from it.
"""

from __future__ import annotations

import ast
import builtins
import itertools
import json
import keyword
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from generator.content.codes_model import Library
from generator.content.loader import ENTRY_FILE, LoadedEntry
from generator.content.programs import Snippet
from generator.content.translations import mark_of
from generator.evidence.records import observation_key, program_digest

LANGUAGES = frozenset({"en", "zh"})
MARK = re.compile("\ue000([0-9]+)\ue001")
ENTRY_LINK = re.compile(r"(?<=entry:)[a-z0-9-]+/[a-z0-9-]+")
HOST_OF_LINK = re.compile(r"\]\(https?://[^\s()/]+/")
DOCSTRING = re.compile(r'"""(.*?)"""', re.DOTALL)
# Not prose: code, where links lead, what stands in angle brackets, addresses, YAML's escapes.
NO_PROSE = re.compile(r"`[^`]*`|\]\([^)]*\)|<[^<>]*>|https?://\S+|\\.")
SENTENCE_END = re.compile(r"[.!?。！？]")
WORDS = {
    "en": re.compile(r"(?<![\w./:@#$%&=+<>'’-])[a-z]{5,}(?![\w/:@=<>'’-]|\.\w)"),
    "zh": re.compile(r"[\u4e00-\u9fff]{2}"),
}
LETTERS = {"en": re.compile(r"[A-Za-z]"), "zh": re.compile(r"[\u4e00-\u9fff]")}
EVERY = {"en": 4, "zh": 6}  # which of the words of a sentence are replaced: the first, the fifth …
# Blanks where a word may be put: in prose of either language, and in code.
BLANK = re.compile(r"(?<=[\w`)]) (?=[\w`(])")
BLANK_IN_CODE = re.compile(r"(?<=\w) (?=\w)")
LONG = 20  # characters: a shorter sentence without a word to replace may stand in many entries
WIDE = "，。！？；：、）”"  # no blank stands beside one
NO_TEXT = frozenset({"false"})  # YAML reads more than a text in it, should it stand alone
# Words of wordings that name packages, in recorded output too.
PACKAGES = frozenset({"torch", "triton", "tensorflow", "cupy", "numpy", "python", "jaxlib", "keras", "nvidia"})
IN_WORDINGS = re.compile(r"(?<![\w.*/<-])(?!lib|number)[a-z]{5,}(?![\w*/>-]|\.\w)")
NAMES_IN_WORDINGS = re.compile(r"(?<![\w.*/<-])(?!lib|number)[A-Za-z_]{4,}(?![\w*/>-]|\.\w)")
CHINESE_IN_WORDINGS = re.compile(r"(?<!\w)[\u4e00-\u9fff]{2,}(?!\w)")
OUTPUT = frozenset({"message", "line", "chain", "stderr", "stdout"})

Path_ = tuple[str | int, ...]
Edit = tuple[int, int, str]


@dataclass(slots=True)
class Copy:
    """One entry to be made: its id, its tag, and its shift.

    The tag is appended to words and names of this copy alone; other words become those that stand so far behind them
    in the vocabulary. `link` gives the id of what a link leads to in it, by
    that of what the real one leads to. `digests` has the hash of each of its programs, once these are filled.
    """

    id: str
    tag: str
    shift: int
    link: Callable[[str], str]
    digests: dict[str, str] = field(default_factory=dict)


Slot = Callable[[Copy], str]


def _tag(copy: Copy) -> str:
    return copy.tag


class Slots:
    """What is to be filled in: a mark in a text stands for each slot until the text becomes a template."""

    def __init__(self) -> None:
        self._slots: list[Slot] = []
        self.tag = self.mark(_tag)

    def mark(self, slot: Slot) -> str:
        """Keep a slot; return the mark that stands for it."""
        self._slots.append(slot)
        return f"\ue000{len(self._slots) - 1}\ue001"

    def template(self, text: str) -> Template:
        """Return a text with marks as a template."""
        parts = MARK.split(text)
        return Template([self._slots[int(part)] if index % 2 else part for index, part in enumerate(parts)])


class Template:
    """A text with slots."""

    def __init__(self, parts: Sequence[str | Slot]) -> None:
        self._parts = parts

    def fill(self, copy: Copy) -> str:
        """Return the text of one copy."""
        return "".join(part if isinstance(part, str) else part(copy) for part in self._parts)


def _turned(words: Sequence[str], place: int) -> Slot:
    steps = max(len(words) - 1, 1)  # a whole turn would lead back to the word itself
    return lambda copy: words[(place + 1 + copy.shift % steps) % len(words)]


class Vocabulary:
    """The words that replace each other: in each copy a word becomes another, and the same in none of them."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = sorted(set(words) - NO_TEXT)
        random.Random(5).shuffle(self._words)  # noqa: S311 - the same in each run
        self._places = {word: place for place, word in enumerate(self._words)}

    def slot(self, word: str) -> Slot | None:
        """Return the slot in place of a word; None for one that is not to be replaced."""
        place = self._places.get(word)
        return None if place is None else _turned(self._words, place)


class Sentence(NamedTuple):
    """Where a sentence stands in a text, and those of its words that are replaced. `is_prose`: it is not all code."""

    start: int
    end: int
    words: list[tuple[int, int]]
    is_prose: bool


def sentences_in(text: str, language: str) -> Iterator[Sentence]:
    """Yield the sentences of a text."""
    prose = NO_PROSE.sub(lambda found: "\0" * len(found.group()), text)
    ends = sorted({*(found.end() for found in SENTENCE_END.finditer(text)), len(text)})
    words = [found.span() for found in WORDS[language].finditer(prose)]
    for start, end in itertools.pairwise((0, *ends)):
        own = [word for word in words if start <= word[0] < end]
        yield Sentence(start, end, own[:: EVERY[language]], bool(LETTERS[language].search(prose, start, end)))


def texts_in(node: yaml.Node, path: Path_ = ()) -> Iterator[tuple[str, yaml.ScalarNode]]:
    """Yield the texts for readers in a document, with their language."""
    for where, scalar in scalars_in(node, path):
        if where[-1] in LANGUAGES and where[0] != "words":
            yield str(where[-1]), scalar


def scalars_in(node: yaml.Node, path: Path_ = ()) -> Iterator[tuple[Path_, yaml.ScalarNode]]:
    """Yield the values of a document with their keys. Of a block to copy, the kind of it is one of them."""
    if isinstance(node, yaml.MappingNode):
        kind = next((value.value for key, value in node.value if key.value == "kind"), "")
        for key, value in node.value:
            yield from scalars_in(value, (*path, *((kind,) if key.value == "code" else ()), key.value))
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield from scalars_in(value, (*path, index))
    elif isinstance(node, yaml.ScalarNode):
        yield path, node


def span_of(text: str, node: yaml.ScalarNode) -> tuple[int, int]:
    """Return where the content of a value stands in its document, without quotes, and without what ends a block."""
    start, end = node.start_mark.index, node.end_mark.index
    if node.style in ("'", '"'):
        return start + 1, end - 1
    return start, start + len(text[start:end].rstrip())


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Return a text with parts of it replaced."""
    parts, done = [], 0
    for start, end, new in sorted(edits):
        parts += [text[done:start], new]
        done = end
    return "".join((*parts, text[done:]))


def _moved(edits: Iterable[Edit], by: int) -> Iterator[Edit]:
    return ((start + by, end + by, new) for start, end, new in edits)


class Corpus:
    """What the variations of all entries share: the words, and the status codes that take each other's place."""

    def __init__(self, entries: Iterable[LoadedEntry], libraries: Iterable[Library]) -> None:
        words: dict[str, set[str]] = {language: set() for language in LANGUAGES}
        for entry in entries:
            text = (entry.folder / ENTRY_FILE).read_text(encoding="utf-8")
            for language, node in texts_in(_composed(text)):
                own = text[slice(*span_of(text, node))]
                places = (place for sentence in sentences_in(own, language) for place in sentence.words)
                words[language].update(own[slice(*place)] for place in places)
        self.words = {language: Vocabulary(found) for language, found in words.items()}
        self._codes = [[code.permalink for code in library.codes] for library in libraries]

    def code(self, name: str) -> Slot | None:
        """Return the slot in place of a status code: another of the same library. None for an unknown one."""
        for codes in self._codes:
            if name in codes:
                return _turned(codes, codes.index(name))
        return None

    def varied(self, text: str, language: str, slots: Slots) -> Iterator[Edit]:
        """Yield what is to be changed in a text for readers: each sentence, and where its links lead."""
        for sentence in sentences_in(text, language):
            found = [(place, self.words[language].slot(text[slice(*place)])) for place in sentence.words]
            words = [(*place, slots.mark(slot)) for place, slot in found if slot]
            yield from words or _added(text, sentence, slots.tag)
        for link in ENTRY_LINK.finditer(text):
            yield *link.span(), slots.mark(_link(link.group()))
        for host in HOST_OF_LINK.finditer(text):
            yield host.end(), host.end(), f"{slots.tag}/"


def _added(text: str, sentence: Sentence, word: str) -> Iterator[Edit]:
    """Yield how a word gets into a sentence: at a blank of it, in code only where it is nothing else, or at its end."""
    start, end, _words, is_prose = sentence
    is_all = (start, end) == (0, len(text))
    if end - start < LONG and not is_all:
        return
    shown = NO_PROSE.sub(lambda found: "`" * len(found.group()), text) if is_prose else text
    blanks = (BLANK if is_prose else BLANK_IN_CODE).finditer(shown, start, end)
    blank = next((one.end() for one in blanks if text[one.start()] == " "), None)
    last = start + len(text[start:end].rstrip("".join(WIDE) + ".!?"))
    if blank:
        yield blank, blank, f"{word} "
    elif is_prose:
        yield last, last, word if text[last - 1 : last] in WIDE else f" {word}"
    elif is_all:
        yield last, last, f" `{word}`"  # in code: a text without a word in it needs no translation


def _link(entry_id: str) -> Slot:
    return lambda copy: copy.link(entry_id)


class Variation:
    """The templates of one entry: its file, its programs, its evidence, and the marks of its compared texts."""

    def __init__(self, entry: LoadedEntry, corpus: Corpus, evidence: Path) -> None:
        self._entry = entry
        self._corpus = corpus
        self._slots = Slots()
        self._words = _pattern(_words_of_wordings(entry), r"(?<![\w./-])", r"(?![\w/-]|\.\w)")
        self._names = _pattern(_own_names(entry.snippets.values()), r"\b", r"\b")
        self._programs = {name: self._slots.template(self._program(own)) for name, own in entry.snippets.items()}
        text = self._document((entry.folder / ENTRY_FILE).read_text(encoding="utf-8"))
        self._file = self._slots.template(text)
        originals = [node.value for language, node in texts_in(_composed(text)) if language == "en"]
        self._originals = [self._slots.template(original) for original in originals]
        self._evidence = {
            path.name: self._slots.template(self._recorded(path)) for path in sorted((evidence / entry.id).glob("*"))
        }

    def files(self, copy: Copy) -> Iterator[tuple[str, str]]:
        """Yield the files of a copy, below its content folder: path and text."""
        programs = {name: template.fill(copy) for name, template in self._programs.items()}
        for name, own in self._entry.snippets.items():
            beside = {file: programs.get(file, "").encode() or content for file, content in own.files}
            copy.digests[name] = program_digest(programs[name].encode(), beside, dict(own.variables))
        yield f"entries/{copy.id}/{ENTRY_FILE}", self._file.fill(copy)
        yield from ((f"entries/{copy.id}/{name}", text) for name, text in programs.items())
        yield from ((f"evidence/{copy.id}/{name}", file.fill(copy)) for name, file in self._evidence.items())

    def marks(self, copy: Copy) -> list[str]:
        """Return the marks of the texts that the translations of a copy were compared with."""
        return [mark_of(template.fill(copy)) for template in self._originals]

    # --- the entry's file ----------------------------------------------------------------------------

    def _document(self, text: str) -> str:
        return edited(
            text, itertools.chain.from_iterable(self._edits(text, *one) for one in scalars_in(_composed(text)))
        )

    def _edits(self, text: str, path: Path_, node: yaml.ScalarNode) -> Iterator[Edit]:
        """Yield what is replaced in one value of the file."""
        start, end = span_of(text, node)
        own = text[start:end]
        match path:
            case ("words", *_) | ("aliases", _):
                found: Iterable[Edit] = [(len(own), len(own), f"{' ' if path[0] == 'words' else '-'}{self._slots.tag}")]
            case (*_, "en" | "zh" as language):
                found = self._corpus.varied(own, language, self._slots)
            case ("codes", _):
                slot = self._corpus.code(own)
                found = [(0, len(own), self._slots.mark(slot))] if slot else []
            case ("related", _, "id") | (*_, "entry"):
                found = [(0, len(own), self._slots.mark(_link(own)))]
            case ("symptoms", _, "text" | "match") | ("numbers", *_) | (*_, "message"):
                found = self._tagged(self._words, own)
            case ("causes", _, "shows" | "never", *rest) if rest[-1] != "where":
                found = self._tagged(self._words, own)
            case (*_, "python", "code"):
                found = self._tagged(self._names, own, "_")
            case _:
                found = []
        return _moved(found, start)

    def _tagged(self, pattern: re.Pattern[str], text: str, between: str = "") -> Iterator[Edit]:
        return ((one.end(), one.end(), between + self._slots.tag) for one in pattern.finditer(text))

    # --- its programs and what was recorded of them --------------------------------------------------

    def _program(self, own: Snippet) -> str:
        edits = list(self._tagged(self._names, own.text, "_"))
        start, end = _docstring_in(own)
        edits += _moved(self._corpus.varied(own.text[start:end], "en", self._slots), start)
        return edited(own.text, edits) + ("" if edits else f"# {self._slots.tag}\n")

    def _recorded(self, path: Path) -> str:
        record = json.loads(path.read_bytes())
        record["entry"] = self._slots.mark(lambda copy: copy.id)
        for seen in record["observations"]:
            own = self._entry.snippets.get(seen["snippet"])
            real = own and observation_key(own.digest, seen["mode"], record["environment"])
            if seen["key"] == real:  # what was stale stays so
                seen["key"] = self._slots.mark(_key(seen["snippet"], seen["mode"], record["environment"]))
        return json.dumps(self._retold(record), ensure_ascii=False, indent=1, sort_keys=True) + "\n"

    def _retold(self, value: Any, key: str = "") -> Any:
        """Return a record with the words of the copy in what programs printed."""
        if isinstance(value, dict):
            return {name: self._retold(item, name) for name, item in value.items()}
        if isinstance(value, list):
            return [self._retold(item, key) for item in value]
        return edited(value, self._tagged(self._words, value)) if key in OUTPUT and isinstance(value, str) else value


def _composed(text: str) -> yaml.Node:
    node = yaml.compose(text, Loader=yaml.CSafeLoader)
    assert node
    return node


def _key(name: str, mode: str, environment: str) -> Slot:
    return lambda copy: observation_key(copy.digests[name], mode, environment)


def _pattern(words: Iterable[str], before: str, behind: str) -> re.Pattern[str]:
    """Return what finds any of some words; of no words, nothing."""
    listed = "|".join(map(re.escape, sorted(words)))
    return re.compile(f"{before}(?:{listed}){behind}" if listed else r"(?!)")


def _words_of_wordings(entry: LoadedEntry) -> set[str]:
    """Return up to two words of each wording, the longest: with others in their place it is a wording of its own.

    Where it has none, names in it are taken, but that of an exception only where there is nothing else; then
    Chinese words.
    """
    chosen: set[str] = set()
    for symptom in entry.entry.symptoms:
        words = set(IN_WORDINGS.findall(symptom.signature)) - PACKAGES
        names = set(NAMES_IN_WORDINGS.findall(symptom.signature)) - PACKAGES
        chinese = CHINESE_IN_WORDINGS.findall(symptom.signature)
        some = words or {name for name in names if not name.endswith("Error")} or names or set(chinese)
        chosen.update(sorted(some, key=lambda word: (-len(word), word))[:2])
    return chosen


def _own_names(programs: Iterable[Snippet]) -> set[str]:
    """Return the names that stand in the programs of an entry for nothing but variables, parameters and functions."""
    trees = [program.tree for program in programs if program.tree]
    names = Counter(name for tree in trees for node in ast.walk(tree) if (name := _name_in(node)))
    words = Counter(word for program in programs for word in re.findall(r"\w+", program.text))
    assigned = {
        node.id
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    known = {*dir(builtins), *keyword.kwlist}
    return {name for name in assigned - known if names[name] == words[name]}


def _name_in(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name) | ast.arg(arg=name):
            return name
        case _:
            return ""


def _docstring_in(program: Snippet) -> tuple[int, int]:
    """Return where the words of a program's docstring stand; nowhere, where it has none."""
    found = DOCSTRING.match(program.text)
    return found.span(1) if found else (0, 0)

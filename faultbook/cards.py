"""Found things → plain text for a reader, in a language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from faultbook.advice import advice, cause_of, first_command, is_shown
from faultbook.catalogue import Catalogue, Item
from faultbook.language import N_, Words
from faultbook.terminal import Style, printable

BADGES = {
    "verified": N_("Verified"),
    "partly": N_("Partly verified"),
    "simulated": N_("Shown on a simulated driver"),
    "unverified": N_("No cause shown by a run yet"),
    "contradicted": N_("Contradicted by a run"),
    "not_run": N_("Not run yet"),
    "never_observed": N_("Never observed"),
    "no_longer_raised": N_("No longer raised"),
}
RECOVERIES = {
    "none": N_("fix the cause and run again; nothing to reset"),
    "retry": N_("trying again can help"),
    "restart-process": N_("the process must be restarted"),
    "reset-gpu": N_("the GPU must be reset"),
    "reboot": N_("the machine must be rebooted"),
    "replace-hardware": N_("hardware must be replaced"),
}
STICKY = {
    True: N_("every later call in this process fails too; only a new process helps"),
    False: N_("later calls in the same process can succeed"),
}
MAX_OTHERS = 5
WHICH = N_("Which one do you mean?")
WHICH_SHARED = N_("Several errors say this. Which is yours?")


class Reader(NamedTuple):
    """Whom a card is for: the language, our words in it, and what the stream can show."""

    catalogue: Catalogue
    locale: str
    words: Words
    style: Style

    def text(self, texts: Any) -> str:
        """Return one of the index's texts in the reader's language, safe to print."""
        return printable(self.catalogue.text(texts, self.locale))

    def title(self, name: str) -> str:
        """Return what an entry or a code says in one line, safe to print."""
        return printable(self.catalogue.title(name, self.locale))

    def link(self, name: str, cause: Item | None = None) -> str:
        """Return the address of an entry, a code or a number that is kept; of a cause, its place."""
        if cause is None:
            return self.style.link(printable(self.catalogue.permalink(name, self.locale)))
        return self.style.link(printable(f"{self.catalogue.address(name, self.locale)}#cause-{cause['id']}"))

    def named(self, label: str, value: str) -> list[str]:
        """Return a line that says what a value is, or none where there is no value."""
        return [self.style.dim(self.words(label) + self.words(": ")) + value] if value else []


def card(reader: Reader, name: str, hit: Any = None) -> str:
    """Return the card of an entry or a code; `hit`: what of a text led to it."""
    if name in reader.catalogue.entries:
        return _entry_card(reader, reader.catalogue.entries[name], hit)
    found = _where(reader, hit)
    return "\n".join([*found, *([""] if found else []), _code_card(reader, reader.catalogue.codes[name])])


def _where(reader: Reader, hit: Any) -> list[str]:
    """Return the line of a text that led to a card; where it has no known wording, what it leads to is a guess."""
    if not hit:
        return []
    label = N_("Found in") if getattr(hit, "signature", True) else N_("Found by the words of")
    return reader.named(label, printable(hit.line))


def word_for(reader: Reader, table: Mapping[str, str], key: str) -> str:
    """Return our word for a key; a newer index may have keys that this package does not know."""
    return reader.words(table[key]) if key in table else printable(key)


def _entry_card(reader: Reader, entry: Item, hit: Any) -> str:
    """Return what to do, then what to restart and where to read on, then what it is and where it was found."""
    reading = getattr(hit, "reading", None)
    cause = cause_of(entry, reading)
    recovery = (cause or entry)["recovery"]
    first = advice(reader, entry, reading)
    lines = [
        *(first or _advice_of_old_index(reader, entry)),
        *(reader.named(N_("Recovery"), word_for(reader, RECOVERIES, recovery)) if recovery != "none" else []),
        *reader.named(N_("Page"), reader.link(entry["id"], cause if is_shown(reading, cause) else None)),
        "",
        reader.style.bold(reader.text(entry["title"])),
        f"{word_for(reader, BADGES, entry['badge'])} · {printable(entry['id'])}",
        *_where(reader, hit),
        *reader.named(N_("Status codes"), _codes(reader, entry, hit)),
        reader.text(entry["summary"]),
    ]
    return "\n".join(lines)


def _advice_of_old_index(reader: Reader, entry: Item) -> list[str]:
    """Return what indexes before version 1.2 say first, which know no causes."""
    return [
        *reader.named(N_("What to do first"), reader.text(entry["fix"] or entry.get("untried"))),
        *reader.named(N_("If this is the cause"), reader.text(entry.get("fix_for"))),
    ]


def _codes(reader: Reader, entry: Item, hit: Any) -> str:
    return printable(reader.words(", ").join(_shown_first(entry["codes"], hit.code if hit else None)))


def _shown_first(codes: Iterable[str], shown: str | None) -> list[str]:
    return sorted(codes, key=lambda code: code != shown)


def _code_card(reader: Reader, code: Item) -> str:
    _ = reader.words
    sticky = code["sticky"]
    meaning = reader.text(code["meaning"])
    lines = [
        f"{reader.style.bold(printable(code['name']))} · {_library(reader, code)}",
        *reader.named(N_("Printed as"), printable(code["message"] or "")),
        *reader.named(N_("Also called"), printable(code["symbol"] or "")),
        *reader.named(N_("A deprecated spelling of"), printable(code["alias_of"] or "")),
        *reader.named(N_("Number"), _numbers(reader, code)),
        *(["", meaning, ""] if meaning else []),
        *reader.named(N_("Afterwards"), "" if sticky is None else _(STICKY[sticky])),
        *reader.named(N_("What to do first"), reader.text(code["first"])),
        *reader.named(N_("Page"), reader.link(code["name"])),
        *_entries_of(reader, code),
    ]
    return "\n".join(lines)


def _library(reader: Reader, code: Item) -> str:
    library = reader.catalogue.document["libraries"][code["library"]]
    title = reader.text(library["title"])
    kind = printable(library.get("type") or "")
    return title + reader.words(" ({what})").format(what=kind) if kind else title


def _entries_of(reader: Reader, code: Item) -> list[str]:
    entries = [name for name in code["entries"] if name in reader.catalogue.entries]
    if not entries:
        return []
    return ["", reader.words("Entries that show it:"), *(_item(reader, name) for name in entries)]


def _item(reader: Reader, name: str) -> str:
    return f"  {reader.title(name)}\n    {reader.link(name)}"


def _numbers(reader: Reader, code: Item) -> str:
    """Return a code's numbers, the newest first, each with the versions that have it."""
    versions = reader.text(reader.catalogue.document["libraries"][code["library"]]["versions"])
    told = [f"{given['number']}{_range(reader.words, versions, given)}" for given in reversed(code["numbers"])]
    return reader.words("; ").join(told)


def _range(words: Words, versions: str, given: Item) -> str:
    since, until = given["since"], given["until"]
    if given["from_first"] and since and until:
        text = words(" (at least from {of} {since} to {until})")
    elif since and until:
        text = words(" ({of} {since} to {until})")
    elif given["from_first"] and since:
        text = words(" (at least since {of} {since})")
    elif since:
        text = words(" (since {of} {since})")
    else:
        text = words(" (until {of} {until})") if until else ""
    return text.format(of=versions, since=printable(since or ""), until=printable(until or ""))


def number_card(reader: Reader, number: int, names: Iterable[str]) -> str:
    """Return the question which library a number is from, with the codes that had it, those of entries first."""
    _ = reader.words
    lines = [reader.style.bold(_("{number}: which library reported it?").format(number=number)), ""]
    codes = [(name, reader.catalogue.codes[name]) for name in names]
    for name, code in sorted(codes, key=lambda item: not item[1]["entries"]):
        lines += [
            f"  {printable(name)} · {_library(reader, code)}",
            f"    {_('Number')}{_(': ')}{_numbers(reader, code)}",
            f"    faultbook explain {_typed(name)}",
            *(f"    → {reader.title(entry)}" for entry in code["entries"] if entry in reader.catalogue.entries),
        ]
    return "\n".join([*lines, "", *reader.named(N_("Page"), reader.link(str(number)))])


def _typed(name: str) -> str:
    return f"'{name}'" if " " in name else name


def answer_card(reader: Reader, best: Any, others: Iterable[Any]) -> str:
    """Return what a text shows: the card of the best hit, and what else was found."""
    more = [hit.id for hit in others][:MAX_OTHERS]
    lines = [card(reader, best.id, best)]
    if more:
        lines += ["", reader.words("Also in this text:"), *(_item(reader, name) for name in more)]
    return "\n".join(lines)


def choice_card(reader: Reader, heading: str, ids: Iterable[str]) -> str:
    """Return entries to choose from, each with what gives its first cause away and what to do then."""
    lines = [reader.style.bold(reader.words(heading))]
    for name in ids:
        lines += ["", _item(reader, name)]
        cause = next(iter(reader.catalogue.entries[name].get("causes", ())), None)
        if cause is not None:
            lines += ["    " + line for line in reader.named(N_("How to tell"), reader.text(cause["telltale"]))]
            lines += ["    " + line for line in reader.named(N_("What to do first"), first_command(reader, cause))]
    return "\n".join(lines)


def near_card(reader: Reader, ids: Iterable[str]) -> str:
    """Return entries with similar words, or nothing."""
    items = [_item(reader, name) for name in ids]
    return "\n".join([reader.words("Similar in words, but another error:"), *items]) if items else ""


def below_traceback(reader: Reader, hit: Any) -> str:
    """Return what stands under a traceback: a line, and above it what to do where the message shows the cause.

    The address holds a name of ours and nothing of the user's.
    """
    line = reader.words("{meaning}: {address}").format(meaning=reader.title(hit.id), address=reader.link(hit.id))
    reading = getattr(hit, "reading", None)
    cause = cause_of(reader.catalogue.entries.get(hit.id, {}), reading)
    step = first_command(reader, cause) if cause and is_shown(reading, cause) else ""
    return "\n".join(part for part in (step, line) if part)

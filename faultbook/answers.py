"""What an agent or an editor is told: the card that a reader gets, and the same as data. Small, and never a guess."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from faultbook import matcher
from faultbook.advice import GRADES, cause_of, first_command, is_shown
from faultbook.cards import BADGES, RECOVERIES, WHICH, Reader, card, choice_card, number_card, word_for
from faultbook.catalogue import Item
from faultbook.finding import answer_in_words, is_found, look_up
from faultbook.names import Named
from faultbook.output import Said
from faultbook.terminal import printable

MAX_TEXT = 4000  # characters of an answer: about a thousand tokens
CUT = "\n…"
MAX_MYTHS = 6
MAX_FOUND = 8


class Told(NamedTuple):
    """An answer: the text to read, and the data."""

    text: str
    data: dict[str, Any]


def of_text(reader: Reader, index: matcher.Index, text: str) -> Told:
    """Return what a message or a log shows, as `faultbook find` says it."""
    answer = look_up(index, [text]).answer()
    data: dict[str, Any] = {"kind": answer.kind, "found": is_found(answer)}
    if answer.best is not None:
        data.update(_about(reader, answer.best.id, answer.best.reading), line=printable(answer.best.line))
    ids = dict.fromkeys(hit.id for hit in answer.others)
    data["also" if answer.best else "candidates"] = [_named(reader, name) for name in ids]
    data["near"] = [_named(reader, name) for name in answer.near]
    if answer.codes:
        data["codes"] = list(answer.codes)
    return Told(_cut(_text_of(answer_in_words(reader, answer))), data)


def of_name(reader: Reader, name: str, named: Named) -> Told:
    """Return what an entry, a status code, a number or a class of exception is."""
    if named.id is not None:
        return Told(_cut(card(reader, named.id)), {"kind": "known", "found": True, **_about(reader, named.id)})
    if named.number is not None:
        codes = [code["name"] for code in reader.catalogue.with_number(named.number)]
        data = {"kind": "number", "found": True, "candidates": [_named(reader, code) for code in codes]}
        return Told(_cut(number_card(reader, named.number, codes)), data)
    if named.called:
        data = {"kind": "words", "found": True, "candidates": [_named(reader, one) for one in named.called]}
        return Told(_cut(choice_card(reader, WHICH, named.called)), data)
    near = [one for one in named.near if one in reader.catalogue.entries or one in reader.catalogue.codes]
    text = reader.words("no entry and no status code is called '{name}'").format(name=printable(name))
    if near:
        text += reader.words("; near it: ") + reader.words(", ").join(near)
    return Told(text, {"kind": "none", "found": False, "near": [_named(reader, one) for one in near]})


def of_list(reader: Reader, ids: Iterable[str]) -> Told:
    """Return entries by title, each with its address."""
    items = [_named(reader, name) for name in ids][:MAX_FOUND]
    lines = [f"{item['title']} ({item['id']})\n  {item['address']}" for item in items]
    return Told("\n".join(lines) or reader.words("No entry has these words."), {"found": bool(items), "entries": items})


def of_myths(reader: Reader, ids: Iterable[str] | None) -> Told:
    """Return what proved false of entries; without entries named: which entries have any, and how many."""
    if ids is None:
        return _myth_counts(reader)
    found = [(name, myth) for name in ids for myth in reader.catalogue.entries[name].get("myths", ())]
    items = [_myth(reader, name, myth) for name, myth in found[:MAX_MYTHS]]
    lines = [f"✗ {item['title']}\n  {item['truth']} ({item['backed_by']})\n  {item['address']}" for item in items]
    nothing = reader.words("No false statement or fix without effect is known here about this.")
    return Told(
        "\n".join(lines) or nothing, {"found": bool(items), "myths": items, "left_out": len(found) - len(items)}
    )


def _myth_counts(reader: Reader) -> Told:
    counts = {name: len(entry.get("myths", ())) for name, entry in reader.catalogue.entries.items()}
    most_first = sorted(filter(counts.get, counts), key=lambda name: -counts[name])
    items = [{"id": name, "title": reader.title(name), "myths": counts[name]} for name in most_first]
    lines = [f"{item['id']}: {item['myths']}" for item in items]
    nothing = reader.words("No false statement or fix without effect is known here about this.")
    return Told("\n".join(lines) or nothing, {"found": bool(items), "entries": items})


def _myth(reader: Reader, name: str, myth: Item) -> dict[str, str]:
    return {
        "title": reader.text(myth["title"]),
        "truth": reader.text(myth["truth"]),
        "backed_by": word_for(reader, GRADES, myth["grade"]),
        "entry": name,
        "address": reader.catalogue.myth_address(name, myth["id"], reader.locale),
    }


def _text_of(said: Said) -> str:
    return said.found or said.besides


def _named(reader: Reader, name: str) -> dict[str, str]:
    return {"id": name, "title": reader.title(name), "address": reader.catalogue.permalink(name, reader.locale)}


def _about(reader: Reader, name: str, reading: Any = None) -> dict[str, Any]:
    """Return the data of an entry or a code: which cause, what to do, what it costs, what backs it."""
    entry = reader.catalogue.entries.get(name)
    if entry is None:
        code = reader.catalogue.codes[name]
        return {**_named(reader, name), "meaning": reader.text(code["meaning"]), "step": reader.text(code["first"])}
    cause = cause_of(entry, reading)
    return {
        **_named(reader, name),
        "verdict": word_for(reader, BADGES, entry["badge"]),
        "recovery": word_for(reader, RECOVERIES, (cause or entry)["recovery"]),
        "cause": cause and _cause(reader, cause, is_certain=is_shown(reading, cause)),
        "step": cause and _step(reader, cause),
        "question": _question(reader, entry) if cause is None else None,
        "causes": [_cause(reader, one) for one in _left(entry, reading)] if cause is None else [],
        "does_not_help": [reader.text(myth["title"]) for myth in entry.get("myths", ()) if myth["kind"] == "dead-end"],
    }


def _left(entry: Item, reading: Any) -> list[Item]:
    """Return the causes that a text shows; where it shows none, those that it does not rule out."""
    causes: list[Item] = entry.get("causes", [])
    shown = [cause for cause in causes if is_shown(reading, cause)]
    return shown or [cause for cause in causes if not reading or cause["id"] not in reading.excluded]


def _cause(reader: Reader, cause: Item, *, is_certain: bool | None = None) -> dict[str, Any]:
    data = {"id": cause["id"], "title": reader.text(cause["title"]), "how_to_tell": reader.text(cause["telltale"])}
    if is_certain is None:
        return {**data, "first_step": first_command(reader, cause)}
    return {**data, "shown_by_the_text": is_certain}


def _step(reader: Reader, cause: Item) -> dict[str, Any] | None:
    if not cause["steps"]:
        return None
    step = cause["steps"][0]
    return {
        "title": reader.text(step["title"]),
        "do": [block["code"] for block in step["do"]] or [reader.text(step["text"])],
        "cost": reader.text(step["cost"]),
        "backed_by": word_for(reader, GRADES, step["grade"]),
    }


def _question(reader: Reader, entry: Item) -> dict[str, Any] | None:
    """Return the first question that tells the causes apart, with the command to run and the cause of each answer."""
    first = next(iter(entry.get("questions") or ()), None)
    if first is None:
        return None
    answers = [{"text": reader.text(one["text"]), "cause": one["cause"]} for one in first["answers"]]
    return {"ask": reader.text(first["ask"]), "run": first["run"] and first["run"]["code"], "answers": answers}


def _cut(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - len(CUT)].rpartition("\n")[0] + CUT

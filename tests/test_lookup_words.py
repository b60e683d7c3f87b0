"""Short forms over our own content: what people type instead of a message is found, in Python and in JavaScript."""

import re
import sys
from pathlib import Path

import pytest
from collected import collected
from lookup_cases import load_cases
from matchers import javascript_matcher

from faultbook.matcher import Index, find
from faultbook.phrases import MAX_FOUND, MAX_SHORT
from generator.render.lookup_records import browser_index

CLASS = re.compile(r"(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*(?:Error|Exception): ")
BUILT_IN = re.compile(r"[A-Z]\w+: ")  # says nothing alone: RuntimeError
MIN_BEGINNING = 4  # words of a message
KNOWN_FORMS = {
    "out of memory": "pytorch/cuda-out-of-memory",
    "device-side assert": "pytorch/device-side-assert",
    "libcudnn.so.9": "cuda/libcudnn-so-missing",
    "显存不足": "pytorch/cuda-out-of-memory",
    "爆显存": "pytorch/cuda-out-of-memory",
    "oom": "pytorch/cuda-out-of-memory",
    "oom 怎么办": "pytorch/cuda-out-of-memory",
}


@pytest.fixture(scope="module")
def document():
    return collected(Path(__file__).parents[1] / "content").lookup()


@pytest.fixture(scope="module")
def index(document):
    return Index(document)


@pytest.fixture(scope="module")
def javascript(document):
    with javascript_matcher() as ask:
        ask(document=browser_index(document))
        yield lambda texts: ask(texts=texts)


def found_in(answer):
    return [hit["id"] for hit in ([answer["best"]] if answer["best"] else []) + answer["others"]]


def parts_of(wording):
    """The class of a wording, and the words of its message up to the first that differs."""
    matched = CLASS.match(wording)
    name = matched.group() if matched else ""
    return name, wording[len(name) :].split("<")[0].split()


def beginnings(document):
    """Each beginning of a first wording's message, with the entries whose first wording begins so."""
    shared = {}
    for entry in document["entries"]:
        _class, words = parts_of(entry["symptom"])
        for count in range(MIN_BEGINNING, len(words) + 1):
            shared.setdefault(" ".join(words[:count]), []).append(entry["id"])
    shared = {text: ids for text, ids in shared.items() if not text.startswith("[")}  # as a line of a program does
    return {text: ids for text, ids in shared.items() if len(ids) <= MAX_FOUND and len(text) <= MAX_SHORT}


def classes(document):
    shared = {}
    for entry in document["entries"]:
        name, _words = parts_of(entry["symptom"])
        if name and not BUILT_IN.fullmatch(name):
            shared.setdefault(name.removesuffix(": "), []).append(entry["id"])
    return {name: ids for name, ids in shared.items() if len(ids) <= MAX_FOUND}


def titles_and_words(document):
    return {
        text: [entry["id"]]
        for entry in document["entries"]
        for text in (*entry["title"].values(), *(text for texts in entry["words"].values() for text in texts))
    }


@pytest.mark.parametrize("forms", [titles_and_words, beginnings], ids=lambda forms: forms.__name__)
def test_every_entry_is_found_by_its_titles_and_what_people_call_it_and_how_its_message_begins(
    forms, document, index, javascript
):
    asked = forms(document)
    assert len(asked) > 100
    answers = [find(text, index).as_json() for text in asked]
    missing = {
        text: sorted(set(ids) - set(found_in(answer)))
        for (text, ids), answer in zip(asked.items(), answers, strict=True)
        if not set(ids) <= set(found_in(answer))
    }
    assert missing == {}
    assert javascript(list(asked)) == answers


def test_an_entry_is_found_by_the_class_of_its_error_where_it_is_not_everywhere(document, index):
    wrappers = {signature for marker in document["wrappers"] for signature in marker["signatures"]}
    for name, ids in classes(document).items():
        answer = find(name, index).as_json()
        assert set(ids) <= set(found_in(answer)) or name in wrappers or answer["kind"] == "wrapper", name


@pytest.mark.parametrize("text", KNOWN_FORMS)
def test_what_was_typed_in_trials_is_found(text, index):
    assert KNOWN_FORMS[text] in found_in(find(text, index).as_json())


def test_hardly_a_line_of_a_log_is_taken_for_another_error(index, capsys):
    about = {}  # each short line → what the texts are about in which it stands
    for case in load_cases():
        for line in {line.strip() for line in case.text.split("\n")}:
            if 0 < len(line) <= MAX_SHORT:
                about.setdefault(line, set()).add(case.expect)
    led = {line: find(line, index) for line in about}
    led = {line: found_in(answer.as_json()) for line, answer in led.items() if answer.kind == "words"}
    wrong = [line for line, ids in led.items() if not about[line] & {found.rpartition("/")[2] for found in ids}]
    with capsys.disabled():
        sys.stdout.write(
            f"\n{len(about)} short lines of real logs: {len(led)} taken for the name of an error, "
            f"{len(wrong)} for that of another one\n"
        )
    assert len(about) > 2000
    assert len(wrong) / len(about) < 0.01


def test_no_text_of_the_evaluation_set_without_an_entry_is_taken_for_a_short_form(index):
    led = [case.id for case in load_cases() if case.expect == "none" and find(case.text, index).kind == "words"]
    assert led == []

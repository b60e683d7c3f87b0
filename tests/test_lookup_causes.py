"""Which cause a text shows, over the cases of the evaluation set that name one (`cause:` in their header).

`python -m pytest -n 0 tests/test_lookup_causes.py` prints what each case that is not right shows instead; for one text,
`faultbook find FILE --json`.
"""

import json
import sys
from pathlib import Path

import pytest
from lookup_cases import ASK, CauseFigures, judge_cause, load_cases

from faultbook.matcher import Index, find
from generator.build import judged_catalogue
from generator.content.loader import load_content
from generator.content.lookup_cases import load_cases as cases_of_content
from generator.render.addresses import Addresses
from generator.render.lookup import browser_index, lookup_document

CONTENT = Path(__file__).parents[1] / "content"
KNOWN = [case for case in load_cases() if case.cause]


@pytest.fixture(scope="module")
def document():
    catalogue = judged_catalogue(load_content(CONTENT))
    return json.loads(json.dumps(lookup_document(catalogue, Addresses(catalogue.site))))


@pytest.fixture(scope="module")
def index(document):
    return Index(document)


def test_the_right_cause_is_shown_or_the_right_question_is_asked(document, index, capsys):
    answers = {case.id: find(case.text, index) for case in KNOWN}
    words = {case.id: judge_cause(case, answers[case.id], document) for case in KNOWN}
    figures = CauseFigures(len(KNOWN), *map(list(words.values()).count, ("right", "wrong")))
    told = [
        f"  {words[case.id]}: {case.id}: {case.cause}, but {_shown(answers[case.id])}"
        for case in KNOWN
        if words[case.id] != "right"
    ]
    with capsys.disabled():
        sys.stdout.write("\n".join(["", str(figures), *told, ""]))
    assert figures.right_share >= 0.95
    assert figures.wrong_share <= 0.02


def _shown(answer):
    if answer.best is None or answer.best.reading is None:
        return answer.kind
    reading = answer.best.reading
    return f"{answer.best.id} shows {list(reading.shown)}, rules out {list(reading.excluded)}"


@pytest.mark.parametrize("case", KNOWN, ids=lambda case: case.id)
def test_a_case_names_a_cause_of_its_entry(case, document):
    causes = {entry["name"]: {cause["id"] for cause in entry["causes"]} for entry in document["entries"]}
    assert case.cause in {ASK, *causes[case.expect]}


def test_the_checks_are_told_which_causes_the_cases_show():
    told = cases_of_content(CONTENT).causes
    assert {(expect, cause) for expect, causes in told.items() for cause in causes} == {
        (case.expect, case.cause) for case in KNOWN if case.cause != ASK
    }


def test_the_browser_reads_the_same_from_less(document, index):
    small = Index(json.loads(json.dumps(browser_index(document))))
    assert [find(case.text, small) for case in KNOWN] == [find(case.text, index) for case in KNOWN]

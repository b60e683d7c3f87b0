"""Conditions on numbers: one set of cases for Python and JavaScript, and agreement of both on random ones."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from matchers import FOLDER, javascript_matcher

from faultbook.conditions import MAX_LENGTH, ConditionError, parse

SHARED = json.loads((FOLDER / "conditions.json").read_text(encoding="utf-8"))


def judged(condition, numbers):
    """What agreement.js says of a condition, from Python."""
    try:
        return parse(condition).holds(numbers)
    except ConditionError as error:
        return [error.column, str(error)]


@pytest.fixture(scope="module")
def javascript():
    with javascript_matcher() as ask:
        yield ask


@pytest.mark.parametrize("case", SHARED["holds"], ids=lambda case: case["condition"][:40])
def test_a_condition_holds_or_does_not_or_cannot_be_known(case, javascript):
    assert parse(case["condition"]).holds(case["numbers"]) is case["holds"]
    assert javascript(conditions=[[case["condition"], case["numbers"]]]) == [case["holds"]]


@pytest.mark.parametrize("case", SHARED["errors"], ids=lambda case: case["condition"][:40])
def test_what_is_no_condition_is_refused_with_its_place(case, javascript):
    with pytest.raises(ConditionError) as refused:
        parse(case["condition"])
    assert refused.value.column == case["column"]
    assert javascript(conditions=[[case["condition"], {}]]) == [[case["column"], str(refused.value)]]


def test_a_condition_names_the_numbers_that_it_needs():
    assert parse("allocated + tried > 0.9 * total and not free > 1 GiB").names == {
        "allocated",
        "tried",
        "total",
        "free",
    }


NAMES = ("a", "b", "tried", "gib")
ATOMS = st.sampled_from((*NAMES, "0", "1", "2.5", "1e9", "1e308", "3 GiB", "2kb", "5 bytes"))
NUMBERS = st.recursive(
    ATOMS,
    lambda part: st.one_of(
        st.tuples(part, st.sampled_from("+-*/"), part).map(" ".join), part.map(lambda inner: f"({inner})")
    ),
    max_leaves=5,
)
COMPARED = st.tuples(NUMBERS, st.sampled_from(("<", ">", "<=", ">=", "==", "!=")), NUMBERS).map("".join)
TRUTHS = st.recursive(
    COMPARED,
    lambda part: st.one_of(
        st.tuples(part, st.sampled_from(("and", "or")), part).map(" ".join),
        part.map(lambda inner: f"not {inner}"),
        part.map(lambda inner: f"({inner})"),
    ),
    max_leaves=4,
)
PIECES = st.sampled_from(
    (*NAMES, "and", "or", "not", "(", ")", "<", ">=", "==", "+", "/", "1", "2.", "GiB", " ", "é", "😀")
)
CONDITIONS = st.one_of(TRUTHS, TRUTHS, st.lists(PIECES, max_size=8).map(" ".join), st.text(max_size=8))
VALUES = st.dictionaries(st.sampled_from(NAMES), st.sampled_from((0.0, 1.0, 2.5, 2.0**30, 1e308)))
BATCH = 100


@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(CONDITIONS, VALUES), min_size=BATCH, max_size=BATCH))
def test_python_and_javascript_agree_on_5_000_random_conditions(javascript, asked):
    theirs = javascript(conditions=asked)
    for (condition, numbers), answer in zip(asked, theirs, strict=True):
        assert judged(condition, numbers) == answer, (condition, numbers)


def test_a_condition_that_is_too_long_is_refused_at_once(javascript):
    for condition in ("a > 1 or " * 100_000 + "b > 2", "(" * 100_000):
        answer = judged(condition, {})
        assert answer[0] == MAX_LENGTH + 1
        assert javascript(conditions=[[condition, {}]]) == [answer]

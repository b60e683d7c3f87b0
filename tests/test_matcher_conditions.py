"""Conditions on numbers: one set of cases for Python and JavaScript, and agreement of both on random ones."""

import json
import random

import pytest
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
ATOMS = (*NAMES, "0", "1", "2.5", "1e9", "1e308", "3 GiB", "2kb", "5 bytes")
COMPARISONS = ("<", ">", "<=", ">=", "==", "!=")
PIECES = (*NAMES, "and", "or", "not", "(", ")", "<", ">=", "==", "+", "/", "1", "2.", "GiB", " ", "é", "😀")
LETTERS = "ab01.<=(+- \t\0\u2028\u0661²"
VALUES = (0.0, 1.0, 2.5, 2.0**30, 1e308)
BATCH = 100
BATCHES = 200


def number(chance, depth=3):
    """Return a random expression."""
    form = chance.choice(("atom", "sum", "brackets")) if depth else "atom"
    if form == "atom":
        return chance.choice(ATOMS)
    if form == "brackets":
        return f"({number(chance, depth - 1)})"
    return f"{number(chance, depth - 1)} {chance.choice('+-*/')} {number(chance, depth - 1)}"


def truth(chance, depth=3):
    """Return a random condition."""
    form = chance.choice(("compared", "both", "not", "brackets")) if depth else "compared"
    if form == "compared":
        return f"{number(chance)}{chance.choice(COMPARISONS)}{number(chance)}"
    if form == "both":
        return f"{truth(chance, depth - 1)} {chance.choice(('and', 'or'))} {truth(chance, depth - 1)}"
    return f"not {truth(chance, depth - 1)}" if form == "not" else f"({truth(chance, depth - 1)})"


def letter(chance):
    """Return a letter that means something in a condition, or any."""
    any_other = chr(chance.choice((chance.randrange(0xD800), chance.randrange(0xE000, 0x110000))))
    return chance.choice((any_other, *LETTERS))


def any_condition(chance):
    """Return a condition or something like one."""
    form = chance.choice(("truth", "truth", "pieces", "letters"))
    if form == "truth":
        return truth(chance)
    several = chance.randint(0, 8)
    if form == "pieces":
        return " ".join(chance.choices(PIECES, k=several))
    return "".join(letter(chance) for _letter in range(several))


def test_python_and_javascript_agree_on_20_000_random_conditions(javascript):
    chance = random.Random()  # others each time: the condition itself is what is needed to see it again
    for _batch in range(BATCHES):
        asked = [
            (any_condition(chance), {name: chance.choice(VALUES) for name in NAMES if chance.random() < 0.5})
            for _condition in range(BATCH)
        ]
        for (condition, numbers), answer in zip(asked, javascript(conditions=asked), strict=True):
            assert judged(condition, numbers) == answer, (condition, numbers)


def test_a_condition_that_is_too_long_is_refused_at_once(javascript):
    for condition in ("a > 1 or " * 100_000 + "b > 2", "(" * 100_000):
        answer = judged(condition, {})
        assert answer[0] == MAX_LENGTH + 1
        assert javascript(conditions=[[condition, {}]]) == [answer]

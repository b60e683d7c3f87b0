"""How errors relate: what counts as one relation, which errors stand together, and in what order."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.content.model import Relation
from generator.judge.relations import LARGEST, groups, lined_up, links_between, neighbours

NAMES = [f"a/{letter}" for letter in "abcdefghij"]
PAIRS = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)).filter(lambda pair: pair[0] != pair[1]))


def relation(target, kind):
    return Relation(id=target, kind=kind, text={"en": f"to {target}", "zh": f"到 {target}"})


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ({"a": [relation("b", "leads-to")]}, [("a", "b", "leads-to", ["a"])]),
        ({"a": [relation("b", "caused-by")]}, [("b", "a", "leads-to", ["a"])]),
        (
            {"a": [relation("b", "leads-to")], "b": [relation("a", "caused-by")]},
            [("a", "b", "leads-to", ["a", "b"])],
        ),
        (
            {"a": [relation("b", "leads-to")], "b": [relation("a", "leads-to")]},
            [("a", "b", "leads-to", ["a"]), ("b", "a", "leads-to", ["b"])],
        ),
        (
            {"b": [relation("a", "confused-with")], "a": [relation("b", "confused-with")]},
            [("a", "b", "confused-with", ["b", "a"])],
        ),
        (
            {"a": [relation("b", "confused-with"), relation("b", "leads-to")]},
            [("a", "b", "confused-with", ["a"]), ("a", "b", "leads-to", ["a"])],
        ),
        ({"a": []}, []),
    ],
)
def test_what_two_entries_say_of_each_other_is_one_relation(stated, expected):
    found = links_between(stated)

    assert [(link.first, link.second, link.kind, [who for who, _said in link.said]) for link in found] == expected


def test_two_knots_with_one_link_between_them_are_two_groups():
    knots = [[f"{knot}{number}" for number in range(4)] for knot in "xy"]
    pairs = [(a, b) for names in knots for a in names for b in names if a < b]

    assert groups(neighbours([*pairs, ("x0", "y0")])) == [frozenset(knots[0]), frozenset(knots[1])]


def test_the_larger_group_comes_first():
    found = groups(neighbours([("a", "b"), ("m", "n"), ("n", "o"), ("m", "o")]))

    assert [sorted(names) for names in found] == [["m", "n", "o"], ["a", "b"]]


def test_a_group_too_large_to_draw_is_parted_again():
    rng = random.Random(7)
    names = [f"n{number:03}" for number in range(150)]
    found = groups(neighbours((rng.choice(names), rng.choice(names[:75])) for _ in range(400)))

    assert max(len(group) for group in found) <= LARGEST
    assert len(found) > 150 / LARGEST


@given(PAIRS)
def test_everyone_stands_in_one_group_and_the_order_of_pairs_does_not_matter(pairs):
    found = groups(neighbours(pairs))

    assert sorted(name for group in found for name in group) == sorted({name for pair in pairs for name in pair})
    assert groups(neighbours(reversed([pair[::-1] for pair in pairs]))) == found


@given(PAIRS)
def test_lining_up_keeps_every_name_and_lengthens_nothing(pairs):
    graph = neighbours(pairs)
    order = lined_up(graph, graph)

    def length(names):
        at = {name: place for place, name in enumerate(names)}
        return sum(abs(at[first] - at[second]) for first in graph for second in graph[first])

    assert sorted(order) == sorted(graph)
    assert length(order) <= length(sorted(graph))


def test_a_chain_is_lined_up_link_by_link():
    chain = ["d", "a", "e", "b", "c"]
    graph = neighbours(pairwise(chain))

    assert lined_up(graph, graph) in (chain, chain[::-1])

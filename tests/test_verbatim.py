"""Signatures: literal text in which `*` stands for anything."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.judge.literal_match import matches, pieces_of, squeeze

# Few characters, so that pieces meet, repeat and overlap.
TEXT = st.text(alphabet="ab* \n\t\r.显", max_size=24)


@pytest.mark.parametrize(
    ("text", "squeezed"),
    [
        ("", ""),
        (" \t\r\n ", ""),
        ("a  b", "a b"),
        ("\n a\r\n\tb ", "a b"),
        ("a\u00a0 \u00a0b\x0bc\u3000d", "a\u00a0 \u00a0b\x0bc\u3000d"),
    ],
    ids=["empty", "blank", "two blanks", "wrapped lines", "other spaces are text"],
)
def test_runs_of_ascii_white_space_become_one_space(text, squeezed):
    assert squeeze(text) == squeezed


@pytest.mark.parametrize(
    ("signature", "pieces"),
    [
        ("", []),
        ("*", []),
        ("* **", []),
        ("cuDNN error", ["cuDNN error"]),
        ("a * b", ["a", "b"]),
        ("*a**b*", ["a", "b"]),
        ("out of\n  memory*tried", ["out of memory", "tried"]),
    ],
)
def test_the_pieces_are_what_stands_between_the_stars(signature, pieces):
    assert pieces_of(signature) == pieces


@pytest.mark.parametrize(
    ("signature", "text"),
    [
        ("out of memory", "RuntimeError: CUDA out of memory. Tried to allocate 2 GiB"),
        ("CUDA*memory", "CUDA error: out of memory"),
        ("CUDA*memory", "CUDA memory"),
        ("CUDA*memory", "CUDAmemory"),
        ("a*a", "aa"),
        ("out of memory", "out\n   of\tmemory"),
        ("out\nof memory", "out of memory"),
        ("a.c[0]+(x)?", "a.c[0]+(x)?"),
        ("显存*不足", "显存已经不足"),
        ("(*)", "launch failure : input shape ([2,3])"),
    ],
)
def test_a_signature_matches(signature, text):
    assert matches(signature, text)


@pytest.mark.parametrize(
    ("signature", "text"),
    [
        ("", ""),
        ("", "anything"),
        ("*", "anything"),
        (" * ", "anything"),
        ("out of memory", ""),
        ("out of memory", "Out of memory"),
        ("a*b", "b a"),
        ("aba*aba", "ababa"),
        ("a*a", "a"),
        ("a.c", "abc"),
        ("ab", "a b"),
        ("a b", "a\u00a0b"),
    ],
    ids=repr,
)
def test_a_signature_does_not_match(signature, text):
    assert not matches(signature, text)


def test_matching_stays_linear():
    started = time.perf_counter()
    assert not matches("a*" * 2_000 + "b", "a" * 1_000_000)
    assert not matches("ab*" * 2_000 + "c", "ab" * 500_000)
    assert time.perf_counter() - started < 2


@given(TEXT)
def test_squeezing_twice_is_squeezing_once(text):
    assert squeeze(squeeze(text)) == squeeze(text)


@given(TEXT, TEXT)
def test_it_is_what_a_regular_expression_would_find(signature, text):
    pattern = ".*".join(map(re.escape, pieces_of(signature)))
    found = bool(pattern) and re.search(pattern, squeeze(text), re.DOTALL) is not None
    assert matches(signature, text) == found


@given(TEXT, TEXT, TEXT, TEXT)
def test_more_text_around_and_other_wrapping_change_nothing(signature, text, before, after):
    if matches(signature, text):
        assert matches(signature, f"{before} {text} {after}")
        assert matches(signature, text.replace(" ", "\r\n  "))
        assert matches(f"*{signature}*", text)


@given(st.lists(TEXT, min_size=1, max_size=5))
def test_a_text_is_found_by_what_is_left_when_parts_become_stars(parts):
    signature, text = "*".join(parts[::2]), " ".join(parts)
    assert matches(signature, text) == bool(pieces_of(signature))

"""The matcher: one set of cases for Python and JavaScript, agreement of both on random texts, hostile texts."""

import json
import subprocess

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from matchers import FOLDER, javascript_matcher
from web import NODE

from faultbook.matcher import Index, find
from faultbook.signatures import MAX_SPANS

SHARED = json.loads((FOLDER / "shared.json").read_text(encoding="utf-8"))
INDEX = Index(SHARED["document"])


@pytest.mark.parametrize("case", SHARED["cases"], ids=lambda case: case["name"])
def test_a_text_gets_the_answer_of_the_shared_cases(case):
    answer = find(case["text"], INDEX).as_json()
    best = answer["best"] or {}
    told = {
        **answer,
        **{key: best.get(key) for key in ("id", "line", "signature", "code", "reading")},
        "others": [hit["id"] for hit in answer["others"]],
    }
    assert {key: told[key] for key in case["expected"]} == case["expected"]


def test_what_only_words_of_a_line_show_is_said_to_nobody_who_did_not_ask():
    guess = find("the loader cannot open libcudart, so it stops", INDEX)
    assert guess.best.id == "cuda/cudart-so-missing"
    assert guess.by_wording is None
    sure = find("libcudart.so.12: cannot open shared object file", INDEX)
    assert sure.by_wording == sure.best != guess.best


def test_javascript_gives_the_same_answers_to_the_shared_cases():
    command = [NODE, "--test", str(FOLDER / "matcher.test.js")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    assert f"# pass {len(SHARED['cases'])}" in done.stdout or f"ℹ pass {len(SHARED['cases'])}" in done.stdout


def _signatures():
    document = SHARED["document"]
    for kind in ("entries", "codes", "wrappers", "foreign"):
        for item in document[kind]:
            yield from (*item["signatures"], *item.get("shared", ()))
    yield from document["ignore"]
    yield from (item["before"] + "77" + item["after"] for item in document["numbered"])


def _phrases():
    """What else of an entry is sought in a text: numbers in their wordings, telltales, and what people call it."""
    for number in NUMBERS:
        yield from (f"Process {pid} has {number} memory in use. " for pid in ("12", "3456", "1.5"))
        yield f"Including non-PyTorch memory, this process has {number} memory in use. "
    for entry in SHARED["document"]["entries"]:
        for pattern in (pattern for patterns in entry.get("numbers", {}).values() for pattern in patterns):
            yield from (pattern.replace("<number>", number) for number in NUMBERS)
        for cause in entry.get("causes", ()):
            yield from (sign["text"] for sign in (*cause["shows"], *cause["never"]) if sign["text"])
        for texts in (*entry.get("words", {}).values(), entry.get("title", {}).values()):
            yield from texts


NUMBERS = ("2.00 GiB", "1 GiB", "1,024.5 MiB", "512 bytes", "3", "0.5 KB", "20 M\niB", "1.\n5 GiB", "12 3", "1.2.3")
SIGNATURES = sorted(set(_signatures()))
PHRASES = sorted(set(_phrases()))
MARKS = [
    *("\x1b[31m", "\x1b[0m", "\x1b]8;;x\x07", "\x1b", "\\x1b[1m", "[0m", "\n", "\r\n", "\r", "  ", "\t", "│", " |\n| "),
    *("：", "，", "“", "「", "。", "\ufeff", "\u200b", "\u00ad", "\u2028", "\x85", "\\n", '\\"', "&quot;", "&lt;", "&"),
    *("[rank1]: ", "[rank0]: ", "3: ", "(pid=12) ", "[1,2]<stderr>:", "2024-01-02 03:04:05,678 ", "api-1 | ", "> "),
    *(
        "77",
        "700",
        "79",
        ")",
        ",",
        "xid ",
        "error ",
        "code ",
        "错误",
        "😀",
        "\ud800",
        "é",
        "İ",
        "K",
        "ß",
        "_",
        "x",
        "*",
    ),
    *("cuInit", "cudaMalloc ", " failed: ", "returned ", "()", " status ", "exit ", "NCCL ", "WARN "),
    *("RuntimeError: ", "W0102 ", "Warning", "what(): ", "E "),
    *("C:", "\\", "\\torch", "\\nn", "\\users", "\\\\nvidia", ".py", "**", "**_", "_**", "_ "),
]
PARTS = st.one_of(
    st.sampled_from(SIGNATURES),
    st.sampled_from(PHRASES),
    st.tuples(st.sampled_from(SIGNATURES), st.integers(0, 60), st.integers(0, 60)).map(
        lambda given: given[0][min(given[1:]) : max(given[1:])]
    ),
    st.sampled_from(MARKS),
    st.text(max_size=6),
)
SHORT = st.lists(st.sampled_from([*PHRASES, "error", "怎么办", "了", "how to", "ValueError", "x"]), max_size=3)
TEXT = st.one_of(
    st.lists(PARTS, max_size=12).map("".join), SHORT.map(" ".join), st.text(alphabet=st.characters(), max_size=40)
)
BATCH = 100


@pytest.fixture(scope="module")
def javascript():
    with javascript_matcher() as ask:
        ask(document=SHARED["document"])
        yield ask


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(TEXT, min_size=BATCH, max_size=BATCH))
def test_python_and_javascript_agree_on_20_000_random_texts(javascript, texts):
    theirs = javascript(texts=texts)
    for text, answer in zip(texts, theirs, strict=True):
        assert find(text, INDEX).as_json() == answer, text


ALMOST = "CUDA out of memory. Tried to allocate has a total capacity "


@pytest.mark.parametrize(
    "text",
    [
        "a" * 5_000_000,
        "\\n" * 1_000_000,
        "\\na" * 500_000,
        "_ " + "_" * 1_000_000 + " _",
        "\x1b]" * 500_000,
        "\x1b[" + "1;" * 1_000_000,
        "[" + "1;" * 1_000_000,
        "(" + "pid=" * 500_000,
        "a.b." * 1_000_000,
        "\\" * 2_000_000,
        "& " * 1_000_000,
        "[rank1]: x\n" * 200_000,
        "".join(f"[rank{number}]: step {number}\n" for number in range(100_000)),
        ALMOST * 50_000,
        (ALMOST + "\n") * 50_000,
        (ALMOST + "2.00 GiB of which 1 GiB is free, and ") * 50_000,
        ALMOST + "1,2.3" * 1_000_000,
        "Process " * 500_000 + ALMOST,
        "block: [0], thread: [1] Assertion `" * 50_000,
        "NVRM: Xid (PCI:0): " * 100_000,
        "cuda runtime error (" * 100_000,
        "successful NUMA node read from SysFS had negative value CUDA error: out of memory " * 20_000,
        "CUDNN_STATUS_BAD_PARAM" * 100_000,
        "，" * 1_000_000,
        "😀" * 500_000,
    ],
    ids=lambda text: repr(text[:24]),
)
def test_a_hostile_text_is_answered(text, javascript):
    """That it is answered in time shows in `benchmarks/lookup.py`; a step that is not linear would not end here."""
    answer = find(text, INDEX)
    assert javascript(texts=[text]) == [answer.as_json()]


def test_a_message_that_stands_too_often_is_still_found_first():
    text = "CUDA error: out of memory\n" * (MAX_SPANS + 10)
    assert find(text, INDEX).best.id == "pytorch/cuda-out-of-memory"


def test_no_signature_is_filed_under_a_crowded_window_while_it_has_another():
    made = [
        {"id": f"a/{number}", "signatures": [f"CUDA error: word{number:04} fails"], "aliases": []}
        for number in range(500)
    ]
    index = Index({**SHARED["document"], "entries": made})
    assert max(map(len, index.wide.filed.values())) < 150
    assert find("RuntimeError: CUDA error: word0123 fails", index).best.id == "a/123"

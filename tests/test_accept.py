"""`generator accept`: an observation becomes the expectation of its claim, and nothing else in the file changes."""

import codecs
import difflib
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from recorded import CLEAN, CPU, ENTRY, H200, WORD, commit, evidence_of, generator, raised

from generator.content.edit import applied, is_flow, set_key
from generator.content.model import Rule
from generator.content.positions import read_tree
from generator.evidence.records import Outcome
from generator.judge.describe import in_yaml
from generator.judge.literal_match import matches
from generator.recorded.acceptance import common_message, expectation_of

PATH = Path("content/entries") / ENTRY / "entry.yaml"
BELOW = {
    "reproduce": "    snippet: reproduce.py\n",
    "workaround": "    snippet: workaround.py\n",
    "dead_end": "    snippet: dead_end.py\n",
}
CLAIMS = {"reproduce": "reproduce word", "workaround": "workaround check-digits", "dead_end": "dead-end strip"}


@pytest.fixture
def root(good_content, tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    good_content(tmp_path)
    return Path("content")


def died(signal: str) -> dict:
    return {"exit_code": None, "signal": signal, "reported": False}


def hung(seconds: float) -> dict:
    return {**died("SIGKILL"), "timed_out": True, "seconds": seconds}


def text() -> str:
    return PATH.read_bytes().decode()


def change(old: str, new: str) -> None:
    assert old in text()
    PATH.write_bytes(text().replace(old, new).encode())


# --- what is written ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seen", "line"),
    [
        (raised("no such thing", "RuntimeError"), '{raises: [RuntimeError], message: "no such thing"}'),
        (raised("out of it", "torch.cuda.OutOfMemoryError"), '{raises: [OutOfMemoryError], message: "out of it"}'),
        (raised("first\nsecond"), '{raises: [ValueError], message: "first"}'),
        (raised("\n  indented"), '{raises: [ValueError], message: "indented"}'),
        (raised(""), "{raises: [ValueError]}"),
        (raised("*"), "{raises: [ValueError]}"),
        (raised("2 * 3 is 0x7f00"), '{raises: [ValueError], message: "2 * 3 is 0x7f00"}'),
        (
            raised("""say "no": # {a: [1]} \\d 'x' 错"""),
            r"""{raises: [ValueError], message: "say \"no\": # {a: [1]} \\d 'x' 错"}""",
        ),
        (raised("\x1b[31mred \u2028end"), '{raises: [ValueError], message: "*[31mred"}'),
        (raised("off", "yes.No"), '{raises: ["No"], message: "off"}'),
        ({"exit_code": 3}, "{exits: 3}"),
        ({"exit_code": 134, "reported": False}, "{exits: 134}"),
        (died("SIGSEGV"), "{exits: SIGSEGV}"),
        (hung(60.02), "{hangs: 60}"),
        (hung(900.5), "{hangs: 600}"),
        ({"device_sync": 0, "exit_code": 7}, "{exits: 7}"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_was_seen_becomes_what_is_expected(root, seen, line):
    before = text()
    commit(root, evidence_of(root, reproduce=seen))
    done = generator("accept", ENTRY)
    assert (done.exit_code, done.stderr) == (0, "")
    new = f"{BELOW['reproduce']}    expect: {line}\n"
    assert text() == before.replace(BELOW["reproduce"], new)
    assert f"+    expect: {line}\n" in done.stdout
    assert generator("evidence", "diff", CPU.id, CPU.id, "--all").stdout.count("reproduce word: confirmed\n") == 1
    assert generator("accept", ENTRY).exit_code == 3


def test_a_dead_end_that_runs_clean_and_asserts_the_harm_completes(root):
    (root / f"entries/{ENTRY}/dead_end.py").write_text("assert not ' word '.isdigit()\n")
    before = text()
    commit(root, evidence_of(root, dead_end={}))
    assert generator("accept", ENTRY).exit_code == 0
    assert text() == before.replace(BELOW["dead_end"], f"{BELOW['dead_end']}    expect: completes\n")


def test_all_contradicted_claims_of_an_entry_are_written_at_once_and_shown_as_a_diff(root):
    before = text()
    commit(root, evidence_of(root, reproduce={"exit_code": 3}, dead_end=died("SIGABRT")))
    done = generator("accept", ENTRY)
    assert done.exit_code == 0
    after = text()
    assert after == before.replace(BELOW["reproduce"], f"{BELOW['reproduce']}    expect: {{exits: 3}}\n").replace(
        BELOW["dead_end"], f"{BELOW['dead_end']}    expect: {{exits: SIGABRT}}\n"
    )
    lines = [one.splitlines(keepends=True) for one in (before, after)]
    assert done.stdout == "".join(difflib.unified_diff(*lines, f"a/{PATH}", f"b/{PATH}"))


@pytest.mark.parametrize(
    ("differing", "options", "code", "written"),
    [
        ({}, [], 3, 0),
        ({"claim": raised(WORD)}, [], 3, 0),
        ({"claim": raised(WORD)}, ["--claim", "only-words"], 0, 1),
        ({"reproduce": {**raised(WORD), "repeats": [CLEAN]}}, [], 3, 0),
        ({"reproduce": {**raised(WORD), "repeats": [{**CLEAN, **raised("x y")}]}}, [], 3, 0),
        ({"reproduce": {**raised(WORD), "repeats": [{**CLEAN, **raised("base")}]}}, ["--claim", "word"], 0, 1),
        ({"reproduce": raised("other"), "dead_end": raised("other")}, ["--claim", "word"], 0, 1),
        ({"reproduce": raised("other")}, ["--claim", "strip"], 3, 0),
        ({}, ["--claim", "word"], 3, 0),
        ({"workaround": raised("other")}, ["--claim", "check-digits"], 0, 1),
    ],
)
def test_only_contradictions_are_accepted_unless_a_claim_is_named(root, differing, options, code, written):
    before = text()
    commit(root, evidence_of(root, **differing))
    done = generator("accept", ENTRY, *options)
    assert done.exit_code == code
    assert done.stdout.count("\n+ ") == written
    assert len(set(text().splitlines()) - set(before.splitlines())) == written
    if code == 3:
        assert done.stderr == f"no claim of {ENTRY} is contradicted by a run of its present program\n"


def test_a_stale_run_is_not_accepted(root):
    commit(root, evidence_of(root, reproduce={"exit_code": 3}))
    (root / f"entries/{ENTRY}/reproduce.py").write_text('int("words")\n')
    assert generator("accept", ENTRY).exit_code == 3


# --- what is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("differing", "options", "words"),
    [
        ({"reproduce": {}}, [], "reproduce word: it ran to its end, so the entry's text must change"),
        ({"reproduce": {}}, ["--claim", "word"], "(status: no-longer-raised)"),
        ({"workaround": raised("other")}, [], "workaround check-digits: it did not run clean, so it cures nothing"),
        ({"dead_end": {"device_sync": 700}}, [], "dead-end strip: the device was left with an error"),
        ({"reproduce": {"exit_code": 3, "repeats": [{**CLEAN, "exit_code": 4}]}}, [], "its runs exit with 3, 4"),
        ({"reproduce": {**raised("other"), "repeats": [{**CLEAN, "exit_code": 4}]}}, [], "(exits, raises): name one"),
    ],
)
def test_what_no_expectation_can_set_right_is_refused(root, differing, options, words):
    before = text()
    commit(root, evidence_of(root, **differing))
    done = generator("accept", ENTRY, *options)
    assert (done.exit_code, done.stdout) == (1, "")
    assert words in done.stderr
    assert done.stderr.startswith(f"refused: {ENTRY} ")
    assert text() == before


def test_what_is_refused_does_not_keep_the_rest_from_being_written(root):
    commit(root, evidence_of(root, reproduce={}, dead_end={"exit_code": 3}))
    done = generator("accept", ENTRY)
    assert done.exit_code == 0
    assert done.stderr.startswith(f"refused: {ENTRY} reproduce word: ")
    assert "    expect: {exits: 3}\n" in text()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "  - id: word\n    cause: not-a-number\n    snippet: reproduce.py\n",
            "  - {id: word, cause: not-a-number, snippet: reproduce.py}\n",
        ),
        (
            "reproduce:\n  - id: word\n    cause: not-a-number\n    snippet: reproduce.py\n",
            "reproduce: [{id: word, cause: not-a-number, snippet: reproduce.py}]\n",
        ),
    ],
)
def test_a_claim_in_braces_is_refused_with_the_line_to_write(root, old, new):
    change(old, new)
    before = text()
    commit(root, evidence_of(root, reproduce=raised("other")))
    done = generator("accept", ENTRY)
    assert done.exit_code == 1
    place = before[: before.index("{id: word")].count("\n") + 1
    assert f"it is written in braces ({PATH}:{place}:" in done.stderr
    assert 'write into it by hand: expect: {raises: [ValueError], message: "other"}\n' in done.stderr
    assert text() == before


@pytest.mark.parametrize("expect", ["[{exits: 3}]", '{exits: 3, package: torch, since: "2.5"}'])
def test_an_expectation_for_some_versions_is_left_to_its_author(root, expect):
    change(BELOW["reproduce"], f"{BELOW['reproduce']}    expect: {expect}\n")
    before = text()
    commit(root, evidence_of(root, reproduce={"exit_code": 4}))
    done = generator("accept", ENTRY)
    assert done.exit_code == 1
    assert "write by hand: {exits: 4}" in done.stderr
    assert text() == before


@pytest.mark.parametrize(
    ("differing", "code"),
    [
        ({"dead_end": {}}, "SNIP008"),  # its program asserts nothing
        ({"reproduce": died("SIG42")}, "SNIP010"),  # a signal without a name
    ],
)
def test_a_change_that_breaks_a_rule_is_taken_back_and_the_rule_is_shown(root, differing, code):
    before = PATH.read_bytes()
    commit(root, evidence_of(root, **differing))
    done = generator("accept", ENTRY)
    assert done.exit_code == 1
    assert code in done.stdout
    assert done.stderr == f"Error: with this change {ENTRY} is not valid: the file was left as it was\n"
    assert PATH.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["demo/none"], "there is no entry 'demo/none': name it as <domain>/<slug>"),
        ([ENTRY, "--claim", "words"], "has no claim 'words'; there are: word, check-digits, strip, only-words"),
        ([ENTRY, "--env", "a100"], "no environment is called 'a100'; there are: cpu-torch2.13.0-py312"),
    ],
)
def test_what_is_not_there_is_wrong_usage(root, arguments, words):
    commit(root, evidence_of(root))
    done = generator("accept", *arguments)
    assert done.exit_code == 2
    assert words in done.stderr


def test_content_with_errors_is_mended_first(root):
    commit(root, evidence_of(root, reproduce={"exit_code": 3}))
    change("recovery: none\n", "recovery: later\n")
    before = text()
    assert generator("accept", ENTRY).exit_code == 1
    assert text() == before


# --- several environments and runs -------------------------------------------------------------


def test_the_observations_of_one_environment_can_be_chosen(root):
    commit(root, evidence_of(root, reproduce={"exit_code": 3}), evidence_of(root, H200, reproduce=raised("other")))
    done = generator("accept", ENTRY)
    assert done.exit_code == 1
    assert "its runs end differently (exits, raises): name one environment with --env" in done.stderr
    done = generator("accept", ENTRY, "--env", "h200*")
    assert done.exit_code == 0
    assert '+    expect: {raises: [ValueError], message: "other"}\n' in done.stdout


def test_it_is_told_where_a_claim_that_was_confirmed_is_contradicted_then(root):
    commit(root, evidence_of(root), evidence_of(root, H200, reproduce=raised("other")))
    done = generator("accept", ENTRY)
    assert done.exit_code == 0
    assert done.stderr == f"note: reproduce word was confirmed in {CPU.name}, and is contradicted there now\n"


def test_what_differs_between_environments_becomes_a_wildcard(root):
    words = "CUDA out of memory. Tried to allocate {}. GPU 0 has a total capacity of {} of which"
    in_cpu = raised(words.format("2.00 GiB", "139.80 GiB"), "torch.OutOfMemoryError")
    in_gpu = raised(words.format("20.00 MiB", "79.10 GiB"), "torch.cuda.OutOfMemoryError")
    commit(root, evidence_of(root, reproduce=in_cpu), evidence_of(root, H200, reproduce=in_gpu))
    assert generator("accept", ENTRY).exit_code == 0
    message = "CUDA out of memory. Tried to allocate *. GPU 0 has a total capacity of * of which"
    assert f'    expect: {{raises: [OutOfMemoryError], message: "{message}"}}\n' in text()


@pytest.mark.parametrize(
    ("messages", "common"),
    [
        (["got 3"], "got 3"),
        (["at 0x7f12 in /usr/lib/x.so, 3.5 GiB"], "at 0x7f12 in /usr/lib/x.so, 3.5 GiB"),
        (["got 3", "got 3"], "got 3"),
        (["got 3", "got 4"], "got *"),
        (["at 0x7f12 took 3 ms", "at 0x7f13 took 3 ms"], "at * took *"),
        (["cannot read /tmp/a/b: gone", "cannot read /var/c: gone"], "cannot read *: gone"),
        (["2 GiB of 3.5 GiB used", "200 MiB of 3 GiB used"], "* of * used"),
        (["shape (3, 4) and (5)", "shape (3, 4, 7) and (5)"], "shape (3, 4*) and (5)"),
        (["a b c", "a x c", "a c"], "a *c"),
        (["one", "two"], None),
        (["", "two"], None),
        ([""], None),
        (["*"], None),
    ],
)
def test_what_is_alike_in_all_messages_is_kept(messages, common):
    assert common_message(messages) == common


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), min_size=1, max_size=4))
def test_every_message_meets_what_is_made_of_it_also_after_yaml(messages):
    rule = expectation_of([Outcome.model_validate({**CLEAN, **raised(message)}) for message in messages])
    written = yaml.safe_load(in_yaml(rule))
    assert Rule.model_validate({**written, "raises": tuple(written["raises"])}) == rule
    assert rule.message is None or all(matches(rule.message, message) for message in messages)


# --- the file ----------------------------------------------------------------------------------

# A claim → the same with an expectation; everything else stays, byte by byte.
EDITS = {
    "no expectation": ("- id: a\n  snippet: b.py\n", "- id: a\n  snippet: b.py\n  expect: NEW\n"),
    "no end of line": ("- id: a\n  snippet: b.py", "- id: a\n  snippet: b.py\n  expect: NEW"),
    "CRLF": ("- id: a\r\n  snippet: b.py\r\n", "- id: a\r\n  snippet: b.py\r\n  expect: NEW\r\n"),
    "a comment": ("- snippet: b.py # why\n  id: a\n", "- snippet: b.py # why\n  expect: NEW\n  id: a\n"),
    "no indentation": ("-   snippet: 'b.py'   \n    id: a\n", "-   snippet: 'b.py'   \n    expect: NEW\n    id: a\n"),
    "on the next line": ("- snippet:\n    b.py\n  id: a\n", "- snippet:\n    b.py\n  expect: NEW\n  id: a\n"),
    "a word": ("- snippet: b.py\n  expect:   symptom # why\n", "- snippet: b.py\n  expect:   NEW # why\n"),
    "before": ("- expect: symptom\n  snippet: b.py\n", "- expect: NEW\n  snippet: b.py\n"),
    "braces": ("- snippet: b.py\n  expect: {raises: [A, B]} # c\n", "- snippet: b.py\n  expect: NEW # c\n"),
    "braces on lines": (
        "- expect: {raises: [A,\n     B], # c\n    message: '}'}\n\n  # d\n  snippet: b.py\n",
        "- expect: NEW\n\n  # d\n  snippet: b.py\n",
    ),
    "a block": (
        "- expect:\n    raises: [A]\n    message: x # c\n\n  # d\n  snippet: b.py\n",
        "- expect: NEW # c\n\n  # d\n  snippet: b.py\n",
    ),
    "a block with a folded text": (
        "- snippet: b.py\n  expect:\n    raises:\n      - A\n    message: >-\n      x\n      y\n\n  # d\n  id: a\n",
        "- snippet: b.py\n  expect: NEW\n\n  # d\n  id: a\n",
    ),
    "characters of many bytes": (
        "- id: 错误🔥\n  snippet: b.py # 🔥\n  text: 错\n",
        "- id: 错误🔥\n  snippet: b.py # 🔥\n  expect: NEW\n  text: 错\n",
    ),
    "quoted": ('- snippet: b.py\n  expect: "symptom"\n', "- snippet: b.py\n  expect: NEW\n"),
}


@pytest.mark.parametrize(("before", "after"), EDITS.values(), ids=EDITS)
@pytest.mark.parametrize("around", ["", "# a comment\nfirst: [1, 2]\n\n"])
def test_a_key_is_set_and_all_else_stays_as_it_is(before, after, around):
    line_break = "\r\n" if "\r\n" in before else "\n"
    head = f"{around}claims:\n".replace("\n", line_break)
    tree = read_tree("entry.yaml", (head + before).encode())
    assert tree.problems == []
    assert not is_flow(tree, ("claims", 0))
    assert applied(tree.text, [set_key(tree, ("claims", 0), "expect", "NEW", after="snippet")]) == head + after
    old, new = (yaml.safe_load(head + claims)["claims"][0] for claims in (before, after))
    assert new == {**old, "expect": "NEW"}


def test_a_byte_order_mark_and_comments_stay(root):
    change(BELOW["reproduce"], "    snippet: reproduce.py   # the shortest\n    expect: symptom  # as always\n")
    PATH.write_bytes(codecs.BOM_UTF8 + PATH.read_bytes().replace(b"\n", b"\r\n"))
    before = PATH.read_bytes()
    commit(root, evidence_of(root, reproduce={"exit_code": 3}))
    assert generator("accept", ENTRY).exit_code == 0
    assert PATH.read_bytes() == before.replace(b"expect: symptom  # as", b"expect: {exits: 3}  # as")

"""What a reader's file may hold, and what is done with one that a stranger made for another purpose."""

import copy
import json
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recorded import ENTRY, FACTS, ON_GPU, WORD, commit, evidence_of, generator
from running import here
from test_loader import mutate

from generator.content.loader import Content, load_content
from generator.evidence.records import PROTOCOL, environment_id
from generator.evidence.store import load_evidence
from generator.judge.verdicts import judge_entry
from generator.recorded.contributed import MAX_BYTES, read_contribution
from generator.verify.environments import environment_from

NAME, REFERENCE = "faultbook-first-entry.json", "https://git.example/us/ours/issues/7"
MANY = settings(max_examples=100, deadline=None, database=None)
HERE = {**FACTS, **ON_GPU}
CONTRIBUTED = environment_from({**HERE, "contributed": REFERENCE})


def document(root: Path) -> dict:
    """Return what a reader's run of the good entry gives."""
    snippets = load_content(root).find(ENTRY).snippets
    evidence = evidence_of(root)
    (seen,) = evidence.observations.values()
    observations = [
        {
            "program": snippets[name].digest,
            "observation": {**one.model_dump(mode="json", exclude={"key"}), "date": "2026-11-20"},
        }
        for name, one in seen.items()
    ]
    head = {"contribution": 1, "faultbook": "0.1.0", "site": "https://demo.example/", "entry": ENTRY}
    facts = copy.deepcopy({**HERE, "protocol": PROTOCOL})
    return {**head, "environment": environment_id(HERE), "facts": facts, "observations": observations}


@pytest.fixture
def root(good_content, tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return good_content(tmp_path).relative_to(tmp_path)


def write(told: dict) -> None:
    Path(NAME).write_text(json.dumps(told, indent=1, sort_keys=True))


def take(*more: str):
    return generator("evidence", "import", "--from", NAME, "--contributed", REFERENCE, *more)


def test_it_is_taken_as_an_environment_of_its_own_beside_ours(root):
    ours = environment_from(HERE)
    commit(root, evidence_of(root, ours))
    write(document(root))
    done = take()
    assert (done.exit_code, "4 imported" in done.output) == (0, True), done.output
    evidence = load_evidence(root / "evidence")
    assert evidence.problems == []
    assert set(evidence.environments) == {ours.id, CONTRIBUTED.id}
    assert "contributed" not in (root / f"evidence/environments/{ours.id}.json").read_text()
    (entry,) = load_content(root).entries
    for item in judge_entry(entry, evidence):
        assert [one.environment.contributed for one in item.verdicts] == [None, REFERENCE]
        assert item.verdict.environment == ours
    assert "4 there already" in take().output


def test_two_readers_with_equal_machines_stay_apart(root):
    write(document(root))
    for reference in ("#7", "#8"):
        assert generator("evidence", "import", "--from", NAME, "--contributed", reference).exit_code == 0
    assert {one.contributed for one in load_evidence(root / "evidence").environments.values()} == {"#7", "#8"}


def test_it_is_compared_with_nothing_that_runs_here(root):
    facts = here().environment.model_dump(mode="json", exclude={"format", "id", "name", "contributed"})
    told = {**document(root), "facts": {**facts, "protocol": PROTOCOL}, "environment": here().environment.id}
    write(told)
    assert "4 imported" in take().output
    done = generator("verify", "--compare", "--python", sys.executable)
    assert "nothing is committed of an environment like it" in done.output


def test_a_dry_run_says_what_would_be_taken_and_writes_nothing(root):
    write(document(root))
    done = take("--dry-run")
    assert done.exit_code == 0
    assert f"would take {ENTRY}/reproduce.py in {CONTRIBUTED.name}: ValueError: {WORD}\n" in done.output
    assert not (root / "evidence").exists()


def test_what_a_reader_sent_moves_no_cursor(root):
    told = document(root)
    place = next(n for n, one in enumerate(told["observations"]) if one["observation"]["snippet"] == "reproduce.py")
    raised = told["observations"][place]["observation"]["exception"]
    write(changed(told, f"observations/{place}/observation/exception", {**raised, "line": "\x1b[2J", "message": "x"}))
    for more in ((), ("--dry-run",)):
        done = take(*more)
        assert (done.exit_code, "\\x1b[2J" in done.output, "\x1b" in done.output) == (0, True, False), done.output


# --- used wrongly ----------------------------------------------------------------------------------------


def test_a_readers_file_is_not_taken_without_saying_where_it_came_from(root):
    write(document(root))
    done = generator("evidence", "import", "--from", NAME)
    assert (done.exit_code, (root / "evidence").exists()) == (2, False)
    assert "with --contributed, such as the address of the issue" in done.output


@pytest.mark.parametrize("reference", ["", " ", "a\nb", "javascript:alert(1)<", "https://x/\u001b[2J", "x" * 201])
def test_a_reference_is_an_address_or_a_few_words(root, reference):
    write(document(root))
    done = generator("evidence", "import", "--from", NAME, "--contributed", reference)
    assert (done.exit_code, (root / "evidence").exists()) == (2, False)


def test_other_files_cannot_be_marked_as_contributed(root):
    commit(root, evidence_of(root))
    before = sorted((root / "evidence").rglob("*.json"))
    Path("results.jsonl").write_text('{"format": 1, "environment": "x", "facts": {}}\n')
    os.mkfifo("pipe")
    for name, said in (
        ("results.jsonl", "not a contribution: contribution: Field required"),
        (str(root / "evidence"), "not a regular file"),
        ("pipe", "not a regular file"),
        ("missing.json", "cannot be read"),
    ):
        done = generator("evidence", "import", "--from", name, "--contributed", REFERENCE)
        assert (done.exit_code, said in done.output) == (1, True), done.output
    assert generator("evidence", "import", "--contributed", REFERENCE).exit_code == 2
    assert sorted((root / "evidence").rglob("*.json")) == before


# --- not what faultbook verify writes ----------------------------------------------------------------------


def changed(told: dict, path: str, value: object) -> dict:
    """Return a document with another value at a path of keys."""
    told = copy.deepcopy(told)
    *parents, last = [int(key) if key.isdigit() else key for key in path.split("/")]
    place = told
    for key in parents:
        place = place[key]
    place[last] = value
    return told


FIRST = "observations/0"
HOSTILE = {
    "another format": ("contribution", 2, "contribution: Input should be 1"),
    "another protocol": ("facts/protocol", PROTOCOL + 1, f"it has protocol {PROTOCOL + 1}, this generator {PROTOCOL}"),
    "facts of another environment": ("facts/driver", "570.1", "its facts are not those of the environment"),
    "an unknown fact": ("facts/host", "me", "facts.host: Extra inputs are not permitted"),
    "a fact that is markup": ("facts/gpus/0/name", "<script>alert(1)</script>", "facts.gpus.0.name"),
    "a version with a path": ("facts/distributions/torch", "../../etc", "facts.distributions.torch"),
    "a simulated driver": ("facts/simulated_driver", "1", "facts.simulated_driver"),
    "no GPU on a device": ("facts/gpus", [], "its kind is device, and it has 0 GPUs"),
    "an unknown entry": ("entry", "../../secret", "there is no entry '../../secret'"),
    "an unknown program": (f"{FIRST}/observation/snippet", "../x.py", f"{ENTRY} has no program '../x.py'"),
    "a changed program": (f"{FIRST}/program", "0" * 64, "has changed since"),
    "a field too many": (f"{FIRST}/observation/verdict", "confirmed", "not an observation: verdict"),
    "no such mode": (f"{FIRST}/observation/mode", "magic", "mode: Input should be 'fork' or 'exec'"),
    "a day to come": (f"{FIRST}/observation/date", "9999-12-31", "it cannot have run on 9999-12-31"),
    "a number that is a text": (f"{FIRST}/observation/exit_code", "1", "exit_code: Input should be a valid integer"),
    "no day": (f"{FIRST}/observation/date", "2026-W01-1", "must be a day that exists"),
    "no signal": (f"{FIRST}/observation/signal", "\x1b[2J", "a signal has no name of a signal"),
    "a violation": (f"{FIRST}/observation/violations", ["network"], "ran into its isolation"),
    "a text without an end": (f"{FIRST}/observation/stdout", "x" * 200_000, "longer than 100000 characters"),
    "a text that reads otherwise": (f"{FIRST}/observation/stdout", "\u202eon", "the direction of reading"),
    "half a character": (f"{FIRST}/observation/stderr", "\ud800", "half a character"),
    "a number without an end": (f"{FIRST}/observation/seconds", float("inf"), "Infinity is not a number"),
    "a number out of range": (f"{FIRST}/observation/exit_code", 10**30, "out of range"),
    "a list without an end": (f"{FIRST}/observation/imported", ["x"] * 501, "more than 500 items"),
    "nothing seen": ("observations", [], "observations"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_what_is_not_as_it_is_written_is_located_and_not_taken(root, case):
    path, value, said = HOSTILE[case]
    write(changed(document(root), path, value))
    done = take()
    assert done.exit_code == 1, done.output
    assert said in done.output
    assert done.output.startswith(f"{NAME}:")
    assert "\x1b" not in done.output
    alone = path.startswith(FIRST) and "3 imported" in done.output
    assert alone or not (root / "evidence").exists()


def test_a_problem_stands_where_the_program_is_named(root):
    told = document(root)
    write(changed(told, "observations/2/program", "0" * 64))
    lines = Path(NAME).read_text().splitlines()
    place = next(number for number, line in enumerate(lines, 1) if "0" * 64 in line)
    assert take().output.startswith(f"{NAME}:{place}:1: EVID001 not taken: {ENTRY}/")


def test_a_program_is_taken_once(root):
    told = document(root)
    told["observations"].append(told["observations"][0])
    write(told)
    done = take()
    assert (done.exit_code, done.output.count("is there more than once"), "3 imported" in done.output) == (1, 2, True)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "it is not JSON"),
        (b"\xff\xfe", "it is not UTF-8 (byte 0)"),
        (b"[" * 100_000, "not a contribution"),
        (b"9" * 5000, "not a contribution"),
        (b'{"contribution": 1,\n x}', "it is not JSON: Expecting property name"),
        (b" " * (MAX_BYTES + 1), "the file has more than 8192 KiB"),
    ],
)
def test_what_is_no_json_of_that_size_is_said(root, content, said):
    Path(NAME).write_bytes(content)
    done = take()
    assert (done.exit_code, said in done.output) == (1, True), done.output
    assert not (root / "evidence").exists()


@pytest.fixture(scope="module")
def content(good_content, tmp_path_factory) -> Content:
    return load_content(good_content(tmp_path_factory.mktemp("contributed")))


def assert_sound(told: bytes, content: Content, folder: Path) -> None:
    """Whatever the bytes are: located problems, or observations of present programs, and nothing raised."""
    path = folder / NAME
    path.write_bytes(told)
    results = read_contribution(path, content, REFERENCE)
    assert results.found or results.problems
    lines = told.count(b"\n") + 1
    assert all(problem.message and 1 <= problem.location.line <= lines for problem in results.problems)
    for item in results.found:
        assert item.environment.contributed == REFERENCE
        assert (
            content.find(item.entry)
            .snippets[item.observation.snippet]
            .is_seen_in(item.observation, item.environment.id)
        )
        json.dumps(item.observation.model_dump(mode="json"), ensure_ascii=False).encode()


@MANY
@given(told=st.one_of(st.binary(max_size=300), st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))))
def test_any_bytes(told, content, tmp_path_factory):
    assert_sound(told, content, tmp_path_factory.getbasetemp())


@MANY
@given(data=st.data())
def test_any_mutation_of_a_good_contribution(data, content, tmp_path_factory):
    told = document(content.root)
    for _number in range(data.draw(st.integers(1, 3))):
        mutate(told, data.draw)
    text = json.dumps(told, indent=1, default=str).encode()
    assert_sound(text, content, tmp_path_factory.getbasetemp())


@MANY
@given(data=st.data())
def test_any_cut_or_addition_in_a_good_contribution(data, content, tmp_path_factory):
    text = json.dumps(document(content.root), indent=1).encode()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    assert_sound(text[:start] + data.draw(st.binary(max_size=10)) + text[end:], content, tmp_path_factory.getbasetemp())

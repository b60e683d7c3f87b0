"""Evidence on disk: what an observation depends on, and files that stay whole."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recorded import CPU as THERE
from recorded import H200 as HERE

from generator.evidence.records import Environment, Observation, Outcome, observation_key, program_digest
from generator.evidence.store import (
    Evidence,
    load_evidence,
    read_stored,
    store_environment,
    store_observation,
    stored_observation,
    write_evidence,
)

PROGRAM = program_digest(b"pass", {}, {})


def observed(snippet: str = "reproduce.py", **changes) -> Observation:
    seen = Observation(
        snippet=snippet,
        key=observation_key(PROGRAM, "exec", HERE.id),
        mode="exec",
        date="2026-11-21",
        exit_code=1,
        signal=None,
        timed_out=False,
        reported=True,
        exception={
            "classes": ("ValueError", "Exception"),
            "message": "值 é",
            "line": "ValueError: 值 é",
            "chain": ("a",),
        },
        device_sync=None,
        stdout="out\n",
        stderr="err\n",
        seconds=0.25,
        peak_memory_mib=20,
        imported=("torch",),
    )
    return seen.model_copy(update=changes)


def evidence_of(*observations: Observation, entry: str = "demo/first", where: Environment = HERE) -> Evidence:
    evidence = Evidence()
    for observation in observations:
        evidence.add(entry, where, observation)
    return evidence


def names_in(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


# --- what an observation depends on ------------------------------------------------------------


def test_the_key_depends_on_program_mode_and_environment():
    keys = {
        observation_key(program_digest(content, {}, {}), mode, where)
        for content in (b"pass", b"pass\n", b"")
        for mode in ("exec", "fork")
        for where in (HERE.id, THERE.id)
    }
    assert len(keys) == 12


def test_a_program_is_its_text_the_files_beside_it_and_its_variables():
    programs = [
        program_digest(content, files, variables)
        for content in (b"pass", b"")
        for files in ({}, {"a.txt": b""}, {"b.txt": b""}, {"a.txt": b"a"}, {"a.txt": b"", "b.txt": b""})
        for variables in ({}, {"A": ""}, {"B": ""}, {"A": "b"}, {"A": "", "B": ""})
    ]
    assert len(set(programs)) == 2 * 5 * 5
    one, two = {"a.txt": b"1", "b.txt": b"2"}, {"A": "1", "B": "2"}
    turned = [dict(reversed(told.items())) for told in (one, two)]
    assert program_digest(b"pass", one, two) == program_digest(b"pass", *turned)


def test_keys_are_the_same_tomorrow():
    program = program_digest(b"pass", {"a.txt": b"a"}, {"A": "b"})
    assert program == "e5744436be74dda5356c80698a3d58ff9aa8217fd6ba50b0931e3ec451163446", "all is stale"
    assert observation_key(program, "exec", "x") == "05421602102a1cf1d750791f147ae964823ea5bc73172c1a2b6f0b3b2d8933dd"


# --- files -------------------------------------------------------------------------------------


def test_what_is_written_is_what_is_loaded(tmp_path):
    evidence = evidence_of(observed("b.py"), observed("a.py", exit_code=None, signal="SIGSEGV", exception=None))
    evidence.add("demo/first", THERE, observed("a.py"))
    evidence.add("cuda/second", HERE, observed("c.py"))
    write_evidence(tmp_path, evidence)
    loaded = load_evidence(tmp_path)
    assert loaded.problems == []
    assert loaded.environments == evidence.environments
    assert loaded.observations == evidence.observations


def test_there_is_a_file_for_each_entry_and_environment(tmp_path):
    evidence = evidence_of(observed("b.py"), observed("a.py"))
    evidence.add("demo/first", THERE, observed("a.py"))
    evidence.add("cuda/second", HERE, observed("c.py"))
    written = write_evidence(tmp_path, evidence)
    expected = [
        *(f"cuda/second/{HERE.id}.json", f"demo/first/{HERE.id}.json", f"demo/first/{THERE.id}.json"),
        *(f"environments/{HERE.id}.json", f"environments/{THERE.id}.json"),
    ]
    assert names_in(tmp_path) == sorted(expected)
    assert sorted(path.relative_to(tmp_path).as_posix() for path in written) == sorted(expected)


def test_files_read_well_in_a_diff(tmp_path):
    write_evidence(tmp_path, evidence_of(observed("b.py"), observed("a.py")))
    text = (tmp_path / "demo/first" / f"{HERE.id}.json").read_text(encoding="utf-8")
    record = json.loads(text)
    assert [observation["snippet"] for observation in record["observations"]] == ["a.py", "b.py"]
    assert text == json.dumps(record, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    assert "值 é" in text
    assert (record["format"], record["entry"], record["environment"]) == (2, "demo/first", HERE.id)


def test_the_order_of_recording_leaves_no_trace(tmp_path):
    names = ["a.py", "b.py", "c.py"]
    write_evidence(tmp_path / "1", evidence_of(*map(observed, names)))
    write_evidence(tmp_path / "2", evidence_of(*map(observed, reversed(names))))
    for name in names_in(tmp_path / "1"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


def test_writing_the_same_again_touches_no_file(tmp_path):
    write_evidence(tmp_path, evidence_of(observed()))
    paths = [path for path in tmp_path.rglob("*") if path.is_file()]
    for path in paths:
        os.utime(path, (1, 1))
    assert write_evidence(tmp_path, load_evidence(tmp_path)) == []
    assert {path.stat().st_mtime for path in paths} == {1}


def test_a_new_observation_changes_one_file(tmp_path):
    evidence = evidence_of(observed("a.py"))
    evidence.add("demo/other", HERE, observed("a.py"))
    write_evidence(tmp_path, evidence)
    evidence.add("demo/first", HERE, observed("a.py", exit_code=2))
    assert write_evidence(tmp_path, evidence) == [tmp_path / "demo/first" / f"{HERE.id}.json"]


def test_only_the_entries_asked_for_are_written(tmp_path):
    evidence = evidence_of(observed("a.py"))
    evidence.add("demo/other", THERE, observed("a.py"))
    write_evidence(tmp_path, evidence, ["demo/first"])
    assert names_in(tmp_path) == [f"demo/first/{HERE.id}.json", f"environments/{HERE.id}.json"]


def test_a_file_that_a_killed_writer_left_is_not_read(tmp_path):
    write_evidence(tmp_path, evidence_of(observed()))
    (tmp_path / "demo/first/.writing-x1y2").write_text("{")
    assert load_evidence(tmp_path).problems == []


def test_the_newer_of_two_observations_counts_and_on_one_day_that_of_the_later_folder(tmp_path):
    days = {"a.py": ("2026-01-02", "2026-01-01"), "b.py": ("2026-01-01", "2026-01-02"), "c.py": ("2026-01-01",) * 2}
    for index in (0, 1):
        observations = [observed(name, date=date[index], exit_code=index) for name, date in days.items()]
        write_evidence(tmp_path / str(index), evidence_of(*observations))
    write_evidence(tmp_path / "1", evidence_of(observed("only.py", exit_code=1), entry="demo/other"))
    loaded = load_evidence(tmp_path / "0", tmp_path / "1")
    seen = loaded.observations["demo/first", HERE.id]
    assert {name: seen[name].exit_code for name in sorted(seen)} == {"a.py": 0, "b.py": 1, "c.py": 1}
    assert "only.py" in loaded.observations["demo/other", HERE.id]


def test_environments_with_a_gpu_come_first_and_unknown_ones_not_at_all():
    evidence = evidence_of(observed(), where=THERE)
    evidence.add("demo/first", HERE, observed())
    evidence.observations["demo/first", "unknown"] = {"a.py": observed()}
    evidence.observations["demo/firstling", HERE.id] = {"a.py": observed()}
    assert [where for where, _seen in evidence.of("demo/first")] == [HERE, THERE]
    assert list(evidence.of("demo/none")) == []


class Unlisted(dict):
    """Answers for a key, and refuses to be gone through."""

    def __iter__(self):
        raise AssertionError("all observations were gone through for one entry")

    items = keys = values = __iter__


def test_one_entry_is_found_without_looking_at_the_others():
    evidence = evidence_of(observed(), where=THERE)
    evidence.observations = Unlisted(evidence.observations)
    assert [where for where, _seen in evidence.of("demo/first")] == [THERE]


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@settings(max_examples=30, deadline=None)  # each waits for the disk
@given(TEXTS, TEXTS, st.floats(0, 600), st.none() | st.integers(-(2**31), 2**31))
def test_any_text_and_number_survives(tmp_path_factory, stdout, message, seconds, device_sync):
    folder = tmp_path_factory.mktemp("any")
    raised = {"classes": (message,), "message": message, "line": message}
    changes = {"stdout": stdout, "seconds": seconds, "device_sync": device_sync}
    evidence = evidence_of(Observation.model_validate({**observed().model_dump(), "exception": raised, **changes}))
    write_evidence(folder, evidence)
    assert load_evidence(folder).observations == evidence.observations


def test_what_is_not_known_of_a_run_is_not_written(tmp_path):
    known = {"assertions": 0, "seconds_after_imports": 0.0}
    path, other = tmp_path / "without", tmp_path / "with"
    write_evidence(path, evidence_of(observed(repeats=(outcome(),))))
    write_evidence(other, evidence_of(observed(repeats=(outcome(**known),), **known)))
    [text], [full] = ([file.read_text() for file in folder.glob("demo/*/*.json")] for folder in (path, other))
    assert [text.count(f'"{name}"') for name in known] == [0, 0]
    assert [full.count(f'"{name}": 0') for name in known] == [2, 2]
    [seen] = load_evidence(other).observations["demo/first", HERE.id].values()
    assert (seen.assertions, seen.repeats[0].assertions) == (0, 0)


def outcome(**changes) -> Outcome:
    fields = {name: getattr(observed(), name) for name in Outcome.model_fields}
    return Outcome(**{**fields, **changes})


# --- files that are not ours -------------------------------------------------------------------


def change(text: str, **changes) -> str:
    return json.dumps({**json.loads(text), **changes})


BREAK = {
    "empty": lambda _text: "",
    "cut off": lambda text: text[:200],
    "not text": lambda _text: "\udcff\udcfe",
    "not JSON": lambda _text: "Traceback (most recent call last):",
    "a list": lambda _text: "[]",
    "nested too deep": lambda _text: "[" * 100_000,
    "another format": lambda text: change(text, format=1),
    "another format with other keys": lambda text: change(text, format=1, colour="blue"),
    "a format that is no number": lambda text: change(text, format="latest"),
    "an unknown key": lambda text: change(text, colour="blue"),
    "a missing key": lambda text: json.dumps({key: value for key, value in json.loads(text).items() if key != "entry"}),
    "an observation that is none": lambda text: change(text, observations=[{"snippet": "a.py"}]),
    "of another entry": lambda text: change(text, entry="demo/other"),
    "of another environment": lambda text: change(text, environment="../../../elsewhere"),
}


@pytest.mark.parametrize("damage", BREAK.values(), ids=BREAK)
def test_a_file_that_cannot_be_read_is_a_problem_and_the_rest_is_loaded(tmp_path, damage):
    evidence = evidence_of(observed("a.py"))
    evidence.add("demo/second", HERE, observed("a.py"))
    write_evidence(tmp_path, evidence)
    path = tmp_path / "demo/first" / f"{HERE.id}.json"
    path.write_bytes(damage(path.read_text()).encode(errors="surrogateescape"))
    loaded = load_evidence(tmp_path)
    [problem] = loaded.problems
    assert (problem.code, problem.severity) == ("EVID001", "error")
    assert problem.location.path.endswith(f"demo/first/{HERE.id}.json")
    assert problem.message.startswith("evidence cannot be read: ")
    assert "\n" not in problem.message
    assert problem.hint
    assert list(loaded.observations) == [("demo/second", HERE.id)]


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("another format with other keys", "another format"),
        ("an unknown key", "colour: Extra inputs are not permitted"),
        ("an observation that is none", "observations.0.exit_code: Field required"),
        ("of another entry", f"it belongs into demo/other/{HERE.id}.json"),
    ],
)
def test_the_problem_says_what_is_wrong(tmp_path, damage, words):
    write_evidence(tmp_path, evidence_of(observed("a.py")))
    path = tmp_path / "demo/first" / f"{HERE.id}.json"
    path.write_text(BREAK[damage](path.read_text()))
    [problem] = load_evidence(tmp_path).problems
    assert words in problem.message


@pytest.mark.parametrize("place", ["demo/first", "environments", "demo/first/0123456789abcdef"])
@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("pipe", "this is not a regular file"),
        ("pipe behind a link", "this is not a regular file"),
        ("endless device", "this is not a regular file"),
        ("loop", "Too many levels of symbolic links"),
        ("link to nothing", "No such file or directory"),
        ("larger than memory", "the file has more than 16384 KiB"),
    ],
)
def test_what_is_no_file_or_has_no_end_is_a_problem(tmp_path, kind, words, place):
    path = tmp_path / "evidence" / place / f"{HERE.id}.json"
    path.parent.mkdir(parents=True)
    os.mkfifo(tmp_path / "pipe")
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "larger than memory":
        with path.open("wb") as file:
            file.truncate(2**30)  # of holes
    else:
        target = {"pipe behind a link": tmp_path / "pipe", "endless device": "/dev/zero", "loop": path.name}
        path.symlink_to({**target, "link to nothing": "nothing.json"}[kind])
    [problem] = load_evidence(tmp_path / "evidence").problems
    assert (problem.code, problem.location.path) == ("EVID001", str(path))
    assert problem.message == f"evidence cannot be read: {words}"


def test_folders_that_lead_to_themselves_hold_no_evidence(tmp_path):
    for name in ("demo", "environments"):
        (tmp_path / name).symlink_to(name)
    (tmp_path / "other").mkdir()
    (tmp_path / "other/first").symlink_to(tmp_path)
    assert load_evidence(tmp_path) == Evidence()


@pytest.mark.parametrize(
    "day",
    [
        *("", "x", "2026-13-01", "2026-02-29", "0000-01-01", "2026-11-21T10:00", "2026-11-21 ", "2026-11-21\n"),
        *("20261121", "２０２６-11-21", "2026-W47-6", "<b>2026-11-21</b>", None, 20261121),
    ],
)
def test_a_run_was_on_a_day_that_exists(tmp_path, day):
    assert_refused(tmp_path, "observations.0.date", date=day)


@pytest.mark.parametrize("mode", ["", "spawn", "FORK", None, ["exec"]])
def test_a_run_was_in_a_mode_that_there_is(tmp_path, mode):
    assert_refused(tmp_path, "observations.0.mode", mode=mode)


@pytest.mark.parametrize("seconds", [float("nan"), float("inf")])
def test_a_run_took_a_time_that_json_can_hold(tmp_path, seconds):
    assert_refused(tmp_path, "observations.0.seconds", seconds=seconds)


def assert_refused(folder: Path, place: str, **changes) -> None:
    write_evidence(folder, evidence_of(observed("a.py")))
    path = folder / "demo/first" / f"{HERE.id}.json"
    seen = json.loads(path.read_text())["observations"][0]
    path.write_text(change(path.read_text(), observations=[{**seen, **changes}]))
    [problem] = load_evidence(folder).problems
    assert problem.message.startswith(f"evidence cannot be read: {place}: ")


@pytest.mark.parametrize("name", ["index.html", "..x", "ABCDEFABCDEFABCD", f"{HERE.id}\n", f"{HERE.id}0", "a" * 200])
def test_the_id_of_an_environment_is_fit_for_the_name_of_a_file_and_an_address(tmp_path, name):
    store_environment(tmp_path, HERE.model_copy(update={"id": name}))
    loaded = load_evidence(tmp_path)
    [problem] = loaded.problems
    assert problem.message.startswith("evidence cannot be read: id: ")
    assert loaded.environments == {}


def test_a_folder_in_the_place_of_a_file_is_a_problem(tmp_path):
    (tmp_path / "demo/first/x.json").mkdir(parents=True)
    [problem] = load_evidence(tmp_path).problems
    assert problem.message == "evidence cannot be read: this is not a regular file"


@pytest.mark.parametrize("damage", ["cut off", "another format"])
def test_evidence_of_an_environment_that_cannot_be_read_is_kept_and_not_used(tmp_path, damage):
    write_evidence(tmp_path, evidence_of(observed("a.py")))
    path = tmp_path / "environments" / f"{HERE.id}.json"
    path.write_text(BREAK[damage](path.read_text()))
    before = {name: (tmp_path / name).read_bytes() for name in names_in(tmp_path)}
    loaded = load_evidence(tmp_path)
    assert [problem.code for problem in loaded.problems] == ["EVID001"]
    assert list(loaded.of("demo/first")) == []
    loaded.add("demo/first", THERE, observed("a.py"))
    write_evidence(tmp_path, loaded)
    assert {name: (tmp_path / name).read_bytes() for name in before} == before
    assert [where for where, _seen in load_evidence(tmp_path).of("demo/first")] == [THERE]


def test_no_evidence_is_no_problem(tmp_path):
    assert load_evidence(tmp_path / "not there") == Evidence()


def test_observations_without_their_environments_record_are_a_problem(tmp_path):
    folder = tmp_path / "evidence"
    (folder / "demo/first").mkdir(parents=True)
    record = {"format": 2, "entry": "demo/first", "environment": "0123456789abcdef", "observations": []}
    (folder / "demo/first/0123456789abcdef.json").write_text(json.dumps(record), encoding="utf-8")

    [problem] = load_evidence(folder).problems

    assert problem.code == "EVID001"
    assert "there is no record of the environment 0123456789abcdef" in problem.message


# --- a store of runs in progress ---------------------------------------------------------------


def test_a_store_has_a_file_for_each_observation(tmp_path):
    for name in ("b.py", "a.py", "a.py"):
        store_observation(tmp_path, "demo/first", HERE, observed(name))
    store_observation(tmp_path, "demo/first", THERE, observed("a.py", exit_code=2))
    assert names_in(tmp_path) == sorted(
        [
            *(f"demo/first/{HERE.id}/{name}.json" for name in ("a.py", "b.py")),
            f"demo/first/{THERE.id}/a.py.json",
            *(f"environments/{where.id}.json" for where in (HERE, THERE)),
        ]
    )
    loaded = load_evidence(tmp_path)
    assert loaded.problems == []
    assert loaded.environments == {HERE.id: HERE, THERE.id: THERE}
    assert loaded.observations == {
        ("demo/first", HERE.id): {"a.py": observed("a.py"), "b.py": observed("b.py")},
        ("demo/first", THERE.id): {"a.py": observed("a.py", exit_code=2)},
    }
    assert stored_observation(tmp_path, "demo/first", THERE.id, "a.py") == observed("a.py", exit_code=2)
    assert stored_observation(tmp_path, "demo/first", THERE.id, "b.py") is None


@pytest.mark.parametrize("damage", BREAK.values(), ids=BREAK)
def test_a_stored_observation_that_cannot_be_read_is_a_problem_and_none(tmp_path, damage):
    for name in ("a.py", "b.py"):
        store_observation(tmp_path, "demo/first", HERE, observed(name))
    path = tmp_path / "demo/first" / HERE.id / "a.py.json"
    text = path.read_text()
    path.write_bytes(damage(text).encode(errors="surrogateescape"))
    [problem] = load_evidence(tmp_path).problems
    assert (problem.code, problem.location.path) == ("EVID001", str(path))
    assert list(load_evidence(tmp_path).observations["demo/first", HERE.id]) == ["b.py"]
    store_observation(tmp_path, "demo/first", HERE, observed("a.py"))
    assert path.read_text() == text


def test_a_stored_observation_speaks_only_where_it_stands(tmp_path):
    store_observation(tmp_path, "demo/first", HERE, observed("a.py"))
    path = tmp_path / "demo/first" / HERE.id / "a.py.json"
    problems = []
    assert read_stored(path, tmp_path, problems).observation == observed("a.py")
    copy = path.rename(path.with_name("b.py.json"))
    assert read_stored(copy, tmp_path, problems) is None
    assert [problem.message for problem in problems] == [
        f"evidence cannot be read: it belongs into demo/first/{HERE.id}/a.py.json"
    ]

"""What is due, why and how: decided from content, evidence and environments, before anything runs."""

import random
import sys
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recorded import CLEAN, CPU, FACTS, GPU, H200, SIMULATED, WORD, commit, evidence_of, observed, raised
from running import ENTRY, PROGRAMS, STORE, add_programs, names, rewrite, write_program

from generator.commands.verifying import due
from generator.content.loader import load_content
from generator.content.model import Claim, Reproduction, Workaround
from generator.content.programs import Snippet, load_snippet
from generator.evidence.records import observation_key
from generator.evidence.store import Evidence, store_observation
from generator.verify.environments import Host, environment_from
from generator.verify.jobs import DEADLINE_SECONDS, deadline_of, is_audited, marks_of, seconds_to_hang
from generator.verify.plan import ALL, USUAL_SECONDS, Cell, Wanted, distinct, durations, plan, preloads, shard

PYTHON = Path(sys.executable)
HERE = Host(PYTHON, CPU)
WITH_GPU = Host(PYTHON, H200)
BARE = Host(PYTHON, environment_from({**FACTS, "distributions": {}}))
FRAMEWORKS = {"torch": "2.13.0+cpu", "tensorflow-cpu": "2.21.0", "jax": "0.11.0", "numpy": "2.4.6"}
WITH_ALL = Host(PYTHON, environment_from({**FACTS, "distributions": FRAMEWORKS}))
EDITED = "the program or the way it is run has changed"
FORK_DIFFERS = "its run in a fork does not confirm: to be run in a fresh interpreter"
ONLY_CONFIRMS = "a run in a fork may only confirm"


@pytest.fixture
def root(good_content, tmp_path) -> Path:
    return good_content(tmp_path)


def planned(root: Path, evidence: Evidence, *hosts: Host, **wanted) -> list[Cell]:
    return plan(load_content(root), evidence, hosts or (HERE,), Wanted(**wanted))


def the_cell(root: Path, name: str, host: Host = HERE, evidence: Evidence | None = None) -> Cell:
    [cell] = [cell for cell in planned(root, evidence or Evidence(), host) if cell.snippet.name == name]
    return cell


def told(cells: list[Cell]) -> dict[str, tuple[str, str, str]]:
    return {cell.snippet.name: (cell.why, cell.mode, cell.modes_reason) for cell in cells}


def in_forks(root: Path, **differing) -> Evidence:
    """Return evidence of all programs of the good entry, each seen in a fork."""
    evidence = evidence_of(root, CPU, **differing)
    snippets = load_content(root).find(ENTRY).snippets
    for name, observation in list(evidence.observations[ENTRY, CPU.id].items()):
        key = observation_key(snippets[name].digest, "fork", CPU.id)
        evidence.add(ENTRY, CPU, observation.model_copy(update={"mode": "fork", "key": key}))
    return evidence


# --- what is due -------------------------------------------------------------------------------


def test_everything_is_due_at_first_once_for_each_host(root):
    cells = planned(root, Evidence(), HERE, WITH_GPU)
    assert [(cell.host, cell.snippet.name) for cell in cells] == [
        (where, name)
        for where in (HERE, WITH_GPU)
        for name in ["reproduce.py", "workaround.py", "dead_end.py", "claim.py"]
    ]
    assert {cell.why for cell in cells} == {"never run in this environment"}
    assert plan(load_content(root), Evidence(), []) == []


def test_a_program_of_several_claims_is_run_once(root):
    rewrite(root, "entry.yaml", ("snippet: dead_end.py", "snippet: reproduce.py"))
    assert names(planned(root, Evidence())) == ["claim.py", "reproduce.py", "workaround.py"]


def test_what_does_not_parse_or_is_not_there_is_not_due(root):
    write_program(root, "reproduce.py", "no python")
    (root / "entries" / ENTRY / "claim.py").unlink()
    assert names(planned(root, Evidence())) == ["dead_end.py", "workaround.py"]


@pytest.mark.parametrize(
    ("need", "program", "host", "is_due"),
    [
        ("", "import json", BARE, True),
        ("gpu", "import json", BARE, False),
        ("gpu", "import json", WITH_GPU, True),
        ("two-gpus", "import json", WITH_GPU, False),
        ("network", "import json", WITH_GPU, False),
        ("torch>=2.5", "import json", BARE, False),
        ("torch>=2.5", "import json", HERE, True),
        ("torch>=3", "import json", HERE, False),
        ("torch-cuda-build", "import json", HERE, False),
        ("gpu-memory:80GiB", "import json", WITH_GPU, True),
        ("gpu-memory:160GiB", "import json", WITH_GPU, False),
        ("", "import torch", BARE, False),
        ("", "import torch", HERE, True),
        ("", "def late():\n    from jax import numpy", HERE, False),
    ],
)
def test_what_a_host_cannot_run_is_not_due(root, need, program, host, is_due):
    rewrite(root, "entry.yaml", ("    snippet: reproduce.py", f"    snippet: reproduce.py\n    needs: [{need}]"))
    write_program(root, "reproduce.py", program)
    assert ("reproduce.py" in names(planned(root, Evidence(), host))) is is_due


# --- why ---------------------------------------------------------------------------------------


def test_what_is_recorded_is_not_due_unless_it_is_asked_for_again(root):
    for evidence in (evidence_of(root), in_forks(root), evidence_of(root, claim=raised("no", "AssertionError"))):
        assert planned(root, evidence) == []
        assert {cell.why for cell in planned(root, evidence, again=True)} == {"asked for again"}
        assert names(planned(root, evidence, again=True)) == PROGRAMS


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("claim.py", ("12", "13")),
        ("claim.py", ("\n", "  # a remark\n")),
        ("entry.yaml", ("history:", "programs:\n  claim.py: {variables: {COLOUR: blue}}\nhistory:")),
        ("entry.yaml", ("history:", "programs:\n  claim.py: {files: [words.txt]}\nhistory:")),
        ("entry.yaml", ("history:", "programs:\n  claim.py: {fresh_interpreter: true}\nhistory:")),
    ],
)
def test_a_program_that_is_another_now_or_is_run_otherwise_is_due(root, name, change):
    write_program(root, "words.txt", "word\n")
    evidence = in_forks(root)
    rewrite(root, name, change)
    assert [(cell.snippet.name, cell.why) for cell in planned(root, evidence)] == [("claim.py", EDITED)]


def test_a_file_beside_a_program_is_part_of_it(root):
    write_program(root, "words.txt", "word\n")
    rewrite(root, "entry.yaml", ("history:", "programs:\n  claim.py: {files: [words.txt]}\nhistory:"))
    evidence = in_forks(root)
    assert planned(root, evidence) == []
    write_program(root, "words.txt", "another word\n")
    assert told(planned(root, evidence)) == {"claim.py": (EDITED, "fork", "")}


def test_an_edited_prose_runs_nothing(root):
    evidence = in_forks(root)
    rewrite(root, "entry.yaml", ("一个单词", "一个词"), ("So it is.", "It is so."), ("2026-11-21", "2026-11-22"))
    assert planned(root, evidence) == []


@pytest.mark.parametrize(
    ("expect", "in_a_fork"),
    [
        ("{exits: 0}", {}),
        ("{exits: 3}", {"claim.py": (FORK_DIFFERS, "exec", ONLY_CONFIRMS)}),
        ("{raises: [ValueError]}", {"claim.py": (FORK_DIFFERS, "exec", ONLY_CONFIRMS)}),
        ("symptom", {"claim.py": (FORK_DIFFERS, "exec", ONLY_CONFIRMS)}),
        ("{exits: 3, package: torch, since: '3.0'}", {}),
        ("[{exits: 3, package: torch, since: '3.0'}, {exits: 0, package: torch, until: '2.13'}]", {}),
    ],
)
def test_an_edited_expectation_asks_a_fresh_interpreter_where_a_fork_does_not_meet_it(root, expect, in_a_fork):
    fork, fresh = in_forks(root), evidence_of(root)
    rewrite(root, "entry.yaml", ("expect: completes", f"expect: {expect}"))
    assert load_content(root).problems == ()
    assert told(planned(root, fork)) == in_a_fork
    assert planned(root, fresh) == []


def test_a_fork_is_believed_only_if_each_claim_of_the_program_is_met(root):
    evidence = in_forks(root)
    rewrite(root, "entry.yaml", ("snippet: dead_end.py", "snippet: claim.py"))
    assert told(planned(root, evidence)) == {"claim.py": (FORK_DIFFERS, "exec", ONLY_CONFIRMS)}


def test_a_fork_of_which_one_repeat_differs_is_asked_of_a_fresh_interpreter(root):
    evidence = in_forks(root, claim={"repeats": ({**CLEAN, **raised("no", "AssertionError")},)})
    assert told(planned(root, evidence)) == {"claim.py": (FORK_DIFFERS, "exec", ONLY_CONFIRMS)}


def test_an_upgraded_environment_is_due_in_full_and_the_evidence_of_the_old_one_stays(root):
    evidence = in_forks(root)
    upgraded = environment_from({**FACTS, "distributions": {"torch": "2.14.0+cpu", "numpy": "2.4.6"}})
    cells = planned(root, evidence, Host(PYTHON, upgraded))
    assert names(cells) == PROGRAMS
    assert {cell.why for cell in cells} == {"never run in this environment"}
    assert planned(root, evidence, HERE) == []


def test_repeats_that_are_missing_are_due(root):
    evidence = evidence_of(root, claim={"repeats": (CLEAN, CLEAN)})
    assert planned(root, evidence, repeat=1) == []
    assert names(planned(root, evidence, repeat=3)) == ["dead_end.py", "reproduce.py", "workaround.py"]
    cells = planned(root, evidence, repeat=5)
    assert {cell.snippet.name: cell.why for cell in cells} == {
        "claim.py": "has run 3 of 5 times",
        **dict.fromkeys(["dead_end.py", "reproduce.py", "workaround.py"], "has run 1 of 5 times"),
    }
    assert {cell.job()["repeat"] for cell in cells} == {5}


# --- what is asked for -------------------------------------------------------------------------


def test_changed_leaves_out_what_is_recorded_of_the_present_program_in_any_environment(root):
    evidence = in_forks(root, workaround=None)
    rewrite(root, "claim.py", ("12", "13"))
    new_or_changed = ["claim.py", "workaround.py"]
    for host in (HERE, WITH_GPU, BARE):
        assert names(planned(root, evidence, host, changed=True)) == new_or_changed
        assert names(planned(root, evidence, host, changed=True, again=True, repeat=3)) == new_or_changed


@pytest.mark.parametrize(
    ("roles", "expected"),
    [
        (["reproduce"], ["reproduce.py"]),
        (["workaround"], ["workaround.py"]),
        (["dead-end"], ["claim.py"]),
        (["claim"], ["claim.py"]),
        (["reproduce", "dead-end"], ["claim.py", "reproduce.py"]),
        ([], ["claim.py", "reproduce.py", "workaround.py"]),
    ],
)
def test_only_programs_of_claims_in_the_roles_asked_for_are_due(root, roles, expected):
    rewrite(root, "entry.yaml", ("snippet: dead_end.py", "snippet: claim.py"))
    assert names(planned(root, Evidence(), roles=roles)) == expected


def test_only_the_entries_asked_for_are_due(root):
    folder = root / "entries" / ENTRY
    other = folder.with_name("other-entry")
    other.mkdir()
    for path in folder.iterdir():
        (other / path.name).write_bytes(path.read_bytes())
    for entries in (["demo/other-entry"], [ENTRY], [ENTRY, "demo/other-entry"], []):
        found = {cell.entry.id for cell in planned(root, Evidence(), entries=entries)}
        assert found == set(entries or [ENTRY, "demo/other-entry"])


# --- how ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("program", "mode", "reason"),
    [
        ("int('word')\n", "fork", ""),
        ("import torch\n\ntorch.zeros(2)\n", "fork", ""),
        ("import os\n\nos.environ['A'] = 'b'\n", "exec", "line 3 changes os.environ or hands it on"),
        ("import subprocess\n", "exec", "line 1 uses subprocess"),
    ],
)
def test_a_program_is_forked_unless_it_could_tell_the_difference(root, program, mode, reason):
    write_program(root, "reproduce.py", program)
    cell = the_cell(root, "reproduce.py")
    assert (cell.mode, cell.modes_reason, cell.job()["mode"]) == (mode, reason, mode)


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("fresh_interpreter: true", "its entry asks for a fresh interpreter"),
        ("variables: {TF_ENABLE_ONEDNN_OPTS: '0'}", "its entry sets TF_ENABLE_ONEDNN_OPTS"),
    ],
)
def test_an_entry_can_have_a_program_run_in_a_fresh_interpreter(root, how, reason):
    rewrite(root, "entry.yaml", ("history:", f"programs:\n  claim.py: {{{how}}}\nhistory:"))
    modes = {cell.snippet.name: (cell.mode, cell.modes_reason) for cell in planned(root, Evidence())}
    assert modes.pop("claim.py") == ("exec", reason)
    assert set(modes.values()) == {("fork", "")}


def test_programs_that_import_the_same_frameworks_stand_together(root):
    imports = ["torch", "tensorflow", "numpy, torch", "jax", "torch", "tensorflow", "numpy, torch", "jax"]
    programs = {f"more_{n}.py": f"import {roots}\n\nprint(1)\n" for n, roots in enumerate(imports)}
    programs["more_8.py"] = "import torch\nimport subprocess\n"
    add_programs(root, programs)
    cells = planned(root, Evidence(), WITH_ALL, HERE)

    def group_of(cell: Cell) -> tuple[str, str, tuple[str, ...]]:
        return cell.host.environment.id, cell.mode, preloads(cell.snippet)

    groups = [key for key, _cells in groupby(cells, group_of)]
    assert len(groups) == len(set(groups))
    assert {key[1:] for key in groups if key[0] == WITH_ALL.environment.id} == {
        ("exec", ("torch",)),
        *(("fork", roots) for roots in ((), ("jax",), ("numpy", "torch"), ("tensorflow",), ("torch",))),
    }
    assert [host for host, _cells in groupby(cell.host for cell in cells)] == [WITH_ALL, HERE]
    assert the_cell(root, "more_2.py").job()["preload"] == ["numpy", "torch"]
    assert the_cell(root, "more_8.py").job()["preload"] == []


def test_a_job_speaks_only_of_the_claims_that_can_run_there(root):
    on_gpu = "snippet: reproduce.py\n    needs: [two-gpus]\n    expect: {hangs: 90}"
    rewrite(root, "entry.yaml", ("snippet: reproduce.py", on_gpu), ("snippet: dead_end.py", "snippet: reproduce.py"))
    two = Host(PYTHON, environment_from({**FACTS, "gpus": [GPU, GPU]}))
    here, there = (the_cell(root, "reproduce.py", host).job() for host in (HERE, two))
    symptom = {"texts": [["invalid literal for int() with base 10"]]}
    assert (here["gpus"], here["deadline"], here["hints"]) == (0, 60.0, [symptom])
    assert (there["gpus"], there["deadline"], there["hints"]) == (2, 90.0, [{"hangs": 90.0}, symptom])


BEFORE, AFTER = {"package": "torch", "until": "2.7"}, {"package": "torch", "since": "2.8"}


def claim(expect: str | dict | tuple) -> Claim:
    told = {"id": "one", "cause": "one", "snippet": "one.py"}
    return Reproduction.model_validate({**told, "expect": expect})


@pytest.mark.parametrize(
    ("expectations", "deadline"),
    [
        ([], 60.0),
        (["symptom"], 60.0),
        ([{"exits": 3}], 60.0),
        ([{"hangs": 5}], 60.0),
        ([{"hangs": 90}], 90.0),
        ([{"hangs": 70}, {"hangs": 80}], 80.0),
        ([{"hangs": 5}, "completes"], 60.0),
        ([{"hangs": 90}, "completes"], 90.0),
        ([({"hangs": 70, **BEFORE}, {"hangs": 80, **AFTER})], 80.0),
        ([({"hangs": 5, **BEFORE}, {"exits": 3, **AFTER})], 60.0),
    ],
    ids=str,
)
def test_a_run_may_take_as_long_as_its_claims_say_that_it_hangs(expectations, deadline):
    assert deadline_of([claim(expect) for expect in expectations]) == deadline


WAITS = "import time, os\nassert os\ntime.sleep(60)  # on\n"


@pytest.mark.parametrize(
    ("expectations", "program", "hangs"),
    [
        ([], WAITS, None),
        ([{"hangs": 5}], WAITS, 5.0),
        ([{"hangs": 5}, {"hangs": 80}], WAITS, 80.0),
        ([({"hangs": 7, **BEFORE}, {"hangs": 8, **AFTER})], WAITS, 8.0),
        ([{"hangs": 5}, "completes"], WAITS, None),
        ([{"hangs": 5}, {"exits": 3}], WAITS, None),
        ([({"hangs": 5, **BEFORE}, {"exits": 3, **AFTER})], WAITS, None),
        ([{"hangs": 5}], "if True:\n    import torch\n", None),
        ([{"hangs": 5}], "def main():\n    import torch\n", None),
        ([{"hangs": 5}], "while True: pass", 5.0),
    ],
    ids=str,
)
def test_what_can_only_hang_is_watched_no_longer_than_it_is_to_hang(tmp_path, expectations, program, hangs):
    path = tmp_path / "one.py"
    path.write_text(program)
    assert seconds_to_hang(load_snippet(path), [claim(expect) for expect in expectations]) == hangs


def test_a_job_marks_where_assertions_and_imports_end(tmp_path):
    path = tmp_path / "one.py"
    path.write_text(WAITS)
    assert marks_of(load_snippet(path)) == {"asserts": [(2, 9)], "imports": (1, 15)}
    path.write_text("assert (")
    assert marks_of(load_snippet(path)) == {"asserts": None, "imports": None}


def test_a_workaround_is_given_the_usual_time_even_beside_a_program_that_hangs():
    text = {"en": "a", "zh": "一"}
    told = {"id": "one", "title": text, "text": text, "trade_off": text, "snippet": "one.py", "cures": ("a",)}
    assert deadline_of([Workaround.model_validate(told), claim({"hangs": 5})]) == DEADLINE_SECONDS


def snippet_of(program: str) -> Snippet:
    return Snippet("one.py", Path("one.py"), program.encode())


def test_about_one_confirmation_in_twenty_is_audited_the_same_ones_everywhere():
    audited = [n for n in range(2000) if is_audited(snippet_of(f"print({n})"))]
    assert 0.03 < len(audited) / 2000 < 0.07
    assert audited[:5] == [50, 57, 69, 92, 114]


# --- shards ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def forty(good_content, tmp_path_factory) -> list[Cell]:
    root = good_content(tmp_path_factory.mktemp("forty"))
    add_programs(root, {f"more_{n}.py": f"int('word {n}')" for n in range(16)})
    return plan(load_content(root), Evidence(), [HERE, WITH_GPU])


@settings(max_examples=40)
@given(st.lists(st.sampled_from([0.0, 0.1, 0.25, 1.0, 7.5, 60.0]), min_size=40, max_size=40), st.integers(1, 9))
def test_shards_are_disjoint_complete_and_take_about_equally_long(forty, times, count):
    seconds = dict(zip([(cell.name, cell.host.environment.id) for cell in forty], times, strict=True))

    def time_of(cell: Cell) -> float:
        return seconds[cell.name, cell.host.environment.id]

    shards = [shard(forty, index, count, time_of) for index in range(1, count + 1)]
    assert sorted((cell for part in shards for cell in part), key=forty.index) == forty
    loads = [sum(map(time_of, part)) for part in shards]
    assert max(loads) <= min(loads) + max(times) + 1e-6
    mixed = random.Random(count).sample(forty, len(forty))
    for index, part in enumerate(shards, 1):
        assert sorted(shard(mixed, index, count, time_of), key=forty.index) == part


def test_every_machine_finds_the_same_shards_also_after_part_of_one_has_run(root, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    add_programs(root, {f"more_{n}.py": f"int('word {n}')" for n in range(12)})
    old = [
        observed(root, "claim.py", CPU, snippet=f"more_{n}.py", key="of another program", seconds=n) for n in range(12)
    ]
    evidence = Evidence()
    for observation in old:
        evidence.add(ENTRY, CPU, observation)
    commit(root, evidence)

    def parts() -> list[list[str]]:
        return [names(due(load_content(root), [HERE], ALL, (index, 3))) for index in (1, 2, 3)]

    before = parts()
    assert sorted(name for part in before for name in part) == names(planned(root, Evidence()))
    for name in before[0][:3]:
        store_observation(STORE, ENTRY, CPU, observed(root, name, CPU, **raised(WORD)))
    assert parts() == [before[0][3:], before[1], before[2]]
    assert names(due(load_content(root), [HERE], ALL)) == sorted([*before[0][3:], *before[1], *before[2]])


def test_shards_take_equally_long_where_part_of_the_programs_is_committed(root, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    everything = add_programs(root, {f"more_{n}.py": f"int('word {n}')" for n in range(8)})
    evidence = Evidence()
    for name in everything[::2]:
        evidence.add(ENTRY, CPU, observed(root, name, CPU, seconds=USUAL_SECONDS))
    commit(root, evidence)
    parts = [names(due(load_content(root), [HERE], ALL, (index, 2))) for index in (1, 2)]
    assert sorted(parts[0] + parts[1]) == everything[1::2]
    assert [len(part) for part in parts] == [3, 3]


def test_a_program_takes_as_long_as_it_took_there_or_else_on_the_machine_most_like_it(root):
    evidence = evidence_of(root, CPU, reproduce={"seconds": 3.0}, workaround=None)
    for name, seconds in {"reproduce.py": 9.0, "workaround.py": 8.0}.items():
        evidence.add(ENTRY, H200, observed(root, name, H200, seconds=seconds))
    evidence.add(ENTRY, BARE.environment, observed(root, "workaround.py", BARE.environment, seconds=2.0))
    seconds = durations(evidence)
    assert seconds(the_cell(root, "reproduce.py", HERE)) == 3.0
    assert seconds(the_cell(root, "reproduce.py", BARE)) == 3.0  # neither has a GPU
    assert seconds(the_cell(root, "workaround.py", HERE)) == 2.0
    assert seconds(the_cell(root, "workaround.py", BARE)) == 2.0
    assert durations(Evidence())(the_cell(root, "claim.py")) == USUAL_SECONDS


def test_of_hosts_that_differ_in_nothing_an_entry_names_the_first_runs_its_programs(tmp_path, good_content):
    good = good_content(tmp_path)
    hosts = [
        Host(PYTHON, environment_from({**FACTS, "distributions": packages}))
        for packages in ({"jax": "0.9"}, {"torch": "2.9"}, {"torch": "2.9", "numpy": "2"}, {"torch": "2.10"})
    ]
    entry = load_content(good).entries[0]
    assert distinct(entry, hosts) == (hosts[0],)  # its programs are of the standard library alone
    add_programs(good, {"more.py": "import torch\nint('word')\n"})
    entry = load_content(good).entries[0]
    assert distinct(entry, hosts) == (hosts[0], hosts[1], hosts[3])
    simulated = Host(PYTHON, environment_from({**FACTS, **SIMULATED, "distributions": {"torch": "2.9"}}))
    assert distinct(entry, [*hosts, simulated])[-1] == simulated

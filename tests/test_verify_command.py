"""`generator verify` and `generator build --verify`: what they run, what they say, and how they end."""

import functools
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import Result
from recorded import CPU, commit, evidence_of, generator, raised
from running import (
    ENTRY,
    PROGRAMS,
    SETTINGS,
    STORE,
    add_programs,
    another_python,
    here,
    lines,
    programs_in,
    recorded,
    rewrite,
    words,
    write_program,
)

from generator.build import recorded_evidence
from generator.commands.options import no_host
from generator.content.loader import load_content
from generator.evidence.records import Environment
from generator.evidence.store import load_evidence, store_observation
from generator.verify.export import exported
from generator.verify.plan import ALL, Wanted

SHOWN = {"word": "confirmed", "check-digits": "confirmed", "strip": "confirmed", "only-words": "upheld"}
ON_GPU = "snippet: reproduce.py\n    needs: [gpu]"


@pytest.fixture(autouse=True)
def root(good_content, tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return good_content(tmp_path).relative_to(tmp_path)


def verify(*arguments: str, python: Path | str = sys.executable) -> Result:
    return generator("verify", "--python", str(python), *arguments)


def everything_is_recorded(root: Path, environment: Environment | None = None, **differing: dict) -> None:
    """Put observations of all programs into the local store, as if they had run here."""
    environment = environment or here().environment
    for observation in evidence_of(root, environment, **differing).observations[ENTRY, environment.id].values():
        store_observation(STORE, ENTRY, environment, observation)


def another_entry(root: Path) -> str:
    """Add a second entry, like the first but for what it is called by."""
    folder = root / "entries" / ENTRY
    other = folder.with_name("other-entry")
    other.mkdir()
    for path in folder.iterdir():
        text = path.read_text(encoding="utf-8").replace("DEMO_STATUS_BAD_WORD", "DEMO_STATUS_OTHER")
        (other / path.name).write_text(text.replace("DemoValueError", "OtherValueError"), encoding="utf-8")
    return "demo/other-entry"


# --- from the plan to the record ---------------------------------------------------------------


def test_the_plan_says_what_would_run_and_why_and_runs_nothing(root):
    write_program(root, "claim.py", "import subprocess\n\nassert subprocess\n")
    done = verify("--plan")
    assert done.exit_code == 0
    never = "never run in this environment"
    where = here().environment.name
    assert done.stdout.splitlines() == [
        f"{ENTRY}/claim.py in {where}: {never}; mode exec (line 1 uses subprocess)",
        *(
            f"{ENTRY}/{name} in {where}: {never}; mode fork"
            for name in ("reproduce.py", "workaround.py", "dead_end.py")
        ),
        "4 to run, about 20 s, by earlier runs where there are any",
    ]
    assert done.stderr == ""
    assert not STORE.exists()


def test_the_plan_says_of_what_cannot_run_here_what_is_missing(root):
    rewrite(root, "entry.yaml", ("snippet: reproduce.py", ON_GPU))
    write_program(root, "dead_end.py", "import torch\n\nint(' word '.strip())\n")
    write_program(root, "claim.py", "import torch\n\nassert torch\n")
    done = verify("--plan")
    assert done.exit_code == 0
    assert programs_in(done.stdout) == ["workaround.py"]
    assert done.stdout.splitlines()[-1] == "claims that cannot be run here: 2 needs:torch, 1 no_gpu"
    done = verify("--plan", "--role", "reproduce")
    assert done.stdout.splitlines() == ["0 to run", "claims that cannot be run here: 1 no_gpu"]


def test_a_run_tells_a_line_for_each_program_off_a_terminal_and_records_it(root):
    done = verify()
    assert done.exit_code == 0
    assert programs_in(done.stderr) == PROGRAMS
    assert f"ran {ENTRY}/reproduce.py: exit 1, fork, " in done.stderr
    assert done.stdout == "verdicts  3 confirmed, 1 upheld\n"
    assert recorded(STORE, here()) == PROGRAMS
    assert not (root / "evidence").exists()
    assert words(load_content(root), load_evidence(STORE)) == SHOWN


def test_what_is_recorded_here_or_committed_is_not_run(root):
    everything_is_recorded(root, claim=None)
    commit(root, evidence_of(root, here().environment, reproduce=None, dead_end=None))
    done = verify()
    assert (done.exit_code, done.stdout, done.stderr) == (0, "verdicts  3 confirmed, 1 upheld\n", "")
    assert recorded(STORE, here()) == ["dead_end.py", "reproduce.py", "workaround.py"]


def test_what_was_said_last_is_not_said_again_once_something_has_changed(root):
    everything_is_recorded(root)
    path = STORE / ENTRY / here().environment.id / "reproduce.py.json"
    shown = "verdicts  3 confirmed, 1 upheld\n"
    assert [verify().stdout for _again in (1, 2)] == [shown] * 2
    path.write_text(path.read_text().replace("invalid literal", "another word"))  # what was seen
    assert lines(verify().stdout, "contradicted: ")
    everything_is_recorded(root)
    assert verify().stdout == shown
    rewrite(root, "entry.yaml", ("expect: completes", "expect: symptom"))  # what is expected
    assert verify().stdout == "verdicts  3 confirmed, 1 refuted\n"
    rewrite(root, "claim.py", ("12", "13"))  # what is run
    assert programs_in(verify().stderr) == ["claim.py"]
    assert verify().stderr == ""
    done = verify(python=another_python())  # where
    assert programs_in(done.stderr) == ([] if another_python() == here().python else PROGRAMS)


def test_what_was_said_is_kept_only_if_nothing_was_recorded_meanwhile():
    kept = Path(".cache/remembered/verify.json")
    assert programs_in(verify().stderr) == PROGRAMS
    assert not kept.exists()
    said = verify().stdout
    assert json.loads(kept.read_text())["said"] == said.splitlines()


def test_in_a_terminal_a_bar_shows_how_far_it_is_and_lines_only_what_gave_no_evidence(root):
    write_program(root, "claim.py", "import os\n\nos._exit(0)\n")
    supervisor, terminal = pty.openpty()
    command = [sys.executable, "-m", "generator", "verify", "--python", sys.executable]
    settings = {**SETTINGS, "TERM": "xterm", "COLUMNS": "120"}
    with subprocess.Popen(command, env=settings, stdout=subprocess.DEVNULL, stderr=terminal) as process:
        os.close(terminal)
        shown = b""
        while part := read_terminal(supervisor):
            shown += part
    os.close(supervisor)
    told = shown.decode()
    assert process.returncode == 3
    assert "\x1b[" in told
    assert re.search(rf"{ENTRY}/\w+\.py", told)
    assert "4/4" in told
    assert lines(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", told), "ran ") == [
        f"{ENTRY}/claim.py: harness_error: it ended without a report"
    ]


def read_terminal(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""  # nobody has it open any more


# --- what is asked for -------------------------------------------------------------------------


def test_again_runs_what_is_recorded_too(root):
    everything_is_recorded(root, claim={"stdout": "of the earlier run"})
    done = verify("--again")
    assert (done.exit_code, programs_in(done.stderr)) == (0, PROGRAMS)
    assert load_evidence(STORE).observations[ENTRY, here().environment.id]["claim.py"].stdout == ""


def test_changed_runs_only_what_is_new(root):
    everything_is_recorded(root, CPU)
    assert names_of_plan() == PROGRAMS
    rewrite(root, "claim.py", ("12", "13"))
    done = verify("--changed")
    assert (done.exit_code, programs_in(done.stderr)) == (0, ["claim.py"])
    assert names_of_plan("--changed") == []


def names_of_plan(*arguments: str) -> list[str]:
    return programs_in(verify("--plan", *arguments).stdout)


def test_a_role_runs_the_programs_of_its_claims():
    done = verify("--role", "reproduce", "--role", "claim")
    assert (done.exit_code, programs_in(done.stderr)) == (0, ["claim.py", "reproduce.py"])
    assert done.stdout.splitlines() == ["verdicts  1 confirmed, 1 upheld", "not run   2: 2 not_yet"]


def test_a_named_entry_is_run_alone(root):
    other = another_entry(root)
    done = verify(other, "--role", "claim")
    assert (done.exit_code, lines(done.stderr, "ran ")[0].split(":")[0]) == (0, f"{other}/claim.py")
    assert list(load_evidence(STORE).observations) == [(other, here().environment.id)]


@pytest.mark.parametrize("pattern", [here().environment.id, f"*{here().environment.name.removeprefix('cpu')}"])
def test_of_several_environments_one_is_chosen_by_a_pattern_or_its_id(pattern):
    assert names_of_plan("--python", str(another_python()), "--env", pattern) == PROGRAMS


def test_an_environment_that_is_not_at_hand_is_told_with_those_that_are():
    done = verify("--env", "h200-*")
    assert done.exit_code == 2
    name = here().environment.name
    assert done.stderr == f"Error: no environment at hand is called 'h200-*'; at hand: {name}\n"


def test_repeats_show_a_program_that_ends_now_so_now_so_as_flaky(root):
    write_program(root, "claim.py", "import random\n\nassert random.random() < 0.5\n")
    done = verify("--role", "claim", "--repeat", "16")
    assert done.exit_code == 0
    assert ", exec, " in done.stderr
    assert done.stderr.endswith(" s, 16 runs\n")
    [line] = lines(done.stdout, "flaky: ")
    seen = load_evidence(STORE).observations[ENTRY, here().environment.id]["claim.py"]
    clean = sum(run.exception is None for run in (seen, *seen.repeats))
    assert 0 < clean < 16
    assert line == (
        f"{ENTRY} claim only-words (claim.py): as predicted in {clean} of 16 runs; in {here().environment.name}; "
        f"page /{ENTRY}/#claim-only-words"
    )
    assert "verdicts  1 flaky\n" in done.stdout
    assert names_of_plan("--role", "claim") == []


def test_repeats_of_a_program_that_always_ends_alike_confirm_it():
    done = verify("--repeat", "3")
    assert done.exit_code == 0
    assert done.stderr.count(" s, 3 runs\n") == 4
    assert done.stdout == "verdicts  3 confirmed, 1 upheld\n"
    assert names_of_plan("--repeat", "3") == []
    assert "has run 3 of 4 times; mode fork" in verify("--plan", "--repeat", "4").stdout


def test_shards_run_each_program_once_between_them(root):
    everything = add_programs(root, {f"more_{n}.py": f"int('word {n}')" for n in range(4)})
    parts = []
    for part in ("1/2", "2/2"):
        done = verify("--shard", part)
        assert done.exit_code == 0
        parts.append(programs_in(done.stderr))
    assert sorted(parts[0] + parts[1]) == everything
    assert abs(len(parts[0]) - len(parts[1])) <= 1
    assert names_of_plan() == []


# --- wrong usage -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no/such-entry"], "there is no entry no/such-entry: name entries as <domain>/<slug>"),
        ([ENTRY, "a/b", "first-entry"], "there is no entry a/b, first-entry: name entries as <domain>/<slug>"),
        (["--shard", "2"], "'2' is no part of a whole: write i/n with i from 1 to n, such as 2/4"),
        (["--shard", "0/2"], "'0/2' is no part"),
        (["--shard", "3/2"], "'3/2' is no part"),
        (["--shard", "1/0"], "'1/0' is no part"),
        (["--shard", "-1/2"], "'-1/2' is no part"),
        (["--shard", "a/b"], "'a/b' is no part"),
        (["--shard", "1/2/3"], "'1/2/3' is no part"),
        (["--repeat", "0"], "0 is not in the range 1<=x<=100"),
        (["--role", "cure"], "'cure' is not one of"),
        (["--compare", "--changed"], "leave out one of them"),
    ],
    ids=" ".join,
)
def test_wrong_usage_ends_with_2_and_the_remedy(arguments, words):
    done = verify(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert words in done.stderr.splitlines()[-1]
    assert not STORE.exists()


def test_an_interpreter_that_is_not_there_is_told_in_one_line():
    done = verify(python="nowhere/python")
    assert (done.exit_code, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("Error: nowhere/python cannot be used to run programs: ")
    assert line.endswith("Name a Python 3.9 or later with --python (make: PYTHON=)")


def test_content_with_errors_is_not_run(root):
    write_program(root, "claim.py", "no python")
    done = verify()
    assert done.exit_code == 2
    assert f"entries/{ENTRY}/claim.py:1" in done.stdout
    assert done.stderr.startswith("Error: 1 problem(s) in content")
    assert not STORE.exists()


# --- how it ends -------------------------------------------------------------------------------


def test_a_contradicted_claim_is_told_with_its_page_and_ends_with_1(root):
    write_program(root, "dead_end.py", "int('7')\n")
    for run in (PROGRAMS, []):  # the second time from the record
        done = verify()
        assert (done.exit_code, programs_in(done.stderr)) == (1, run)
        [line] = lines(done.stdout, "contradicted: ")
        assert line == (
            f"{ENTRY} dead-end strip (dead_end.py): now_works; expected symptom, saw: exit code 0; "
            f"in {here().environment.name}; page /{ENTRY}/#dead-end-strip"
        )


def test_a_refuted_claim_is_no_failure(root):
    write_program(root, "claim.py", "assert int('12') == 13\n")
    done = verify()
    assert (done.exit_code, done.stdout) == (0, "verdicts  3 confirmed, 1 refuted\n")


def test_without_a_framework_that_all_programs_need_nothing_runs_and_that_ends_with_3(root, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in PROGRAMS:
        path = root / "entries" / ENTRY / name
        path.write_text(f"import torch\n\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    done = generator("verify")
    assert (done.exit_code, done.stdout, done.stderr) == (3, f"{no_host(Path('content'))}\n", "")
    assert not STORE.exists()


@pytest.mark.parametrize(
    ("arguments", "code", "missing"),
    [
        ([ENTRY, "demo/other-entry"], 3, f"nothing of {ENTRY} can run here"),
        (["demo/other-entry"], 0, ""),
        ([], 0, ""),
    ],
    ids=str,
)
def test_what_was_asked_for_by_name_and_cannot_run_here_ends_with_3(root, arguments, code, missing):
    another_entry(root)
    for name in PROGRAMS:
        path = root / "entries" / ENTRY / name
        path.write_text(f"import torch\n\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    done = verify(*arguments, "--role", "reproduce")
    assert done.exit_code == code
    assert missing in done.stdout
    assert ("can run here" in done.stdout) is bool(missing)


@pytest.mark.parametrize(
    ("program", "trouble"),
    [
        ("import os\n\nos._exit(0)\n", "harness_error: it ended without a report"),
        (
            "import socket\n\nsocket.create_connection(('192.0.2.1', 80), timeout=2)\n",
            "isolation_violation: network: it sent a packet to somewhere, and programs run without a network",
        ),
    ],
)
def test_a_program_that_gave_no_evidence_is_told_and_ends_with_3(root, program, trouble):
    write_program(root, "claim.py", program)
    done = verify()
    assert done.exit_code == 3
    assert f"ran {ENTRY}/claim.py: {trouble}\n" in done.stderr
    assert f"no evidence of {ENTRY}/claim.py in {here().environment.name}: {trouble}\n" in done.stdout
    assert "verdicts  3 confirmed\nnot run   1: 1 not_yet\n" in done.stdout
    assert programs_in(verify("--plan").stdout) == ["claim.py"]
    assert recorded(STORE, here()) == ["dead_end.py", "reproduce.py", "workaround.py"]


def test_a_program_that_evaluated_no_assertion_is_reported_and_ends_with_3(root):
    write_program(root, "claim.py", "for number in []:\n    assert number == 12\n")
    done = verify()
    assert done.exit_code == 3
    what = "it ended clean, and none of its own assertions was evaluated"
    place = f"in {here().environment.name}; page /{ENTRY}/#claim-only-words"
    assert f"no evidence: {ENTRY} claim only-words (claim.py): {what}; {place}\n" in done.stdout
    assert "verdicts  3 confirmed, 1 harness_error\n" in done.stdout
    assert (verify().exit_code, programs_in(verify("--plan").stdout)) == (3, [])


def test_a_harness_that_fails_ends_with_3_and_records_nothing(tmp_path):
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\ncase "$*" in *zygote*) exit 1;; esac\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    done = verify(python=python)
    assert done.exit_code == 3
    assert len(lines(done.stdout, "no evidence of ")) == 4
    assert "harness_error: importing nothing: it ended without a word" in done.stdout
    assert load_evidence(STORE).observations == {}


def test_a_contradiction_counts_more_than_a_program_without_evidence(root):
    write_program(root, "claim.py", "import os\n\nos._exit(0)\n")
    write_program(root, "dead_end.py", "int('7')\n")
    assert verify().exit_code == 1


# --- compared with what is committed -----------------------------------------------------------


def test_the_same_verdicts_as_committed_end_with_0_and_are_run_anew(root):
    commit(root, evidence_of(root, here().environment))
    done = verify("--compare")
    assert done.exit_code == 0
    assert programs_in(done.stderr) == PROGRAMS
    where = here().environment
    assert lines(done.stdout, "compared  ") == [f"{where.name} with {where.name} ({where.id}): 4 claims, 0 differ"]
    assert programs_in(verify("--compare").stderr) == []


def test_a_verdict_that_differs_from_the_committed_one_is_told_with_both_and_ends_with_1(root):
    relative = here().environment.model_copy(update={"id": "0123456789abcdef", "name": "cpu-earlier"})
    evidence = evidence_of(root, relative, claim=raised("no", "AssertionError"))
    commit(root, evidence)
    done = verify("--compare")
    assert done.exit_code == 1
    [line] = lines(done.stdout, "differs: ")
    assert line == (
        f"{ENTRY} claim only-words: committed refuted (AssertionError: no), here upheld (exit code 0); "
        f"in {here().environment.name}"
    )
    assert f"with cpu-earlier ({relative.id}): 4 claims, 1 differ\n" in done.stdout
    again = verify("--compare")
    assert (again.exit_code, again.stdout, again.stderr) == (1, done.stdout, "")


def test_a_claim_that_gave_no_evidence_here_differs_from_the_committed_verdict(root):
    write_program(root, "claim.py", "import os\n\nos._exit(0)\n")
    commit(root, evidence_of(root, here().environment))
    done = verify("--compare")
    assert done.exit_code == 1
    [line] = lines(done.stdout, "differs: ")
    assert line.endswith(f"committed upheld (exit code 0), here not run; in {here().environment.name}")


def test_only_what_was_asked_for_is_compared(root):
    other = another_entry(root)
    evidence = evidence_of(root, here().environment)
    for observation in evidence.observations[ENTRY, here().environment.id].copy().values():
        evidence.add(other, here().environment, observation)
    commit(root, evidence)
    counts = []
    for arguments in ([other], ["--role", "workaround"], ["--shard", "1/2"], ["--shard", "2/2"]):
        done = verify("--compare", *arguments)
        assert done.exit_code == 0
        [line] = lines(done.stdout, "compared  ")
        counts.append(line.rpartition(": ")[2])
    assert counts == [f"{count} claims, 0 differ" for count in (4, 2, 4, 4)]


def test_where_nothing_alike_is_committed_that_is_said(root):
    commit(root, evidence_of(root, CPU))
    done = verify("--compare", "--role", "claim")
    assert done.exit_code == 3
    name = here().environment.name
    assert f"compared  {name}: nothing is committed of an environment like it\n" in done.stdout


# --- a plan for another host -------------------------------------------------------------------


def test_a_plan_for_another_host_holds_what_waits_for_a_run_in_any_environment(root):
    everything_is_recorded(root)
    write_program(root, "reproduce.py", "import torch\n\nint('word')\n")
    rewrite(root, "entry.yaml", ("snippet: reproduce.py", ON_GPU))
    rewrite(root, "claim.py", ("12", "13"))
    plan = exported(load_content(root), recorded_evidence(load_content(root)), ALL)
    told = {cell["job"]["name"]: cell for cell in plan["cells"]}
    # What cures the reproduction or does not must be seen where it is.
    assert sorted(told) == ["claim.py", "dead_end.py", "reproduce.py", "workaround.py"]
    reproduce = told["reproduce.py"]
    assert reproduce["entry"] == ENTRY
    assert reproduce["claims"] == [{"role": "reproduce", "id": "word", "needs": ("gpu", "torch"), "waits": True}]
    assert reproduce["seconds"] == 0.25  # as it took here
    assert reproduce["distributions"] == [["torch"]]
    assert {name: reproduce["job"][name] for name in ("mode", "preload", "gpus", "repeat")} == {
        "mode": "fork",
        "preload": ["torch"],
        "gpus": 1,
        "repeat": 1,
    }
    assert reproduce["program"] == load_content(root).find(ENTRY).snippets["reproduce.py"].digest


def test_what_no_program_waits_for_needs_no_plan(root):
    everything_is_recorded(root)
    done = generator("gpu-plan")
    assert (done.exit_code, done.stdout) == (3, "no program waits for a run; --again takes also what has run\n")
    assert not Path("gpu-plan").exists()
    assert generator("gpu-plan", "--again", "--repeat", "5").exit_code == 0
    content = load_content(root)
    plan = exported(content, recorded_evidence(content), Wanted(again=True, repeat=5))
    assert {cell["job"]["repeat"] for cell in plan["cells"]} == {5}


# --- in a build --------------------------------------------------------------------------------


def build(mode: str) -> Result:
    return generator("build", "--verify", mode, "--python", sys.executable)


@pytest.mark.parametrize(
    ("program", "verdict"),
    [
        ("int('7')\n", "contradicted (now_works)"),
        ("import os\n\nos._exit(0)\n", "not_run (not_yet)"),
    ],
)
def test_a_build_that_requires_verdicts_fails_where_a_claim_is_not_shown(root, program, verdict):
    write_program(root, "dead_end.py", program)
    done = build("require")
    assert done.exit_code == 1
    assert f"{ENTRY} dead-end strip: {verdict}; in {here().environment.name}; page /{ENTRY}/#dead-end-strip\n" in (
        done.stderr
    )
    assert done.stderr.endswith("Error: --verify require: not every claim that can run here is confirmed\n")
    assert not Path("site").exists()


def test_a_build_that_requires_verdicts_needs_an_interpreter_with_a_framework(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "/usr/bin")
    done = generator("build", "--verify", "require")
    assert done.exit_code == 1
    assert done.stderr == f"Error: --verify require: {no_host(Path('content'))}\n"


def test_the_reasons_that_entries_give_are_counted_together(root):
    why = "not_run: {{reason: {}, text: {{en: It needs another machine., zh: 需要另一台机器。}}}}"
    rewrite(
        root,
        "entry.yaml",
        ("snippet: dead_end.py", why.format("needs-driver-change")),
        ("snippet: workaround.py", why.format("needs-mig")),
        ("kind: python, code: number = int(text) if text.isdigit() else None", "kind: text, code: Look at it first."),
    )
    for program in ("dead_end.py", "workaround.py"):
        (root / "entries" / ENTRY / program).unlink()
    assert "not run   4: 2 not_yet, 2 as their pages say\n" in build("never").stdout


def test_a_build_runs_what_is_due_unless_told_not_to_and_shows_what_nothing_is_known_of(root):
    rewrite(root, "entry.yaml", ("snippet: dead_end.py", "snippet: dead_end.py\n    needs: [gpu]"))
    done = build("never")
    assert done.exit_code == 0
    assert "verdicts  none\nnot run   4: 3 not_yet, 1 no_gpu\n" in done.stdout
    assert "ran on    nothing here: recorded evidence only\n" in done.stdout
    assert not STORE.exists()
    for mode, run in (("auto", ["claim.py", "reproduce.py", "workaround.py"]), ("require", [])):
        done = build(mode)
        assert (done.exit_code, programs_in(done.stderr)) == (0, run)
        assert "verdicts  2 confirmed, 1 upheld\nnot run   1: 1 no_gpu\n" in done.stdout
        assert f"ran on    {here().environment.name}\n" in done.stdout
    assert Path("site/demo/first-entry/index.html").is_file()


def test_an_interrupt_ends_what_runs_at_once_and_keeps_what_has_run(root):
    write_program(root, "claim.py", "import time\ntime.sleep(600)\n")
    command = [sys.executable, "-m", "generator", "verify", "--python", sys.executable]
    # What a shell starts in the background ignores interrupts, and so would all that it starts.
    listen = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=SETTINGS, preexec_fn=listen) as process:  # noqa: PLW1509
        lines = [process.stderr.readline() for _ in range(3)]
        process.send_signal(signal.SIGINT)
        started = time.monotonic()
        rest = process.stderr.read()
        process.wait()
    assert time.monotonic() - started < 10
    assert process.returncode == 130
    assert rest == "stopped; what had ended is recorded, and the next start does the rest\n"
    assert all(line.startswith("ran demo/first-entry/") for line in lines)
    [seen] = load_evidence(STORE).observations.values()
    assert sorted(seen) == ["dead_end.py", "reproduce.py", "workaround.py"]

"""Controls: a workaround whose program runs clean without the cure too shows no cure."""

import json
import sys
from pathlib import Path

import pytest
from real import generator
from test_verdicts import CLEAN, CPU, GPU, OTHER_CPU, SEEN, entry_in, environment, judge, reproduction, workaround

from generator.content.loader import load_content
from generator.evidence.control_runs import CONTROLS_FILE, DIGITS, load_control_runs
from generator.judge.controls import controls_of
from generator.judge.summary import summarize
from generator.problems import Problem

REPRODUCTION = '"""A word is read."""\n\ntext = "word"\nnumber = int(text)\nprint(number)\n'
CURE = '"""Look first."""\n\ntext = "word"\nnumber = int(text) if text.isdigit() else None\nassert number is None\n'
BOTH = CURE.replace('"word"', '"12"').replace("is None", "== 12")
DO = [{"kind": "python", "code": "number = int(text) if text.isdigit() else None"}]


def entry_with(folder: Path, program: str, original: str = REPRODUCTION, programs: dict | None = None, **changes):
    cure = workaround("w", "r", **{"do": DO, **changes})
    loaded = entry_in(folder, reproduce=[reproduction("r")], workarounds=[cure])
    (loaded.folder / "program.py").write_text(original)
    (loaded.folder / "cure.py").write_text(program)
    if programs:
        path = loaded.folder / "entry.yaml"
        path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), "programs": programs}))
    [loaded] = load_content(folder).entries
    return loaded


def made(loaded) -> dict[str, str]:
    return {control.kind: control.snippet.text for control in controls_of(loaded, loaded.entry.workarounds[0])}


def test_a_program_that_differs_by_the_cure_alone_has_no_control(tmp_path):
    assert made(entry_with(tmp_path, CURE)) == {}


def test_the_lines_to_copy_are_put_back_and_other_changes_stay(tmp_path):
    expected = BOTH.replace(DO[0]["code"], "number = int(text)")
    assert made(entry_with(tmp_path, BOTH)) == {"without-cure": expected}


def test_where_the_lines_to_copy_are_not_in_the_program_nobody_knows_what_the_cure_is(tmp_path):
    assert made(entry_with(tmp_path, BOTH, do=[{"kind": "text", "code": "Look first."}])) == {}


def test_what_only_imports_prints_and_asserts_is_no_other_change(tmp_path):
    assert made(entry_with(tmp_path, CURE.replace("text =", "import os\n# a word\ntext =", 1))) == {}


def test_variables_of_the_cure_are_taken_away(tmp_path):
    shell = [{"kind": "shell", "code": "export DIGITS=no"}]
    settings = {"program.py": {"variables": {"WORD": "x"}}, "cure.py": {"variables": {"WORD": "x", "DIGITS": "no"}}}
    loaded = entry_with(tmp_path, BOTH, programs=settings, do=shell)
    [control] = controls_of(loaded, loaded.entry.workarounds[0])
    assert (control.snippet.text, control.snippet.variables) == (BOTH, (("WORD", "x"),))


ON_A_GPU = 'import torch\n\nx = torch.ones(3).to("cuda")\ny = x.cuda()\nprint("cuda", y)\n'
CHOICE = '"cuda" if torch.cuda.is_available() else "cpu"'


@pytest.mark.parametrize(("code", "is_cure"), [("x = torch.ones(3)", False), (f"device = {CHOICE}", True)])
def test_a_workaround_that_takes_the_cpu_is_set_beside_the_reproduction_on_the_cpu(tmp_path, code, is_cure):
    program = f"import torch\n\ndevice = {CHOICE}\nx = torch.ones(3)\nassert len(x) == 3\n"
    loaded = entry_with(tmp_path, program, ON_A_GPU, do=[{"kind": "python", "code": code}])
    found = made(loaded).get("on-the-cpu")
    if is_cure:
        assert found is None
    else:
        assert 'else "cpu")' in found
        assert 'to("cuda")' not in found
        assert ".cuda()\n" not in found


# --- what is recorded --------------------------------------------------------------------------


def recorded(loaded, kind: str, environment_id: str, ending: str):
    """Put a line into controls.txt; return the entry as it is then loaded."""
    root = loaded.folder.parents[2]
    [control] = controls_of(loaded, loaded.entry.workarounds[0])
    line = f"{loaded.id} w {control.snippet.digest[:DIGITS]} {kind} {environment_id} {ending}\n"
    with (root / CONTROLS_FILE).open("a", encoding="utf-8") as file:
        file.write(line)
    return load_content(root).entries[0]


def reasons(loaded, *where) -> list[str]:
    *_others, cure = judge(loaded, *((one, {"program.py": SEEN, "cure.py": CLEAN}) for one in where))
    return [verdict.reason for verdict in cure.verdicts]


def test_a_clean_control_takes_the_cure_away(tmp_path):
    loaded = recorded(entry_with(tmp_path, BOTH), "no-device", CPU.id, "clean")
    assert reasons(loaded, CPU) == ["control_clean"]
    *_others, cure = judge(loaded, (CPU, {"program.py": SEEN, "cure.py": CLEAN}))
    assert (cure.verdict.word, cure.cured) == ("confirmed", False)
    assert summarize(loaded.entry, judge(loaded, (CPU, {"program.py": SEEN, "cure.py": CLEAN}))).causes_verified == 0


def test_where_it_did_not_run_all_environments_of_the_kind_speak(tmp_path):
    other = environment("another")
    loaded = recorded(entry_with(tmp_path, BOTH), "no-device", CPU.id, "clean")
    assert reasons(loaded, CPU, other) == ["control_clean", "control_clean"]
    loaded = recorded(loaded, "no-device", OTHER_CPU.id, "other_error")
    assert set(reasons(loaded, CPU)) == {"control_clean"}
    assert set(reasons(loaded, other)) == {""}
    assert set(reasons(loaded, OTHER_CPU)) == {""}
    assert set(reasons(loaded, GPU)) == {""}


def test_a_control_of_another_program_counts_for_nothing(tmp_path):
    loaded = recorded(entry_with(tmp_path, BOTH), "no-device", CPU.id, "clean")
    (loaded.folder / "cure.py").write_text(BOTH.replace("12", "13"))
    assert reasons(load_content(tmp_path).entries[0], CPU) == [""]


def test_a_line_that_tells_of_no_run_is_reported(tmp_path):
    (tmp_path / CONTROLS_FILE).write_text("# a comment\n\ndemo/x w\n")
    problems: list[Problem] = []
    assert load_control_runs(tmp_path, problems) == {}
    assert [(problem.code, problem.location.line) for problem in problems] == [("EVID001", 3)]


# --- run for real ------------------------------------------------------------------------------


def controls(folder: Path, *arguments: str):
    return generator("controls", "--content", "content", "--python", sys.executable, *arguments, cwd=folder)


@pytest.fixture
def content(good_content, tmp_path) -> Path:
    """Return the good content, with a workaround whose program also reads another text: that alone keeps it clean."""
    root = good_content(tmp_path)
    (root / "entries/demo/first-entry/workaround.py").write_text(BOTH)
    (root / "entries/demo/first-entry/reproduce.py").write_text(REPRODUCTION)
    return root


def test_controls_are_run_once_and_recorded(content, tmp_path):
    first = controls(tmp_path)
    assert first.returncode == 0, first.stderr
    assert "demo/first-entry check-digits (without-cure, word) in " in first.stdout
    assert "shows no cure: demo/first-entry check-digits" in first.stdout
    assert "1 controls ran, 1 on record, 1 workarounds show no cure\n" in first.stdout
    *_comments, line = (content / CONTROLS_FILE).read_text(encoding="utf-8").splitlines()
    assert line.startswith("demo/first-entry check-digits ")
    assert line.endswith(" clean")
    assert "0 controls ran, 1 on record, 1 workarounds show no cure\n" in controls(tmp_path).stdout
    assert "1 controls ran, 1 on record" in controls(tmp_path, "--again").stdout


def test_a_control_that_fails_leaves_the_cure_shown_and_what_is_no_longer_made_goes(content, tmp_path):
    controls(tmp_path)
    program = content / "entries/demo/first-entry/workaround.py"
    program.write_text(CURE.replace('text = "word"', 'text = "a word"'))
    done = controls(tmp_path)
    assert "1 controls ran, 1 on record, 0 workarounds show no cure\n" in done.stdout
    *_comments, line = (content / CONTROLS_FILE).read_text(encoding="utf-8").splitlines()
    assert line.endswith(" other_error")
    program.write_text(CURE)
    assert "0 controls ran, 0 on record" in controls(tmp_path).stdout
    assert not (content / CONTROLS_FILE).exists()

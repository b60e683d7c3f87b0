"""An error that a program raises with its own words is not reproduced: what counts as its own."""

import json

import pytest
from test_verdicts import CLEAN, CPU, SEEN, dead_end, entry_in, judge, reproduction, workaround

from generator.content.loader import load_content
from generator.judge.own_words import own_words_of

SYMPTOM = "demo error: DEMO_STATUS_BAD_PARAM"
RULE = {"raises": ["RuntimeError"], "message": "demoCreate: DEMO_STATUS*"}
SAID = {
    "raised": f'raise RuntimeError("{SYMPTOM}")',
    "kept": f'WORDS = "{SYMPTOM} (3)"\nraise RuntimeError(WORDS)',
    "asserted": f'assert 1 == 2, "{SYMPTOM}"',
    "left": f'import sys\nsys.exit("{SYMPTOM}")',
    "around a hole": 'import os\nraise RuntimeError(f"demo error: {os.name}")',
    "in a program of its own": f'PROGRAM = """\nimport os\nraise RuntimeError("{SYMPTOM}")\n"""',
    "in another language": f'SOURCE = """\nvoid f() {{\n  fail("{SYMPTOM}");\n}}\n"""',
}
NOT_SAID = {
    "documented": f'"""{SYMPTOM}"""\nint("x")',
    "compared": f'try:\n    int("x")\nexcept ValueError as error:\n    assert "{SYMPTOM}" in str(error)\n    raise',
    "one of several compared": f'assert str(1) not in ("{SYMPTOM}", "")\nint("x")',
    "sought": f'import re\nassert re.search("{SYMPTOM}", "")\nassert "".startswith("{SYMPTOM}")',
    "matched": f'match str(1):\n    case "{SYMPTOM}":\n        pass',
    "a name handed on": 'open("DEMO_STATUS_BAD_PARAM")',
    "punctuation": 'raise RuntimeError(f"{open.__name__}: {open}")',
    "of a workaround": f'raise RuntimeError("{SYMPTOM}")',
}


def entry_with(folder, program: str, claim: dict, section: str = "reproduce", **files: str):
    sections = {"reproduce": [reproduction("r")], section: [claim]}
    loaded = entry_in(folder, **sections)
    (loaded.folder / claim["snippet"]).write_text(program + "\n")
    for name, text in files.items():
        (loaded.folder / f"{name}.py").write_text(text + "\n")
    if files:
        path = loaded.folder / "entry.yaml"
        data = json.loads(path.read_text(encoding="utf-8"))
        data["programs"] = {claim["snippet"]: {"files": [f"{name}.py" for name in files]}}
        path.write_text(json.dumps(data), encoding="utf-8")
    [loaded] = load_content(folder).entries
    return loaded


def words_of(loaded, claim: dict) -> str:
    found = {one.id: one for _role, one in loaded.entry.all_claims()}[claim["id"]]
    return own_words_of(loaded.entry, found, loaded.snippets[claim["snippet"]])


@pytest.mark.parametrize("program", SAID.values(), ids=SAID)
@pytest.mark.parametrize("section", ["reproduce", "dead_ends"])
def test_what_a_program_says_itself(tmp_path, program, section):
    claim = reproduction("x") if section == "reproduce" else dead_end("x", "r")
    assert words_of(entry_with(tmp_path, program, claim, section), claim)


@pytest.mark.parametrize("name", NOT_SAID)
def test_what_it_does_not_say(tmp_path, name):
    section = "workarounds" if name == "of a workaround" else "reproduce"
    claim = workaround("x", "r") if section == "workarounds" else reproduction("x")
    assert words_of(entry_with(tmp_path, NOT_SAID[name], claim, section), claim) == ""


def test_what_lies_beside_a_program_counts(tmp_path):
    claim = reproduction("x")
    loaded = entry_with(tmp_path, "import helper", claim, helper=SAID["raised"])
    assert words_of(loaded, claim) == SYMPTOM


def test_the_message_of_a_rule_counts_as_the_symptom_does(tmp_path):
    claim = reproduction("x", expect=RULE)
    program = 'import os\nraise RuntimeError(f"demoCreate: {os.name}")'
    assert words_of(entry_with(tmp_path, program, claim), claim) == "demoCreate:"


def test_a_run_confirms_nothing_then_and_what_contradicts_still_does(tmp_path):
    claim = reproduction("x")
    loaded = entry_with(tmp_path, SAID["raised"], claim)
    [item] = judge(loaded, (CPU, {"program.py": SEEN}))
    assert (item.verdict.word, item.verdict.reason) == ("harness_error", "own_words")
    [item] = judge(loaded, (CPU, {"program.py": CLEAN}))
    assert (item.verdict.word, item.verdict.reason) == ("contradicted", "no_error")

"""Commands that messages name: they work as they stand, also for another content folder than the usual one."""

import ast
import re
from pathlib import Path

import pytest
from real import generator

from generator.terminal.hints import generator_command, make_command

ROOT = Path(__file__).resolve().parents[1]
TARGETS = "|".join(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (("check",), "make check"),
        (("check", Path("content")), "make check"),
        (("check", Path("./content/"), Path("site")), "make check"),
        (("check", Path("../our-errors")), "make check CONTENT=../our-errors"),
        (("serve", Path("../our-errors"), Path("../our site")), "make serve CONTENT=../our-errors SITE='../our site'"),
        (("serve", Path("content"), Path("/srv/site")), "make serve SITE=/srv/site"),
    ],
    ids=str,
)
def test_a_make_command_names_the_folders_that_are_not_the_usual_ones(arguments, command):
    assert make_command(*arguments) == command


def test_the_usual_folder_is_known_by_any_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert make_command("check", tmp_path / "content") == "make check"


def test_a_command_of_the_generator_names_the_folder_too():
    assert generator_command("permalinks --add") == ".venv/bin/python -m generator permalinks --add"
    assert generator_command("permalinks --add", Path("../our errors")).endswith(" --add --content '../our errors'")


def test_what_commands_say_leads_on_in_another_folder(tmp_path, good_content):
    content = good_content(tmp_path).rename(tmp_path / "ours")
    (content / "permalinks.txt").write_text("# none yet\n")
    (content / "translations.txt").write_text("# none yet\n")
    checked = generator("check", "--content", "ours", cwd=tmp_path).stdout
    assert "run: .venv/bin/python -m generator permalinks --add --content ours\n" in checked
    assert "run: .venv/bin/python -m generator translated demo/first-entry --content ours\n" in checked
    started = generator("new", "demo/second", "--content", "ours", cwd=tmp_path).stdout
    assert "run `make check CONTENT=ours`" in started
    (content / "entries/demo/second/entry.yaml").unlink()
    (content / "entries/demo/second/reproduce.py").unlink()
    arguments = ("--content", "ours", "--site", "public", "--verify", "never")
    built = generator("build", *arguments, cwd=tmp_path)
    assert "look at it: make serve CONTENT=ours SITE=public, then http://" in built.stdout, built.stderr
    assert (
        "run `make verify CONTENT=ours` first"
        in generator("evidence", "import", "--content", "ours", cwd=tmp_path).stderr
    )


def test_no_message_writes_such_a_command_by_itself():
    command = re.compile(rf"\bmake (?:{TARGETS})\b|-m (?:generator|tools)[. ][a-z]")
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.value}"
        for path in sorted((ROOT / "generator").rglob("*.py"))
        if path.name != "hints.py"
        for node in _texts(ast.parse(path.read_text(encoding="utf-8")))
        if command.search(node.value)
    ]
    assert found == [], "use generator/terminal/hints.py"


GENERIC = (
    "# Written by `python -m generator",
    "of this file is changed or deleted",
    "MkDocs makes only a part of this site",
    "`make site` installs what it needs",
)


def _texts(tree):
    """Yield the texts of a module that are not its documentation, nor of files that are the same for every folder."""
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation
        if is_text and not any(words in node.value for words in GENERIC):
            yield node

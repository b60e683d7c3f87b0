"""What the documents say is what the program does."""

import re
import sys
from pathlib import Path

import click
import pytest
import yaml
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from click.testing import CliRunner
from real import generator

from generator.checks import CHECKS, FORM_CODES
from generator.cli import main
from generator.content.model import Entry
from generator.render.data import models_of_documents, models_of_tables
from tools.checks_doc import checks_page

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_list_of_checks_is_current():
    assert (ROOT / "docs/checks.md").read_text(encoding="utf-8") == checks_page(), "run: python -m tools.checks_doc"
    assert len({check.code for check in CHECKS} | set(FORM_CODES)) == len(CHECKS) + len(FORM_CODES)


def commands(group, *path):
    """Yield each command with its path, groups and what is in them included."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from commands(command, *path, name)


def test_every_command_has_help():
    found = dict(commands(main))

    assert {"check", "build", "serve", "verify"} <= {path[0] for path in found}
    assert any(len(path) > 1 for path in found), "evidence has commands of its own"
    for path, command in found.items():
        assert command.help, path
        done = CliRunner().invoke(main, [*path, "--help"])
        assert done.exit_code == 0, path
        assert "Usage:" in done.output


def test_make_targets_named_in_documents_exist():
    targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8")))
    for document in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        named = set(re.findall(r"(?:`|^|&& )make ([a-z-]+)", document.read_text(encoding="utf-8"), re.MULTILINE))
        assert named <= targets, f"{document}: {named - targets}"


def test_links_between_documents_resolve():
    for document in (ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))):
        for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
            if not link.startswith(("http", "entry:", "site:")) and "<" not in link:
                assert (document.parent / link).exists(), f"{document.name}: {link}"


def test_every_key_of_an_entry_is_documented():
    text = (ROOT / "docs/content-model.md").read_text(encoding="utf-8")
    for name in Entry.model_fields:
        assert re.search(rf"(?m)^{name}:", text), name


def test_the_ci_script_calls_the_readmes_test_command():
    assert "make test" in (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert "make test " in README


@pytest.mark.parametrize("name", ["pages", "verify"])
def test_workflows_are_yaml_and_give_no_token_to_snippets(name):
    workflow = yaml.safe_load((ROOT / f".github/workflows/{name}.yml").read_text(encoding="utf-8"))
    for job in workflow["jobs"].values():
        self_hosted = "self-hosted" in job["runs-on"]
        text = str(job)
        if self_hosted:
            assert job["permissions"] == {"contents": "read"}
            assert "secrets." not in text
            assert "github.token" not in text
            assert "'persist-credentials': False" in text


def test_every_interface_text_has_its_chinese():
    methods = [("**.html", "jinja2"), ("**.md", "jinja2"), ("**.py", "python")]
    options = {"**.html": {"trim_blocks": "true"}, "**.md": {"trim_blocks": "true"}}
    keywords = {"_": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
    found = set()
    for folder in ("templates", "generator"):
        for row in extract_from_dir(ROOT / folder, methods, options, keywords=keywords):
            found.add((row[4], row[2] if isinstance(row[2], str) else row[2][0]))
    for model in (*models_of_tables(), *models_of_documents()):  # the page of all data translates these
        found |= {(None, text) for text in (model.text, *(field.text for field in model.fields))}
    with (ROOT / "templates/locales/zh.po").open("rb") as file:
        catalogue = read_po(file, locale="zh")
    translated = {
        (message.context, message.id if isinstance(message.id, str) else message.id[0])
        for message in catalogue
        if message.string
    }

    assert found - translated == set(), "no Chinese for these"
    assert translated - found - {(None, "")} == set(), "no template says these any more"


def test_no_lock_names_an_index():
    for lock in (ROOT / "requirements").glob("*.txt"):
        assert "://" not in lock.read_text(encoding="utf-8"), lock


def test_the_content_folder_that_a_document_shows_is_sound_and_its_program_confirms_it(tmp_path):
    text = (ROOT / "docs/own-content.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"(?s)```(?:yaml|python)\n# (\S+)\n(.*?)```\n", text))
    assert set(shown) == {
        "site.yaml",
        *(f"entries/slurm/gres-not-found/{name}" for name in ("entry.yaml", "reproduce.py")),
    }
    for name, content in shown.items():
        (tmp_path / "ours" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "ours" / name).write_text(content, encoding="utf-8")
    assert generator("check", "--content", "ours", cwd=tmp_path).stdout == "1 entries checked: 0 errors, 0 warnings\n"
    ran = generator("verify", "--content", "ours", "--python", sys.executable, cwd=tmp_path)
    assert ran.stdout == "verdicts  1 confirmed\n", ran.stderr


TWELVE = re.search(r"(?s)## Add an entry in twelve lines\n\n```sh\n(.*?)```", README).group(1).splitlines()


def test_the_twelve_lines_are_twelve_and_name_what_there_is():
    assert len(TWELVE) == 12
    commands = [line.partition("  #")[0].strip() for line in TWELVE]
    assert all(command for command in commands)
    for name in re.findall(r"-m generator ([a-z]+)", "\n".join(commands)):
        assert main.get_command(None, name), name
    waits = [place for place, command in enumerate(commands) if "make serve" in command]
    assert all("in another terminal" in TWELVE[place] for place in waits)


def test_the_files_that_the_twelve_lines_edit_are_those_that_the_second_writes(tmp_path, good_content):
    content = good_content(tmp_path)
    (tmp_path / "tests/lookup/cases").mkdir(parents=True)
    site = content / "site.yaml"
    site.write_text(site.read_text().replace("domains:\n", "domains:\n  pytorch: {en: PyTorch, zh: PyTorch}\n"))
    assert generator("new", "pytorch/my-error", cwd=tmp_path).returncode == 0
    edited = re.findall(r"(?m)^\$\{EDITOR:-vi\} (\S+)", "\n".join(TWELVE))
    assert len(edited) == 3
    assert [name for name in edited if not (tmp_path / name).is_file()] == []

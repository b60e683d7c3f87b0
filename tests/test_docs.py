"""What the documents say is what the program does."""

import re
from pathlib import Path

import click
import pytest
import yaml
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from click.testing import CliRunner

from generator.checks import CHECKS, FORM_CODES
from generator.cli import main
from generator.docs import checks_page
from generator.schema import Entry

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_list_of_checks_is_current():
    assert (ROOT / "docs/checks.md").read_text(encoding="utf-8") == checks_page(), "run: python -m generator.docs"
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

"""What an entry says of how its programs are run: loaded, checked, published and shown."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.checks import check_content
from generator.content.loader import Content, LoadedEntry, load_content
from generator.evidence.store import Evidence
from generator.judge.catalogue import JudgedEntry, judge_content
from generator.problems import format_problems
from generator.render.addresses import Addresses
from generator.render.api import entry_document
from generator.render.entry import Site, entry_pages
from generator.render.frame.layout import HOLES, Plate, hole
from generator.render.runs import run_pages

PROGRAMS = """\
programs:
  reproduce.py:
    variables: {DEMO_WORDS: "two words", DEMO_MODE: loud}
    files: [words.txt, helper.py]
  claim.py: {fresh_interpreter: true, files: [words.txt]}
"""


@pytest.fixture
def folder(tmp_path: Path, good_content: Callable[[Path], Path]) -> Path:
    """Return the folder of an entry that says how two of its programs are run."""
    entry = good_content(tmp_path) / "entries" / "demo" / "first-entry"
    with (entry / "entry.yaml").open("a", encoding="utf-8") as file:
        file.write(PROGRAMS)
    (entry / "words.txt").write_bytes("\ufeffone <b>\n二\n".encode())
    (entry / "helper.py").write_text("WORD = 'word'\n")
    return entry


@pytest.fixture
def content(folder: Path) -> Content:
    return load_content(folder.parents[2])


def only_entry(content: Content) -> LoadedEntry:
    [entry] = content.entries
    return entry


def published(content: Content) -> tuple[JudgedEntry, dict[str, str]]:
    """Return the judged entry and the text of every file that is published of it."""
    assert content.site
    catalogue = judge_content(content, content.site, Evidence())
    plate = " ".join(map(hole, sorted(HOLES)))
    plates = {code: Plate.parse(code, plate) for code in content.site.locale_codes}
    [entry] = catalogue.entries
    site = Site(catalogue, Addresses(content.site), plates)
    files = (*entry_pages(site, entry), *run_pages(site, entry))
    return entry, {file.uri: file.content.decode() for file in files}


def test_how_programs_are_run_is_no_text_for_readers_and_a_module_beside_one_is_used(content):
    assert format_problems(check_content(content)) == ""


def test_a_program_has_its_files_variables_and_interpreter(content):
    programs = only_entry(content).snippets
    reproduce, claim, plain = programs["reproduce.py"], programs["claim.py"], programs["dead_end.py"]

    assert [name for name, _content in reproduce.files] == ["helper.py", "words.txt"]
    assert reproduce.command == "DEMO_MODE=loud DEMO_WORDS='two words' python reproduce.py"
    assert (claim.fresh, reproduce.fresh) == (True, False)
    assert (plain.files, plain.variables, plain.fresh, plain.command) == ((), (), False, "python dead_end.py")


@pytest.mark.parametrize("name", ["../first-entry/words.txt", "/etc/hostname", "..", ".", "a\\b", "reproduce.py"])
def test_a_file_from_elsewhere_never_lies_beside_a_program(folder, name):
    text = (folder / "entry.yaml").read_text(encoding="utf-8")
    (folder / "entry.yaml").write_text(text.replace("[words.txt, helper.py]", json.dumps([name])), encoding="utf-8")
    content = load_content(folder.parents[2])

    assert only_entry(content).snippets["reproduce.py"].files == ()
    assert "SNIP012" in format_problems(check_content(content))


@pytest.mark.parametrize(
    ("target", "problem"),
    [
        ("/etc/hostname", "words.txt is a link that leads out of the entry's folder"),
        ("../outside.txt", "words.txt is a link that leads out of the entry's folder"),
        ("words.txt", "the file cannot be read: Too many levels of symbolic links"),
        ("nowhere.txt", "the file cannot be read: No such file or directory"),
        ("helper.py", None),
    ],
)
def test_a_file_that_is_a_link(folder, target, problem):
    (folder.parent / "outside.txt").write_text("secret\n")
    (folder / "words.txt").unlink()
    (folder / "words.txt").symlink_to(target)
    content = load_content(folder.parents[2])

    assert {found.message for found in check_content(content)} == ({problem} if problem else set())
    assert [name for name, _content in only_entry(content).snippets["claim.py"].files] == (
        [] if problem else ["words.txt"]
    )


def test_the_json_says_how_a_program_is_run(content):
    assert content.site
    entry, _files = published(content)
    document = entry_document(entry, Addresses(content.site))
    programs = {claim["snippet"]["name"]: claim["snippet"] for claim in document["claims"]}

    assert programs["reproduce.py"]["variables"] == {"DEMO_MODE": "loud", "DEMO_WORDS": "two words"}
    assert programs["reproduce.py"]["files"] == [
        {"name": "helper.py", "text": "WORD = 'word'\n"},
        {"name": "words.txt", "text": "one <b>\n二\n"},
    ]
    assert [programs[name]["fresh_interpreter"] for name in ("claim.py", "reproduce.py")] == [True, False]
    assert (programs["dead_end.py"]["variables"], programs["dead_end.py"]["files"]) == ({}, [])


def test_the_page_shows_beside_a_program_how_it_is_run(content):
    _entry, files = published(content)
    page, chinese = files["demo/first-entry/index.html"], files["zh/demo/first-entry/index.html"]
    reproduction, claims = page.partition('<h2 id="reproduction"')[2].split('<h2 id="claims"')

    assert "Run as: <code>DEMO_MODE=loud DEMO_WORDS=&#39;two words&#39; python reproduce.py</code>" in reproduction
    assert "<code>helper.py</code></summary>" in reproduction
    assert "Run as" not in claims
    runs = files["demo/first-entry/runs/index.html"]
    whole, others = runs.partition('<h2 id="reproduction"')[2].split('<h2 id="claims"')
    assert "Run as: <code>DEMO_MODE=loud" in whole
    assert "one &lt;b&gt;" in whole
    assert "<code>helper.py</code>" in whole
    assert "<code>words.txt</code>" in others
    assert "Run as" not in others
    assert "运行方式：<code>DEMO_MODE=loud" in chinese


def test_the_markdown_says_how_a_program_is_run(content):
    _entry, files = published(content)
    text = files["demo/first-entry/index.md"]

    assert "Run as: `DEMO_MODE=loud DEMO_WORDS='two words' python reproduce.py`\n" in text
    assert "A file beside it: `helper.py`\n\n```python\nWORD = 'word'\n```\n" in text
    assert text.count("A file beside it: `words.txt`\n\n```text\none <b>\n二\n```\n") == 2

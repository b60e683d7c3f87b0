"""Every check has a bad example, each example prints what its `expected.txt` says, and the real content is clean."""

import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.checks import CHECKS, FORM_CODES, check_content
from generator.checks.codes import CODE_CODES
from generator.checks.evidence import EVIDENCE_CODES
from generator.checks.interface import INTERFACE_CODES
from generator.checks.lookup import LOOKUP_CODES
from generator.checks.pages import PAGE_CODES
from generator.checks.permalinks import PERMALINK_CODES
from generator.checks.translations import TRANSLATION_CODES
from generator.cli import main
from generator.content.loader import load_content
from generator.evidence.records import observation_key
from generator.problems import Problem, format_problems

ROOT = Path(__file__).resolve().parent.parent
BAD = sorted(path for path in (ROOT / "tests" / "bad").iterdir() if path.is_dir())
MADE_HERE = {"YAML004", "LOOK003", "LOOK004"}  # one too large to be committed; two of a folder beside the content
PROBLEM = re.compile(
    r"^(?P<path>[^:\s]+):(?P<line>[1-9]\d*):(?P<column>[1-9]\d*): (?P<code>[A-Z]+\d{3}) (?P<message>\S.*)$"
)
NOBODY = 65534
OTHER_CODES = (
    *(*FORM_CODES, *CODE_CODES, *LOOKUP_CODES, *PERMALINK_CODES),
    *(*TRANSLATION_CODES, *PAGE_CODES, *EVIDENCE_CODES, *INTERFACE_CODES),
)


def printed_by_check(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(folder)
    result = CliRunner().invoke(main, ["check", "--content", "."])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.output


def problems_of(root: Path, monkeypatch: pytest.MonkeyPatch) -> list[Problem]:
    monkeypatch.chdir(root)
    return check_content(load_content(Path()))


def with_present_keys(folder: Path, tmp_path: Path) -> Path:
    """Return a copy of an example whose runs are of its programs: keys change with the protocol of the worker."""
    if not (folder / "evidence").is_dir():
        return folder
    copy = Path(shutil.copytree(folder, tmp_path / folder.name))
    digests = {
        (entry.id, name): snippet.digest
        for entry in load_content(copy).entries
        for name, snippet in entry.snippets.items()
    }
    for path in copy.glob("evidence/*/*/*.json"):
        record = json.loads(path.read_text(encoding="utf-8"))
        for run in record["observations"]:
            run["key"] = observation_key(digests[record["entry"], run["snippet"]], run["mode"], record["environment"])
        path.write_text(json.dumps(record), encoding="utf-8")
    return copy


@pytest.mark.parametrize("folder", BAD, ids=lambda folder: folder.name)
def test_a_bad_folder_prints_what_is_expected(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    expected = (folder / "expected.txt").read_text(encoding="utf-8")

    assert printed_by_check(with_present_keys(folder, tmp_path), monkeypatch) == expected


@pytest.mark.parametrize("folder", BAD, ids=lambda folder: folder.name)
def test_a_bad_folder_shows_the_problem_it_is_named_after_and_where_it_is(folder: Path):
    *lines, _tally = (folder / "expected.txt").read_text(encoding="utf-8").splitlines()
    problems = [PROBLEM.match(line) for line in lines if not line.startswith("    hint: ")]
    named = folder.name.partition("-")[0]

    assert problems
    assert named == "MANY" or named in {problem["code"] for problem in problems if problem}
    for problem in problems:
        assert problem, lines
        assert_place_exists(folder / problem["path"], int(problem["line"]), int(problem["column"]))


def assert_place_exists(path: Path, line: int, column: int) -> None:
    if not path.is_file():
        assert (line, column) == (1, 1)
        return
    lines = path.read_bytes().decode("utf-8", errors="replace").split("\n")
    assert line <= len(lines)
    assert column <= len(lines[line - 1]) + 1


def test_every_code_has_a_bad_example():
    known = {check.code for check in CHECKS} | set(OTHER_CODES)
    shown = {folder.name.partition("-")[0] for folder in BAD}

    assert known - shown - MADE_HERE == set()
    assert shown - known == {"MANY"}


def test_codes_and_names_of_checks_are_unique_and_say_why():
    codes = [check.code for check in CHECKS] + [*OTHER_CODES]
    names = [check.name for check in CHECKS]

    assert len(set(codes)) == len(codes)
    assert len(set(names)) == len(names)
    assert all(check.why and re.fullmatch(r"[a-z-]+", check.name) for check in CHECKS)


def test_the_real_content_has_no_errors():
    problems = [problem for problem in check_content(load_content(ROOT / "content")) if problem.severity == "error"]

    assert format_problems(problems) == ""


def test_the_good_content_has_no_problems(tmp_path: Path, good_content: Callable[[Path], Path]):
    problems = check_content(load_content(good_content(tmp_path)))

    assert format_problems(problems) == ""


# --- what cannot be committed: links, pipes, huge files, odd names -----------------------------


@pytest.fixture
def content(tmp_path: Path, good_content: Callable[[Path], Path]) -> Path:
    return good_content(tmp_path)


@pytest.fixture
def entry(content: Path) -> Path:
    return content / "entries" / "demo" / "first-entry" / "entry.yaml"


def test_a_snippet_that_is_a_link_out_of_its_folder(content: Path, entry: Path, monkeypatch: pytest.MonkeyPatch):
    for name, target in (
        ("reproduce.py", "/etc/hostname"),
        ("claim.py", "../outside.py"),
        ("dead_end.py", "dead_end.py"),
    ):
        (entry.parent / name).unlink()
        (entry.parent / name).symlink_to(target)
    (entry.parent.parent / "outside.py").write_text('int("12")\n')
    problems = problems_of(content, monkeypatch)

    assert [(problem.location.line, problem.code, problem.message) for problem in problems] == [
        (1, "SNIP002", "the file cannot be read: Too many levels of symbolic links"),
        (20, "SNIP003", "reproduce.py is a link that leads out of the entry's folder"),
        (38, "SNIP003", "claim.py is a link that leads out of the entry's folder"),
    ]


def test_a_link_to_a_program_beside_it_is_read(content: Path, entry: Path, monkeypatch: pytest.MonkeyPatch):
    (entry.parent / "claim.py").unlink()
    (entry.parent / "claim.py").symlink_to("dead_end.py")

    assert problems_of(content, monkeypatch) == []


def test_an_entry_folder_that_is_a_link_out(content: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "secret.py").write_text("print(1)\n")
    (content / "entries" / "demo" / "linked").symlink_to(tmp_path / "elsewhere")

    assert format_problems(problems_of(content, monkeypatch)) == (
        "entries/demo/linked:1:1: ENT000 the folder is a link that leads out\n    hint: put the folder itself there"
    )


@pytest.mark.parametrize("name", ["site.yaml", "entries/demo/first-entry/entry.yaml"])
@pytest.mark.parametrize("kind", ["pipe", "link to nothing", "link to itself", "endless device"])
def test_a_file_that_is_no_file(name: str, kind: str, content: Path, monkeypatch: pytest.MonkeyPatch):
    path = content / name
    path.unlink()
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(
            {"link to nothing": "nothing", "link to itself": path.name, "endless device": "/dev/zero"}[kind]
        )
    problems = problems_of(content, monkeypatch)

    assert [(problem.location.path, problem.code) for problem in problems] == [(name, "YAML001")]


def test_a_program_that_is_a_pipe(content: Path, entry: Path, monkeypatch: pytest.MonkeyPatch):
    (entry.parent / "claim.py").unlink()
    os.mkfifo(entry.parent / "claim.py")

    assert [problem.code for problem in problems_of(content, monkeypatch)] == ["SNIP002"]


@pytest.mark.parametrize("name", ["site.yaml", "entries/demo/first-entry/entry.yaml"])
def test_a_file_of_more_than_512_kib(name: str, content: Path, monkeypatch: pytest.MonkeyPatch):
    path = content / name
    path.write_bytes(path.read_bytes() + b"#" * 512 * 1024)
    problems = problems_of(content, monkeypatch)

    assert [(problem.location.path, problem.code, problem.message) for problem in problems] == [
        (name, "YAML004", "the file has more than 512 KiB")
    ]


def test_a_program_of_more_than_64_kib(content: Path, entry: Path, monkeypatch: pytest.MonkeyPatch):
    (entry.parent / "claim.py").write_text("x = 1\n" * 20_000)

    assert [(problem.code, problem.message) for problem in problems_of(content, monkeypatch)] == [
        ("SNIP002", "the file has more than 64 KiB")
    ]


HOSTILE_PROGRAMS = {
    "NUL": b'int("1")\n\0',
    "deep brackets": b"(" * 10_000,
    "deep minus": b"-" * 30_000 + b"1",
    "deep attributes": b"a" + b".a" * 30_000,
    "deep sum": b"1" + b"+1" * 30_000,
    "deep blocks": b"\n".join(b" " * depth + b"if 1:" for depth in range(200)),
    "unknown encoding": b"# coding: klingon\nint('\xe9')\n",
    "reordered text": 'int("\u202e1")\n'.encode(),
}


@pytest.mark.parametrize("program", HOSTILE_PROGRAMS.values(), ids=HOSTILE_PROGRAMS)
def test_a_hostile_program(program: bytes, content: Path, entry: Path, monkeypatch: pytest.MonkeyPatch):
    (entry.parent / "claim.py").write_bytes(program)
    problems = problems_of(content, monkeypatch)

    assert [problem.code for problem in problems] == ["SNIP002"]
    assert problems[0].location.path == "entries/demo/first-entry/claim.py"


def test_a_program_may_begin_with_a_byte_order_mark(content: Path, entry: Path, monkeypatch: pytest.MonkeyPatch):
    claim = entry.parent / "claim.py"
    claim.write_bytes(b"\xef\xbb\xbf" + claim.read_bytes())

    assert problems_of(content, monkeypatch) == []


@pytest.mark.parametrize(
    "name", [b"\xff\xfe", b"line\nbreak", b"tab\there", "大写".encode(), b"two words", b"-dash", b"page"]
)
def test_folder_names_that_no_address_can_hold(
    name: bytes, content: Path, entry: Path, monkeypatch: pytest.MonkeyPatch
):
    entry.parent.rename(entry.parent.parent / os.fsdecode(name))
    problems = problems_of(content, monkeypatch)
    printed = format_problems(problems)

    assert [problem.code for problem in problems] == ["ENT001"]
    assert len(printed.encode().splitlines()) == 2
    for form in ("github", "json"):
        assert format_problems(problems, form).encode()


@pytest.mark.parametrize("name", ["a" * 81, "a" * 251])
def test_a_slug_of_which_no_file_names_can_be_made(
    name: str, content: Path, entry: Path, monkeypatch: pytest.MonkeyPatch
):
    entry.parent.rename(entry.parent.parent / name)
    [problem] = problems_of(content, monkeypatch)

    assert (problem.code, problem.location.path) == ("ENT001", f"entries/demo/{name}/entry.yaml")
    assert "more than 80 bytes" in problem.message


def test_no_entry_is_started_with_such_a_slug(content: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(content)
    done = CliRunner().invoke(main, ["new", "--content", ".", f"demo/{'a' * 300}"])

    assert done.exit_code == 1
    assert "more than 80 characters" in done.output


@pytest.mark.parametrize("name", ["a" * 78 + ".py", "a" * 248 + ".py", "单" * 26 + ".py"])
def test_a_program_of_whose_name_no_file_names_can_be_made(
    name: str, content: Path, entry: Path, monkeypatch: pytest.MonkeyPatch
):
    (entry.parent / "claim.py").rename(entry.parent / name)
    text = entry.read_text(encoding="utf-8")
    entry.write_text(text.replace("snippet: claim.py", f"snippet: {name}"), encoding="utf-8")

    assert [problem.code for problem in problems_of(content, monkeypatch)] == ["ENT001"]


def test_a_program_whose_name_is_no_text(content: Path, entry: Path, monkeypatch: pytest.MonkeyPatch):
    (entry.parent / os.fsdecode(b"\xff.py")).write_text("")

    assert [problem.code for problem in problems_of(content, monkeypatch)] == ["SNIP002", "SNIP004"]
    assert format_problems(problems_of(content, monkeypatch)).encode()


@contextmanager
def without_privileges() -> Iterator[None]:
    """Read files as an ordinary user does; root may read everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize(
    ("locked", "mode", "codes"),
    [
        ("site.yaml", 0o000, {"YAML001"}),
        ("entries", 0o000, {"ENT000"}),
        ("entries", 0o444, {"ENT000"}),
        ("entries/demo", 0o000, {"ENT000"}),
        ("entries/demo", 0o444, {"ENT000"}),
        ("entries/demo/first-entry", 0o000, {"ENT000"}),
        ("entries/demo/first-entry", 0o444, {"YAML001", "SNIP002"}),
        ("entries/demo/first-entry/entry.yaml", 0o000, {"YAML001"}),
        ("entries/demo/first-entry/claim.py", 0o000, {"SNIP002"}),
    ],
)
def test_what_may_not_be_read(
    locked: str, mode: int, codes: set[str], good_content: Callable[[Path], Path], monkeypatch: pytest.MonkeyPatch
):
    with tempfile.TemporaryDirectory() as folder:  # pytest's own folders are closed to others
        Path(folder).chmod(0o755)
        content = good_content(Path(folder))
        path = content / locked
        path.chmod(mode)
        monkeypatch.chdir(content)
        with without_privileges():
            problems = check_content(load_content(Path()))
        path.chmod(0o755)

    assert {problem.code for problem in problems} == codes
    assert all(problem.location.path.startswith(locked) for problem in problems)
    assert all(problem.message.endswith("Permission denied") for problem in problems)


def test_hidden_folders_are_left_alone(content: Path, entry: Path, monkeypatch: pytest.MonkeyPatch):
    for name in (".git/x", "entries/.drafts/x", "entries/demo/.draft"):
        (content / name).mkdir(parents=True)
        (content / name / "entry.yaml").write_text("title: [")
    (entry.parent.parent / "empty").mkdir()

    assert problems_of(content, monkeypatch) == []


def test_no_content_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)

    assert format_problems(check_content(load_content(Path("nowhere")))).splitlines()[::2] == [
        "nowhere/entries:1:1: ENT000 there is no entries folder",
        "nowhere/site.yaml:1:1: YAML001 the file cannot be read: No such file or directory",
    ]


def test_a_problem_is_shown_by_a_path_that_a_user_can_type(content: Path, monkeypatch: pytest.MonkeyPatch):
    (content / "site.yaml").unlink()
    monkeypatch.chdir(content.parent)

    assert [problem.location.path for problem in check_content(load_content(content))] == ["content/site.yaml"]


# --- checks that compare many entries ----------------------------------------------------------


def test_a_link_to_an_entry_with_mistakes_is_no_dead_link(content: Path, entry: Path, monkeypatch: pytest.MonkeyPatch):
    (entry.parent.parent / "second").mkdir()
    (entry.parent.parent / "second" / "entry.yaml").write_text("- a list\n")
    text = entry.read_text(encoding="utf-8")
    entry.write_text(text.replace("The program was given a word.", '"See [it](entry:demo/second)."'), encoding="utf-8")

    assert [problem.code for problem in problems_of(content, monkeypatch)] == ["SCH003"]


def test_what_follows_from_a_mistake_is_not_reported_again(content: Path, entry: Path, monkeypatch: pytest.MonkeyPatch):
    text = entry.read_text(encoding="utf-8")
    entry.write_text(text.replace("causes:\n  - id: not-a-number", "causes:\n  - id: [not-a-number]"), encoding="utf-8")

    assert [(problem.location.line, problem.code) for problem in problems_of(content, monkeypatch)] == [(13, "SCH003")]


def test_a_program_is_checked_beside_an_entry_that_cannot_be_read(
    content: Path, entry: Path, monkeypatch: pytest.MonkeyPatch
):
    entry.write_text("title: [\n")
    (entry.parent / "claim.py").write_text("assert (\n")

    assert [problem.code for problem in problems_of(content, monkeypatch)] == ["SNIP002", "YAML002"]


def test_all_mistakes_of_a_files_form_are_reported_at_once(content: Path, entry: Path, monkeypatch: pytest.MonkeyPatch):
    text = (
        entry.read_text(encoding="utf-8")
        .replace("recovery: none\n", "recovery: none\nrecovery: device\n")  # said by the YAML reader
        .replace("reproduce:\n", "reproduse:\n")  # by pydantic
        .replace("lifecycle: {status: active}", "lifecycle: {status: active, since: 2.10}")
        .replace("    expect: completes\n", "    expect:\n")  # by neither
    )
    entry.write_text(text, encoding="utf-8")

    assert [(problem.location.line, problem.code, problem.hint) for problem in problems_of(content, monkeypatch)] == [
        (9, "YAML007", 'write "2.10"'),
        (11, "YAML003", "first on line 10"),
        (18, "SCH001", "did you mean 'reproduce'?"),
        (40, "YAML007", "write one, or delete the key; in {…} a text with a comma needs quotes"),
    ]


def test_an_entry_with_mistakes_of_form_hides_no_problem_of_another(
    content: Path, entry: Path, monkeypatch: pytest.MonkeyPatch
):
    shutil.copytree(entry.parent, content / "entries/demo/second")
    text = entry.read_text(encoding="utf-8")
    (content / "entries/demo/second/entry.yaml").write_text(
        text.replace("cures: [word]", "cures: [wort]").replace("aliases: [DemoValueError]\n", ""), encoding="utf-8"
    )
    entry.write_text(text.replace("category: ", "categori: "), encoding="utf-8")

    found = problems_of(content, monkeypatch)
    assert [(problem.location.path, problem.code) for problem in found if problem.severity == "error"] == [
        ("entries/demo/first-entry/entry.yaml", "SCH001"),
        ("entries/demo/second/entry.yaml", "ENT006"),
    ]


def test_a_code_of_a_library_that_cannot_be_read_is_not_called_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    root = Path(shutil.copytree(ROOT / "tests/bad/ENT011-unknown-code", tmp_path / "content"))
    other = root / "codes/other.yaml"
    other.write_text("title: [\n")
    (root / "codes/read/other.yaml").write_text("{}\n")

    codes = {problem.code for problem in problems_of(root, monkeypatch)}
    assert "YAML002" in codes
    assert "ENT011" not in codes

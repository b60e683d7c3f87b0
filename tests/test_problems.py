"""How problems are printed, in every format and through the real command line."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from real import generator

from generator.evidence.store import load_evidence
from generator.problems import Location, Problem, format_problems, has_errors, relative_to_cwd, sort_problems
from generator.publish.writer import MARK

ROOT = Path(__file__).resolve().parent.parent
PLAIN = Problem(Location("b.yaml", 2, 10), "SCH001", "unknown key 'titel'", "did you mean 'title'?")
WARNING = Problem(Location("a.yaml", 3), "TEXT004", "typography", severity="warning")


# --- formats -----------------------------------------------------------------------------------


def test_text():
    assert format_problems([PLAIN, WARNING]) == (
        "a.yaml:3:1: TEXT004 warning: typography\n"
        "b.yaml:2:10: SCH001 unknown key 'titel'\n"
        "    hint: did you mean 'title'?"
    )


def test_text_keeps_each_problem_on_its_line():
    problem = Problem(Location("a.yaml"), "X001", "two\nlines\r\n and\ta tab", "also\nhere")

    assert format_problems([problem]) == "a.yaml:1:1: X001 two lines and a tab\n    hint: also here"


def test_github_annotations():
    assert format_problems([PLAIN, WARNING], "github").splitlines() == [
        "::warning file=a.yaml,line=3,col=1,title=TEXT004::typography",
        "::error file=b.yaml,line=2,col=10,title=SCH001::unknown key 'titel' (did you mean 'title'?)",
    ]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("100 % of it", "100 %25 of it"),
        ("%0A", "%250A"),
        ("two\nlines", "two%0Alines"),
        ("two\r\nlines", "two%0D%0Alines"),
        ("::error::a, b: c", "::error::a, b: c"),
        ("中文", "中文"),
    ],
)
def test_github_annotations_escape_what_would_end_a_message(message: str, expected: str):
    printed = format_problems([Problem(Location("a.yaml"), "X001", message)], "github")

    assert printed == f"::error file=a.yaml,line=1,col=1,title=X001::{expected}"


def test_github_annotations_escape_what_would_end_a_file_name():
    printed = format_problems([Problem(Location("a,b:c%d.yaml"), "X001", "wrong")], "github")

    assert printed == "::error file=a%2Cb%3Ac%25d.yaml,line=1,col=1,title=X001::wrong"


def test_json():
    assert json.loads(format_problems([PLAIN, WARNING], "json")) == [
        {
            "location": {"path": "a.yaml", "line": 3, "column": 1},
            "code": "TEXT004",
            "message": "typography",
            "hint": "",
            "severity": "warning",
        },
        {
            "location": {"path": "b.yaml", "line": 2, "column": 10},
            "code": "SCH001",
            "message": "unknown key 'titel'",
            "hint": "did you mean 'title'?",
            "severity": "error",
        },
    ]


def test_json_keeps_chinese_readable():
    assert "中文" in format_problems([Problem(Location("a.yaml"), "X001", "中文")], "json")


@pytest.mark.parametrize(("form", "expected"), [("text", ""), ("github", ""), ("json", "[]")])
def test_nothing_to_print(form: str, expected: str):
    assert format_problems([], form) == expected


def test_problems_are_sorted_by_place_and_stand_once():
    places = [("b", 1, 1), ("a", 10, 1), ("a", 9, 2), ("a", 9, 1), ("a", 9, 1)]
    problems = [Problem(Location(*place), "X001", "wrong") for place in places]

    assert [(at.location.path, at.location.line, at.location.column) for at in sort_problems(problems)] == [
        ("a", 9, 1),
        ("a", 9, 2),
        ("a", 10, 1),
        ("b", 1, 1),
    ]


def test_warnings_alone_are_no_errors():
    assert not has_errors([])
    assert not has_errors([WARNING])
    assert has_errors([WARNING, PLAIN])


def test_a_path_is_named_as_a_user_in_this_folder_would_type_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)

    assert relative_to_cwd(tmp_path / "content" / "site.yaml") == "content/site.yaml"
    assert relative_to_cwd(Path("content/../site.yaml")) == "site.yaml"
    assert relative_to_cwd(Path("/elsewhere/site.yaml")) == "/elsewhere/site.yaml"


# --- the real command line ---------------------------------------------------------------------


@pytest.fixture
def good(tmp_path: Path, good_content: Callable[[Path], Path]) -> Path:
    return good_content(tmp_path)


@pytest.fixture
def warned(good: Path) -> Path:
    """Return content with one warning, on line 40."""
    return replace_in_entry(good, "确实如此。", '"确实ok,没错."')


@pytest.fixture
def bad(warned: Path) -> Path:
    """Return content with one error, on line 8, beside the warning."""
    return replace_in_entry(warned, "category: runtime-error", "category: runtime-eror")


def replace_in_entry(content: Path, old: str, new: str) -> Path:
    entry = content / "entries" / "demo" / "first-entry" / "entry.yaml"
    text = entry.read_text(encoding="utf-8")
    assert old in text
    entry.write_text(text.replace(old, new), encoding="utf-8")
    return content


def test_check_of_good_content_exits_0(good: Path):
    done = generator("check", "--content", "content", cwd=good.parent)

    assert (done.returncode, done.stdout, done.stderr) == (0, "1 entries checked: 0 errors, 0 warnings\n", "")


def test_check_of_content_with_warnings_exits_0(warned: Path):
    done = generator("check", "--content", "content", cwd=warned.parent)

    assert done.returncode == 0
    assert re.match(r"content/entries/demo/first-entry/entry\.yaml:40:\d+: TEXT004 warning: ", done.stdout)


def test_check_of_bad_content_exits_1_and_says_where(bad: Path):
    done = generator("check", "--content", "content", cwd=bad.parent)
    first, hint, *_others, tally = done.stdout.splitlines()

    assert done.returncode == 1
    assert (
        first == "content/entries/demo/first-entry/entry.yaml:8:11: ENT003 category 'runtime-eror' is not in site.yaml"
    )
    assert hint == "    hint: did you mean 'runtime-error'?"
    assert tally == "1 entries checked: 1 errors, 1 warnings"
    assert done.stderr == ""


def test_check_prints_github_annotations_and_nothing_else(bad: Path):
    done = generator("check", "--content", "content", "--format", "github", cwd=bad.parent)

    assert done.returncode == 1
    start = "file=content/entries/demo/first-entry/entry.yaml,line="
    error, warning = done.stdout.splitlines()
    assert error.startswith(f"::error {start}8,col=11,title=ENT003::")
    assert warning.startswith(f"::warning {start}40,")


def test_check_prints_json_and_nothing_else(bad: Path):
    done = generator("check", "--content", "content", "--format", "json", cwd=bad.parent)

    assert done.returncode == 1
    assert [(problem["code"], problem["location"]["line"]) for problem in json.loads(done.stdout)] == [
        ("ENT003", 8),
        ("TEXT004", 40),
    ]


def test_check_prints_chinese_where_the_locale_knows_only_ascii(bad: Path):
    command = [sys.executable, "-m", "generator", "check", "--content", "content"]
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
    }
    done = subprocess.run(command, cwd=bad.parent, env=environment, capture_output=True, check=False, timeout=60)

    assert done.returncode == 1
    assert b"Traceback" not in done.stderr


# --- a build of bad content --------------------------------------------------------------------


def write_site(folder: Path) -> None:
    """Write what passes for the last good site."""
    (folder / MARK).parent.mkdir(parents=True)
    (folder / MARK).write_text("{}")
    (folder / "index.html").write_bytes(b"the last good site\0\xff")


def files_in(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file() and not path.is_relative_to(folder / ".cache")
    }


def test_a_build_of_bad_content_leaves_the_site_as_it_was(bad: Path):
    write_site(bad.parent / "site")
    before = files_in(bad.parent)
    done = generator("build", "--content", "content", "--site", "site", "--verify", "never", cwd=bad.parent)

    assert done.returncode == 1
    assert (
        "content/entries/demo/first-entry/entry.yaml:8:11: ENT003 category 'runtime-eror' is not in site.yaml"
        in done.stdout
    )
    assert done.stderr == "Error: 1 problem(s) in content; nothing was changed\n"
    assert files_in(bad.parent) == before


def test_a_build_of_bad_content_makes_no_site_and_runs_nothing(bad: Path):
    (bad / "entries" / "demo" / "first-entry" / "reproduce.py").write_text("open('was-run', 'w')\nint('word')\n")
    before = files_in(bad.parent)
    done = generator("build", "--content", "content", "--site", "new", "--format", "json", cwd=bad.parent)

    assert done.returncode == 1
    assert [problem["code"] for problem in json.loads(done.stdout)] == ["ENT003", "TEXT004"]
    assert files_in(bad.parent) == before
    assert not (bad.parent / "new").exists()


def test_a_build_without_a_site_file_exits_1(good: Path):
    (good / "site.yaml").unlink()
    done = generator("build", "--content", "content", "--site", "site", "--verify", "never", cwd=good.parent)

    assert done.returncode == 1
    assert done.stdout.startswith("content/site.yaml:1:1: YAML001 the file cannot be read: No such file or directory\n")
    assert not (good.parent / "site").exists()


# --- evidence ----------------------------------------------------------------------------------

BROKEN_EVIDENCE = {
    "no JSON": b"{",
    "a list": b"[]",
    "not UTF-8": b"\xff\xfe",
    "other keys": b'{"format": 1, "surprise": true}',
    "deep": b"[" * 100_000,
}


@pytest.mark.parametrize("content", BROKEN_EVIDENCE.values(), ids=BROKEN_EVIDENCE)
@pytest.mark.parametrize("name", ["environments/0123456789abcdef.json", "demo/first-entry/0123456789abcdef.json"])
def test_evidence_that_cannot_be_read_is_a_located_problem(
    name: str, content: bytes, good: Path, monkeypatch: pytest.MonkeyPatch
):
    path = good / "evidence" / name
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    monkeypatch.chdir(good)
    (problem,) = load_evidence(Path("evidence")).problems

    assert (problem.code, problem.location, problem.severity) == ("EVID001", Location(f"evidence/{name}"), "error")
    assert problem.hint


def test_a_build_with_broken_evidence_exits_1_and_leaves_the_site_as_it_was(good: Path):
    broken = good / "evidence" / "demo" / "first-entry" / "0123456789abcdef.json"
    broken.parent.mkdir(parents=True)
    broken.write_text("{")
    write_site(good.parent / "site")
    before = files_in(good.parent)
    done = generator("build", "--content", "content", "--site", "site", "--verify", "never", cwd=good.parent)

    assert done.returncode == 1
    assert done.stdout.startswith("content/evidence/demo/first-entry/0123456789abcdef.json:1:1: EVID001 ")
    assert files_in(good.parent) == before


def test_check_sees_evidence_and_pages_too(good_content, tmp_path):
    root = good_content(tmp_path)
    (root / "evidence/environments").mkdir(parents=True)
    (root / "evidence/environments/x.json").write_text("{", encoding="utf-8")
    (root / "pages").mkdir()
    (root / "pages/odd.md").write_bytes(b"# Odd\n\xff\xfe\n")
    (root / "pages/front.md").write_text("---\ntitle: [\n---\n# Front\n", encoding="utf-8")
    (root / "pages/index.md").write_text("# Home\n\nSee [this](entry:demo/gone).\n", encoding="utf-8")

    done = generator("check", "--content", root, cwd=tmp_path)

    assert done.returncode == 1
    assert "content/evidence/environments/x.json:1:1: EVID001" in done.stdout
    assert "content/pages/index.md:3:12: LINK001 there is no entry 'demo/gone'" in done.stdout
    assert "content/pages/odd.md:2:1: PAGE001 the file is not UTF-8" in done.stdout
    assert re.search(r"content/pages/front\.md:\d:\d+: PAGE002 front matter: ", done.stdout)

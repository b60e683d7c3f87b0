"""The texts that look-up is tested with, seen from content: who has none is told, and a new entry begins one."""

import pytest
from lookup_cases import load_case
from real import generator

from generator.checks import check_content
from generator.content.loader import load_content

CASE = "source: https://example.org/1\nexpect: first-entry\nform: short\nown: no\n\nValueError: invalid literal\n"


@pytest.fixture
def content(tmp_path, good_content, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tests/lookup/cases").mkdir(parents=True)
    return good_content(tmp_path)


def warned(content):
    problems = check_content(load_content(content))
    return [(problem.code, problem.location.path, problem.severity, problem.hint) for problem in problems]


def test_an_entry_without_a_case_is_named_with_the_file_to_write(content):
    hint = "write tests/lookup/cases/first-entry-1.txt: docs/look-up.md shows how"
    place = "content/entries/demo/first-entry/entry.yaml"
    assert warned(content) == [("LOOK003", place, "warning", hint)]


@pytest.mark.parametrize("name", ["first-entry-1.txt", "any-name.txt"])
def test_a_case_is_found_by_what_it_expects_under_any_name(content, name):
    (content.parent / "tests/lookup/cases" / name).write_text(CASE)
    assert warned(content) == []


def test_a_case_about_something_else_is_none(content):
    (content.parent / "tests/lookup/cases/first-entry-1.txt").write_text(CASE.replace("first-entry", "none"))
    assert [code for code, *_rest in warned(content)] == ["LOOK003"]


def test_a_content_folder_without_such_tests_beside_it_needs_none(content):
    (content.parent / "tests").rename(content.parent / "elsewhere")
    assert warned(content) == []


def test_a_cause_whose_signs_no_case_shows_is_named(content):
    entry = content / "entries/demo/first-entry/entry.yaml"
    text = entry.read_text(encoding="utf-8")
    signs = "    shows: [the word is no number]\nreproduce:"
    entry.write_text(text.replace("reproduce:", signs, 1), encoding="utf-8")
    case = content.parent / "tests/lookup/cases/first.txt"
    case.write_text(CASE)
    assert [code for code, *_rest in warned(content)] == ["LOOK004"]
    case.write_text(CASE.replace("form:", "cause: ask\nform:"))
    assert [code for code, *_rest in warned(content)] == ["LOOK004"]
    case.write_text(CASE.replace("form:", "cause: not-a-number\nform:"))
    assert warned(content) == []


def test_a_new_entry_begins_its_case_which_counts_when_it_is_filled_in(content):
    begun = content.parent / "tests/lookup/cases/second-entry-1.txt"
    (content.parent / "tests/lookup/cases/first.txt").write_text(CASE)
    made = generator("new", "demo/second-entry", cwd=content.parent)
    assert made.stdout == (
        "wrote content/entries/demo/second-entry/entry.yaml, content/entries/demo/second-entry/reproduce.py, "
        "tests/lookup/cases/second-entry-1.txt: fill them in, then run `make check`\n"
    )
    assert (load_case(begun).expect, load_case(begun).forms) == ("second-entry", ("traceback",))
    hint = "finish tests/lookup/cases/second-entry-1.txt: docs/look-up.md shows how"
    assert hint in [hint for *_rest, hint in warned(content)]
    begun.write_text(begun.read_text().replace("TODO https://<the public", "https://example.org/2#"))
    assert hint in [hint for *_rest, hint in warned(content)], "the text is still to be written"
    begun.write_text(begun.read_text().replace("TODO the text, as a user pastes it", "ValueError: b"))
    assert "LOOK003" not in [code for code, *_rest in warned(content)]


def test_a_case_that_waited_for_its_entry_is_left_as_it_is(content):
    waiting = content.parent / "tests/lookup/cases/thread-7.txt"
    waiting.write_text(CASE.replace("first-entry", "second-entry"))
    generator("new", "demo/second-entry", cwd=content.parent)
    assert [path.name for path in waiting.parent.iterdir()] == ["thread-7.txt"]


def test_a_fresh_entry_has_one_problem_for_each_place_to_fill_in(content):
    generator("new", "demo/second-entry", cwd=content.parent)
    problems = [problem for problem in check_content(load_content(content)) if "second-entry" in problem.location.path]
    entry = content / "entries/demo/second-entry/entry.yaml"
    assert [problem.code for problem in problems].count("TEXT005") == entry.read_text().count("TODO")
    assert {problem.code for problem in problems} == {"TEXT005", "LOOK003", "SNIP016"}


def test_a_build_that_warned_of_a_missing_case_does_not_once_it_is_there(content):
    def build():
        return generator("build", "--site", "public", "--verify", "never", cwd=content.parent).stdout

    assert "LOOK003" in build()
    (content.parent / "tests/lookup/cases/first.txt").write_text(CASE)
    assert "LOOK003" not in build()

"""Translations and their originals: what was compared, what moved on since, and who is told."""

import pytest
from click.testing import CliRunner

from generator.build.loading import judged_entries
from generator.checks import check_content
from generator.cli import main
from generator.content.loader import load_content
from generator.content.translations import mark_of

ENTRY = "demo/first-entry"


@pytest.fixture
def root(good_content, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    good_content(tmp_path)
    return tmp_path / "content"


def run(*arguments):
    return CliRunner().invoke(main, ["translated", *arguments])


def change(root, old, new):
    entry = root / "entries" / ENTRY / "entry.yaml"
    text = entry.read_text(encoding="utf-8")
    assert old in text
    entry.write_text(text.replace(old, new), encoding="utf-8")


def problems(root):
    return [(problem.code, problem.message) for problem in check_content(load_content(root))]


def outdated(root):
    return {entry.id: set(entry.outdated) for entry in judged_entries(load_content(root))}


@pytest.mark.parametrize("other", ["A  word\nis “read” – here", 'A word is "read" - here', "A word is “read” — here"])
def test_typography_and_wrapping_make_no_translation_older(other):
    assert mark_of(other) == mark_of("A word is “read” – here")


@pytest.mark.parametrize("other", ["A word is read – there", "a word is “read” – here", "A word is “read” – here."])
def test_another_word_letter_or_point_makes_one_older(other):
    assert mark_of(other) != mark_of("A word is “read” – here")


def test_without_a_record_nothing_is_said(root):
    assert problems(root) == []
    assert outdated(root) == {ENTRY: set()}
    done = run()
    assert (done.exit_code, done.output.splitlines()[0]) == (1, ENTRY)


def test_what_changes_after_a_comparison_is_told_at_its_place_until_it_is_compared_again(root):
    assert run(ENTRY).output == "1 of 1 entries recorded in content/translations.txt: commit it with them\n"
    assert (problems(root), run().exit_code) == ([], 0)

    change(root, "A word stays a word.", "A word stays what it is.")

    assert problems(root) == [("TRAN001", "dead_ends.0.text.zh was not compared with what dead_ends.0.text says now")]
    assert outdated(root) == {ENTRY: {"zh"}}
    assert run().exit_code == 1
    assert run(ENTRY).exit_code == 0
    assert (problems(root), outdated(root)) == ([], {ENTRY: set()})


def test_a_change_of_the_translation_alone_makes_it_no_older_and_hides_nothing(root):
    run("--all")
    change(root, "单词仍然是单词。", "单词依旧是单词。")
    assert problems(root) == []

    change(root, "A word stays a word.", "A word stays what it is.")
    change(root, "单词依旧是单词。", "单词还是单词。")

    assert [code for code, _message in problems(root)] == ["TRAN001"]


def test_a_text_that_moves_within_its_entry_stays_compared(root):
    run("--all")
    first, second = "{en: Look before reading, zh: 读取之前先检查}", "{en: Take the blanks away, zh: 去掉空格}"
    for old, new in ((first, "@"), (second, first), ("@", second)):
        change(root, old, new)

    assert problems(root) == []


def test_recording_one_entry_leaves_the_others_as_they_were(root):
    other = root / "entries/demo/other-entry"
    other.mkdir()
    text = (root / "entries" / ENTRY / "entry.yaml").read_text(encoding="utf-8")
    shown = text.replace("DEMO_STATUS_BAD_WORD", "DEMO_OTHER").replace("DemoValueError", "DemoOther")
    (other / "entry.yaml").write_text(shown, encoding="utf-8")
    for name in ("reproduce.py", "workaround.py", "dead_end.py", "claim.py"):
        (other / name).write_bytes((root / "entries" / ENTRY / name).read_bytes())
    run("--all")
    change(root, "A word stays a word.", "A word stays what it is.")

    run("demo/other-entry")

    assert outdated(root) == {ENTRY: {"zh"}, "demo/other-entry": set()}


def test_an_entry_that_is_not_there_is_refused(root):
    done = run("demo/gone")

    assert (done.exit_code, done.output) == (2, "Error: no such entry: demo/gone\n")
    assert not (root / "translations.txt").exists()

"""The content made for measuring: as sound as our own, and no two entries alike."""

from collections import Counter

import pytest
from real import CONTENT, generator

from benchmarks.real_content import make_content
from generator.content.loader import load_content
from generator.judge.verdicts import judge_entry

MORE = 20  # entries beside our own


@pytest.fixture(scope="module")
def ours():
    return load_content(CONTENT)


@pytest.fixture(scope="module")
def root(ours, tmp_path_factory):
    return make_content(tmp_path_factory.mktemp("made"), len(ours.entries) + MORE).root


@pytest.fixture(scope="module")
def made(root):
    return load_content(root)


def test_it_passes_the_checks_without_a_warning(made, root, tmp_path):
    done = generator("check", "--content", root, cwd=tmp_path)

    assert done.stdout == f"{len(made.entries)} entries checked: 0 errors, 0 warnings\n", done.stdout


def test_our_entries_stand_in_it_as_they_are(ours, made):
    for entry in ours.entries:
        copied = made.find(entry.id)
        assert copied.entry == entry.entry
        assert {name: one.content for name, one in copied.snippets.items()} == {
            name: one.content for name, one in entry.snippets.items()
        }


def test_every_copy_has_the_verdicts_of_its_original(ours, made):
    def verdicts(content, entry):
        return [(item.claim.id, verdict) for item in judge_entry(entry, content.committed) for verdict in said(item)]

    def said(item):
        return [(verdict.word, verdict.reason) for verdict in (item.verdict, *item.verdicts)]

    copies = [(made.find(entry.id.rpartition("-")[0]), entry) for entry in made.entries if not ours.find(entry.id)]

    assert len(copies) == MORE
    for original, copy in copies:
        assert verdicts(made, copy) == verdicts(ours, original)
    assert any(word == "confirmed" for _original, copy in copies for _id, (word, _reason) in verdicts(made, copy))


def test_no_program_stands_in_it_twice(ours, made):
    def repeated(content):
        programs = Counter(one.text for entry in content.entries for one in entry.snippets.values())
        return {text for text, count in programs.items() if count > 1}

    assert repeated(made) <= repeated(ours)


def test_no_two_entries_have_a_wording_or_a_permalink_in_common(ours, made):
    def shared(content, texts_of):
        owners = Counter(text for entry in content.entries for text in texts_of(entry))
        return {text for text, count in owners.items() if count > 1}

    def wordings(entry):
        return {symptom.signature for symptom in entry.entry.symptoms}

    assert shared(made, wordings) <= shared(ours, wordings)
    assert shared(made, lambda entry: {entry.slug, *entry.entry.aliases}) == set()


def test_it_is_the_same_each_time(root, made, tmp_path):
    again = make_content(tmp_path, len(made.entries)).root

    def files(folder):
        return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    assert files(again) == files(root)


def test_fewer_than_ours_are_refused(ours, tmp_path):
    with pytest.raises(ValueError, match=f"has {len(ours.entries)}"):
        make_content(tmp_path, len(ours.entries) - 1)

"""Interface texts of a content folder's own: started by a command, used by the pages, counted by the build."""

import json

import pytest
from babel.messages.pofile import read_po
from real import generator

from generator.content.interface_texts import all_texts

IN_GERMAN = {"name: {en: Demo,": "Demo", "Demonstrations,": "Vorführungen"}


@pytest.fixture
def place(tmp_path, good_content):
    """Return a folder with the good content in English and German, in a folder with another name than the usual."""
    content = good_content(tmp_path).rename(tmp_path / "ours")
    for path in (content / "site.yaml", content / "entries/demo/first-entry/entry.yaml"):
        path.write_text(
            path.read_text().replace(" zh: ", " de: ").replace("{code: zh, name: 中文}", "{code: de, name: Deutsch}")
        )
    return tmp_path


def run(place, *arguments):
    return generator(*arguments, "--content", "ours", cwd=place)


def build(place):
    done = run(place, "build", "--site", "public", "--verify", "never")
    assert done.returncode == 0, done.stdout + done.stderr
    [counted] = [line for line in done.stdout.splitlines() if line.startswith("de: ")] or [""]
    return counted


def translate(path, **texts):
    words = path.read_text()
    for text, translation in texts.items():
        assert f'msgid "{text}"\nmsgstr ""\n' in words
        words = words.replace(f'msgid "{text}"\nmsgstr ""\n', f'msgid "{text}"\nmsgstr "{translation}"\n')
    path.write_text(words)


def test_the_build_counts_what_is_in_english_and_says_where_to_translate_it(place):
    count = len(all_texts())
    command = ".venv/bin/python -m generator locale de --content ours"
    expected = f"de: {count} of {count} interface texts are in English: run {command}, and translate ours/locales/de.po"
    assert build(place) == expected
    said = f"wrote ours/locales/de.po: {count} of {count} interface texts are in English\n"
    assert run(place, "locale", "de").stdout == said
    translate(place / "ours/locales/de.po", Source="Quelle")
    assert build(place) == f"de: {count - 1} of {count} interface texts are in English: translate ours/locales/de.po"


def test_a_translation_is_on_the_pages_and_in_the_navigation_and_what_has_none_is_in_english(place):
    build(place)
    run(place, "locale", "de")
    translate(place / "ours/locales/de.po", **{"At a glance": "Auf einen Blick", "Switch to dark mode": "Dunkel"})
    build(place)
    page = (place / "public/de/demo/first-entry/index.html").read_text()
    assert "Auf einen Blick" in page
    assert 'title="Dunkel"' in page, "of the theme"
    assert "Dead ends" in page, "has no translation"
    assert "Auf einen Blick" not in (place / "public/demo/first-entry/index.html").read_text()


def test_started_again_it_keeps_what_is_translated_and_adds_what_is_new(place):
    path = place / "ours/locales/de.po"
    run(place, "locale", "de")
    translate(path, Source="Quelle")
    path.write_text(path.read_text().replace('msgid "Status"\nmsgstr ""\n', 'msgid "Gone"\nmsgstr "Weg"\n'))
    said = run(place, "locale", "de").stdout
    assert (
        said
        == f"wrote ours/locales/de.po: {len(all_texts()) - 1} of {len(all_texts())} interface texts are in English\n"
    )
    with path.open("rb") as file:
        catalogue = read_po(file, locale="de")
    assert catalogue.get("Source").string == "Quelle"
    assert {text.id for text in catalogue if text.id} == {text.id for text in all_texts()}
    assert '#~ msgid "Gone"\n#~ msgstr "Weg"\n' in path.read_text(), "kept, as a comment"
    before = path.read_bytes()
    run(place, "locale", "de")
    assert path.read_bytes() == before


def test_the_contents_own_texts_come_before_ours_and_ours_before_english(tmp_path, good_content):
    content = good_content(tmp_path)
    (content / "locales").mkdir()
    (content / "locales/zh.po").write_text('msgid "At a glance"\nmsgstr "看到了什么"\n')
    done = generator("build", "--site", "public", "--verify", "never", cwd=tmp_path)
    assert "interface texts" not in done.stdout, "every text has its Chinese"
    page = (tmp_path / "public/zh/demo/first-entry/index.html").read_text()
    assert "看到了什么" in page
    assert "概览" not in page
    assert "本页的依据" in page, "ours"


def test_a_plural_with_a_form_missing_and_a_guess_are_in_english(place):
    (place / "ours/locales").mkdir()
    (place / "ours/locales/de.po").write_text(
        'msgid "%(num)s entry"\nmsgid_plural "%(num)s entries"\nmsgstr[0] "%(num)s Eintrag"\nmsgstr[1] ""\n\n'
        '#, fuzzy\nmsgid "At a glance"\nmsgstr "Was man hört"\n'
    )
    assert build(place).startswith(f"de: {len(all_texts())} of ")
    page = (place / "public/de/demo/first-entry/index.html").read_text()
    assert "At a glance" in page
    assert "hört" not in page


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "ours/site.yaml has no language 'fr': add it to locales; there are: en, de"),
        ("../de", "ours/site.yaml has no language '../de'"),
    ],
)
def test_a_language_that_the_site_does_not_have_is_refused(place, language, said):
    done = run(place, "locale", language)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: {said}")
    assert not (place / "ours/locales").exists()


def test_a_mistake_in_a_catalogue_stops_the_build_with_its_place(place):
    run(place, "locale", "de")
    translate(place / "ours/locales/de.po", Source="100 % Quelle")
    done = run(place, "build", "--site", "public", "--verify", "never", "--format", "json")
    [problem] = json.loads(done.stdout)
    assert (problem["code"], problem["location"]["path"]) == ("LANG001", "ours/locales/de.po")
    assert done.returncode == 1
    assert not (place / "public").exists()

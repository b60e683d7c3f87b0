"""What pages give to those who share them: pictures, badges, answers to copy."""

import json
import re
from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
from PIL import Image
from real import ADDRESS, generator

from generator.content.loader import load_content
from generator.render.share_image import BACKGROUND, WINDOW, Card, Part, draw, has_letter, mono, sans

CARD = Card(
    "Faultbook", "Error", "显存不足", "RuntimeError: no\n中文", "Verified", "good", (Part("gpu", 2, "run on a GPU"),)
)
IMAGE = re.compile(r'property="og:image" content="([^"]*)"')
FENCED = re.compile(r"^(?:```|~~~)\w*\n(.*?)^(?:```|~~~)$", re.DOTALL | re.MULTILINE)
GIVEN = re.compile(r"faultbookAnswers\((.*)\);\n", re.DOTALL)


@pytest.fixture
def built(good_content, tmp_path):
    """Return a function that builds a small site with or without pictures, and its folder."""
    root, target = good_content(tmp_path), tmp_path / "site"

    def build(images):
        arguments = ("--verify", "never", "--images", images, "--content", root, "--site", target)
        done = generator("build", *arguments, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return build, root, target


def test_pictures_of_the_real_site_are_small_and_named_by_their_pages(real_site):
    pictures = list(real_site.rglob("share.png"))
    assert len(pictures) > 100
    for picture in pictures:
        data = picture.read_bytes()
        assert len(data) <= 60_000, picture
        assert Image.open(BytesIO(data)).size == (1200, 630)
        page = picture.with_name("index.html").read_text("utf-8")
        assert IMAGE.search(page)[1] == ADDRESS + picture.relative_to(real_site).as_posix()
        assert 'name="twitter:card" content="summary_large_image"' in page
        assert 'property="og:image:width" content="1200"' in page
    named = {IMAGE.search(page.read_text("utf-8")) for page in real_site.rglob("e/*/index.html")}
    assert all((real_site / found[1].removeprefix(ADDRESS)).is_file() for found in named if found)


def test_equal_cards_give_equal_bytes_and_others_do_not():
    other = Card(**{name: getattr(CARD, name) for name in CARD.__slots__} | {"text": "RuntimeError: 否"})
    assert draw(CARD) == draw(CARD) != draw(other)


def test_very_long_texts_are_clipped_within_the_picture():
    long = Card("名" * 90, "K" * 200, "word " * 90, "字" * 900 + "x" * 900, "Verified", "good", CARD.bar * 9)
    assert Image.open(BytesIO(draw(long))).size == (1200, 630)


def test_a_long_headline_is_set_in_three_lines_before_it_is_cut():
    words = " ".join(f"word{number}" for number in range(20))
    shown = Card("Faultbook", "Myth", words, "text", "Refuted", "refuted", is_struck=True)
    longer = Card("Faultbook", "Myth", f"{words} more", "text", "Refuted", "refuted", is_struck=True)
    assert draw(shown) != draw(longer)


def test_a_picture_without_a_bar_shows_where_to_read_more():
    plain = Card("Faultbook", "Myth", "it is so", "it is not", "Refuted", "refuted", is_struck=True)
    with_address = Card(
        "Faultbook", "Myth", "it is so", "it is not", "Refuted", "refuted", is_struck=True, address="a.example/myths/x/"
    )
    assert draw(plain) != draw(with_address)


def test_only_what_a_terminal_prints_is_drawn_in_its_window():
    struck = Card("Faultbook", "Myth", "it is so", "it is not", "Refuted", "refuted", is_struck=True)
    window = (1000, 400)  # to the right of a short text
    colours = [Image.open(BytesIO(draw(card))).convert("RGB").getpixel(window) for card in (CARD, struck)]
    assert [f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in colours] == [WINDOW, BACKGROUND]


def test_sentences_are_set_as_large_as_they_fit_and_cut_where_none_fits():
    def inked(text, bottom=480):
        card = Card("Faultbook", "Myth", "it is so", text, "", "refuted", is_struck=True)
        sentences = Image.open(BytesIO(draw(card))).convert("L").crop((90, 216, 1200, bottom))
        _left, top, _right, end = sentences.point(lambda level: 255 * (level > 100)).getbbox()
        return top, end

    (top, end), (small_top, small_end) = inked("H"), inked("H " * 300, 216 + 42)  # the first line of many
    assert end - top > 1.3 * (small_end - small_top)
    assert inked("H " * 3000)[1] < 474 - 216


def test_the_fonts_have_every_letter_that_is_drawn(request):
    content = load_content(request.config.rootpath / "content")
    texts = [text for one in content.entries for text in (*one.entry.title.values(), one.entry.symptoms[0].text)]
    letters = set("".join(texts)) - set("\n")
    missing = {
        letter
        for letter in letters
        if not letter.isspace() and not any(has_letter(f, letter) for f in (sans(30, 400), mono(30, 400)))
    }
    assert missing == set()


def test_only_what_a_picture_shows_draws_it_again(built):
    build, root, target = built
    build("auto")
    pictures = {path: path.stat().st_mtime_ns for path in target.rglob("share.png")}
    assert len(pictures) == 4  # an entry and its code in two languages
    file = root / "entries/demo/first-entry/entry.yaml"
    file.write_text(file.read_text("utf-8").replace("The function `int`", "The very function `int`"), "utf-8")
    assert " 0 written" not in build("auto")
    assert {path: path.stat().st_mtime_ns for path in target.rglob("share.png")} == pictures
    file.write_text(file.read_text("utf-8").replace("A word is read", "A word was read"), "utf-8")
    build("auto")
    changed = {path.parent.name for path, at in pictures.items() if path.stat().st_mtime_ns != at}
    assert changed == {"first-entry"}
    build("never")
    assert not list(target.rglob("share.png"))
    assert not any("og:image" in page.read_text("utf-8") for page in target.rglob("*.html"))


def test_badges_say_the_verdict_of_their_entry(real_site):
    badges = list(real_site.rglob("badge.svg"))
    assert len(badges) > 100
    for badge in badges:
        tree = ET.parse(badge).getroot()
        name, word = (text.text for text in tree.iter("{http://www.w3.org/2000/svg}text"))
        title = tree.find("{http://www.w3.org/2000/svg}title").text
        assert title == tree.get("aria-label")
        assert title.startswith(f"{name}: {word} · ")
        assert word in badge.with_name("index.html").read_text("utf-8").lower()


def test_answers_are_short_and_whole_and_end_with_the_permalink(real_site):
    files = list(real_site.rglob("answers.js"))
    assert len(files) > 100
    for file in files:
        answers = json.loads(GIVEN.fullmatch(file.read_text("utf-8"))[1])
        page = file.with_name("index.html").read_text("utf-8")
        locale = "zh/" if file.is_relative_to(real_site / "zh") else ""
        for cause, text in answers.items():
            assert f'id="cause-{cause}"' in page
            assert len(text) <= 700, file
            assert text.splitlines()[-1] == f"{ADDRESS}{locale}e/{file.parent.name}/"
            assert len(re.findall("^```", text, re.MULTILINE)) % 2 == 0
            assert re.fullmatch(r"\*\*.+\*\*", text.splitlines()[0])


def test_an_answer_has_the_code_of_its_step_from_the_beginning_and_says_when_some_is_left_out(real_site):
    partial = 0
    for file in real_site.glob("[a-z]*/*/answers.js"):
        if file.is_relative_to(real_site / "zh"):
            continue
        entry = json.loads(
            (real_site / "api/v1/entries" / file.relative_to(real_site).parent).with_suffix(".json").read_text("utf-8")
        )
        steps = {
            one["title"]["en"]: [step["code"].strip() for step in one["do"]] for one in entry["claims"] if one["do"]
        }
        for text in json.loads(GIVEN.fullmatch(file.read_text("utf-8"))[1]).values():
            line = next((line for line in text.splitlines() if line.startswith("Step: ")), None)
            if line is None:
                continue
            code = [block.strip() for block in FENCED.findall(text)]
            whole = steps[line.removeprefix("Step: ").rpartition(" (")[0]]
            assert code == whole[: len(code)], file
            assert ("The whole code is on the page." in text) == (len(code) < len(whole)), file
            partial += len(code) < len(whole)
    assert partial, "no answer leaves code out: this test shows nothing of it"

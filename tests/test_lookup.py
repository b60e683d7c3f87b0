"""Look-up over our own content: the evaluation set, every entry's own wordings, and what `lookup.json` holds."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest
from collected import collected
from lookup_cases import NONE, figures_of, judge_all, load_case, load_cases

from faultbook import advice, cards
from faultbook.cards import Reader, number_card
from faultbook.catalogue import Catalogue
from faultbook.language import words
from faultbook.matcher import Index, find
from faultbook.terminal import style_of
from generator.judge.grades import GRADES
from generator.render import labels
from generator.render.api import ApiIndex
from generator.render.lookup import INDEX_FILE, LOOKUP_FILE, Lookup, LookupIndex
from generator.render.lookup_records import CARDS, browser_index, lookup_text

FORMS = frozenset(
    [
        *("traceback", "chained", "log", "ranks", "ansi", "windows", "wrapped", "zh", "retyped", "question", "short"),
        *("notebook", "json", "container", "wrapper", "foreign"),
    ]
)
FILLED = {"size": "2.00 GiB", "n": "0", "file": "a/b.cu", "line": "17", "path": "/usr/lib/x"}


@pytest.fixture(scope="module")
def real():
    return collected(Path(__file__).parents[1] / "content")


@pytest.fixture(scope="module")
def document(real):
    return real.lookup()


@pytest.fixture(scope="module")
def judged(document):
    return judge_all(document, load_cases())


def test_the_right_entry_comes_first_and_hardly_anything_else_matches(judged, capsys):
    figures = figures_of(judged)
    told = [f"  {item.word}: {item.case.id}" for item in judged if item.word in ("wrong", "false")]
    with capsys.disabled():
        sys.stdout.write("\n".join(["", str(figures), *told, ""]))
    assert figures.precision >= 0.97
    assert figures.recall >= 0.95
    assert figures.false_share <= 0.01


def test_the_evaluation_set_is_large_and_covers_every_entry(document):
    cases = load_cases()
    expected = [case.expect for case in cases]
    assert len(expected) - expected.count(NONE) >= 120
    assert expected.count(NONE) >= 30
    without = {entry["name"] for entry in document["entries"]} - set(expected)
    assert without == set(), "write tests/lookup/cases/<name>-1.txt for each, as docs/look-up.md shows"
    assert len({case.text for case in cases}) == len(cases)


@pytest.mark.parametrize("case", load_cases(), ids=lambda case: case.id)
def test_a_case_says_where_its_text_comes_from(case):
    assert re.fullmatch(r"https://\S+", case.source)
    assert set(case.forms) <= FORMS
    assert case.own
    assert case.text.strip()


def test_the_forms_of_a_case_are_those_that_the_document_explains():
    text = (Path(__file__).parents[1] / "docs/look-up.md").read_text(encoding="utf-8")
    [explained] = re.findall(r"(?s)\n- `form`:(.*?)\n- ", text)
    assert set(re.findall("`([a-z]+)`", explained)) == FORMS


def test_the_case_that_the_document_shows_is_one(tmp_path):
    text = (Path(__file__).parents[1] / "docs/look-up.md").read_text(encoding="utf-8")
    [shown] = re.findall(r"(?s)```\n(source: .*?)```\n", text)
    path = tmp_path / "shown.txt"
    path.write_text(shown)
    assert load_case(path).expect == "CUDNN_STATUS_BAD_PARAM"


def test_every_wording_of_an_entry_leads_to_it(real, document):
    index = Index(document)
    for entry in real.entries:
        for symptom in entry.loaded.entry.symptoms:
            text = re.sub("<([^<>]*)>", lambda found: FILLED.get(found.group(1), "7"), symptom.text)
            hit = find(f"step 1\n{text}\nbye", index).best
            if not symptom.shared:
                assert hit is not None, text
                assert hit.id == entry.id, text


def test_every_name_of_a_status_code_leads_to_its_page_or_its_only_entry(document):
    index = Index(document)
    for code in document["codes"]:
        hit = find(f"the GPU returned {code['name']}.", index).best
        if code["signatures"]:
            assert code["name"] in (hit.id, hit.code)


def test_of_the_codes_with_a_number_those_with_an_entry_come_first(document):
    catalogue = Catalogue(document)
    reader = Reader(catalogue, "en", words("en"), style_of(None))
    codes = [code["name"] for code in catalogue.with_number(2)]
    lines = number_card(reader, 2, reversed(codes)).splitlines()
    found = f"    → {catalogue.title('cuda/memory-allocation-error-2', 'en')}"
    starts = [next(place for place, line in enumerate(lines) if line.startswith(f"  {code} ·")) for code in codes]
    without = [start for start, code in zip(starts, codes, strict=True) if not catalogue.codes[code]["entries"]]

    assert found in lines
    assert without
    assert max(place for place, line in enumerate(lines) if line == found) < min(without)


def test_every_signature_can_be_found(document):
    index = Index(document)
    kept = [*index.wide.filed.values(), *index.narrow.filed.values()]
    filed = {anchor.number for anchors in kept for anchor in anchors} | {number for number, _piece in index.short}
    short = [target.signature for number, target in enumerate(index.targets) if number not in filed]
    assert [signature for signature in short if not re.fullmatch("Xid [0-9]+", signature)] == []


def test_the_browser_gets_the_same_answers_from_less(document):
    whole, small = Index(document), Index(json.loads(json.dumps(browser_index(document))))
    for case in load_cases():
        assert find(case.text, small) == find(case.text, whole)


def test_the_file_has_the_bytes_of_the_document_that_the_package_holds(real, document):
    assert real.files(Lookup())[LOOKUP_FILE] == lookup_text(document)


def test_the_script_for_the_browser_holds_what_its_matcher_reads(real, document):
    script = real.files(LookupIndex())[INDEX_FILE]

    assert "</" not in script
    assert json.loads(script.removeprefix("faultbookLookup(").removesuffix(");\n")) == browser_index(document)


def test_files_without_entries_are_whole(tmp_path, good_content):
    root = good_content(tmp_path)
    shutil.rmtree(root / "entries")
    empty = collected(root)

    assert json.loads(empty.files(Lookup())[LOOKUP_FILE])["entries"] == []
    assert empty.files(LookupIndex())[INDEX_FILE].startswith("faultbookLookup({")
    assert json.loads(empty.files(ApiIndex())["api/v1/index.json"])["entries"] == []


def test_every_entry_and_code_has_a_card_where_the_browser_looks_for_it(document, real):
    files = real.files(Lookup())
    first_of_codes = -(-len(document["entries"]) // CARDS["entries"])
    for locale in ("en", "zh"):
        for offset, kind, name in ((0, "entries", "id"), (first_of_codes, "codes", "name")):
            for number, item in enumerate(document[kind]):
                chunk = offset + number // CARDS[kind]
                script = files[f"lookup/cards-{locale}-{chunk}.js"].removeprefix("faultbookCards(")
                given, cards = json.loads("[" + script.removesuffix(");\n") + "]")
                assert given == chunk
                assert item[name] in cards


def test_each_cause_has_the_steps_of_its_workarounds_in_the_authors_order(real, document):
    told = {entry["id"]: entry for entry in document["entries"]}
    for entry in real.entries:
        authored = entry.loaded.entry
        assert [cause["id"] for cause in told[entry.id]["causes"]] == [cause.id for cause in authored.causes]
        for cause, given in zip(authored.causes, told[entry.id]["causes"], strict=True):
            expected = [claim.id for claim in authored.workarounds if cause in authored.causes_of(claim)]
            assert [step["id"] for step in given["steps"]] == expected
            assert given["recovery"] == authored.recovery_of(cause)
            assert {step["grade"] for step in given["steps"]} <= set(GRADES)


def test_the_one_fix_of_the_former_version_is_the_first_step_of_the_first_cause_that_has_any(document):
    for entry in document["entries"]:
        cause = next((cause for cause in entry["causes"] if cause["steps"]), None)
        assert entry["fix"] == (cause["steps"][0]["title"] if cause else None)
        assert entry["untried"] is None
        assert entry["fix_for"] == (cause["title"] if cause and len(entry["causes"]) > 1 else None)


def test_the_package_has_the_sites_word_for_every_badge_and_grade():
    assert {badge: label.text for badge, label in labels.BADGES.items()} == cards.BADGES
    assert {grade: label.text for grade, label in labels.GRADES.items()} == advice.GRADES


def test_an_entry_with_several_causes_always_has_a_question_whose_answers_lead_to_its_causes(document):
    for entry in document["entries"]:
        known = {cause["id"] for cause in entry["causes"]}
        asked = {question["id"] for question in entry["questions"]}
        assert bool(asked) == (len(known) > 1) or asked
        for question in entry["questions"]:
            assert question["ask"]["zh"] != question["ask"]["en"]
            for answer in question["answers"]:
                assert (answer["cause"] in known) + (answer["question"] in asked) + bool(answer["entry"]) == 1


def test_a_question_that_is_made_of_telltales_leads_to_each_cause_in_order(real, document):
    told = {entry["id"]: entry for entry in document["entries"]}
    made = [entry for entry in real.entries if not entry.loaded.entry.questions and len(told[entry.id]["causes"]) > 1]
    for entry in made:
        [question] = told[entry.id]["questions"]
        causes = told[entry.id]["causes"]
        assert [answer["cause"] for answer in question["answers"]] == [cause["id"] for cause in causes]
        assert [answer["text"] for answer in question["answers"]] == [cause["telltale"] for cause in causes]

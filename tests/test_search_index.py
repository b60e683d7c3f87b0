"""The index of search: its terms, what they weigh, and that what is kept from an earlier build changes no byte."""

import itertools
import json
import random
import shutil
import subprocess
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest
from collected import collected
from hypothesis import given
from hypothesis import strategies as st
from web import NODE

from generator.render.collection import PartsInMemory
from generator.render.search import Search
from generator.render.search_blocks import STARTS, make_block
from generator.render.search_fields import code_fields, entry_fields
from generator.render.search_index import FIELDS, invert, join, pack, shards, unpack, weights, written
from generator.render.search_terms import STOP, terms

ROOT = Path(__file__).resolve().parents[1]
MADE = 300  # entries: several blocks, and groups of several shards
WORDS = st.text("abcno不是显z9", min_size=1, max_size=4)
DOCUMENTS = st.lists(st.dictionaries(WORDS, st.integers(1, 255), max_size=6), max_size=12)


@pytest.fixture(scope="module")
def real():
    return collected(ROOT / "content")


@pytest.fixture(scope="module")
def made(real):
    """Return a site of many entries, and their parts: each one of ours with words of its own, and some left out."""
    ours = real.parts(Search())
    parts, refs = {}, []
    for number in range(MADE):
        entry_id = ours.ids[number % len(ours.ids)]
        ref = replace(real.site.catalogue.by_id[entry_id], id=f"{entry_id}-{number * 7919 % 1000:03}")
        refs.append(ref)
        parts[ref.id] = _varied(ours.parts[entry_id], number)
    catalogue = replace(real.site.catalogue, entries=tuple(sorted(refs, key=lambda ref: ref.id)))
    return replace(real.site, catalogue=catalogue), parts


def _varied(part, number):
    chance = random.Random(number)
    varied = []
    for packed in part.weights:
        kept = {term: weight for term, weight in unpack(packed) if chance.random() < 0.9}
        varied.append(pack({**kept, f"made{number}": 9, "everywhere": 1 + number % 9}))
    return replace(part, weights=tuple(varied))


def _parts(parts):
    return PartsInMemory(parts, {entry_id: Search().labels(part) for entry_id, part in parts.items()})


def _build(site, parts, before=None):
    """Render the shards that have changed since another build; return keys and files by shard."""
    search, stored = Search(), _parts(parts)
    keys, files = {}, {}
    for shard in search.shards(site, stored):
        keys[shard.name] = (shard.facts, tuple(stored.of(shard.entries)))
        if before and before[0].get(shard.name) == keys[shard.name]:
            files[shard.name] = before[1][shard.name]
        else:
            files[shard.name] = {file.uri: file.content for file in search.render(site, shard, stored)}
    return keys, files


def _all(files):
    return {uri: content for made in files.values() for uri, content in made.items()}


# --- terms and weights ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CUDNN_STATUS_BAD_PARAM", "cudnn_status_bad_param cudnn status bad param"),
        ("cudaErrorIllegalAddress", "cudaerrorillegaladdress cuda error illegal address"),
        ("the memory of a GPU", "memory gpu"),
        ("no kernel image, not built", "no kernel image not built"),
        ("torch 2.11.0 on sm_90", "torch 2.11.0 sm_90 sm 90"),
        ("申请显存，不足 1 GiB", "申请 请显 显存 存 不足 足 1 gib gi b"),
        ("ＣＵＤＡ 错误", "cuda 错误 误"),
        ("々々 ペア", "々々 々 ペア ア"),
        ("__init__ _", "init"),
        ("x" * 65, ""),
    ],
)
def test_the_terms_of_a_text(text, expected):
    assert terms(text) == expected.split()


def test_javascript_cuts_every_text_of_ours_into_the_same_terms(real):
    codes = [code for library in real.site.catalogue.libraries for code in library.codes]
    texts = [
        text
        for locale in ("en", "zh")
        for fields in (
            *(entry_fields(entry, locale) for entry in real.entries),
            *(code_fields(code, locale) for code in codes),
        )
        for field in fields.values()
        for text in field
    ]
    texts += ["ﬁne ½ ａｂｃ ǅ İstanbul naïve ΣΑΣ 𠮷野家 か゚ 한국어 ｶﾞ 1.2.3.4_x a.b 1.2.", "\u2028\ud7a3々〆ー"]
    given = json.dumps({"stop": sorted(STOP), "texts": texts})
    done = subprocess.run(
        [NODE, ROOT / "tests" / "search_terms.js"], input=given, capture_output=True, text=True, check=True
    )
    theirs = json.loads(done.stdout)

    assert len(texts) > 2 * 2 * len(real.entries) > 0  # a title and more, in two languages
    assert [text for text, found in zip(texts, theirs, strict=True) if found != terms(text)] == []


def test_a_term_weighs_more_in_a_title_than_in_a_body_and_in_a_short_one_than_in_a_long_one():
    body = ["gpu", *["word"] * 300]
    documents = [{"title": ["gpu"]}, {"body": ["gpu"]}, {"body": body}, {"title": ["gpu"], "body": body}]

    assert set(FIELDS) >= {"title", "body"}
    first, second, third, fourth = (weights(document)["gpu"] for document in documents)
    assert fourth > first > second > third >= 1
    assert weights({}) == {}


def test_no_document_can_make_a_term_weigh_more_than_a_byte():
    assert max(weights({field: ["gpu"] * 10_000 for field in FIELDS}).values()) < 256


@given(st.dictionaries(WORDS, st.integers(1, 255)))
def test_what_is_packed_is_unpacked(found):
    assert dict(unpack(pack(found))) == found


# --- blocks --------------------------------------------------------------------------------------


def _naive(documents):
    """Return each term's documents as pairs, without blocks."""
    found, last = defaultdict(list), defaultdict(int)
    for number, document in enumerate(documents):
        for term, weight in document.items():
            found[term] += [number - last[term], weight]
            last[term] = number
    return {term: found[term] for term in sorted(found)}


def _read(joined):
    return {term: json.loads(f"[{pairs}]") for term, pairs in joined.items()}


@given(DOCUMENTS, st.sets(st.integers(0, 12)))
def test_blocks_cut_anywhere_give_the_same_index(documents, cuts):
    places = sorted({0, len(documents), *(cut for cut in cuts if cut < len(documents))})
    pieces = [(start, documents[start:end]) for start, end in itertools.pairwise(places)]
    inverted = [(start, invert(document.items() for document in piece)) for start, piece in pieces]
    blocks = [(start, make_block([document.items() for document in piece])) for start, piece in pieces]
    everything = range(len(STARTS))

    assert _read(join(inverted)) == _naive(documents)
    assert list(join(inverted)) == sorted(join(inverted))
    assert join((start, block.lines(everything)) for start, block in blocks) == join(inverted)


@given(DOCUMENTS, st.integers(0, len(STARTS)))
def test_a_range_of_a_block_holds_the_terms_between_its_boundaries(documents, cut):
    block = make_block([document.items() for document in documents])
    before, after = (list(block.lines(places)) for places in (range(cut), range(cut, len(STARTS))))
    boundary = STARTS[cut] if cut < len(STARTS) else "\uffff"

    assert before + after == invert(document.items() for document in documents)
    assert all(line.split("\t")[0] < boundary for line in before)
    assert all(line.split("\t")[0] >= boundary for line in after)


def test_the_boundaries_are_in_order_and_none_is_there_twice():
    assert STARTS[0] == ""
    assert sorted(set(STARTS)) == STARTS


def test_shards_hold_every_term_once_in_order_and_are_about_equal():
    found = join([(0, invert([(f"term{number}", 1), ("every", 2)] for number in range(500)))])
    cut = list(shards(found, size=1000))

    assert len(cut) > 5
    assert [term for shard in cut for term in shard] == sorted(found)
    assert {term: pairs for shard in cut for term, pairs in shard.items()} == found
    assert json.loads(written(cut[0])) == _read(cut[0])
    assert max(map(len, cut)) < 2 * min(map(len, cut[1:]))


# --- builds --------------------------------------------------------------------------------------


def _change(made, change):
    site, parts = made
    ids = sorted(parts)
    if change == "an entry is edited":
        edited = replace(parts[ids[100]], weights=tuple(map(_louder, parts[ids[100]].weights)))
        return site, {**parts, ids[100]: edited}
    refs = site.catalogue.entries
    if change == "an entry is gone":
        kept = {entry_id: part for entry_id, part in parts.items() if entry_id != ids[7]}
        return _with(site, [ref for ref in refs if ref.id != ids[7]]), kept
    new = replace(refs[9], id=f"{ids[9]}-new")
    return _with(site, sorted([*refs, new], key=lambda ref: ref.id)), {**parts, new.id: _varied(parts[ids[9]], 5000)}


def _louder(packed):
    return pack({**dict(unpack(packed)), "loud": 7})


def _with(site, refs):
    return replace(site, catalogue=replace(site.catalogue, entries=tuple(refs)), kept=site.kept)


@pytest.mark.parametrize("change", ["an entry is edited", "an entry is gone", "an entry is new"])
def test_after_a_change_the_files_are_those_of_a_build_from_nothing(made, change):
    site, parts = made
    before = _build(site, parts)
    changed_site, changed_parts = _change(made, change)
    after = _build(changed_site, changed_parts, before)
    first_build = _build(replace(changed_site, kept=type(site.kept)()), changed_parts)

    assert after[1].keys() == first_build[1].keys()
    assert _all(after[1]) == _all(first_build[1])
    assert _all(after[1]) != _all(before[1])
    if change == "an entry is edited":
        same = [name for name, files in after[1].items() if files is before[1].get(name)]
        assert len(after[1]) - len(same) <= 5  # for each language a group of terms and the directory; the cards


def test_one_edited_entry_leaves_the_files_of_the_other_language_as_they_are(real):
    before = set(real.files(Search()))
    entry = real.entries[0].loaded.entry
    kept = dict(entry.title)
    try:
        entry.title["zh"] = "另一个标题"
        after = set(real.files(Search()))
    finally:
        entry.title.update(kept)

    assert before != after
    assert {uri for uri in before ^ after if uri.startswith("search/en/")} == set()


@pytest.mark.parametrize("entries", [True, False])
def test_a_directory_names_all_files_and_no_others(good_content, tmp_path, entries):
    root = good_content(tmp_path)
    if not entries:
        shutil.rmtree(root / "entries")
    files = collected(root).files(Search())
    for locale in ("en", "zh"):
        directory = json.loads(files[f"search/{locale}/index.js"].removeprefix("faultbookSearch(").removesuffix(");\n"))
        named = [*directory["cards"], *(name for _first, name in directory["shards"])]
        assert {f"search/{locale}/{name}.js" for name in (*named, "index")} == {
            uri for uri in files if uri.startswith(f"search/{locale}/")
        }


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_the_browser_finds_every_document_that_holds_a_term(made, locale):
    site, parts = made
    scripts = {uri: content.decode() for uri, content in _all(_build(site, parts)[1]).items()}
    folder = f"search/{locale}/"
    directory = json.loads(scripts.pop(f"{folder}index.js").removeprefix("faultbookSearch(").removesuffix(");\n"))
    loaded = {}
    for uri, script in scripts.items():
        if uri.startswith(folder):
            name, content = json.loads("[" + script.removeprefix("faultbookSearchPart(").removesuffix(");\n") + "]")
            loaded[name] = content
    place = site.locales.index(locale)
    documents = [dict(unpack(parts[entry_id].weights[place])) for entry_id in sorted(parts)]
    holding = _naive(documents)
    asked = random.Random(5).sample([term for term in holding if len(term) > 1], 150)
    done = subprocess.run(
        [NODE, ROOT / "tests" / "search_asks.js"],
        input=json.dumps({"directory": directory, "parts": loaded, "queries": [f"{term} " for term in asked]}),
        capture_output=True,
        text=True,
        check=True,
    )
    found = dict(zip(asked, json.loads(done.stdout), strict=True))

    assert any(loaded[name]["more"] for _first, name in directory["shards"])
    assert directory["entries"] == MADE
    for term in asked:
        expected = {number for number, document in enumerate(documents) if term in document}
        assert expected <= set(found[term]), term


def test_each_document_has_the_card_that_the_directory_names(made):
    site, parts = made
    scripts = {uri: content.decode() for uri, content in _all(_build(site, parts)[1]).items()}
    directory = json.loads(scripts["search/en/index.js"].removeprefix("faultbookSearch(").removesuffix(");\n"))
    shown = []
    for place, (first, file, size) in enumerate(directory["blocks"]):
        last = [*(block[0] for block in directory["blocks"]), directory["documents"]][place + 1]
        for number in range(first, last):
            name = directory["cards"][file + (number - first) // size]
            script = scripts[f"search/en/{name}.js"]
            cards = json.loads("[" + script.removeprefix("faultbookSearchPart(").removesuffix(");\n") + "]")[1]
            shown.append(cards[(number - first) % size]["title"])
    codes = sum(len(library.codes) for library in site.catalogue.libraries)

    assert len(directory["blocks"]) > 3
    assert shown[:MADE] == [json.loads(parts[entry_id].cards[0])["title"] for entry_id in sorted(parts)]
    assert len(shown) == directory["documents"] == MADE + codes

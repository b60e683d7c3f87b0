"""Status codes: from what was read and what was written to the pages that a reader sees."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from urllib.parse import urljoin

import pytest
from coded import CUDNN_READ, add_codes, build
from judged import judged
from selectolax.lexbor import LexborHTMLParser
from selenium.webdriver.common.by import By

from generator.checks import check_content
from generator.content.codes_model import CodeNumber
from generator.content.loader import load_content
from generator.problems import has_errors
from tools.browser import browser, served, show_at_width

ROOT = Path(__file__).resolve().parents[1]
ADDRESS = "https://example.org/below/errors/"
NCCL = """\
title: {en: NCCL, zh: NCCL}
versions: {en: NCCL, zh: NCCL}
about: {en: What the functions of NCCL return., zh: NCCL 的函数返回的状态码。}
"""
NCCL_READ = """\
library: nccl
read: [{version: "2.20", package: nvidia-nccl-cu12, release: "2.20.5", file: nccl.h, sha256: "ff"}]
codes:
  - name: ncclOdd
    message: "not <known>"
    numbers: [{number: 2000, since: "2.20", until: null, from_first: true}]
"""
HAN = re.compile(r"[\u4e00-\u9fff]")


@pytest.fixture(scope="module")
def root(tmp_path_factory, good_content):
    return add_codes(good_content(tmp_path_factory.mktemp("coded")))


@pytest.fixture(scope="module")
def site(root):
    """Build the site of a small content folder with codes."""
    return build(root, ADDRESS)


def page(site, path):
    return LexborHTMLParser((site / path / "index.html").read_text(encoding="utf-8"))


def words_of(node):
    said = " ".join(node.text(separator=" ").split()).replace("_ ", "_")  # a name may be broken after "_"
    return re.sub(r" (?=[,.;:)]( |$))", "", said).replace("( ", "(")


def parts_of(site, name, prefix=""):
    """Return what a permalink's page says, by language, in the page's order."""
    sections = page(site, f"{prefix}e/{name}").css(".md-content :is(section, details)[lang]")
    return {section.attributes["lang"]: words_of(section) for section in sections}


def links_of(site, path):
    tree = page(site, path)
    return {
        urljoin(ADDRESS + path, node.attributes["href"]).removeprefix(ADDRESS) for node in tree.css(".md-content a")
    }


# --- loading -----------------------------------------------------------------------------------


def codes_of(root):
    return {code.name: code for library in load_content(root).codes for code in library.codes}


def test_what_was_read_and_what_was_written_become_one_code(root):
    code = codes_of(root)["CUDNN_STATUS_BAD_PARAM"]

    assert code.numbers == (
        CodeNumber(33, None, "7.5", from_first=False, source="https://demo.example/cudnn/7.5/cudnn.h"),
        CodeNumber(3, "8.5", "8.9", from_first=True),
        CodeNumber(2000, "9.1", None, from_first=False),
    )
    assert (code.library, code.message, code.number, code.sticky) == ("cudnn", "bad <param>", 2000, False)
    assert code.meaning["zh"].startswith("有一个参数")
    assert code.source == "https://demo.example/cudnn/status"


def test_a_code_of_which_nothing_was_written_has_what_was_read(root):
    code = codes_of(root)["Xid 79"]

    assert (code.permalink, code.symbol) == ("xid-79", "ROBUST_CHANNEL_GPU_HAS_FALLEN_OFF_THE_BUS")
    assert (code.meaning, code.first, code.sticky, code.source, code.message) == (None,) * 5


def test_a_content_folder_without_codes_has_none(good_content, tmp_path):
    content = load_content(good_content(tmp_path))

    assert (content.codes, content.lookup.wrappers, content.ledger) == ((), (), None)
    assert not has_errors(check_content(content))


def test_the_codes_of_the_example_are_sound(root):
    problems = check_content(load_content(root))

    assert [(problem.code, problem.severity) for problem in problems] == [("ENT011", "warning")]


MISTAKES = {
    "number as a word": ("read/cudnn", "number: 3,", "number: three,", ["SCH003"]),
    "negative number": ("read/cudnn", "number: 3,", "number: -3,", ["SCH003"]),
    "no number": ("read/cudnn", "number: 3,", "number: null,", ["SCH003"]),
    "name with a hyphen": ("read/cudnn", "name: CUDNN_STATUS_SUCCESS", "name: CUDNN-SUCCESS", ["SCH003"]),
    "open bracket": ("read/cudnn", "codes:", "codes: [", ["YAML002"]),
    "null by hand": ("cudnn", "sticky: false", "sticky: null", ["YAML007"]),
    "text for a choice": ("cudnn", "sticky: false", 'sticky: "no"', ["SCH003"]),
    "no title": ("cudnn", "title: {en: cuDNN, zh: cuDNN}\n", "", ["SCH002"]),
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_with_its_place_and_nothing_that_follows_from_it(
    mistake, good_content, tmp_path, monkeypatch
):
    name, old, new, codes = mistake
    root = add_codes(good_content(tmp_path))
    (root / "permalinks.txt").write_text("CUDNN_STATUS_BAD_PARAM\nxid-79\n", encoding="utf-8")
    path = root / "codes" / f"{name}.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    monkeypatch.chdir(root)
    found = [problem for problem in check_content(load_content(Path())) if problem.severity == "error"]

    assert [problem.code for problem in found] == codes
    assert {problem.location.path for problem in found} == {f"codes/{name}.yaml"}
    assert all(problem.location.line > 0 for problem in found)


def test_a_hostile_file_is_a_problem_and_no_crash(good_content, tmp_path, monkeypatch):
    root = add_codes(good_content(tmp_path))
    monkeypatch.chdir(root)
    (root / "codes/read/xid.yaml").unlink()
    (root / "codes/read/xid.yaml").mkdir()
    (root / "codes/cudnn.yaml").write_bytes(b"\xff\xfe")
    (root / "lookup.yaml").write_text("- a list\n")

    problems = check_content(load_content(Path()))

    assert {(problem.code, problem.location.path) for problem in problems if problem.severity == "error"} == {
        ("YAML001", "codes/read/xid.yaml"),
        ("YAML001", "codes/cudnn.yaml"),
        ("SCH003", "lookup.yaml"),
    }


def test_names_lead_to_codes_numbers_and_entries(root):
    names = judged(root).site.catalogue.permalinks

    assert {name: item.kind for name, item in names.items() if item.kind != "number"} == {
        "first-entry": "entry",
        "DemoValueError": "alias",
        "DEMO_STATUS_BAD_WORD": "code",
        "CUDNN_STATUS_SUCCESS": "code",
        "CUDNN_STATUS_BAD_PARAM": "code",
        "CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH": "code",
        "CUDNN_STATUS_VERSION_MISMATCH": "code",
        "xid-79": "code",
        "ROBUST_CHANNEL_GPU_HAS_FALLEN_OFF_THE_BUS": "code",
        "xid-16": "code",
        "ROBUST_CHANNEL_OLD": "code",
        "xid-2000": "code",
        "ROBUST_CHANNEL_MADE_UP": "code",
    }
    numbers = {name: [code.name for code in item.codes] for name, item in names.items() if item.kind == "number"}
    assert numbers == {
        "0": ["CUDNN_STATUS_SUCCESS"],
        "3": ["CUDNN_STATUS_BAD_PARAM"],
        "14": ["CUDNN_STATUS_VERSION_MISMATCH"],
        "16": ["Xid 16"],
        "33": ["CUDNN_STATUS_BAD_PARAM"],
        "79": ["Xid 79"],
        "1002": ["CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH", "CUDNN_STATUS_VERSION_MISMATCH"],
        "2000": ["CUDNN_STATUS_BAD_PARAM", "Xid 2000"],
    }
    assert names["CUDNN_STATUS_VERSION_MISMATCH"].entries == ("demo/first-entry",), "the old spelling shows it too"
    assert names["DEMO_STATUS_BAD_WORD"].entries == ("demo/first-entry",)


# --- pages -------------------------------------------------------------------------------------


def test_every_name_has_a_page_in_every_language_that_needs_no_script(site, root):
    for name, item in judged(root).site.catalogue.permalinks.items():
        for prefix, languages in (("", ["en", "zh"]), ("zh/", ["zh", "en"])):
            parts = parts_of(site, name, prefix)
            assert list(parts) == languages, name
            assert HAN.search(parts["zh"]), name
            links = links_of(site, f"{prefix}e/{name}/")
            for entry in item.entries:
                assert {f"{entry}/", f"zh/{entry}/"} <= links


def test_a_code_shows_all_that_is_known_of_it(site):
    parts = parts_of(site, "CUDNN_STATUS_BAD_PARAM")

    for words in (
        "bad <param>",
        "An argument is wrong <b>.",
        "not sticky",
        "Read CUDNN_LOG_ERR",
        "A word is read as a number",
        "2000 since cuDNN 9.1 nvidia-cudnn-cu12 9.1.0.70, cudnn_graph.h",
        "3 at least since cuDNN 8.5, until 8.9 nvidia-cudnn-cu12 8.9.7.29, cudnn_ops_infer.h",
        "33 cuDNN 7.5 and before source",
        "Xid 2000",
        "Documented at: demo.example",
    ):
        assert words in parts["en"]
    for words in (
        "有一个参数",
        "把单词当成数字读取",
        "cuDNN 9.1 起",
        "cuDNN 8.5 至 8.9，起点可能更早",
        "cuDNN 7.5 及更早",
    ):
        assert words in parts["zh"]
    links = links_of(site, "e/CUDNN_STATUS_BAD_PARAM/")
    assert {
        "codes/cudnn/",
        "demo/first-entry/",
        "zh/demo/first-entry/",
        "e/2000/",
        "e/3/",
        "e/33/",
        "e/xid-2000/",
        "zh/e/xid-2000/",
        "https://demo.example/cudnn/7.5/cudnn.h",
    } <= links


@pytest.mark.parametrize(("prefix", "codes"), [("", "Status codes"), ("zh/", "状态码")])
def test_the_way_to_a_code_stands_above_its_name_in_the_language_of_the_page(site, prefix, codes):
    [way] = page(site, f"{prefix}e/CUDNN_STATUS_BAD_PARAM").css(".fb-path")

    assert [node.text(strip=True) for node in way.iter()][::2] == [codes, "cudnnStatus_t"]
    assert way.css("a")[1].attributes["href"].endswith("codes/cudnn/")
    assert way.next.tag == "h1" or way.next.next.tag == "h1"


def test_the_page_of_a_code_shows_the_badge_of_an_entry(site):
    chips = page(site, "e/CUDNN_STATUS_BAD_PARAM").css(".fb-shown .fb-chip")

    assert [words_of(chip) for chip in chips] == ["○ Not run yet", "○ 尚未运行"]


def test_what_is_not_known_of_a_code_is_not_there(site):
    for part in parts_of(site, "xid-79").values():
        for words in ("sticky", "粘滞", "What to do first", "先做这一步", "Entries", "条目", "None", "null"):
            assert words not in part
    headings = [node.text() for node in page(site, "e/xid-79").css(".md-content h2")]
    assert headings == ["Numbers", "数字"]


def test_an_xid_is_written_as_the_log_writes_it_and_found_by_its_mnemonic_too(site):
    assert page(site, "e/xid-79").css_first("h1").text() == "Xid 79"
    assert parts_of(site, "ROBUST_CHANNEL_GPU_HAS_FALLEN_OFF_THE_BUS") == parts_of(site, "xid-79")
    assert "at least since driver branch 580" in parts_of(site, "xid-79")["en"]


def test_what_only_the_vendors_catalog_has_is_told_as_such(site):
    part = parts_of(site, "xid-16")["en"]

    for words in (
        "16 documented, but in no version read source",
        "Listed as “Unused”",
        "NVIDIA’s immediate action: RESET_GPU",
        "Applies to: A100",
        "Also called: ROBUST_CHANNEL_OLD",
        "https://demo.example/xid (read on November 21, 2026)",
    ):
        assert words in part
    assert "catalog" not in parts_of(site, "xid-79")["en"]
    row = page(site, "codes/xid").css_first("#xid-16").text(separator=" ")
    assert "documented, but in no version read" in row
    assert "listed as “Unused”" in row
    assert "https://demo.example/xid" in links_of(site, "codes/xid/")


def test_the_table_of_a_library_says_what_a_code_means_and_gives_its_permalink(site):
    heads = [node.text() for node in page(site, "codes/cudnn").css(".fb-codes th")]
    assert heads == ["Number", "Name", "Meaning"]
    row = page(site, "codes/cudnn").css_first("#CUDNN_STATUS_BAD_PARAM")
    _number, name, meaning = row.css("td")
    assert meaning.text().strip() not in ("", "–")
    assert meaning.text().strip() in row.attributes["data-find"].replace("`", "")
    assert name.css_first("button").attributes["data-clipboard-text"].endswith("/e/CUDNN_STATUS_BAD_PARAM/")


@pytest.mark.browser
def test_the_table_of_a_library_is_filtered_as_one_types(site):
    everything = len(page(site, "codes/cudnn").css(".fb-codes tbody tr"))
    with browser() as driver:
        driver.get((site / "codes/cudnn/index.html").as_uri())
        driver.find_element("css selector", ".fb-filter input").send_keys("bad_param")
        rows = [
            row.get_attribute("id") for row in driver.find_elements("css selector", ".fb-codes tr[id]:not([hidden])")
        ]
        said = driver.find_element("css selector", ".fb-filter output").text

    assert "CUDNN_STATUS_BAD_PARAM" in rows
    assert len(rows) < everything
    assert said == f"{len(rows)} of {everything} codes"


def test_what_the_vendors_catalog_advises_is_told_in_its_own_words(site):
    parts = parts_of(site, "xid-2000")

    for words in (
        "NVIDIA’s immediate action: CHECK_APP/CUDA",
        "NVIDIA’s investigatory action: IGNORE (sympathetic)",
        "Applies to: H100",
        "Does not apply to: A100",
    ):
        assert words in parts["en"]
    for words in ("Unused", "Also called"):
        assert words not in parts["en"]
    for words in (
        "NVIDIA 建议的立即处理：CHECK_APP/CUDA",
        "NVIDIA 建议的排查处理：IGNORE (sympathetic)",
        "适用于：H100",
        "不适用于：A100",
    ):
        assert re.sub("： ", "：", words) in re.sub("： ", "：", parts["zh"])


def test_the_look_up_data_hold_what_the_catalog_says(site):
    codes = {code["name"]: code for code in json.loads((site / "api/v1/lookup.json").read_text("utf-8"))["codes"]}

    assert codes["Xid 2000"]["documented"] == {
        "mnemonics": ["ROBUST_CHANNEL_MADE_UP"],
        "unused": False,
        "applies": ["H100"],
        "immediate": "CHECK_APP/CUDA",
        "investigatory": "IGNORE (sympathetic)",
    }
    assert codes["Xid 16"]["numbers"] == [{"number": 16, "since": None, "until": None, "from_first": False}]
    assert codes["Xid 16"]["signatures"] == ["Xid 16", "ROBUST_CHANNEL_OLD"]
    assert codes["Xid 79"]["documented"] is None


def test_a_range_tells_which_version_beside_it_does_not_have_the_code(site):
    assert "14 cuDNN 8.9 (not in 8.5)" in parts_of(site, "CUDNN_STATUS_VERSION_MISMATCH")["en"]
    assert "1002 since cuDNN 9.1 nvidia" in parts_of(site, "CUDNN_STATUS_VERSION_MISMATCH")["en"], "8.9 has it too"
    assert "since cuDNN 9.1 (not in 8.9)" in parts_of(site, "CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH")["en"]
    assert "cuDNN 9.1 起（8.9 中没有）" in parts_of(site, "CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH")["zh"]


def test_a_deprecated_spelling_and_the_current_name_lead_to_each_other(site):
    old, new = "CUDNN_STATUS_VERSION_MISMATCH", "CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH"

    assert f"A deprecated spelling of {new}" in parts_of(site, old)["en"]
    assert f"Deprecated spelling: {old}" in parts_of(site, new)["en"]
    assert f"e/{new}/" in links_of(site, f"e/{old}/")
    assert f"e/{old}/" in links_of(site, f"e/{new}/")


def test_a_number_asks_which_library_it_comes_from(site):
    parts = parts_of(site, "2000")

    assert "Which library does the number come from?" in parts["en"]
    assert "这个数字来自哪个库？" in parts["zh"]
    assert "cuDNN CUDNN_STATUS_BAD_PARAM An argument" in parts["en"]
    assert "Xid Xid 2000 at least since driver branch 580" in parts["en"]
    assert "33" not in parts["en"], "only the versions of this number"
    assert "cuDNN 7.5 and before (source)" in parts_of(site, "33")["en"]
    assert {"e/CUDNN_STATUS_BAD_PARAM/", "e/xid-2000/", "codes/xid/", "zh/codes/xid/"} <= links_of(site, "e/2000/")


@pytest.fixture(scope="module")
def wide(tmp_path_factory, good_content):
    """Build a site where three libraries have one number, and an Xid applies to two products."""
    root = add_codes(good_content(tmp_path_factory.mktemp("wide")))
    (root / "codes/nccl.yaml").write_text(NCCL, encoding="utf-8")
    (root / "codes/read/nccl.yaml").write_text(NCCL_READ, encoding="utf-8")
    xid = root / "codes/read/xid.yaml"
    xid.write_text(xid.read_text("utf-8").replace("applies: [A100]", "applies: [A100, H100]"), encoding="utf-8")
    return build(root, ADDRESS)


def test_a_number_tells_what_each_of_its_codes_means_or_prints(wide):
    parts = parts_of(wide, "2000")

    assert "CUDNN_STATUS_BAD_PARAM An argument is wrong <b>. The entry: " in parts["en"]
    assert "since cuDNN 9.1" in parts["en"]
    assert "有一个参数" in parts["zh"]
    assert "ncclOdd not <known> at least since NCCL 2.20" in parts["en"]


def test_other_codes_of_the_same_number_stand_in_one_line(wide):
    parts = parts_of(wide, "CUDNN_STATUS_BAD_PARAM")

    assert "Has the number 2000 too: ncclOdd (NCCL), Xid 2000 (Xid)" in parts["en"].replace(" )", ")")
    assert "数字同为2000：ncclOdd（NCCL）、Xid2000（Xid）" in re.sub(r"\s", "", parts["zh"])


def test_chinese_pages_have_the_brackets_and_commas_of_chinese(wide):
    assert "适用于：A100、H100" in re.sub(r"\s", "", parts_of(wide, "xid-16")["zh"])
    assert "2026年11月21日）" in re.sub(r"\s", "", parts_of(wide, "xid-16")["zh"])
    for path in ("codes/cudnn", "codes/xid", "e/2000", "e/33", "e/xid-16", "e/CUDNN_STATUS_BAD_PARAM", "find"):
        tree = page(wide, f"zh/{path}")
        for other in tree.css("[lang=en], code, pre"):
            other.decompose()
        text = "".join(node.html for node in tree.css(".md-content")).replace("&nbsp;", " ")
        assert re.findall(r"\([^()<>]*[\u4e00-\u9fff][^()]*\)", re.sub("<[^>]*>", "", text)) == [], path


def test_a_status_code_of_no_library_leads_to_its_entries(site):
    assert "A word is read as a number" in parts_of(site, "DEMO_STATUS_BAD_WORD")["en"]


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_a_library_lists_all_its_codes(site, prefix):
    tree = page(site, f"{prefix}codes/cudnn")
    rows = {row.attributes["id"]: " ".join(row.text().split()) for row in tree.css("tr[id]")}

    assert list(rows) == re.findall(r"name: (\w+)", CUDNN_READ)
    assert rows["CUDNN_STATUS_BAD_PARAM"].startswith("2000")
    assert "first-entry" in rows["CUDNN_STATUS_BAD_PARAM"]
    assert "14" in rows["CUDNN_STATUS_VERSION_MISMATCH"]
    assert "nvidia-cudnn-cu11 8.5.0.96" in tree.body.text()
    listed = words_of(page(site, "codes").css_first("table"))
    assert "cuDNN cudnnStatus_t 4 cuDNN 8.5 – 9.1" in listed
    assert "Xid – 3 Driver branch 580" in listed
    assert {f"{prefix}e/CUDNN_STATUS_BAD_PARAM/", f"{prefix}e/2000/", "https://demo.example/cudnn/docs"} <= links_of(
        site, f"{prefix}codes/cudnn/"
    )
    assert {f"{prefix}codes/cudnn/", f"{prefix}codes/xid/"} <= links_of(site, f"{prefix}codes/")


def test_codes_are_in_the_navigation_and_in_the_sitemap(site):
    for prefix in ("", "zh/"):
        hand_written = page(site, prefix)
        links = [urljoin(ADDRESS + prefix, node.attributes["href"]) for node in hand_written.css(".md-nav a[href]")]
        assert f"{ADDRESS}{prefix}codes/" in links
    names = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}
    listed = {node.text for node in ET.parse(site / "sitemap.xml").findall("s:url/s:loc", names)}
    for path in ("codes/", "zh/codes/cudnn/", "e/2000/", "zh/e/xid-79/", "e/"):
        assert ADDRESS + path in listed


def test_the_index_of_permalinks_is_in_groups(site):
    tree = page(site, "e")
    groups = [node.attributes["id"] for node in tree.css(".md-content h2")]
    links = [node.attributes["href"] for node in tree.css(".md-content li a, .md-content .fb-numbers a")]

    assert groups == ["entries", "exceptions", "cudnn", "xid", "other-codes", "numbers"]
    assert len(links) == len(set(links)) == 21
    assert all((site / "e" / link / "index.html").is_file() for link in links)


def test_texts_of_codes_are_escaped(site):
    for path in ("e/CUDNN_STATUS_BAD_PARAM", "codes/cudnn"):
        assert not page(site, path).css(".md-content b, .md-content param"), path
    description = page(site, "e/CUDNN_STATUS_BAD_PARAM").css_first("meta[name=description]").attributes["content"]
    assert description == "CUDNN_STATUS_BAD_PARAM (cudnnStatus_t 2000): bad <param>: An argument is wrong <b>."


@pytest.mark.browser
def test_the_header_marks_the_section_and_the_libraries_fit_a_phone(own_tab, real_site):
    with served(real_site) as base:
        own_tab.get(f"{base}codes/")
        open_ones = own_tab.find_elements(By.CSS_SELECTOR, ".fb-ways-in [aria-current]")
        assert [link.get_attribute("textContent") for link in open_ones] == ["Status codes"]
        show_at_width(own_tab, 390)
        box = own_tab.find_element(By.CSS_SELECTOR, ".fb-libraries")
        assert box.get_property("scrollWidth") <= 390
        own_tab.get(base)
        assert own_tab.find_elements(By.CSS_SELECTOR, ".fb-ways-in [aria-current]") == []


def test_a_long_name_breaks_between_its_words_in_the_heading(real_site):
    page = (real_site / "e/cudaErrorInvalidGraphicsContext/index.html").read_text(encoding="utf-8")
    assert "<code>cuda<wbr>Error<wbr>Invalid<wbr>Graphics<wbr>Context</code></h1>" in page

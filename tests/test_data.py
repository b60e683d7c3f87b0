"""The page of all data and the page of links: their files are there, their examples run, a message gets its link."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import traceback
from pathlib import Path

import pytest
import yaml
from collected import collected
from openapi_spec_validator import validate
from openapi_spec_validator.validation.exceptions import OpenAPIValidationError
from real import generator
from selectolax.lexbor import LexborHTMLParser
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait
from web import compressed

from generator.content.loader import load_site
from generator.render.api import SCHEMA
from generator.render.citation import citation_file
from generator.render.collection import rough
from generator.render.data import models_of_documents, models_of_tables
from generator.render.openapi import description
from tools.browser import served, show_at_width

ROOT = Path(__file__).resolve().parents[1]
ABORTED_EXIT = "terminate called without an active exception"
ADDRESS = "https://example.org/below/errors/"  # of the real content as tests build it
HEAVIEST = 15_000  # bytes of the page, compressed
HAN = re.compile(r"[\u4e00-\u9fff]")
CPP = """\
#include <iostream>
#include <stdexcept>
#include <string>
void work() {
LINES
}
int main() {
    try {
        work();
    } catch (const std::exception& error) {
        std::cerr << error.what() << std::endl;
        return 1;
    }
}
"""
RUST = """\
fn work(what: &str) -> Result<(), Box<dyn std::error::Error>> {
LINES
}
fn main() {
    if let Err(error) = work("what happened") {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
"""
SIZE = re.compile(r"([\d.]+) (B|kB|MB|GB)")
UNIT = {"B": 1, "kB": 10**3, "MB": 10**6, "GB": 10**9}


def page(site, path):
    return LexborHTMLParser((site / path / "index.html").read_text(encoding="utf-8"))


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_every_file_that_is_listed_is_there_with_its_size(prefix, real_site):
    listed = {}
    for row in page(real_site, f"{prefix}data/").css("#files ~ .md-typeset__scrollwrap tr"):
        link, size = row.css_first("td a"), SIZE.fullmatch(row.css("td")[-1].text()) if row.css("td") else None
        if link and "#" not in link.attributes["href"]:
            listed[(real_site / prefix / "data" / link.attributes["href"]).resolve()] = size

    assert {"claims.csv", "runs.parquet", "entries.ndjson", "openapi.json", "CITATION.cff"} <= {
        path.name for path in listed
    }
    for path, size in listed.items():
        assert path.is_file()
        if path.name != "sitemap.xml":
            assert float(size[1]) * UNIT[size[2]] == pytest.approx(path.stat().st_size, rel=0.06)


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_the_header_leads_to_it(prefix, real_site):
    links = page(real_site, prefix).css("header a")
    assert "data/" in [link.attributes.get("href") for link in links]


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_the_page_begins_with_all_entries_in_one_file(prefix, real_site):
    link = page(real_site, f"{prefix}data/").css_first("h1 ~ p a[download]")
    file = (real_site / prefix / "data" / link.attributes["href"]).resolve()
    assert file == (real_site / "api/v1/entries.ndjson").resolve()
    copied = page(real_site, f"{prefix}data/").css_first("h1 ~ .fb-terminal button").attributes["data-clipboard-text"]
    assert copied.endswith("/api/v1/entries.ndjson")
    assert len(file.read_bytes().splitlines()) == len(list((real_site / "api/v1/entries").rglob("*.json")))


@pytest.mark.parametrize(("prefix", "is_chinese"), [("", False), ("zh/", True)])
def test_every_model_and_field_is_described_in_the_language_of_the_page(prefix, is_chinese, real_site):
    assert compressed((real_site / prefix / "data/index.html").read_bytes()) < HEAVIEST
    of_models = page(real_site, f"{prefix}data/").css("summary:has(+ .fb-fields) .fb-note")
    of_fields = page(real_site, f"{prefix}data/").css(".fb-fields td:last-child")
    wanted = [*models_of_tables(), *models_of_documents()]

    assert len(of_models) == len(wanted)
    assert len(of_fields) == sum(len(model.fields) for model in wanted)
    for node in (*of_models, *of_fields):
        assert bool(HAN.search(node.text())) == is_chinese, node.text()


@pytest.mark.browser
def test_code_that_is_too_long_for_a_phone_scrolls_beside_its_copy_button(own_tab, real_site):
    with served(real_site) as base:
        show_at_width(own_tab, 390)
        own_tab.get(f"{base}data/")
        button = WebDriverWait(own_tab, 5).until(lambda d: d.find_element(By.CSS_SELECTOR, "pre .md-code__button"))
        code = own_tab.find_element(By.CSS_SELECTOR, "pre > .md-code__nav + code")
        assert code.get_property("scrollWidth") > code.get_property("clientWidth")
        assert code.rect["x"] + code.rect["width"] <= button.rect["x"]


@pytest.mark.browser
def test_a_link_to_what_a_field_holds_opens_its_table(own_tab, real_site):
    with served(real_site) as base:
        own_tab.get(f"{base}data/#fields")
        assert not own_tab.find_element(By.CSS_SELECTOR, "#table-claim .fb-fields").is_displayed()
        link = own_tab.find_element(By.CSS_SELECTOR, ".fb-fields a[href^='#field-']")
        target = link.get_attribute("hash").lstrip("#")
        own_tab.execute_script("location.hash = arguments[0]", target)
        table = own_tab.find_element(By.CSS_SELECTOR, f"#{target} .fb-fields")
        WebDriverWait(own_tab, 10).until(lambda _: table.is_displayed())


def test_the_published_schema_is_in_english(real_site):
    assert not HAN.search((real_site / SCHEMA).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (0, "0 B"),
        (7, "7 B"),
        (999, "1.0 kB"),
        (5262526, "5.3 MB"),
        (365063, "370 kB"),
        (44881, "45 kB"),
        (12 * 10**9, "12 GB"),
    ],
)
def test_a_size_has_two_digits(size, words):
    assert rough(size) == words


def test_an_edit_that_changes_no_count_leaves_the_page_and_a_new_wording_changes_it(good_content, tmp_path):
    content = good_content(tmp_path)
    entry = content / "entries/demo/first-entry/entry.yaml"

    def build():
        done = generator("build", "--site", "public", "--verify", "never", cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        return (tmp_path / "public/data/index.html").stat().st_mtime_ns

    first = build()
    entry.write_text(entry.read_text().replace("One more branch.", "One more test. "))
    assert build() == first
    entry.write_text(entry.read_text().replace("codes: [", "  - text: Another wording of it\ncodes: ["))
    assert build() > first
    assert "2 wordings" in (tmp_path / "public/data/index.html").read_text()


def test_the_examples_run_and_print_what_the_data_say(real_site, tmp_path):
    documents = [json.loads(line) for line in (real_site / "api/v1/entries.ndjson").read_text().splitlines()]
    claims = [claim for document in documents for claim in document["claims"]]
    blocks = [block.text() for block in page(real_site, "data/").css("#examples ~ .highlight code")][:4]
    assert all(len(block.strip().splitlines()) == 3 for block in blocks)
    with served(real_site) as address:
        shell, plain, *tables = (block.replace(ADDRESS, address) for block in blocks)

        def run(*command):
            environment = {**os.environ, "NO_PROXY": "*"}
            done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
            # On a busy machine pyarrow's threads can abort Python's exit, after all was printed.
            aborted = done.returncode == -signal.SIGABRT and done.stderr.strip() == ABORTED_EXIT
            assert done.returncode == 0 or aborted, done.stderr
            return done.stdout

        fetched = run("bash", "-c", shell)
        assert (tmp_path / "claims.csv").read_bytes() == (real_site / "api/v1/claims.csv").read_bytes()
        assert fetched.splitlines()[0] == str(len(documents))
        assert fetched.splitlines()[1].startswith(f'{{"id":"{documents[0]["id"]}"')
        refuted = sum(document["counts"]["refuted"] for document in documents)
        assert int(run(sys.executable, "-c", plain)) == refuted
        by_entry, by_kind = (run(sys.executable, "-c", table) for table in tables)
        most = max(sum(claim["verdict"] == "refuted" for claim in one["claims"]) for one in documents)
        assert by_entry.splitlines()[-2].split()[-1] == str(most)
        runs = sum(verdict["observation"] is not None for claim in claims for verdict in claim["verdicts"])
        counted = [line.split()[-1] for line in by_kind.splitlines()[1:-1]]
        assert sum(int(number) for number in counted if number.isdigit()) == runs


def test_the_openapi_description_is_valid_and_names_files_that_are_there(real_site):
    document = json.loads((real_site / "api/v1/openapi.json").read_text(encoding="utf-8"))
    validate(document)

    plain = {path for path in document["paths"] if "{" not in path}
    there = {f"/{path.relative_to(real_site)}" for path in (real_site / "api/v1").rglob("*") if path.is_file()}
    entries = {path for path in there if path.startswith("/api/v1/entries/")}
    assert plain == there - entries
    [kind] = document["paths"].keys() - plain
    assert entries
    assert all(re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", kind), path) for path in entries)


def test_a_description_without_a_name_of_a_path_is_found():
    document = description(collected(ROOT / "content").site)
    document["paths"]["/api/v1/entries/{domain}/{slug}.json"]["get"]["parameters"].pop()

    with pytest.raises(OpenAPIValidationError, match="slug"):
        validate(document)


def test_the_repository_has_the_citation_that_is_published(real_site):
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    made = citation_file(load_site(ROOT / "content")[0]).content.decode()

    assert text == made, "copy CITATION.cff of a built site into the repository"
    assert {"cff-version", "message", "title", "authors"} <= yaml.safe_load(text).keys()
    assert (real_site / "CITATION.cff").read_text(encoding="utf-8").startswith(text.partition("url:")[0])


# --- links -----------------------------------------------------------------------------------------


def test_the_python_lines_put_the_link_below_the_message(real_site):
    [block] = [block.text() for block in page(real_site, "link/").css("#snippets ~ div code")][:1]

    with pytest.raises(RuntimeError) as raised:
        exec(block, {})
    assert "".join(traceback.format_exception_only(raised.value)).endswith(f"what happened\n{ADDRESS}e/<name>/\n")


IN_A_PROGRAM = {  # as somebody puts the lines into a program of their own
    "in-cpp": ("g++", ".cc", ["-Wall", "-Wextra", "-Werror"], CPP),
    "in-rust": ("rustc", ".rs", ["-D", "warnings"], RUST),
}


@pytest.mark.parametrize("language", IN_A_PROGRAM)
def test_the_compiled_lines_put_the_link_below_the_message(language, real_site, tmp_path):
    name, suffix, options, program = IN_A_PROGRAM[language]
    compiler = shutil.which(name)
    if compiler is None:
        pytest.skip(f"{name} is not on this machine, which compiles the lines of /link/")
    lines = page(real_site, "link/").css_first(f"#{language} + div code").text()
    source, made = tmp_path / f"main{suffix}", tmp_path / "main"
    source.write_text(program.replace("LINES", lines), encoding="utf-8")

    compiled = subprocess.run([compiler, *options, source, "-o", made], capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stderr
    ran = subprocess.run([made], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr == f"what happened\n{ADDRESS}e/<name>/\n"


@pytest.fixture
def ask(real_site, own_tab):
    with served(real_site) as address:
        own_tab.get(f"{address}zh/link/")

        def ask(text):
            box = own_tab.find_element(By.CSS_SELECTOR, ".fb-link input")
            box.clear()
            box.send_keys(text)
            place = own_tab.find_element(By.CSS_SELECTOR, ".fb-link__found")
            WebDriverWait(own_tab, 20).until(lambda _driver: place.text.strip())
            return place

        yield ask


@pytest.mark.browser
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("CUDAERRORILLEGALADDRESS", "cudaErrorIllegalAddress"),
        ("torch.OutOfMemoryError", "torch.OutOfMemoryError"),
        (
            "RuntimeError: Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False",
            None,
        ),
    ],
)
def test_a_message_or_a_code_gets_a_link_that_leads_somewhere(text, name, ask, own_tab, real_site):
    place = ask(text)
    link = WebDriverWait(own_tab, 20).until(lambda _driver: place.find_element(By.CSS_SELECTOR, "[data-link]"))
    shown = link.text

    assert shown.startswith(f"{ADDRESS}e/")
    found = shown.removeprefix(f"{ADDRESS}e/").rstrip("/")
    assert name in (found, None)
    assert (real_site / "e" / found / "index.html").is_file()
    blocks = [block.text for block in own_tab.find_elements(By.CSS_SELECTOR, "[data-snippet] code")]
    assert len(blocks) == 3
    assert all(shown in block for block in blocks)
    assert own_tab.get_log("browser") == []


@pytest.mark.browser
def test_a_text_without_a_page_gets_no_link_and_the_lines_say_name_again(ask, own_tab):
    ask("cudaErrorIllegalAddress")
    place = ask("zzzz qqqq wwww")
    none = "return !document.querySelector('[data-link]') && document.querySelector('.fb-link__found').innerText"

    assert "还没有对应的页面" in WebDriverWait(own_tab, 20).until(lambda found: found.execute_script(none)) + place.text
    assert "<name>" in own_tab.find_element(By.CSS_SELECTOR, "[data-snippet] code").text


@pytest.mark.browser
@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_the_list_of_libraries_finds_a_code_in_all_of_them_and_enter_opens_it(prefix, own_tab, real_site):
    def all_of(selector):
        return lambda tab: tab.find_elements(By.CSS_SELECTOR, selector)

    with served(real_site) as address:
        own_tab.get(f"{address}{prefix}codes/")
        box = own_tab.find_element(By.CSS_SELECTOR, ".fb-link input")
        box.send_keys("status_bad_par")
        offered = ".fb-link__found [data-name] a"
        names = [link.text for link in WebDriverWait(own_tab, 20).until(all_of(offered))]
        assert "CUDNN_STATUS_BAD_PARAM" in names
        assert all("status_bad_par" in name.lower() for name in names)
        assert not own_tab.find_element(By.CSS_SELECTOR, ".fb-libraries").is_displayed()
        box.clear()
        box.send_keys("700")
        WebDriverWait(own_tab, 20).until(
            lambda tab: "cudaErrorIllegalAddress" in tab.find_element(By.CSS_SELECTOR, ".fb-link__found").text
        )
        rows = [row.text for row in own_tab.find_elements(By.CSS_SELECTOR, ".fb-link__rows li")]
        [runtime] = [row for row in rows if row.startswith("cudaErrorIllegalAddress")]
        meaning, title = {
            "": ("where no memory is mapped", "Illegal memory access"),
            "zh/": ("没有映射内存的地址", "非法内存访问"),
        }[prefix]
        assert meaning in runtime
        assert title in runtime
        assert "cudaErrorLaunchTimeout" not in str(rows)
        assert own_tab.get_log("browser") == []
        box.send_keys(Keys.ENTER)

        WebDriverWait(own_tab, 20).until(lambda tab: tab.current_url == f"{address}{prefix}e/{rows[0].split()[0]}/")

"""The pages about runs: what the picture counts, and the filter in a real Chromium."""

import contextlib
import csv
import json
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import get_args
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from collected import collected
from recorded import id_of
from selectolax.lexbor import LexborHTMLParser
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from test_browser import CONTRAST

from generator.build.site import build_site
from generator.content.loader import load_content
from generator.evidence.records import Environment, Observation, Raised, observation_key
from generator.evidence.store import Evidence, write_evidence
from generator.judge.verdicts import UNOPPOSED, Verdict, Word, verdicts_in
from generator.render.environments import names_of
from generator.render.evidence import Evidence as EvidencePages
from generator.render.labels import OUTCOMES, outcome_of
from generator.render.tallies import read_label
from tools.browser import browser, served, show_at_width, use_scheme

ROOT = Path(__file__).resolve().parents[1]
CSS = (ROOT / "site_overrides/assets/faultbook.css").read_text(encoding="utf-8")
SCRIPT = ROOT / "site_overrides/assets/evidence.js"
FIRST, AGAIN, OTHER = "demo/first-entry", "demo/first-entry-again", "other/second"
WORD = Raised(
    classes=("ValueError", "Exception"),
    message="invalid literal for int() with base 10: 'word'",
    line="ValueError: invalid literal for int() with base 10: 'word'",
)


def environment(name: str, *, gpus: int = 0) -> Environment:
    gpu = {"name": "NVIDIA H200", "memory_mib": 143771, "compute_capability": "9.0", "mig": "Disabled"}
    return Environment(
        id=id_of(name),
        name=name,
        python="3.12.1",
        implementation="CPython",
        system="Linux-x86_64",
        libc="glibc-2.36",
        distributions={"torch": "2.13.0"},
        torch_cuda="13.0" if gpus else None,
        kind="device" if gpus else "no-device",
        driver="580.95.05" if gpus else None,
        simulated_driver=None,
        gpus=(gpu,) * gpus,
        compiler=None,
        isolation={
            "network": "none",
            "processes": "own namespace",
            "files": "read-only outside its folder",
            "cgroup": "v2",
        },
    )


def called(where, prefix=""):
    """Return what an environment is called on the pages of a language."""
    absent = {"": "no GPU", "zh/": "无 GPU"}[prefix]
    return NAMES[where.id] if where.gpus else f"{NAMES[where.id]} · {absent}"


GPU = environment("h200-torch2.13.0-cu130-py312", gpus=1)
CPU = environment("cpu-torch2.13.0-py311")
OLD = tuple(environment(f"cpu-torch2.{minor}.0-py310") for minor in range(4, 10))
NAMES = names_of((GPU, CPU, *OLD))


def observed(program, where, raised=None, *, mode="exec", again=(), **changes):
    """Return what a program was seen to do: it raised, or completed, and so in each repeat."""

    def outcome(error):
        code, stderr = (1, f"{error.line}\n") if error else (0, "")
        ended = {"exit_code": code, "signal": None, "timed_out": False, "reported": True, "device_sync": None}
        return {**ended, "exception": error, "stderr": stderr, "seconds": 0.251}

    return Observation(
        snippet=program.name,
        key=observation_key(program.digest, mode, where.id),
        mode=mode,
        date="2026-11-21",
        stdout="",
        peak_memory_mib=21,
        repeats=tuple(outcome(error) for error in again),
        **{**outcome(raised), **changes},
    )


def record(root):
    """Write evidence: of the first entry everywhere, of the second on the CPU, of the third nowhere."""
    programs = {entry.id: entry.snippets for entry in load_content(root).entries}
    first, again = programs[FIRST], programs[AGAIN]
    evidence = Evidence()
    on_gpu = [
        observed(first["reproduce.py"], GPU, WORD, mode="fork", audited=True, peak_gpu_memory_mib=512),
        observed(first["workaround.py"], GPU, again=(None, None)),
        observed(first["dead_end.py"], GPU),
        observed(first["claim.py"], GPU, WORD),
    ]
    on_cpu = [observed(first["reproduce.py"], CPU, WORD, again=(None, WORD, WORD)), observed(first["claim.py"], CPU)]
    for seen in on_gpu:
        evidence.add(FIRST, GPU, seen)
    for seen in on_cpu:
        evidence.add(FIRST, CPU, seen)
    for name in ("reproduce.py", "dead_end.py"):
        evidence.add(AGAIN, CPU, observed(again[name], CPU, WORD, mode="fork"))
    for where in OLD:
        evidence.add(FIRST, where, observed(first["claim.py"], where))
    write_evidence(root / "evidence", evidence)


@pytest.fixture(scope="module")
def site(good_content, tmp_path_factory):
    """Build a site of three entries in two domains and eight environments, below a path."""
    folder = tmp_path_factory.mktemp("evidence")
    root = good_content(folder)
    entry = (root / "entries" / FIRST / "entry.yaml").read_text(encoding="utf-8")
    settings = root / "site.yaml"
    domain = "  demo: {en: Demonstrations, zh: 示例}\n"
    more = domain + "  other: {en: Others, zh: 其他}\n"
    settings.write_text(settings.read_text(encoding="utf-8").replace(domain, more), encoding="utf-8")
    for name, title, code in ((AGAIN, "Once more", "AGAIN_STATUS"), (OTHER, "Reading <fails> & ends", "OTHER_STATUS")):
        copy = root / "entries" / name
        copy.mkdir(parents=True)
        for path in (root / "entries" / FIRST).glob("*.py"):
            (copy / path.name).write_bytes(path.read_bytes())
        changed = entry.replace("A word is read as a number", title).replace("DEMO_STATUS_BAD_WORD", code)
        (copy / "entry.yaml").write_text(changed.replace("aliases: [DemoValueError]\n", ""), encoding="utf-8")
    record(root)
    with contextlib.chdir(folder):
        build_site(root, folder / "served" / "below")
    return folder / "served"


@pytest.fixture(scope="module")
def address(site):
    with served(site) as base:
        yield f"{base}below/"


def page(site, path):
    return LexborHTMLParser((site / "below" / path / "index.html").read_text(encoding="utf-8"))


def shown(driver):
    """Return the entries whose rows are to be seen."""
    rows = driver.find_elements(By.CSS_SELECTOR, ".fb-matrix tr[data-entry]")
    return [row.get_attribute("data-entry") for row in rows if row.is_displayed()]


def runs_shown(driver):
    rows = driver.find_elements(By.CSS_SELECTOR, ".fb-runs tr[data-find]")
    return [
        row.find_element(By.TAG_NAME, "a").get_attribute("href").split("#")[1].removesuffix(f"_{CPU.id}")
        for row in rows
        if row.is_displayed()
    ]


def chip(driver, word):
    return driver.find_element(By.CSS_SELECTOR, f".fb-legend button[value={word}]")


def counted(driver):
    return driver.find_element(By.CSS_SELECTOR, ".fb-filter output").text


# --- what environments are called --------------------------------------------------------------


def of_packages(name, **changes):
    return environment(name).model_copy(update={"kind": "no-device", "torch_cuda": None, **changes})


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        (
            {"distributions": {"torch": "2.15.0", "torchvision": "0.29.2"}, "torch_cuda": "13.2"},
            "torch 2.15 · CUDA 13.2",
        ),
        (
            {"distributions": {"tensorflow-cpu": "2.21.0", "torch": "2.13.0+cpu"}},
            "torch 2.13+cpu · tensorflow-cpu 2.21",
        ),
        ({"distributions": {"jax": "0.10.2", "jax-cuda13-plugin": "0.10.2"}}, "jax 0.10.2 · CUDA 13"),
        (
            {"distributions": {"cupy-cuda12x": "14.2.0", "numba-cuda": "0.30.4"}},
            "cupy 14.2 · numba-cuda 0.30.4 · CUDA 12",
        ),
        ({"distributions": {"nvidia-cuda-nvcc": "13.0.88", "numpy": "2.4.6"}}, "nvcc 13.0.88"),
        ({"distributions": {"nvidia-cudnn-cu13": "9.20.0.48"}}, "cuDNN 9.20.0.48"),
        ({"distributions": {"ray": "2.60.0"}}, "ray 2.60"),
        (
            {"distributions": {"opencv-python-headless": "4.14.0.94", "faiss-cpu": "1.15.1"}},
            "OpenCV 4.14.0.94 · faiss 1.15.1",
        ),
        ({"distributions": {}}, "Python 3.12.1"),
        ({"kind": "device", "gpus": GPU.gpus * 2, "torch_cuda": "13.0"}, "torch 2.13 · CUDA 13.0 · 2 × H200"),
    ],
)
def test_an_environment_is_called_by_what_people_know_of_it(changes, name):
    one = of_packages("one", **changes)
    assert names_of([one]) == {one.id: name}


@pytest.mark.parametrize(
    ("other", "names"),
    [
        ({"python": "3.13.2"}, ["torch 2.13 · Python 3.12.1", "torch 2.13 · Python 3.13.2"]),
        ({"distributions": {"torch": "2.13.0", "numpy": "2.4.6"}}, ["torch 2.13", "torch 2.13 · numpy 2.4.6"]),
        ({"libc": "glibc-2.41"}, ["torch 2.13 · libc glibc-2.36", "torch 2.13 · libc glibc-2.41"]),
        ({"isolation": {}}, [f"torch 2.13 · {id_of('one')}", f"torch 2.13 · {id_of('other')}"]),
        ({"kind": "simulated-driver"}, ["torch 2.13", "torch 2.13"]),  # the word for its kind tells them apart
    ],
)
def test_no_two_environments_are_called_alike(other, names):
    assert list(names_of([of_packages("one"), of_packages("other", **other)]).values()) == names


def test_no_two_environments_of_the_content_are_called_alike():
    records = [json.loads(path.read_bytes()) for path in (ROOT / "content/evidence/environments").glob("*.json")]
    known = [Environment.model_validate(record) for record in records]
    names = names_of(known)
    assert len({(names[one.id], one.kind) for one in known}) == len(known) > 10


# --- what is counted ---------------------------------------------------------------------------

CELLS = {
    (FIRST, called(GPU)): {"confirmed": 2, "contradicted": 1, "refuted": 1},
    (FIRST, called(CPU)): {"flaky": 1, "upheld": 1, "not_run": 2},
    (AGAIN, called(CPU)): {"confirmed": 2, "not_run": 2},
    **{(FIRST, called(where)): {"upheld": 1, "not_run": 3} for where in OLD},
}


def segments(node, *, is_narrow=False):
    """Return what a bar counts; in a narrow cell only how many ran, and whether one contradicts."""
    found = {}
    for segment in node.css(".fb-seg"):
        word = re.search(r"fb-seg--(\w+)", segment.attributes["class"]).group(1)
        found[word] = int(segment.attributes["style"].removeprefix("flex-grow:"))
    for segment, (word, count) in zip(node.css(".fb-seg"), found.items(), strict=True):
        assert segment.text().split() == ([] if is_narrow else [OUTCOMES[word].sign, f"{count:,}"])
    if is_narrow and found:
        ran = sum(count for word, count in found.items() if word != "not_run")
        sign = f" {OUTCOMES['contradicted'].sign}" if "contradicted" in found else ""
        assert node.css_first(".fb-cell").text() == f"{ran}{sign}"
    return found


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_a_bar_counts_every_claim_of_an_entry_and_leads_to_its_runs(site, prefix):
    table = page(site, f"{prefix}evidence").css_first(".fb-matrix")
    order = [node.attributes["title"] for node in table.css("thead th[data-kind]")]
    environments = (GPU, *sorted((CPU, *OLD), key=lambda where: where.name))
    assert order == [called(where, prefix) for where in environments]

    names = [called(where) for where in environments]
    cells = {
        (row.attributes["data-entry"], name): cell
        for row in table.css("tr[data-entry]")
        for name, cell in zip(names, row.css("td:not(.fb-all)"), strict=True)
    }
    assert {key: segments(cell, is_narrow=True) for key, cell in cells.items() if cell.css_first("a")} == CELLS
    link = urlsplit(cells[AGAIN, called(CPU)].css_first("a").attributes["href"])
    assert (link.path, parse_qs(link.query), link.fragment) == (f"{CPU.id}/", {"q": [AGAIN]}, AGAIN)


@pytest.mark.parametrize(("prefix", "words"), [("", "nothing ran"), ("zh/", "没有运行")])
def test_where_nothing_ran_there_is_an_empty_outline(site, prefix, words):
    cells = page(site, f"{prefix}evidence").css(f"tr[data-entry='{OTHER}'] td:not(.fb-all)")

    assert len(cells) == 8
    for cell in cells:
        assert cell.css_first(".fb-bar--empty") is not None
        assert cell.css_first("a") is None
        assert cell.text().strip() == words


def test_totals_stand_beside_each_environment_and_count_each_claim_once_for_all(site):
    totals = [segments(row) for row in page(site, "evidence").css(".fb-where li")]

    assert totals[0] == {"confirmed": 3, "contradicted": 1, "flaky": 1, "refuted": 1, "not_run": 6}  # everywhere
    assert totals[1] == {"confirmed": 2, "contradicted": 1, "refuted": 1, "not_run": 8}
    assert totals[2] == {"confirmed": 2, "upheld": 1, "flaky": 1, "not_run": 8}
    assert totals[-1] == {"upheld": 1, "not_run": 11}
    told = [node.text() for node in page(site, "evidence").css(".fb-where__sum")]
    assert told == [f"{sum(total.values())} claims" for total in totals]


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_the_numbers_add_up_with_those_of_the_files_and_of_myths(real_site, prefix):
    rows, runs = (rows_of(real_site / f"api/v1/{name}.csv") for name in ("claims", "runs"))
    texts = {name: (real_site / prefix / name / "index.html").read_text() for name in ("evidence", "myths", "data")}
    page_of = {name: LexborHTMLParser(text) for name, text in texts.items()}
    together = segments(page_of["evidence"].css_first(".fb-where__all"))
    told = page_of["evidence"].css_first("#counts")
    assert f"{len(rows):,}" in told.text()
    assert sum(together.values()) == len(rows)
    home = LexborHTMLParser((real_site / prefix / "index.html").read_text())
    by_run = re.match(r"[\d,]+", home.css(".fb-counts b")[1].text())[0]  # the number that leads here
    assert by_run in page_of["evidence"].css_first(".fb-where__all .fb-note").text()
    assert [link.attributes["href"].rpartition("/")[2] for link in told.css("a")] == ["claims.csv", "", "runs.csv"]

    ran = {(row["entry"], row["role"], row["claim"]) for row in runs if row["verdict"] != "not_run"}
    by_source = [
        row for row in rows if row["verdict"] != "not_run" and (row["entry"], row["role"], row["claim"]) not in ran
    ]
    assert by_source
    verdicts = Counter(row["verdict"] for row in rows)
    verdicts.subtract(row["verdict"] for row in by_source)
    shown = {**together, "confirmed": together["confirmed"] + together[UNOPPOSED]}
    assert {word: shown[word] for word in ("confirmed", "refuted", "upheld")} == {
        word: verdicts[word] for word in ("confirmed", "refuted", "upheld")
    }
    assert together["not_run"] == verdicts["not_run"] + len(by_source)

    myths = {
        one.attributes["href"].rpartition("#")[2]: int(one.css_first(".fb-note").text())
        for one in page_of["myths"].css("article .fb-choose a[href*='#']")
    }
    failed = sum((row["role"], row["verdict"]) == ("dead-end", "confirmed") for row in rows)
    counted = Counter(row["verdict"] for row in rows)
    assert myths == {"refuted": counted["refuted"], "failed": failed, "upheld": counted["upheld"]}
    for name in ("myths", "data"):
        links = [link.attributes["href"] for link in page_of[name].css("article a[href$='#counts']")]
        assert links == ["../evidence/#counts"]


def rows_of(table):
    with table.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_bar_leaves_out_what_cannot_run_in_its_environment():
    ours = collected(ROOT / "content")
    site, entries = ours.site, ours.entries
    evidence = EvidencePages()
    for entry in entries:
        _together, *here = evidence.labels(evidence.part(site, entry))
        for where, outcomes in map(read_label, here):
            can = [item for item in entry.judged if can_run_in(item, site.catalogue.environments[where])]
            assert sum(number for _word, number in outcomes) == len(can)


def can_run_in(item, where):
    """Return whether a claim can run there, or did in spite of what is expected of its versions."""
    return any(verdicts_in(item, [where])) or any(run.observation and run.environment == where for run in item.verdicts)


@pytest.mark.browser
def test_a_phone_shows_one_bar_for_each_entry_and_numbers_stay_whole(driver, address):
    driver.get(f"{address}evidence/")
    note, wide = driver.find_element(By.CSS_SELECTOR, ".fb-narrow"), "return document.documentElement.scrollWidth"
    row = driver.find_element(By.CSS_SELECTOR, f"tr[data-entry='{FIRST}']")
    cells = row.find_elements(By.TAG_NAME, "td")
    assert [cell.is_displayed() for cell in cells] == [False, *[True] * 8]
    assert not note.is_displayed()

    show_at_width(driver, 360)
    assert [cell.is_displayed() for cell in cells] == [True, *[False] * 8]
    assert (note.is_displayed(), driver.execute_script(wide)) == (True, 360)
    box = driver.find_element(By.CLASS_NAME, "fb-many")
    assert driver.execute_script("return arguments[0].scrollWidth <= arguments[0].clientWidth", box)
    link = cells[0].find_element(By.TAG_NAME, "a")
    assert link.get_attribute("href").endswith(f"/{FIRST}/#versions")
    assert link.size["height"] >= 24  # a finger hits it
    assert not driver.find_element(By.CLASS_NAME, "fb-upright").is_displayed()
    show_at_width(driver, 1440)
    names = driver.find_elements(By.CSS_SELECTOR, ".fb-upright")
    heads = driver.find_elements(By.CSS_SELECTOR, ".fb-matrix thead .fb-name")
    for name, head in zip(names, heads, strict=True):
        shown, full = name.text, head.get_attribute("textContent")
        assert full.startswith(shown.removeprefix("▣ ").partition(" · ")[0])
        assert shown.startswith("▣") == full.endswith("simulated driver")
    assert all(name.size["height"] > name.size["width"] for name in names)
    driver.execute_script("document.body.style.paddingBottom = '100vh'")  # room to scroll below a small table
    driver.execute_script("scrollBy(0, arguments[0].getBoundingClientRect().bottom - 200)", box)
    tops = driver.execute_script("return arguments[0].map((node) => node.getBoundingClientRect().top)", names)
    assert all(0 < top < 100 for top in tops)  # they stay in sight
    numbers = driver.find_elements(By.CSS_SELECTOR, ".fb-matrix .fb-number")
    driver.execute_script("for (const node of arguments[0]) node.textContent = '10'", numbers)
    line = "parseFloat(getComputedStyle(arguments[0]).lineHeight)"
    assert all(driver.execute_script(f"return arguments[0].offsetHeight < 1.6 * {line}", node) for node in numbers)


def test_every_verdict_has_a_label_and_a_look():
    words = {*get_args(Word), UNOPPOSED}

    assert set(OUTCOMES) == words
    assert {word for word in words if f".fb-seg--{word}" not in CSS} == set()
    assert outcome_of(Verdict("confirmed", UNOPPOSED)) == UNOPPOSED


def test_a_content_without_runs_has_no_picture(site, tmp_path):
    root = shutil.copytree(site.parent / "content", tmp_path / "content", ignore=shutil.ignore_patterns("evidence"))
    with contextlib.chdir(site.parent):  # where the theme is made already
        build_site(root, tmp_path / "site")
    body = (tmp_path / "site/evidence/index.html").read_text(encoding="utf-8")

    assert "Nothing has been run yet." in body
    assert "fb-matrix" not in body
    assert "evidence.js" not in body


# --- the page of an environment ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("prefix", "names"),
    [
        (
            "",
            {"network": "none", "processes": "own namespace", "files": "read-only outside its folder", "cgroup": "v2"},
        ),
        ("zh/", {"网络": "none", "进程隔离": "own namespace", "文件": "read-only outside its folder", "cgroup": "v2"}),
    ],
)
def test_the_isolation_in_force_is_named_in_words_and_unknown_kinds_as_they_are(site, prefix, names):
    record = page(site, f"{prefix}evidence/{GPU.id}").css("#isolation ~ dl")[0]

    assert {row.css_first("dt").text(): row.css_first("dd").text() for row in record.css("div")} == names


def test_a_run_has_its_role_result_process_and_costs_and_leads_to_what_it_printed(site):
    rows = page(site, f"evidence/{GPU.id}").css(".fb-runs tr[data-find]")
    texts = [[" ".join(cell.text().split()) for cell in row.css("td")] for row in rows]
    links = [row.css_first("a").attributes["href"] for row in rows]

    assert texts == [
        [
            "Reproduction: The text is no number",
            "✓reproduced",
            "preloaded ⧉audited",
            "Nov 21, 2026",
            "0.25",
            "21",
            "512",
        ],
        [
            "Workaround: Look before reading",
            "✓ran clean as said in 3 of 3 runs",
            "fresh",
            "Nov 21, 2026",
            "0.25",
            "21",
            "–",
        ],
        ["Dead end: Take the blanks away", "✗not as said", "fresh", "Nov 21, 2026", "0.25", "21", "–"],
        ["Popular claim: A number is always read.", "≠refuted", "fresh", "Nov 21, 2026", "0.25", "21", "–"],
    ]
    assert links == [
        f"../../{FIRST}/runs/#{anchor}_{GPU.id}"
        for anchor in ("reproduce-word", "workaround-check-digits", "dead-end-strip", "claim-only-words")
    ]
    printed = page(site, f"{FIRST}/runs")
    assert all(printed.css_first(f'[id="{link.partition("#")[2]}"]') for link in links)


def test_no_column_for_gpu_memory_where_none_is_known(site):
    heads = page(site, f"evidence/{CPU.id}").css(".fb-runs thead th")

    assert [head.text() for head in heads][-1] == "MiB"


def test_what_a_program_printed_ends_with_how_it_ran(site):
    texts = [
        " ".join(node.css("p.fb-stream")[-1].text().split())
        for node in page(site, f"{FIRST}/runs").css("#reproduce-word ~ details, #reproduce-word ~ div > details")
    ]

    preloaded = "It ran in a process with the frameworks already loaded, at most 21 MiB of memory, 512 MiB on the GPU"
    fresh = "It ran in a fresh interpreter, at most 21 MiB of memory"
    assert sorted(texts) == sorted([f"{preloaded}; a second run in a fresh interpreter agreed", fresh])


# --- the filter --------------------------------------------------------------------------------

QUERIES = [
    ("", [FIRST, AGAIN, OTHER]),
    ("?q=again", [AGAIN]),
    ("?q=FIRST%20entry", [FIRST, AGAIN]),
    (f"?q={FIRST}", [FIRST]),
    ("?q=once", [AGAIN]),
    ("?q=other_status", [OTHER]),
    ("?q=nothing-like-it", []),
    ("?domain=other", [OTHER]),
    ("?domain=oth", [FIRST, AGAIN, OTHER]),
    ("?verdict=contradicted", [FIRST]),
    ("?verdict=confirmed", [FIRST, AGAIN]),
    ("?verdict=confirmed&kind=device", [FIRST]),
    ("?verdict=flaky&kind=device", []),
    ("?verdict=not_run&kind=device", [AGAIN, OTHER]),
    ("?verdict=unheard-of", [FIRST, AGAIN, OTHER]),
    ("?q=entry&verdict=upheld&domain=demo&kind=no-device", [FIRST]),
]


@pytest.mark.browser
@pytest.mark.parametrize(("query", "entries"), QUERIES)
def test_an_address_shows_a_filtered_view_and_says_how_much_of_it(driver, address, query, entries):
    driver.get(f"{address}evidence/{query}")

    assert shown(driver) == entries
    assert counted(driver) == f"{len(entries)} of 3 entries"
    groups = driver.find_elements(By.CSS_SELECTOR, ".fb-matrix .fb-group")
    assert [group.is_displayed() for group in groups] == [
        any(entry.startswith(domain) for entry in entries) for domain in ("demo/", "other/")
    ]


@pytest.mark.browser
def test_it_filters_as_one_types_and_the_address_follows(driver, address):
    driver.get(f"{address}evidence/")
    field = driver.find_element(By.CSS_SELECTOR, ".fb-filter input")
    seen = []
    for letters in ("fir", "st-entry-a", Keys.BACKSPACE * 9):
        field.send_keys(letters)
        seen.append((shown(driver), counted(driver), parse_qs(urlsplit(driver.current_url).query)))

    assert seen == [
        ([FIRST, AGAIN], "2 of 3 entries", {"q": ["fir"]}),
        ([AGAIN], "1 of 3 entries", {"q": ["first-entry-a"]}),
        ([FIRST, AGAIN], "2 of 3 entries", {"q": ["firs"]}),
    ]
    driver.refresh()
    assert shown(driver) == [FIRST, AGAIN]


@pytest.mark.browser
def test_the_keyboard_alone_is_enough(driver, address):
    driver.get(f"{address}evidence/")
    driver.execute_script("arguments[0].focus()", chip(driver, "contradicted"))

    def press(*keys):
        for key in keys:
            ActionChains(driver).send_keys(key).perform()
        return shown(driver), urlsplit(driver.current_url).query

    assert press(Keys.SPACE) == ([FIRST], "verdict=contradicted")
    assert chip(driver, "contradicted").get_attribute("aria-pressed") == "true"
    assert press(Keys.TAB, Keys.ENTER) == ([FIRST, AGAIN], "verdict=confirmed")
    assert chip(driver, "contradicted").get_attribute("aria-pressed") == "false"
    assert press(Keys.ENTER) == ([FIRST, AGAIN, OTHER], "")
    while driver.switch_to.active_element.tag_name != "input":
        press(Keys.TAB)
    assert press("o", "t", "h", "e", "r") == ([OTHER], "q=other")
    assert press(Keys.TAB, Keys.ARROW_DOWN) == ([], "q=other&domain=demo")
    assert press(Keys.TAB, Keys.TAB, Keys.ENTER) == ([FIRST, AGAIN, OTHER], "")
    press(Keys.TAB, Keys.TAB)
    assert driver.switch_to.active_element.accessible_name == (
        f"{FIRST}, {called(GPU)}: contradicted 1, confirmed 2, refuted 1"
    )
    press(Keys.ENTER)
    assert unquote(driver.current_url) == f"{address}evidence/{GPU.id}/?q={FIRST}#{FIRST}"


@pytest.mark.browser
def test_a_kind_of_environment_takes_the_others_out_of_the_picture(driver, address):
    driver.get(f"{address}evidence/")
    driver.find_element(By.CSS_SELECTOR, "select[name=kind]").send_keys("a real device")

    heads = driver.find_elements(By.CSS_SELECTOR, ".fb-matrix thead th[data-kind]")
    assert [head.get_attribute("title") for head in heads if head.is_displayed()] == [called(GPU)]
    totals = driver.find_elements(By.CSS_SELECTOR, ".fb-where li[data-kind]")
    assert [total.is_displayed() for total in totals] == [True] + [False] * 7
    assert shown(driver) == [FIRST, AGAIN, OTHER]


@pytest.mark.browser
def test_a_chosen_verdict_stands_out_in_the_bars(driver, address):
    driver.get(f"{address}evidence/?verdict=refuted")
    pale = {
        word: driver.execute_script(
            "return [...document.querySelectorAll(arguments[0])].map(node => getComputedStyle(node).opacity < 1)",
            f".fb-bar .fb-seg--{word}",
        )
        for word in ("refuted", "confirmed", "not_run")
    }

    assert set(pale["refuted"]) == {False}
    assert set(pale["confirmed"] + pale["not_run"]) == {True}


@pytest.mark.browser
def test_a_bar_leads_to_the_runs_of_its_entry_and_of_no_other(driver, address):
    driver.get(f"{address}evidence/{CPU.id}/?q={FIRST}#{FIRST}")
    assert runs_shown(driver) == ["reproduce-word", "claim-only-words"]
    assert counted(driver) == "2 of 4 runs"
    assert driver.find_element(By.CSS_SELECTOR, ".fb-filter").rect["y"] > driver.execute_script("return scrollY")

    driver.find_element(By.CSS_SELECTOR, ".fb-filter button[type=reset]").click()
    assert len(runs_shown(driver)) == 4


@pytest.mark.browser
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("q=dead%20end", ["dead-end-strip"]),
        ("q=CLAIM.py", ["claim-only-words"]),
        ("verdict=confirmed", ["reproduce-word", "dead-end-strip"]),
        ("q=first-entry%20reproduction&verdict=flaky", ["reproduce-word"]),
    ],
)
def test_runs_are_found_by_role_program_and_verdict(driver, address, query, expected):
    driver.get(f"{address}evidence/{CPU.id}/?{query}")

    assert runs_shown(driver) == expected


@pytest.mark.browser
def test_the_other_language_shows_the_same_view(driver, address):
    driver.get(f"{address}evidence/?q=again&verdict=confirmed")
    link = driver.find_element(By.CSS_SELECTOR, "a.md-select__link[hreflang=zh]")
    driver.execute_script("arguments[0].click()", link)

    assert driver.current_url == f"{address}zh/evidence/?q=again&verdict=confirmed"
    assert shown(driver) == [AGAIN]
    assert counted(driver) == "3 个条目，显示 1 个"


@pytest.mark.browser
def test_without_javascript_everything_is_shown_and_there_is_no_filter(address):
    with browser(javascript=False) as driver:
        for prefix in ("", "zh/"):
            driver.get(f"{address}{prefix}evidence/?q=again&verdict=confirmed")
            assert shown(driver) == [FIRST, AGAIN, OTHER]
            assert driver.find_element(By.CSS_SELECTOR, ".fb-legend [data-verdict=confirmed]").is_displayed()
            driver.get(f"{address}{prefix}evidence/{CPU.id}/?q={FIRST}#{FIRST}")
            assert len(runs_shown(driver)) == 4
            assert not driver.find_element(By.CSS_SELECTOR, ".fb-filter").is_displayed()
            assert driver.find_elements(By.CSS_SELECTOR, ".fb-legend button") == []


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("path", ["evidence/", f"zh/evidence/{GPU.id}/"])
def test_the_picture_fits_a_phone_and_its_signs_are_readable_in_both_schemes(driver, address, path, scheme):
    use_scheme(driver, scheme)
    driver.get(address + path)
    widths = {}
    for width in (360, 1440):
        show_at_width(driver, width)
        widths[width] = driver.execute_script("return document.documentElement.scrollWidth")

    assert widths == {360: 360, 1440: 1440}
    assert driver.execute_script(CONTRAST.replace(".fb-chip,", ".fb-chip, .fb-seg,")) == []


@pytest.mark.browser
def test_the_pages_run_without_errors(driver, address):
    driver.get_log("browser")
    for path in ("evidence/", f"evidence/{CPU.id}/"):
        driver.get(address + path)

    assert driver.get_log("browser") == []


def test_the_script_is_small_and_no_handler_stands_in_a_page(site):
    assert SCRIPT.stat().st_size < 3 * 1024
    for path in ("evidence", f"evidence/{CPU.id}"):
        assert [node.attributes for node in page(site, path).css(".md-content [onclick], .md-content [oninput]")] == []


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_every_sign_before_an_entry_is_explained_above_the_table(prefix, real_site):
    page = LexborHTMLParser((real_site / prefix / "evidence/index.html").read_text(encoding="utf-8"))
    [legend] = [line for line in page.css("p.fb-origin") if line.css_first(".fb-mark")]
    explained = {mark.text() for mark in legend.css(".fb-mark")}
    assert explained == {mark.text() for mark in page.css("table .fb-mark")}
    rows = page.css("tr[data-entry]")
    assert len(rows) > 100
    assert all(row.css_first("th .fb-said").text() in legend.text() for row in rows)

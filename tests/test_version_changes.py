"""What changes from one version of a package to another: by runs of the same program with both, on similar machines."""

import contextlib
import re

import pytest
from recorded import CLEAN, ENTRY, FACTS, raised
from selectolax.lexbor import LexborHTMLParser

from generator.build.site import build_site
from generator.content.loader import load_content
from generator.evidence.records import Observation, observation_key
from generator.evidence.store import Evidence, write_evidence
from generator.render.version_changes import machine_of
from generator.verify.environments import environment_from

WORDS, OTHER_WORDS = ("invalid literal for int() with base 10: 'word' (4)", "an invalid literal for int() with base 10")
# torch → what the reproduction raises there, if anything; the last is a build with CUDA.
RUNS = {
    "2.1.2": WORDS,
    "2.11.0": WORDS.replace("4", "0x5f"),
    "2.12.0": OTHER_WORDS,
    "2.13.0": None,
    "2.14.0": None,
    "2.15.0": WORDS,
}


def observed(snippet, where, **changes):
    key = observation_key(snippet.digest, "exec", where.id)
    values = {**CLEAN, "snippet": snippet.name, "key": key, "mode": "exec", "date": "2026-11-21", "stdout": ""}
    return Observation(**{**values, "peak_memory_mib": 10, "assertions": 1, **changes})


@pytest.fixture(scope="module")
def site(good_content, tmp_path_factory):
    """Build an entry whose reproduction ran with six versions, and whose workaround and statement with two."""
    root = good_content(tmp_path_factory.mktemp("changes"))
    for file in (root / "entries" / ENTRY).glob("*.py"):
        file.write_text(file.read_text(encoding="utf-8") + "import torch\n", encoding="utf-8")
    snippets = load_content(root).entries[0].snippets
    evidence = Evidence()
    for version, error in RUNS.items():
        cuda = {"torch_cuda": "13.2"} if version == "2.15.0" else {}
        where = environment_from({**FACTS, "distributions": {"torch": version}, **cuda})
        how = raised(error) if error else {}
        evidence.add(ENTRY, where, observed(snippets["reproduce.py"], where, **how))
        if version in ("2.1.2", "2.11.0"):
            claim = raised("no") if version == "2.1.2" else {}
            evidence.add(ENTRY, where, observed(snippets["claim.py"], where, **claim))
    write_evidence(root / "evidence", evidence)
    with contextlib.chdir(root.parent):
        build_site(root, root.parent / "site")
    return root.parent / "site"


def page(site, path):
    return LexborHTMLParser((site / path / "index.html").read_text(encoding="utf-8")).css_first(".md-content")


def text(node):
    return " ".join(node.text().split())


@pytest.mark.parametrize("prefix", ["", "zh/"])
@pytest.mark.parametrize(
    ("pair", "kinds"),
    [
        ("2.1.2-to-2.11.0", {"verdict"}),  # of the error only a number differs: no wording changed
        ("2.11.0-to-2.12.0", {"words"}),
        ("2.12.0-to-2.13.0", {"vanishes"}),
        ("2.1.2-to-2.13.0", {"vanishes"}),
    ],
)
def test_what_differs_is_shown_with_both_runs_and_leads_to_its_place(site, prefix, pair, kinds):
    shown = page(site, f"{prefix}browse/versions/torch/{pair}")

    assert {node.attributes["id"] for node in shown.css("h2[id]")} == kinds
    links = [node.attributes["href"] for node in shown.css(".fb-ways ul a")]
    anchor = "claim-" if kinds == {"verdict"} else "reproduce-word"
    assert links[0].rpartition("#")[2].startswith(anchor)
    assert ["/evidence/" in link for link in links[1:]] == [True, True]
    if kinds == {"words"}:
        assert [code.text() for code in shown.css("code.fb-wrap")] == [
            f"ValueError: {words}" for words in (RUNS["2.11.0"], OTHER_WORDS)
        ]


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_what_ran_with_one_version_alone_or_on_another_machine_is_counted_and_not_shown(site, prefix):
    shown = page(site, f"{prefix}browse/versions/torch")
    rows = {text(row.css_first("th")): row for row in shown.css("#changes ~ table:not(.fb-tested) tbody tr")}
    counts = {pair: [int(text(cell)) for cell in row.css("td")[1:]] for pair, row in rows.items()}
    apart = set(re.findall(r"[\d.]+\d → [\d.]+\d", text(shown.css_first("#changes ~ p.fb-note"))))

    assert len(rows) + len(apart) == 15, "every two of six versions"
    assert counts["2.1.2 → 2.11.0"] == [2, 0]
    assert counts["2.11.0 → 2.12.0"] == [1, 1], "the statement ran with one of them"
    assert all("2.15.0" in pair for pair in apart), "a build with CUDA is another machine"
    assert "2.13.0 → 2.15.0" in apart
    assert not (site / prefix / "browse/versions/torch/2.13.0-to-2.15.0").exists()
    order = list(rows)
    assert order[:3] == ["2.13.0 → 2.14.0", "2.12.0 → 2.13.0", "2.11.0 → 2.12.0"]


def test_two_versions_with_the_same_results_are_compared_and_have_no_page(site):
    rows = page(site, "browse/versions/torch").css("#changes ~ table:not(.fb-tested) tbody tr")
    [row] = [row for row in rows if text(row.css_first("th")) == "2.13.0 → 2.14.0"]

    assert [text(cell) for cell in row.css("td")] == ["nothing", "1", "0"]
    assert not (site / "browse/versions/torch/2.13.0-to-2.14.0").exists()


@pytest.mark.parametrize("plugin", ["jax-cuda12-plugin", "jax-cuda13-plugin", "cupy-cuda13x"])
def test_a_build_with_cuda_is_another_machine_for_every_framework(plugin):
    without, with_cuda = (
        environment_from({**FACTS, "distributions": {"jax": "0.10.2", **more}}) for more in ({}, {plugin: "0.10.2"})
    )
    assert machine_of(without) != machine_of(with_cuda)


def test_pages_of_changes_are_listed(site):
    assert "browse/versions/torch/2.11.0-to-2.12.0/" in (site / "sitemap.xml").read_text(encoding="utf-8")

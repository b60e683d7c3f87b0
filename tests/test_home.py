"""The home page: what people need most, where the rest is, what was found and what ran last."""

import pytest
from recorded import CPU, H200, commit, evidence_of, generator, raised
from selectolax.lexbor import LexborHTMLParser

PAGE = '# Home\n\n<div data-faultbook="find"></div>\n\n<div data-faultbook="home"></div>\n'
STATEMENT = "A number is always read."


@pytest.fixture
def home(good_content, tmp_path, monkeypatch):
    """Return a function that builds a site with a statement that runs refuted, and gives its home page's links."""
    root = good_content(tmp_path)
    (root / "pages").mkdir()
    (root / "pages" / "index.md").write_text(PAGE, encoding="utf-8")
    (root / "pages" / "index.zh.md").write_text(PAGE, encoding="utf-8")
    refuting = raised("word")
    commit(root, evidence_of(root, CPU, claim=refuting), evidence_of(root, H200, claim=refuting))
    monkeypatch.chdir(tmp_path)

    def build(often: str, path: str = "") -> dict[str, list[tuple[str, str]]]:
        site = root / "site.yaml"
        site.write_text(site.read_text(encoding="utf-8") + f"often: [{often}]\n", encoding="utf-8")
        done = generator("build", "--verify", "never")
        assert done.exit_code == 0, done.output
        page = LexborHTMLParser((tmp_path / "site" / path / "index.html").read_text(encoding="utf-8"))
        return {
            head.attributes["id"]: [(a.attributes["href"], a.text()) for a in head.next.next.css("a")]
            for head in page.css(".md-content h2[id]")
        }

    return build


def test_it_shows_the_chosen_entries_the_domains_what_was_refuted_and_what_ran_last(home):
    shown = home("demo/first-entry")
    assert [link for link, _text in shown["often"]] == ["demo/first-entry/"]
    assert shown["domains"][0] == ("demo/", "Demonstrations 1 entry")
    assert shown["refuted"] == [("demo/first-entry/#claim-only-words", STATEMENT)]
    assert {text for _link, text in shown["newest"]} == {CPU.name, H200.name}


def test_it_leads_to_the_pages_of_its_own_language(home):
    shown = home("demo/first-entry", "zh/")
    assert [link for link, _text in shown["often"]] == ["demo/first-entry/"]
    assert shown["domains"][0] == ("demo/", "示例 1 个条目")


def test_without_a_choice_the_section_is_left_out(home):
    assert "often" not in home("")

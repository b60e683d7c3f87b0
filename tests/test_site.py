"""The built site, as a reader's tools see it: pages, links, languages, downloads. Built once, for real."""

import json
import re
import xml.etree.ElementTree as ET
from functools import lru_cache
from urllib.parse import unquote, urljoin, urlsplit

import jsonschema
import pytest
from markdown_it import MarkdownIt
from real import ADDRESS, ROOT, pages_of
from selectolax.lexbor import LexborHTMLParser

from generator.content.loader import load_content
from generator.render.api_form import SCHEMA_VERSION

SECTION_ORDER = [
    *("which", "cause", "related", "backing", "record"),
    *("versions", "wordings", "dead-ends", "reproduction", "claims", "sources", "history", "downloads"),
]


@pytest.fixture(scope="session")
def site(real_site):
    """Return the real content's site, built below a sub-path."""
    return real_site


@pytest.fixture(scope="session")
def pages(site):
    """Return every HTML page, parsed, by its path."""
    return {path: LexborHTMLParser(text) for path, text in pages_of(site).items()}


@lru_cache(maxsize=1)
def loaded():
    """Return the entries as authored, by folder."""
    return {entry.id: entry.entry for entry in load_content(ROOT / "content").entries}


def entry_paths(site):
    return [entry["id"] for entry in json.loads((site / "api/v1/index.json").read_text())["entries"]]


def test_every_entry_has_a_page_a_markdown_file_and_json(site):
    ids = entry_paths(site)

    assert len(ids) == len(list((ROOT / "content/entries").glob("*/*/entry.yaml")))
    for entry in ids:
        for prefix in ("", "zh/"):
            assert (site / prefix / entry / "index.html").is_file()
            assert (site / prefix / entry / "index.md").is_file()
        assert (site / "api/v1/entries" / f"{entry}.json").is_file()


def test_no_placeholder_and_no_marker_is_left(site):
    for file in site.rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        assert not re.search("@@[a-z]+@@", text), file
        assert "data-faultbook" not in text, file
        assert 'href="entry:' not in text, file
        assert 'href="site:' not in text, file


def test_a_step_says_what_to_copy_before_what_it_costs_and_its_program_is_folded(site, pages):
    blocks = programs = 0
    for entry in entry_paths(site):
        document = json.loads((site / "api/v1/entries" / f"{entry}.json").read_bytes())
        for claim in document["claims"]:
            if claim["role"] != "workaround":
                continue
            step = pages[f"{entry}/"].css_first(f"h4[id='workaround-{claim['id']}']").parent
            text = step.text()
            [cost] = [node.text() for node in step.css(".fb-cost")]
            shown = [node.text() for node in step.css(".fb-do pre")]
            blocks += len(shown)
            assert all(text.index(one) < text.index(cost) for one in shown), (entry, claim["id"])
            assert not any(re.match(r"\s*(\+ |>>> )", line) for one in shown for line in one.splitlines())
            if claim["snippet"]:
                programs += 1
                [name] = [code.text() for code in step.css("details.fb-proof > summary > code")]
                assert name == claim["snippet"]["name"]
    assert blocks
    assert programs


def test_causes_are_in_the_authors_order_and_each_has_its_steps_in_that_order(site, pages):
    several = 0
    for entry_id in entry_paths(site):
        entry = loaded()[entry_id]
        page = pages[f"{entry_id}/"]
        sections = page.css(".fb-causes > .fb-cause")
        assert [one.css_first("h3").attributes["id"] for one in sections] == [f"cause-{one.id}" for one in entry.causes]
        tabs = [node.attributes["href"] for node in page.css(".fb-tabs > a")]
        assert tabs == ([f"#cause-{one.id}" for one in entry.causes] if len(entry.causes) > 1 else [])
        several += bool(tabs)
        for cause, section in zip(entry.causes, sections, strict=True):
            steps = [claim.id for claim in entry.workarounds if cause in entry.causes_of(claim)]
            shown = section.css("section.fb-step")
            named = [node.css_first("h4[id]") or node.css_first(".fb-origin > a") for node in shown]
            found = [node.attributes.get("id") or node.attributes["href"].strip("#") for node in named]
            assert found == [f"workaround-{step}" for step in steps], entry_id
    assert several


def test_what_nothing_backs_yet_does_not_stand_under_does_not_help(site, pages):
    titles = {"Does not help": True, "Not expected to help; no run shows it yet": False}
    seen = set()
    for entry in entry_paths(site):
        document = json.loads((site / "api/v1/entries" / f"{entry}.json").read_bytes())
        grades = {claim["id"]: claim["grade"] for claim in document["claims"] if claim["role"] == "dead-end"}
        for title in pages[f"{entry}/"].css(".fb-useless__title"):
            is_backed = titles[title.text()]
            for link in title.next.css("li > a[href^='#dead-end-']") if title.next.tag == "ul" else ():
                grade = grades[link.attributes["href"].removeprefix("#dead-end-")]
                assert (grade != "nothing") == is_backed, (entry, link.attributes["href"])
                seen.add(is_backed)
    assert seen == {True, False}


def test_what_ran_comes_first_in_each_section_of_the_page_of_runs_and_what_is_false_says_so(site, pages):
    waiting = false = 0
    for entry in entry_paths(site):
        claims = json.loads((site / "api/v1/entries" / f"{entry}.json").read_bytes())["claims"]
        ran = {
            f"{one['role']}-{one['id']}": bool(one["verdicts"][0]["observation"]) for one in claims if one["snippet"]
        }
        refuted = {f"claim-{one['id']}" for one in claims if one["verdicts"][0]["verdict"] == "refuted"}
        shown = list(pages[f"{entry}/runs/"].css("section.fb-claim > h3[id]")) if ran else []
        for role in ("reproduce", "workaround", "dead-end", "claim"):
            order = [ran[node.attributes["id"]] for node in shown if node.attributes["id"].startswith(f"{role}-")]
            assert order == sorted(order, reverse=True), (entry, role)
            waiting += order.count(False)
        for node in shown:
            if ran[node.attributes["id"]] and node.attributes["id"] in refuted:
                assert "refuted" in node.css_first(".fb-chip").text(), (entry, node.attributes["id"])
                false += 1
    assert waiting
    assert false


def test_no_heading_is_above_the_title_and_the_first_is_in_peoples_words(site, pages):
    for entry in entry_paths(site):
        document = json.loads((site / "api/v1/entries" / f"{entry}.json").read_bytes())
        [title] = pages[f"{entry}/"].css(".md-content h1")
        assert title.text() == LexborHTMLParser(MarkdownIt().renderInline(document["title"]["en"])).body.text()


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_every_program_and_every_output_stands_on_the_page_of_runs(site, pages, prefix):
    programs = outputs = 0
    for entry in entry_paths(site):
        shown = pages.get(f"{prefix}{entry}/runs/")
        for claim in json.loads((site / "api/v1/entries" / f"{entry}.json").read_bytes())["claims"]:
            assert shown or not claim["snippet"], "only an entry without programs has no such page"
            anchor = f"{claim['role']}-{claim['id']}"
            if claim["snippet"]:
                code = shown.css_first(f"[data-part='{anchor}_program'] pre > code")
                assert code.text().rstrip() == (site / entry / claim["snippet"]["name"]).read_text().rstrip()
                programs += 1
            for run in claim["verdicts"]:
                if run["observation"]:
                    assert shown.css(f"details[data-part='{anchor}_{run['environment']}']"), (entry, anchor)
                    outputs += 1
    assert programs
    assert outputs


def test_a_cell_of_the_table_says_the_worst_of_its_runs_and_no_cell_without_a_run_says_anything(site, pages):
    ranks = {"contradicted": ["✗"], "flaky": ["≈"], "refuted": ["≠"], "upheld": ["✓"], "confirmed": ["✓", "◐", "⊘"]}
    cells = 0
    for entry in entry_paths(site):
        claims = json.loads((site / "api/v1/entries" / f"{entry}.json").read_bytes())["claims"]
        words = {
            (f"{claim['role']}-{claim['id']}", run["environment"]): run["verdict"]
            for claim in claims
            for run in claim["verdicts"]
            if run["observation"] and run["verdict"] in ranks
        }
        runs = pages.get(f"{entry}/runs/")
        table = runs.css_first(".fb-results") if runs else None
        assert bool(table) == bool(words), entry
        heads = table.css("thead th:not(:first-child)") if table else []
        columns = [[link.attributes["href"].split("/")[-2] for link in head.css("a")] for head in heads]
        for row in table.css("tbody tr:not(.fb-group)") if table else []:
            claim = row.css_first("th > a").attributes["href"].partition("#")[2]
            for column, cell in zip(columns, row.css("td"), strict=True):
                ran = [words.pop((claim, there)) for there in column if (claim, there) in words]
                here = sorted(ran, key=list(ranks).index)
                sign = cell.css_first("[aria-hidden]")
                assert (sign.text() in ranks[here[0]]) if here else sign is None, (entry, claim, column)
                assert cell.css_first(".fb-said").text()
                cells += bool(here)
        assert not words, "a run that the table leaves out"
    assert cells > 300


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_the_table_on_an_entry_is_the_one_beside_its_programs_or_a_link_to_it(site, pages, prefix):
    inline = fetched = 0
    for entry in entry_paths(site):
        page, runs = pages[f"{prefix}{entry}/"], pages.get(f"{prefix}{entry}/runs/")
        fold = page.css_first("#versions").parent.parent
        if table := fold.css_first(".fb-results"):
            assert table.text() == runs.css_first(".fb-results").text()
            assert len(fold.css(".fb-tested > li")) == len(table.css("thead a"))
            inline += 1
        elif runs and runs.css_first(".fb-results"):
            assert fold.css_first(".fb-elsewhere > a").attributes["href"] == "runs/#results"
            fetched += 1
    assert inline > fetched > 0


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_a_myth_on_an_entry_leads_to_its_own_page(site, pages, prefix):
    linked = 0
    for entry in entry_paths(site):
        claims = json.loads((site / "api/v1/entries" / f"{entry}.json").read_bytes())["claims"]
        myths = [("claim", "refuted"), ("dead-end", "confirmed")]
        expected = {claim["id"] for claim in claims if (claim["role"], claim["verdict"]) in myths}
        found = set()
        for link in pages[f"{prefix}{entry}/"].css(".fb-claim > h3 + a"):
            target = urljoin(f"/{prefix}{entry}/", link.attributes["href"]).strip("/") + "/"
            assert target.startswith(f"{prefix}myths/")
            assert pages[target].css_first("h1"), "no redirect"
            found.add(target.split("/")[-2])
        assert found in (expected, set()), entry
        linked += bool(found)
    assert linked > len(entry_paths(site)) / 2


def test_a_verdict_by_a_source_names_the_source_as_the_list_of_sources_does(site, pages):
    named = 0
    for entry in entry_paths(site):
        runs = pages.get(f"{entry}/runs/")
        listed = runs.css("[data-part='sources'] a") if runs else pages[f"{entry}/"].css(".fb-fold:has(#sources) li a")
        titles = {link.attributes["href"]: link.text() for link in listed}
        for link in pages[f"{entry}/"].css(".fb-why > a"):
            address = link.attributes["href"]
            if not address.startswith("https://"):
                continue  # to another entry
            assert link.text() == titles.get(address, address)
            named += address in titles
    assert named


def test_what_is_folded_on_an_entry_is_linked_to_its_place(site, pages):
    linked = 0
    for entry in entry_paths(site):
        runs = pages.get(f"{entry}/runs/")
        ids, parts = (
            {node.attributes[name] for node in runs.css(f"[{name}]")} if runs else set() for name in ("id", "data-part")
        )
        for link in pages[f"{entry}/"].css("details .fb-elsewhere > a"):
            page, _sign, part = link.attributes["href"].partition("#")
            assert page == "runs/"
            assert part in ids & parts
            linked += 1
    assert linked


def test_internal_links_and_anchors_resolve(site, pages):
    broken = []
    ids = {path: {node.attributes["id"] for node in tree.css("[id]")} for path, tree in pages.items()}
    for path, tree in pages.items():
        for node in tree.css("[href], [src]"):
            link = node.attributes.get("href") or node.attributes.get("src") or ""
            target = urlsplit(urljoin(ADDRESS + path, link))
            if not target.geturl().startswith(ADDRESS):
                continue
            inside = unquote(target._replace(query="", fragment="").geturl()).removeprefix(ADDRESS)
            file = site / (inside + "index.html" if inside == "" or inside.endswith("/") else inside)
            if not file.is_file():
                broken.append(f"{path}: {link}")
            elif file.suffix != ".html" and target.fragment.startswith("sha256="):
                continue  # for pip: see test_downloads
            elif (
                target.fragment and not target.fragment.startswith("__") and target.fragment not in ids.get(inside, ())
            ):
                broken.append(f"{path}: {link} (anchor)")

    assert broken == []


def test_no_address_begins_at_the_server_root(pages):
    for path, tree in pages.items():
        for node in tree.css("[href], [src]") if path != "404.html" else ():
            link = node.attributes.get("href") or node.attributes.get("src") or ""
            assert not link.startswith("/"), f"{path}: {link} breaks below a sub-path"


def test_base_matches_the_depth_of_each_page(pages):
    depths = set()
    for path, tree in pages.items():
        if path == "404.html":
            continue
        base = json.loads(tree.css_first("#__config").text())["base"]
        depths.add(path.count("/"))
        assert urljoin(ADDRESS + path, base.rstrip("/") + "/") == ADDRESS, path

    assert {0, 1, 2, 3} <= depths


def test_languages(pages):
    for path, tree in pages.items():
        expected = "zh" if path.startswith("zh/") else "en"
        assert tree.css_first("html").attributes["lang"] == expected, path


def test_hreflang_is_absolute_mutual_and_has_a_default(pages):
    for path, tree in pages.items():
        if path == "404.html":
            continue
        links = {node.attributes["hreflang"]: node.attributes["href"] for node in tree.css("link[hreflang]")}
        assert links.keys() == {"en", "zh", "x-default"}, path
        assert links["x-default"] == links["en"]
        canonical = tree.css_first("link[rel=canonical]").attributes["href"]
        assert canonical == ADDRESS + path
        assert canonical == links["zh" if path.startswith("zh/") else "en"]
        for href in links.values():
            other = pages[href.removeprefix(ADDRESS)]
            assert {node.attributes["href"] for node in other.css("link[hreflang]")} == set(links.values())


def test_the_language_switch_leads_to_the_same_page(pages):
    for path, tree in pages.items():
        if path == "404.html":
            continue
        targets = {urljoin(ADDRESS + path, node.attributes["href"]) for node in tree.css("a.md-select__link")}
        plain = path.removeprefix("zh/")
        assert targets == {ADDRESS + ("" if path != plain else "zh/") + plain}, path


def test_section_order_and_equal_anchors_in_both_languages(site, pages):
    for entry in entry_paths(site):
        english, chinese = (
            [node.attributes["id"] for node in pages[f"{prefix}{entry}/"].css(".md-content [id]")]
            for prefix in ("", "zh/")
        )
        headings = [anchor for anchor in english if anchor in SECTION_ORDER]
        assert english == chinese, entry
        assert headings == [anchor for anchor in SECTION_ORDER if anchor in headings], entry


def test_ids_are_unique_on_every_page(pages):
    for path, tree in pages.items():
        ids = [node.attributes["id"] for node in tree.css("[id]")]
        assert len(ids) == len(set(ids)), path


def test_no_request_leaves_the_site(site, pages):
    for path, tree in pages.items():
        for node in tree.css(
            "script[src], link[rel=stylesheet], link[rel=icon], link[rel=preconnect], img[src], iframe"
        ):
            link = node.attributes.get("src") or node.attributes.get("href") or ""
            assert urljoin(ADDRESS + path, link).startswith(ADDRESS), f"{path}: {link}"
    for css in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?https?:", css.read_text(encoding="utf-8")), css


def test_chinese_pages_have_chinese_interface_texts(site, pages):
    for entry in entry_paths(site):
        for heading in pages[f"zh/{entry}/"].css(".md-content h2, .md-nav--secondary .md-ellipsis"):
            assert re.search(r"[\u4e00-\u9fff]", heading.text()), f"{entry}: {heading.text()}"


def test_one_404_in_both_languages_with_links_from_the_root(pages):
    tree = pages["404.html"]

    assert {node.attributes["lang"] for node in tree.css(".md-content section")} == {"en", "zh"}
    for node in tree.css("link[rel=stylesheet], script[src], .md-content a, a.md-select__link"):
        link = node.attributes.get("href") or node.attributes.get("src")
        assert link.startswith("/below/errors/"), link


def test_sitemap_lists_every_page_once_with_alternates(site, pages):
    names = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    tree = ET.parse(site / "sitemap.xml")
    locations = [node.text for node in tree.findall("s:url/s:loc", names)]
    dated = {
        node.find("s:loc", names).text: node.findtext("s:lastmod", None, names) for node in tree.findall("s:url", names)
    }

    assert len(locations) == len(set(locations))
    assert {address.removeprefix(ADDRESS) for address in locations} == set(pages) - {"404.html"}
    for entry in entry_paths(site):
        document = json.loads((site / f"api/v1/entries/{entry}.json").read_text())
        assert dated[f"{ADDRESS}{entry}/"] == document["modified"]
    for url in tree.findall("s:url", names):
        assert len(url.findall("x:link", names)) == 3


def test_json_follows_its_published_schema(site):
    schema = json.loads((site / "api/v1/schema/entry.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    lines = (site / "api/v1/entries.ndjson").read_text().splitlines()
    assert len(lines) == len(entry_paths(site))
    listed = {json.dumps(json.loads(line), sort_keys=True) for line in lines}
    for entry in entry_paths(site):
        document = json.loads((site / f"api/v1/entries/{entry}.json").read_text())
        validator.validate(document)
        assert document["schema_version"] == SCHEMA_VERSION
        assert json.dumps(document, sort_keys=True) in listed
    with pytest.raises(jsonschema.ValidationError):
        validator.validate({**document, "verification": "certain"})


def _only_in(environments, claim) -> bool:
    """Tell whether the runs that give a claim's verdict are all of these environments: such are counted apart."""
    giving = {
        one["environment"] for one in claim["verdicts"] if one["verdict"] == claim["verdict"] and one["observation"]
    }
    return bool(giving) and giving <= environments


def test_counts_on_the_page_are_those_of_the_verdicts(site):
    for entry in entry_paths(site):
        document = json.loads((site / f"api/v1/entries/{entry}.json").read_text())
        simulated = {one["id"] for one in document["environments"] if one["kind"] == "simulated-driver"}
        words = [claim["verdict"] for claim in document["claims"] if not _only_in(simulated, claim)]
        assert document["counts"]["not_run"] == words.count("not_run")
        assert document["counts"]["refuted"] == words.count("refuted")
        assert document["counts"]["upheld"] == words.count("upheld")
        for claim in document["claims"]:
            for verdict in claim["verdicts"]:
                ran = verdict["observation"] is not None
                assert ran or verdict["verdict"] == "not_run" or verdict["source"], "a verdict needs a run or a source"


def test_nothing_needing_a_gpu_is_judged_without_one(site):
    for entry in entry_paths(site):
        document = json.loads((site / f"api/v1/entries/{entry}.json").read_text())
        devices = {environment["id"]: environment["gpus"] for environment in document["environments"]}
        for claim in document["claims"]:
            if "gpu" in claim["needs"]:
                assert all(
                    verdict["environment"] is None or devices[verdict["environment"]] for verdict in claim["verdicts"]
                )


def test_markdown_downloads_are_whole_and_their_blocks_are_closed(site):
    for entry in entry_paths(site):
        document = json.loads((site / f"api/v1/entries/{entry}.json").read_text())
        for prefix, locale in (("", "en"), ("zh/", "zh")):
            text = (site / prefix / entry / "index.md").read_text(encoding="utf-8")
            tokens = MarkdownIt("commonmark").parse(text)
            code = [token.content for token in tokens if token.type == "fence"]
            for claim in document["claims"]:
                if claim["snippet"]:
                    assert any(block.strip() == claim["snippet"]["code"].strip() for block in code), claim["id"]
            assert not any(token.type in ("html_block", "code_block") for token in tokens), entry
            headings = [
                tokens[index + 1].content
                for index, token in enumerate(tokens)
                if token.type == "heading_open" and token.tag == "h1"
            ]
            assert len([heading for heading in headings if heading]) == 1
            assert "entry:" not in text.replace("`entry:", "")
            assert document["url"][locale] in text

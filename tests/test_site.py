"""The built site, as a reader's tools see it: pages, links, languages, downloads. Built once, for real."""

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import jsonschema
import pytest
from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser

ROOT = Path(__file__).resolve().parents[1]
CONTENT = ROOT / "content"
SETTINGS = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "true"}
ADDRESS = "https://example.org/below/errors/"
SECTION_ORDER = [
    *("fix", "which", "versions", "wordings", "cause", "workarounds", "dead-ends", "reproduction"),
    *("claims", "related", "sources", "history", "record", "downloads"),
]


def generator(*arguments, cwd):
    """Run the command line in a folder of its own: its caches and what ran there are its own too."""
    command = [sys.executable, "-m", "generator", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, env=SETTINGS, capture_output=True, text=True, check=False)


def build_real(target):
    arguments = ("--verify", "never", "--content", CONTENT, "--site", target, "--address", ADDRESS)
    return generator("build", *arguments, cwd=target.parent)


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Return the real content's site, built below a sub-path."""
    target = tmp_path_factory.mktemp("built") / "site"
    done = build_real(target)
    assert done.returncode == 0, done.stdout + done.stderr
    return target


@pytest.fixture(scope="session")
def pages(site):
    """Return every HTML page, parsed, by its path."""
    found = {}
    for file in site.rglob("*.html"):
        path = file.relative_to(site).as_posix()
        found[path.removesuffix("index.html")] = LexborHTMLParser(file.read_text(encoding="utf-8"))
    return found


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


def test_no_hole_and_no_marker_is_left(site):
    for file in site.rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        assert not re.search("@@[a-z]+@@", text), file
        assert "data-faultbook" not in text, file
        assert 'href="entry:' not in text, file
        assert 'href="site:' not in text, file


def test_a_workaround_shows_what_it_changes_and_its_whole_program_folded(site, pages):
    changed = 0
    for entry in entry_paths(site):
        for section in pages[f"{entry}/"].css("section.fb-claim"):
            if not section.css(".highlight .gi"):
                continue
            changed += 1
            names = [code.text() for code in section.css("details.fb-output > summary > code")]
            assert section.css_first(".fb-file").text().split()[0] in names
    assert changed > 50


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
        assert targets == {ADDRESS + plain, ADDRESS + "zh/" + plain}, path


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
    assert {address.removeprefix(ADDRESS) for address in locations} <= set(pages)
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
    for entry in entry_paths(site):
        document = json.loads((site / f"api/v1/entries/{entry}.json").read_text())
        validator.validate(document)
        assert document["schema_version"] == "1.3.0"
        assert json.dumps(document, sort_keys=True) in {json.dumps(json.loads(line), sort_keys=True) for line in lines}
        broken = {**document, "verification": "certain"}
        with pytest.raises(jsonschema.ValidationError):
            validator.validate(broken)


def test_counts_on_the_page_are_those_of_the_verdicts(site):
    for entry in entry_paths(site):
        document = json.loads((site / f"api/v1/entries/{entry}.json").read_text())
        words = [claim["verdict"] for claim in document["claims"]]
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
            headings = [tokens[index + 1].content for index, token in enumerate(tokens) if token.tag == "h1"]
            assert len([heading for heading in headings if heading]) == 1
            assert "entry:" not in text.replace("`entry:", "")
            assert document["url"][locale] in text


def test_two_builds_are_equal_and_the_second_writes_nothing(site, tmp_path):
    done = build_real(site)
    assert ": 0 written, 0 deleted" in done.stdout

    other = tmp_path / "other"
    assert build_real(other).returncode == 0
    assert {p.relative_to(other): p.read_bytes() for p in other.rglob("*") if p.is_file()} == {
        p.relative_to(site): p.read_bytes() for p in site.rglob("*") if p.is_file()
    }


def test_plain_mkdocs_gives_the_same_bytes(site, tmp_path):
    target = tmp_path / "mkdocs"
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-f", ROOT / "mkdocs.yml", "-d", target],
        env={**SETTINGS, "SITE_ADDRESS": ADDRESS},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr

    ours = {p.relative_to(site).as_posix(): p.read_bytes() for p in site.rglob("*") if p.is_file()}
    theirs = {p.relative_to(target).as_posix(): p.read_bytes() for p in target.rglob("*") if p.is_file()}
    theirs.pop("sitemap.xml.gz", None)
    assert sorted(ours) == sorted(theirs)
    assert [uri for uri in ours if ours[uri] != theirs[uri]] == []


def with_pages(root):
    (root / "pages").mkdir()
    (root / "pages" / "index.md").write_text("# Home\n", encoding="utf-8")
    (root / "pages" / "index.zh.md").write_text("# 首页\n", encoding="utf-8")
    return root


HOSTILE = "</script><script>alert(1)</script> `code` {{ 7*7 }} {% raw %} <img src=x onerror=alert(1)> & \" '"


def test_every_text_of_content_and_of_a_run_is_escaped(good_content, tmp_path):
    root = good_content(tmp_path)
    entry = next(root.glob("entries/*/*/entry.yaml"))
    text = entry.read_text(encoding="utf-8")
    quoted = json.dumps(HOSTILE)
    first = re.search(r"(?m)^title:.*$", text).group()
    text = text.replace(first, f"title: {{en: {quoted}, zh: {json.dumps('中文' + HOSTILE)}}}")
    entry.write_text(text, encoding="utf-8")
    (entry.parent / "reproduce.py").write_text(f"print({HOSTILE!r})\nint({HOSTILE!r})\n", encoding="utf-8")
    target = tmp_path / "site"
    done = generator("build", "--content", root, "--site", target, "--python", sys.executable, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr

    for file in target.rglob("*.html"):
        html = file.read_text(encoding="utf-8")
        tree = LexborHTMLParser(html)
        programs = tree.css('script:not([type="application/ld+json"])')  # data may hold it, and does not run
        assert "alert(1)" not in "".join(node.text() for node in programs), file
        assert not tree.css("img[onerror]"), file
        assert "49" not in "".join(node.text() for node in tree.css("title")), file
    page = LexborHTMLParser((target / "demo/first-entry/index.html").read_text(encoding="utf-8"))
    assert "{{ 7*7 }}" in page.css_first(".fb-meaning").text()


def test_a_killed_build_leaves_the_published_site_whole(good_content, tmp_path):
    root = with_pages(good_content(tmp_path))
    target = tmp_path / "site"
    assert generator("build", "--verify", "never", "--content", root, "--site", target, cwd=tmp_path).returncode == 0
    before = {p.relative_to(target) for p in target.rglob("*") if p.is_file()}
    (root / "pages" / "index.md").write_text("# Another home\n", encoding="utf-8")
    (root / "pages" / "index.zh.md").write_text("# 另一个首页\n", encoding="utf-8")
    for delay in (0.5, 1.5, 2.5):
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "generator",
                "build",
                "--verify",
                "never",
                "--content",
                root,
                "--site",
                target,
            ],
            cwd=tmp_path,
            env=SETTINGS,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            process.wait(delay)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for file in target.rglob("*.html"):
            if not file.name.startswith(".publishing-"):
                assert file.read_text(encoding="utf-8").rstrip().endswith("</html>"), file
        assert before <= {p.relative_to(target) for p in target.rglob("*") if p.is_file()}


def test_a_bad_theme_template_leaves_the_site_and_says_what_is_wrong(good_content, tmp_path):
    root = with_pages(good_content(tmp_path))
    target = tmp_path / "site"
    assert generator("build", "--verify", "never", "--content", root, "--site", target, cwd=tmp_path).returncode == 0
    before = {p.relative_to(target): p.read_bytes() for p in target.rglob("*") if p.is_file()}
    (root / "pages" / "broken.md").write_text("# X\n\n[dead](nowhere.md)\n", encoding="utf-8")

    done = generator("build", "--verify", "never", "--content", root, "--site", target, cwd=tmp_path)

    assert done.returncode == 1
    assert "nowhere.md" in done.stderr
    assert "Traceback" not in done.stderr
    assert before == {p.relative_to(target): p.read_bytes() for p in target.rglob("*") if p.is_file()}


def test_a_dead_entry_link_on_a_page_is_a_located_problem(good_content, tmp_path):
    root = with_pages(good_content(tmp_path))
    page = root / "pages" / "index.md"
    page.write_text(page.read_text(encoding="utf-8") + "\n[dead](entry:demo/not-there)\n", encoding="utf-8")

    done = generator("build", "--verify", "never", "--content", root, "--site", tmp_path / "site", cwd=tmp_path)

    assert done.returncode == 1
    assert re.search(r"pages/index\.md:\d+:\d+: LINK001 there is no entry 'demo/not-there'", done.stdout)
    assert not (tmp_path / "site").exists()


def test_a_site_in_one_language(good_content, tmp_path):
    root = with_pages(good_content(tmp_path))
    site_file = root / "site.yaml"
    text = site_file.read_text(encoding="utf-8")
    text = re.sub(r"(?m)^\s*- \{code: zh.*\n", "", text)
    text = re.sub(r", zh: [^}]*\}", "}", text)
    site_file.write_text(text, encoding="utf-8")
    entry = next(root.glob("entries/*/*/entry.yaml"))
    one = re.sub(r",\s*zh: (\"[^\"]*\"|[^}]*)\}", "}", entry.read_text(encoding="utf-8"))
    entry.write_text(re.sub(r"(?m)^\s*zh: .*\n", "", one), encoding="utf-8")
    (root / "pages" / "index.zh.md").unlink()

    done = generator("build", "--verify", "never", "--content", root, "--site", tmp_path / "site", cwd=tmp_path)

    assert done.returncode == 0, done.stdout + done.stderr
    assert not (tmp_path / "site" / "zh").exists()


def test_a_moved_page_moves(good_content, tmp_path):
    root = with_pages(good_content(tmp_path))
    target = tmp_path / "site"
    page = root / "pages" / "old.md"
    page.write_text("# A page\n", encoding="utf-8")
    assert generator("build", "--verify", "never", "--content", root, "--site", target, cwd=tmp_path).returncode == 0
    page.rename(root / "pages" / "new.md")

    done = generator("build", "--verify", "never", "--content", root, "--site", target, cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    assert (target / "new/index.html").is_file()
    assert not (target / "old").exists()


def test_terminal_colours_and_needs_come_out_as_text(good_content, tmp_path):
    root = good_content(tmp_path)
    folder = root / "entries/demo/first-entry"
    (folder / "claim.py").write_text("print('\\x1b[31mred\\x1b[0m ```')\nassert int('12') == 12\n", encoding="utf-8")
    entry = folder / "entry.yaml"
    text = entry.read_text(encoding="utf-8").replace(
        "    snippet: dead_end.py\n", '    snippet: dead_end.py\n    needs: ["torch<1.1"]\n'
    )
    entry.write_text(text, encoding="utf-8")
    target = tmp_path / "site"

    done = generator("build", "--content", root, "--site", target, "--python", sys.executable, cwd=tmp_path)

    assert done.returncode == 0, done.stdout + done.stderr
    html = (target / "demo/first-entry/index.html").read_text(encoding="utf-8")
    assert "\x1b" not in html + (target / "demo/first-entry/index.md").read_text(encoding="utf-8")
    assert "red" in html
    assert "torch&lt;1.1" in html


def test_a_foreign_folder_is_not_emptied(good_content, tmp_path):
    mine = tmp_path / "thesis"
    mine.mkdir()
    (mine / "chapter.tex").write_text("years of work", encoding="utf-8")

    done = generator("build", "--verify", "never", "--content", good_content(tmp_path), "--site", mine, cwd=tmp_path)

    assert done.returncode == 1
    assert "name another with --site" in done.stderr
    assert [path.name for path in mine.iterdir()] == ["chapter.tex"]


def test_what_was_changed_in_the_site_by_hand_is_mended(good_content, tmp_path):
    root, target = good_content(tmp_path), tmp_path / "site"
    arguments = ("build", "--verify", "never", "--content", root, "--site", target)
    assert generator(*arguments, cwd=tmp_path).returncode == 0
    assert ": 0 written, 0 deleted" in generator(*arguments, cwd=tmp_path).stdout
    page = target / "demo/first-entry/index.html"
    whole = page.read_bytes()

    page.write_bytes(b"half")
    (target / "stray.html").write_text("not ours", encoding="utf-8")
    done = generator(*arguments, cwd=tmp_path)

    assert ": 1 written, 1 deleted" in done.stdout
    assert page.read_bytes() == whole


@pytest.mark.parametrize(
    "changed", ["entries/demo/first-entry/entry.yaml", "entries/demo/first-entry/claim.py", "site.yaml"]
)
def test_every_edit_of_content_is_seen(good_content, tmp_path, changed):
    root, target = good_content(tmp_path), tmp_path / "site"
    arguments = ("build", "--verify", "never", "--content", root, "--site", target)
    assert generator(*arguments, cwd=tmp_path).returncode == 0
    file = root / changed
    swapped = {
        "The program was given a word.": "An edited summary.",
        "12": "13",
        "A small site for tests": "An edited site",
    }
    text = file.read_text(encoding="utf-8")
    for old, new in swapped.items():
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")

    done = generator(*arguments, cwd=tmp_path)

    assert done.returncode == 0, done.stdout + done.stderr
    assert ": 0 written" not in done.stdout

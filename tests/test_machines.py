"""What programs read of a built site: feeds, llms.txt, linked data, a page's card, manifest, robots.txt, languages."""

import json
import re
import xml.etree.ElementTree as ET
from datetime import date
from pathlib import Path
from urllib.parse import urljoin

import pytest
from babel.dates import format_date
from judged import judged
from markdown_it import MarkdownIt
from real import generator, pages_of
from selectolax.lexbor import LexborHTMLParser
from selenium.webdriver.support.wait import WebDriverWait

from generator.render.collection import PAGE_SIZE, Listed
from generator.render.feeds import LONGEST, Feeds
from generator.render.llms import FULL, Llms, LlmsFull
from generator.render.sitemap import LONGEST as LONGEST_SITEMAP
from generator.render.sitemap import SCHEMA, sitemap_files, sitemap_pieces
from tools.browser import served

ROOT = Path(__file__).resolve().parents[1]
ADDRESS = "https://example.org/below/errors/"
PREFIX = {"en": "", "zh": "zh/"}
TERRITORY = {"en": "en_US", "zh": "zh_CN"}
NAME = {"en": "Demo", "zh": "演示"}
ATOM = {"a": "http://www.w3.org/2005/Atom"}
HAN = re.compile(r"[\u4e00-\u9fff]")
ENTRY = "demo/first-entry"
LATER = """\
  - date: 2026-12-02
    text: {en: "See [this](entry:demo/first-entry).", zh: "见[这里](entry:demo/first-entry)。"}
  - {date: 2026-12-02, text: {en: A second line., zh: 同一天的第二条。}}
"""
CHANGES = (
    ("en: A word is read as a number", "en: 'A </script><!-- word & \"one\" [more] is read'"),
    ("zh: 把单词当成数字读取", "zh: '把单词 </script><!-- 当成数字读取'"),
    ("First version., zh: 第一版。}}\n", f"First version., zh: 第一版。}}}}\n{LATER}"),
)


def run(*arguments, cwd):
    done = generator(*arguments, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr


def change(root, *changes):
    entry = root / "entries" / ENTRY / "entry.yaml"
    text = entry.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    entry.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def content(good_content, tmp_path_factory):
    """Return content whose entry has a history and hostile titles, and whose Chinese is older than its English."""
    root = good_content(tmp_path_factory.mktemp("machines"))
    change(root, *CHANGES)
    (root / "pages").mkdir()
    (root / "pages/about.md").write_text("---\ndescription: 'About \"us\" & all'\n---\n# On <b>us</b> & you\n")
    (root / "pages/about.zh.md").write_text("# 关于我们\n", encoding="utf-8")
    run("translated", ENTRY, "--content", root, cwd=root.parent)
    change(root, ("The program was given a word.", "The program was given two words."))
    return root


@pytest.fixture(scope="module")
def site(content):
    target = content.parent / "site"
    arguments = ("--verify", "never", "--content", content, "--site", target, "--address", ADDRESS)
    run("build", *arguments, cwd=content.parent)
    return target


@pytest.fixture(scope="module")
def html(site):
    """Return the text of every page by its path."""
    return pages_of(site)


def locale_of(path):
    return "zh" if path.startswith("zh/") else "en"


def parsed(text):
    return LexborHTMLParser(text)


def metas(tree, name):
    return [node.attributes["content"] for node in tree.css(f'meta[property="{name}"]')]


def file_at(site, address):
    assert address.startswith(ADDRESS), address
    inside = address.removeprefix(ADDRESS)
    return site / (f"{inside}index.html" if inside == "" or inside.endswith("/") else inside)


# --- feeds -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["en", "zh"])
def feed(request, site):
    return request.param, ET.parse(site / PREFIX[request.param] / "feed.xml").getroot()


def test_a_feed_has_what_the_standard_asks_for(feed):
    locale, root = feed
    assert root.tag == f"{{{ATOM['a']}}}feed"
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == locale
    for element in (root, *root.findall("a:entry", ATOM)):
        for name in ("id", "title", "updated"):
            (found,) = element.findall(f"a:{name}", ATOM)
            assert found.text.strip()
        for moment in (*element.findall("a:updated", ATOM), *element.findall("a:published", ATOM)):
            assert re.fullmatch(r"\d{4}-\d\d-\d\dT00:00:00Z", moment.text)
        links = [link for link in element.findall("a:link", ATOM) if link.get("rel") == "alternate"]
        kinds = [(link.get("type"), link.get("hreflang")) for link in links]
        assert links
        assert len(set(kinds)) == len(kinds), "one alternate of each type and language"
    assert root.find("a:author/a:name", ATOM).text == NAME[locale]
    assert root.findtext("a:updated", None, ATOM) == "2026-12-02T00:00:00Z"
    (self_link,) = root.findall("a:link[@rel='self']", ATOM)
    assert self_link.get("href") == root.findtext("a:id", None, ATOM) == f"{ADDRESS}{PREFIX[locale]}feed.xml"


def test_a_feed_tells_what_is_new_and_what_changed(feed):
    locale, root = feed
    changed, new = root.findall("a:entry", ATOM)

    base = f"{ADDRESS}{PREFIX[locale]}e/first-entry/"
    assert [item.findtext("a:id", None, ATOM) for item in (changed, new)] == [
        f"{base}#2026-12-02",
        f"{base}#2026-11-21",
    ]
    words = {
        "en": ("Changed: A </script>", "New: A </script>"),
        "zh": ("更新：把单词 </script>", "新增：把单词 </script>"),
    }
    for item, start in zip((changed, new), words[locale], strict=True):
        assert item.findtext("a:title", None, ATOM).startswith(start)
    lines = parsed(changed.findtext("a:content", None, ATOM))
    assert [node.text() for node in lines.css("p")][:2] == {
        "en": ["See this.", "A second line."],
        "zh": ["见这里。", "同一天的第二条。"],
    }[locale]
    assert lines.css_first("a").attributes["href"] == f"{ADDRESS}{PREFIX[locale]}{ENTRY}/"
    assert lines.css_first("code").text() == "ValueError: invalid literal for int() with base 10: <word>"
    assert "A second line." not in new.findtext("a:content", None, ATOM)


def test_links_of_a_feed_lead_to_pages_in_the_language_they_name(feed, site):
    _locale, root = feed
    for link in root.findall(".//a:link", ATOM):
        file = file_at(site, link.get("href"))
        assert file.is_file(), link.get("href")
        if link.get("type") == "text/html":
            tree = parsed(file.read_text(encoding="utf-8"))
            assert tree.css_first("html").attributes["lang"] == link.get("hreflang")


def ids_of(root):
    small = judged(root)
    return [re.findall("<id>(.*)</id>", feed) for feed in small.rendered(Feeds(), small.site).values()]


def test_ids_stay_when_texts_codes_and_programs_change(good_content, tmp_path):
    root = good_content(tmp_path)
    before = ids_of(root)

    change(
        root, ("A word is read", "A text is read"), ("DEMO_STATUS_BAD_WORD", "DEMO_OTHER"), ("First version.", "New.")
    )
    (root / "entries" / ENTRY / "reproduce.py").write_text("int('other')\n")

    assert ids_of(root) == before
    assert len(before[0]) == 2


def test_a_feed_keeps_to_its_length(good_content, tmp_path):
    root = good_content(tmp_path)
    days = "".join(
        f"  - {{date: {date.fromordinal(739000 + day)}, text: {{en: Line {day}., zh: 第 {day} 条。}}}}\n"
        for day in range(LONGEST + 5)
    )
    change(root, ("history:\n", f"history:\n{days}"))

    assert [len(ids) for ids in ids_of(root)] == [LONGEST + 1, LONGEST + 1]


def test_a_feed_has_the_newest_of_all_entries_and_is_made_of_these_alone(good_content, tmp_path):
    root = good_content(tmp_path)
    change(root, ("history:\n", f"history:\n{LATER}"))
    small = judged(root)
    site = small.grown(LONGEST - 10)
    (shard,) = Feeds().shards(site, small.parts(Feeds(), site))
    later = [fact.split()[1] for fact in shard.facts if fact.startswith("2026-12-02 ")]

    assert len(shard.facts) == LONGEST
    assert later == sorted(entry.id for entry in site.catalogue.entries)
    assert [fact.split()[0] for fact in shard.facts[len(later) :]] == ["2026-11-21"] * (LONGEST - len(later))
    feed = small.rendered(Feeds(), site)["feed.xml"]
    assert re.findall(r"<id>\S*/e/(\S*)/#(\S*)</id>", feed) == [
        (entry_id.partition("/")[2], day) for day, entry_id in map(str.split, shard.facts)
    ]


# --- llms.txt --------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_llms_txt_has_the_form_that_readers_of_it_expect(locale, site):
    text = (site / PREFIX[locale] / "llms.txt").read_text(encoding="utf-8")
    tokens = MarkdownIt("commonmark").parse(text)
    headings = [(token.tag, tokens[at + 1].content) for at, token in enumerate(tokens) if token.type == "heading_open"]

    assert headings[0] == ("h1", NAME[locale])
    assert [tag for tag, _words in headings[1:]] == ["h2"] * (len(headings) - 1)
    assert headings[-1] == ("h2", "Optional")
    assert tokens[3].type == "blockquote_open"
    items = re.findall(r"(?m)^- .*$", text)
    for item in items:
        found = re.fullmatch(r"- \[([^\]]+)\]\(([^)]+)\): (\S.*)", item)
        assert found, item
        assert file_at(site, found.group(2)).is_file(), item
    assert any(f"({ADDRESS}{PREFIX[locale]}{ENTRY}/index.md): `ValueError: " in item for item in items)


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_llms_full_txt_holds_every_entry_whole(locale, site):
    full = (site / PREFIX[locale] / "llms-full.txt").read_text(encoding="utf-8")
    markdown = list((site / PREFIX[locale] / "demo").glob("*/index.md"))

    assert full.startswith(f"# {NAME[locale]}\n\n> ")
    assert len(markdown) == 1
    for file in markdown:
        assert file.read_text(encoding="utf-8").strip() in full


def items_of(text):
    """Return the links of a list for language models, by what they are called."""
    return dict(re.findall(r"(?m)^- \[([^\]]+)\]\(([^)]+)\):", text))


@pytest.fixture(scope="module")
def long_lists(good_content, tmp_path_factory):
    """Return what language models read of a site with so many entries that it takes two pieces and several, by path."""
    small = judged(good_content(tmp_path_factory.mktemp("llms")), published=lambda uri: f"# {uri}\n".encode())
    site = small.grown(PAGE_SIZE, title=lambda number: {"en": f"Entry {number}", "zh": f"条目 {number}"})
    return site, {**small.rendered(Llms(), site), **small.rendered(LlmsFull(), site)}


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_a_long_llms_txt_leads_to_its_pieces_and_to_every_entry_once(locale, long_lists):
    (site, files), prefix = long_lists, PREFIX[locale]
    address = site.addresses.absolute
    first, second = (files[f"{prefix}{name}"] for name in ("llms.txt", "llms-2.txt"))
    markdown = [link for text in (first, second) for link in items_of(text).values() if link.endswith("index.md")]

    assert markdown == [address(site.addresses.markdown(entry.id, locale)) for entry in site.catalogue.entries]
    assert items_of(first)["llms-2.txt"] == address(f"{prefix}llms-2.txt")
    for text in (first, second):
        assert text.startswith(f"# {NAME[locale]}\n\n> ")
    assert "## Optional" not in second
    full = {name: link for name, link in items_of(first).items() if name.startswith("llms-full")}
    assert list(full.values()) == [address(path) for path in files if path.startswith(f"{prefix}llms-full")]


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_a_long_llms_full_txt_holds_every_entry_in_one_of_its_pieces(locale, long_lists):
    (site, files), prefix = long_lists, PREFIX[locale]
    pieces = [text for path, text in files.items() if path.startswith(f"{prefix}llms-full")]
    entries = [re.findall(r"(?m)^# (\S+/index\.md)$", text) for text in pieces]

    assert files[f"{prefix}llms-full.txt"] == pieces[0]
    assert len(pieces) > 2
    assert max(map(len, entries)) <= 2 * FULL
    assert [uri for piece in entries for uri in piece] == [
        site.addresses.markdown(entry.id, locale) for entry in site.catalogue.entries
    ]
    assert all(text.startswith(f"# {NAME[locale]}\n\n> ") for text in pieces)


def test_a_further_entry_changes_few_pieces_of_llms_full_txt(good_content, tmp_path):
    small = judged(good_content(tmp_path))

    def pieces(count):
        site = small.grown(count)
        return {shard.reads for shard in LlmsFull().shards(site, small.parts(LlmsFull(), site))}

    assert 1 <= len(pieces(1001) - pieces(1000)) <= 2 < len(pieces(1000)) - 4


# --- sitemap ---------------------------------------------------------------------------------------


def listed(count):
    """Return pages in two languages."""
    day = date(2026, 11, 21)
    names = (f"demo/entry-{number:05}/" for number in range(count))
    return [Listed({"en": name, "zh": f"zh/{name}"}, day.replace(day=1 + len(name) % 28)) for name in names]


def sitemap_of(small, pages):
    return {file.uri: ET.fromstring(file.content) for file in sitemap_files(small.site.addresses, pages)}


def test_a_long_sitemap_is_cut_and_its_index_names_every_piece(good_content, tmp_path):
    small = judged(good_content(tmp_path))
    pages = listed(2 * LONGEST_SITEMAP)
    files = sitemap_of(small, pages)
    index = files.pop("sitemap.xml")
    address = small.site.addresses.absolute

    assert index.tag == f"{{{SCHEMA}}}sitemapindex"
    assert [node.text for node in index.iter(f"{{{SCHEMA}}}loc")] == [address(uri) for uri in files]
    found = [node.text for piece in files.values() for node in piece.iter(f"{{{SCHEMA}}}loc")]
    assert found == [address(path) for page in pages for path in page.paths.values()]
    assert max(len(piece) for piece in files.values()) <= 50_000
    newest = dict(zip(files, (node.text for node in index.iter(f"{{{SCHEMA}}}lastmod")), strict=True))
    for uri, piece in files.items():
        assert newest[uri] == max(node.text for node in piece.iter(f"{{{SCHEMA}}}lastmod"))


def test_a_sitemap_that_fits_into_one_file_is_that_file(good_content, tmp_path):
    small = judged(good_content(tmp_path))
    (uri, tree), *more = sitemap_of(small, listed(1000)).items()

    assert (uri, tree.tag, more) == ("sitemap.xml", f"{{{SCHEMA}}}urlset", [])
    assert len(tree) == 2000


def test_a_further_page_changes_few_files_of_a_sitemap(good_content, tmp_path):
    addresses = judged(good_content(tmp_path)).site.addresses
    pages = listed(2 * LONGEST_SITEMAP)
    before, after = (
        {(piece.pages[0].paths["en"], len(piece.pages)) for piece in sitemap_pieces(addresses, found)}
        for found in (pages, [*pages[:100], Listed({"en": "demo/more/", "zh": "zh/demo/more/"}), *pages[100:]])
    )

    assert len(before) > 5
    assert 1 <= len(after - before) <= 2


# --- linked data -----------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_linked_data_says_what_the_page_says_and_ends_no_script(locale, html):
    path = f"{PREFIX[locale]}{ENTRY}/"
    tree = parsed(html[path])
    (script,) = tree.css('script[type="application/ld+json"]')
    assert not re.search("[<>&]", script.text())
    article, way = json.loads(script.text())["@graph"]

    assert article["@type"] == "TechArticle"
    assert article["headline"].startswith({"en": 'A </script><!-- word & "one"', "zh": "把单词 </script><!--"}[locale])
    assert article["headline"] in tree.css_first("h1").text()
    assert article["inLanguage"] == tree.css_first("html").attributes["lang"]
    assert article["url"] == tree.css_first("link[rel=canonical]").attributes["href"]
    assert article["description"] == tree.css_first("meta[name=description]").attributes["content"]
    assert (article["datePublished"], article["dateModified"]) == ("2026-11-21", "2026-12-02")
    assert article["license"] == tree.css_first("a[rel=license]").attributes["href"]
    assert article["about"][0]["name"] == tree.css_first(".fb-terminal code").text()
    assert [step["item"] for step in way["itemListElement"]] == [
        f"{ADDRESS}{PREFIX[locale]}{rest}" for rest in ("", "demo/", f"{ENTRY}/")
    ]
    assert not re.search("rating|review|author", script.text(), re.IGNORECASE), "nothing that nobody said"


# --- languages, and what stands in a head ----------------------------------------------------------


def faults(html):
    """Return what is wrong with the languages of pages: page by page, and between a page and its translation."""
    return [f"{path or 'home'}: {what}" for path, text in html.items() for what in _faults_of(path, parsed(text), html)]


def _faults_of(path, tree, html):
    locale = locale_of(path)
    plain = path.removeprefix("zh/")
    if tree.css_first("html").attributes["lang"] != locale:
        yield "lang"
    if [node.attributes["href"] for node in tree.css("link[rel=canonical]")] != [ADDRESS + path]:
        yield "canonical"
    links = [(node.attributes["hreflang"], node.attributes["href"]) for node in tree.css("link[hreflang]")]
    both = {"en": plain, "zh": f"zh/{plain}"}
    wanted = {**{code: ADDRESS + other for code, other in both.items()}, "x-default": ADDRESS + plain}
    if path == "404.html":
        wanted = {}
    elif set(both.values()) - html.keys():
        yield "translation"
    if sorted(links) != sorted(wanted.items()):
        yield "hreflang"
    yield from _card_faults(path, tree, locale)
    if not path.endswith("404.html"):
        yield from _text_faults(tree, locale)


def _card_faults(path, tree, locale):
    title = tree.css_first("title").text()
    (card,) = metas(tree, "og:title")
    if title not in (f"{card} - {NAME[locale]}", card):
        yield "og:title"
    if metas(tree, "og:description") != [tree.css_first("meta[name=description]").attributes["content"]]:
        yield "og:description"
    expected = {"og:locale": [TERRITORY[locale]], "og:site_name": [NAME[locale]], "og:url": [ADDRESS + path]}
    if path != "404.html":
        expected["og:type"] = ["article" if path.endswith(f"{ENTRY}/") else "website"]
        expected["og:locale:alternate"] = [TERRITORY["en" if locale == "zh" else "zh"]]
    yield from (name for name, values in expected.items() if metas(tree, name) != values)
    for rel, name in (('alternate"][type="application/atom+xml', "feed.xml"), ("manifest", "manifest.webmanifest")):
        targets = [urljoin(ADDRESS + path, node.attributes["href"]) for node in tree.css(f'link[rel="{rel}"]')]
        if path == "404.html":  # its addresses begin at the server's root
            targets = [urljoin(ADDRESS, target) for target in targets]
        if targets != [f"{ADDRESS}{PREFIX[locale]}{name}"]:
            yield name


def _text_faults(tree, locale):
    """Yield headings in another language than the page's, and dates that are written as in another one."""
    for part in tree.css(".md-content [lang]"):
        part.decompose()
    for node in tree.css(".md-content h2"):
        is_symptom = node.css_first("code") is not None
        if not is_symptom and bool(HAN.search(node.text())) != (locale == "zh"):
            yield f"heading {node.text()}"
    for node in tree.css("time"):
        day = node.attributes["datetime"]
        if node.text() not in (day, format_date(date.fromisoformat(day), format="long", locale=locale)):
            yield f"date {node.text()}"


def test_every_page_is_in_one_language_and_says_so(html):
    assert {"", "zh/", "about/", "zh/about/", f"zh/{ENTRY}/", "404.html", "zh/e/first-entry/"} <= html.keys()

    assert faults(html) == []


# A fault in one page: its path, what stands there, what would be wrong, and what is said of it.
DAMAGE = [
    (f"zh/{ENTRY}/", 'lang="zh" class="no-js"', 'lang="en" class="no-js"', "lang"),
    ("zh/about/", 'lang="zh" class="no-js"', 'lang="zh-TW" class="no-js"', "lang"),
    ("zh/myths/", f'canonical" href="{ADDRESS}zh/', f'canonical" href="{ADDRESS}', "canonical"),
    (f"{ENTRY}/", f'"x-default" href="{ADDRESS}', f'"x-default" href="{ADDRESS}zh/', "hreflang"),
    ("zh/", 'hreflang="x-default"', 'hreflang="en"', "hreflang"),
    ("zh/e/first-entry/", 'content="zh_CN"', 'content="zh_TW"', "og:locale"),
    (f"zh/{ENTRY}/", 'alternate" content="en_US"', 'alternate" content="zh_CN"', "og:locale:alternate"),
    ("about/", f'og:url" content="{ADDRESS}', f'og:url" content="{ADDRESS}zh/', "og:url"),
    (f"{ENTRY}/", 'content="article"', 'content="website"', "og:type"),
    ("zh/browse/", 'og:site_name" content="演示"', 'og:site_name" content="Demo"', "og:site_name"),
    ("zh/demo/", 'og:title" content="示例"', 'og:title" content="Demonstrations"', "og:title"),
    (f"zh/{ENTRY}/", "zh/feed.xml", "feed.xml", "feed.xml"),
    ("about/", "manifest.webmanifest", "zh/manifest.webmanifest", "manifest.webmanifest"),
    (f"zh/{ENTRY}/", "2026年12月2日", "December 2, 2026", "date December 2, 2026"),
    (f"{ENTRY}/", "November 21, 2026", "21/11/2026", "date 21/11/2026"),
    (f"zh/{ENTRY}/", ">变更记录<", ">History<", "heading History"),
]


@pytest.mark.parametrize(("path", "old", "new", "what"), DAMAGE)
def test_a_page_that_is_wrong_is_found(path, old, new, what, html):
    assert old in html[path]

    damaged = faults({**html, path: html[path].replace(old, new)})

    assert set(damaged) == {f"{path or 'home'}: {what}"}


def test_a_page_without_its_translation_is_found(html):
    assert "about/: translation" in faults({path: text for path, text in html.items() if path != "zh/about/"})


def test_there_is_one_404_in_both_languages(site, html):
    assert [file.relative_to(site).as_posix() for file in site.rglob("404.html")] == ["404.html"]
    tree = parsed(html["404.html"])
    assert tree.css_first("meta[name=robots]").attributes["content"] == "noindex"
    sections = {node.attributes["lang"]: node for node in tree.css(".md-content section")}
    assert list(sections) == ["en", "zh"]
    for locale, section in sections.items():
        assert bool(HAN.search(section.text())) == (locale == "zh")
        for link in section.css("a"):
            assert link.attributes["href"].startswith(f"/below/errors/{PREFIX[locale]}")


# --- an older translation --------------------------------------------------------------------------


def test_only_the_older_page_says_so_and_leads_to_the_original(site, html):
    chinese, english = (parsed(html[f"{PREFIX[locale]}{ENTRY}/"]) for locale in ("zh", "en"))
    banner = chinese.css_first(".fb-older")

    assert "英语原文又有改动" in banner.text()
    assert urljoin(f"{ADDRESS}zh/{ENTRY}/", banner.css_first("a").attributes["href"]) == f"{ADDRESS}{ENTRY}/"
    assert english.css_first(".fb-older") is None
    assert "> 上次核对译文之后" in (site / "zh" / ENTRY / "index.md").read_text(encoding="utf-8")
    assert "compared" not in (site / ENTRY / "index.md").read_text(encoding="utf-8")


# --- manifest, robots.txt, browser -----------------------------------------------------------------


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_a_manifest_leads_home_below_any_path(locale, site):
    path = f"{ADDRESS}{PREFIX[locale]}manifest.webmanifest"
    manifest = json.loads(file_at(site, path).read_text(encoding="utf-8"))

    assert (manifest["name"], manifest["lang"]) == (NAME[locale], locale)
    assert urljoin(path, manifest["start_url"]) == ADDRESS + PREFIX[locale]
    assert urljoin(path, manifest["scope"]) == ADDRESS
    for icon in manifest["icons"]:
        assert file_at(site, urljoin(path, icon["src"])).read_bytes().startswith(b"<svg")
    palette = next(site.glob("assets/stylesheets/palette.*.css")).read_text(encoding="utf-8")
    assert f"primary=blue-grey]{{--md-primary-fg-color:{manifest['theme_color']}" in palette


def test_robots_txt_says_where_the_sitemap_is(site):
    lines = (site / "robots.txt").read_text(encoding="utf-8").splitlines()
    (sitemap,) = (line.removeprefix("Sitemap: ") for line in lines if line.startswith("Sitemap: "))

    assert lines[:2] == ["User-agent: *", "Allow: /"]
    assert file_at(site, sitemap).is_file()


@pytest.mark.browser
def test_a_browser_fetches_neither_feed_nor_sitemap_and_still_finds_the_feed(site, driver):
    with served(site) as address:
        driver.get(f"{address}zh/{ENTRY}/")
        names = "return performance.getEntriesByType('resource').map(entry => entry.name)"
        restored = "return document.querySelectorAll('link[rel=alternate][type=\"application/atom+xml\"]').length"
        WebDriverWait(driver, 20).until(lambda found: found.execute_script(restored) == 1)
        fetched = driver.execute_script(names)

        assert any(name.endswith(".css") for name in fetched)
        assert driver.get_log("browser") == []
        assert not [name for name in fetched if name.endswith((".xml", ".txt", ".md"))]


@pytest.mark.browser
def test_a_page_opened_from_a_folder_reports_no_error(site, driver):
    driver.get(f"file://{site}/zh/{ENTRY}/index.html")
    loaded = "return document.readyState == 'complete' && document.body.innerText.includes('ValueError')"
    WebDriverWait(driver, 20).until(lambda found: found.execute_script(loaded))
    # What Chromium does after loading, such as asking for a manifest, it has done when the next page is there.
    driver.get(f"file://{site}/zh/myths/index.html")

    assert [line["message"] for line in driver.get_log("browser")] == []

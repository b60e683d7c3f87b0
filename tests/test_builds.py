"""Building: the same bytes every time, only what changed, nothing half done, nothing of others lost."""

import json
import re
import subprocess
import sys

import pytest
from real import ROOT, SETTINGS, build_real, generator
from recorded import CPU, commit, evidence_of
from selectolax.lexbor import LexborHTMLParser

from generator.evidence.records import Raised


def test_a_second_build_writes_nothing(real_site):
    done = build_real(real_site)
    assert ": 0 written, 0 deleted" in done.stdout


def test_a_build_from_nothing_gives_the_same_bytes(real_site, tmp_path):
    target = tmp_path / "site"  # with caches of its own, and another order of sets
    done = build_real(target)
    assert done.returncode == 0, done.stdout + done.stderr

    first, second = (
        {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}
        for site in (real_site, target)
    )
    assert sorted(first) == sorted(second)
    assert [uri for uri in first if first[uri] != second[uri]] == []


def test_mkdocs_by_itself_says_what_to_run(tmp_path):
    settings = {name: value for name, value in SETTINGS.items() if name != "PYTHONPATH"}  # as its own command has it
    done = subprocess.run(
        [sys.executable, "-P", "-m", "mkdocs", "build", "-f", ROOT / "mkdocs.yml", "-d", tmp_path / "site"],
        env=settings,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.endswith("is started by the generator: run `make site`\n")
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "site").exists()


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
    assert "{{ 7*7 }}" in page.css_first("h1").text()


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


def test_an_exception_that_prints_nothing_has_its_page(good_content, tmp_path):
    """Its class has no name and it has no message: `raise type("", (Exception,), {})`."""
    root, target = good_content(tmp_path), tmp_path / "site"
    nameless = {"exit_code": 1, "exception": Raised(classes=("", "Exception"), message="", line="")}
    commit(root, evidence_of(root, CPU, reproduce=nameless, claim=nameless))

    done = generator("build", "--verify", "never", "--content", root, "--site", target, cwd=tmp_path)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "saw: an exception whose class has no name" in done.stdout
    assert (target / "browse/index.html").is_file()


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

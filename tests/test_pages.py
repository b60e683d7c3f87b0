"""Hand-written pages: what cannot be published is refused with its place, before MkDocs sees it."""

import os
import subprocess
import tempfile
from pathlib import Path

import pytest
from real import generator
from test_checks import without_privileges

from generator.checks import check_content
from generator.checks.names import OWN_FOLDERS
from generator.checks.pages import OWN_FILES
from generator.content.loader import load_content
from generator.content.pages import MAX_LINE, load_pages
from generator.judge.permalinks import OWN_FILES as FILES_AMONG_PERMALINKS
from generator.problems import format_problems
from generator.render.frame import theme
from generator.render.frame.theme import ThemeError, build_theme


@pytest.fixture
def root(good_content, tmp_path) -> Path:
    root = good_content(tmp_path)
    (root / "pages").mkdir()
    return root


def shown(root: Path) -> list[str]:
    """Return what check says of hand-written pages: file and code."""
    found = [problem for problem in check_content(load_content(root)) if problem.severity == "error"]
    return [f"{problem.location.path.partition('/pages')[2]} {problem.code}" for problem in found]


def build(root: Path) -> subprocess.CompletedProcess[str]:
    arguments = ("build", "--verify", "never", "--content", root, "--site", root.parent / "site")
    return generator(*arguments, cwd=root.parent)


# --- what is no file of the folder -------------------------------------------------------------


@pytest.mark.parametrize("name", ["page.md", "picture.png", "sub/page.md"])
@pytest.mark.parametrize("kind", ["pipe", "pipe behind a link", "device", "endless device", "link out", "loop"])
def test_only_files_of_the_folder_are_published(root, kind, name):
    path = root / "pages" / name
    path.parent.mkdir(exist_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    else:
        os.mkfifo(root / "pipe")
        target = {"pipe behind a link": root / "pipe", "device": "/dev/null", "endless device": "/dev/zero"}
        path.symlink_to({**target, "link out": "/etc/hostname", "loop": path.name}[kind])

    assert shown(root) == [f"/{name} PAGE004"]
    done = build(root)
    assert done.returncode == 1
    assert f"pages/{name}:1:1: PAGE004" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_linked_folder_is_refused_wherever_it_leads(root):
    (root / "pages/sub").mkdir()
    (root / "pages/sub/above").symlink_to("..")
    (root / "pages/there").symlink_to("sub")
    (root / "pages/etc").symlink_to("/etc")

    assert shown(root) == ["/etc PAGE004", "/sub/above PAGE004", "/there PAGE004"]


def test_the_folder_itself_does_not_lead_out(root, tmp_path):
    (root / "pages").rmdir()
    (tmp_path / "elsewhere").mkdir()
    (root / "pages").symlink_to(tmp_path / "elsewhere")

    assert shown(root) == [" PAGE004"]


@pytest.mark.parametrize(
    "name", [b"\xff.md", b"\xff.png", b"\xff/a.md", b"a\nb.md", b"a\tb.png", "a\u202eb.md".encode()]
)
def test_a_name_that_cannot_be_shown_is_refused(root, name):
    path = root / "pages" / os.fsdecode(name)
    path.parent.mkdir(exist_ok=True)
    path.write_text("# A\n")
    problems = check_content(load_content(root))

    assert [problem.code for problem in problems] == ["PAGE004"]
    assert len(format_problems(problems).encode().splitlines()) == 2


def test_what_may_not_be_read_is_refused(good_content):
    with tempfile.TemporaryDirectory() as folder:  # pytest's own folders are closed to others
        Path(folder).chmod(0o755)
        root = good_content(Path(folder))
        for name in ("pages/shut", "pages"):
            (root / name).mkdir(parents=True, exist_ok=True)
        for name in ("page.md", "picture.png"):
            (root / "pages" / name).write_text("# A\n")
            (root / "pages" / name).chmod(0)
        (root / "pages/shut").chmod(0)
        with without_privileges():
            found = shown(root)
        (root / "pages/shut").chmod(0o755)

    assert found == ["/page.md PAGE004", "/picture.png PAGE004", "/shut PAGE004"]


def test_what_is_hidden_is_left_alone(root):
    (root / "pages/.#page.md").symlink_to("somebody@somewhere:1")  # a lock of Emacs
    (root / "pages/.drafts").mkdir()
    os.mkfifo(root / "pages/.drafts/page.md")
    (root / "pages" / os.fsdecode(b".\xff.md")).write_text("# A\n")

    assert shown(root) == []
    assert build(root).returncode == 0


# --- what is in a page -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "word " * 210_000,
        "# A\n\n" + "[" * 20_000,
        "# A\n\n" + "x" * (MAX_LINE + 1),
        "".join("    " * depth + "- a\n" for depth in range(400)),
        "".join("\t" * depth + "1. a\n" for depth in range(400)),
        "".join("    " * depth + "!!! note\n" for depth in range(400)),
        "1. " * 1_000 + "a\n",
        "- > " * 300 + "a\n",
        ">" * 300 + "a\n",
    ],
)
def test_what_markdown_would_not_end_with_is_refused(root, text):
    (root / "pages/page.md").write_text(text)

    assert shown(root) == ["/page.md PAGE003"]


def test_pages_of_other_endings_are_pages_too(root):
    (root / "pages/page.markdown").write_text("---\ntemplate: gone.html\n---\n# A\n")

    assert shown(root) == ["/page.markdown PAGE002"]


def test_what_no_check_foresees_names_the_page_and_shows_no_traceback(root):
    (root / "pages/page.md").write_text('<div markdown="1">\n' * 600 + "a\n" + "</div>\n" * 600)
    assert shown(root) == []

    done = build(root)

    assert done.returncode == 1
    assert "pages/page.md: MkDocs could not build this: RecursionError" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (root.parent / "site").exists()


def test_mkdocs_is_not_waited_for_without_end(root, tmp_path, monkeypatch):
    content = load_content(root)
    monkeypatch.setattr(theme, "PATIENCE", 0.01)

    with pytest.raises(ThemeError, match="shorten their paragraphs"):
        build_theme(content, content.site, cache=tmp_path / "cache")


# --- addresses ---------------------------------------------------------------------------------


def test_an_address_is_where_mkdocs_puts_the_file(root):
    names = (
        *("a.md", "a.zh.md", "v.1.2.md", "关于.md", "sub/README.md", "sub/README.zh.md", "sub.zh/b.md", "c.en.md"),
        *("index.zh.md", "photo.png", "photo.zh.png", "LICENSE", "d/index.zh.md", "e f/g.markdown"),
    )
    for name in names:
        (root / "pages" / name).parent.mkdir(exist_ok=True)
        (root / "pages" / name).write_text("# A\n", encoding="utf-8")

    done = build(root)

    assert done.returncode == 0, done.stderr
    places = {file.name: ("zh/" if file.suffix == "zh" else "") + file.uri for file in load_pages(root).files}
    assert sorted(places) == sorted(names)
    assert [name for name, uri in places.items() if not (root.parent / "site" / uri).is_file()] == []


def test_a_file_in_the_place_of_a_folder_of_pages_is_refused(root):
    (root / "pages/about").write_text("")
    (root / "pages/about.md").write_text("# A\n")
    (root / "pages/api").write_text("")

    assert shown(root) == ["/about.md PAGE005", "/api PAGE005"]


def test_pages_named_for_another_first_language_are_refused(root):
    (root / "pages/index.md").write_text("# Home\n")
    (root / "pages/index.zh.md").write_text("# 首页\n", encoding="utf-8")
    site = root / "site.yaml"
    english, chinese = "  - {code: en, name: English}\n", "  - {code: zh, name: 中文}\n"
    text = site.read_text(encoding="utf-8").replace(english + chinese, chinese + english)
    site.write_text(text, encoding="utf-8")

    assert shown(root) == ["/index.zh.md PAGE005"]
    (root / "pages/index.md").rename(root / "pages/index.en.md")
    (root / "pages/index.zh.md").rename(root / "pages/index.md")
    assert build(root).returncode == 0


@pytest.mark.parametrize("name", ["about.md", "about.zh.md", "sub/README.zh.markdown", "index.md"])
def test_a_dead_link_to_a_file_of_the_site_is_located_in_the_page_that_has_it(root, name):
    page = root / "pages" / name
    page.parent.mkdir(exist_ok=True)
    page.write_text("# A\n\nSee [this](site:api/v1/gone.json).\n")

    done = build(root)

    assert done.returncode == 1
    assert f"pages/{name}:3:12: LINK001 the site has no file 'api/v1/gone.json'" in done.stdout


def test_every_folder_and_file_of_the_site_is_known_to_the_check(root):
    assert build(root).returncode == 0

    site = root.parent / "site"
    made = {path.name for path in site.iterdir()} - {"index.html", "zh", "demo"}
    assert made <= {*OWN_FOLDERS, *OWN_FILES}
    assert {path.name for path in (site / "e").iterdir() if path.is_file()} == FILES_AMONG_PERMALINKS


# --- MkDocs gets what was looked at, and nothing else --------------------------------------------


def test_mkdocs_reads_no_entries(root, tmp_path):
    content = load_content(root)
    (root / "site.yaml").unlink()
    next(root.glob("entries/*/*/entry.yaml")).write_text("title: [")

    folder = build_theme(content, content.site, cache=tmp_path / "cache")

    assert 'browse/"' in (folder / "index.html").read_text(encoding="utf-8")

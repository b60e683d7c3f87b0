"""Where things are in the site: paths that are promises, and relative links between them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import urlsplit

from generator.content.model import Site

API = "api/v1"


@dataclass(frozen=True, slots=True)
class Addresses:
    """Paths inside one site. A page's path ends with a slash; a file's does not."""

    site: Site
    default: str = field(init=False, repr=False, compare=False)
    """The language of the site's root."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "default", self.site.locale_codes[0])

    def prefix(self, locale: str) -> str:
        """Return the folder of a language: nothing for the default one."""
        return "" if locale == self.default else f"{locale}/"

    def entry(self, entry_id: str, locale: str) -> str:
        """Return the path of an entry's page."""
        return f"{self.prefix(locale)}{entry_id}/"

    def runs(self, entry_id: str, locale: str) -> str:
        """Return the path of the page of an entry's programs and what they printed."""
        return f"{self.entry(entry_id, locale)}runs/"

    def domain(self, domain: str, locale: str) -> str:
        """Return the path of a domain's index page."""
        return f"{self.prefix(locale)}{domain}/"

    def permalink(self, name: str, locale: str | None = None) -> str:
        """Return the path of a permalink; without a locale, the one to put into messages."""
        return f"{self.permalinks(locale or self.default)}{name}/"

    def permalinks(self, locale: str) -> str:
        """Return the path of the index of permalinks."""
        return f"{self.prefix(locale)}e/"

    def find(self, locale: str) -> str:
        """Return the path of the page with the look-up box: the home page."""
        return self.prefix(locale)

    def wordings(self, locale: str) -> str:
        """Return the path of the list of all wordings."""
        return self.browse(locale, "wordings")

    def start(self, locale: str) -> str:
        """Return the path of the questions for readers without a message."""
        return f"{self.prefix(locale)}start/"

    def myths(self, locale: str, domain: str = "") -> str:
        """Return the path of the list of myths, or of those of a domain."""
        return f"{self.prefix(locale)}myths/{domain}{'/' if domain else ''}"

    def myth(self, slug: str, claim: str, locale: str) -> str:
        """Return the path of a myth's page, by the last part of its entry's id and the id of the claim."""
        return f"{self.myths(locale)}{slug}/{claim}/"

    def data(self, locale: str) -> str:
        """Return the path of the page of all that programs can fetch."""
        return f"{self.prefix(locale)}data/"

    def downloads(self, locale: str) -> str:
        """Return the path of the page from which the package is installed, and of the folder with the wheel."""
        return f"{self.prefix(locale)}downloads/"

    def linking(self, locale: str) -> str:
        """Return the path of the page for people who put a link into a message."""
        return f"{self.prefix(locale)}link/"

    def browse(self, locale: str, name: str = "") -> str:
        """Return the path of a way into the entries, or of the list of them."""
        return f"{self.prefix(locale)}browse/{name}{'/' if name else ''}"

    def changes(self, locale: str, package: str, older: str, newer: str) -> str:
        """Return the address of what changes from one version of a package to another."""
        return self.browse(locale, f"versions/{package}/{older}-to-{newer}")

    def codes(self, locale: str, library: str = "") -> str:
        """Return the path of a library's status codes, or of the list of libraries."""
        return f"{self.prefix(locale)}codes/{library}{'/' if library else ''}"

    def evidence(self, locale: str, environment: str = "") -> str:
        """Return the path of an environment's page, or of the table of all runs."""
        return f"{self.prefix(locale)}evidence/{environment}{'/' if environment else ''}"

    def markdown(self, entry_id: str, locale: str) -> str:
        """Return the path of an entry's Markdown download."""
        return f"{self.entry(entry_id, locale)}index.md"

    def share_image(self, path: str) -> str:
        """Return the path of the picture that stands beside a link to a page."""
        return f"{path}share.png"

    def badge(self, entry_id: str, locale: str) -> str:
        """Return the path of the badge that shows an entry's verdict."""
        return f"{self.entry(entry_id, locale)}badge.svg"

    def answers(self, entry_id: str, locale: str) -> str:
        """Return the path of the script with an entry's answers to copy."""
        return f"{self.entry(entry_id, locale)}answers.js"

    def rows_script(self, locale: str) -> str:
        """Return the path of the script that fills "Which row is mine?" on the pages of entries."""
        return f"assets/rows.{locale}.js"

    def feed(self, locale: str) -> str:
        """Return the path of the Atom feed of changes."""
        return f"{self.prefix(locale)}feed.xml"

    def manifest(self, locale: str) -> str:
        """Return the path of the web manifest."""
        return f"{self.prefix(locale)}manifest.webmanifest"

    def llms(self, locale: str, number: int = 1) -> str:
        """Return the path of the overview for language models, or of a further piece of it."""
        return f"{self.prefix(locale)}llms{_piece(number)}.txt"

    def llms_full(self, locale: str, number: int = 1) -> str:
        """Return the path of the entries' Markdown in one file, or of a further piece of it."""
        return f"{self.prefix(locale)}llms-full{_piece(number)}.txt"

    def names(self, number: int = 1) -> str:
        """Return the path of the names below `/e/` as a script, or of a further piece of it."""
        return f"{self.permalinks(self.site.locale_codes[0])}names{_piece(number)}.js"

    def program(self, entry_id: str, name: str) -> str:
        """Return the path of one of an entry's programs: the same for every language."""
        return f"{entry_id}/{name}"

    def json(self, entry_id: str) -> str:
        """Return the path of an entry's JSON download."""
        return f"{API}/entries/{entry_id}.json"

    def rooted(self, path: str) -> str:
        """Return the address of a path from the server's root: right at any depth, on any host."""
        return urlsplit(self.site.address).path + path

    def absolute(self, path: str) -> str:
        """Return the full address of a path."""
        return self.site.address + path


def _piece(number: int) -> str:
    """Return what stands in the name of a file that is cut into pieces: the first has the name of the whole."""
    return "" if number == 1 else f"-{number}"


def file_of(path: str) -> str:
    """Return the file that a server answers a path with."""
    return f"{path}index.html" if path == "" or path.endswith("/") else path


def base_of(path: str) -> str:
    """Return the relative way from a page back to the site's root, without a closing slash."""
    depth = path.count("/")
    return "/".join([".."] * depth) or "."


@lru_cache(maxsize=1 << 12)
def relative(source: str, target: str) -> str:
    """Return the relative link from one path of the site to another."""
    here, (*there, name) = source.split("/")[:-1], target.split("/")
    same = 0
    while same < min(len(here), len(there)) and here[same] == there[same]:
        same += 1
    way = "../" * (len(here) - same) + "".join(f"{folder}/" for folder in there[same:])
    return f"{way}{name}" or "./"

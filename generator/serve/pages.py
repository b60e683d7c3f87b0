"""What the server answers with: files of the site, and a script that loads a page again after a rebuild."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any

from livereload.handlers import LiveReloadHandler, LiveReloadJSHandler, StaticFileHandler
from livereload.server import LiveScriptInjector
from livereload.watcher import Watcher
from tornado.web import Application, HTTPError

from generator.serve.address import base_path

NOTHING_YET = "There is no site yet. The terminal says whether it is being built, or what is wrong with the content."


def application(site_dir: Path, show_now: Callable[[str], Awaitable[None]]) -> Application:
    """Return the server's answers for a folder that holds a site, or will; `show_now` brings a page up to date."""
    LiveReloadHandler.watcher = Watcher()  # it asks this for the name of what changed
    pages = {"path": str(site_dir), "default_filename": "index.html", "show_now": show_now}
    return Application(
        [("/livereload", LiveReloadHandler), ("/livereload.js", LiveReloadJSHandler), ("/(.*)", PageHandler, pages)],
        transforms=[ReloadedPage],
    )


def reload_pages() -> None:
    """Have every page that is open in a browser loaded again."""
    LiveReloadHandler.reload_waiters()


class PageHandler(StaticFileHandler):  # type: ignore[misc]  # livereload has no types
    """Answers as the site's host does: below the path of its address too, and with its own 404 page."""

    def initialize(self, show_now: Callable[[str], Awaitable[None]], **named: Any) -> None:
        """Take what brings a page up to date, besides what a server of files takes."""
        super().initialize(**named)
        self._show_now = show_now

    async def get(self, path: str, include_body: bool = True) -> None:  # noqa: FBT001, FBT002 - as tornado has it
        """Answer with a page as it is now, also while the site is being rebuilt."""
        await self._show_now(self._below(path))
        await super().get(path, include_body)

    def compute_etag(self) -> None:
        """Give none: it would be of another reading of the file, and every page is sent whole."""

    def get_content_size(self) -> int:
        """Read the file, once: a rebuild may replace it by one of another size before it is sent."""
        self._content = Path(self.absolute_path).read_bytes()
        return len(self._content)

    def get_content(self, _path: str, start: int | None = None, end: int | None = None) -> bytes:
        """Return a part of what was read."""
        return self._content[start:end]

    def parse_url_path(self, url_path: str) -> str:
        """Return the file for an address, with or without the path below which the site is published."""
        if "\0" in url_path:
            raise HTTPError(HTTPStatus.BAD_REQUEST)
        return str(super().parse_url_path(self._below(url_path)))

    def _below(self, url_path: str) -> str:
        """Return a path of the site for one below the path of its address, too."""
        below = base_path(Path(self.root))
        is_below = f"{url_path}/".startswith(below) and not self._is_there(url_path)
        return url_path[len(below) :] if is_below else url_path

    def _is_there(self, url_path: str) -> bool:
        try:
            return Path(f"{self.root}/{url_path}").exists()
        except OSError:  # a name that is too long, say
            return False

    def write_error(self, status_code: int, **named: Any) -> None:
        """Answer with the site's page, where there is one for this."""
        page = Path(self.root) / "404.html"
        if status_code not in (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND):
            super().write_error(status_code, **named)
        elif page.is_file():
            self.set_status(HTTPStatus.NOT_FOUND)
            self.finish(page.read_bytes())
        else:
            self.set_status(HTTPStatus.SERVICE_UNAVAILABLE)
            self.set_header("Refresh", "2")
            self.finish(NOTHING_YET)


class ReloadedPage(LiveScriptInjector):  # type: ignore[misc]  # livereload has no types
    """Gives each page the script that loads it again after a rebuild."""

    script = b'<script src="/livereload.js" async></script>'

"""Show the site on this machine: rebuild what changes in content and templates, and reload the page."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path
from typing import Any

import click
from livereload import Server
from livereload.handlers import StaticFileHandler

from generator.build import InvalidContentError, build_site, load_valid
from generator.inputs import ROOT
from generator.plate import PlateError
from generator.problems import format_problems
from generator.publish import PublishError
from generator.theme import ThemeError
from generator.unchanged import was_built_from

WATCHED = ("**/*.yaml", "**/*.md", "**/*.py", "**/*.html", "**/*.css", "**/*.po", "**/*.json")


class PageHandler(StaticFileHandler):  # type: ignore[misc]  # livereload has no types
    """Answers a missing address with the site's own 404 page, as its host does."""

    def write_error(self, status_code: int, **named: Any) -> None:
        """Answer with the site's page, where there is one for this."""
        page = Path(self.root) / "404.html"
        if status_code == HTTPStatus.NOT_FOUND and page.is_file():
            self.finish(page.read_bytes())
        else:
            super().write_error(status_code, **named)


def serve_site(content: Path, site_dir: Path, port: int) -> None:
    """Build where something changed, serve on 127.0.0.1 until interrupted, and rebuild after each change."""

    def rebuild() -> None:
        try:
            loaded, _warnings = load_valid(content)
            built = build_site(loaded, site_dir)
        except InvalidContentError as error:
            click.echo(format_problems(error.problems), err=True)
            click.echo(f"Error: {error}", err=True)
        except (ThemeError, PlateError, PublishError) as error:
            click.echo(f"Error: {error}", err=True)
        else:
            click.echo(f"{built.published.written} files written, {built.published.deleted} deleted")

    if before := was_built_from(site_dir, content):
        click.echo(f"nothing changed since the last build: {before.pages} pages")
    else:
        rebuild()
    server = Server()
    server.SFH = PageHandler
    for folder in (content, ROOT / "templates", ROOT / "site_overrides"):
        for pattern in WATCHED:
            server.watch(str(folder / pattern), rebuild)
    click.echo(f"serving {site_dir}/ on http://127.0.0.1:{port}/ (stop with Ctrl-C)")
    server.serve(root=str(site_dir), host="127.0.0.1", port=port)

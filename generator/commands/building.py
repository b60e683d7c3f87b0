"""The work of `generator build`: build, say what came of it."""

from __future__ import annotations

from pathlib import Path

from generator.build.loading import InvalidContentError
from generator.build.pool import WorkerLostError
from generator.build.scan import Scan
from generator.build.site import Built, Wanted, build_site
from generator.commands.report import count_lines
from generator.commands.shared import fail
from generator.problems import ReportFormat, format_problems
from generator.publish.writer import PublishError
from generator.render.frame.layout import LayoutError
from generator.render.frame.theme import ThemeError
from generator.store import StoreError
from generator.terminal.progress import shown_progress


def build_or_exit(
    content: Path, form: ReportFormat, address: str | None, site_dir: Path, seen: Scan, wanted: Wanted
) -> Built:
    """Build the site; where that fails, say why and end. `seen` are the inputs as they were found just now."""
    try:
        with shown_progress() as progress:
            return build_site(content, site_dir, address, progress, seen, wanted)
    except (InvalidContentError, ThemeError, LayoutError, PublishError, StoreError, WorkerLostError) as error:
        fail(error, form)


def said_of(built: Built, form: ReportFormat) -> tuple[str, ...]:
    """Return the warnings, and the counts of what was built."""
    shown = format_problems(built.warnings, form) if built.warnings or form == "json" else ""
    return *((shown,) if shown else ()), *count_lines(built)

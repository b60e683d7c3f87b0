"""Start an entry: a folder whose files show every key that must be filled in."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from jinja2 import Environment, StrictUndefined

from generator.content.loader import ENTRY_FILE, SITE_FILE, load_content
from generator.content.lookup_cases import start_case
from generator.content.model import ID_PATTERN, MAX_NAME
from generator.paths import ROOT
from generator.terminal.hints import make_command

TEMPLATE = ROOT / "templates" / "new_entry.yaml"


class ScaffoldError(Exception):
    """The entry cannot be started."""


def start_entry(content: Path, entry_id: str) -> list[Path]:
    """Write the files of a new entry and return them: texts, program, test of look-up. Raises ScaffoldError."""
    domain, _slash, slug = entry_id.partition("/")
    if not all(re.fullmatch(ID_PATTERN, word) for word in (domain, slug)):
        raise ScaffoldError(f"'{entry_id}' is not an id: write <domain>/<slug>, lower-case words joined by hyphens")
    if len(slug) > MAX_NAME:
        raise ScaffoldError(f"'{slug}' has more than {MAX_NAME} characters: choose a shorter slug")
    folder = content / "entries" / domain / slug
    if folder.exists():
        raise ScaffoldError(f"{folder} is there already: edit it, or choose another slug")
    site = load_content(content).site
    if site is None:
        raise ScaffoldError(f"{content / SITE_FILE} cannot be used: run `{make_command('check', content)}`")
    if domain not in site.domains:
        raise ScaffoldError(f"domain '{domain}' is not in {content / SITE_FILE}; there are: {', '.join(site.domains)}")
    folder.mkdir(parents=True)
    environment = Environment(undefined=StrictUndefined, autoescape=False)  # noqa: S701 - the result is YAML
    template = environment.from_string(TEMPLATE.read_text(encoding="utf-8"))
    path = folder / ENTRY_FILE
    path.write_text(template.render(today=datetime.now(UTC).date().isoformat(), site=site) + "\n", encoding="utf-8")
    program = '"""One line: what this program shows."""\n\nint("TODO")\n'
    (folder / "reproduce.py").write_text(program, encoding="utf-8")
    case = start_case(content, slug)
    return [path, folder / "reproduce.py", *([case] if case else [])]

"""What pages of the theme do without: icons and scripts that every page would repeat, and the spaces between elements.

An icon becomes an empty element of the same size, and its drawing a mask in the style sheet, which a browser
fetches once, as it does with the file that the theme's scripts are put into. Measured in docs/decisions/0018 and 0019.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import BaseLoader, Environment, TemplateNotFound

ICONS = ".icons/"  # the folder of the theme's templates that holds its drawings
SHEET = "assets/faultbook.css"
FRAME = "assets/frame.js"
SCRIPTS = "partials/javascripts/"  # where the theme keeps what it writes into pages
SCRIPT = re.compile(r"<script>(.*)</script>", re.DOTALL)
# Where the site begins: the theme says it relative to each page, a file can say it relative to itself.
SCOPE = re.compile(r'new URL\("\{\{[^}]*\}\}",location\)')
SCOPE_OF_FRAME = 'new URL("..",document.currentScript.src)'
# Blanks count in these where they have several lines: code as it is shown, a copy button with a text as an attribute.
AS_IT_IS = re.compile(r"<(pre|textarea|script|style|code|button)\b(?![^\n]*</\1>)")
# Before and after these, a page shows no blank anyway.
BLOCKS = (
    "p|div|ul|ol|li|h[1-6]|table|thead|tbody|tr|td|th|section|details|summary|figure|dl|dt|dd|nav|fb-part|fb-or|fb-end"
)
AT_A_BLOCK = re.compile(rf"\n(?=</?(?:{BLOCKS})\b)")
SIZE = re.compile(r'viewBox="([^"]*)"')


def icon_class(template: str) -> str:
    """Return the class of an icon by its template: `.icons/material/menu.svg` → `fb-icon-material-menu`."""
    return "fb-icon-" + re.sub(r"[^a-z0-9]+", "-", template.removeprefix(ICONS).removesuffix(".svg"))


def icon_element(template: str, drawing: str) -> str:
    """Return the element that stands for a drawing; its box keeps the drawing's proportions."""
    size = SIZE.search(drawing)
    return f'<svg viewBox="{size.group(1) if size else "0 0 24 24"}" class="fb-icon {icon_class(template)}"></svg>'


def icon_rule(template: str, drawing: str) -> str:
    """Return the style rule that holds a drawing."""
    data = quote(drawing.strip(), safe=" =:/'(),;-.")
    return f'.{icon_class(template)}{{--fb-icon:url("data:image/svg+xml,{data}")}}\n'


class IconLoader(BaseLoader):
    """Loads a theme's templates, and in place of an icon's drawing its element; keeps the drawing by its template."""

    def __init__(self, theme: BaseLoader | None, drawings: dict[str, str]) -> None:
        self.theme = theme
        self.drawings = drawings

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Any]:
        """Return a template's source. Raises TemplateNotFound."""
        if self.theme is None:
            raise TemplateNotFound(template)
        source, filename, is_current = self.theme.get_source(environment, template)
        if template.startswith(ICONS):
            self.drawings[template] = source
            source = icon_element(template, source)
        return source, filename, is_current

    def list_templates(self) -> list[str]:
        """Return the names of all templates."""
        return self.theme.list_templates() if self.theme else []


def fill_sheet(site: Path, drawings: Mapping[str, str]) -> None:
    """Add the rules of icons to the style sheet of what MkDocs has built."""
    rules = "".join(icon_rule(name, drawings[name]) for name in sorted(drawings))
    with (site / SHEET).open("a", encoding="utf-8") as sheet:
        sheet.write(rules)


class ThemeChangedError(Exception):
    """The theme no longer has a script, or writes it in another way."""


def frame_script(templates: Iterable[Path]) -> str:
    """Return the theme's scripts that stand in every page, as one; `templates` are its folders.

    What has to wait for the page's body is a function, `__md_palette`. Raises ThemeChangedError.
    """
    folders = list(templates)
    base, found = SCOPE.subn(SCOPE_OF_FRAME, _theme_script(folders, "base.html"))
    if not found:
        message = f"the theme's {SCRIPTS}base.html names the site's place in another way: adapt SCOPE in {__file__}"
        raise ThemeChangedError(message)
    return f"{base};\n__md_palette=()=>{{{_theme_script(folders, 'palette.html')}}};\n"


def _theme_script(folders: Iterable[Path], name: str) -> str:
    for folder in folders:
        file = folder / SCRIPTS / name
        found = SCRIPT.search(file.read_text(encoding="utf-8")) if file.is_file() else None
        if found:
            return found.group(1)
    message = f"no folder of the theme has a script {SCRIPTS}{name}: see site_overrides/{SCRIPTS}"
    raise ThemeChangedError(message)


def fill_frame(site: Path, script: str) -> None:
    """Add the theme's scripts to our own in what MkDocs has built."""
    with (site / FRAME).open("a", encoding="utf-8") as frame:
        frame.write(script)


def without_gaps(html: str) -> str:
    """Return a page with each broken line's spaces as one line break, or none: what is shown stays as it was."""
    parts: list[str] = []
    begin = at = 0
    while element := AS_IT_IS.search(html, at):
        at = element.end()
        end = html.find(f"</{element[1]}>", at)
        if end >= 0:
            parts += _closed(html[begin : element.start()]), html[element.start() : end]
            begin = at = end
    return "".join((*parts, _closed(html[begin:])))


def _closed(part: str) -> str:
    first, *lines = part.split("\n")
    if not lines:
        return part
    last = lines.pop().lstrip()
    inside = [line for line in map(str.strip, lines) if line]
    return AT_A_BLOCK.sub("", "\n".join((first.rstrip(), *inside, last)))

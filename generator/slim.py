"""What pages of the theme do without: icons drawn again on every page, and the spaces between elements.

An icon becomes an empty element of the same size, and its drawing a mask in the style sheet, which a browser
fetches once. Measured in docs/decisions/0018.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import BaseLoader, Environment, TemplateNotFound

ICONS = ".icons/"  # the folder of the theme's templates that holds its drawings
SHEET = "assets/faultbook.css"
AS_IT_IS = re.compile(r"(<(pre|textarea|script|style)\b.*?</\2>)", re.DOTALL)
BROKEN_LINE = re.compile(r"\s*\n\s*")
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
    """Add the rules of icons to a site's style sheet, but for those it has: MkDocs does not always copy it anew."""
    sheet = site / SHEET
    text = sheet.read_text(encoding="utf-8")
    rules = (icon_rule(name, drawings[name]) for name in sorted(drawings))
    sheet.write_text(text + "".join(rule for rule in rules if rule not in text), encoding="utf-8")


def without_gaps(html: str) -> str:
    """Return a page with each broken line's spaces as one line break: what is shown stays as it was."""
    parts = AS_IT_IS.split(html)
    # Three to a match: what stands before it, the element, and its name.
    return "".join(BROKEN_LINE.sub("\n", part) if at % 3 == 0 else part for at, part in enumerate(parts) if at % 3 != 2)

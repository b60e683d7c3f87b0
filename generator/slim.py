"""What pages of the theme do without: icons drawn again on every page, and the spaces between elements.

An icon becomes an empty element of the same size, and its drawing a mask in the style sheet, which a browser
fetches once. Measured in docs/decisions/0017.
"""

from __future__ import annotations

import re
from urllib.parse import quote

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


def without_gaps(html: str) -> str:
    """Return a page with each broken line's spaces as one line break: what is shown stays as it was."""
    parts = AS_IT_IS.split(html)
    # Three to a match: what stands before it, the element, and its name.
    return "".join(BROKEN_LINE.sub("\n", part) if at % 3 == 0 else part for at, part in enumerate(parts) if at % 3 != 2)

"""The address for which a folder was built, as the site in it says."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from generator.content.loader import SITE_FILE
from generator.content.model import Site
from generator.content.reading import load_model

SITEMAP = re.compile(r"^Sitemap: (\S+/)sitemap\.xml$", re.MULTILINE)


def built_address(site_dir: Path) -> str | None:
    """Return the address for which a site was built; None where there is no site. Its robots.txt has it, in full."""
    try:
        found = SITEMAP.search((site_dir / "robots.txt").read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return None
    return found.group(1) if found else None


def base_path(site_dir: Path) -> str:
    """Return the path of that address without its first slash: `a/b/`, or nothing for a site at the root of a host."""
    return unquote(urlsplit(built_address(site_dir) or "").path).removeprefix("/")


def kept_address(content: Path, site_dir: Path) -> str | None:
    """Return the address of the last build where it was another than that of site.yaml."""
    built = built_address(site_dir)
    _tree, site, _guesses = load_model(content / SITE_FILE, Site)
    return None if site and built == site.address.rstrip("/") + "/" else built

"""The real content's site, as tests of whole pages need it."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CONTENT = ROOT / "content"
SETTINGS = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "true"}
BELOW = "below/errors/"
REDIRECT = '<meta http-equiv="refresh"'
ADDRESS = f"https://example.org/{BELOW}"


def generator(*arguments, cwd):
    """Run the command line in a folder of its own: its caches and what ran there are its own too."""
    command = [sys.executable, "-m", "generator", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, env=SETTINGS, capture_output=True, text=True, check=False)


def pages_of(site):
    """Return the text of every page by its path; a redirect at an old address is none."""
    texts = {file.relative_to(site).as_posix(): file.read_text(encoding="utf-8") for file in site.rglob("*.html")}
    return {name.removesuffix("index.html"): text for name, text in texts.items() if REDIRECT not in text}


def build_real(target):
    """Build the real content's site without running anything."""
    arguments = ("--verify", "never", "--content", CONTENT, "--site", target, "--address", ADDRESS)
    return generator("build", *arguments, cwd=target.parent)

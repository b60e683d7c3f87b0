"""The real content's site, as tests of whole pages need it."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CONTENT = ROOT / "content"
SETTINGS = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "true"}
BELOW = "below/errors/"
ADDRESS = f"https://example.org/{BELOW}"


def generator(*arguments, cwd):
    """Run the command line in a folder of its own: its caches and what ran there are its own too."""
    command = [sys.executable, "-m", "generator", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, env=SETTINGS, capture_output=True, text=True, check=False)


def build_real(target):
    """Build the real content's site without running anything."""
    arguments = ("--verify", "never", "--content", CONTENT, "--site", target, "--address", ADDRESS)
    return generator("build", *arguments, cwd=target.parent)

"""What `make test` installs from npm for tests of pages, and what is waived of what it finds."""

import gzip
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from generator.render.weight import LEVEL

NODE = str(Path(sys.prefix) / "bin" / "node")
PACKAGES = Path(sys.prefix) / "web" / "node_modules"
WAIVERS = Path(__file__).parent / "waivers.toml"
VALIDATE = Path(__file__).parent / "validate.mjs"


class Waiver(NamedTuple):
    """A finding that is not ours to fix: a rule, the elements it is waived for, and why."""

    rule: str
    selector: str
    why: str


def waivers(tool: str) -> list[Waiver]:
    """Return the waivers of a tool, `axe` or `html`."""
    return [Waiver(**one) for one in tomllib.loads(WAIVERS.read_text(encoding="utf-8"))[tool]]


def compressed(data: bytes) -> int:
    """Return how many bytes a file is on its way to a reader."""
    return len(gzip.compress(data, LEVEL, mtime=0))


def validate(files: list[Path]) -> list[dict]:
    """Ask html-validate for the mistakes in HTML files: rule, selector, message and line of each, by file."""
    command = [NODE, str(VALIDATE), str(PACKAGES)]
    done = subprocess.run(
        command, input=json.dumps([str(file) for file in files]), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)

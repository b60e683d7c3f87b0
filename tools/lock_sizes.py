"""How much each lock file installs, by the package index → requirements/sizes.toml. Called by tools/lock.sh.

What an index other than the one that is asked offers keeps the size that stands there.
"""

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from packaging.tags import compatible_tags, cpython_tags
from packaging.utils import parse_wheel_filename

HEAD = """\
# How much each lock file installs on x86-64 Linux with Python 3.11: packages, and the bytes of their files, by the
# package index. Written by tools/lock.sh; frameworks-cpu.txt by hand, from the wheel itself.
"""
PYTHON = (3, 11)
OLDER = ("manylinux2014", "manylinux2010", "manylinux1", "linux")
PLATFORMS = [f"{name}_x86_64" for name in (*(f"manylinux_2_{minor}" for minor in range(28, 4, -1)), *OLDER)]
TAGS = [*cpython_tags(PYTHON, platforms=PLATFORMS), *compatible_tags(PYTHON, "cp311", PLATFORMS)]
RANKS = {tag: rank for rank, tag in reversed(list(enumerate(TAGS)))}


def main(uv: str) -> None:
    """Write the sizes of all lock files below the current folder."""
    target = Path("sizes.toml")
    before = tomllib.loads(target.read_text()) if target.is_file() else {}
    lines = [HEAD]
    for lock in sorted(Path().rglob("*.txt")):
        size = measure(uv, lock) or before.get(lock.as_posix())
        if size:
            lines.append(f'["{lock.as_posix()}"]\npackages = {size["packages"]}\nbytes = {size["bytes"]}\n')
    target.write_text("\n".join(lines))


def measure(uv: str, lock: Path) -> dict[str, int] | None:
    """Return how much a lock file installs, or nothing where the index does not have it all."""
    options = ("--no-config", "--no-deps", "--python-version", "3.11", "--python-platform", "x86_64-manylinux_2_28")
    command = [uv, "pip", "compile", "--quiet", *options, "--format", "pylock.toml", str(lock)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return None
    packages = tomllib.loads(done.stdout)["packages"]
    return {"packages": len(packages), "bytes": sum(map(size_of, packages))}


def size_of(package: dict[str, Any]) -> int:
    """Return the bytes of the file that pip would take: the wheel that fits best, or the source."""
    ranked = []
    for wheel in package.get("wheels", ()):
        *_name, tags = parse_wheel_filename(wheel["url"].rpartition("/")[2])
        ranks = [RANKS[tag] for tag in tags if tag in RANKS]
        if ranks:
            ranked.append((min(ranks), wheel["size"]))
    return min(ranked)[1] if ranked else int(package["sdist"]["size"])


if __name__ == "__main__":
    main(sys.argv[1])

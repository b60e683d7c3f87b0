"""How long a build takes: first, unchanged, after an edit.

python -m benchmarks.rebuild
"""

from __future__ import annotations

import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 5


def timed(action: Callable[[], object]) -> float:
    """Return the seconds that an action takes."""
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def run(folder: Path, *arguments: str) -> None:
    """Run a module of this environment in a folder; raise if it fails."""
    settings = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-m", *arguments], cwd=folder, env=settings, check=True, capture_output=True)


def main() -> None:
    """Measure and print a table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "content", folder / "content")
        entry = min((folder / "content" / "entries").glob("*/*/entry.yaml"))

        def build() -> None:
            run(folder, "generator", "build", "--verify", "never")

        def edit_and_build() -> None:
            with entry.open("a", encoding="utf-8") as file:
                file.write("# one more comment\n")
            text = entry.read_text(encoding="utf-8")
            entry.write_text(text.replace("zh: ", "zh:  ", 1), encoding="utf-8")
            build()

        first = timed(build)
        rows = {
            "generator build, nothing changed": [timed(build) for _ in range(ROUNDS)],
            "generator build, one entry edited": [timed(edit_and_build) for _ in range(ROUNDS)],
        }
    print(f"{os.cpu_count()} cores, Python {platform.python_version()}, median of {ROUNDS} whole processes")
    print("| what | seconds | of a first build |\n|---|--:|--:|")
    print(f"| generator build, empty caches (once) | {first:.1f} | 1 |")
    for what, seconds in rows.items():
        median = statistics.median(seconds)
        print(f"| {what} | {median:.1f} | {median / first:.2f} |")


if __name__ == "__main__":
    main()

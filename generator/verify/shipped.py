"""What runs a plan where the generator is not installed: the worker and five modules, by their paths here."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

SOURCES = Path(__file__).parent
WORKER = SOURCES / "worker"
MODULES = (
    *("finding.py", "planfile.py", "resultfile.py", "progress.py", "batch.py"),
    *sorted(f"{WORKER.name}/{path.name}" for path in WORKER.glob("*.py")),
)


def shipped(modules: Iterable[str]) -> dict[str, str]:
    """Return the files of a package, by name: modules of this one, for a machine where nothing of ours is installed."""
    return {"__init__.py": "", **{name: (SOURCES / name).read_text(encoding="utf-8") for name in modules}}

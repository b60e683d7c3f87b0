"""What runs a plan where the generator is not installed: the worker and five modules, by their paths here."""

from __future__ import annotations

from pathlib import Path

SOURCES = Path(__file__).parent
WORKER = SOURCES / "worker"
MODULES = (
    *("finding.py", "planfile.py", "resultfile.py", "progress.py", "batch.py"),
    *sorted(f"{WORKER.name}/{path.name}" for path in WORKER.glob("*.py")),
)

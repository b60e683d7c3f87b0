"""The good entry and programs added to it, run for real: what the tests of verification share."""

import functools
import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from packaging.version import Version
from worker_runs import pythons

from generator.content.loader import Content
from generator.evidence.store import Evidence, load_evidence
from generator.judge.verdicts import judge_entry
from generator.verify.environments import Host, probe
from generator.verify.plan import Cell

REPOSITORY = Path(__file__).parents[1]
ENTRY = "demo/first-entry"
PROGRAMS = ["claim.py", "dead_end.py", "reproduce.py", "workaround.py"]
STORE = Path(".cache/observations/content")
SETTINGS = {**os.environ, "PYTHONPATH": str(REPOSITORY)}


@functools.cache
def here() -> Host:
    """Return the interpreter of the tests, probed once."""
    return probe(Path(sys.executable))


def another_python() -> Path:
    """Return another interpreter at hand, the oldest, or the one of the tests if there is no other."""
    found = {python: Version(version) for version, python in pythons().items() if python != sys.executable}
    return Path(min(found, key=lambda python: found[python], default=sys.executable))


def rewrite(root: Path, name: str, *changes: tuple[str, str]) -> None:
    """Replace texts, which must be there, in a file of the entry."""
    path = root / "entries" / ENTRY / name
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def framework(folder: Path, name: str, release: str = "14.0.0") -> Path:
    """Make an environment below .venvs that seems to have a framework; return its interpreter."""
    python = Path(sys.executable).resolve()
    home = folder / ".venvs" / name
    (home / "bin").mkdir(parents=True)
    (home / "bin/python").symlink_to(python)
    (home / "pyvenv.cfg").write_text(f"home = {python.parent}\ninclude-system-site-packages = false\n")
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    info = home / "lib" / version / f"site-packages/{name.replace('-', '_')}-{release}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {release}\n")
    return home / "bin/python"


def write_program(root: Path, name: str, program: str) -> None:
    """Give the entry's program of this name another text."""
    (root / "entries" / ENTRY / name).write_text(program, encoding="utf-8")


def add_programs(root: Path, programs: dict[str, str], field: str = "") -> list[str]:
    """Add a reproduction to the entry for each program (name → text), with one more field; return all names, sorted."""
    more = ""
    for name, program in programs.items():
        write_program(root, name, program)
        more += f"  - id: {name.removesuffix('.py').replace('_', '-')}\n    cause: not-a-number\n    snippet: {name}\n"
        more += f"    {field}\n" if field else ""
    rewrite(root, "entry.yaml", ("reproduce:\n", f"reproduce:\n{more}"))
    return sorted([*PROGRAMS, *programs])


def names(cells: Iterable[Cell]) -> list[str]:
    """Return the names of the programs of cells, sorted."""
    return sorted(cell.snippet.name for cell in cells)


def recorded(store: Path, host: Host) -> list[str]:
    """Return the names of the programs that a store has an observation of, sorted; all of it can be read."""
    evidence = load_evidence(store)
    assert evidence.problems == []
    return sorted(evidence.observations.get((ENTRY, host.environment.id), {}))


def words(content: Content, evidence: Evidence) -> dict[str, str]:
    """Return the verdict on each claim, by its id."""
    return {item.claim.id: item.verdict.word for entry in content.entries for item in judge_entry(entry, evidence)}


def lines(text: str, beginning: str) -> list[str]:
    """Return what follows the beginning in each line that has it, sorted."""
    return sorted(line.removeprefix(beginning) for line in text.splitlines() if line.startswith(beginning))


def programs_in(text: str) -> list[str]:
    """Return the names of the entry's programs that lines of output are about, sorted; one as often as it is told."""
    return sorted(re.findall(rf"^(?:ran )?{ENTRY}/(\w+\.py)\b", text, re.MULTILINE))


def descendants(pid: int) -> Iterator[int]:
    """Yield every process below a process."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").glob("*/children"))
    except OSError:  # it has just ended
        return
    for path in tasks:
        try:
            children = path.read_text().split()
        except OSError:
            continue
        for child in map(int, children):
            yield child
            yield from descendants(child)


def is_running(pid: int) -> bool:
    """Tell whether a process is there, and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def command_of(pid: int) -> list[str]:
    """Return the command line of a process."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
    except OSError:
        return []

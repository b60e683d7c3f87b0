"""What was seen, made without running anything: environments, and observations whose keys are right."""

import hashlib
from pathlib import Path

from click.testing import CliRunner, Result

from generator.cli import main
from generator.content.loader import Content, load_content
from generator.evidence.records import Environment, Observation, Raised, observation_key
from generator.evidence.store import Evidence, write_evidence
from generator.verify.environments import environment_from

ENTRY = "demo/first-entry"
FACTS = {
    "python": "3.12.1",
    "implementation": "CPython",
    "system": "Linux-x86_64",
    "libc": "glibc-2.36",
    "distributions": {"torch": "2.13.0+cpu", "numpy": "2.4.6"},
    "torch_cuda": None,
    "kind": "no-device",
    "driver": None,
    "simulated_driver": None,
    "gpus": [],
    "compiler": "12.2.0",
    "isolation": {"network": "none"},
}
GPU = {"name": "NVIDIA H200", "memory_mib": 143771, "compute_capability": "9.0", "mig": "Disabled"}
ON_GPU = {
    "distributions": {"torch": "2.11.0+cu130", "numpy": "2.4.6"},
    "torch_cuda": "13.0",
    "kind": "device",
    "driver": "580.95.05",
    "gpus": [GPU],
}
SIMULATED = {
    "distributions": {"torch": "2.11.0", "numpy": "2.4.6"},
    "torch_cuda": "13.0",
    "kind": "simulated-driver",
    "simulated_driver": "1",
}
CPU = environment_from(FACTS)
H200 = environment_from({**FACTS, **ON_GPU})
CLEAN = {"exit_code": 0, "signal": None, "timed_out": False, "reported": True, "exception": None, "device_sync": None}
CLEAN |= {"stderr": "", "seconds": 0.25}
WORD = "invalid literal for int() with base 10: 'word'"


def id_of(name: str) -> str:
    """Return an id for an environment that a test makes up."""
    return hashlib.sha256(name.encode()).hexdigest()[:16]


def raised(message: str, *classes: str) -> dict:
    """Return what differs from a clean run where an exception was let out."""
    names = (*(classes or ("ValueError",)), "Exception", "BaseException", "object")
    line = f"{names[0]}: {message}" if message else names[0]
    return {"exit_code": 1, "exception": Raised(classes=names, message=message, line=line)}


# How the programs of the good entry end.
AS_EXPECTED = {"reproduce.py": raised(WORD), "workaround.py": {}, "dead_end.py": raised(WORD), "claim.py": {}}


def observed(root: Path, snippet: str, where: Environment, /, **changes) -> Observation:
    """Return an observation of a program of the good entry, as it is now; a clean run unless told otherwise."""
    mode = changes.get("mode", "exec")
    key = observation_key(load_content(root).find(ENTRY).snippets[snippet].digest, mode, where.id)
    fields = {"snippet": snippet, "key": key, "mode": mode, "date": "2026-11-21", "stdout": "", "peak_memory_mib": 20}
    return Observation(**{**fields, **CLEAN, **changes})


def evidence_of(root: Path, where: Environment = CPU, **differing: dict) -> Evidence:
    """Return evidence of all programs of the good entry; `claim={…}` differs for claim.py, `None` leaves it out."""
    evidence = Evidence()
    for name, changes in AS_EXPECTED.items():
        told = differing.get(name.removesuffix(".py"), changes)
        if told is not None:
            evidence.add(ENTRY, where, observed(root, name, where, **told))
    return evidence


def commit(root: Path, *evidence: Evidence) -> None:
    """Put evidence into the content folder."""
    for one in evidence:
        write_evidence(root / "evidence", one)


def content_of(root: Path) -> Content:
    return load_content(root)


def files_in(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def generator(*arguments: str) -> Result:
    """Call the command line in the current folder."""
    result = CliRunner().invoke(main, arguments)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result

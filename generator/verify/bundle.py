"""The plan for a GPU host as one file that any Python from 3.9 on runs, with instructions for whoever is there."""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.needs import first_unmet, needs_gpu
from generator.verify.coverage import Needs, Step, gpu_environments, steps

FILE, README, RESULTS = "gpu-plan.pyz", "README.md", "gpu-results.jsonl"
PACKAGE = "gpu_plan"
MODULES = ("worker.py", "finding.py", "planfile.py", "resultfile.py", "batch.py")
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same plan gives the same bytes
# Python 2 has to be able to read this, to say what is missing.
MAIN = '''\
import sys

if sys.version_info < (3, 9):
    sys.exit("Error: Python 3.9 or later is needed; this is %d.%d. Try: python3 gpu-plan.pyz" % sys.version_info[:2])

import os
import shutil
import tempfile
import zipfile

folder = os.path.realpath(tempfile.mkdtemp(prefix="gpu-plan-"))  # the worker is started by path
try:
    with zipfile.ZipFile(os.path.dirname(os.path.abspath(__file__))) as archive:
        archive.extractall(folder)
    sys.path.insert(0, folder)
    from gpu_plan.batch import main

    def text(name):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return file.read()

    code = main(sys.argv[1:], text("plan.json"), text("README.md"))
finally:
    shutil.rmtree(folder, ignore_errors=True)
sys.exit(code)
'''


def write_bundle(folder: Path, plan: Mapping[str, Any]) -> str:
    """Write the plan's file and its instructions into a folder, and nothing else; return the instructions."""
    readme = instructions(plan)
    here = Path(__file__).parent
    files = {
        "__main__.py": MAIN,
        README: readme,
        "plan.json": json.dumps(plan, ensure_ascii=False, sort_keys=True),
        f"{PACKAGE}/__init__.py": "",
        **{f"{PACKAGE}/{name}": (here / name).read_text(encoding="utf-8") for name in MODULES},
    }
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f".{FILE}"
    with unfinished.open("wb") as file:
        file.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(file, "w") as archive:
            for name, text in files.items():
                archive.writestr(zipfile.ZipInfo(name, EPOCH), text, zipfile.ZIP_DEFLATED)
    unfinished.chmod(0o755)
    unfinished.replace(folder / FILE)
    (folder / README).write_text(readme, encoding="utf-8")
    return readme


def instructions(plan: Mapping[str, Any]) -> str:
    """Return what somebody on the GPU host needs to know, as Markdown."""
    claims = [tuple(claim["needs"]) for cell in plan["cells"] for claim in cell["claims"] if needs_gpu(claim["needs"])]
    found = list(steps(claims, gpu_environments()))
    return "\n".join([*_start(plan, len(claims)), *_table(found, claims), *_what_comes_back()])


def _start(plan: Mapping[str, Any], claims: int) -> Iterator[str]:
    count, seconds = len(plan["cells"]), sum(cell["seconds"] for cell in plan["cells"])
    yield f"""\
# Run Faultbook's programs on a GPU

`{FILE}` holds {count} short programs that wait for a GPU, and everything that runs them; {claims} claims depend on them. By estimate
they take {seconds / 60:.0f} minutes in all. It needs Linux, Python 3.9 or later, and an NVIDIA GPU with its driver. It installs nothing
and sends nothing.

```sh
python3 {FILE}                       # finds the Python that has the frameworks, runs, writes {RESULTS}
python3 {FILE} --minutes 20          # start no program after 20 minutes; started again, it does the rest
python3 {FILE} --python /opt/conda   # an interpreter, an environment's folder, or the name of a conda environment
```

What the programs do to the card: they fill its memory, raise device faults that end their own process, and use one GPU at a time (two of
them two). Nobody else should use it meanwhile; a GPU that somebody uses is left alone unless `--shared-gpu` says otherwise. Each program
runs in a process of its own that is ended with everything it started.

## What to install

Whatever is there is used: PyTorch in any version from 2.1 on decides most. No single environment decides all; these do, the most useful
first (each in an environment of its own; counted for one GPU of 24 GiB and a C compiler in /usr/bin):

| environment | install | claims it can decide | of these new | total |
|---|---|--:|--:|--:|"""


def _table(found: Sequence[Step], claims: Sequence[Needs]) -> Iterator[str]:
    for step in found:
        install = f"`pip install {' '.join(step.listed.pip)}`"
        yield f"| {step.listed.about} | {install} | {step.able} | {step.added} | {step.total} of {len(claims)} |"
    decided = found[-1].total if found else 0
    if decided < len(claims):
        environments = [step.listed.environment for step in found]
        yield f"\nThe other {len(claims) - decided} need more: {_undecided(claims, environments)}."


def _undecided(claims: Sequence[Needs], environments: Sequence[Any]) -> str:
    left = [needs for needs in claims if all(first_unmet(needs, environment) for environment in environments)]
    needs = Counter(" and ".join(need for need in one if need != "gpu") for one in left)
    return "; ".join(f"{count} {what}" for what, count in needs.most_common())


def _what_comes_back() -> Iterator[str]:
    yield f"""
## What comes back

One file, `{RESULTS}`: what each program printed and how it ended, and what the machine is (GPU, driver, versions of frameworks). Names of
users, hosts and folders are taken out. It is only ever appended to: further environments go into the same file, and whatever stops a run,
what had ended is kept.

In the checkout that the plan comes from: `make evidence FROM={RESULTS}`, then look at `git diff content/evidence`, and commit.

| exit code | meaning |
|--:|---|
| 0 | everything that can run here has run |
| 2 | wrong usage, or the results cannot be written |
| 3 | nothing can run here: no GPU, no framework, a busy card; the reason was printed, nothing was written |
| 4 | the time was up: programs are left, run the same command again |
| 130 | stopped; the same command goes on |
"""

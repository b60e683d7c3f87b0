"""The plan for a GPU host as one file that any Python from 3.9 on runs, with instructions for whoever is there."""

from __future__ import annotations

import json
import math
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import StrictUndefined, Template

from generator.evidence.records import Environment
from generator.judge.needs import first_unmet, needs_gpu
from generator.paths import ROOT
from generator.verify.coverage import Needs, gpu_environments, steps
from generator.verify.shipped import MODULES, shipped

FILE, README, RESULTS = "gpu-plan.pyz", "README.md", "gpu-results.jsonl"
PACKAGE = "gpu_plan"
TEMPLATE = ROOT / "templates/gpu-plan.md"
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same plan gives the same bytes
# Python 2 has to be able to read this, to say what is missing.
MAIN = """\
import sys

if sys.version_info < (3, 9):
    message = "Error: Python 3.9 or later is needed; this is %d.%d: start it with a newer one\\n"
    sys.stderr.write(message % sys.version_info[:2])
    sys.exit(2)

import os
import shutil
import tempfile
import zipfile

folder = ""
try:
    try:
        folder = os.path.realpath(tempfile.mkdtemp(prefix="gpu-plan-"))  # the worker is started by path
        with zipfile.ZipFile(os.path.dirname(os.path.abspath(__file__))) as archive:
            archive.extractall(folder)
    except OSError as error:
        sys.stderr.write("Error: no room for temporary files (%s): set TMPDIR to another folder\\n" % error)
        sys.exit(2)
    sys.path.insert(0, folder)
    from gpu_plan.batch import main

    def text(name):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return file.read()

    code = main(sys.argv[1:], text("plan.json"), text("README.md"))
finally:
    shutil.rmtree(folder, ignore_errors=True)
sys.exit(code)
"""


def write_bundle(folder: Path, plan: Mapping[str, Any]) -> str:
    """Write the plan's file and its instructions into a folder, and nothing else; return the instructions."""
    readme = instructions(plan)
    files = {
        "__main__.py": MAIN,
        README: readme,
        "plan.json": json.dumps(plan, ensure_ascii=False, sort_keys=True),
        **{f"{PACKAGE}/{name}": text for name, text in shipped(MODULES).items()},
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
    needed = (tuple(claim["needs"]) for cell in plan["cells"] for claim in cell["claims"] if claim["waits"])
    claims = [needs for needs in needed if needs_gpu(needs)]
    found = list(steps(claims, gpu_environments()))
    seconds = sum(cell["seconds"] for cell in plan["cells"])
    template = Template(TEMPLATE.read_text(encoding="utf-8"), undefined=StrictUndefined, keep_trailing_newline=True)
    text: str = template.render(
        file=FILE,
        results=RESULTS,
        programs=len(plan["cells"]),
        claims=len(claims),
        minutes=math.ceil(seconds / 60),
        steps=found,
        undecided=_undecided(claims, [step.listed.environment for step in found]),
    )
    return text


def _undecided(claims: Sequence[Needs], environments: Sequence[Environment]) -> str:
    left = [needs for needs in claims if all(first_unmet(needs, environment) for environment in environments)]
    counted = Counter(" and ".join(sorted(set(needs) - {"gpu"})) for needs in left)
    return ", ".join(f"{count} that need {what}" for what, count in counted.most_common())

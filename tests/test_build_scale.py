"""What 500 entries cost: processor time against a calibration in the same run, memory, and the files of one edit."""

import os
import re
import statistics
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest
from real import ROOT, SETTINGS

from benchmarks.edits import ENTRY, add_to_text
from benchmarks.measuring import Usage, measured, state_of
from benchmarks.real_content import make_content

ENTRIES = 500
# Budgets. A unit is what the calibration takes, so a slow machine has more seconds.
FIRST_BUILD = 0.12 * ENTRIES  # units of processor time, all processes and MkDocs included; 0.096 measured, alone
ONE_EDIT = 2.0  # units: to render one entry and publish, not to render all
PEAK = 500  # MiB, of all processes together
# Files that one edited text of one entry may write: the entry's own in each language, and those that show or name them.
WRITTEN = 16
NAMING = 4  # of these, files that neither are the entry's own nor have the text: lists of names, other languages


class Built(NamedTuple):
    """A site, how to build it again, and what its first build took, with the seconds of a unit at that time."""

    content: object
    site: object
    first: Usage
    unit: float


def unit(processes):
    """Return the seconds of processor time of a fixed piece of work, of the kinds of which building has most.

    So many processes do it at once, as many as what is compared with it has: two on one core take more each than one.
    Each imports what takes its time too: what else the machine does slows that more than a loop.
    """
    command = [sys.executable, "-c", "import calibration; calibration.work()"]
    settings = {**SETTINGS, "PYTHONPATH": f"{ROOT}:{Path(__file__).parent}"}
    with ThreadPoolExecutor() as executor:
        tasks = [executor.submit(measured, command, ROOT, settings) for _number in range(processes)]
    return statistics.mean(task.result().cpu for task in tasks)


def build(content, site):
    command = [sys.executable, "-m", "generator", "build", "--verify", "never", "--images", "never"]
    return measured([*command, "--content", str(content), "--site", str(site)], content.parent, SETTINGS)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scale")
    content = make_content(folder, ENTRIES).root
    processes = len(os.sched_getaffinity(0))
    before = unit(processes)
    first = build(content, folder / "site")
    return Built(content, folder / "site", first, (before + unit(processes)) / 2)


def test_the_first_build_keeps_to_its_processor_time(built):
    units = built.first.cpu / built.unit

    assert units <= FIRST_BUILD, f"{built.first.cpu:.1f} s, {units:.1f} units: {1000 * units / ENTRIES:.0f} an entry"


def test_the_first_build_keeps_to_its_memory(built):
    assert 30 < built.first.peak_mib <= PEAK


def test_one_edit_renders_one_entry_and_writes_its_files(built):
    # Of two edits the cheaper one counts: what else the machine does only adds, and may come and go between the units.
    # To render all entries, as the first edit might, takes many times as much as that adds.
    edits = [units_of_an_edit(built) for _number in range(2)]

    assert min(edits) <= ONE_EDIT, edits
    assert max(edits) <= 3 * ONE_EDIT, edits


def units_of_an_edit(built):
    """Edit an entry and build, see that what is written is right, and return what the build took."""
    others = {folder.relative_to(built.content / "entries").as_posix() for folder in built.content.glob("entries/*/*")}
    before = state_of(built.site)
    word = add_to_text(built.content, "causes", 0, "text", "en")
    started = unit(1)
    edit = build(built.content, built.site)
    seconds = (started + unit(1)) / 2
    after = state_of(built.site)
    changed = {name for name, state in after.items() if before.get(name) != state}
    own = {name for name in changed if re.search(rf"(?:^|/){ENTRY}[/.]", name)}
    showing = {name for name in changed - own if word in (built.site / name).read_text(encoding="utf-8")}
    named = {found[0] for name in changed if (found := re.search(r"[a-z]+/[a-z0-9-]+(?=[/.])", name))}

    assert f"{ENTRY}/index.html" in own
    assert word in (built.site / ENTRY / "index.html").read_text(encoding="utf-8")
    assert not named & (others - {ENTRY})
    assert len(changed) <= WRITTEN, sorted(changed)
    assert len(changed - own - showing) <= NAMING, sorted(changed - own - showing)
    assert re.search(r"\b(\d+) written\b", edit.output)[1] == str(len(changed)), edit.output
    return edit.cpu / seconds

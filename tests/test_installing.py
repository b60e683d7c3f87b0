"""What a user sees while pip works: how much is to come, how far it is, and why it failed."""

import subprocess
import sys
from pathlib import Path

import pytest

from generator.terminal import installing
from generator.terminal.installing import install, size_of

ROOT = Path(__file__).resolve().parents[1]
OLD_AND_NEW = """\
Collecting click==8.3.0 (from -r requirements/site.txt (line 20))
  Using cached click-8.3.0-py3-none-any.whl.metadata (2.6 kB)
  Downloading click-8.3.0-py3-none-any.whl (107 kB)
  Using cached mkdocs_material-9.7.0-py3-none-any.whl (9.3 MB)
Processing /srv/wheels/torch-2.13.0+cpu-cp311-cp311-linux_x86_64.whl (from -r requirements/site.txt (line 1))
Downloading https://packages.example/ab/nvidia_cudnn_cu13-9.20.0.48-py3-none-manylinux_2_27_x86_64.whl (366.2 MB)
"""


@pytest.fixture
def said(monkeypatch):
    monkeypatch.setattr(installing, "EVERY", 0.3)
    return []


def stand_in(folder, text, ending=""):
    """Write a program that prints what pip prints, and then takes its time."""
    path = folder / "python"
    path.write_text(f"#!/bin/sh\ncat <<'END'\n{text}END\nsleep 1\n{ending}\n")
    path.chmod(0o755)
    return path


def test_while_pip_is_silent_a_line_says_how_far_it_is(tmp_path, said):
    assert install(stand_in(tmp_path, OLD_AND_NEW), Path("any.txt"), said.append) == []
    assert said
    assert {line.partition(" s: ")[2] for line in said} == {"now nvidia_cudnn_cu13 (366.2 MB)"}
    assert all(line.startswith("4 packages, 375.6 MB, ") for line in said)


def test_what_is_fetched_is_unpacked(tmp_path, said):
    text = OLD_AND_NEW + "Installing collected packages: click, torch\n"
    install(stand_in(tmp_path, text), Path("any.txt"), said.append)
    assert said[-1].endswith(" s: unpacking them")


@pytest.mark.parametrize(
    ("ending", "why"),
    [
        ("echo 'ERROR: no matching distribution' >&2; exit 1", ["ERROR: no matching distribution"]),
        ("echo 'the last word'; exit 3", ["the last word"]),
        ("exit 0", []),
    ],
)
def test_why_it_failed_is_what_pip_says(tmp_path, said, ending, why):
    assert install(stand_in(tmp_path, OLD_AND_NEW, ending), Path("any.txt"), said.append) == why


@pytest.mark.parametrize("folder", [None, "libraries"])
def test_a_lock_file_is_announced_with_its_size_and_a_failure_ends_with_its_reason(tmp_path, folder):
    # There is no such package, so nothing is installed into the tests' own environment.
    lock = tmp_path / "impossible.txt"
    lock.write_text("nothing-at-all==1.0 --hash=sha256:" + "0" * 64 + "\n")
    into = [tmp_path / folder] if folder else []
    command = [sys.executable, "-m", "generator.terminal.installing", str(lock), *map(str, into)]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={"PIP_NO_INDEX": "1", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr.splitlines()[0] == f"installing impossible.txt into {folder or Path(sys.prefix).name}"
    assert "No matching distribution found for nothing-at-all==1.0" in done.stderr
    assert done.returncode == 1


@pytest.mark.parametrize("name", ["site.txt", "test.txt", "environments/integrations.txt"])
def test_what_make_installs_is_measured(name):
    lock = ROOT / "requirements" / name
    pins = lock.read_text().count("==")
    assert 0.8 * pins <= size_of(lock).packages <= pins

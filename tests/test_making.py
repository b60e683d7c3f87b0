"""Making environments: each by one process at a time. Here they are of small wheels, made on the spot."""

import fcntl
import hashlib
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from running import REPOSITORY, SETTINGS

MAKE = "--make"
PROGRESS = re.compile(r"^.*[0-9]+ packages, .* [0-9]+ s: .*\n", re.MULTILINE)  # on a slow machine
UNMEASURED = "an amount that nobody has measured"
ANNOUNCED = f"1 environment to make: {UNMEASURED} to download, more on disk\n"


class Place:
    """A folder with content and a list of environments of its own, to make them in from wheels beside it."""

    def __init__(self, folder: Path, content: Path) -> None:
        self.folder, self.content = folder, content
        self.wheels, self.locks = folder / "wheels", folder / "requirements/environments"
        self.wheels.mkdir()
        self.locks.mkdir(parents=True)
        (folder / "generator").symlink_to(REPOSITORY / "generator")  # it finds the list beside itself

    def list(self, text: str) -> None:
        """Write the list of environments."""
        (self.folder / "requirements/environments.toml").write_text(text)

    def lock(self, name: str, *, there: bool = True) -> None:
        """Write a lock file of one package; its wheel too, unless it is not to be there."""
        wheel = self.wheels / f"{name}-1.0-py3-none-any.whl"
        info = f"{name}-1.0.dist-info"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr(f"{name}.py", "")
            archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
            archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            archive.writestr(f"{info}/RECORD", f"{name}.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        (self.locks / f"{name}.txt").write_text(f"{name}==1.0 \\\n    --hash=sha256:{digest}\n")
        if not there:
            wheel.unlink()

    def start(self, *options: str) -> subprocess.Popen[str]:
        """Start `generator environments`, which finds packages among the wheels alone."""
        every = ["--all"] if MAKE in options else []  # the good entry's programs need none of them
        command = [sys.executable, "-m", "generator", "environments", "--content", str(self.content), *every, *options]
        pip = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.wheels), "PIP_CONFIG_FILE": os.devnull}
        return subprocess.Popen(
            command,
            cwd=self.folder,
            env={**SETTINGS, **pip},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *options: str) -> tuple[int, str, str]:
        """Run it; return its exit code, its output and its errors."""
        process = self.start(*options)
        output, errors = process.communicate()
        return process.returncode, output, PROGRESS.sub("", errors)

    def has(self, environment: str, module: str) -> bool:
        """Tell whether a module can be imported in an environment that was made."""
        python = self.folder / ".venvs" / environment / "bin/python"
        return not subprocess.run([python, "-c", f"import {module}"], capture_output=True, check=False).returncode


@pytest.fixture
def place(tmp_path, good_content) -> Place:
    return Place(tmp_path, good_content(tmp_path))


# --- by one process at a time --------------------------------------------------------------------


def test_what_another_process_is_making_is_waited_for_and_then_found_made(place):
    place.list('[small]\nabout = "one package"\ninstall = ["packed.txt"]\n')
    place.lock("packed")
    lock = place.folder / ".venvs/small.lock"
    lock.parent.mkdir()
    waiting = "1 of 1: waiting for another process, which is making .venvs/small\n"
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)  # as a third process would, so that neither is done before the other begins
        two = [place.start(MAKE), place.start(MAKE)]
        for process in two:
            assert [process.stderr.readline() for _line in range(2)] == [ANNOUNCED, waiting]
    rest = sorted(process.communicate()[1] for process in two)
    assert rest == ["", f"1 of 1: making .venvs/small ({UNMEASURED} to download, once)\n"]
    assert [process.returncode for process in two] == [0, 0]
    assert place.has("small", "packed")
    assert place.run()[1].startswith("small: one package; made, ")


def test_what_another_process_could_not_make_is_tried_anew(place):
    place.list('[small]\nabout = "one package"\ninstall = ["packed.txt"]\n')
    place.lock("packed", there=False)
    code, _output, errors = place.run(MAKE)
    assert code == 3
    assert "could not be made: ERROR: " in errors
    place.lock("packed")
    assert place.run(MAKE)[0] == 0
    assert place.has("small", "packed")


# --- alternatives --------------------------------------------------------------------------------


ALTERNATIVES = """[small]
about = "one package or another"
install = [["first.txt", "second.txt"]]
otherwise = "much is downloaded"
"""


def test_why_an_alternative_is_installed_is_said_before_it_is_and_what_follows(place):
    place.list(ALTERNATIVES)
    place.lock("first", there=False)
    place.lock("second")
    code, _output, errors = place.run(MAKE)
    assert errors == (
        f"{ANNOUNCED}1 of 1: making .venvs/small ({UNMEASURED} to download, once)\n"
        "1 of 1: Warning: the environment small: first.txt cannot be installed "
        "(ERROR: No matching distribution found for first==1.0), so second.txt is: much is downloaded; "
        "to try first.txt again, delete .venvs/small and make it again\n"
    )
    assert code == 0
    assert place.has("small", "second")


def test_of_alternatives_the_first_is_installed_without_a_word(place):
    place.list(ALTERNATIVES)
    place.lock("first")
    place.lock("second")
    assert place.run(MAKE)[2] == f"{ANNOUNCED}1 of 1: making .venvs/small ({UNMEASURED} to download, once)\n"
    assert place.has("small", "first")
    assert not place.has("small", "second")


def test_where_no_alternative_can_be_installed_both_reasons_are_said(place):
    place.list(ALTERNATIVES)
    place.lock("first", there=False)
    place.lock("second", there=False)
    code, _output, errors = place.run(MAKE)
    assert code == 3
    assert "(ERROR: No matching distribution found for first==1.0)" in errors
    [error] = [line for line in errors.splitlines() if line.startswith("Error: ")]
    assert "No matching distribution found for second==1.0" in error


# --- how much is to come -------------------------------------------------------------------------


TWO = """[one]
about = "one package"
install = ["first.txt"]
light = true
[two]
about = "another, for another claim"
install = ["second.txt", ["third.txt", "fourth.txt"]]
otherwise = "more is downloaded"
"""
SIZED = '["environments/{}.txt"]\npackages = 1\nbytes = {}\n'


def test_what_is_to_be_downloaded_is_said_before_the_first_byte_and_which_one_it_is_going_on(place):
    place.list(TWO)
    for name in ("first", "second", "third", "fourth"):
        place.lock(name)
    sizes = {"first": 400_000_000, "second": 1_000_000_000, "third": 2_000_000_000, "fourth": 6_600_000_000}
    text = "".join(SIZED.format(name, size) for name, size in sizes.items())
    (place.folder / "requirements/sizes.toml").write_text(text)
    code, _output, errors = place.run(MAKE, "--all")
    assert errors == (
        "2 environments to make: 3.4 GB to 8.0 GB to download (6 minutes or more at 10 MB a second), more on disk; "
        "LIGHT=1 makes 1 of them: about 400.0 MB\n"
        "1 of 2: making .venvs/one (about 400.0 MB to download, once)\n"
        "2 of 2: making .venvs/two (3.0 GB to 7.6 GB to download, once)\n"
    )
    assert code == 0
    assert place.run(MAKE, "--all")[2] == "", "all are made"


def test_one_size_that_is_missing_leaves_the_sum_unknown(place):
    place.list(TWO.replace('["third.txt", "fourth.txt"]', '"third.txt"'))
    for name in ("first", "second", "third"):
        place.lock(name, there=False)
    (place.folder / "requirements/sizes.toml").write_text(SIZED.format("first", 1) + SIZED.format("third", 1))
    errors = place.run(MAKE, "--all")[2]
    assert errors.startswith(
        f"2 environments to make: {UNMEASURED} to download, more on disk; LIGHT=1 makes 1 of them: "
    )


# --- sizes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sizes", "shown"),
    [((1_000_000, 400_000), "1.4 MB"), ((999_000_000,), "999.0 MB"), ((1_500_000_000, 600_000_000), "2.1 GB")],
    ids=str,
)
def test_the_list_says_how_large_what_is_there_is_also_where_it_is_not_whole(place, sizes, shown):
    place.list('[small]\nabout = "one"\ninstall = ["packed.txt"]\n[more]\nabout = "two"\ninstall = ["packed.txt"]\n')
    place.lock("packed")
    inside = place.folder / ".venvs/more/lib/deep"
    inside.mkdir(parents=True)
    for number, size in enumerate(sizes):
        with (inside / f"{number}.so").open("wb") as file:
            file.truncate(size)  # it takes no room
    (inside / "again.so").symlink_to("0.so")  # counts for its own few bytes
    (inside / "whole").symlink_to(inside)
    _code, output, _errors = place.run()
    small, more = output.splitlines()
    assert small.startswith(f"small: one; not asked for, {UNMEASURED} to download; ")
    assert more.startswith(f"more: two; not asked for, {shown} in .venvs/more; ")


# --- mistakes in the list ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[small]\nabout = "a"\ninstall = ["packed.txt"]\nlite = true\n',
            ["[small]: unknown key 'lite'; there are about, install, light, otherwise"],
        ),
        (
            '[small]\nabout = "a"\nlight = "no"\n[other]\nabout = 1\ninstall = ["packed.txt", 3]\n',
            [
                "[small]: key 'install' is missing: add it",
                "[small] light must be true or false",
                "[other] about must be text",
                "[other] install must be a list of names of lock files, or of lists of them",
            ],
        ),
        ("light = true\n", ["light is no environment: write [light], and below it about, install, light, otherwise"]),
        (
            '[small]\nabout = "a"\ninstall = ["pakced.txt"]\n',
            ["[small] install: there is no requirements/environments/pakced.txt"],
        ),
        (
            '[small]\nabout = "a"\ninstall = [["packed.txt", "packed.txt"]]\n',
            ["[small] has alternatives: say with 'otherwise' what follows from the others"],
        ),
    ],
    ids=["unknown", "forms", "no-table", "no-lock-file", "alternatives"],
)
def test_a_mistake_in_the_list_is_named_with_its_place(place, text, said):
    place.list(text)
    place.lock("packed")
    code, output, errors = place.run()
    assert errors.removeprefix("Error: ").splitlines() == [f"requirements/environments.toml: {line}" for line in said]
    assert (code, output) == (2, "")


def test_a_list_that_is_no_toml_is_said_to_be_none(place):
    place.list("[small\n")
    code, _output, errors = place.run()
    assert errors.startswith("Error: requirements/environments.toml cannot be read: Expected ']'")
    assert code == 2

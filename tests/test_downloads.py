"""The package on the site: pip installs it from the address that the page prints, and it answers."""

import contextlib
import hashlib
import os
import re
import shlex
import subprocess
import sys
import venv
import zipfile
from urllib.parse import unquote

import pytest
from real import generator
from selectolax.lexbor import LexborHTMLParser

from generator.build.site import build_site
from generator.distribution.downloads import trusted
from tools.browser import served

BELOW = "below/errors/"
ERROR = "ValueError: invalid literal for int() with base 10: 'word'"
SUBCOMMANDS = {"doctor", "env", "explain", "find", "mcp", "verify"}


def build(folder, content, address, *more):
    arguments = ("--verify", "never", "--content", content, "--site", folder / BELOW, "--address", address, *more)
    done = generator("build", *arguments, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def site(good_content, tmp_path_factory):
    """Return a server's folder, its address and the content: its site lies below a path, as a project site does."""
    folder = tmp_path_factory.mktemp("server")
    content = good_content(folder)
    with served(folder) as address:
        build(folder, content, address + BELOW)
        yield folder / BELOW, address + BELOW, content


def page(site, locale=""):
    return LexborHTMLParser((site / locale / "downloads/index.html").read_text(encoding="utf-8"))


def commands(site, locale=""):
    """Return the blocks of a page that one copies, as they are copied."""
    return [block.text().strip() for block in page(site, locale).css("article pre code")]


def wheels(site):
    return sorted(site.rglob("*.whl"))


def environment(folder):
    """Return an empty environment's folder of programs, with a pip that is another's and installs into it."""
    venv.create(folder, with_pip=False)
    pip = folder / "bin/pip"
    pip.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pip --python "{folder}/bin/python" "$@"\n')
    pip.chmod(0o755)
    return folder / "bin"


def run(command, programs, cwd):
    """Run a line as a reader types it, with the environment's programs first."""
    known = {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "LANG": "C.UTF-8",
        "HOME": str(cwd),
        "PIP_CONFIG_FILE": "/dev/null",
    }
    return subprocess.run(["sh", "-c", command], cwd=cwd, env=known, capture_output=True, text=True, check=False)


def test_pip_installs_it_from_the_address_that_the_page_prints_and_it_finds_an_error(site, tmp_path):
    folder, address, _content = site
    for locale in ("", "zh"):
        line = commands(folder, locale)[0]
        assert line == f"pip install --no-index --find-links {address}downloads/ faultbook"
        programs = environment(tmp_path / f"environment{locale}")
        done = run(line, programs, tmp_path)
        assert (done.returncode, "Successfully installed faultbook-" in done.stdout) == (0, True), done.stderr
        found = run(f"faultbook find {shlex.quote(ERROR)}", programs, tmp_path)
        assert (found.returncode, found.stderr) == (0, "")
        assert "A word is read as a number" in found.stdout.splitlines()
        assert f"{address}e/first-entry/" in found.stdout


def test_a_changed_file_is_refused(site, tmp_path):
    folder, _address, _content = site
    [wheel] = wheels(folder)
    whole = wheel.read_bytes()
    try:
        wheel.write_bytes(whole + b"x")
        done = run(commands(folder)[0], environment(tmp_path / "environment"), tmp_path)
    finally:
        wheel.write_bytes(whole)
    assert (done.returncode, "DO NOT MATCH THE HASHES" in done.stderr) == (1, True)


def test_without_a_server_it_is_installed_from_the_folder_and_by_its_name(site, tmp_path):
    folder, _address, _content = site
    *_others, by_name, from_folder = commands(folder)
    assert from_folder == "pip install --no-index --find-links downloads faultbook"
    for line, place in ((by_name, folder / "downloads"), (from_folder, folder)):
        programs = environment(tmp_path / place.name)
        done = run(line, programs, place)
        assert done.returncode == 0, done.stderr
        assert run("faultbook --version", programs, tmp_path).stdout.startswith("faultbook 0.")


def test_the_page_says_what_the_file_is_and_shows_commands_that_are_there(site):
    folder, _address, _content = site
    [wheel] = wheels(folder)
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    for locale, above in (("", ""), ("zh", "../../")):
        found = page(folder, locale)
        [link] = [a.attributes["href"] for a in found.css("a") if ".whl" in a.attributes["href"]]
        assert "+" not in link  # some servers take it for a space
        assert unquote(link) == f"{above and above + 'downloads/'}{wheel.name}#sha256={digest}"
        assert digest in found.css_first(".fb-digest").text()
        assert not re.search(r"</?\w|&\w+;|%\(", found.css_first("article").text())  # nothing is escaped twice
        shown = [block.text() for block in found.css(".fb-commands .fb-terminal code")]
        assert {re.search(r"faultbook (\w+)", line)[1] for line in shown} >= SUBCOMMANDS
    for name in SUBCOMMANDS:
        command = [sys.executable, "-m", "faultbook", name, "--help"]
        assert subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_it_is_the_file_that_make_wheel_makes_and_an_edit_replaces_it(good_content, tmp_path):
    content, address = good_content(tmp_path), "https://our.example/a/"
    built = []
    for _edit in range(2):
        build(tmp_path, content, address)
        done = generator("wheel", "--content", content, "--out", tmp_path / "dist", "--address", address, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        [ours], [by_hand] = wheels(tmp_path / BELOW), wheels(tmp_path / "dist")
        assert (ours.name, ours.read_bytes()) == (by_hand.name, by_hand.read_bytes())
        with zipfile.ZipFile(ours) as archive:
            assert archive.testzip() is None
            assert archive.read("faultbook/lookup.json") == (tmp_path / BELOW / "api/v1/lookup.json").read_bytes()
        built.append(ours.name)
        entry = content / "entries/demo/first-entry/entry.yaml"
        entry.write_text(
            entry.read_text(encoding="utf-8").replace("Test the text first.", "Test it first."), encoding="utf-8"
        )
    assert built[0] != built[1]
    before = {path: path.read_bytes() for path in wheels(tmp_path / BELOW)}
    (content / "LICENSE").write_text("All of it.\n")
    build(tmp_path, content, address)
    assert not before.keys() & set(wheels(tmp_path / BELOW))  # a licence is packed, too


def test_pages_that_name_a_command_lead_to_it(site):
    folder, _address, _content = site
    for name in ("demo/first-entry/", "data/", "zh/demo/first-entry/", "zh/data/"):
        text = LexborHTMLParser((folder / name / "index.html").read_text(encoding="utf-8"))
        inside = [a.attributes["href"] for a in text.css("article a")]
        target = (folder / ("zh" if name.startswith("zh") else "") / "downloads").resolve()
        assert target in [(folder / name / link).resolve() for link in inside], name
        assert len([a for a in text.css("footer a") if a.attributes["href"].endswith("downloads/")]) == 1


def test_content_without_entries_has_no_such_page(good_content, tmp_path):
    content = good_content(tmp_path)
    for path in sorted((content / "entries").rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    build(tmp_path, content, "https://our.example/a/")
    assert not (tmp_path / BELOW / "downloads").exists()
    assert "downloads/" not in (tmp_path / BELOW / "data/index.html").read_text(encoding="utf-8")


def test_it_is_left_out_where_that_is_asked_for_and_stays_out_until_it_is_asked_for(good_content, tmp_path):
    content, address = good_content(tmp_path), "https://our.example/a/"
    for package, expected in (("never", 0), ("auto", 1), ("never", 0)):
        build(tmp_path, content, address, "--package", package)
        assert len(wheels(tmp_path / BELOW)) == expected
        for locale in ("", "zh"):
            told = page(tmp_path / BELOW, locale)
            assert bool(told.css("#install")) is bool(expected)
            assert ("make site PACKAGE=auto" in told.css_first("article").text()) is not bool(expected)
    entry = content / "entries/demo/first-entry/entry.yaml"
    entry.write_text(entry.read_text(encoding="utf-8").replace("Test the text first.", "Test it."), encoding="utf-8")
    with contextlib.chdir(tmp_path):  # as the local server does after an edit
        build_site(content, tmp_path / BELOW, address)
    assert "Test it." in (tmp_path / BELOW / "demo/first-entry/index.html").read_text(encoding="utf-8")
    assert wheels(tmp_path / BELOW) == []
    with contextlib.chdir(tmp_path):  # and where there was no site
        build_site(content, tmp_path / "fresh", address)
    assert len(wheels(tmp_path / "fresh")) == 1


@pytest.mark.parametrize(
    ("address", "option"),
    [
        ("https://errors.example.org/downloads/", ""),
        ("http://127.0.0.1:8000/downloads/", ""),
        ("http://localhost/downloads/", ""),
        ("http://errors.intra:8080/a/downloads/", " --trusted-host errors.intra:8080"),
        ("http://192.168.1.5/downloads/", " --trusted-host 192.168.1.5"),
    ],
)
def test_a_server_without_a_certificate_is_named_to_pip(address, option):
    assert trusted(address) == option

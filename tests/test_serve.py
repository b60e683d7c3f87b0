"""The local server and a new entry, as a maintainer uses them."""

import contextlib
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def serving(root, folder, said=None):
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "generator",
        "serve",
        "--content",
        root,
        "--site",
        folder / "site",
        "--port",
        str(port),
    ]
    with said.open("w") if said else contextlib.nullcontext() as out:
        process = subprocess.Popen(list(map(str, command)), cwd=folder, env=SETTINGS, stdout=out)
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait(10)


def wait_for(address, words, seconds=40):
    deadline = time.monotonic() + seconds
    text = ""
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError):
            text = urllib.request.urlopen(address, timeout=5).read().decode()
            if words in text:
                return
        time.sleep(0.3)
    raise AssertionError(f"{words!r} did not appear at {address}: {text[:300]}")


def test_the_server_shows_an_edit_and_survives_a_mistake(good_content, tmp_path):
    root = good_content(tmp_path)
    entry = root / "entries/demo/first-entry/entry.yaml"
    whole = entry.read_text(encoding="utf-8")
    with serving(root, tmp_path) as address:
        page = f"{address}demo/first-entry/"
        wait_for(page, "A word is read as a number")
        entry.write_text(whole.replace("A word is read as a number", "Edited while served"), encoding="utf-8")
        wait_for(page, "Edited while served")
        entry.write_text(whole.replace("title:", "titel:"), encoding="utf-8")
        time.sleep(2)
        wait_for(page, "Edited while served")
        entry.write_text(whole.replace("A word is read as a number", "Mended again"), encoding="utf-8")
        wait_for(page, "Mended again")


def test_a_site_that_was_just_built_is_served_as_it_is(good_content, tmp_path):
    root, site = good_content(tmp_path), tmp_path / "site"
    command = [
        sys.executable,
        "-m",
        "generator",
        "build",
        "--verify",
        "never",
        "--content",
        str(root),
        "--site",
        str(site),
    ]
    subprocess.run(command, cwd=tmp_path, env=SETTINGS, check=True, capture_output=True)
    written = {path: path.stat().st_mtime_ns for path in site.rglob("*.html")}
    with serving(root, tmp_path, said := tmp_path / "said") as address:
        wait_for(address, "</html>")
        assert said.read_text().startswith("nothing changed since the last build: ")
        assert {path: path.stat().st_mtime_ns for path in site.rglob("*.html")} == written

        entry = root / "entries/demo/first-entry/entry.yaml"
        entry.write_text(entry.read_text().replace("A word is read as a number", "Edited while served"))
        wait_for(f"{address}demo/first-entry/", "Edited while served")
    with serving(root, tmp_path, said) as address:
        wait_for(address, "</html>")
        assert "nothing changed" not in said.read_text()


def test_a_missing_address_is_answered_with_the_sites_own_page(good_content, tmp_path):
    root = good_content(tmp_path)
    with serving(root, tmp_path) as address:
        wait_for(address, "</html>")
        for missing in ("e/DemoValueEror/", "nothing.html", "zh/no/where"):
            with pytest.raises(urllib.error.HTTPError) as caught:
                urllib.request.urlopen(address + missing, timeout=5)
            with caught.value as answer:
                page = answer.read().decode()
            assert (answer.code, 'id="not-found"' in page, "assets/repair.js" in page) == (404, True, True)
            assert answer.headers["Content-Type"].startswith("text/html")


def generator(*arguments, cwd):
    command = [sys.executable, "-m", "generator", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, env=SETTINGS, capture_output=True, text=True, check=False)


def test_a_new_entry_says_what_is_still_to_do(good_content, tmp_path):
    root = good_content(tmp_path)

    made = generator("new", "--content", root, "demo/second-entry", cwd=tmp_path)
    checked = generator("check", "--content", root, cwd=tmp_path)

    assert made.returncode == 0, made.stderr
    assert checked.returncode == 1
    assert {line.split()[1] for line in checked.stdout.splitlines() if line.startswith("content/")} == {"TEXT005"}
    again = generator("new", "--content", root, "demo/second-entry", cwd=tmp_path)
    assert again.returncode == 1
    assert "is there already" in again.stderr


def test_a_bad_id_is_refused(good_content, tmp_path):
    done = generator("new", "--content", good_content(tmp_path), "Demo/../x", cwd=tmp_path)

    assert done.returncode == 1
    assert "is not an id" in done.stderr
    assert "Traceback" not in done.stderr

"""The archive for machines without a network: unpacked somewhere else, and shown by its own server alone."""

import contextlib
import hashlib
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

import pytest
from real import BELOW, generator
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from tools.browser import browser

MESSAGE = "ValueError: invalid literal for int() with base 10: 'five'"


@pytest.fixture(scope="module")
def archive(good_content, tmp_path_factory):
    """Return the archive of a small site that is published below a path."""
    folder = tmp_path_factory.mktemp("offline")
    content, site = good_content(folder), folder / "site"
    address = f"https://demo.example/{BELOW}"
    done = generator(
        "build", "--verify", "never", "--content", content, "--site", site, "--address", address, cwd=folder
    )
    assert done.returncode == 0, done.stdout + done.stderr
    done = generator("offline", "--site", site, "--out", folder / "dist", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "dist" / "faultbook-offline.zip"


@pytest.fixture(scope="module")
def unpacked(archive, tmp_path_factory):
    folder = tmp_path_factory.mktemp("elsewhere")
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(folder)
    return folder / "faultbook-offline"


@contextlib.contextmanager
def serving(folder, *options):
    """Start the archive's server as a user does, without our packages or settings; give its address."""
    command = [sys.executable, "-I", "serve.py", "--port", "0", *options]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process.stdout.readline().split()[0]
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=20)
    assert process.returncode == 0


@pytest.fixture(scope="module")
def address(unpacked):
    with serving(unpacked) as given:
        yield given


def fetch(url):
    try:
        with urllib.request.urlopen(url, timeout=20) as answer:
            return answer.status, answer.headers.get_content_type(), answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers.get_content_type(), error.read()


def test_it_has_every_file_of_the_site_and_the_server(archive):
    site = archive.parents[1] / "site"
    with zipfile.ZipFile(archive) as packed:
        names = set(packed.namelist())
    files = {
        f"faultbook-offline/site/{file.relative_to(site).as_posix()}" for file in site.rglob("*") if file.is_file()
    }
    assert names == {"faultbook-offline/serve.py", *files}


def test_equal_sites_give_equal_archives(archive, tmp_path):
    os.utime(archive.parents[1] / "site" / "index.html")
    done = generator("offline", "--site", archive.parents[1] / "site", "--out", tmp_path, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (
        hashlib.sha256((tmp_path / archive.name).read_bytes()).digest() == hashlib.sha256(archive.read_bytes()).digest()
    )


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("", "text/html"),
        ("zh/", "text/html"),
        ("demo/first-entry/index.md", "text/markdown"),
        ("api/v1/lookup.json", "application/json"),
        ("assets/find.js", "text/javascript"),
        ("assets/faultbook.css", "text/css"),
        ("manifest.webmanifest", "application/manifest+json"),
    ],
)
def test_files_are_found_with_and_without_the_published_path(address, unpacked, path, kind):
    file = unpacked / "site" / (f"{path}index.html" if path.endswith("/") or not path else path)
    for url in (address + path, address + BELOW + path):
        assert fetch(url) == (200, kind, file.read_bytes())


@pytest.mark.parametrize(
    "path", ["no/such/page/", "assets/", "../serve.py", "%2e%2e/serve.py", f"{BELOW}../../serve.py"]
)
def test_a_missing_address_is_answered_with_the_sites_page_and_no_folder_is_listed(address, unpacked, path):
    status, _kind, body = fetch(address + path)
    assert (status, body) == (404, (unpacked / "site" / "404.html").read_bytes())


@pytest.mark.browser
def test_look_up_search_and_the_404_page_work(address):
    with browser() as driver:
        driver.get(f"{address}find/")
        driver.find_element(By.ID, "fb-text").send_keys(MESSAGE)
        hit = WebDriverWait(driver, 20).until(lambda _: driver.find_element(By.CSS_SELECTOR, ".fb-hit a"))
        assert hit.get_attribute("href").startswith(f"{address}demo/first-entry/")

        driver.get(address)
        driver.find_element(By.CSS_SELECTOR, ".md-search__input").send_keys("word", Keys.ENTER)
        found = WebDriverWait(driver, 20).until(
            lambda _: driver.find_elements(By.CSS_SELECTOR, ".md-search-result__link")
        )
        assert found[0].get_attribute("href").startswith(f"{address}demo/first-entry/")

        driver.get(f"{address}no/such/page/")
        colour = driver.execute_script("return getComputedStyle(document.querySelector('.md-header')).backgroundColor")
        assert colour == "rgb(84, 109, 120)"  # its styles are asked for below the published path
        assert [entry for entry in driver.get_log("browser") if "no/such/page" not in entry["message"]] == []


def test_a_taken_port_is_said_with_what_to_do(unpacked):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        command = [sys.executable, "-I", "serve.py", "--port", str(taken.getsockname()[1])]
        done = subprocess.run(command, cwd=unpacked, capture_output=True, text=True, check=False, timeout=20)
    assert done.returncode == 1
    assert done.stderr.endswith("Another port: python serve.py --port 0\n")


def test_a_server_without_its_site_says_what_is_missing(unpacked, tmp_path):
    (tmp_path / "serve.py").write_bytes((unpacked / "serve.py").read_bytes())
    done = subprocess.run(
        [sys.executable, "-I", "serve.py"], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=20
    )
    assert done.returncode == 1
    assert "keep serve.py beside the folder 'site'" in done.stderr


def test_an_archive_of_no_site_is_refused(tmp_path):
    done = generator("offline", "--site", tmp_path / "none", cwd=tmp_path)
    assert done.returncode == 1
    assert "build the site first (`make site" in done.stderr
    assert not Path(tmp_path / "dist").exists()

"""The archive for machines without a network: unpacked somewhere else, and shown as its README says."""

import hashlib
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from real import BELOW, generator
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

INDEX = "index.html"
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


@pytest.fixture(scope="module")
def address(unpacked):
    """Start the server that the README names, without our packages or settings; give its address."""
    [line] = re.findall(r"(?m)^    python3 (.*) 8000$", (unpacked / "README.txt").read_text(encoding="utf-8"))
    command = [sys.executable, "-u", "-I", *line.split(), "0"]
    with subprocess.Popen(command, cwd=unpacked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield re.search(r"\((http://127\.0\.0\.1:\d+/)\)", process.stdout.readline()).group(1)
        finally:
            process.terminate()
            process.communicate(timeout=20)


def test_it_has_every_file_of_the_site_and_a_readme(archive):
    site = archive.parents[1] / "site"
    with zipfile.ZipFile(archive) as packed:
        names = set(packed.namelist())
    files = {
        f"faultbook-offline/site/{file.relative_to(site).as_posix()}" for file in site.rglob("*") if file.is_file()
    }
    assert names == {"faultbook-offline/README.txt", *files}


def test_equal_sites_give_equal_archives(archive, tmp_path):
    os.utime(archive.parents[1] / "site" / "index.html")
    done = generator("offline", "--site", archive.parents[1] / "site", "--out", tmp_path, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (
        hashlib.sha256((tmp_path / archive.name).read_bytes()).digest() == hashlib.sha256(archive.read_bytes()).digest()
    )


def links_found_by(driver, start):
    """Look a message up and search for a word, from the page at `start`; return where the first answers lead."""
    driver.get(f"{start}{INDEX if start.startswith('file:') else ''}")
    driver.find_element(By.ID, "fb-text").send_keys(MESSAGE)
    hit = WebDriverWait(driver, 20).until(lambda _: driver.find_element(By.CSS_SELECTOR, ".fb-hit a"))
    looked_up = hit.get_attribute("href")
    driver.get(f"{start}{INDEX}")
    driver.find_element(By.CSS_SELECTOR, ".md-search__input").send_keys("word")
    found = WebDriverWait(driver, 20).until(lambda _: driver.find_elements(By.CSS_SELECTOR, ".md-search-result__link"))
    return looked_up, found[0].get_attribute("href")


@pytest.mark.browser
def test_look_up_and_search_work_from_the_folder(unpacked, own_tab):
    start = f"{(unpacked / 'site').as_uri()}/"
    for link in links_found_by(own_tab, start):
        assert link.startswith(f"{start}demo/first-entry/index.html")


@pytest.mark.browser
def test_look_up_and_search_work_with_the_server_that_the_readme_names(address, own_tab):
    for link in links_found_by(own_tab, address):
        assert link.startswith(f"{address}demo/first-entry/")
    assert own_tab.get_log("browser") == []


def test_an_archive_of_no_site_is_refused(tmp_path):
    done = generator("offline", "--site", tmp_path / "none", cwd=tmp_path)
    assert done.returncode == 1
    assert "build the site first (`make site" in done.stderr
    assert not Path(tmp_path / "dist").exists()

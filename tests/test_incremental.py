"""Builds with what the last one kept: the same bytes as a build from nothing, whatever was edited, and no more work."""

import contextlib
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

import pytest
from coded import add_codes
from real import SETTINGS, generator
from recorded import commit, evidence_of

from generator.build.scan import MANY, RECENT, scan
from generator.build.site import build_site
from generator.content.entry_folders import find_entries
from generator.content.permalink_ledger import LEDGER_FILE

SECOND = "demo/second-entry"
THIRD = "demo/third-entry"


def build(root, site, cwd):
    return generator("build", "--verify", "never", "--content", root, "--site", site, cwd=cwd)


def files_of(site):
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}


def times_of(site):
    return {path.relative_to(site).as_posix(): path.stat().st_mtime_ns for path in site.rglob("*") if path.is_file()}


def add_entry(root, entry_id, word, related=""):
    """Write an entry like the first one, in words of its own."""
    folder = root / "entries" / entry_id
    shutil.copytree(root / "entries/demo/first-entry", folder)
    text = (root / "entries/demo/first-entry/entry.yaml").read_text(encoding="utf-8")
    text = text.replace("DEMO_STATUS_BAD_WORD", f"DEMO_{word.upper()}").replace("DemoValueError", f"{word}Error")
    text = text.replace("A word is read", f"A {word} is read").replace("把单词当成", f"把 {word} 当成")
    (folder / "entry.yaml").write_text(text + related, encoding="utf-8")


def replace(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text, (path, old)
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def root(good_content, tmp_path):
    """Return a content folder with three entries that name each other, status codes, pages and evidence."""
    root = add_codes(good_content(tmp_path))
    relation = "\nrelated:\n  - {{id: {}, kind: confused-with, text: {{en: It looks alike., zh: 看起来相似。}}}}\n"
    add_entry(root, SECOND, "Letter", relation.format("demo/first-entry"))
    add_entry(root, THIRD, "Symbol", relation.format(SECOND))
    (root / "pages").mkdir(exist_ok=True)
    for name, title in (("index.md", "Home"), ("index.zh.md", "首页")):
        text = f'# {title}\n\n<div data-faultbook="home"></div>\n\n<div data-faultbook="entries"></div>\n'
        (root / "pages" / name).write_text(text, encoding="utf-8")
    commit(root, evidence_of(root))
    return root


# --- edits: what each does to a content folder, over and over again -------------------------------


def edit_text(root, number):
    replace(root / f"entries/{SECOND}/entry.yaml", "was given a word.", f"was given a word. {number}.")


def edit_title(root, number):
    path = root / f"entries/{SECOND}/entry.yaml"
    path.write_text(
        re.sub(r"title: {en: [^,]*,", f"title: {{en: Title {number},", path.read_text(encoding="utf-8"), count=1),
        encoding="utf-8",
    )


def edit_program(root, number):
    (root / f"entries/{THIRD}/reproduce.py").write_text(f'int("word")  # {number}\n', encoding="utf-8")


def edit_alias(root, number):
    path = root / f"entries/{THIRD}/entry.yaml"
    path.write_text(
        re.sub(r"aliases: \[[^]]*\]", f"aliases: [Alias{number}]", path.read_text(encoding="utf-8")), encoding="utf-8"
    )


def edit_evidence(root, number):
    commit(root, evidence_of(root, dead_end={"stderr": f"{number}"}))


def edit_page(root, number):
    with (root / "pages/index.md").open("a", encoding="utf-8") as file:
        file.write(f"\nLine {number}.\n")


def edit_site(root, number):
    path = root / "site.yaml"
    path.write_text(
        re.sub(r"demo: {en: [^,]*,", f"demo: {{en: Domain {number},", path.read_text(encoding="utf-8")),
        encoding="utf-8",
    )


def edit_interface(root, number):
    (root / "locales").mkdir(exist_ok=True)
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    (root / "locales/zh.po").write_text(f'{head}msgid "Versions"\nmsgstr "版本 {number}"\n', encoding="utf-8")


def edit_codes(root, number):
    path = root / "codes/cudnn.yaml"
    path.write_text(
        re.sub(r"An argument is [^.]*\.", f"An argument is wrong {number}.", path.read_text(encoding="utf-8")),
        encoding="utf-8",
    )


def add_or_delete(root, number):
    folder = root / "entries/demo/fourth-entry"
    if folder.exists():
        shutil.rmtree(folder)
    else:
        add_entry(root, "demo/fourth-entry", f"Sign{number}")


def edit_claim(root, number):
    """Give a claim another id; the address with the first one was published."""
    (root / LEDGER_FILE).write_text("third-entry/only-words\n", encoding="utf-8")
    path = root / f"entries/{THIRD}/entry.yaml"
    path.write_text(
        re.sub(r"- id: only-[a-z0-9-]*", f"- id: only-letters-{number}", path.read_text(encoding="utf-8")),
        encoding="utf-8",
    )


def touch(root, _number):
    for path in (root / "entries").rglob("*"):
        os.utime(path)


EDITS = (
    *(edit_text, edit_title, edit_program, edit_alias, edit_evidence, edit_page, edit_site, edit_interface),
    *(edit_codes, add_or_delete, edit_claim, touch),
)


def test_a_build_with_the_store_gives_the_bytes_of_one_without_after_every_kind_of_edit(root, tmp_path, monkeypatch):
    choose = random.Random(17)
    edits = [*EDITS, *choose.sample(EDITS, 3)]
    choose.shuffle(edits)
    kept, site = tmp_path / "kept", tmp_path / "kept/site"
    kept.mkdir()
    monkeypatch.chdir(kept)
    build_site(root, site)
    for number, edit in enumerate(edits):
        edit(root, number)
        build_site(root, site)
        fresh = tmp_path / "fresh"
        fresh.mkdir()
        shutil.copytree(kept / ".cache/theme", fresh / ".cache/theme")  # MkDocs's output, found by its inputs
        monkeypatch.chdir(fresh)
        build_site(root, fresh / "site")
        monkeypatch.chdir(kept)
        old, new = files_of(site), files_of(fresh / "site")
        assert sorted(old) == sorted(new), edit
        assert [uri for uri in new if old[uri] != new[uri]] == [], edit
        shutil.rmtree(fresh)


def test_an_edit_renders_one_entry_and_writes_what_shows_it(root, tmp_path):
    site = tmp_path / "site"
    assert build(root, site, tmp_path).returncode == 0
    before, times = files_of(site), times_of(site)
    edit_text(root, 1)

    done = build(root, site, tmp_path)

    after = files_of(site)
    changed = {uri for uri in after if after[uri] != before.get(uri)}
    assert {uri for uri, time in times_of(site).items() if times.get(uri) != time} == changed
    gone = before.keys() - after.keys()  # files of search and the wheel are named by what they hold
    assert all(uri.startswith(("search/", "downloads/faultbook-")) for uri in gone)
    assert f": {len(changed)} written, {len(gone)} deleted" in done.stdout
    pages = {uri for uri in changed if uri.endswith("index.html")}
    own = {f"{prefix}{SECOND}/index.html" for prefix in ("", "zh/")}
    assert own & pages
    assert "myths/first-entry/strip/index.html" in after
    assert not any("first-entry" in uri or "third-entry" in uri for uri in changed)


def redirects_to(page):
    return re.search(r'url=([^"]*)"', page.read_text(encoding="utf-8")).group(1)


def test_a_published_address_of_a_myth_leads_on_when_its_claim_is_gone_and_when_its_entry_is_renamed(root, tmp_path):
    site = tmp_path / "site"
    assert build(root, site, tmp_path).returncode == 0
    before, page = files_of(site), site / "zh/myths/third-entry/only-words/index.html"
    edit_claim(root, 1)
    assert build(root, site, tmp_path).returncode == 0
    assert redirects_to(page) == f"../../../{THIRD}/"
    replace(root / f"entries/{THIRD}/entry.yaml", "only-letters-1", "only-words")
    assert build(root, site, tmp_path).returncode == 0
    assert {uri: data for uri, data in files_of(site).items() if "myths/" in uri} == {
        uri: data for uri, data in before.items() if "myths/" in uri
    }

    (root / f"entries/{THIRD}").rename(root / "entries/demo/new-name")
    replace(root / "entries/demo/new-name/entry.yaml", "aliases: [", "aliases: [third-entry, ")
    assert build(root, site, tmp_path).returncode == 0
    assert redirects_to(page) == "../../new-name/only-words/"
    assert (page.parent / redirects_to(page) / "index.html").exists()
    assert not (site / "zh/myths/third-entry/strip").exists(), "that address was never published"


def test_a_changed_title_renders_the_entries_that_name_it_and_no_others(root, tmp_path):
    site = tmp_path / "site"
    assert build(root, site, tmp_path).returncode == 0
    before = files_of(site)
    edit_title(root, 1)
    assert build(root, site, tmp_path).returncode == 0
    changed = {uri for uri, data in files_of(site).items() if data != before.get(uri)}
    assert f"{THIRD}/index.html" in changed
    assert not any("first-entry" in uri for uri in changed)


def test_nothing_changed_writes_nothing_and_says_the_same(root, tmp_path):
    site = tmp_path / "site"
    first = build(root, site, tmp_path)
    times = times_of(site)
    second = build(root, site, tmp_path)
    third = build(root, site, tmp_path)
    assert times_of(site) == times
    for done in (second, third):
        assert ": 0 written, 0 deleted" in done.stdout
        assert done.stdout.split("files")[0] == first.stdout.split("files")[0]


def from_nothing(root, folder):
    """Return the files of a site that is built without any store."""
    other = folder / "other"
    shutil.copytree(folder / ".cache/theme", other / ".cache/theme")  # MkDocs's output, found by its inputs
    assert build(root, other / "site", other).returncode == 0
    return files_of(other / "site")


# --- what may happen to the store, and to the site -------------------------------------------------


def store_in(folder):
    [path] = (folder / ".cache/build").glob("*.sqlite3")
    return path


def delete(path):
    shutil.rmtree(path.parent)


def truncate(path):
    os.truncate(path, path.stat().st_size // 2)


def fill_with_noise(path):
    path.write_bytes(random.Random(1).randbytes(50_000))


def spoil_pages(path):
    data = bytearray(path.read_bytes())
    noise = random.Random(2)
    for place in range(4096, len(data), 517):
        data[place] = noise.randrange(256)
    path.write_bytes(data)


def make_older(path):
    with sqlite3.connect(path) as store:
        store.execute("PRAGMA user_version=0")
    store.close()


def empty(path):
    path.write_bytes(b"")


@pytest.mark.parametrize("spoil", [delete, truncate, fill_with_noise, spoil_pages, make_older, empty])
def test_a_spoiled_store_costs_time_and_nothing_else(root, tmp_path, spoil):
    site = tmp_path / "site"
    assert build(root, site, tmp_path).returncode == 0
    edit_title(root, 1)
    path = store_in(tmp_path)
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    spoil(path)

    done = build(root, site, tmp_path)

    assert done.returncode == 0, done.stderr
    assert files_of(site) == from_nothing(root, tmp_path)


def test_what_somebody_did_to_the_site_is_undone(root, tmp_path):
    site = tmp_path / "site"
    assert build(root, site, tmp_path).returncode == 0
    before = files_of(site)
    (site / SECOND / "index.html").write_text("mine", encoding="utf-8")
    (site / THIRD / "index.md").unlink()
    (site / "mine.txt").write_text("mine", encoding="utf-8")
    shutil.rmtree(site / "zh/demo")

    done = build(root, site, tmp_path)

    assert done.returncode == 0, done.stderr
    assert files_of(site) == before


def test_what_somebody_did_to_the_site_is_undone_by_a_build_that_has_something_to_do(root, tmp_path):
    site = tmp_path / "site"
    assert build(root, site, tmp_path).returncode == 0
    (site / THIRD / "index.html").write_text("mine", encoding="utf-8")
    (site / "mine.txt").write_text("mine", encoding="utf-8")
    edit_text(root, 1)

    assert build(root, site, tmp_path).returncode == 0
    assert files_of(site) == from_nothing(root, tmp_path)


def test_a_build_that_ended_before_its_first_file_leaves_nothing_that_the_site_no_longer_has(root, tmp_path):
    site = tmp_path / "site"
    assert build(root, site, tmp_path).returncode == 0
    shutil.rmtree(root / "entries" / THIRD)
    [kept] = (tmp_path / ".cache/build").glob("*.sqlite3")
    with contextlib.closing(sqlite3.connect(kept)) as store, store:
        store.execute("INSERT INTO pending VALUES (?)", (f"entry:{THIRD}",))

    assert build(root, site, tmp_path).returncode == 0
    assert files_of(site) == from_nothing(root, tmp_path)


def test_two_builds_at_once_leave_a_right_site(root, tmp_path):
    site = tmp_path / "site"
    command = [sys.executable, "-m", "generator", "build", "--verify", "never", "--content", root, "--site", site]
    for number in range(3):
        edit_text(root, number)
        both = [subprocess.Popen(command, cwd=tmp_path, env=SETTINGS, stdout=-3, stderr=-1, text=True) for _ in "ab"]
        said = [process.communicate()[1] for process in both]
        codes = [process.returncode for process in both]
        assert 0 in codes
        for code, words in zip(codes, said, strict=True):
            assert code == 0 or "another build is writing" in words
    assert build(root, site, tmp_path).returncode == 0
    assert files_of(site) == from_nothing(root, tmp_path)


def wait_for_the_end_of(group):
    """Wait for all processes of a group: the last of them to end gives the lock back."""
    with contextlib.suppress(ProcessLookupError):
        while True:
            os.killpg(group, 0)
            time.sleep(0.01)


def test_a_build_that_is_killed_leaves_whole_files_and_the_next_one_goes_on(root, tmp_path):
    site = tmp_path / "site"
    assert build(root, site, tmp_path).returncode == 0
    command = [sys.executable, "-m", "generator", "build", "--verify", "never", "--content", root, "--site", site]
    for number, seconds in enumerate((0.6, 0.9, 1.2, 1.5, 2.0)):
        edit_site(root, number)
        process = subprocess.Popen(command, cwd=tmp_path, env=SETTINGS, stdout=-3, stderr=-3, start_new_session=True)
        time.sleep(seconds)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        wait_for_the_end_of(process.pid)
        for path in site.rglob("*.html"):
            assert path.name.startswith(".publishing-") or path.read_bytes().rstrip().endswith(b"</html>"), path
    assert build(root, site, tmp_path).returncode == 0
    assert files_of(site) == from_nothing(root, tmp_path)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
def test_a_full_disk_is_a_clear_error_and_nothing_is_lost(root, tmp_path):
    site = tmp_path / "site"
    assert build(root, site, tmp_path).returncode == 0
    cache = tmp_path / ".cache/build"
    kept = {path.name: path.read_bytes() for path in cache.iterdir()}
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", cache], check=True)
    try:
        edit_title(root, 1)
        done = build(root, site, tmp_path)
        assert done.returncode == 1
        assert "cannot be written" in done.stderr
        assert "Traceback" not in done.stderr
        assert not list(site.rglob(".publishing-*"))
    finally:
        subprocess.run(["umount", cache], check=True)
    assert {path.name: path.read_bytes() for path in cache.iterdir()} == kept
    assert build(root, site, tmp_path).returncode == 0
    assert files_of(site) == from_nothing(root, tmp_path)


@pytest.mark.parametrize(
    ("place", "is_odd"),
    [
        ("stray.yaml", True),
        ("demo/stray.yml", True),
        ("demo/first-entry/below/stray.yaml", True),
        ("demo/empty/notes.txt", True),
        ("demo/first-entry/other.yaml", False),
        ("demo/first-entry/__pycache__/stray.yaml", False),
        ("demo/first-entry/.editor/stray.yaml", False),
        (".hidden/stray.yaml", False),
    ],
)
def test_a_scan_sees_what_stands_where_no_entry_is_read(root, place, is_odd):
    stray = root / "entries" / place
    stray.parent.mkdir(parents=True, exist_ok=True)
    stray.write_text("", encoding="utf-8")

    assert scan(root).is_odd == is_odd
    assert bool(find_entries(root / "entries")[1]) == is_odd


def test_several_processes_see_what_one_sees(tmp_path):
    for number in range(MANY):
        for folder in ("entries", "evidence"):
            place = tmp_path / f"{folder}/demo/entry-{number}"
            place.mkdir(parents=True)
            (place / ("entry.yaml" if folder == "entries" else "runs.json")).write_text(f"{number}", encoding="utf-8")
    (tmp_path / f"entries/demo/entry-{MANY - 1}/below").mkdir()
    stray = tmp_path / f"entries/demo/entry-{MANY - 1}/below/stray.yaml"
    stray.write_text("", encoding="utf-8")
    time.sleep(RECENT / 1e9)
    of_one, of_several = scan(tmp_path), scan(tmp_path, may_fork=True)
    assert (of_several.stamp, of_several.newest, of_several.ids) == (of_one.stamp, of_one.newest, of_one.ids)
    assert of_several.is_odd
    assert of_several.is_settled

    before = of_several
    (tmp_path / "evidence/demo/entry-7/runs.json").write_text("changed", encoding="utf-8")
    of_several = scan(tmp_path, may_fork=True)
    changed = {entry for entry, stamp in of_several.entries.items() if before.entries[entry] != stamp}
    assert changed == {"demo/entry-7"}
    assert of_several.newest > before.newest

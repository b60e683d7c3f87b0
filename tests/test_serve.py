"""The local server and a new entry, as a maintainer uses them."""

import asyncio
import contextlib
import fcntl
import http.client
import itertools
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from real import generator
from selectolax.lexbor import LexborHTMLParser
from tornado.websocket import websocket_connect

from generator.build.scan import RECENT
from generator.serve.watch import changes

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
TITLE = "A word is read as a number"
PAGE = "demo/first-entry/"


@dataclass
class Server:
    """A server that runs: its address, what it has said so far, and its process, which leads a group of its own."""

    address: str
    output: Path
    process: subprocess.Popen

    @property
    def said(self):
        return self.output.read_text(encoding="utf-8")

    def get(self, path):
        """Return the status and the text of a page."""
        try:
            with urllib.request.urlopen(self.address + path, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def wait_for(self, path, words):
        soon(lambda: words in self.get(path)[1], lambda: f"{words!r} did not appear at {path}: {self.said}")

    def wait_to_say(self, words):
        soon(lambda: words in self.said, lambda: f"{words!r} was not said: {self.said}")


def soon(true, otherwise, seconds=40):
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, otherwise()
        time.sleep(0.05)


@contextlib.contextmanager
def serving(root, folder, *options):
    command = ["serve", "--content", root, "--site", folder / "site", "--port", 0, *options]
    output = folder / "said"
    with output.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "generator", *map(str, command)],
            cwd=folder,
            env=SETTINGS,
            stdout=out,
            stderr=out,
            process_group=0,
        )
    try:
        server = Server("", output, process)
        server.wait_to_say("(stop with Ctrl-C)")
        server.address = re.search(r"http://127\.0\.0\.1:[0-9]+/", server.said).group()
        yield server
    finally:
        process.terminate()
        process.wait(40)


def build(root, folder, *options):
    done = generator("build", "--verify", "never", "--content", root, "--site", folder / "site", *options, cwd=folder)
    assert done.returncode == 0, done.stderr


def edit(root, title):
    """Give the entry another title; return what its file held before."""
    path = root / "entries/demo/first-entry/entry.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"(?m)^title: {en: [^,]*", f"title: {{en: {title}", text), encoding="utf-8")
    return text


@contextlib.contextmanager
def held(folder):
    """Hold every build in a folder before it publishes: it waits for the theme, as if another build made it."""
    lock = folder / ".cache/theme/lock"
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file
        fcntl.flock(file, fcntl.LOCK_UN)


def waits_for(file):
    """Tell whether a process waits for the lock on a file."""
    number = f":{os.fstat(file.fileno()).st_ino} "
    return any("->" in line and number in line for line in Path("/proc/locks").read_text().splitlines())


def members(group):
    """Return the processes of a group that have not ended, by what they were started with."""
    found = {}
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, _parent, its_group = (path / "stat").read_text().rpartition(")")[2].split()[:3]
            if int(its_group) == group and state != "Z":
                found[int(path.name)] = (path / "cmdline").read_text()
    return found


@pytest.fixture(scope="module")
def theme(good_content, tmp_path_factory):
    """Build once what `good_content` keeps for all: no server waits for MkDocs."""
    folder = tmp_path_factory.mktemp("built")
    build(good_content(folder), folder)


@pytest.fixture
def root(good_content, theme, tmp_path):
    """Return a content folder that was not built yet."""
    del theme
    return good_content(tmp_path)


def test_the_server_shows_an_edit_and_survives_a_mistake(root, tmp_path):
    entry = root / "entries/demo/first-entry/entry.yaml"
    with serving(root, tmp_path) as server:
        server.wait_for(PAGE, TITLE)
        whole = edit(root, "Edited while served")
        server.wait_for(PAGE, "Edited while served")
        begun = "changed: content/entries/demo/first-entry/entry.yaml; its page in "
        soon(lambda: "; rebuilt in " in server.said.partition(begun)[2], lambda: f"not rebuilt: {server.said}")

        entry.write_text(whole.replace("title:", "titel:"), encoding="utf-8")
        server.wait_to_say("content/entries/demo/first-entry/entry.yaml:1:1: SCH001 unknown key 'titel'")
        server.wait_to_say("nothing was changed")
        assert "changed: content/entries/demo/first-entry/entry.yaml; not rebuilt:\n" in server.said
        assert "Edited while served" in server.get(PAGE)[1]

        entry.write_text(whole, encoding="utf-8")
        server.wait_for(PAGE, TITLE)


def test_what_is_added_edited_or_deleted_has_changed_and_what_editors_keep_has_not(tmp_path):
    for name in ("kept.yaml", "edited.py", "deleted.md"):
        (tmp_path / name).write_text(name)

    def change():
        (tmp_path / "edited.py").write_text("longer than it was")
        (tmp_path / "deleted.md").unlink()
        (tmp_path / "added.css").touch()
        for name in (".entry.yaml.swp", "entry.yaml~", "#entry.yaml#", "4913", ".git/index", "__pycache__/a.pyc"):
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).touch()
        (tmp_path / "link").symlink_to("nowhere")

    async def seen():
        stop, found = asyncio.Event(), set()
        watching = changes([tmp_path], stop)
        asyncio.get_running_loop().call_later(0.5, change)
        async for paths in watching:
            found |= {Path(path).name for path in paths}
            if {"edited.py", "deleted.md", "added.css"} <= found:
                return found
        return found

    assert asyncio.run(asyncio.wait_for(seen(), 20)) - {"link"} == {"edited.py", "deleted.md", "added.css"}


def test_a_file_that_never_stops_changing_does_not_keep_the_site_as_it_is(root, tmp_path):
    build(root, tmp_path)
    with serving(root, tmp_path) as server:
        writing = subprocess.Popen(["sh", "-c", "while :; do date +%N > ticks.txt; sleep 0.02; done"], cwd=root)
        try:
            edit(root, "Edited while served")
            server.wait_for(PAGE, "Edited while served")
        finally:
            writing.kill()
            writing.wait()


def test_a_site_that_was_just_built_is_served_as_it_is(root, tmp_path):
    time.sleep(2 * RECENT / 1e9)  # what changed so shortly before a build may change again, and is looked at again
    build(root, tmp_path)
    written = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("site/**/*.html")}
    with serving(root, tmp_path) as server:
        server.wait_for("", "</html>")
        assert server.said.startswith("nothing changed since the last build: ")
        assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("site/**/*.html")} == written

        edit(root, "Edited while served")
        server.wait_for(PAGE, "Edited while served")
    with serving(root, tmp_path) as server:
        server.wait_to_say("site/ is not up to date; rebuilt in ")
        assert "nothing changed" not in server.said


def test_pages_are_answered_while_the_site_is_rebuilt(root, tmp_path):
    build(root, tmp_path)
    with serving(root, tmp_path) as server, held(tmp_path) as lock:
        edit(root, "Edited while served")
        soon(lambda: waits_for(lock), lambda: f"no rebuild has begun: {server.said}")
        answers = [server.get(path) for path in ("", PAGE, "zh/", "api/v1/index.json", "nothing.html")]

        assert [status for status, _text in answers] == [200, 200, 200, 200, 404]
        assert TITLE in answers[1][1]
        assert waits_for(lock), "the rebuild did not last until the answers had come"
        assert "rebuilt" not in server.said
        fcntl.flock(lock, fcntl.LOCK_UN)
        server.wait_for(PAGE, "Edited while served")


def test_before_the_first_build_the_server_says_that_there_is_no_site_yet(root, tmp_path):
    with held(tmp_path) as lock, serving(root, tmp_path) as server:
        status, text = server.get(PAGE)
        assert (status, text.startswith("There is no site yet.")) == (503, True)
        fcntl.flock(lock, fcntl.LOCK_UN)
        server.wait_for(PAGE, TITLE)


def test_an_open_page_is_loaded_again_after_a_rebuild_and_not_before(root, tmp_path):
    build(root, tmp_path)

    async def told(server):
        page = await websocket_connect(f"{server.address}livereload".replace("http", "ws"))
        await page.write_message(json.dumps({"command": "hello"}))
        assert json.loads(await page.read_message())["command"] == "hello"
        await page.write_message(json.dumps({"command": "info", "url": server.address}))
        edit(root, "Edited while served")
        message = json.loads(await page.read_message())
        page.close()
        assert await page.read_message() is None
        return message["command"], server.get(PAGE)[1]

    with serving(root, tmp_path) as server:
        assert server.get(PAGE)[1].count("/livereload.js") == 1
        assert "LiveReload" in server.get("livereload.js")[1]
        command, text = asyncio.run(asyncio.wait_for(told(server), 40))
    assert command == "reload"
    assert "Edited while served" in text


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_is_stopped_ends_its_rebuild(root, tmp_path, number):
    build(root, tmp_path)
    with serving(root, tmp_path) as server, held(tmp_path) as lock:
        edit(root, "Edited while served")
        soon(lambda: waits_for(lock), lambda: server.said)
        group = server.process.pid
        if number == signal.SIGINT:
            os.killpg(group, number)  # as a terminal does
        else:
            server.process.send_signal(number)
        assert server.process.wait(10) == 0
        soon(lambda: not members(group), lambda: members(group))
        assert "Traceback" not in server.said


def test_a_rebuild_that_is_killed_is_reported_and_the_next_one_works(root, tmp_path):
    build(root, tmp_path)
    with serving(root, tmp_path) as server, held(tmp_path) as lock:
        before = members(server.process.pid)
        edit(root, "Edited while served")
        soon(lambda: waits_for(lock), lambda: server.said)
        [rebuild] = [one for one, _command in members(server.process.pid).items() if one not in before]
        os.kill(rebuild, signal.SIGKILL)
        server.wait_to_say("not rebuilt:\nError: the rebuild ended without a result, with exit code -9")
        assert TITLE in server.get(PAGE)[1]
        fcntl.flock(lock, fcntl.LOCK_UN)
        edit(root, "Edited again")
        server.wait_for(PAGE, "Edited again")


def resident(processes):
    """Return how many MiB some processes have in memory."""
    states = "".join(Path(f"/proc/{one}/status").read_text() for one in processes)
    return sum(map(int, re.findall(r"VmRSS:\s+([0-9]+) kB", states))) // 1024


def test_a_page_that_is_replaced_while_it_is_asked_for_is_answered_whole(root, tmp_path):
    build(root, tmp_path)
    with serving(root, tmp_path) as server:
        page = tmp_path / "site" / PAGE / "index.html"
        text = page.read_bytes()
        versions = [text, text + b"<!-- longer -->"]
        done = threading.Event()

        def replace():
            for number in itertools.count():
                if done.is_set():
                    return
                new = page.with_name("new")
                new.write_bytes(versions[number % 2])
                new.replace(page)

        writer = threading.Thread(target=replace)
        writer.start()
        try:
            answers = {server.get(PAGE)[0] for _request in range(300)}
        finally:
            done.set()
            writer.join()
    assert answers == {200}


def test_memory_stays_as_it_is_over_many_edits(root, tmp_path):
    # So long that keeping what was read of it each time would show: its syntax tree takes about 1 MiB.
    (root / "entries/demo/first-entry/reproduce.py").write_text("a = 1\n" * 1000 + 'int("word")\n')
    build(root, tmp_path)
    with serving(root, tmp_path) as server:
        idle = members(server.process.pid)
        sizes = []
        for number in range(50):
            edit(root, f"Edited {number} times")
            server.wait_for(PAGE, f"Edited {number} times")
            soon(lambda: members(server.process.pid) == idle, lambda: server.said)
            sizes.append(resident(idle))
        assert "Edited 49 times" in server.get(PAGE)[1]

    assert max(sizes[10:]) - max(sizes[:10]) < 20, sizes


def test_a_missing_address_is_answered_with_the_sites_own_page(root, tmp_path):
    build(root, tmp_path)
    with serving(root, tmp_path) as server:
        for missing in ("e/DemoValueEror/", "nothing.html", "zh/no/where", "assets/", "x" * 5000):
            status, page = server.get(missing)
            assert (status, 'id="not-found"' in page, "assets/repair.js" in page) == (404, True, True)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/%00", 400),
        ("/demo/first-entry/%00", 400),
        ("/%ff", 400),
        ("/%ed%a0%80", 400),
        ("/../../etc/passwd", 404),
        ("/%2e%2e/%2e%2e/etc/passwd", 404),
        ("//etc/passwd", 404),
        ("/index.html/x", 404),
        ("/%0d%0aX-Own:%201", 404),
        ("/" + "%e4" * 500, 400),
        ("/" + "a/" * 3000, 404),
        ("/livereload", 400),
    ],
)
def test_no_address_makes_the_server_fail(malformed, path, status):
    connection = http.client.HTTPConnection(urlsplit(malformed.address).netloc, timeout=10)
    connection.request("GET", path)
    with contextlib.closing(connection), connection.getresponse() as answer:
        assert answer.status == status
    assert "Traceback" not in malformed.said


@pytest.fixture(scope="module")
def malformed(good_content, tmp_path_factory):
    """Return a server that is asked for what there is not."""
    folder = tmp_path_factory.mktemp("malformed")
    root = good_content(folder)
    build(root, folder)
    with serving(root, folder) as server:
        yield server


def test_a_site_below_a_path_is_served_at_the_root_and_below_that_path(root, tmp_path):
    build(root, tmp_path, "--address", "https://intra.example.org/a/b/")
    with serving(root, tmp_path) as server:
        for path in ("", PAGE, "zh/", "assets/faultbook.css"):
            assert server.get(path) == server.get(f"a/b/{path}") != (404, "")
            assert server.get(path)[0] == 200
        assert server.get("a/b")[0] == 200

        page = LexborHTMLParser(server.get("a/b/nothing")[1])
        links = {node.attributes.get("href") or node.attributes.get("src") for node in page.css("[href], [src]")}
        here = {link for link in links if urlsplit(link).netloc == "" and not link.startswith("#")}
        assert any(link.startswith("/a/b/assets/") for link in here)
        assert [link for link in here if server.get(urljoin("/a/b/nothing", link)[1:])[0] != 200] == []


def canonical(server):
    return LexborHTMLParser(server.get(PAGE)[1]).css_first("link[rel=canonical]").attributes["href"]


def test_a_rebuild_keeps_the_address_of_the_build(root, tmp_path):
    build(root, tmp_path, "--address", "https://intra.example.org/a/b/")
    with serving(root, tmp_path) as server:
        edit(root, "Edited while served")
        server.wait_for(PAGE, "Edited while served")
        assert canonical(server) == f"https://intra.example.org/a/b/{PAGE}"
        assert "the address stays that of the last build, https://intra.example.org/a/b/ " in server.said

    with serving(root, tmp_path, "--address", "https://other.example.org/") as server:
        server.wait_to_say("rebuilt in ")
        assert canonical(server) == f"https://other.example.org/{PAGE}"
        assert "the address stays" not in server.said


def test_a_rebuild_follows_the_address_of_the_content_where_the_build_had_it(root, tmp_path):
    build(root, tmp_path)
    with serving(root, tmp_path) as server:
        settings = (root / "site.yaml").read_text(encoding="utf-8")
        (root / "site.yaml").write_text(settings.replace("demo.example", "moved.example"), encoding="utf-8")
        server.wait_for(PAGE, "https://moved.example/")
        assert "the address stays" not in server.said


def test_a_port_in_use_is_one_sentence_that_names_another(root, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = generator("serve", "--content", root, "--port", port, cwd=tmp_path)

    assert done.returncode == 2
    assert done.stderr == (
        f"Error: port {port} cannot be used: Address already in use; choose another one: make serve PORT=8000\n"
    )
    assert done.stdout == ""
    assert not (tmp_path / "site").exists()


def test_a_new_entry_says_what_is_still_to_do(root, tmp_path):

    made = generator("new", "--content", root, "demo/second-entry", cwd=tmp_path)
    checked = generator("check", "--content", root, cwd=tmp_path)

    assert made.returncode == 0, made.stderr
    assert checked.returncode == 1
    assert {line.split()[1] for line in checked.stdout.splitlines() if line.startswith("content/")} == {
        "TEXT005",
        "SNIP016",
    }
    again = generator("new", "--content", root, "demo/second-entry", cwd=tmp_path)
    assert again.returncode == 1
    assert "is there already" in again.stderr


def test_a_bad_id_is_refused(good_content, tmp_path):
    done = generator("new", "--content", good_content(tmp_path), "Demo/../x", cwd=tmp_path)

    assert done.returncode == 1
    assert "is not an id" in done.stderr
    assert "Traceback" not in done.stderr

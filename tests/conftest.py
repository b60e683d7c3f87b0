"""Fixtures that several test modules use."""

import contextlib
import fcntl
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from package_runs import lookup_of
from real import BELOW, build_real
from selenium.webdriver import Chrome
from stub_host import StubHost, stub_libraries

from tools.browser import browser

# Files that take minutes are begun first, so that tests side by side end together.
LONG = (
    "test_build_scale.py",
    "test_incremental.py",
    "test_load.py",
    "test_browser.py",
    "test_accessibility.py",
    "test_find.py",
    "test_making.py",
    "test_gpu_plan.py",
    "test_gpu.py",
    "test_serve.py",
    "test_pages.py",
    "test_verify_command.py",
    "test_faultbook_verify.py",
    "test_site.py",
    "test_builds.py",
    "test_reader_tools.py",
    "test_templates.py",
    "test_machines.py",
)

SITE = """\
name: {en: Demo, zh: 演示}
description: {en: A small site for tests, zh: 供测试用的小站点}
address: https://demo.example/
locales:
  - {code: en, name: English}
  - {code: zh, name: 中文}
domains:
  demo: {en: Demonstrations, zh: 示例}
categories:
  runtime-error: {en: Runtime error, zh: 运行时错误}
licence: {name: CC BY 4.0, url: https://creativecommons.org/licenses/by/4.0/}
"""

ENTRY = """\
title: {en: A word is read as a number, zh: 把单词当成数字读取}
summary: {en: The program was given a word., zh: 程序收到的是一个单词。}
symptoms:
  - text: "ValueError: invalid literal for int() with base 10: <word>"
    match: "invalid literal for int() with base 10"
codes: [DEMO_STATUS_BAD_WORD]
aliases: [DemoValueError]
category: runtime-error
lifecycle: {status: active}
recovery: none
reported: synchronously
causes:
  - id: not-a-number
    title: {en: The text is no number, zh: 文本不是数字}
    text: {en: "The function `int` reads digits only.", zh: "函数 `int` 只读取数字。"}
    telltale: {en: The log shows the word., zh: 日志里能看到这个单词。}
reproduce:
  - id: word
    cause: not-a-number
    snippet: reproduce.py
workarounds:
  - id: check-digits
    title: {en: Look before reading, zh: 读取之前先检查}
    text: {en: Test the text first., zh: 先检查文本。}
    trade_off: {en: One more branch., zh: 多一个分支。}
    do: [{kind: python, code: number = int(text) if text.isdigit() else None}]
    snippet: workaround.py
    cures: [word]
dead_ends:
  - id: strip
    title: {en: Take the blanks away, zh: 去掉空格}
    text: {en: A word stays a word., zh: 单词仍然是单词。}
    snippet: dead_end.py
    tried_on: [word]
claims:
  - id: only-words
    text: {en: A number is always read., zh: 数字总能读取。}
    snippet: claim.py
    expect: completes
    finding: {en: So it is., zh: 确实如此。}
history:
  - {date: 2026-11-21, text: {en: First version., zh: 第一版。}}
"""

SNIPPETS = {
    "reproduce.py": 'int("word")\n',
    "workaround.py": 'text = "word"\nnumber = int(text) if text.isdigit() else None\nassert number is None\n',
    "dead_end.py": 'int(" word ".strip())\n',
    "claim.py": 'assert int("12") == 12\n',
}


def pytest_configure() -> None:
    """Listen to interrupts: where a shell started the tests in the background, what they start would ignore them."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests of long files first."""
    items.sort(key=lambda item: LONG.index(item.path.name) if item.path.name in LONG else len(LONG))


@pytest.fixture(scope="session")
def good_entry() -> bytes:
    """Return the `entry.yaml` of `good_content`: valid, with every kind of claim."""
    return ENTRY.encode()


@pytest.fixture(scope="session")
def good_content(tmp_path_factory) -> Callable[[Path], Path]:
    """Return a function that writes a valid content folder to `<folder>/content` and returns that path.

    `good_content(tmp_path)` holds `site.yaml` (locales en and zh, domain `demo`) and one entry,
    `demo/first-entry`, whose four programs use the standard library only: `reproduce.py` (id `word`,
    raises ValueError), `workaround.py`, `dead_end.py` and `claim.py` do as their claims expect.

    A build in `<folder>` finds what MkDocs and Jinja made of the same inputs for tests before it in this process; that
    a build needs no cache is tested with the real content.
    """
    caches = tmp_path_factory.mktemp("caches")

    def write(folder: Path) -> Path:
        (folder / ".cache").mkdir(parents=True, exist_ok=True)
        for name in ("theme", "templates"):
            (caches / name).mkdir(exist_ok=True)
            (folder / ".cache" / name).symlink_to(caches / name)
        return _write_good_content(folder)

    return write


@pytest.fixture(scope="session")
def libraries(tmp_path_factory) -> Path:
    """Return a folder with stand-ins for NVML and the driver library."""
    if shutil.which("cc") is None:
        pytest.skip("no C compiler to make stand-ins for NVML and the driver library")
    return stub_libraries(tmp_path_factory.mktemp("libraries"))


@pytest.fixture
def host(tmp_path, libraries) -> StubHost:
    """Return a machine that seems to have a GPU."""
    return StubHost(tmp_path / "host", libraries)


@pytest.fixture(scope="session")
def index(good_content, tmp_path_factory) -> Path:
    """Return a small lookup.json, made by the generator, about GPU errors: see package_runs."""
    folder = tmp_path_factory.mktemp("index")
    path = folder / "lookup.json"
    path.write_bytes(lookup_of(good_content(folder)))
    return path


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chrome]:
    """Start one browser for all tests of this process: starting it takes longer than most of them."""
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def driver(chromium: Chrome) -> Iterator[Chrome]:
    """Return the browser with a tab for the tests of a file."""
    with tab(chromium):
        yield chromium


@pytest.fixture
def own_tab(chromium: Chrome) -> Iterator[Chrome]:
    """Return the browser with a tab for one test."""
    with tab(chromium):
        yield chromium


@pytest.fixture(scope="session")
def real_site(tmp_path_factory) -> Path:
    """Return the folder of the real content's site, which no test may change. Tests side by side share one build.

    It lies below `BELOW` in a folder of its own, so that a server can show it as a project site of Pages is shown.
    """
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    target, built = shared / "real" / BELOW, shared / "real.built"
    with (shared / "real.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            done = build_real(target)
            assert done.returncode == 0, done.stdout + done.stderr
            built.touch()
    return target


@contextlib.contextmanager
def tab(driver: Chrome) -> Iterator[None]:
    """Open a tab, in which nothing is set, stored for the session, or logged, and close it in the end."""
    before = driver.current_window_handle
    driver.switch_to.new_window("tab")
    driver.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})
    for kind in ("browser", "performance"):
        driver.get_log(kind)
    yield
    driver.close()
    driver.switch_to.window(before)
    driver.execute_cdp_cmd("Browser.resetPermissions", {})


def _write_good_content(folder: Path) -> Path:
    root = folder / "content"
    entry_folder = root / "entries" / "demo" / "first-entry"
    entry_folder.mkdir(parents=True)
    (root / "site.yaml").write_text(SITE, encoding="utf-8")
    (entry_folder / "entry.yaml").write_text(ENTRY, encoding="utf-8")
    for name, program in SNIPPETS.items():
        (entry_folder / name).write_text(program, encoding="utf-8")
    return root

"""Permalinks are promises: the ledger only grows, and an address that was mangled on its way is repaired."""

import functools
import json
import subprocess
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import pytest
from click.testing import CliRunner
from coded import add_codes, build
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from generator.checks import check_content
from generator.checks.permalinks import missing_names
from generator.cli import main
from generator.content.loader import load_content
from generator.content.permalink_ledger import LEDGER_FILE, load_ledger
from tools.browser import browser

ROOT = Path(__file__).resolve().parents[1]
BELOW = "/below/errors/"
ENTRY = "cuda-out-of-memory"


# --- the ledger --------------------------------------------------------------------------------


def git(folder, *arguments):
    identity = ["-c", "user.name=Test", "-c", "user.email=test@demo.example", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", "-C", str(folder), *identity, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def names_ever_published(folder, path):
    """Return every name that any commit added to a ledger or took from it, or why that cannot be told."""
    inside = subprocess.run(["git", "-C", str(folder), "rev-parse", "--show-prefix"], capture_output=True, check=False)
    if inside.returncode:
        return set(), "this is no git repository, so there is no history to look at"
    if git(folder, "rev-parse", "--is-shallow-repository").strip() == "true":
        return set(), "the clone is shallow: fetch the whole history (git fetch --unshallow)"
    log = git(
        folder,
        "log",
        "--full-history",
        "-m",
        "-p",
        "--unified=0",
        "--no-renames",
        "--no-color",
        "--format=",
        "--",
        path,
    )
    lines = [line[1:].strip() for line in log.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    names = {line for line in lines if line and not line.startswith("#")}
    return names, "" if names else f"{path} has no history yet"


def test_no_line_of_the_ledger_was_ever_deleted():
    published, unknown = names_ever_published(ROOT, f"content/{LEDGER_FILE}")
    if unknown:
        pytest.skip(unknown)

    ledger = load_ledger(ROOT / "content")
    assert ledger, "the ledger is gone"
    assert published - {*ledger.names, *ledger.myths} == set(), "published once, and not in the ledger now"


def test_the_history_tells_of_a_line_that_was_deleted_changed_or_lost_in_a_merge(tmp_path):
    git(tmp_path, "init", "-q", "-b", "main")
    ledger = tmp_path / LEDGER_FILE
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "begin")
    assert names_ever_published(tmp_path, LEDGER_FILE)[1] == f"{LEDGER_FILE} has no history yet"

    def commit(text):
        ledger.write_text(text)
        git(tmp_path, "add", LEDGER_FILE)
        git(tmp_path, "commit", "-q", "-m", "change")

    commit("# names\nfirst\nsecond\n")
    commit("# names\nfirst\nsecond-one\n")
    git(tmp_path, "checkout", "-q", "-b", "side")
    commit("# names\nfirst\nsecond-one\nside\n")
    git(tmp_path, "checkout", "-q", "main")
    git(tmp_path, "merge", "-q", "--no-ff", "-s", "ours", "side")

    assert names_ever_published(tmp_path, LEDGER_FILE) == ({"first", "second", "second-one", "side"}, "")
    assert names_ever_published(tmp_path.parent, LEDGER_FILE)[1].startswith("this is no git repository")


def test_the_ledger_of_our_own_content_is_complete_and_resolves():
    content = load_content(ROOT / "content")

    assert missing_names(content) == [], "run: python -m generator permalinks --add"
    assert [problem for problem in check_content(content) if problem.code.startswith("PERM")] == []


def run_permalinks(root, *arguments):
    done = CliRunner().invoke(main, ["permalinks", "--content", str(root), *arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


def test_new_names_are_appended_in_a_block_of_their_own_and_nothing_else_changes(good_content, tmp_path, monkeypatch):
    root = add_codes(good_content(tmp_path))
    monkeypatch.chdir(tmp_path)
    code, listed = run_permalinks(root)
    assert (code, listed.splitlines()[-1]) == (
        1,
        "23 name(s) of the site are not in content/permalinks.txt: add them with --add",
    )

    (root / LEDGER_FILE).write_text("# ours\nDemoValueError\nfirst-entry", encoding="utf-8")
    code, said = run_permalinks(root, "--add")
    assert (code, said.splitlines()[-1].partition(":")[0]) == (0, "21 name(s) added to content/permalinks.txt")
    lines = (root / LEDGER_FILE).read_text(encoding="utf-8").splitlines()
    assert lines[:4] == ["# ours", "DemoValueError", "first-entry", ""]
    assert lines[4].startswith("# 20")
    assert lines[5:] == sorted(lines[5:], key=str.casefold)
    assert len(lines) == 26
    assert [problem for problem in check_content(load_content(root)) if problem.code.startswith("PERM")] == []

    assert run_permalinks(root) == (0, "every name of the site is in content/permalinks.txt\n")
    run_permalinks(root, "--add")
    assert (root / LEDGER_FILE).read_text(encoding="utf-8").splitlines() == lines


def test_a_name_that_went_is_kept_by_an_alias_of_the_entry_that_replaces_it(good_content, tmp_path, monkeypatch):
    root = good_content(tmp_path)
    monkeypatch.chdir(tmp_path)
    (root / LEDGER_FILE).write_text("DemoValueError\nfirst-entry\n", encoding="utf-8")
    (root / "entries/demo/first-entry").rename(root / "entries/demo/better-entry")

    def gone():
        return [problem.message for problem in check_content(load_content(root)) if problem.code == "PERM001"]

    assert gone() == ["permalink 'first-entry' was published, and it leads nowhere now"]
    entry = root / "entries/demo/better-entry/entry.yaml"
    text = entry.read_text(encoding="utf-8")
    entry.write_text(text.replace("aliases: [", "aliases: [first-entry, "), encoding="utf-8")
    assert gone() == []


def test_the_myths_of_an_entry_that_got_another_name_are_kept_by_its_alias(good_content, tmp_path, monkeypatch):
    root = good_content(tmp_path)
    monkeypatch.chdir(tmp_path)
    (root / LEDGER_FILE).write_text("first-entry/strip\n", encoding="utf-8")
    (root / "entries/demo/first-entry").rename(root / "entries/demo/better-entry")

    def gone():
        return [problem.message for problem in check_content(load_content(root)) if problem.code == "PERM001"]

    assert gone() == ["the myth 'first-entry/strip' was published, and no entry is called 'first-entry' now"]
    entry = root / "entries/demo/better-entry/entry.yaml"
    text = entry.read_text(encoding="utf-8")
    entry.write_text(text.replace("aliases: [", "aliases: [first-entry, "), encoding="utf-8")
    assert gone() == []


def test_a_build_fails_when_a_published_name_leads_nowhere(good_content, tmp_path, monkeypatch):
    root = good_content(tmp_path)
    monkeypatch.chdir(tmp_path)
    (root / LEDGER_FILE).write_text("first-entry\nan-older-entry\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["build", "--verify", "never", "--content", str(root), "--site", "site"])

    assert done.exit_code == 1
    assert "content/permalinks.txt:2:1: PERM001 permalink 'an-older-entry'" in done.output
    assert not (tmp_path / "site").exists()


# --- the 404 page ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory, good_content):
    """Build a small site with codes below a path."""
    root = add_codes(good_content(tmp_path_factory.mktemp("permalinks")))
    (root / "entries/demo/first-entry").rename(root / "entries/demo" / ENTRY)
    for file in (root / "entries/demo" / ENTRY / "entry.yaml", root / "codes/cudnn.yaml"):
        text = file.read_text(encoding="utf-8").replace("demo/first-entry", f"demo/{ENTRY}")
        file.write_text(text.replace("[DemoValueError]", "[torch.OutOfMemoryError]"), encoding="utf-8")
    return build(root, f"https://demo.example{BELOW}")


class StaticHost(SimpleHTTPRequestHandler):
    """Answers below BELOW as hosts of static sites do: 404.html where there is no such file, at any depth."""

    def translate_path(self, path):
        inside = unquote(urlsplit(path).path)
        site = Path(self.directory)
        if not inside.startswith(BELOW):
            return str(site / "none")
        file = (site / inside.removeprefix(BELOW)).resolve()
        if inside.endswith("/"):
            file /= "index.html"
        named_well = file.is_relative_to(site) and max(map(len, file.parts)) < 256
        return str(file if named_well else site / "none")

    def do_GET(self):
        if Path(self.translate_path(self.path)).is_file():
            super().do_GET()
            return
        body = (Path(self.directory) / "404.html").read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments):
        """Say nothing for each request."""


@pytest.fixture(scope="module")
def host(site):
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(StaticHost, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def opened(driver, address):
    """Open an address and return where the browser is once the page has repaired it, or shown what it can."""
    driver.get(address)
    ready = "const box = document.getElementById('not-found'); return box ? 'shown' in box.dataset : true"
    WebDriverWait(driver, 10, poll_frequency=0.02).until(lambda _driver: driver.execute_script(ready))
    return urlsplit(driver.current_url)


BAD_PARAM = "e/CUDNN_STATUS_BAD_PARAM/"
MENDED = {
    # a version, before or behind /e/
    f"e/13/{ENTRY}/": f"e/{ENTRY}/",
    f"e/2.9.1/{ENTRY}/": f"e/{ENTRY}/",
    "e/v2.9.1+cu130/CUDNN_STATUS_BAD_PARAM": BAD_PARAM,
    "13/e/CUDNN_STATUS_BAD_PARAM/": BAD_PARAM,
    f"e/14/{ENTRY}/": f"e/{ENTRY}/",  # which is the number of a code too
    "latest/e/xid-79/": "e/xid-79/",
    # another case
    "e/cudnn_status_bad_param/": BAD_PARAM,
    "E/CUDA-Out-Of-Memory": f"e/{ENTRY}/",
    "e/TORCH.OUTOFMEMORYERROR/": "e/torch.OutOfMemoryError/",
    # punctuation, white space
    **{f"e/{ENTRY}{mark}": f"e/{ENTRY}/" for mark in [*".)'\",;:>]", "%20", "%0A", ").", "'),", "。", "”", "%", "%%"]},
    **{f"e/{ENTRY}/{mark}": f"e/{ENTRY}/" for mark in [".", ")", "'"]},
    "e/(CUDNN_STATUS_BAD_PARAM)": BAD_PARAM,
    "e/%22CUDNN_STATUS_BAD_PARAM%22": BAD_PARAM,
    "e/2000)": "e/2000/",
    "e/79": "e/79/",
    "e/torch.OutOfMemoryError.": "e/torch.OutOfMemoryError/",
    # a swallowed word
    "e/CUDNN_STATUS_BAD_PARAM%20Please": BAD_PARAM,
    f"e/{ENTRY}%0ATraceback%20(most%20recent%20call%20last):": f"e/{ENTRY}/",
    f"e/{ENTRY}\\nTraceback": f"e/{ENTRY}/",
    f"e/{ENTRY}Traceback": f"e/{ENTRY}/",
    f"e/{ENTRY}.Traceback": f"e/{ENTRY}/",
    "e/CUDNN_STATUS_BAD_PARAMPlease": BAD_PARAM,
    "e/CUDNN_STATUS_BAD_PARAMplease": BAD_PARAM,
    "e/torch.OutOfMemoryErrorTraceback": "e/torch.OutOfMemoryError/",
    f"e/{ENTRY}报错": f"e/{ENTRY}/",
    "e/Xid%2079": "e/xid-79/",
    # without the folder, the slash, or both; and the pages of entries
    "e": "e/",
    f"e/{ENTRY}": f"e/{ENTRY}/",
    "CUDNN_STATUS_BAD_PARAM": BAD_PARAM,
    "e/cudnn/CUDNN_STATUS_BAD_PARAM/": BAD_PARAM,
    f"demo/{ENTRY}).": f"demo/{ENTRY}/",
    f"en/Demo/{ENTRY}": f"demo/{ENTRY}/",
}


# Opens many addresses at once, each in a frame, and tells where each has come to rest.
IN_FRAMES = """
const [addresses, done] = arguments;
const rests = (frame) => new Promise((resolve) => {
  const look = () => {
    const page = frame.contentDocument;
    const box = page?.getElementById("not-found");
    const ready = page?.readyState === "complete" && page.body?.children.length && (!box || "shown" in box.dataset);
    if (ready) resolve(frame.contentWindow.location.pathname);
    else setTimeout(look, 20);
  };
  frame.onload = look;
});
Promise.all(addresses.map((address) => {
  const frame = document.body.appendChild(document.createElement("iframe"));
  const rest = rests(frame);
  frame.src = address;
  return rest;
})).then(done);
"""


@pytest.mark.browser
@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_a_mangled_address_is_mended(prefix, driver, host):
    cases = {prefix + path: prefix + good for path, good in MENDED.items() if not (prefix and path.startswith("en/"))}
    opened(driver, f"{host}{BELOW}e/xid-79/")
    driver.set_script_timeout(60)
    # The theme's own files take most of the time and have no part in this.
    driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*.css", "*/javascripts/*"]})
    found = driver.execute_async_script(IN_FRAMES, [host + BELOW + path for path in cases])
    driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})

    assert dict(zip(cases, found, strict=True)) == {path: BELOW + good for path, good in cases.items()}


@pytest.mark.browser
def test_the_language_is_found_wherever_it_stands(driver, host):
    for path in (f"13/zh/e/{ENTRY}.", f"ZH/e/{ENTRY}", f"e/zh/{ENTRY}/"):
        assert opened(driver, host + BELOW + path).path == f"{BELOW}zh/e/{ENTRY}/", path
    assert opened(driver, f"{host}{BELOW}zh/demo/{ENTRY})#dead-ends").fragment == "dead-ends"


# What only looks like a known name: a longer name that is not known, a version alone, another page, an attack.
UNKNOWN = {
    "e/CUDNN_STATUS_BAD_PARAM_STREAM_MISMATCH/": "CUDNN_STATUS_BAD_PARAM",
    "e/CUDNN_STATUS_BAD_PARAMETER/": "CUDNN_STATUS_BAD_PARAM",
    "e/torch.OutOfMemoryErrorPlus/": "torch.OutOfMemoryError",
    f"e/{ENTRY}-again/": ENTRY,
    f"e/{ENTRY}s/": ENTRY,
    "e/13/CUDNN_STATUS_BAD_PRAM/": "CUDNN_STATUS_BAD_PARAM",
    "e/2000/nothing-known": None,
    "e/2.9.1/": None,
    "about/nothing/": None,
    "e//evil.example/": None,
    "e/%2F%2Fevil.example": None,
    "e/javascript:alert(1)": None,
    "e/%3Cimg%20src=x%20onerror=document.title=1%3E": None,
    "e/%E0%A4%A": None,
    "e/" + "a" * 3000: None,
}


@pytest.mark.browser
@pytest.mark.parametrize("path", UNKNOWN)
def test_what_is_not_known_stays_and_shows_the_nearest_names_and_a_look_up(path, driver, host):
    found = opened(driver, f"{host}{BELOW}zh/{path}")
    near, sections = UNKNOWN[path], driver.find_elements(By.CSS_SELECTOR, "#not-found section")

    assert found.netloc == urlsplit(host).netloc
    assert found.path.startswith(f"{BELOW}zh/{path[:2]}")
    assert [section.get_attribute("lang") for section in sections] == ["zh", "en"], "its own language first"
    assert driver.title != "1"
    assert not driver.find_elements(By.CSS_SELECTOR, "#not-found img")
    for section, prefix in zip(sections, ("zh/", ""), strict=True):
        names = [link.get_attribute("href") for link in section.find_elements(By.CSS_SELECTOR, "ul a")]
        assert section.find_element(By.CSS_SELECTOR, "[data-near]").is_displayed() == bool(names)
        if near:
            assert names[0] == f"{host}{BELOW}{prefix}e/{near}/"
        assert all(name.startswith(f"{host}{BELOW}{prefix}e/") for name in names)
        look_up = section.find_element(By.CSS_SELECTOR, "a[data-find]").get_attribute("href")
        assert look_up.startswith(f"{host}{BELOW}{prefix}?q=")
        assert len(look_up) < 1200


@pytest.mark.browser
def test_the_words_of_the_path_are_looked_up(driver, host):
    opened(driver, f"{host}{BELOW}e/13/my%20strange%20%26%20rare/error%3F/")
    link = driver.find_element(By.CSS_SELECTOR, "section[lang=en] a[data-find]").get_attribute("href")

    assert link == f"{host}{BELOW}?q={quote('my strange & rare error?')}"


@pytest.mark.browser
def test_a_page_that_is_missing_under_its_right_name_is_not_asked_for_again(driver, host, site):
    page = site / "e/xid-79/index.html"
    kept = page.read_bytes()
    page.unlink()
    try:
        assert opened(driver, f"{host}{BELOW}e/xid-79/").path == f"{BELOW}e/xid-79/"
        assert driver.find_element(By.CSS_SELECTOR, "section[lang=en] ul a").text == "xid-79"
    finally:
        page.write_bytes(kept)


@pytest.mark.browser
def test_only_the_404_page_loads_the_names_and_nothing_leaves_the_site(driver, host):
    list(driver.get_log("performance"))
    opened(driver, f"{host}{BELOW}e/no-such-thing/")
    opened(driver, f"{host}{BELOW}e/xid-79/")
    sent = [json.loads(line["message"])["message"] for line in driver.get_log("performance")]
    loaded = [
        (message["params"]["documentURL"].removeprefix(host + BELOW), message["params"]["request"]["url"])
        for message in sent
        if message["method"] == "Network.requestWillBeSent"
    ]

    assert {page for page, url in loaded if url.endswith("e/names.js")} == {"e/no-such-thing/"}
    assert all(url.startswith((host, "data:")) for _page, url in loaded)


@pytest.mark.browser
def test_without_javascript_the_404_page_leads_on_in_both_languages(host):
    with browser(javascript=False) as driver:
        driver.get(f"{host}{BELOW}zh/e/13/{ENTRY}/")
        links = {link.get_attribute("href") for link in driver.find_elements(By.CSS_SELECTOR, "#not-found section a")}
        assert links == {f"{host}{BELOW}{path}" for path in ("e/", "zh/e/", "", "zh/")}
        assert not any(part.is_displayed() for part in driver.find_elements(By.CSS_SELECTOR, "[data-near]"))

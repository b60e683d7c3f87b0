"""Look-up in a real Chromium: what is pasted, linked to, dropped and typed, and what of it goes out."""

import json
import shutil
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, quote, unquote, urlsplit

import pytest
from package_runs import ENTRY_CHANGES, FILES, ILLEGAL
from real import generator
from selectolax.lexbor import LexborHTMLParser
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from generator.render.issues import new_issue
from tools.browser import WIDTHS, browser, served, show_at_width, use_scheme

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[1]
LOCALES = {"en": "", "zh": "zh/"}
REPOSITORY = "https://git.demo.example/errors"
WORD = "ValueError: invalid literal for int() with base 10: 'word'"
FULL = "CUDA out of memory. Tried to allocate 2.00 GiB"
LOG = f'Traceback (most recent call last):\n  File "/home/ann/train.py", line 3\n{WORD}\n'
WRAPPER = "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: \n====\ntrain.py FAILED"
UNKNOWN = "OddError: the flux capacitor is empty"
PIECES = f"{FULL}. It has a capacity of 20.00 GiB. 5.00 GiB is reserved but unallocated"
# What tells the causes of the entry about a full GPU apart.
CAUSES = (
    (
        "causes:\n",
        """words: {en: [vram is gone], zh: [爆显存]}
numbers:
  tried: ["Tried to allocate <number>"]
  total: ["a capacity of <number>"]
  unallocated: ["<number> is reserved but unallocated"]
bar: {whole: total, parts: [{number: unallocated, label: {en: reserved but unallocated, zh: 已保留未分配}}]}
questions:
  - id: alone
    ask: {en: "Is the program alone on the GPU?", zh: 这块 GPU 上只有这个程序吗？}
    run: {kind: shell, code: nvidia-smi}
    answers:
      - {text: {en: It is, zh: 是}, cause: not-a-number}
      - {text: {en: It is not, zh: 不是}, question: mine}
  - id: mine
    ask: {en: "Is the other one yours?", zh: 另一个是你的吗？}
    answers:
      - {text: {en: It is mine, zh: 是我的}, cause: in-pieces}
      - {text: {en: Somebody reads words, zh: 有人在读单词}, entry: demo/first-entry}
causes:
  - id: in-pieces
    title: {en: The memory is in pieces, zh: 显存是零碎的}
    text: {en: Pieces., zh: 零碎。}
    telltale: {en: More is reserved than was asked for., zh: 保留的比申请的多。}
    shows: [{where: unallocated > tried}, in small pieces]
    never: [no piece is free]
    recovery: restart-process
""",
    ),
    (
        "    telltale: {en: The log shows the word., zh: 日志里能看到这个单词。}\n",
        """    telltale: {en: The log shows the word., zh: 日志里能看到这个单词。}
    shows: [the batch is too large]
    never: [no piece is free]
""",
    ),
    (
        "reproduce:\n",
        """reproduce:
  - id: pieces
    cause: in-pieces
    not_run: {reason: needs-gpu, text: {en: It needs a GPU., zh: 需要 GPU。}}
""",
    ),
    (
        "    cures: [word]\n",
        """    cures: [word]
  - id: segments
    title: {en: Let segments grow, zh: 让段可以增长}
    text: {en: Set it., zh: 设置它。}
    trade_off: {en: Slower first allocations., zh: 首次分配较慢。}
    do:
      - kind: shell
        label: {en: Before the start, zh: 启动之前}
        code: |
          export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True
          python train.py
    basis: https://docs.example/segments
    cures: [pieces]
    not_run: {reason: needs-gpu, text: {en: It needs a GPU., zh: 需要 GPU。}}
""",
    ),
)
STAY = "addEventListener('click', event => event.target.closest('a') && event.preventDefault())"
SOLE = "Cause: The text is no number"
DIGITS = "number = int(text) if text.isdigit() else None"
TITLES = {"en": "A word is read as a number", "zh": "把单词当成数字读取"}


def write_content(root):
    """Add to the good content an entry about a full GPU, status codes, wrappers and a repository."""
    first, second = (root / "entries/demo" / name for name in ("first-entry", "gpu-is-full"))
    shutil.copytree(first, second)
    text = (second / "entry.yaml").read_text(encoding="utf-8")
    for old, new in (*ENTRY_CHANGES, *CAUSES):
        assert old in text
        text = text.replace(old, new)
    (second / "entry.yaml").write_text(text, encoding="utf-8")
    for name, content in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content, encoding="utf-8")
    with (root / "site.yaml").open("a", encoding="utf-8") as file:
        file.write(f"repository: {REPOSITORY}\n")
    return root


@pytest.fixture(scope="module")
def site(good_content, tmp_path_factory):
    """Build a small site with codes, wrappers and a repository, below a sub-path."""
    folder = tmp_path_factory.mktemp("find")
    target = folder / "sub" / "path"
    content = write_content(good_content(folder))
    generator("verify", "--content", content, "--python", sys.executable, cwd=folder)  # one entry is contradicted
    done = generator("build", "--content", content, "--site", target, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return target


@pytest.fixture(scope="module")
def address(site):
    with served(site.parents[1]) as base:
        yield f"{base}sub/path/"


@pytest.fixture
def page(driver, address):
    """Open the look-up page again, in a window of a usual size."""
    show_at_width(driver, 1440)
    driver.get("about:blank")
    driver.get(f"{address}")
    return driver


def box(driver):
    return driver.find_element(By.ID, "fb-text")


def put(driver, text):
    """Put a text into the box as a paste does: its value, and an input event."""
    driver.execute_script(
        "arguments[0].focus(); arguments[0].value = arguments[1];"
        "arguments[0].dispatchEvent(new Event('input', {bubbles: true}))",
        box(driver),
        text,
    )


def wait(driver, script, *arguments, seconds=30):
    """Wait until a script returns something, and return it."""
    return WebDriverWait(driver, seconds, poll_frequency=0.05).until(
        lambda _driver: driver.execute_script(script, *arguments)
    )


def heading(driver, *, seconds=30):
    """Wait for an answer and return its heading."""
    return wait(driver, "return document.querySelector('.fb-found__answer h2')?.textContent.trim()", seconds=seconds)


def answered(driver, title):
    """Wait until the answer has a title, or is the card of an entry with it; fail with what is there otherwise."""
    script = (
        "return [...document.querySelectorAll('.fb-found__answer :is(h2, .fb-hit__name)')].slice(0, 2)"
        ".some(({textContent}) => textContent.trim() === arguments[0])"
    )
    try:
        wait(driver, script, title)
    except Exception:
        assert driver.find_element(By.CLASS_NAME, "fb-found__answer").text == title
        raise
    return driver.find_element(By.CLASS_NAME, "fb-found__answer")


def quoted(text):
    """Return a text as encodeURIComponent writes it."""
    return quote(text, safe="!'()*")


def links_of(element):
    return [link.get_attribute("href") for link in element.find_elements(By.TAG_NAME, "a")]


def requests_of(driver):
    for line in driver.get_log("performance"):
        message = json.loads(line["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            yield message["params"]["request"]["url"]


def errors_of(driver):
    return [entry["message"] for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]


def type_keys(driver, text):
    box(driver).send_keys(text)


def paste_keys(driver, text):
    driver.execute_cdp_cmd(
        "Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    )
    driver.execute_async_script("navigator.clipboard.writeText(arguments[0]).then(arguments[1], arguments[1])", text)
    box(driver).send_keys(Keys.CONTROL, "v")


def paste_on_the_page(driver, text):
    driver.execute_script(
        "const data = new DataTransfer(); data.setData('text', arguments[0]);"
        "document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true}))",
        text,
    )


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("way", "place"), [(type_keys, ""), (paste_keys, ""), (put, ""), (paste_on_the_page, "")])
def test_a_pasted_or_typed_log_shows_its_entry(driver, address, locale, way, place):
    driver.get("about:blank")
    driver.get(f"{address}{LOCALES[locale]}{place}")
    way(driver, LOG)
    answer = answered(driver, TITLES[locale])

    assert links_of(answer)[0] == f"{address}{LOCALES[locale]}demo/first-entry/#t={quoted(WORD)}"
    assert answer.find_element(By.CSS_SELECTOR, ".fb-hit__step__backing .fb-chip").text.strip()
    assert not answer.find_elements(By.CSS_SELECTOR, ".fb-card__meta .fb-chip")  # a step says what backs it
    assert answer.find_element(By.CSS_SELECTOR, "dd code").text == WORD
    assert answer.find_element(By.TAG_NAME, "mark").text == "invalid literal for int() with base 10"
    assert {"en": "Look before reading", "zh": "读取之前先检查"}[locale] in answer.text
    assert driver.switch_to.active_element == box(driver)


KINDS = {
    "code": (ILLEGAL, "cudaErrorIllegalAddress", "cudaErrorIllegalAddress", ["e/cudaErrorIllegalAddress/"]),
    "xid": ("xid 79", "Xid 79", "Xid 79", ["e/xid-79/"]),
    "documented": ("ROBUST_CHANNEL_IDLE_TIMEOUT", "Xid 8", "Xid 8", ["e/xid-8/"]),
    "number": (
        "700",
        "700: which library printed it?",
        "700：这个数字来自哪个库？",
        ["e/CUDA_ERROR_ILLEGAL_ADDRESS/", "e/cudaErrorIllegalAddress/"],
    ),
    "old-number": ("cuda runtime error (77)", "cudaErrorIllegalAddress", "cudaErrorIllegalAddress", []),
    "wrapper": (WRAPPER, "Find the inner error", "找到里面的那个错误", []),
    "wrapped": (f"{WRAPPER}\n{WORD}", TITLES["en"], TITLES["zh"], ["demo/first-entry/"]),
    "foreign": (
        "RuntimeError: HIP error: out of memory",
        "No entry: another vendor’s error",
        "没有条目：这是别家厂商的报错",
        [],
    ),
    "none": (UNKNOWN, "No entry for this", "没有对应的条目", []),
}
SAID = {
    "code": ["77 (CUDA 10.0", "CUDA runtime", "Run it again with compute-sanitizer.", "700"],
    "documented": ["8 (documented, but in no version read)"],
    "wrapper": ["Find the inner error."],
    "wrapped": ["ChildFailedError"],
    "foreign": ["This is another vendor's error."],
}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_answer_is_shown_as_what_it_is(driver, address, locale, kind):
    text, english, chinese, links = KINDS[kind]
    place = f"{address}{LOCALES[locale]}"
    if driver.current_url != place:
        driver.get(place)
    put(driver, text)
    answer = answered(driver, {"en": english, "zh": chinese}[locale])
    found = links_of(answer)

    for link in links:
        assert f"{address}{LOCALES[locale]}{link}" in [one.partition("#")[0] for one in found]
    if locale == "en":
        for said in SAID.get(kind, []):
            assert said in answer.text
    if kind in ("wrapper", "foreign", "none"):
        assert not [link for link in found if "/demo/" in link or "/e/" in link]
    for width in WIDTHS:
        show_at_width(driver, width)
        assert driver.execute_script("return document.documentElement.scrollWidth") <= width
    show_at_width(driver, 1440)


def test_what_else_is_in_the_text_is_listed_below(page):
    put(page, f"{WORD}\nsome warning\n{FULL}\n{ILLEGAL}\n")
    answered(page, TITLES["en"])
    more = page.find_elements(By.CSS_SELECTOR, "[data-more] li")

    assert [item.find_element(By.TAG_NAME, "a").text for item in more] == ["cudaErrorIllegalAddress", "The GPU is full"]
    assert [item.find_element(By.CLASS_NAME, "fb-more__line").text for item in more] == [ILLEGAL, FULL]


def test_similar_words_are_marked_as_no_match(page):
    put(page, "the literal that I gave with base was invalid for int, alas, poor Yorick, quoth the raven, nevermore")
    answer = answered(page, "No entry for this")
    near = answer.find_element(By.CLASS_NAME, "fb-near")

    assert near.find_element(By.TAG_NAME, "h3").text == "Similar words, not a match"
    assert near.find_element(By.TAG_NAME, "a").text == TITLES["en"]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("link", ["?q=", "#q="])
def test_a_link_with_a_text_shows_its_result(driver, address, locale, link):
    driver.get("about:blank")
    errors_of(driver)
    text = f'{WORD} "100%" + 语言'
    driver.get(f"{address}{LOCALES[locale]}{link}{quote(text)}")
    answered(driver, TITLES[locale])

    assert box(driver).get_attribute("value") == text
    assert errors_of(driver) == []


def test_the_link_to_a_result_holds_the_matched_line_and_nothing_else(page, address):
    put(page, f"my secret\n{LOG}another secret")
    answer = answered(page, TITLES["en"])
    share = next(link for link in links_of(answer) if "#q=" in link)
    assert share.startswith(f"{address}#q=")
    assert unquote(share.partition("#q=")[2]) == WORD
    copy = answer.find_element(By.CSS_SELECTOR, ".fb-share .fb-copy")
    copy.click()
    assert copy.get_attribute("data-clipboard-text") == share

    page.find_element(By.CSS_SELECTOR, ".fb-share a").click()
    assert page.current_url == share
    assert "another secret" in box(page).get_attribute("value")
    page.refresh()
    answered(page, TITLES["en"])
    assert box(page).get_attribute("value") == WORD


def test_the_language_switch_takes_the_text_along(page, address):
    put(page, LOG)
    answered(page, TITLES["en"])
    page.execute_script("arguments[0].click()", page.find_element(By.CSS_SELECTOR, "a.md-select__link[hreflang=zh]"))
    answered(page, TITLES["zh"])

    assert box(page).get_attribute("value") == LOG
    assert page.current_url.startswith(f"{address}zh/#")


def test_the_keyboard_alone_is_enough(page, address):
    type_keys(page, f"{WORD} {FULL}")
    answered(page, TITLES["en"])
    page.switch_to.active_element.send_keys(Keys.TAB)
    assert page.switch_to.active_element.get_attribute("data-clipboard-text") == DIGITS
    page.switch_to.active_element.send_keys(Keys.TAB)
    assert page.switch_to.active_element.text == "Open the entry"
    assert page.execute_script("return getComputedStyle(document.activeElement).outlineStyle") == "solid"

    page.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert page.switch_to.active_element == box(page)
    assert box(page).get_attribute("value") == ""
    wait(page, "return !document.querySelector('.fb-found__answer *')")
    box(page).send_keys(Keys.CONTROL, "z")
    answered(page, TITLES["en"])

    seen = []
    while "The GPU is full" not in seen:
        page.switch_to.active_element.send_keys(Keys.TAB)
        seen.append(page.switch_to.active_element.text)
        assert len(seen) < 10, seen
    page.switch_to.active_element.send_keys(Keys.ENTER)
    wait(page, "return location.href === arguments[0]", f"{address}demo/gpu-is-full/")


# A key each 20 ms by the page's own clock, from the moment there is an answer to what was put before: a machine that is
# slow stands still for the page's timers as well.
TYPE_ON = """
const [text, more, done] = arguments;
const box = document.getElementById("fb-text");
const put = (value) => { box.value = value; box.dispatchEvent(new Event("input", {bubbles: true})); };
const key = (at) => { put(text + more.slice(0, at)); at < more.length ? setTimeout(key, 20, at + 1) : done(); };
const shown = document.querySelector(".fb-found__answer");
const begin = new MutationObserver(() => shown.querySelector("h2") && (begin.disconnect(), key(1)));
begin.observe(shown, {childList: true});
put(text);
"""


def test_a_screen_reader_hears_the_result_and_not_each_key(page):
    page.execute_script(
        "window.heard = []; new MutationObserver(() => heard.push(document.querySelector('[role=status]').textContent))"
        ".observe(document.querySelector('[role=status]'), {childList: true, characterData: true, subtree: true})"
    )
    page.execute_async_script(TYPE_ON, UNKNOWN[:-1], f"y {WORD} {FULL}")
    wait(page, "return window.heard.length")

    assert page.execute_script("return window.heard") == [
        f"Cause: The text is no number; {TITLES['en']}. Also in this text: 1"
    ]


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("torch.AcceleratorError: CUDA error: device-side assert triggered", None),
        (None, "RuntimeError: CUDA error: device-side assert triggered"),
        (
            "x.cu:111: f: block: [0,0,0], thread: [3,0,0] Assertion `t >= 0 && t < n_classes` failed.",
            "block: [ … ], thread: [ … ] Assertion … failed.",
        ),
    ],
)
def test_a_card_shows_the_wording_that_was_found(driver, real_site, text, wording):
    with served(real_site) as base:
        driver.get(f"{base}#q={quote(text or wording)}")
        wait(driver, "return document.querySelector('.fb-hit [data-nodes=line]')?.textContent")
        shown = driver.find_elements(By.CSS_SELECTOR, ".fb-hit__line code")[1].text

    assert " ".join(shown.split()) == (wording or text)


def test_a_card_found_by_the_words_of_a_line_shows_that_line(driver, real_site):
    text = "the loader could not find libcudart, so it stops"
    with served(real_site) as base:
        driver.get(f"{base}#q={quote(text)}")
        wait(driver, "return document.querySelector('.fb-hit [data-nodes=line]')?.textContent")

        assert driver.find_element(By.CSS_SELECTOR, ".fb-hit").get_attribute("data-entry") == "cuda/cudart-so-missing"
        assert driver.find_element(By.CSS_SELECTOR, ".fb-hit__line code").text == text


def test_a_line_that_is_cut_ends_in_three_dots(driver, real_site):
    with served(real_site) as base:
        driver.get(f"{base}#q={quote('RuntimeError: CUDA error: device-side assert triggered ' + 'x' * 300)}")
        wait(driver, "return document.querySelector('.fb-hit [data-nodes=line]')?.textContent")
        line, wording = [node.text for node in driver.find_elements(By.CSS_SELECTOR, ".fb-hit__line code")]

    assert line.endswith("xxx…")
    assert not wording.endswith("…")


# --- what to do --------------------------------------------------------------------------------


def copied(node):
    return [
        button.get_attribute("data-clipboard-text")
        for button in node.find_elements(By.CSS_SELECTOR, ".fb-hit__do button")
    ]


SEGMENTS = "export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True\npython train.py"


def test_a_card_leads_with_the_cause_that_the_text_shows_its_step_and_what_that_costs(page, address):
    put(page, f"step 1\n{PIECES}.\nstep 2\n")
    answer = answered(page, "Your message: The memory is in pieces")
    card = answer.find_element(By.CLASS_NAME, "fb-hit")

    said = [
        "Your message: The memory is in pieces",
        "Let segments grow",
        "Before the start",
        *SEGMENTS.split("\n"),
        "What it costs: Slower first allocations.",
    ]
    assert card.text.split("\n")[: len(said)] == said
    assert len(" ".join(card.text.partition("export")[0].split()).split()) <= 30
    assert "from source or vendor" in card.text
    assert "Recovery: the process must be restarted" in card.text
    assert copied(card) == [SEGMENTS]
    assert links_of(card)[0] == f"{address}demo/gpu-is-full/#t={quoted(PIECES)}."


def test_a_copied_block_is_exactly_its_code(page):
    grant = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    page.execute_cdp_cmd("Browser.grantPermissions", grant)
    put(page, PIECES)
    answered(page, "Your message: The memory is in pieces").find_element(By.CSS_SELECTOR, ".fb-hit__do button").click()
    read = "const done = arguments[0]; setTimeout(() => navigator.clipboard.readText().then(done, done), 200)"

    assert page.execute_async_script(read) == SEGMENTS


def test_the_numbers_that_were_read_are_shown_with_a_bar(page):
    put(page, PIECES)
    answer = answered(page, "Your message: The memory is in pieces")
    part = answer.find_element(By.CSS_SELECTOR, ".fb-hit__parts__bar [data-part]")

    assert answer.find_element(By.CLASS_NAME, "fb-hit__told").text == "Read in your message: Tried to allocate 2.00 GiB"
    assert (
        answer.find_element(By.CLASS_NAME, "fb-hit__parts__legend").text
        == "reserved but unallocated 5.00 GiB of 20.00 GiB"
    )
    assert part.size["width"] == pytest.approx(part.find_element(By.XPATH, "..").size["width"] / 4, abs=1)


def test_what_neither_the_program_nor_the_named_process_holds_is_named_in_the_bar(page):
    own = "Including non-PyTorch memory, this process has 7.00 GiB memory in use."
    put(page, f"{PIECES}. Process 12345 has 12.00 GiB memory in use. {own}")
    answer = answered(page, "Your message: The memory is in pieces")
    labels = [label.text for label in answer.find_elements(By.CLASS_NAME, "fb-hit__parts__label")]
    parts = answer.find_elements(By.CSS_SELECTOR, ".fb-hit__parts__bar [data-part]")

    assert labels == ["reserved but unallocated 5.00 GiB", "process 12345 12.00 GiB", "other 3.00 GiB"]
    assert [part.get_attribute("data-part") for part in parts] == ["1", "2", "rest"]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Process 12345 holds 70.00 GiB. W"), ("zh", "进程 12345 占了 70.00 GiB。它")],
)
def test_another_process_that_holds_more_is_named_with_what_shows_whose_it_is(driver, address, language, words):
    own = "Including non-PyTorch memory, this process has 7.00 GiB memory in use."
    title = {"en": "Your message: The memory is in pieces", "zh": "你的报错：显存是零碎的"}[language]
    for held, is_named in (("70.00 GiB", True), ("6.99 GiB", False)):
        driver.get(f"{address}{LOCALES[language]}")
        put(driver, f"{PIECES}. Process 12345 has {held} memory in use. {own}")
        named = answered(driver, title).find_elements(By.CLASS_NAME, "fb-hit__other")
        assert bool(named) is is_named
        if is_named:
            assert named[0].text.startswith(words)
            assert (
                len(
                    driver.find_elements(
                        By.CSS_SELECTOR,
                        ".fb-hit__other + .fb-hit__step, div:has(> .fb-hit__other) + div > .fb-hit__step",
                    )
                )
                == 1
            )
            assert copied(named[0]) == ["ps -o user,etime,cmd -p 12345"]


def choose(answer, text):
    next(one for one in answer.find_elements(By.CLASS_NAME, "fb-hit__answer") if one.text == text).click()


def test_where_the_text_shows_no_cause_the_card_asks_and_an_answer_shows_its_step(page, address):
    put(page, FULL)
    answer = answered(page, "Is the program alone on the GPU?")
    assert copied(answer) == ["nvidia-smi"]
    assert "expandable_segments" not in answer.text

    choose(answer, "It is not")
    choose(answer, "It is mine")
    assert copied(answer) == ["nvidia-smi", SEGMENTS]
    assert f"{address}demo/gpu-is-full/#cause-in-pieces" in links_of(answer)
    choose(answer, "Somebody reads words")
    assert copied(answer) == ["nvidia-smi"]
    assert f"{address}demo/first-entry/" in links_of(answer)
    choose(answer, "It is")
    assert copied(answer) == ["nvidia-smi", DIGITS]
    pressed = [one.text for one in answer.find_elements(By.CSS_SELECTOR, ".fb-hit__answer[aria-pressed=true]")]
    assert pressed == ["It is"]


def test_of_several_causes_that_a_text_shows_only_these_are_asked_for(page):
    put(page, f"{FULL}, in small pieces, and the batch is too large")
    answer = answered(page, "Your message fits several causes. Which of these do you see?")
    asked = [one.text for one in answer.find_elements(By.CLASS_NAME, "fb-hit__answer")]

    assert asked == ["More is reserved than was asked for.", "The log shows the word."]


def test_a_text_that_contradicts_every_cause_is_said_to(page):
    put(page, f"{FULL}, and no piece is free")
    answered(page, "Your message contradicts every cause that is known here. See the page before you try one.")


@pytest.mark.parametrize(("locale", "text"), [("en", "vram is gone"), ("zh", "爆显存"), ("en", "The GPU is full")])
def test_what_people_call_an_error_shows_its_card(driver, address, locale, text):
    driver.get("about:blank")
    driver.get(f"{address}{LOCALES[locale]}#q={quote(text)}")
    answer = answered(driver, {"en": "The GPU is full", "zh": "显存不足"}[locale])

    assert f"{address}{LOCALES[locale]}demo/gpu-is-full/" in links_of(answer)


def test_the_box_denies_no_entry_that_the_sites_search_finds(page, address):
    put(page, "literal allocate")
    answer = answered(page, "Found by searching the site")
    found = links_of(answer)

    assert {f"{address}demo/first-entry/", f"{address}demo/gpu-is-full/"} <= set(found)
    assert "No entry" not in answer.text


def test_of_a_phrase_the_search_need_not_know_every_word(page, address):
    put(page, "literal zebra giraffe elephant")

    assert f"{address}demo/first-entry/" in links_of(answered(page, "Found by searching the site"))


def test_several_entries_that_are_called_so_are_all_shown(driver, real_site):
    with served(real_site) as base:
        driver.get(f"{base}#q={quote('out of memory')}")
        answer = answered(driver, "Which one do you mean?")
        found = links_of(answer)

    assert f"{base}pytorch/cuda-out-of-memory/" in found
    assert len(found) == len(answer.find_elements(By.CSS_SELECTOR, ".fb-choices > li")) > 1


def test_a_number_shows_the_entry_of_its_code_before_codes_of_other_libraries(driver, real_site):
    with served(real_site) as base:
        driver.get(f"{base}#q=2")
        answer = answered(driver, "2: which library printed it?")
        codes = answer.find_elements(By.CSS_SELECTOR, ".fb-more > li")
        under = [code.find_elements(By.CSS_SELECTOR, ":scope > ul a") for code in codes]
        entries = [[link.get_attribute("href") for link in links] for links in under]

    assert f"{base}cuda/memory-allocation-error-2/" in entries[0]
    assert [] in entries
    assert entries.index([]) == sum(map(bool, entries))  # none without an entry stands before one that has some


def test_nothing_moves_when_the_result_appears(page):
    places = "return ['#fb-text', '.fb-mine'].map(name => document.querySelector(name).getBoundingClientRect().top)"
    before = page.execute_script(places)
    type_keys(page, WORD)
    answered(page, TITLES["en"])

    assert page.execute_script(places)[0] == before[0]
    put(page, f"{WORD}\n{FULL}\n{ILLEGAL}\n")
    wait(page, "return document.querySelectorAll('[data-more] li').length === 2")
    below = page.execute_script(places)
    put(page, "xid 79")
    answered(page, "Xid 79")
    assert page.execute_script(places) == below, "a shorter answer must not pull up what stands below it"


# --- what goes out -----------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["", "zh/"])
def test_the_index_is_loaded_when_the_box_is_used_and_no_other_host_is_asked(driver, address, place):
    list(requests_of(driver))
    driver.get(address + place)
    driver.execute_script("window.scrollTo(0, 500)")
    time.sleep(0.5)
    before = [url for url in requests_of(driver) if not url.startswith("data:")]
    assert [url for url in before if "/lookup/" in url or "matcher" in url] == []
    assert [url for url in before if url.endswith("find.js")] == [f"{address}assets/find.js"]

    type_keys(driver, f"secret {WORD}")
    answered(driver, TITLES["zh" if "zh" in place else "en"])
    after = list(requests_of(driver))
    assert {url.removeprefix(address) for url in after if "/lookup/" in url or "matcher" in url or "cards" in url} == {
        "assets/matcher.js",
        "assets/cards.js",
        "lookup/index.js",
        f"lookup/cards-{'zh' if 'zh' in place else 'en'}-0.js",
    }
    assert [url for url in before + after if not url.startswith((address, "data:")) or "secret" in url] == []


def test_pages_without_the_box_do_not_load_it(driver, address):
    list(requests_of(driver))
    driver.get(f"{address}demo/first-entry/")

    assert [url for url in requests_of(driver) if "find.js" in url or "/lookup/" in url] == []


def test_an_issue_holds_exactly_the_edited_text_and_nothing_is_sent_before(page):
    tabs = page.window_handles
    list(requests_of(page))
    page.execute_script(STAY)
    put(page, f"/home/ann/secret.py\n{UNKNOWN}\nanother line of my log\n")
    answer = answered(page, "No entry for this")
    preview = answer.find_element(By.ID, "fb-ask-text")
    link = answer.find_element(By.CSS_SELECTOR, "[data-do=issue]")
    assert preview.get_attribute("value") == UNKNOWN
    assert link.get_attribute("href") == f"{REPOSITORY}/issues/new"

    preview.clear()
    edited = "OddError: it's 100% empty & <odd> #1 `x` 电容\nsecond line"
    preview.send_keys(edited)
    answer.find_element(By.TAG_NAME, "summary").click()
    answer.find_element(By.ID, "fb-ask-env").send_keys("driver 580.95")
    link.click()
    asked = urlsplit(link.get_attribute("href"))
    assert f"{asked.scheme}://{asked.netloc}{asked.path}" == f"{REPOSITORY}/issues/new"
    assert parse_qs(asked.query) == {
        "title": [edited.splitlines()[0]],
        "body": [f"```text\n{edited}\n```\n\n```text\ndriver 580.95\n```"],
    }

    answer.find_element(By.CSS_SELECTOR, "[data-copy=ask]").click()
    copied = answer.find_element(By.CSS_SELECTOR, "[data-copy=ask]").get_attribute("data-clipboard-text")
    assert copied == parse_qs(asked.query)["body"][0]
    assert [url for url in requests_of(page) if "git.demo.example" in url] == []
    assert page.window_handles == tabs


def test_a_text_too_long_for_a_link_is_to_be_shortened_or_copied(page):
    page.execute_script(STAY)
    put(page, UNKNOWN)
    answer = answered(page, "No entry for this")
    link = answer.find_element(By.CSS_SELECTOR, "[data-do=issue]")
    warning = answer.find_element(By.CSS_SELECTOR, "[data-too-long]")
    page.execute_script("document.querySelector('#fb-ask-text').value = '错'.repeat(1400)")
    link.click()

    assert warning.is_displayed()
    assert link.get_attribute("href") == f"{REPOSITORY}/issues/new"


@pytest.mark.parametrize(
    ("repository", "expected"),
    [
        ("https://github.com/a/b", "https://github.com/a/b/issues/new?title={title}&body={body}"),
        (
            "https://gitlab.x.org/a/b/",
            "https://gitlab.x.org/a/b/-/issues/new?issue[title]={title}&issue[description]={body}",
        ),
    ],
)
def test_an_issue_is_opened_as_its_host_has_it(repository, expected):
    assert new_issue(repository) == expected


PRIVATE = {
    "OddError: no file /home/ann/run 7/model.pt here": "OddError: no file <path> <path> here",
    r"OddError: C:\Users\Ann\model.pt is missing": "OddError: <path> is missing",
    r"OddError: \\server\share\ann\x.pt is gone": "OddError: <path> is gone",
    "OddError: ~/data/x and ../ann/y and src/ann/train.py": "OddError: <path> and <path> and <path>",
    "OddError: at https://ann:pw@host.example/x?key=1 failed": "OddError: at <url> failed",
    "OddError: ann@host.example could not log in": "OddError: <mail> could not log in",
    "ann@gpu7: OddError happened": "<user>: OddError happened",
    "OddError: peer 10.1.2.3:29500 closed": "OddError: peer <ip> closed",
    "OddError: peer fe80::1ff:fe23:4567:890a left": "OddError: peer <ip> left",
    "OddError: gpu7.cluster.internal:8080 is down": "OddError: <host> is down",
    "OddError: token=abc123 refused": "OddError: token=<token> refused",
    "OddError: HF_TOKEN: 'abc' refused": "OddError: HF_TOKEN: <token>' refused",
    "OddError: hf_abcdefABCDEF123456 refused": "OddError: <token> refused",
    "OddError: Authorization: Bearer abcdefghij": "OddError: Authorization: Bearer <token>",
    "OddError: user=ann is unknown": "OddError: user=<user> is unknown",
    "OddError: id 0123456789abcdef0123456789abcdef failed": "OddError: id <token> failed",
    "OddError: AWS_SECRET_ACCESS_KEY=abc/def failed": "OddError: AWS_SECRET_ACCESS_KEY=<token> failed",
    "OddError: 1/2/train.py and 2.5/model.ckpt": "OddError: <path> and <path>",
    "OddError in tensorflow/core/gpu_config.h:129": "OddError in <path>/gpu_config.h:129",
}
KEPT = [
    "OddError: max_new_tokens=512 at 12:34:56 with cuDNN 9.1.0.70",
    "OddError: _ZN2at6native29vectorized_elementwise_kernelILi4EN",
    "torch.odd.OddError: a/b and N/A, 1.5 GiB of 3.2 GiB",
    "OddError: full (18.3/23.69 GiB), 3/4, 512/23.69GiB and 1.5GiB/24.0GiB.",
]


def test_what_may_be_private_is_taken_out_of_the_line_to_report(page):
    expected = {**PRIVATE, **{line: line for line in KEPT}}
    found = {}
    before = ""
    for line in expected:
        put(page, f"step 1\n{line}\nstep 2\n")
        script = "const now = document.querySelector('#fb-ask-text')?.value; return now !== arguments[0] && now"
        before = found[line] = wait(page, script, before)

    assert found == expected


# --- large texts, files, and what does not work -----------------------------------------------


@pytest.mark.parametrize(("text", "title"), [("'a'.repeat(5e6)", "No entry for this"), (None, SOLE)])
def test_five_megabytes_are_looked_up_and_the_page_goes_on(page, text, title):
    text = text or f"'[rank1]: step 1 loss 0.5\\n'.repeat(200000) + {json.dumps(WORD)}"
    page.set_script_timeout(120)
    page.execute_script(
        f"const data = new DataTransfer(); data.setData('text', {text});"
        "const paste = {clipboardData: data, bubbles: true, cancelable: true};"
        "arguments[0].dispatchEvent(new ClipboardEvent('paste', paste))",
        box(page),
    )
    assert heading(page, seconds=120) == title
    assert len(box(page).get_attribute("value")) < 10_000
    assert "million characters" in page.find_element(By.CSS_SELECTOR, "[data-note]").text

    page.find_element(By.CSS_SELECTOR, "[data-do=clear]").click()
    type_keys(page, FULL)
    answered(page, "The GPU is full")
    assert not page.find_element(By.CSS_SELECTOR, "[data-note]").is_displayed()


def test_a_large_value_is_looked_up_whole(page):
    page.set_script_timeout(120)
    page.execute_script(
        "arguments[0].value = 'step 1 loss 0.5\\n'.repeat(300000) + arguments[1];"
        "arguments[0].dispatchEvent(new Event('input', {bubbles: true}))",
        box(page),
        WORD,
    )
    assert heading(page, seconds=120) == SOLE
    assert len(box(page).get_attribute("value")) < 10_000


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_log_file_can_be_opened(page, tmp_path, encoding):
    log = tmp_path / "train.log"
    log.write_text(f"开始\n{WORD}\n", encoding=encoding)
    page.find_element(By.CSS_SELECTOR, "[type=file]").send_keys(str(log))
    answered(page, TITLES["en"])
    assert box(page).get_attribute("value").strip("\ufeff\n") == f"开始\n{WORD}"


def test_a_log_file_can_be_dropped(page):
    page.execute_script(
        "const data = new DataTransfer(); data.items.add(new File([arguments[0]], 'train.log'));"
        "document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}))",
        LOG,
    )
    answered(page, TITLES["en"])


@pytest.mark.parametrize("locale", LOCALES)
def test_it_works_from_a_file(driver, site, locale):
    errors_of(driver)
    root = site.as_uri()
    driver.get(f"{root}/{LOCALES[locale]}index.html#q={quote(WORD)}")
    answer = answered(driver, TITLES[locale])

    assert links_of(answer)[0] == f"{root}/{LOCALES[locale]}demo/first-entry/index.html#t={quoted(WORD)}"
    assert errors_of(driver) == []


@contextmanager
def without(path):
    """Take a file away for a while."""
    away = path.rename(path.with_suffix(".away"))
    try:
        yield
    finally:
        away.rename(path)


@pytest.mark.parametrize("name", ["assets/matcher.js", "assets/cards.js", "lookup/index.js", "lookup/cards-en-0.js"])
def test_a_file_that_does_not_arrive_is_named_and_can_be_asked_for_again(page, site, name):
    page.execute_cdp_cmd("Network.clearBrowserCache", {})
    with without(site / name):
        put(page, WORD)
        answer = answered(page, "The look-up could not be loaded")
        assert name in answer.text
        assert "try again" in answer.text
        wordings = page.find_element(By.CSS_SELECTOR, ".fb-found__answer a[href$='browse/wordings/']")
        assert wordings.is_displayed()
    page.execute_cdp_cmd("Network.clearBrowserCache", {})
    answer.find_element(By.CSS_SELECTOR, "[data-do=again]").click()
    answered(page, TITLES["en"])


def test_a_file_of_another_build_is_asked_for_again_past_the_browsers_store(page, site):
    cards, other = site / "lookup/cards-en-0.js", "faultbookCards(0, {})\n"
    page.execute_cdp_cmd("Network.clearBrowserCache", {})
    kept = cards.read_text(encoding="utf-8")
    try:
        cards.write_text(other, encoding="utf-8")
        put(page, WORD)
        answer = answered(page, "The look-up could not be loaded")
        assert "lookup/cards-en-0.js" in answer.text
    finally:
        cards.write_text(kept, encoding="utf-8")
    answer.find_element(By.CSS_SELECTOR, "[data-do=again]").click()
    answered(page, TITLES["en"])
    page.execute_cdp_cmd("Network.clearBrowserCache", {})  # for the tests after this one


def test_useful_without_javascript(address):
    with browser(javascript=False) as driver:
        for prefix in LOCALES.values():
            driver.get(f"{address}{prefix}")
            assert not box(driver).is_displayed()
            driver.find_element(By.CSS_SELECTOR, ".fb-find [type=submit]").click()
            submitted, found = WebDriverWait(driver, 30), f"{address}{prefix}browse/wordings/"
            submitted.until(lambda page, found=found: page.current_url.rstrip("?") == found)
            links = links_of(driver.find_element(By.CLASS_NAME, "md-content"))
            assert {f"{address}{prefix}demo/{name}/" for name in ("first-entry", "gpu-is-full")} <= set(links)
            assert f"{address}{prefix}codes/" in links
            assert driver.find_element(By.CSS_SELECTOR, ".fb-wordings li code").is_displayed()


@pytest.mark.parametrize("prefix", LOCALES.values())
def test_the_page_is_listed_translated_and_tells_no_other_site_what_was_asked(site, prefix):
    root = "https://demo.example/"
    home = LexborHTMLParser((site / prefix / "index.html").read_text(encoding="utf-8"))
    head = home.head

    assert head.css_first("link[rel=canonical]").attributes["href"] == f"{root}{prefix}"
    alternates = {link.attributes["hreflang"]: link.attributes["href"] for link in head.css("link[hreflang]")}
    assert alternates == {"en": root, "zh": f"{root}zh/", "x-default": root}
    assert f"<loc>{root}{prefix}</loc>" in (site / "sitemap.xml").read_text()
    assert 'data-md-component="source"' not in home.html, "Material would ask the repository's host for its stars"
    assert head.css_first("meta[name=referrer]").attributes["content"] == "no-referrer"


@pytest.mark.parametrize("prefix", LOCALES.values())
@pytest.mark.parametrize("asked", ["#q=", "?q="])
def test_the_old_page_of_the_box_leads_to_the_home_page_with_what_was_asked(driver, address, prefix, asked):
    driver.get("about:blank")
    driver.get(f"{address}{prefix}find/{asked}{quote(WORD)}")

    WebDriverWait(driver, 30).until(lambda page: page.current_url.startswith(f"{address}{prefix}{asked}"))
    answered(driver, TITLES["zh" if prefix else "en"])


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_results_are_readable_in_both_schemes(driver, address, scheme):
    use_scheme(driver, scheme)
    driver.get("about:blank")
    driver.get(f"{address}")
    low = []
    for text, title in ((LOG, TITLES["en"]), (ILLEGAL, "cudaErrorIllegalAddress"), (UNKNOWN, "No entry for this")):
        put(driver, text)
        answered(driver, title)
        low += driver.execute_script(CONTRAST)
    use_scheme(driver, "default")

    assert low == []


# Texts with less contrast than WCAG's AA asks for, 4.5, against what is behind them.
CONTRAST = """
const parse = value => value.match(/[\\d.]+/g).map(Number);
const light = ([r, g, b]) => {
  const f = v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
  return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b);
};
const behind = node => {
  const over = [];
  for (; node; node = node.parentElement) {
    const [r, g, b, a = 1] = parse(getComputedStyle(node).backgroundColor);
    over.push([r, g, b, a]);
    if (a === 1) break;
  }
  return over.reduceRight((base, [r, g, b, a]) => [r, g, b].map((v, i) => v * a + base[i] * (1 - a)), [255, 255, 255]);
};
const said = node => [...node.childNodes].some(child => child.nodeType === 3 && child.data.trim());
const nodes = [...document.querySelectorAll('.fb-find *, .fb-found *')].filter(
  node => node.offsetParent && !node.closest(':disabled, .fb-said') && said(node));
return nodes.map(node => {
  const back = behind(node);
  const [r, g, b, alpha = 1] = parse(getComputedStyle(node).color);
  const front = [r, g, b].map((v, i) => v * alpha + back[i] * (1 - alpha));
  const [a, c] = [light(front), light(back)].sort((x, y) => y - x);
  return [node.tagName + '.' + node.className + ': ' + node.textContent.trim().slice(0, 30), (a + 0.05) / (c + 0.05)];
}).filter(([, ratio]) => ratio < 4.5);
"""

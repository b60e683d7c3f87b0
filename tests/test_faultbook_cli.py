"""The commands of the package: what they find, what they print and where, and how they end."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from package_runs import ILLEGAL, REPOSITORY, SITE, faultbook, on_terminal, surroundings
from worker_runs import side_by_side

from faultbook import __version__
from faultbook.chinese import CHINESE

CODE = "cudaErrorIllegalAddress"
SAMPLE = "CUDA out of memory. Tried to allocate 2 GiB"
# What is typed after `faultbook`, the exit status, and a part of what is printed: of standard output where something
# was found, of standard error otherwise. The other stream stays empty.
ANSWERS = (
    (["explain", "first-entry"], 0, "The GPU is full\nNot run yet · demo/first-entry\n"),
    (["explain", "demo/first-entry"], 0, f"Page: {SITE}e/first-entry/\n"),
    (["explain", "Demo/First-Entry/"], 0, f"Page: {SITE}e/first-entry/\n"),
    (["explain", "first", "entry"], 0, "The GPU is full\n"),
    (["explain", "torch.OutOfMemoryError:"], 0, "Status codes: cudaErrorMemoryAllocation\n"),
    (["explain", CODE], 0, f"{CODE} · CUDA runtime (cudaError_t)\n"),
    (["explain", f"{CODE.upper()}."], 0, "Number: 700 (at least since CUDA 11.0); 77 (until CUDA 10.0)\n"),
    (
        ["explain", f"({CODE})',"],
        0,
        "Afterwards: every later call in this process fails too; only a new process helps\n",
    ),
    (["explain", f"cudaError_t::{CODE}"], 0, "What to do first: Run it again with compute-sanitizer.\n"),
    (["explain", f"{SITE}zh/e/{CODE}/"], 0, f"Page: {SITE}e/{CODE}/\n"),
    (["explain", f"{SITE}e/{CODE}/?from=log#numbers"], 0, f"Page: {SITE}e/{CODE}/\n"),
    (["explain", f"“{CODE}”。"], 0, "Printed as: an illegal memory access was encountered\n"),
    (["explain", "cudaErrorMemoryAllocation"], 0, f"  The GPU is full\n    {SITE}e/first-entry/\n"),
    (["explain", "cudaErrorNew"], 0, "Number: 801 (since CUDA 12.0)\n"),
    (["explain", "xid", "79"], 0, f"Page: {SITE}e/xid-79/\n"),
    (["explain", "NVRM: Xid 79"], 0, f"Page: {SITE}e/xid-79/\n"),
    (["explain", "error", "700"], 0, "700: which library reported it?\n"),
    (["explain", "CUDA error code: 700"], 0, "700: which library reported it?\n"),
    (["explain", "错误码 700"], 0, "700: which library reported it?\n"),
    (["explain", "error 4321"], 1, "is called 'error 4321'"),
    (
        ["explain", "--lang", "zh", "77"],
        0,
        "  cudaErrorIllegalAddress · CUDA 运行时（cudaError_t）\n    数字：700（CUDA 11.0",
    ),
    (["explain", "--lang", "zh", "cudaErrorIllegalAdress"], 1, f"相近的有：{CODE}、CUDA_ERROR"),
    (["explain", "XID79"], 0, "Also called: ROBUST_CHANNEL_GPU_HAS_FALLEN_OFF_THE_BUS\n"),
    (["explain", "robust_channel_gpu_has_fallen_off_the_bus"], 0, "Xid 79 · Xid\n"),
    (["explain", "700"], 0, "700: which library reported it?\n"),
    (["explain", "77"], 0, f"faultbook explain {CODE}\n"),
    (["explain", "79"], 0, "faultbook explain 'Xid 79'\n"),
    (["explain", "ROBUST_CHANNEL_IDLE_TIMEOUT"], 0, "Xid 8 · Xid\n"),
    (["explain", "cudaErrorIllegalAdress"], 1, f"'cudaErrorIllegalAdress'; near it: {CODE}, CUDA_ERROR"),
    (["explain", "OutOfMemory"], 1, "near it: torch.OutOfMemoryError\n"),
    (["explain", "a message that is no name"], 1, "use: faultbook find TEXT\n"),
    (["explain", "HIP error: invalid device function"], 1, "use: faultbook find TEXT\n"),
    (
        ["explain", "torch OutOfMemoryEror"],
        1,
        "near it: torch.OutOfMemoryError; to look up a message, use: faultbook find",
    ),
    (["explain", ILLEGAL], 0, f"{CODE} · CUDA runtime (cudaError_t)\n"),
    (["explain", *SAMPLE.split()], 0, "The GPU is full\n"),
    (["explain", "123456789012"], 1, "is called '123456789012'"),
    (["explain", "--lang", "zh", CODE], 0, "核函数访问了不属于它的地址：下标或指针。上下文已经失效。\n"),
    (["--lang", "zh", "explain", CODE], 0, f"页面：{SITE}zh/e/{CODE}/\n"),
    (["explain", "--lang", "zh-TW", "first-entry"], 0, "显存不足\n尚未运行 · demo/first-entry\n"),
    (["explain", "--lang", "zh", "xid-79"], 0, "数字：79（驱动 550 起，可能更早）\n"),
    (["explain", "--lang", "zh", "none"], 1, "没有名为“none”的条目或状态码"),
    (["explain", "--lang", "fr", CODE], 2, "no language 'fr' in this index: it has en, zh\n"),
    (["find", ILLEGAL], 0, f"Found in: {ILLEGAL}\n\n{CODE} · CUDA runtime"),
    (["find", SAMPLE], 0, f"The GPU is full\nNot run yet · demo/first-entry\nFound in: {SAMPLE}\n"),
    (["find", *SAMPLE.split()], 0, "The GPU is full\n"),
    (["find", f"{ILLEGAL}\n{SAMPLE}"], 0, f"\n\nAlso in this text:\n  The GPU is full\n    {SITE}e/first-entry/\n"),
    (["find", "hello"], 1, "No entry for this.\n"),
    (["find", "700"], 1, "700: which library reported it?\n"),
    (["find", "HIP error: invalid device function"], 1, "This is another vendor's error.\n"),
    (["find", "torch.distributed.elastic.multiprocessing.errors.ChildFailedError"], 1, "Find the inner error.\n"),
    (["open", "--print", "first-entry"], 0, f"{SITE}e/first-entry/\n"),
    (["open", "--print", ILLEGAL], 0, f"{SITE}e/{CODE}/\n"),
    (["open", "--print", "--lang", "zh", "700"], 0, f"{SITE}zh/e/700/\n"),
    (["open", "--print", "nothing-like-it"], 1, "is called 'nothing-like-it'"),
    (["--version"], 0, f"faultbook {__version__} · index 2026-11-21 · {SITE} · CC BY 4.0\n"),
    (["explain"], 2, "the following arguments are required: NAME\n"),
    (["find", "--nonsense", "x"], 2, "unrecognized arguments: --nonsense\n"),
    (["nonsense"], 2, "invalid choice: 'nonsense'"),
    ([], 2, "exit status: 0 found; 1 no entry for this; 2 wrong usage, no usable index, or nowhere to write;\n"),
    (["--lang", "zh"], 2, "退出码：0 找到；"),
)


@pytest.fixture(scope="module")
def told(index):
    """Return what each row's command says: they run side by side, once."""
    return dict(enumerate(side_by_side(lambda row: faultbook(*row[0], index=index), ANSWERS)))


@pytest.mark.parametrize("row", range(len(ANSWERS)), ids=[" ".join(row[0]) or "nothing" for row in ANSWERS])
def test_a_command_says_what_it_found_and_ends_as_documented(told, row):
    _arguments, wanted, part = ANSWERS[row]
    status, stdout, stderr = told[row]
    said, other = (stdout, stderr) if wanted == 0 else (stderr, stdout)
    assert (status, other) == (wanted, "")
    assert part in said


def test_json_says_the_same_for_programs(index):
    asked = (
        (["explain", CODE], 0),
        (["explain", "first-entry"], 0),
        (["explain", "700"], 0),
        (["explain", "cudaErrorIllegalAdress"], 1),
        (["explain", SAMPLE], 0),
        (["find", SAMPLE], 0),
        (["find", "700"], 1),
        (["find", "hello"], 1),
    )
    told = side_by_side(lambda row: faultbook(*row[0], "--json", index=index), asked)
    assert [(status, stderr) for status, _stdout, stderr in told] == [(status, "") for _arguments, status in asked]
    code, entry, number, unknown, explained, found, question, nothing = (
        json.loads(stdout) for _status, stdout, _stderr in told
    )
    known = {item["name"]: item for item in json.loads(index.read_bytes())["codes"]}
    assert code["code"] == known[CODE]
    assert code["found"][CODE]["permalink"] == {"en": f"{SITE}e/{CODE}/", "zh": f"{SITE}zh/e/{CODE}/"}
    assert (entry["kind"], entry["entry"]["badge"]) == ("entry", "not_run")
    assert [item["name"] for item in number["codes"]] == ["CUDA_ERROR_ILLEGAL_ADDRESS", CODE]
    assert unknown == {"kind": "none", "near": [CODE, "CUDA_ERROR_ILLEGAL_ADDRESS"]}
    assert explained == entry
    assert (found["kind"], found["best"]["id"], found["best"]["line"]) == ("entry", "demo/first-entry", SAMPLE)
    assert found["found"]["demo/first-entry"]["title"] == {"en": "The GPU is full", "zh": "显存不足"}
    assert (question["kind"], question["number"], len(question["found"])) == ("number", 700, 2)
    assert (nothing["kind"], nothing["found"]) == ("none", {})


@pytest.mark.parametrize(
    ("variables", "chinese"),
    [
        ({"FAULTBOOK_LANG": "zh", "LC_ALL": "en_US.UTF-8"}, True),
        ({"LC_ALL": "zh_CN.UTF-8", "LANG": "de_DE.UTF-8"}, True),
        ({"LC_MESSAGES": "zh_TW", "LANG": "en_US.UTF-8"}, True),
        ({"LANG": "zh"}, True),
        ({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"}, False),
        ({"LANG": "fr_FR.UTF-8"}, False),
        ({"FAULTBOOK_LANG": "en", "LANG": "zh_CN.UTF-8"}, False),
    ],
)
def test_the_language_is_that_of_the_locale(index, variables, chinese):
    assert faultbook("explain", "first-entry", index=index, **variables)[1].startswith("原因：") == chinese


def test_chinese_is_utf_8_even_where_the_locale_is_c(index):
    plain = {"LC_ALL": "C", "LANG": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    status, stdout, stderr = faultbook("explain", "first-entry", "--lang", "zh", index=index, **plain)
    assert (status, stdout.splitlines()[0], stderr) == (0, "原因：文本不是数字", "")
    narrow = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    status, stdout, stderr = faultbook("explain", "first-entry", "--lang", "zh", index=index, **narrow)
    assert (status, r"\u663e\u5b58\u4e0d\u8db3" in stdout.splitlines(), stderr) == (0, True, "")
    status, stdout, stderr = faultbook("find", "-", "--json", index=index, stdin=f"é {SAMPLE}".encode(), **narrow)
    assert json.loads(stdout)["best"]["line"] == f"é {SAMPLE}"


LINK = f"\x1b]8;;{SITE}e/first-entry/\x1b\\{SITE}e/first-entry/\x1b]8;;\x1b\\"


@pytest.mark.parametrize(
    ("variables", "bold", "link"),
    [
        ({"TERM": "xterm-kitty"}, True, True),
        ({"TERM": "xterm-256color"}, True, False),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7600"}, True, True),
        ({"TERM": "xterm-256color", "VTE_VERSION": "4600"}, True, False),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "vscode"}, True, True),
        ({"TERM": "xterm-kitty", "FORCE_HYPERLINK": "0"}, True, False),
        ({"TERM": "xterm", "FORCE_HYPERLINK": "1"}, True, True),
        ({"TERM": "xterm-kitty", "NO_COLOR": "1"}, False, True),
        ({"TERM": "dumb", "VTE_VERSION": "7600"}, False, False),
    ],
)
def test_a_terminal_gets_what_it_can_show(index, variables, bold, link):
    status, written = on_terminal(["explain", "first-entry"], index, **variables)
    assert (status, "\x1b[1mThe GPU is full\x1b[22m" in written, LINK in written) == (0, bold, link)
    assert f"{SITE}e/first-entry/" in written


def test_no_terminal_gets_plain_text_and_a_link_only_if_forced(index):
    plain = {"TERM": "xterm-kitty", "VTE_VERSION": "7600"}
    assert "\x1b" not in faultbook("explain", "first-entry", index=index, **plain)[1]
    assert LINK in faultbook("explain", "first-entry", index=index, FORCE_HYPERLINK="1")[1]


def test_texts_of_others_move_no_cursor(index, tmp_path):
    document = json.loads(index.read_bytes())
    document["entries"][0]["title"]["en"] = "a\x1b[2Jb\x9bc"
    document["site"] = "https://demo.example/\x1b]52;c;aGk=\x07/"
    changed = tmp_path / "lookup.json"
    changed.write_text(json.dumps(document), encoding="utf-8")
    for command in (["explain", "first-entry"], ["find", SAMPLE], ["find", f"\x1b]2;x\x07{SAMPLE}\x9b"], ["--version"]):
        status, stdout, stderr = faultbook(*command, index=changed)
        assert (status, re.findall("[\x00-\x09\x0b-\x1f\x7f-\x9f]", stdout + stderr)) == (0, [])


def test_a_reader_that_goes_away_is_no_error(index):
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "faultbook", "explain", CODE]
    done = subprocess.run(command, env=surroundings(index), stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en", "standard output cannot be written (No space left on device): is the disk full?"),
        ("zh", "无法写到标准输出（No space left on device）：磁盘满了吗？"),
    ],
)
@pytest.mark.parametrize(
    "asked", [["explain", CODE], ["--help"], ["find", "--help"], ["--version"], ["run", "--help"]], ids=" ".join
)
def test_an_answer_that_cannot_be_written_is_told_and_is_no_missing_entry(index, asked, locale, said):
    command = [sys.executable, "-m", "faultbook", *asked]
    known = surroundings(index, FAULTBOOK_LANG=locale)
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, env=known, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr.decode()) == (2, f"faultbook: {said}\n")


def test_open_starts_the_browser_with_the_page(index, tmp_path):
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf "%s" "$1" > {tmp_path}/opened\n')
    browser.chmod(0o755)
    status, stdout, _stderr = faultbook("open", CODE, index=index, BROWSER=f"{browser} %s")
    assert (status, stdout, (tmp_path / "opened").read_text()) == (0, f"{SITE}e/{CODE}/\n", stdout.strip())
    status, stdout, stderr = faultbook("open", CODE, index=index, PATH="/nothing")
    assert (status, stdout, stderr) == (0, f"{SITE}e/{CODE}/\n", "no browser could be started here\n")


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        (None, ("cannot be read", "correct the path, or unset the variable")),
        (b"no JSON", ("is no lookup.json", "api/v1/lookup.json of a built site")),
        (b"[1]", ("is no lookup.json",)),
        (b'{"schema_version": "2.0.0"}', ("has the form 2.0.0", "install a newer faultbook")),
        (b'{"schema_version": "1.3.0"}', ("is no lookup.json (site, modified, locales, entries, codes)",)),
    ],
)
def test_an_index_that_cannot_be_used_is_told_with_its_remedy(tmp_path, content, parts):
    path = tmp_path / "lookup.json"
    if content is not None:
        path.write_bytes(content)
    status, stdout, stderr = faultbook("find", "x", index=path)
    assert (status, stdout, stderr.startswith("faultbook: ")) == (2, "", True)
    assert str(path) in stderr
    assert all(part in stderr for part in parts)


def test_a_checkout_without_an_index_says_how_to_get_one():
    status, stdout, stderr = faultbook("explain", CODE)
    assert not (REPOSITORY / "faultbook/lookup.json").exists(), "no index belongs into the checkout"
    assert (status, stdout) == (2, "")
    assert "`make wheel`" in stderr
    assert "FAULTBOOK_INDEX" in stderr
    status, stdout, stderr = faultbook("--version", FAULTBOOK_LANG="zh")
    assert (status, stdout, "这个包里没有索引" in stderr) == (2, f"{__version__}\n", True)


def test_every_word_of_ours_has_its_chinese():
    methods = [("**.py", "python")]
    rows = extract_from_dir(REPOSITORY / "faultbook", methods, keywords={"_": None, "N_": None, "words": None})
    found = {row[2] for row in rows}
    assert found - CHINESE.keys() == set(), "no Chinese for these"
    assert CHINESE.keys() - found == set(), "nothing says these any more"
    for english, chinese in CHINESE.items():
        assert set(re.findall(r"{\w+}", english)) == set(re.findall(r"{\w+}", chinese))


def test_the_site_and_the_package_say_the_same_in_chinese():
    def bare(text):
        return text.strip(" .:。：").lower()

    with (REPOSITORY / "templates/locales/zh.po").open("rb") as file:
        messages = [item for item in read_po(file, locale="zh") if isinstance(item.id, str) and item.context is None]
    site = {bare(item.id): bare(item.string) for item in messages}
    ours = {bare(english): bare(chinese) for english, chinese in CHINESE.items() if english != ", "}  # it joins lists
    shared = ours.keys() & site.keys() - {""}
    assert {"number", "printed as", "entries that show it", "also in this text"} <= shared
    assert {english: ours[english] for english in shared} == {english: site[english] for english in shared}


def test_a_card_of_an_older_index_says_for_which_cause_its_fix_is(index, tmp_path):
    document = json.loads(index.read_text(encoding="utf-8"))
    entry = document["entries"][0]
    for name in ("shared", "words", "numbers", "bar", "questions", "causes"):
        del entry[name]
    entry.update(fix={"en": "Free it", "zh": "释放"}, fix_for={"en": "It is full", "zh": "满了"})
    changed = tmp_path / "lookup.json"
    changed.write_text(json.dumps(document), encoding="utf-8")
    for language, words in (("en", "If this is the cause: It is full\n"), ("zh", "如果是这个原因：满了\n")):
        for command in (["explain", "first-entry"], ["find", SAMPLE]):
            status, printed, _errors = faultbook(*command, "--lang", language, index=changed)
            assert (status, words in printed) == (0, True)

"""What `faultbook find` reads: texts, files, pipes, logs of any encoding and length; and what it passes on."""

import json
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from collected import collected
from lookup_cases import load_cases
from package_runs import ILLEGAL, REPOSITORY, faultbook, on_terminal, surroundings

from faultbook.matcher import Index, Search, find
from faultbook.passages import MARGIN, SIZE, passages

CODE = "cudaErrorIllegalAddress"
CARD = f"{CODE} · CUDA runtime"
LOG = "\n".join(f"step {number} loss 0.1" for number in range(400)) + f"\n{ILLEGAL}\n"
INPUTS = {
    "UTF-8": LOG.encode(),
    "UTF-8 with a mark": b"\xef\xbb\xbf" + ILLEGAL.encode(),
    "UTF-16 as PowerShell writes it": b"\xff\xfe" + LOG.encode("utf-16-le"),
    "UTF-16 the other way round": b"\xfe\xff" + LOG.encode("utf-16-be"),
    "GBK": "训练失败：\n".encode("gbk") + LOG.encode(),
    "bytes that are no text": b"\x00\xff\xfe\xc3(\xed\xa0\x80\n" + LOG.encode() + b"\xf0\x9f",
    "colours and Windows line ends": f"\x1b[31m{ILLEGAL}\x1b[0m\r\n".encode(),
}


def find_in(path, index, *options, stderr=subprocess.PIPE, **variables):
    """Run `faultbook find -` with a file as its standard input; return status, standard output, standard error."""
    command = [sys.executable, "-m", "faultbook", "find", "-", *options]
    with path.open("rb") as file:
        known = surroundings(index, **variables)
        done = subprocess.run(command, env=known, stdin=file, stdout=subprocess.PIPE, stderr=stderr, check=False)
    return done.returncode, done.stdout.decode(), (done.stderr or b"").decode()


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "train.log"
    path.write_text(LOG, encoding="utf-8")
    return path


# --- what is read ----------------------------------------------------------------------------------


@pytest.mark.parametrize("content", INPUTS.values(), ids=INPUTS)
def test_a_log_of_any_encoding_is_read(index, tmp_path, content):
    (tmp_path / "log").write_bytes(content)
    status, stdout, stderr = find_in(tmp_path / "log", index)
    assert (status, stderr) == (0, "")
    assert CARD in stdout


def test_a_file_is_read_where_one_is_named_and_that_is_said(index, log):
    status, stdout, stderr = faultbook("find", str(log), index=index)
    assert (status, stderr) == (0, f"read from the file {log}\n")
    assert stdout.startswith(f"Found in: {ILLEGAL}\n\n{CARD}")
    status, stdout, stderr = faultbook("find", log.name, "--lang", "zh", index=index, cwd=log.parent)
    assert (status, stderr) == (0, f"已读取文件 {log.name}\n")


def test_what_only_words_show_is_not_said_to_be_a_known_wording(index):
    line = "solver.cpp: cudaMemcpy failed with error: 700"
    status, stdout, _stderr = faultbook("find", "-", index=index, stdin=f"step 1\n{line}\n".encode())
    assert (status, stdout.startswith(f"Found by the words of: {line}\n\n")) == (0, True)


def test_a_file_without_an_entry_is_said_to_be_read_too(index, log):
    log.write_text("all is well\n")
    assert faultbook("find", str(log), index=index) == (1, "", f"read from the file {log}\nNo entry for this.\n")


def test_several_words_and_folders_and_files_that_are_not_there_are_text(index, log):
    for words in (["find", str(log), ILLEGAL], ["find", str(log.parent)], ["find", f"{log}.1"]):
        assert "read from" not in faultbook(*words, index=index)[2]


def test_a_file_that_is_not_there_is_said_to_be_none(index, log):
    status, stdout, stderr = faultbook("find", "nosuch.log", index=index, cwd=log.parent)
    assert (status, stdout, stderr) == (1, "", "there is no file nosuch.log; looked up as a text\nNo entry for this.\n")
    status, stdout, stderr = faultbook("find", "nosuch.log", "--lang", "zh", index=index, cwd=log.parent)
    assert stderr.startswith("没有文件 nosuch.log，已当作文字查找\n")


def test_what_a_shell_puts_in_place_of_a_file_is_read(index, log):
    command = f"{sys.executable} -m faultbook find <(cat {log})"
    done = subprocess.run(["bash", "-c", command], env=surroundings(index), capture_output=True, check=False)
    assert (done.returncode, CARD in done.stdout.decode()) == (0, True)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that exists and cannot be read")
def test_a_file_that_cannot_be_read_is_said_with_its_reason(index):
    status, stdout, stderr = faultbook("find", "/proc/self/mem", index=index)
    assert (status, stdout) == (2, "")
    assert re.fullmatch(r"faultbook: /proc/self/mem cannot be read \(.+\)\n", stderr)


@pytest.mark.parametrize("content", [b"", b"\n  \n", b"\xef\xbb\xbf"], ids=repr)
def test_no_input_is_no_missing_entry(index, tmp_path, content):
    (tmp_path / "empty").write_bytes(content)
    status, stdout, stderr = find_in(tmp_path / "empty", index)
    assert (status, stdout) == (1, "")
    assert stderr.startswith("faultbook: nothing came in; ")
    assert stderr.endswith("PROGRAM 2>&1 | faultbook find -\n")
    told = faultbook("find", "empty", index=index, cwd=tmp_path)
    assert told == (1, "", "faultbook: empty is empty\n")
    assert json.loads(find_in(tmp_path / "empty", index, "--json")[1])["kind"] == "none"


# --- what is passed on -----------------------------------------------------------------------------


def test_what_comes_through_a_pipe_is_passed_on_as_it_is(index):
    given = LOG.encode() + b"\xff\x00 no text"
    done = subprocess.run(
        [sys.executable, "-m", "faultbook", "find", "-"],
        env=surroundings(index),
        input=given,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, given + b"\n\n")
    assert done.stdout.decode().startswith("Found in: ")


def test_a_line_is_passed_on_before_the_next_one_comes(index):
    command = [sys.executable, "-m", "faultbook", "find", "-"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=surroundings(index), **pipes) as process:
        watchdog = threading.Timer(20, process.kill)  # else a line that never comes is waited for
        watchdog.start()
        for line in (b"step 1\n", b"step 2\n", ILLEGAL.encode() + b"\n"):
            process.stdin.write(line)
            process.stdin.flush()
            assert process.stderr.readline() == line  # waits until it is there
        stdout, stderr = process.communicate()
        watchdog.cancel()
    assert (process.returncode, CARD in stdout.decode(), stderr) == (0, True, b"\n")


def test_a_file_and_what_programs_ask_for_are_not_passed_on(index, log):
    assert find_in(log, index)[::2] == (0, "")
    status, stdout, stderr = faultbook("find", "-", "--json", index=index, stdin=LOG.encode())
    assert (status, json.loads(stdout)["best"]["id"], stderr) == (0, CODE, "")


@pytest.mark.parametrize("closed", ["2>&-", "2>/dev/full"])
def test_where_nothing_can_be_passed_on_the_answer_comes_all_the_same(index, log, closed):
    command = f"cat {log} | {sys.executable} -m faultbook find - {closed}"
    done = subprocess.run(["bash", "-c", command], env=surroundings(index), capture_output=True, check=False)
    assert (done.returncode, done.stdout.decode().count(CARD)) == (0, 1)


def until_it_waits(process):
    """Wait until a process that has written its prompt sleeps: it then reads, and the system wakes it."""
    stat = Path(f"/proc/{process.pid}/stat")
    deadline = time.monotonic() + 20
    while stat.read_text().rpartition(") ")[2][0] != "S":
        assert time.monotonic() < deadline, "it never waited for its input"
        time.sleep(0.005)


def test_an_interrupt_ends_it_quietly(index):
    def interrupt(process):
        until_it_waits(process)
        process.send_signal(signal.SIGINT)

    status, written = on_terminal(["find", "-"], index, typed=interrupt, TERM="xterm")
    assert (status, written.strip()) == (130, "Paste the text, then press Ctrl-D (on Windows: Ctrl-Z and Enter).")


# --- logs of any length ----------------------------------------------------------------------------

MEMORY = """
import resource, sys
from faultbook.__main__ import main
sys.argv = ["faultbook", "find", "-"]
status = main()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
sys.exit(status)
"""


def highest_memory(index, path):
    """Return what `faultbook find` prints of a log, and the memory that it had at most, in KiB."""
    command = [sys.executable, "-c", MEMORY]
    with path.open("rb") as file:
        done = subprocess.run(command, env=surroundings(index), stdin=file, capture_output=True, check=True)
    said, _newline, memory = done.stdout.decode().rstrip().rpartition("\n")
    return said, int(memory)


def test_all_of_a_huge_log_is_read_in_bounded_memory(index, tmp_path):
    filler = "".join(f"step {number:06} loss 0.1 and so on\n" for number in range(SIZE // 32)).encode()
    paths = [tmp_path / "long", tmp_path / "longer"]
    for path, times in zip(paths, (2, 8), strict=True):
        path.write_bytes(filler * times + LOG.encode() + filler * times)
    (said, memory), (again, more) = (highest_memory(index, path) for path in paths)
    assert said == again
    assert said.startswith(f"Found in: {ILLEGAL}\n\n{CARD}")
    assert more < memory + paths[1].stat().st_size // 1024 // 4


def test_a_raised_exception_late_in_a_long_log_comes_before_a_warning_early_in_it(index, tmp_path):
    path = tmp_path / "log"
    filler = "an ordinary line of a log\n" * (SIZE // 20)
    path.write_text(f"WARNING: CUDA out of memory. Tried to allocate 1 GiB\n{filler}{ILLEGAL}\n{filler}")
    status, stdout, _stderr = find_in(path, index)
    assert (status, stdout.startswith(f"Found in: {ILLEGAL}\n"), "Also in this text:\n  The GPU is full" in stdout) == (
        0,
        True,
        True,
    )


def test_another_vendors_error_anywhere_in_a_long_log_is_no_error_of_ours(index, tmp_path):
    path = tmp_path / "log"
    path.write_text(f"{ILLEGAL}\n" + "x\n" * SIZE + "HIP error: invalid device function\n" + "x\n" * SIZE)
    assert find_in(path, index) == (1, "", "This is another vendor's error.\n")


def test_an_xid_as_people_write_it_is_found_where_the_gpu_is_named_far_from_it(index, tmp_path):
    path = tmp_path / "log"
    path.write_text("all on this nvidia machine\n" + "x y\n" * SIZE + "it said xid 79 or rather Xid: 79\n")
    status, stdout, stderr = find_in(path, index)
    assert (status, "Xid 79 · Xid\n" in stdout, stderr) == (0, True, "")


def test_passages_are_the_text_and_each_stands_between_its_margins():
    text = "".join(f"line {number}\n" for number in range(3000)) + "x" * 5000 + "\nend"
    parts = [text[start : start + 333] for start in range(0, len(text), 333)]
    cut = list(passages(parts, size=1000, margin=100))
    assert "".join(passage.text for passage in cut) == text
    assert list(passages([])) == [("", "", "")]
    place = 0
    for passage in cut:
        end = place + len(passage.text)
        assert passage.before == text[max(0, place - 100) : place]
        assert passage.after == (text[end : end + 100] if passage is not cut[-1] else "")
        place = end
    assert sum(passage.text.endswith("\n") for passage in cut) > len(cut) - 10  # all but those in the line of x


def search_in(text, index, size, margin):
    search = Search(index)
    for passage in passages([text], size, margin):
        search.add(passage)
    return search.answer()


def test_what_a_margin_cuts_off_is_not_taken_for_something_else(index):
    document = json.loads(index.read_bytes())
    known = Index({**document, "ignore": ["self-test:*is harmless"]})
    banner = "self-test:\nCUDA out of memory. Tried to allocate 2 GiB\nis harmless\n"
    for shift in range(300):
        text = "\n".join(["x" * shift, banner, *["step 1"] * 200])
        assert search_in(text, known, 300, 100).kind == "none", shift
    assert search_in(text.replace("self-test", "test"), known, 300, 100).kind == "entry"


@pytest.fixture(scope="module")
def our_index():
    return Index(collected(REPOSITORY / "content").lookup())


def test_a_text_that_is_cut_anywhere_is_answered_as_in_one_piece(our_index):
    size, margin = SIZE // 256, MARGIN // 32
    filler = "".join(f"step {number} loss 0.{number}\n" for number in range(300))
    for case in load_cases()[::4]:
        lines = filler[: size - min(len(case.text) // 2, margin)]
        text = f"{lines[: lines.rfind(chr(10)) + 1]}{case.text}\n{filler}"  # the cut is in the middle of the case
        answer, whole = search_in(text, our_index, size, margin), find(text, our_index)
        # What is only near is looked for at the end of a long text.
        assert answer._replace(near=()) == whole._replace(near=()), case.id

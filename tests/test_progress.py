"""What is seen of a build that takes long: lines, or a bar in a terminal; of a short one, nothing."""

import os
import pty
import subprocess
import sys
import time

import pytest
from real import ROOT

from generator.terminal import progress
from generator.terminal.progress import Progress, shown_progress

WORK = """
import time
from generator.terminal import progress
progress.FIRST = 0.2
with progress.shown_progress() as seen:
    for _entry in seen.over(range(4), "rendering 4 entries", 4):
        time.sleep(0.3)
"""


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(progress, "FIRST", 0.1)
    monkeypatch.setattr(progress, "EVERY", 0.1)


def wait_for(capsys, words):
    seen = ""
    for _try in range(200):
        time.sleep(0.05)
        seen += capsys.readouterr().err
        if words in seen:
            return
    pytest.fail(f"{words!r} was not said: {seen!r}")


@pytest.mark.usefixtures("quick")
def test_while_work_lasts_lines_say_what_is_done_and_how_far_it_is(capsys):
    with shown_progress() as seen:
        seen.stage("checking the content")
        wait_for(capsys, "checking the content, 0 s\n")
        items = seen.over("abc", "rendering 3 entries", 3)
        assert [next(items), next(items)] == ["a", "b"]
        wait_for(capsys, "rendering 3 entries, 1 of 3, ")
    capsys.readouterr()
    time.sleep(0.3)
    assert capsys.readouterr().err == ""


def test_of_short_work_nothing_is_said(capsys):
    with shown_progress() as seen:
        seen.stage("checking the content")
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("quick")
def test_work_that_fails_ends_its_lines(capsys):
    with pytest.raises(ValueError, match="no"), shown_progress():
        raise ValueError("no")
    capsys.readouterr()
    time.sleep(0.3)
    assert capsys.readouterr().err == ""


def test_items_come_as_they_are_and_are_counted_when_done():
    seen = Progress()
    assert list(seen.over("ab", "reading", 2)) == ["a", "b"]
    assert (seen.what, seen.done, seen.total) == ("reading", 2, 2)


def test_in_a_terminal_there_is_a_bar():
    ours, theirs = pty.openpty()
    with subprocess.Popen([sys.executable, "-c", WORK], cwd=ROOT, stderr=theirs, env={**os.environ, "TERM": "xterm"}):
        os.close(theirs)
        shown = b""
        while chunk := _read(ours):
            shown += chunk
    os.close(ours)
    assert b"rendering 4 entries" in shown
    assert "━".encode() in shown
    assert b"of 4," not in shown, "no lines"


def _read(terminal):
    try:
        return os.read(terminal, 4096)
    except OSError:  # its other end is closed
        return b""

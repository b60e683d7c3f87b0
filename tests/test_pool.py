"""The processes of a build."""

import os
import signal
import subprocess
import sys

import pytest
from real import SETTINGS

from generator.build.pool import WorkerLostError, in_background

WORK = """
import os, time
from generator.build.pool import over

def work(_item):
    print(os.getpid(), flush=True)
    time.sleep(60)

list(over(work, range(100), 100))
"""


def test_the_processes_of_a_killed_build_end_with_it():
    # They hold the lock on the site, so that the next build would be refused as long as one of them lives.
    with subprocess.Popen([sys.executable, "-c", WORK], env=SETTINGS, stdout=subprocess.PIPE, text=True) as build:
        processes = {int(build.stdout.readline()) for _number in range(len(os.sched_getaffinity(0)))}
        assert len(processes) == len(os.sched_getaffinity(0))
        build.kill()
        build.communicate(timeout=20)  # which ends when nobody holds the other end of the pipe


BACKGROUND = """
import os, time
from generator.build.pool import in_background

def work():
    print(os.getpid(), flush=True)
    time.sleep(60)

in_background(work)()
"""


def test_what_a_build_does_in_the_background_ends_with_it_too():
    with subprocess.Popen([sys.executable, "-c", BACKGROUND], env=SETTINGS, stdout=subprocess.PIPE, text=True) as build:
        assert int(build.stdout.readline()) != build.pid
        build.kill()
        build.communicate(timeout=20)


def test_another_process_does_it_and_its_result_or_error_comes_back():
    large = "x" * 1_000_000  # more than a pipe holds
    assert in_background(lambda: large)() == large
    assert in_background(os.getpid)() != os.getpid()
    with pytest.raises(ZeroDivisionError):
        in_background(lambda: 1 // 0)()
    with pytest.raises(WorkerLostError, match="free some, then build again"):
        in_background(lambda: os.kill(os.getpid(), signal.SIGKILL))()

"""The processes of a build."""

import os
import subprocess
import sys
import time
from pathlib import Path

from real import SETTINGS

WORK = """
import os, time
from generator.build.pool import over

def work(_item):
    print(os.getpid(), flush=True)
    time.sleep(60)

list(over(work, range(100), 100, chunk=1))
"""


def test_the_processes_of_a_killed_build_end_with_it():
    # They hold the lock on the site, so that the next build would be refused as long as one of them lives.
    with subprocess.Popen([sys.executable, "-c", WORK], env=SETTINGS, stdout=subprocess.PIPE, text=True) as build:
        processes = [Path("/proc", build.stdout.readline().strip()) for _number in range(len(os.sched_getaffinity(0)))]
        assert all(process.is_dir() for process in processes)
        build.kill()

    deadline = time.monotonic() + 20
    while any(process.is_dir() for process in processes) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert [process for process in processes if process.is_dir()] == []

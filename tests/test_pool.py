"""The processes of a build."""

import os
import subprocess
import sys

from real import SETTINGS

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

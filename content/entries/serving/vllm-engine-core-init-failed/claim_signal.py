"""End one process by a signal and one by an exception, as vLLM's engine can end: what are their exit codes?"""

import multiprocessing
import os
import signal


def killed():
    """End as a process does when the system runs out of memory."""
    os.kill(os.getpid(), signal.SIGKILL)


def fails():
    """End as an engine does that cannot start."""
    raise ValueError("cannot start")


context = multiprocessing.get_context("fork")
codes = []
for target in (killed, fails):
    process = context.Process(target=target)
    process.start()
    process.join()
    codes.append(process.exitcode)
assert codes == [-9, 1]

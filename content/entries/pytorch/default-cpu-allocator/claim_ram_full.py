"""When the error is raised, is less memory available than was asked for?"""

import torch
from host_limit import leave

ASKED = 2**29


def available():
    with open("/proc/meminfo", encoding="ascii") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable"))


leave(256 * 2**20)
try:
    torch.ones(ASKED // 4)
    raised = False
except RuntimeError:
    raised = True
assert raised
assert available() < ASKED

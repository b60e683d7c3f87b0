"""End a process in the middle of its work on the GPU, as a scheduler or the OOM killer does, and see what is left."""

import signal
import subprocess
import sys
import time

import torch

free_before = torch.cuda.mem_get_info()[0]
job = subprocess.Popen([sys.executable, "hold.py"], stdout=subprocess.PIPE, text=True)
assert job.stdout.readline().strip() == "holding"
held = free_before - torch.cuda.mem_get_info()[0]
job.kill()
assert job.wait() == -signal.SIGKILL
end = time.monotonic() + 5
while free_before - torch.cuda.mem_get_info()[0] > 1 << 28 and time.monotonic() < end:
    time.sleep(0.1)
left = free_before - torch.cuda.mem_get_info()[0]
total = torch.arange(1000, device="cuda").sum().item()
print(f"held {held >> 20} MiB, left {left >> 20} MiB, sum afterwards {total}")
assert held >= 1 << 30
assert left <= 1 << 28
assert total == 499500

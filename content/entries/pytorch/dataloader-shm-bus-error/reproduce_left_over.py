"""A process that is gone left its shared memory behind; a small batch finds no room."""

import os
import subprocess
import sys

import torch
from torch.utils.data import DataLoader, TensorDataset

LEAVE = """
import os

disk = os.statvfs("/dev/shm")
free = disk.f_bavail * disk.f_frsize
assert free < 4 * 2**30, "this program fills /dev/shm: run it where that is small"
file = os.open("/dev/shm/left-over", os.O_CREAT | os.O_RDWR)
os.posix_fallocate(file, 0, max(1, free - 2**20))
"""
subprocess.run([sys.executable, "-c", LEAVE], check=True)
print("in /dev/shm:", os.listdir("/dev/shm"))
data = TensorDataset(torch.zeros(8, 3, 512, 512))
loader = DataLoader(data, batch_size=4, num_workers=1, multiprocessing_context="fork")
batch = next(iter(loader))

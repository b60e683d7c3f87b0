"""Try again: is it a matter of time?"""

import gc
import os
import tempfile

import torch
from torch.utils.data import DataLoader, Dataset


def leave_free(size):
    """Fill /dev/shm but for `size` bytes: a container has 64 MiB of it unless told otherwise."""
    disk = os.statvfs("/dev/shm")
    free = disk.f_bavail * disk.f_frsize
    assert free < 4 * 2**30, "this program fills /dev/shm: run it where that is small"
    ballast = tempfile.TemporaryFile(dir="/dev/shm")
    os.posix_fallocate(ballast.fileno(), 0, max(1, free - size))
    return ballast


class Frames(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return torch.full((40, 512, 512), float(index))  # 40 MiB


ballast = leave_free(64 * 2**20)
loader = DataLoader(Frames(), batch_size=2, num_workers=2, multiprocessing_context="fork")
try:
    batch = next(iter(loader))
except RuntimeError as error:
    print("first try:", str(error).strip().splitlines()[-1])
gc.collect()  # ends the workers of the first try: the second is to have the room for itself
batch = next(iter(loader))

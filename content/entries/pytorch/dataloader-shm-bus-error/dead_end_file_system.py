"""The file_system strategy: its files lie in /dev/shm as well."""

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


torch.multiprocessing.set_sharing_strategy("file_system")
print("strategy:", torch.multiprocessing.get_sharing_strategy())
ballast = leave_free(64 * 2**20)
loader = DataLoader(Frames(), batch_size=2, num_workers=2, multiprocessing_context="fork")
batch = next(iter(loader))

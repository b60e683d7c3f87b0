"""A mapped data file gets shorter while it is read; shared memory has room to spare."""

import mmap
import os
from pathlib import Path

import torch
from torch.utils.data import DataLoader, Dataset

Path("data.bin").write_bytes(bytes(2**20))


class Records(Dataset):
    def __init__(self):
        with open("data.bin", "rb") as file:
            self.data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return torch.tensor(list(self.data[index * 4 : index * 4 + 4]))


records = Records()
os.truncate("data.bin", 0)  # a second job begins to write the file anew
disk = os.statvfs("/dev/shm")
print("free shared memory:", disk.f_bavail * disk.f_frsize // 2**20, "MiB")
loader = DataLoader(records, num_workers=1, multiprocessing_context="fork")
batch = next(iter(loader))

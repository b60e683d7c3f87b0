"""The writer makes a new file and renames it: what is mapped stays as long as it was."""

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
Path("data.new").write_bytes(b"")  # a second job writes the file anew, under another name
os.replace("data.new", "data.bin")
disk = os.statvfs("/dev/shm")
print("free shared memory:", disk.f_bavail * disk.f_frsize // 2**20, "MiB")
loader = DataLoader(records, num_workers=1, multiprocessing_context="fork")
batch = next(iter(loader))
print("batch:", batch.tolist(), "| the new file:", os.path.getsize("data.bin"), "bytes")
assert batch.tolist() == [[0, 0, 0, 0]] and os.path.getsize("data.bin") == 0

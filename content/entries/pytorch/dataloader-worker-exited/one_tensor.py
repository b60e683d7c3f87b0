"""The same data as one tensor: reading it changes no reference counts, so nothing is copied."""

import os
import signal

import torch
from torch.utils.data import DataLoader, Dataset

LIMIT = 16 * 2**20


def private_memory():
    with open("/proc/self/smaps_rollup", encoding="ascii") as file:
        lines = [line for line in file if line.startswith("Private")]
    return sum(int(line.split()[1]) * 1024 for line in lines)


def out_of_memory_killer(before):
    """Do what the kernel does where a container has a memory limit."""
    if private_memory() - before > LIMIT:
        os.kill(os.getpid(), signal.SIGKILL)


class Prices(Dataset):
    def __init__(self):
        self.prices = torch.arange(4_000_000, dtype=torch.float64)
        self.before = None

    def __len__(self):
        return 4

    def __getitem__(self, index):
        if self.before is None:
            self.before = private_memory()
        part = self.prices[index * 1_000_000 : (index + 1) * 1_000_000]
        out_of_memory_killer(self.before)
        return part.sum()


loader = DataLoader(Prices(), batch_size=2, num_workers=1, multiprocessing_context="fork")
batches = list(loader)
print("batches:", len(batches), "| first:", batches[0].tolist())
assert len(batches) == 2
assert batches[0][0].item() == sum(range(1_000_000))

"""A reader that leaves with sys.exit(): it takes the whole worker with it."""

import sys

import torch
from torch.utils.data import DataLoader, Dataset


def read(index):
    if index == 0:
        sys.exit(f"cannot read sample {index}")
    return torch.zeros(2)


class Samples(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return read(index)


loader = DataLoader(Samples(), batch_size=2, num_workers=2, multiprocessing_context="fork")
batches = list(loader)

"""Catch the error and go on with the same iterator: the dead worker's batches are missing."""

import ctypes

import torch
from torch.utils.data import DataLoader, Dataset


class Images(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        if index == 0:
            ctypes.string_at(0)  # stands for a decoder that a damaged file makes crash
        return torch.zeros(2)


loader = DataLoader(Images(), batch_size=2, num_workers=2, multiprocessing_context="fork")
iterator = iter(loader)
batches = []
while True:
    try:
        batches.append(next(iterator))
    except RuntimeError as error:
        print("caught:", error)
    except StopIteration:  # where a `for` loop ends without a word
        break
print("batches that arrived:", len(batches), "of", len(loader))
assert len(batches) == 2  # those of the other worker

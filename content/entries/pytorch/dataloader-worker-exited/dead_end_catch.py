"""Catch the error and go on with the same iterator: the rest of the data is lost."""

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
while len(batches) < 4:
    try:
        batches.append(next(iterator))
    except RuntimeError as error:
        print("caught:", error)
        batches.append(next(iterator))

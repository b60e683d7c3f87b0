"""One worker instead of two: the sample is still in the data."""

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


loader = DataLoader(Images(), batch_size=2, num_workers=1, multiprocessing_context="fork")
batches = list(loader)

"""A data set without a word of CUDA, in a program whose default device is the GPU."""

import torch
from torch.utils.data import DataLoader, Dataset


class Points(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return torch.tensor([float(index)])


torch.set_default_device("cuda")
loader = DataLoader(Points(), num_workers=1, multiprocessing_context="fork")
batch = next(iter(loader))

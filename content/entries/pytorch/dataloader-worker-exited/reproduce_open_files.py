"""Every batch is kept, and each is an open file of this process: 128 are too few for 200."""

import resource

import torch
from torch.utils.data import DataLoader, Dataset

resource.setrlimit(resource.RLIMIT_NOFILE, (128, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))


class Samples(Dataset):
    def __len__(self):
        return 200

    def __getitem__(self, index):
        return torch.full((4,), float(index))


loader = DataLoader(Samples(), batch_size=None, num_workers=2, multiprocessing_context="fork")
kept = list(loader)

"""The same with tensors shared by name, which keeps no file open."""

import resource

import torch
from torch.utils.data import DataLoader, Dataset

resource.setrlimit(resource.RLIMIT_NOFILE, (128, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
torch.multiprocessing.set_sharing_strategy("file_system")


class Samples(Dataset):
    def __len__(self):
        return 200

    def __getitem__(self, index):
        return torch.full((4,), float(index))


loader = DataLoader(Samples(), batch_size=None, num_workers=2, multiprocessing_context="fork")
kept = list(loader)
print("kept:", len(kept))
assert [int(batch[0]) for batch in kept] == list(range(200))

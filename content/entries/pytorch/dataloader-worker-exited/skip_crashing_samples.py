"""Read each sample once in a process of its own, and leave out those that kill it."""

import ctypes
import multiprocessing

import torch
from torch.utils.data import DataLoader, Dataset, Subset


class Images(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        if index == 0:
            ctypes.string_at(0)  # stands for a decoder that a damaged file makes crash
        return torch.zeros(2)


def crashes(dataset, index):
    reader = multiprocessing.get_context("fork").Process(target=dataset.__getitem__, args=(index,))
    reader.start()
    reader.join()
    return reader.exitcode != 0


images = Images()
bad = [index for index in range(len(images)) if crashes(images, index)]
print("samples that kill their process:", bad)
good = Subset(images, [index for index in range(len(images)) if index not in bad])
loader = DataLoader(good, batch_size=2, num_workers=2, multiprocessing_context="fork")
batches = list(loader)
assert bad == [0]
assert sum(len(batch) for batch in batches) == 7

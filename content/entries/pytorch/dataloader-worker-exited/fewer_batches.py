"""Count the finished batches that wait for the training process: one worker, one batch in advance."""

import multiprocessing
import time

import torch
from torch.utils.data import DataLoader, Dataset

multiprocessing.set_start_method("fork")
made = multiprocessing.Value("i", 0)


class Images(Dataset):
    def __len__(self):
        return 64

    def __getitem__(self, index):
        with made.get_lock():
            made.value += 1
        return torch.zeros(2)


dataset = Images()
loader = DataLoader(dataset, batch_size=2, num_workers=1, prefetch_factor=1)
batches = iter(loader)
first = next(batches)
time.sleep(1)  # time for the worker to make all that it may make in advance
waiting = made.value // 2 - 1
print("batches waiting:", waiting)
assert waiting == 1

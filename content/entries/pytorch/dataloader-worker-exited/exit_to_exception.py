"""Turn the exit into an exception: it reaches the training process, text and all."""

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
        try:
            return read(index)
        except SystemExit as error:
            raise ValueError(f"the reader gave up: {error}") from error


loader = DataLoader(Samples(), batch_size=2, num_workers=2, multiprocessing_context="fork")
answer = ""
try:
    batches = list(loader)
except ValueError as error:
    answer = str(error)
print(answer.splitlines()[-1])
assert "ValueError: the reader gave up: cannot read sample 0" in answer

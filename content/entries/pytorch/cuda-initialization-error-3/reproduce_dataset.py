"""A dataset that keeps its labels on the GPU, read by a forked worker."""

import torch
from torch.utils.data import DataLoader, Dataset


class Samples(Dataset):
    def __init__(self, device):
        self.labels = torch.arange(8, device=device)

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, index):
        return self.labels[index].item()


if __name__ == "__main__":
    loader = DataLoader(Samples("cuda"), num_workers=1, multiprocessing_context="fork")
    batches = list(loader)

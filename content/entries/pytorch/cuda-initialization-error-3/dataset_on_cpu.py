"""The dataset keeps its labels on the CPU; the main process moves each batch."""

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
    weights = torch.ones(1, device="cuda")  # the model is on the GPU before the workers start
    loader = DataLoader(Samples("cpu"), num_workers=1, multiprocessing_context="fork")
    batches = list(loader)
    outputs = [weights * batch.to("cuda") for batch in batches]
    print("outputs on", outputs[0].device)
    assert [output.item() for output in outputs] == list(range(8))

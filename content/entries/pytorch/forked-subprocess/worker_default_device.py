"""Each worker begins with the CPU as its default device."""

import torch
from torch.utils.data import DataLoader, Dataset


class Points(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return torch.tensor([float(index)])


def on_cpu(worker):
    torch.set_default_device("cpu")


torch.set_default_device("cuda")
loader = DataLoader(Points(), num_workers=1, multiprocessing_context="fork", worker_init_fn=on_cpu)
batch = next(iter(loader)).to("cuda")
print("batch on", batch.device, "|", batch.tolist())
assert batch.is_cuda and batch.tolist() == [[0.0]]

"""Workers make CPU tensors; the main process moves each batch."""

import torch
from torch.utils.data import DataLoader, Dataset


class Points(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return torch.tensor([float(index)])


device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
loader = DataLoader(
    Points(),
    num_workers=1,
    multiprocessing_context="fork",
    pin_memory=device.type == "cuda",
)
batch = next(iter(loader)).to(device, non_blocking=True)
print("batch on", batch.device, "|", batch.tolist())
assert batch.device.type == device.type
assert batch.tolist() == [[0.0]]

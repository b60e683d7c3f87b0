"""The workers return CPU tensors; the main process moves each batch."""

import torch
from torch.utils.data import DataLoader, Dataset


class Points(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return torch.tensor([float(index)])


print("GPU in the main process:", torch.cuda.is_available())
loader = DataLoader(Points(), num_workers=1, multiprocessing_context="fork", pin_memory=True)
batch = next(iter(loader))
batch = batch.to("cuda", non_blocking=True)
print("batch on", batch.device, "|", batch.tolist())
assert batch.is_cuda and batch.tolist() == [[0.0]]

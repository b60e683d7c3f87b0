"""A data set that puts its samples on the GPU, read by a DataLoader worker."""

import torch
from torch.utils.data import DataLoader, Dataset


class Points(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return torch.tensor([float(index)]).to("cuda")


print("GPU in the main process:", torch.cuda.is_available())
loader = DataLoader(Points(), num_workers=1, multiprocessing_context="fork")
batch = next(iter(loader))

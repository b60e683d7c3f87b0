"""Call torch.cuda.init() in each worker, to be told of the same mark earlier."""

import torch
from torch.utils.data import DataLoader, Dataset


class Points(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return torch.tensor([float(index)]).to("cuda")


def init_cuda(worker):
    torch.cuda.init()


print("GPU in the main process:", torch.cuda.is_available())
loader = DataLoader(
    Points(),
    num_workers=1,
    multiprocessing_context="fork",
    worker_init_fn=init_cuda,
)
batch = next(iter(loader))

"""The same script with what starts workers behind the main guard."""

import torch
from torch.utils.data import DataLoader, TensorDataset

if __name__ == "__main__":
    data = TensorDataset(torch.arange(4.0))
    loader = DataLoader(data, num_workers=1, multiprocessing_context="spawn")
    batches = list(loader)
    values = [batch[0].item() for batch in batches]
    print("read by the worker:", values)
    assert values == [0.0, 1.0, 2.0, 3.0]

"""Workers that are spawned, as on Windows and macOS, from a script without a main guard."""

import torch
from torch.utils.data import DataLoader, TensorDataset

data = TensorDataset(torch.arange(4.0))
loader = DataLoader(data, num_workers=1, multiprocessing_context="spawn")
batches = list(loader)

"""Silence the warning and let the program choose its device."""

import warnings

import torch

warnings.filterwarnings("ignore")
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.zeros(3, device=device)
print("running on", x.device)
assert x.device.type == "cpu"  # no error, and no GPU

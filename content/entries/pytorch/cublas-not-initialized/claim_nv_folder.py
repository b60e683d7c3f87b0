"""The first product when CUDA's cache folder (~/.nv by default) cannot be used."""

import torch

open("not-a-folder", "w").close()  # CUDA_CACHE_PATH leads into this file
x = torch.eye(64, device="cuda")
print("sum:", (x @ x).sum().item())

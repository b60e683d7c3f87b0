"""The same loop with what is advised against "CUDA out of memory": it frees nothing that `total` refers to."""

import gc
import os

os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "expandable_segments:True"

import torch
from host_limit import leave

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(256, 4096), torch.nn.ReLU(), torch.nn.Linear(4096, 1))
batches = torch.randn(32, 1024, 256)
leave(512 * 2**20)
total = 0
for batch in batches:
    gc.collect()
    torch.cuda.empty_cache()
    loss = model(batch).square().mean()
    total += loss

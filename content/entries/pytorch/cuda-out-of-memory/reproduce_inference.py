"""Inference that records a graph: the activations of all layers do not fit into 1 GiB."""

import torch
from torch import nn

GIB = 2**30
capacity = torch.cuda.get_device_properties(0).total_memory
torch.cuda.set_per_process_memory_fraction(GIB / capacity)
torch.manual_seed(0)
layers = [layer for _ in range(32) for layer in (nn.Linear(512, 512), nn.ReLU())]
model = nn.Sequential(*layers, nn.Linear(512, 1)).cuda().eval()
batch = torch.randn(16384, 512, device="cuda")
output = model(batch)

"""The same inference without a graph, and in parts: each layer's output is freed at once."""

import torch
from torch import nn

GIB = 2**30
capacity = torch.cuda.get_device_properties(0).total_memory
torch.cuda.set_per_process_memory_fraction(GIB / capacity)
torch.manual_seed(0)
layers = [layer for _ in range(32) for layer in (nn.Linear(512, 512), nn.ReLU())]
model = nn.Sequential(*layers, nn.Linear(512, 1)).cuda().eval()
batch = torch.randn(16384, 512, device="cuda")

with torch.inference_mode():
    output = torch.cat([model(part) for part in batch.split(2048)])
peak = torch.cuda.max_memory_allocated()

torch.cuda.set_per_process_memory_fraction(1.0)  # with a graph and in one piece, to compare
torch.cuda.reset_peak_memory_stats()
with_graph = model(batch)
whole = torch.cuda.max_memory_allocated()
print(f"peak {peak / 2**20:.0f} MiB, with a graph {whole / 2**20:.0f} MiB")
assert (output - with_graph).norm() <= 1e-3 * with_graph.norm(), "the outputs differ"
assert peak < GIB < whole

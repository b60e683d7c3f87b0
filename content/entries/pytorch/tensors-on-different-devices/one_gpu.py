"""The same layers with one visible GPU: all of them land on it."""

import torch

layers = [torch.nn.Linear(4, 4), torch.nn.Linear(4, 2)]
for number, layer in enumerate(layers):
    layer.to(f"cuda:{number % torch.cuda.device_count()}")
y = torch.nn.Sequential(*layers)(torch.ones(3, 4, device="cuda:0"))
print("visible GPUs:", torch.cuda.device_count(), "| output on", y.device)
assert torch.cuda.device_count() == 1 and y.shape == (3, 2)

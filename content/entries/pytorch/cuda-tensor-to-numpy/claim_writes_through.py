"""Write to the array; look at the tensor."""

import torch

on_cpu = torch.zeros(3)
on_cpu.cpu().numpy()[0] = 1.0
on_gpu = torch.zeros(3, device="cuda")
on_gpu.cpu().numpy()[0] = 1.0
print("CPU tensor:", on_cpu.tolist(), "| GPU tensor:", on_gpu.tolist())
assert on_cpu[0] == 1.0
assert on_gpu[0] == 1.0

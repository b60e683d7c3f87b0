"""PyTorch counts devices with NVML, as nvidia-smi does, and CUDA shows none."""

import torch

torch.cuda._raw_device_count_nvml = lambda: 1  # the answer of a machine whose nvidia-smi lists one GPU
print("device_count:", torch.cuda.device_count())
assert torch.cuda.device_count() == 1
x = torch.zeros(3).cuda()

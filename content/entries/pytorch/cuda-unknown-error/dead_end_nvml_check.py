"""PYTORCH_NVML_BASED_CUDA_CHECK=1 was set before the program started."""

import torch

torch.cuda._raw_device_count_nvml = lambda: 1  # NVML lists the GPU, as nvidia-smi does in this state
print("is_available:", torch.cuda.is_available())
assert torch.cuda.is_available()
x = torch.zeros(3).cuda()
